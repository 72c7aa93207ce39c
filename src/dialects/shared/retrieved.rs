//! The sources that a chat retrieved, collected once for all its answers.
//!
//! A chat is divided into stretches, one for each answer, with the sources retrieved for it. A case
//! has the sources of its own stretch and any cited ones of others, so all cases of a chat together
//! hold as much as the chat, not a multiple of it. Ids may start again with each answer: of several
//! sources with one id the nearest is meant, an earlier one before a later one.

use std::collections::BTreeMap;
use std::mem::take;

use crate::model::{IdFrom, Source, SourceText};
use crate::text::address;

/// The sources retrieved for one answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stretch {
    /// The index of the first message after it.
    pub(crate) end: usize,
    /// Listed sources, with the texts that were fetched for them.
    pub(crate) listed: Vec<Source>,
    /// Sources that were fetched and not listed.
    pub(crate) fetched: Vec<Source>,
}

impl Stretch {
    /// Combines the listed and the fetched sources for one answer, up to the message `end`.
    pub(crate) fn new(end: usize, listed: Vec<Source>, fetched: Vec<Source>) -> Self {
        let mut sources = Sources::default();
        for source in listed {
            sources.add(source);
        }
        let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, source) in sources.all.iter().enumerate() {
            if let Some(page) = address(source) {
                named.entry(page).or_default().push(at);
            }
        }
        let mut others = Sources::default();
        for page in fetched {
            let same = address(&page).and_then(|page| named.get_mut(&page));
            let same_id = sources.by_id.get(&page.id).copied();
            if same.is_none() && same_id.is_none() {
                others.add(page);
                continue;
            }
            // A whole text is not bettered by another of the same page.
            let same = same.map(|same| if page.is_partial() { same.clone() } else { take(same) });
            for at in same.into_iter().flatten().chain(same_id) {
                if let Some(known) = sources.all.get_mut(at) {
                    merge(known, page.clone());
                }
            }
        }
        Self { end, listed: sources.all, fetched: others.all }
    }
}

/// All that a chat retrieved.
#[derive(Debug, Clone, Default)]
pub(crate) struct Retrieved {
    stretches: Vec<Stretch>,
    by_id: BTreeMap<String, Vec<Place>>,
    /// By address.
    by_page: BTreeMap<String, Vec<Place>>,
    /// By address, those with their whole text.
    whole: BTreeMap<String, Vec<Place>>,
}

/// A source of a [`Retrieved`]: the index of its stretch, and its own index there, where fetched
/// sources follow the listed ones.
#[derive(Debug, Clone, Copy)]
struct Place {
    stretch: usize,
    at: usize,
}

impl Retrieved {
    /// Indexes the sources of these stretches, which are in order.
    pub(crate) fn new(stretches: Vec<Stretch>) -> Self {
        let (mut by_id, mut by_page, mut whole) =
            (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        // Within a stretch, the first of several sources with one address is used for all.
        let note = |index: &mut BTreeMap<String, Vec<Place>>, key: String, place: Place| {
            let places = index.entry(key).or_default();
            if places.last().is_none_or(|last| last.stretch != place.stretch) {
                places.push(place);
            }
        };
        for (stretch, found) in stretches.iter().enumerate() {
            for (at, source) in found.listed.iter().chain(&found.fetched).enumerate() {
                let place = Place { stretch, at };
                note(&mut by_id, source.id.clone(), place);
                if let Some(page) = address(source) {
                    if !source.is_partial() {
                        note(&mut whole, page.clone(), place);
                    }
                    note(&mut by_page, page, place);
                }
            }
        }
        Self { stretches, by_id, by_page, whole }
    }

    /// Returns the sources of the answer in `message`: at first those listed for it.
    pub(crate) fn of(&self, message: usize) -> Sources<'_> {
        let stretch = self.stretches.partition_point(|stretch| stretch.end <= message);
        let mut sources = Sources { chat: Some((self, stretch)), ..Sources::default() };
        let own = self.stretches.get(stretch);
        sources.all = own.map(|own| own.listed.clone()).unwrap_or_default();
        for at in 0..sources.all.len() {
            sources.by_id.extend(sources.all.get(at).map(|source| (source.id.clone(), at)));
            sources.complete(at);
        }
        sources
    }

    fn nearest(&self, places: Option<&Vec<Place>>, stretch: usize) -> Option<&Source> {
        let places = places?;
        let after = places.partition_point(|place| place.stretch <= stretch);
        let place = places.get(after.saturating_sub(1))?;
        let Stretch { listed, fetched, .. } = self.stretches.get(place.stretch)?;
        listed.get(place.at).or_else(|| fetched.get(place.at.checked_sub(listed.len())?))
    }
}

/// The sources of one answer so far, each once, in the order in which they are named.
#[derive(Debug, Default)]
pub(crate) struct Sources<'r> {
    all: Vec<Source>,
    by_id: BTreeMap<String, usize>,
    /// By address; the first of several with one.
    by_page: BTreeMap<String, usize>,
    /// The sources that its chat retrieved, and the index of its own stretch.
    chat: Option<(&'r Retrieved, usize)>,
}

impl Sources<'_> {
    /// Adds a source, or the new parts of a known one; returns its id.
    ///
    /// A new source takes over its chat's data about it.
    pub(crate) fn add(&mut self, mut source: Source) -> String {
        if source.id.is_empty()
            && let Some(page) = address(&source)
        {
            let own = self.by_page.get(&page).and_then(|at| self.all.get(*at));
            let known = own.or_else(|| self.retrieved(|chat| chat.by_page.get(&page)));
            source.id =
                known.map(|known| &known.id).or(source.url.as_ref()).cloned().unwrap_or_default();
        }
        if source.id.is_empty() {
            source.id = source.title.clone().unwrap_or_default();
        }
        source.id_from = IdFrom::Text;
        let id = source.id.clone();
        if id.is_empty() {
            return id;
        }
        if let Some(known) = self.by_id.get(&id).and_then(|at| self.all.get_mut(*at)) {
            merge(known, source);
        } else {
            if let Some(known) = self.retrieved(|chat| chat.by_id.get(&id)) {
                merge(&mut source, known.clone());
            }
            self.by_id.insert(id.clone(), self.all.len());
            self.all.push(source);
        }
        if let Some(at) = self.by_id.get(&id) {
            self.complete(*at);
        }
        id
    }

    /// Sets a source's text to the whole text that its chat has for its address.
    fn complete(&mut self, at: usize) {
        let Some(page) = self.all.get(at).and_then(address) else { return };
        let lacking = self.all.get(at).filter(|source| source.is_partial());
        let whole = lacking.and_then(|_| self.retrieved(|chat| chat.whole.get(&page))).cloned();
        if let (Some(known), Some(whole)) = (self.all.get_mut(at), whole) {
            merge(known, whole);
        }
        self.by_page.entry(page).or_insert(at);
    }

    /// True if there is a source with that id, among its own or elsewhere in the chat.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.by_id.contains_key(id) || self.retrieved(|chat| chat.by_id.get(id)).is_some()
    }

    /// Adds the source of the chat that has this id, if there is one.
    pub(crate) fn recall(&mut self, id: &str) {
        if !self.by_id.contains_key(id)
            && let Some(known) = self.retrieved(|chat| chat.by_id.get(id)).cloned()
        {
            self.add(known);
        }
    }

    /// Returns all sources; those fetched for the answer but not named come last.
    pub(crate) fn finish(mut self) -> Vec<Source> {
        let own = self.chat.and_then(|(chat, stretch)| chat.stretches.get(stretch));
        for page in own.into_iter().flat_map(|own| &own.fetched) {
            let named = address(page).is_some_and(|page| self.by_page.contains_key(&page));
            if !named {
                self.add(page.clone());
            }
        }
        self.all
    }

    fn retrieved<'s>(
        &'s self,
        places: impl FnOnce(&'s Retrieved) -> Option<&'s Vec<Place>>,
    ) -> Option<&'s Source> {
        let (chat, stretch) = self.chat?;
        chat.nearest(places(chat), stretch)
    }
}

fn address(source: &Source) -> Option<String> {
    source.url.as_deref().map(address::plain)
}

/// Takes over missing data; a whole text replaces a snippet.
fn merge(known: &mut Source, other: Source) {
    known.title = known.title.take().or(other.title);
    known.url = known.url.take().or(other.url);
    for pair in other.metadata {
        if !known.metadata.contains(&pair) {
            known.metadata.push(pair);
        }
    }
    let better = match (&known.text, &other.text) {
        (_, SourceText::Absent(_)) => false,
        (SourceText::Absent(_), _) => true,
        _ => known.excerpt && !other.excerpt || known.repeated && !other.repeated,
    };
    if better {
        known.text = other.text;
        known.excerpt = other.excerpt;
        known.repeated = other.repeated;
        known.divisions = other.divisions;
    }
}
