//! Sources that only have the words that citations repeat.
//!
//! A cited source that the request does not have is added; a source without text (a web page, a
//! file) gets the cited words as its text. Each passage is a paragraph, in order of position,
//! without those that others contain.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::dialects::shared::cited::{Cited, Cites};
use crate::model::{IdFrom, Locator, Source, SourceText};
use crate::text::prose::{count, ticked};

/// Maximum number of ids in a note.
const LISTED: usize = 6;

/// Collects the cited words by source.
#[derive(Debug)]
pub(crate) struct Excerpts {
    /// True if documents came with a request, so that a number beyond them is an error.
    requested: bool,
    /// In the order in which they are cited first.
    all: Vec<Excerpt>,
    by_id: BTreeMap<String, usize>,
    /// Titles that differ between citation and request.
    titles: Vec<String>,
    /// Ids that count sources which the request does not hold.
    beyond: Vec<String>,
    /// The available sources, by id and by title; no index if several have a title.
    known: BTreeMap<String, usize>,
    titled: BTreeMap<String, Option<usize>>,
}

#[derive(Debug)]
struct Excerpt {
    source: Source,
    passages: Vec<(u64, String)>,
}

impl Excerpts {
    /// Creates excerpts for cited sources that are not in `sources`.
    pub(crate) fn new(requested: bool, sources: &[Source]) -> Self {
        let (mut known, mut titled) = (BTreeMap::new(), BTreeMap::new());
        for (index, source) in sources.iter().enumerate() {
            known.entry(source.id.clone()).or_insert(index);
            if let Some(title) = &source.title {
                let same = titled.entry(title.clone()).or_insert(Some(index));
                *same = same.filter(|same| *same == index);
            }
        }
        let (all, by_id) = (Vec::new(), BTreeMap::new());
        let (titles, beyond) = (Vec::new(), Vec::new());
        Self { requested, all, by_id, titles, beyond, known, titled }
    }

    /// Adds the words of a citation, unless `sources`, the same as before, have the text they are
    /// taken from.
    pub(crate) fn add(&mut self, cited: &mut Cited, sources: &[Source]) {
        if let Cites::Titled(title) | Cites::Unindexed(title) = &cited.cites
            && let Some(source) = self.titled.get(title).and_then(|same| sources.get((*same)?))
        {
            cited.target.id.clone_from(&source.id);
        }
        let id = &cited.target.id;
        let own = self.known.get(id).and_then(|index| sources.get(*index));
        if let (Some(given), Some(title)) = (own.and_then(|own| own.title.as_ref()), &cited.title)
            && given != title
            && matches!(cited.cites, Cites::Document(_))
        {
            let note =
                format!("`{id}` is \u{201c}{given}\u{201d}, but cited as \u{201c}{title}\u{201d}");
            if !self.titles.contains(&note) {
                self.titles.push(note);
            }
        }
        let has_text = own.is_some_and(|own| !matches!(own.text, SourceText::Absent(_)));
        if id.is_empty() || has_text {
            return;
        }
        if own.is_none() && cited.cites.is_index() {
            let is_malformed = matches!(cited.cites, Cites::Malformed(_));
            if self.requested && !self.beyond.contains(id) {
                self.beyond.push(id.clone());
            }
            if self.requested || is_malformed {
                return;
            }
        }
        let next = self.all.len();
        let index = *self.by_id.entry(id.clone()).or_insert(next);
        if index == next {
            let source = own.cloned().unwrap_or_else(|| source(cited));
            self.all.push(Excerpt { source, passages: Vec::new() });
        }
        let words = cited.target.quote.as_deref().map(str::trim).filter(|words| !words.is_empty());
        if let (Some(excerpt), Some(words)) = (self.all.get_mut(index), words) {
            excerpt.passages.push((beginning(cited.target.locator.as_ref()), words.to_owned()));
        }
    }

    /// Puts the excerpts into the sources.
    pub(crate) fn finish(self, sources: &mut Vec<Source>, notes: &mut Vec<String>) {
        notes.extend(self.titles);
        let beyond = self.beyond;
        for excerpt in self.all {
            let Excerpt { mut source, passages } = excerpt;
            let id = source.id.clone();
            let own = self.known.get(&id).copied();
            if let Some(text) = paragraphs(passages) {
                source.text = SourceText::Inline(Arc::from(text));
                (source.excerpt, source.repeated) = (true, true);
            }
            match own.and_then(|index| sources.get_mut(index)) {
                Some(own) => *own = source,
                None => sources.push(source),
            }
        }
        notes.extend(not_requested(&beyond));
    }
}

/// Returns a note on ids that count sources which the request does not hold; `None` without any.
pub(crate) fn not_requested(ids: &[String]) -> Option<String> {
    let names = ticked(ids.iter().map(String::as_str), LISTED);
    let sources = count(ids.len(), "source");
    (!ids.is_empty()).then(|| format!("{sources} cited but not in the request: {names}"))
}

/// Returns a source as a citation describes it.
fn source(cited: &Cited) -> Source {
    let why = match cited.cites {
        Cites::Page(_) => "the response names the page only; pass a copy of it with `--source`",
        _ => "the response names it only; pass the request, or the text with `--source`",
    };
    let is_address = cited.origin.as_deref().is_some_and(|origin| origin.contains("://"));
    Source {
        id: cited.target.id.clone(),
        id_from: IdFrom::Text,
        title: cited.title.clone(),
        url: cited.origin.clone().filter(|_| is_address),
        text: SourceText::Absent(why.to_owned()),
        unindexed: matches!(cited.cites, Cites::Unindexed(_)),
        ..Source::default()
    }
}

/// Returns the passages in order, one per paragraph; `None` if there are none.
fn paragraphs(mut passages: Vec<(u64, String)>) -> Option<String> {
    passages.sort_by_key(|(at, _)| *at);
    let mut kept: Vec<&str> = Vec::new();
    for (index, (_, words)) in passages.iter().enumerate() {
        let bare = bare(words);
        let inside = |(other_index, (_, other)): (usize, &(u64, String))| {
            let earlier = other_index < index;
            let holds = other.contains(bare) && other_index != index;
            holds && (other.len() > words.len() || earlier)
        };
        if !passages.iter().enumerate().any(inside) {
            kept.push(words);
        }
    }
    (!kept.is_empty()).then(|| kept.join("\n\n"))
}

/// Words without the ellipsis of a cut.
fn bare(words: &str) -> &str {
    words.strip_suffix("...").unwrap_or(words).trim_end()
}

/// Returns the start of a locator.
fn beginning(locator: Option<&Locator>) -> u64 {
    match locator {
        Some(Locator::Chars { start, .. }) => *start,
        Some(Locator::Pages { first, .. } | Locator::Blocks { first, .. }) => *first,
        _ => 0,
    }
}
