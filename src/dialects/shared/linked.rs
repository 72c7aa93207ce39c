//! Sources that an answer names itself, by links or in a list of its own, beside the sources that came with it:
//! `[5](https://pier.example/times)`, `[5] Timetable, https://pier.example/times`.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::shared::context_ids::is_file;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{IdFrom, LinkConflict, Source};
use crate::text::address;

/// Lets an answer cite the sources beside it that have the addresses, titles or numbers of its links and of
/// its list, instead of sources of their own.
pub(crate) fn join(found: &mut TextMarks, sources: &mut [Source]) {
    let mut listed = std::mem::take(&mut found.sources);
    let given = Given::of(sources);
    let places: Vec<(Option<usize>, Option<usize>)> =
        listed.iter().map(|own| (given.same_page(own), given.numbered(own))).collect();
    if places.iter().any(|(page, _)| page.is_some()) {
        name(sources);
        count_nameless(&mut listed);
    }
    let unlinked = unlinked(found, &listed, &places);
    let placed = placed_pages(sources);
    // All ids are replaced at once: the new id of one link may be the old id of another.
    let mut joined: BTreeMap<String, (String, Option<LinkConflict>)> = BTreeMap::new();
    for (mut own, (page, numbered)) in listed.into_iter().zip(places) {
        // The answer's own list decides what a number means, and not the place of a source.
        if page.is_none() && own.url.is_some() && placed.contains(&own.id) {
            let id = format!("{} (list)", own.id);
            joined.insert(std::mem::replace(&mut own.id, id.clone()), (id, None));
            found.sources.push(own);
            continue;
        }
        let Some(cited) = page.or(numbered).and_then(|at| sources.get(at)) else {
            found.sources.push(own);
            continue;
        };
        let id = cited.id.clone();
        // The place of a source in a list is no number that the answer had to keep.
        let named = numbered.and_then(|at| sources.get(at));
        let named = named.filter(|named| named.id_from != IdFrom::Position);
        let conflict = named.and_then(|named| conflict(&own, named));
        let conflict = conflict.map(|it| LinkConflict { other: page.map(|_| id.clone()), ..it });
        if let Some(cited) = page.or(numbered).and_then(|at| sources.get_mut(at)) {
            cited.url = cited.url.take().or(own.url);
            // All that cite the source have its address: its place in the list does not matter.
            let is_placed = cited.id_from == IdFrom::Position;
            if page.is_some() && is_placed && !unlinked.contains(&cited.id) {
                cited.id_from = IdFrom::Text;
            }
        }
        joined.insert(own.id, (id, conflict));
    }
    for target in found.citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        if let Some((id, conflict)) = joined.get(&target.id) {
            target.id.clone_from(id);
            target.conflict = conflict.clone().map(Box::new);
        }
    }
}

/// Returns the ids that citations have without a link to the page of a source.
fn unlinked(
    found: &TextMarks,
    listed: &[Source],
    places: &[(Option<usize>, Option<usize>)],
) -> BTreeSet<String> {
    let of_pages = listed.iter().zip(places).filter(|(_, (page, _))| page.is_some());
    let linked: BTreeSet<&str> = of_pages.map(|(own, _)| own.id.as_str()).collect();
    let targets = found.citations.iter().flat_map(|citation| &citation.targets);
    let ids = targets.map(|target| &target.id);
    ids.filter(|id| !linked.contains(id.as_str())).cloned().collect()
}

/// Gives entries of a list without numbers their places in it.
fn count_nameless(listed: &mut [Source]) {
    for (number, entry) in (1_usize..).zip(listed) {
        if entry.id.is_empty() {
            (entry.id, entry.id_from) = (number.to_string(), IdFrom::Position);
        }
    }
}

/// Returns the ids of sources that are pages and have their places as ids.
fn placed_pages(sources: &[Source]) -> BTreeSet<String> {
    let placed = sources.iter().filter(|own| own.id_from == IdFrom::Position && own.url.is_some());
    placed.map(|own| own.id.clone()).filter(|id| !id.is_empty()).collect()
}

/// Gives sources without ids their numbers, or their addresses if others have ids.
fn name(sources: &mut [Source]) {
    let are_all = sources.iter().all(|source| source.id.is_empty());
    for (number, own) in (1_usize..).zip(sources) {
        match &own.url {
            _ if !own.id.is_empty() => {}
            _ if are_all => (own.id, own.id_from) = (number.to_string(), IdFrom::Position),
            Some(url) => (own.id, own.id_from) = (url.clone(), IdFrom::Address),
            None => {}
        }
    }
}

/// Returns the two addresses of a source to which the answer gives another one than it has.
pub(crate) fn conflict(own: &Source, given: &Source) -> Option<LinkConflict> {
    let is_known = |url: &&str| address::is_address(url) && !address::is_redirect(url);
    let linked = own.url.as_deref().filter(is_known)?;
    let mut addresses = given.addresses().peekable();
    let first = (*addresses.peek()?).to_owned();
    let is_other = addresses.all(|url| is_known(&url) && !address::is_same_page(url, linked));
    is_other.then(|| LinkConflict {
        linked: linked.to_owned(),
        named: given.id.clone(),
        address: first,
        other: None,
    })
}

/// The sources beside an answer, by the ways in which it may name them.
struct Given {
    /// Of several sources with one address, all.
    pages: BTreeMap<String, Vec<usize>>,
    /// The same, whichever spelling of the address of a page they have.
    spelled: BTreeMap<String, Vec<usize>>,
    ids: BTreeMap<String, usize>,
    /// Of titles that several sources have, none.
    titles: BTreeMap<String, Option<usize>>,
}

impl Given {
    fn of(sources: &[Source]) -> Self {
        let [mut pages, mut spelled] = [(); 2].map(|()| BTreeMap::<String, Vec<usize>>::new());
        let mut ids = BTreeMap::new();
        let mut titles = BTreeMap::new();
        for (at, source) in sources.iter().enumerate() {
            for page in source.addresses().filter(|url| address::is_address(url)) {
                pages.entry(address::plain(page)).or_default().push(at);
                spelled.entry(address::page(page)).or_default().push(at);
            }
            if !source.id.is_empty() {
                ids.entry(source.id.clone()).or_insert(at);
            }
            if let Some(title) = source.title.as_deref().map(title) {
                titles.entry(title).and_modify(|other| *other = None).or_insert(Some(at));
            }
        }
        Self { pages, spelled, ids, titles }
    }

    /// Returns the source at the address of an entry, of several the one with its number, else the first; for
    /// an entry without an address the only one with its title.
    fn same_page(&self, own: &Source) -> Option<usize> {
        let numbered = self.numbered(own);
        if let Some(url) = &own.url {
            let exact = self.pages.get(&address::plain(url));
            let all = exact.or_else(|| self.spelled.get(&address::page(url)))?;
            return all.iter().copied().find(|at| Some(*at) == numbered).or(all.first().copied());
        }
        let words = own.title.as_deref()?;
        let whole = self.titles.get(&title(words)).copied();
        whole.unwrap_or_else(|| self.file_in(words))
    }

    /// Returns the source of the only file that an entry names beside other words: `Document: guide.pdf (p. 2)`.
    fn file_in(&self, words: &str) -> Option<usize> {
        let parts = words.split([':', ',', ';', '(', ')', '|']).map(str::trim);
        let mut files =
            parts.filter(|part| is_file(part)).map(|part| self.titles.get(&title(part)));
        let found = files.next()?;
        (*found?).filter(|_| files.next().is_none())
    }

    /// Returns the source with the number of an entry; one that repeats words shows itself which it means.
    fn numbered(&self, own: &Source) -> Option<usize> {
        self.ids.get(&own.id).copied().filter(|_| own.text.why_not().is_some())
    }
}

/// Returns a title as it is compared.
fn title(title: &str) -> String {
    title.trim().trim_matches(['*', '_', '"', '.']).to_lowercase()
}
