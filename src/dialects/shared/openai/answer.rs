//! An answer being assembled from the text parts of a payload.
//!
//! Parts of one message are joined like in the official clients, without a separator; messages
//! follow each other on new lines. A citation without offsets is placed at its address, else at a
//! mark with its number, else at the end of its part, which is noted.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::draft::{Draft, Note, note_placeless};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::openai::annotation::{Annotation, Links, Place};
use crate::dialects::shared::openai::link;
use crate::dialects::shared::openai::shelf::Shelf;
use crate::dialects::shared::text_marks::TextMarks;
use crate::dialects::shared::{reasoning, tagged};
use crate::input::json::Reader;
use crate::model::{Anchor, AnchorKind, Card, Case, Citation};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The maximum number of annotations of one part that are read: each is searched for in the text.
const MAX_ANNOTATIONS: usize = 10_000;

/// Text between two messages.
const BETWEEN: &str = "\n\n";

/// The annotations of a part that were read before.
#[expect(clippy::disallowed_types, reason = "looked up by value; nothing depends on its order")]
type Seen<'v> = std::collections::HashSet<&'v Value>;

/// The answer so far.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) reader: Reader,
    pub(crate) shelf: Shelf,
    draft: Draft,
    cards: Vec<Card>,
    found: usize,
    unplaced: usize,
    file_only: bool,
    /// Claims stated on the part that is added next.
    claims: Vec<Note>,
}

impl Answer {
    /// Begins a message below the earlier ones.
    pub(crate) fn message(&mut self) {
        if !self.draft.text().is_empty() {
            self.draft.between(BETWEEN);
        }
    }

    /// Returns the start of the next part, in bytes.
    pub(crate) fn end(&self) -> usize {
        self.draft.text().len()
    }

    /// Adds a citation whose place is known in bytes of the whole.
    pub(crate) fn cite(&mut self, citation: Citation) {
        self.draft.cite(citation);
    }

    /// Adds a claim that is stated on the part to be added next.
    pub(crate) fn claim(&mut self, claim: Note) {
        self.claims.push(claim);
    }

    /// Adds a part with its annotations, whose offsets count within it. Marks in its text are read
    /// if it has no annotations, or if they are private-use characters that cannot be meant as
    /// text; also if they name listed sources, or annotations without a place of their own.
    pub(crate) fn part(
        &mut self,
        text: &str,
        notes: &[Value],
        path: &str,
        text_reader: &TextReader<'_>,
    ) {
        let base = self.end();
        let mut annotations = self.annotations(text, notes, path);
        let listed = self.shelf.numbers();
        let mut stated = std::mem::take(&mut self.claims);
        let found = if annotations.is_empty() && stated.is_empty() || text.contains('\u{e200}') {
            Self::read_marks(text, &listed, text_reader)
        } else if !listed.is_empty() {
            Self::read_marks(text, &listed, text_reader)
                .filter(|_| self.drop_repeated(&mut annotations, "as the list is"))
        } else if stated.is_empty() && annotations.iter().all(Annotation::is_nowhere) {
            let numbers: Vec<u64> = (1..=annotations.len() as u64).collect();
            let found = Self::read_marks(text, &numbers, text_reader);
            found
                .map(|found| in_order(found, &annotations))
                .filter(|_| self.drop_repeated(&mut annotations, "as the annotations are in order"))
        } else {
            None
        };
        match found {
            Some(found) => self.marks(found, base),
            None => self.cards.extend(reasoning::thoughts(text).map(|card| shifted(card, base))),
        }
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        for annotation in annotations {
            match annotation.place {
                Place::Span(start, end) => stated.push(note(annotation, start, end)),
                Place::Point(at) => stated.push(point(annotation, at)),
                Place::Nowhere => self.search(text, base, annotation, &mut used),
            }
        }
        self.draft.part(text, stated);
    }

    /// Reads the annotations on a part.
    fn annotations(&mut self, text: &str, notes: &[Value], path: &str) -> Vec<Annotation> {
        if notes.len() > MAX_ANNOTATIONS {
            let note = format!("`{path}` is cut after {MAX_ANNOTATIONS} annotations");
            self.reader.notes.push(note);
        }
        let (mut read, mut seen, mut repeated) = (Vec::new(), Seen::new(), 0);
        let mut links = Links::new(text);
        for (index, value) in notes.iter().take(MAX_ANNOTATIONS).enumerate() {
            // A stream that repeats a page is assembled without the repeats, too.
            let is_page = value.get("type").and_then(Value::as_str) == Some("url_citation");
            if is_page && !seen.insert(value) {
                repeated += 1;
                continue;
            }
            let path = format!("{path}[{index}]");
            let (reader, shelf) = (&mut self.reader, &mut self.shelf);
            let Some(annotation) = Annotation::read(reader, shelf, value, &mut links, &path) else {
                continue;
            };
            self.file_only |= annotation.file_only && !annotation.is_product();
            read.push(annotation);
        }
        if repeated > 0 {
            let all = count(repeated + read.len(), "annotation");
            let note = format!("{all}, {} of them different: repeats are merged", read.len());
            self.reader.notes.push(note);
        }
        read
    }

    /// Returns the marks in a text whose sources have these numbers.
    fn read_marks(text: &str, numbers: &[u64], text_reader: &TextReader<'_>) -> Option<TextMarks> {
        let tagged =
            if numbers.is_empty() { Vec::new() } else { tagged::marks(text, "web", "web:") };
        let found = text_reader.read_numbered(text, numbers).map(|(_, found)| found);
        let mut found = found.or_else(|| (!tagged.is_empty()).then(TextMarks::default))?;
        // Without a list, these marks are a separate dialect; with one, they use its numbers.
        let spans: Vec<Span> = tagged.iter().map(|mark| mark.anchor.span).collect();
        found.citations.retain(|other| spans.binary_search(&other.anchor.span).is_err());
        found.citations.extend(tagged);
        Some(found)
    }

    /// Removes the annotations that add nothing to the marks. Those whose words are in the text are
    /// kept, because they have their own place.
    fn drop_repeated(&mut self, annotations: &mut Vec<Annotation>, what: &str) -> bool {
        let before = annotations.len();
        annotations.retain(|annotation| annotation.words.is_some());
        let gone = before - annotations.len();
        if gone > 0 {
            let gone = count(gone, "annotation");
            let note = format!(
                "the marks in the text are the citations, numbered {what}; {gone} of the same \
                 sources without words to check not shown apart"
            );
            self.reader.notes.push(note);
        }
        gone > 0 || before == 0
    }

    /// Adds a part without annotations, for which only earlier claims are stated.
    pub(crate) fn stated_part(&mut self, text: &str) {
        let base = self.end();
        self.cards.extend(reasoning::thoughts(text).map(|card| shifted(card, base)));
        let stated = std::mem::take(&mut self.claims);
        self.draft.part(text, stated);
    }

    /// Adds a part whose text is read already.
    pub(crate) fn plain_part(&mut self, text: &str) {
        self.draft.part(text, Vec::new());
    }

    /// Adds the marks in a part's text. The number of a link is its own and not that of a list: the
    /// link's address identifies the source.
    fn marks(&mut self, mut found: TextMarks, base: usize) {
        let pages: BTreeMap<&str, (&str, Option<&str>)> = found
            .sources
            .iter()
            .filter_map(|it| Some((it.id.as_str(), (it.url.as_deref()?, it.title.as_deref()))))
            .collect();
        let mut linked: BTreeSet<String> = BTreeSet::new();
        for citation in found.citations.iter_mut().filter(|citation| citation.family == "link") {
            for target in &mut citation.targets {
                if let Some((url, title)) = pages.get(target.id.as_str()) {
                    let id = self.shelf.page(url, *title, None);
                    linked.insert(std::mem::replace(&mut target.id, id));
                }
            }
        }
        let others = found.citations.iter().filter(|citation| citation.family != "link");
        for target in others.flat_map(|citation| &citation.targets) {
            linked.remove(&target.id);
        }
        for mut citation in found.citations {
            citation.anchor.span = citation.anchor.span.shifted(base);
            self.draft.cite(citation);
        }
        self.cards.extend(found.cards.into_iter().map(|card| shifted(card, base)));
        for source in found.sources.into_iter().filter(|source| !linked.contains(&source.id)) {
            self.shelf.source(source);
        }
        self.reader.notes.extend(found.notes);
    }

    /// Places a citation without offsets: at its address, each time at the next occurrence.
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

    /// Returns the case: response, sources and notes.
    pub(crate) fn finish(self, question: Option<String>) -> Case {
        let mut finished = self.draft.finish(Reading::exclusive(Unit::CodePoints));
        let mut words = 0;
        let response = &mut finished.response;
        for citation in &mut response.citations {
            if citation.anchor.kind == AnchorKind::Marker && citation.raw.starts_with('{') {
                let url = Annotation::address(&citation.raw);
                let span = citation.anchor.span;
                if let Some(shown) = link::shown(&response.text, span, url.as_deref()) {
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
            notes.push(format!("{citations} without offsets: shown at the address"));
        }
        if self.unplaced > 0 {
            notes.push(note_placeless(self.unplaced));
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

fn shifted(mut card: Card, base: usize) -> Card {
    card.span = card.span.shifted(base);
    card
}

/// Redirects marks that number annotations in their order to the targets of these annotations.
fn in_order(mut found: TextMarks, annotations: &[Annotation]) -> TextMarks {
    for target in found.citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        let place = target.id.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let meant = place.and_then(|place| annotations.get(place)?.targets.first());
        if let Some(meant) = meant {
            target.clone_from(meant);
        }
    }
    found
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
