//! An answer being put together from the text parts of a payload.
//!
//! Parts of one message are joined as the official clients join them, with nothing between;
//! messages stand below each other. A citation without offsets stands where its address does, else
//! at the end of its part, and that is told.

use std::collections::BTreeMap;

use serde_json::Value;

use super::annotation::{Annotation, Place};
use super::link;
use super::shelf::Shelf;
use crate::formats::draft::{Draft, Note};
use crate::formats::json::Reader;
use crate::formats::offsets::Reading;
use crate::formats::{Families, in_text};
use crate::model::{Anchor, AnchorKind, Card, Case, Citation};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The most annotations of one part that are read: each is looked for in the text.
const MOST_ANNOTATIONS: usize = 10_000;

/// What stands between two messages.
const BETWEEN: &str = "\n\n";

/// The answer so far.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) reader: Reader,
    pub(super) shelf: Shelf,
    draft: Draft,
    cards: Vec<Card>,
    /// The addresses that citations state, by what identifies a citation after it was placed.
    urls: BTreeMap<String, String>,
    found: usize,
    unplaced: usize,
    file_only: bool,
}

impl Answer {
    /// Begins a message below what there is.
    pub(super) fn message(&mut self) {
        if !self.draft.text().is_empty() {
            self.draft.between(BETWEEN);
        }
    }

    /// Where the next part begins, in bytes.
    pub(super) fn end(&self) -> usize {
        self.draft.text().len()
    }

    /// Adds a citation whose place is known in bytes of the whole.
    pub(super) fn cite(&mut self, citation: Citation) {
        self.draft.cite(citation);
    }

    /// Adds a part with its annotations, whose offsets count within it. Marks in its text are read
    /// when it has no annotations, or when they are private-use and cannot be meant as text.
    pub(super) fn part(&mut self, text: &str, notes: &[Value], path: &str, families: &Families) {
        let base = self.end();
        if notes.is_empty() || text.contains('\u{e200}') {
            self.marks(text, base, families);
        }
        let mut stated = Vec::new();
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        if notes.len() > MOST_ANNOTATIONS {
            let note = format!("`{path}` is cut behind {MOST_ANNOTATIONS} annotations");
            self.reader.notes.push(note);
        }
        for (index, value) in notes.iter().take(MOST_ANNOTATIONS).enumerate() {
            let path = format!("{path}[{index}]");
            let (reader, shelf) = (&mut self.reader, &mut self.shelf);
            let Some(annotation) = Annotation::read(reader, shelf, value, text, &path) else {
                continue;
            };
            self.file_only |= annotation.file_only && !annotation.is_product();
            if let Some(url) = &annotation.url {
                self.urls.insert(annotation.raw.clone(), url.clone());
            }
            match annotation.place {
                Place::Span(start, end) => stated.push(note(annotation, start, end)),
                Place::Point(at) => stated.push(point(annotation, at)),
                Place::Nowhere => self.search(text, base, annotation, &mut used),
            }
        }
        self.draft.part(text, stated);
    }

    /// Adds a part whose text is read already.
    pub(super) fn plain_part(&mut self, text: &str) {
        self.draft.part(text, Vec::new());
    }

    /// Reads the marks that stand in a text.
    fn marks(&mut self, text: &str, base: usize, families: &Families) {
        let Some((_, found)) = in_text(text, families) else { return };
        for mut citation in found.citations {
            citation.anchor.span = citation.anchor.span.shifted(base);
            self.draft.cite(citation);
        }
        self.cards.extend(found.cards.into_iter().map(|mut card| {
            card.span = card.span.shifted(base);
            card
        }));
        for source in found.sources {
            self.shelf.source(source);
        }
        self.reader.notes.extend(found.notes);
    }

    /// Places a citation without offsets: where its address stands, each time the next place.
    fn search(
        &mut self,
        text: &str,
        base: usize,
        annotation: Annotation,
        used: &mut BTreeMap<String, usize>,
    ) {
        let words = annotation.words.as_deref().unwrap_or_default();
        let from = used.get(words).copied().unwrap_or(0);
        let found = if words.is_empty() { None } else { link::find(text, words, from) };
        let (kind, span) = if let Some(span) = found {
            self.found += 1;
            used.insert(words.to_owned(), span.end);
            (AnchorKind::Marker, span.shifted(base))
        } else {
            self.unplaced += 1;
            (AnchorKind::Point, Span::at(base + text.len()))
        };
        self.draft.cite(Citation {
            family: annotation.family,
            raw: annotation.raw,
            anchor: Anchor { kind, span },
            targets: annotation.targets,
            ..Citation::default()
        });
    }

    /// The case: response, sources and notes.
    pub(super) fn finish(self, question: Option<String>) -> Case {
        let mut finished = self.draft.finish(Reading::exclusive(Unit::CodePoints));
        let mut words = 0;
        let response = &mut finished.response;
        for citation in &mut response.citations {
            if citation.anchor.kind == AnchorKind::Marker && citation.raw.starts_with('{') {
                let url = self.urls.get(&citation.raw).map(String::as_str);
                if let Some(shown) = link::shown(&response.text, citation.anchor.span, url) {
                    citation.anchor.span = shown.span;
                    citation.label = shown.label;
                } else {
                    citation.anchor.kind = AnchorKind::Claim;
                    words += 1;
                }
            }
        }
        response.cards = self.cards;
        let mut notes = self.reader.notes;
        notes.extend(finished.notes);
        if words > 0 {
            let spans = count(words, "span");
            notes.push(format!("{spans} cover words and no link: taken as the claim"));
        }
        if self.found > 0 {
            let citations = count(self.found, "citation");
            notes.push(format!("{citations} without offsets: shown where the address stands"));
        }
        if self.unplaced > 0 {
            let citations = count(self.unplaced, "citation");
            notes.push(format!(
                "{citations} without a place in the text: shown at its end, \
                                the claim before it is a guess"
            ));
        }
        if self.file_only {
            let note = "the response names the file only, not the passage: the citation shows \
                        all that there is of the file";
            notes.push(note.to_owned());
        }
        let mut case = Case { question, sources: self.shelf.finish(), notes, ..Case::default() };
        case.response = finished.response;
        case.format.reading = finished.reading;
        case
    }
}

fn note(annotation: Annotation, start: i64, end: i64) -> Note {
    Note {
        kind: AnchorKind::Marker,
        family: annotation.family,
        start,
        end,
        words: annotation.words,
        contained: annotation.contained,
        targets: annotation.targets,
        raw: annotation.raw,
    }
}

fn point(annotation: Annotation, at: i64) -> Note {
    Note { kind: AnchorKind::Point, words: None, ..note(annotation, at, at) }
}
