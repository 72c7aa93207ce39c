//! A case prepared for conversion: the positions of its citations, the numbers of their targets,
//! and the text around them.
//!
//! A new mark replaces a marker, or follows a claim or a point. A citation inside code is literal
//! text and not a citation, and new marks are put after code and links that end a claim. A faulty
//! citation that names nothing stays as written.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Options;
use super::edits::{Edit, EditedText, apply};
use super::losses::Losses;
use crate::dialects::app::open_webui;
use crate::dialects::marks::numbered;
use crate::dialects::shared::markers::begins_marker;
use crate::inspect::Inspection;
use crate::model::{AnchorKind, Citation, Source, Target};
use crate::resolve::{Passage, Resolution};
use crate::text::Span;
use crate::text::fold::Folded;
use crate::text::markdown::{self, Element, ElementKind};
use crate::text::prose::count;
use crate::text::units::{Offsets, UnitIndex};

/// Maximum number of bytes of a passage repeated as a quote.
const MAX_WORDS: usize = 64 * 1024;

/// A case prepared.
#[derive(Debug)]
pub(super) struct Wording<'i> {
    pub(super) inspection: &'i Inspection,
    pub(super) options: &'i Options,
    /// The citations that are written, in the order of their places.
    pub(super) marks: Vec<CitationMark>,
    /// Cited sources in order of first use; the first has number 1.
    pub(super) cited: Vec<CitedSource>,
    pub(super) losses: Losses,
    /// The texts of requested sources, by index.
    texts: RefCell<BTreeMap<usize, Option<Rc<Quotable>>>>,
}

/// The text of a source.
#[derive(Debug)]
pub(super) struct Quotable {
    pub(super) text: String,
    /// The same in small letters, blanks and typography folded, when it is needed.
    folded: OnceCell<Folded>,
    units: OnceCell<UnitIndex>,
}

impl Quotable {
    pub(super) const fn new(text: String) -> Self {
        Self { text, folded: OnceCell::new(), units: OnceCell::new() }
    }

    /// Returns its offsets in all units.
    pub(super) fn offsets(&self) -> Offsets<'_> {
        self.units.get_or_init(|| UnitIndex::new(&self.text)).offsets(&self.text)
    }

    /// True if words occur more than once, ignoring case, blanks and typography.
    pub(super) fn repeats(&self, words: &str) -> bool {
        let folded = self.folded.get_or_init(|| Folded::new(&self.text.to_lowercase()));
        let own = Folded::new(&words.to_lowercase());
        let words = own.as_str().as_bytes();
        memchr::memmem::find_iter(folded.as_str().as_bytes(), words).nth(1).is_some()
    }
}

/// A citation with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CitationMark {
    /// Index into the case's citations.
    pub(super) citation: usize,
    /// The bytes of the response that the new mark replaces; empty after a claim.
    pub(super) span: Span,
    /// True if it directly follows the previous mark.
    pub(super) follows: bool,
    /// True if the next mark directly follows it.
    pub(super) is_followed: bool,
    /// True if it follows a code block and needs its own paragraph.
    pub(super) apart: bool,
    /// For each target: its number.
    pub(super) numbers: Vec<usize>,
    /// The words that its marker shows to a reader.
    pub(super) label: Option<String>,
}

impl CitationMark {
    /// Returns the numbers, each once.
    pub(super) fn distinct(&self) -> Vec<usize> {
        let mut distinct = Vec::new();
        for number in &self.numbers {
            if !distinct.contains(number) {
                distinct.push(*number);
            }
        }
        distinct
    }
}

/// A cited source, or an id without a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CitedSource {
    /// Index into the case's sources.
    pub(super) source: Option<usize>,
    /// The id as it is first written.
    pub(super) id: String,
}

impl<'i> Wording<'i> {
    pub(super) fn new(inspection: &'i Inspection, options: &'i Options, losses: Losses) -> Self {
        let (marks, cited, texts) = (Vec::new(), Vec::new(), RefCell::default());
        let mut new = Self { inspection, options, marks, cited, losses, texts };
        new.number();
        new
    }

    /// Numbers the citations.
    fn number(&mut self) {
        let case = &self.inspection.case;
        let places = Places::new(self.inspection);
        let mut numbers: BTreeMap<Result<usize, &str>, usize> = BTreeMap::new();
        let mut faulty = 0;
        for index in self.inspection.reading_order() {
            let Some(citation) = case.response.citations.get(index) else { continue };
            if citation.in_code || citation.targets.is_empty() && citation.problem.is_some() {
                faulty += usize::from(!citation.in_code);
                continue;
            }
            let mut own = Vec::new();
            for (at, target) in citation.targets.iter().enumerate() {
                let source = self.resolution(index, at).and_then(Resolution::source);
                let key = source.ok_or(target.id.as_str());
                let next = numbers.len() + 1;
                let number = *numbers.entry(key).or_insert(next);
                if number == next {
                    self.cited.push(CitedSource { source, id: target.id.clone() });
                }
                own.push(number);
            }
            let (span, apart) = places.of(citation);
            let label = citation.label.clone().filter(|_| shows_label(citation));
            let (citation, numbers) = (index, own);
            let (follows, is_followed) = (false, false);
            self.marks.push(CitationMark {
                citation,
                span,
                follows,
                is_followed,
                apart,
                numbers,
                label,
            });
        }
        self.marks.sort_by_key(|mark| mark.span.start);
        let mut end = usize::MAX;
        for mark in &mut self.marks {
            mark.follows = mark.span.start == end;
            end = mark.span.end;
        }
        let mut start = usize::MAX;
        for mark in self.marks.iter_mut().rev() {
            mark.is_followed = mark.span.end == start;
            start = mark.span.start;
        }
        self.losses.add("faulty-marker", faulty, |n| {
            format!("{}: no source, kept as written", count(n, "faulty marker"))
        });
    }

    pub(super) fn citation(&self, mark: &CitationMark) -> Option<&'i Citation> {
        self.inspection.case.response.citations.get(mark.citation)
    }

    /// Returns the targets of a mark with their numbers.
    pub(super) fn targets(&self, mark: &CitationMark) -> impl Iterator<Item = (usize, &'i Target)> {
        let targets = self.citation(mark).map_or(&[][..], |citation| &citation.targets);
        mark.numbers.clone().into_iter().zip(targets)
    }

    /// Returns all targets that are written: the mark's index, the target's, its number, and
    /// itself.
    pub(super) fn all_targets(&self) -> Vec<(&CitationMark, usize, usize, &'i Target)> {
        let of = |mark| self.targets(mark).enumerate().map(move |(at, (n, it))| (mark, at, n, it));
        self.marks.iter().flat_map(of).collect()
    }

    /// Returns the resolution of a target of a citation, both by index.
    pub(super) fn resolution(&self, citation: usize, target: usize) -> Option<&'i Resolution> {
        self.inspection.resolution(citation, target)
    }

    /// Returns the passage that a target of a citation leads to.
    pub(super) fn passage(&self, citation: usize, target: usize) -> Option<&'i Passage> {
        self.resolution(citation, target)?.passage()
    }

    /// Returns the words of a passage, as its source has them.
    pub(super) fn words(&self, passage: &Passage) -> Option<String> {
        let store = self.inspection.store(passage.source)?;
        Some(store.read(passage.span, MAX_WORDS))
    }

    /// Returns the whole text of a source.
    pub(super) fn text_of(&self, source: usize) -> Option<Rc<Quotable>> {
        let read = || {
            let store = self.inspection.store(source)?;
            Some(Rc::new(Quotable::new(store.read_in_place(Span::new(0, store.len())))))
        };
        self.texts.borrow_mut().entry(source).or_insert_with(read).clone()
    }

    pub(super) fn source(&self, number: usize) -> Option<&'i Source> {
        let cited = self.cited.get(number.checked_sub(1)?)?;
        self.inspection.case.sources.get(cited.source?)
    }

    /// Returns the name of the source with a number: its title, else its id.
    pub(super) fn name(&self, number: usize) -> String {
        let title = self.source(number).and_then(|source| source.title.clone());
        let id = number.checked_sub(1).and_then(|at| self.cited.get(at)).map(|it| it.id.clone());
        title.filter(|title| !title.trim().is_empty()).or(id).unwrap_or_default()
    }

    /// Returns all sources by index, the cited ones first in the order of their numbers.
    pub(super) fn sources(&self) -> Vec<usize> {
        let mut sources: Vec<usize> = self.cited.iter().filter_map(|cited| cited.source).collect();
        let known: BTreeSet<usize> = sources.iter().copied().collect();
        sources.extend((0..self.inspection.case.sources.len()).filter(|at| !known.contains(at)));
        sources
    }

    /// Returns the claim before a mark, in the words of `edited`; as stated or inferred.
    pub(super) fn claim(&self, mark: &CitationMark, edited: &EditedText) -> Option<Span> {
        let claim = self.inspection.inspected.get(mark.citation)?.claim?;
        let mut span = edited.span(claim.span);
        if claim.inferred {
            // Separators between the words and their marker are not part of the claim.
            let words = span.slice(&edited.text).unwrap_or_default();
            let start = span.start + (words.len() - words.trim_start().len());
            span = Span::new(start, start + words.trim().len());
        }
        Some(span)
    }

    /// Records the ids of sources that change: `written` gives the id of a number.
    pub(super) fn lose_ids(&mut self, written: impl Fn(usize) -> String) {
        let mut ids: Vec<&str> = self
            .all_targets()
            .iter()
            .filter(|(_, _, number, target)| written(*number) != target.id)
            .map(|(.., target)| target.id.as_str())
            .collect();
        ids.sort_unstable();
        ids.dedup();
        let lost = ids.len();
        self.losses.add("id", lost, |n| format!("{} as written", count(n, "source id")));
    }

    /// Counts the targets that are not written apart from another of their citation; `written` gives
    /// the number of those that are.
    pub(super) fn lose_merged(&mut self, written: impl Fn(&CitationMark) -> usize) {
        let of = |mark: &CitationMark| mark.numbers.len().saturating_sub(written(mark));
        let merged = self.marks.iter().map(of).sum();
        self.losses.add("target", merged, |n| {
            format!("{} repeating a source of the same citation", count(n, "target"))
        });
    }

    /// Records the citations with an inferred claim.
    pub(super) fn lose_inferred(&mut self) {
        let inferred = self.marks.iter().filter(|mark| {
            let claim = self.inspection.inspected.get(mark.citation).and_then(|it| it.claim);
            claim.is_none_or(|claim| claim.inferred)
        });
        let inferred = inferred.count();
        self.losses.add("position", inferred, |n| {
            format!("the positions of {}: the claims are inferred", count(n, "mark"))
        });
    }

    /// Returns the response with a mark for each citation, which `written` provides; `escape`
    /// changes text that would be read as a mark.
    pub(super) fn edited(
        &self,
        layout: &Layout,
        mut written: impl FnMut(&CitationMark) -> String,
    ) -> EditedText {
        let response = &self.inspection.case.response;
        let text = &response.text;
        let mut edits = Vec::new();
        if layout.drops_list && self.lists_itself() {
            let lists = numbered::listed_in(text).into_iter();
            edits.extend(lists.map(|span| Edit { span, with: String::new() }));
        }
        if layout.labels_cards {
            let known = response.cards.iter().filter(|card| card.known && !card.is_markup());
            edits.extend(known.map(|card| Edit {
                span: card.span,
                with: card.label.clone().unwrap_or_default(),
            }));
        }
        if let Some(escape) = layout.escape {
            edits.extend(self.escapes(escape, &edits));
        }
        for (mark, closes) in self.marks.iter().zip(self.closing()) {
            let words = written(mark);
            let label = mark.label.as_deref().unwrap_or_default();
            let gap = if mark.apart && !words.is_empty() { "\n\n" } else { "" };
            let with = format!("{gap}{label}{words}");
            let of_guide = || self.citation(mark).is_some_and(|it| begins_marker(&it.raw));
            let is_left_out = with.is_empty() && closes && !mark.span.is_empty();
            let span = if is_left_out && !(layout.keeps_blanks && of_guide()) {
                Span::new(self.before(mark).trim_end_matches(' ').len(), mark.span.end)
            } else {
                mark.span
            };
            edits.push(Edit { span, with });
        }
        apply(text, edits)
    }

    /// Returns for each mark true if only other marks are between it and a blank, a stop or the end.
    fn closing(&self) -> Vec<bool> {
        let text = &self.inspection.case.response.text;
        let stops = |c: char| c.is_whitespace() || ".,;:!?)]。，；：！？）".contains(c);
        let mut closing: Vec<bool> = Vec::with_capacity(self.marks.len());
        let mut next = text.len();
        for mark in self.marks.iter().rev() {
            let between = text.get(mark.span.end..next).unwrap_or_default();
            let is_before_mark = between.trim_matches(' ').is_empty() && next < text.len();
            let closes = match closing.last() {
                Some(closes) if is_before_mark => *closes,
                _ => between.is_empty() || between.starts_with(stops),
            };
            closing.push(closes);
            next = mark.span.start;
        }
        closing.reverse();
        closing
    }

    /// Returns the response without any marks.
    pub(super) fn bare(&self, layout: &Layout) -> EditedText {
        self.edited(layout, |_| String::new())
    }

    /// Returns the response before a mark.
    pub(super) fn before(&self, mark: &CitationMark) -> &'i str {
        self.inspection.case.response.text.get(..mark.span.start).unwrap_or_default()
    }

    /// Returns the response after a mark.
    pub(super) fn after(&self, mark: &CitationMark) -> &'i str {
        self.inspection.case.response.text.get(mark.span.end..).unwrap_or_default()
    }

    /// True if the sources come from a list in the response.
    fn lists_itself(&self) -> bool {
        let case = &self.inspection.case;
        let numbered = ["number", "footnote", "link"];
        case.format.name != open_webui::DIALECT.name
            && case.response.citations.iter().any(|it| numbered.contains(&it.family.as_str()))
    }

    /// Returns the escapes that are needed outside code, markers and other edits.
    fn escapes(&self, escape: fn(&str) -> Vec<Edit>, others: &[Edit]) -> Vec<Edit> {
        let response = &self.inspection.case.response;
        let masked: Vec<Span> = masked(self.inspection);
        let mut closed = markdown::code_spans(&response.text, &masked);
        closed.extend(&masked);
        closed.extend(others.iter().map(|edit| edit.span));
        let copy = markdown::masked(&response.text, &masked);
        let closed = disjoint(closed);
        let open = |edit: &Edit| {
            let after = closed.partition_point(|span| span.end <= edit.span.start);
            closed.get(after).is_none_or(|span| span.start >= edit.span.end)
        };
        escape(&copy).into_iter().filter(open).collect()
    }
}

/// The changes of a form to the response's own text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Layout {
    /// Finds text that would be read as a mark, and its replacement.
    pub(super) escape: Option<fn(&str) -> Vec<Edit>>,
    /// The form lists the sources itself.
    pub(super) drops_list: bool,
    /// True if the form has no cards, so that they become their words. The document's own markup
    /// stays.
    pub(super) labels_cards: bool,
    /// True if blanks before left out markers of the guide stay.
    pub(super) keeps_blanks: bool,
}

impl Layout {
    /// A form for readers.
    pub(super) const READERS: Self =
        Self { escape: None, drops_list: true, labels_cards: true, keeps_blanks: false };
}

/// True if a citation's label is part of the response and not a name for its source.
fn shows_label(citation: &Citation) -> bool {
    citation.raw.starts_with('{') || begins_marker(&citation.raw)
}

/// Returns the markers outside code, which Markdown must not look into; sorted and disjoint.
fn masked(inspection: &Inspection) -> Vec<Span> {
    let response = &inspection.case.response;
    let citations = response.citations.iter();
    let markers = citations.filter(|it| it.anchor.kind == AnchorKind::Marker && !it.in_code);
    let cards = response.cards.iter().map(|card| card.span);
    let mut spans: Vec<Span> = markers.map(|it| it.anchor.span).chain(cards).collect();
    spans.retain(|span| !span.is_empty() && span.slice(&response.text).is_some());
    disjoint(spans)
}

/// Spans in order, those that overlap made one.
fn disjoint(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut apart: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

/// The positions of new marks.
struct Places<'i> {
    text: &'i str,
    elements: Cow<'i, [Element]>,
}

impl<'i> Places<'i> {
    fn new(inspection: &'i Inspection) -> Self {
        let text = &inspection.case.response.text;
        let citations = &inspection.case.response.citations;
        let all_markers = citations.iter().all(|it| it.anchor.kind == AnchorKind::Marker);
        let elements =
            if all_markers { Vec::new() } else { markdown::elements(text, &masked(inspection)) };
        Self { text, elements: Cow::Owned(elements) }
    }

    /// Returns the span that a citation's mark replaces; true if it needs a paragraph of its own.
    fn of(&self, citation: &Citation) -> (Span, bool) {
        let span = citation.anchor.span;
        let at = match citation.anchor.kind {
            AnchorKind::Marker => return (span, false),
            AnchorKind::Point => self.text.floor_char_boundary(span.start),
            AnchorKind::Claim => {
                let end = self.text.floor_char_boundary(span.end);
                let claim = self.text.get(span.start..end).unwrap_or_default();
                let trimmed = claim.trim_end().len();
                if trimmed > 0 { span.start + trimmed } else { end }
            }
        };
        let mut at = at;
        let mut apart = false;
        for element in self.elements.iter() {
            let end = element
                .span
                .slice(self.text)
                .map_or(element.span.end, |code| element.span.start + code.trim_end().len());
            let inside = element.span.start < at && at < end;
            match element.kind {
                ElementKind::CodeBlock if inside || at == end => (at, apart) = (end, true),
                ElementKind::Code | ElementKind::Link if inside => at = end,
                ElementKind::Emphasis if inside => {
                    let rest = self.text.get(at..end).unwrap_or_default();
                    if rest.chars().all(|c| matches!(c, '*' | '_')) {
                        at = end;
                    }
                }
                _ => {}
            }
        }
        (Span::at(at), apart)
    }
}
