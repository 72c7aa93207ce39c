//! The claim of each citation: the words of the response that it is attached to.
//!
//! Most formats do not state it. The claim is then inferred from the marker's position, following
//! the citation guide that models are given: a citation follows the text it supports, inside the
//! same paragraph, list item or table cell. A marker that closes its block ("place citations at the
//! end of the paragraph") supports everything since the citation before; one in the middle supports
//! the sentence that it closes or interrupts; one that opens its block supports the sentence that
//! follows. Citations with nothing but blanks and punctuation between them share one claim. A
//! marker alone in its block supports the block above, or the entries of the list above that have no
//! citation of their own, also after a word such as `Source:`; one after
//! a mere label inside a nested list (`Product ID: [3]`) supports the list item that the label is part
//! of. A reference to code alone in a cell supports what else its row says, and one in a row called `Source` the
//! rows above. One after the label of a place (`**Location**: src/app.rs:42`) supports the words that the label
//! belongs to: those after it, or the next block, or the heading above. A marker that is part of its
//! sentence (`Document [1] states: …`, `In [3], …`) supports what the sentence says. Of rows that begin with a marker
//! each, it supports its own. An entry of a list
//! of sources supports nothing in particular.
//!
//! Inferred claims are marked as such. Nothing here reads a source.

mod holes;
mod items;
mod labels;
mod lead;
mod marked_rows;
mod rows;
mod segment;
mod speakers;
#[cfg(test)]
mod tests;
mod words;

pub(super) use holes::{Hole, holes_and_blocks, with_holes};
pub(super) use segment::{Segment, segments};
use segment::{SegmentKind, with_its_marks};
pub(super) use words::{Opener, Words};

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::dialects::marks::code_references::FAMILY;
use crate::model::{AnchorKind, Placement, Response};
use crate::text::Span;
use crate::text::list_heading::{self, SourceList};
use crate::text::sentences::starts;
use items::Items;
use labels::Waiting;
use rows::Table;

/// The response text that a citation is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the response; may hold markers of other citations.
    pub span: Span,
    /// True if it was inferred from the marker's position.
    pub inferred: bool,
    /// The first cell of the row that the claim is a later cell of: its subject, in most tables.
    /// Bytes of the response.
    pub row: Option<Span>,
}

/// Returns the claim of each citation, parallel to `response.citations`; `None` if there is no
/// text that it could support. Reads the response once.
pub fn claims(response: &Response) -> Vec<Option<Claim>> {
    let (inferred, rows) = Inference::new(response).run();
    let citations = response.citations.iter().zip(inferred).zip(rows);
    let claims = citations.map(|((citation, inferred), row)| match citation.anchor.kind {
        AnchorKind::Claim => Some(Claim { span: citation.anchor.span, inferred: false, row: None }),
        // It is shown at the end, which is no place that the payload states.
        _ if citation.placement == Placement::Outside => None,
        AnchorKind::Marker | AnchorKind::Point => inferred.map(|span| {
            let row = row.filter(|row| row.end <= span.start);
            Claim { span, inferred: true, row }
        }),
    });
    claims.collect()
}

/// The maximum length of a line that is searched for a label, in bytes.
const MAX_LINE: usize = 80;

struct Inference<'r> {
    response: &'r Response,
    claims: Vec<Option<Span>>,
    /// The first cell of the row that each citation is in, parallel to `claims`.
    rows: Vec<Option<Span>>,
    /// The entries below headings such as `Sources`, once a citation is alone in its block.
    lists: OnceCell<Vec<Span>>,
    /// The words of the last heading.
    heading: Option<Span>,
    /// The citations whose claim may be in a segment further on.
    waiting: Waiting,
    /// The lines of rows that begin with a citation each, by its number.
    marked_rows: BTreeMap<usize, Span>,
}

impl<'r> Inference<'r> {
    fn new(response: &'r Response) -> Self {
        let claims = vec![None; response.citations.len()];
        let rows = claims.clone();
        let (lists, waiting) = (OnceCell::new(), Waiting::default());
        let marked_rows = marked_rows::of(response);
        Self { response, claims, rows, lists, heading: None, waiting, marked_rows }
    }

    /// Returns the claim of each citation, and the first cell of its row.
    fn run(mut self) -> (Vec<Option<Span>>, Vec<Option<Span>>) {
        let (holes, blocks) = holes_and_blocks(self.response);
        let segments: Vec<Segment> = blocks.iter().flat_map(segments).collect();
        let mut above: Option<Span> = None;
        let mut table = Table::default();
        let mut items = Items::default();
        for (segment, here) in with_holes(&segments, &holes) {
            let words = Words::new(&self.response.text, segment, here);
            if segment.kind == SegmentKind::Heading {
                // `### It panics (src/app.rs:42)`: the brackets are those of the citation.
                let said = words.text.trim_end();
                let said = said.strip_suffix("()").unwrap_or(said);
                self.heading = words.span((0, said.len())).map(|it| self.whole(it));
            }
            for citation in self.waiting.take(segment, &words) {
                let claim = words.span((0, words.text.len())).map(|it| self.whole(it));
                if let Some(slot) = self.claims.get_mut(citation) {
                    *slot = claim.or(*slot);
                }
            }
            items.close_to(segment.list_depth);
            let item = items.content();
            let block = items.block_above(segment, above);
            let says_something =
                |it: &Span| it.slice(&self.response.text).is_some_and(rows::says_something);
            let block = block.filter(|it| segment.kind != SegmentKind::Cell || says_something(it));
            let is_own = |it: &Span| segment.row.is_none_or(|row| row.start <= it.start);
            let sourced = segment.row.and_then(|row| table.sourced_by(&self.response.text, row));
            let claims = Above { block: block.filter(is_own), item, row: segment.row, sourced };
            if let Some(row) = segment.row {
                let name = rows::name(&self.response.text, row);
                for citation in here.iter().filter_map(|hole| hole.citation) {
                    if let Some(slot) = self.rows.get_mut(citation) {
                        *slot = name;
                    }
                }
            }
            let open = self.claim_within(&words, segment.start, here, claims);
            items.add(segment, words.span((0, words.text.len())));
            let carried = items.carry(segment, open, here);
            let is_image = open.is_some_and(|it| labels::is_image(&self.response.text, it));
            above = if is_image { above } else { carried };
        }
        (self.claims, self.rows)
    }

    /// Returns the response's bytes from the first to the last marker of a group.
    fn marks(&self, group: &[CitationInSegment]) -> Option<Span> {
        let marker =
            |it: &CitationInSegment| Some(self.response.citations.get(it.citation)?.anchor.span);
        Some(Span::new(marker(group.first()?)?.start, marker(group.last()?)?.end))
    }

    /// Returns a claim with the mark-up of its words, and without an image before them.
    fn whole(&self, claim: Span) -> Span {
        let text = self.response.text.as_str();
        with_its_marks(text, labels::after_image(text, claim))
    }

    /// Returns the last words of its line before a citation.
    fn line_before(&self, citation: usize) -> &'r str {
        let text = self.response.text.as_str();
        let start = self.response.citations.get(citation).map_or(0, |it| it.anchor.span.start);
        let near = text.ceil_char_boundary(start.saturating_sub(MAX_LINE));
        let before = text.get(near..start).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or(before)
    }

    /// True if nothing but a bullet or a number is before a citation in its line.
    fn opens_line(&self, citation: usize) -> bool {
        let start = self.response.citations.get(citation).map_or(0, |it| it.anchor.span.start);
        let is_bullet = |c: char| !c.is_alphabetic();
        items::short_before(&self.response.text, start)
            .is_some_and(|line| line.chars().all(is_bullet))
    }

    /// Returns the sentences that a citation may open, by the form of its marker.
    fn opener(&self, citation: usize) -> Opener {
        let Some(citation) = self.response.citations.get(citation) else { return Opener::Never };
        if citation.anchor.kind == AnchorKind::Point {
            Opener::Never
        } else if citation.family == FAMILY {
            Opener::Code
        } else if citation.raw.starts_with(['[', '\u{3010}', '\u{ff3b}', '\u{e200}']) {
            Opener::Source
        } else {
            Opener::Never
        }
    }

    /// True if two citations have one claim: nothing is between them, or words that only join them.
    fn share_claim(
        &self,
        words: &Words,
        one: &CitationInSegment,
        other: &CitationInSegment,
    ) -> bool {
        let between = words.text.get(one.to..other.from).unwrap_or_default();
        if words.is_gap(one.to, other.from) {
            !between.contains(['.', '。']) || !self.is_subject(words, other)
        } else {
            lead::joins(between)
        }
    }

    /// True if a citation is the subject of the words after it: `[1] states that …`.
    fn is_subject(&self, words: &Words, mark: &CitationInSegment) -> bool {
        let after = words.text.get(mark.to..);
        self.opener(mark.citation) == Opener::Source && after.is_some_and(lead::says)
    }

    /// True if a citation is an entry of a list of sources, which supports no words in particular.
    fn is_listed(&self, citation: usize) -> bool {
        let lists = self.lists.get_or_init(|| {
            let below = |list: &SourceList| !list.is_labelled;
            let lists = list_heading::lists(&self.response.text).into_iter().filter(below);
            lists.map(|list| list.span).collect()
        });
        let citation = self.response.citations.get(citation);
        citation.is_some_and(|it| Span::any_contains(lists, it.anchor.span.start))
    }

    /// Returns the end of the cards of several lines that open a segment: what a chat app folds away
    /// (reasoning, tool calls) is not part of a claim. 0 if there is none.
    fn behind_folded(&self, here: &[Hole]) -> usize {
        let folded = |hole: &&Hole| {
            let text = hole.span.slice(&self.response.text).unwrap_or_default();
            hole.citation.is_none() && text.contains('\n')
        };
        here.iter().take_while(folded).last().map_or(0, |hole| hole.span.end)
    }

    /// Returns the claim that a group of citations has in its own segment, or the words that its label
    /// belongs to; the group before ended at `after`, and the one after begins at `next`.
    fn own_claim(
        &mut self,
        words: &Words,
        sentences: &[usize],
        (after, next): (usize, usize),
        group: &[CitationInSegment],
        above: Above,
    ) -> Option<Span> {
        let (opening, closing) = (group.first()?, group.last()?);
        let (from, to) = (opening.from, closing.to);
        if let Some(row) = self.marked_rows.get(&opening.citation) {
            return Some(*row);
        }
        let (before, behind) = (words.text.get(after..from)?, words.text.get(to..)?);
        let line = self.line_before(opening.citation);
        let label = if line.len() < before.len() { line } else { before };
        if labels::names_place(label) {
            if labels::says_something(behind) {
                return words.span(words.claim(sentences, to, (to, to), Opener::Never));
            }
            self.waiting.add(labels::MIN_WORDS, group.iter().map(|mark| mark.citation));
            let around = self.heading.or(above.block);
            return around.or_else(|| words.span((after, from)));
        }
        let link = self.response.citations.get(opening.citation).and_then(labels::link_start);
        let link = link.map(|start| (words.place(start), to));
        if let Some(said) = link.and_then(|link| words.around_link(sentences, after, link)) {
            return words.span(said);
        }
        let opener = self.opener(opening.citation);
        if opener == Opener::Source
            && let Some(marks) = self.marks(group)
            && let Some(line) = labels::line_of(&self.response.text, marks)
        {
            return Some(line);
        }
        if opener == Opener::Code
            && labels::is_bold(line)
            && let Some(dash) = labels::dash_behind(before, words.text.get(to..next)?)
        {
            return words.span((to + dash, next));
        }
        let (said_from, said_to) = words.claim(sentences, after, (from, to), opener);
        let is_subject =
            || opener == Opener::Code || words.text.get(next..).is_some_and(lead::says);
        let clause = words.text.get(to..next).filter(|_| said_to > next && is_subject());
        let clause = clause.and_then(lead::clause_before_subject).map(|len| to + len);
        let said = (said_from, clause.unwrap_or(said_to));
        if said.0 >= to && labels::announces(words.text.get(said.0..)?) {
            self.waiting.add(1, group.iter().map(|mark| mark.citation));
        }
        words.span(said)
    }

    /// Gives the citations of one segment their claims. A segment of nothing but citations takes over
    /// the claim `above` it. Returns the claim that a next segment of that kind would take over.
    fn claim_within(
        &mut self,
        words: &Words,
        start: usize,
        here: &[Hole],
        above: Above,
    ) -> Option<Span> {
        let marks: Vec<_> =
            here.iter().filter_map(|hole| CitationInSegment::new(hole, words)).collect();
        let mut sentences = None;
        let mut after = words.place(self.behind_folded(here));
        let end = here.last().map_or(start, |hole| hole.span.start);
        let said = self.response.text.get(start..end).unwrap_or_default();
        let speeches: Vec<usize> =
            speakers::speeches(said).into_iter().map(|at| words.place(start + at)).collect();
        let mut last = None;
        let groups: Vec<_> =
            marks.chunk_by(|one, other| self.share_claim(words, one, other)).collect();
        let mut groups = groups.into_iter().peekable();
        while let Some(group) = groups.next() {
            let next = groups.peek().and_then(|next| Some(next.first()?.from));
            let (Some(opening), Some(closing)) = (group.first(), group.last()) else { continue };
            let (from, to) = (opening.from, closing.to);
            let begun = speeches.partition_point(|at| *at <= from);
            let speech = begun.checked_sub(1).and_then(|last| speeches.get(last));
            after = after.max(speech.copied().unwrap_or_default());
            let before = words.text.get(after..from).unwrap_or_default();
            let is_labelled = || labels::names_source(before);
            let is_alone = words.is_gap(0, words.text.len());
            let is_entry = words.is_gap(after, from) || self.opens_line(opening.citation);
            let is_listed = || is_entry && self.is_listed(opening.citation);
            let claim = if is_listed() || labels::tallies(before) {
                None
            } else if is_alone
                && self.opener(opening.citation) == Opener::Code
                && let Some(row) = above.row
            {
                self.marks(group).and_then(|marks| rows::around(&self.response.text, row, marks))
            } else if above.sourced.is_some() {
                above.sourced
            } else if is_alone || is_labelled() {
                above.item.or(above.block)
            } else if let Some(item) = above.item.filter(|_| words.is_label(after, from, to)) {
                Some(item)
            } else {
                let sentences = sentences.get_or_insert_with(|| starts(&words.text));
                let around = (after, next.unwrap_or(words.text.len()));
                let claim = self.own_claim(words, sentences, around, group, above);
                claim.map(|it| self.whole(it))
            };
            for mark in group {
                if let Some(slot) = self.claims.get_mut(mark.citation) {
                    *slot = claim;
                }
            }
            // A mark that opens its sentence supports the words after it; the next mark does not.
            let end = claim.map(|it| words.place(it.end)).filter(|end| *end > to);
            after = end.filter(|end| next.is_none_or(|next| *end <= next)).unwrap_or(to);
            last = claim;
        }
        let rest = words.span((after, words.text.len()));
        rest.or(last)
    }
}

/// The claims that a marker without one of its own may take over.
#[derive(Clone, Copy)]
struct Above {
    /// The block above.
    block: Option<Span>,
    /// The list item around, as far as it is written, where the marker is in a list inside it.
    item: Option<Span>,
    /// The row of a table around.
    row: Option<Span>,
    /// The rows above, if that row names their sources.
    sourced: Option<Span>,
}

/// A citation's place among the words of a segment.
struct CitationInSegment {
    citation: usize,
    from: usize,
    to: usize,
}

impl CitationInSegment {
    /// Returns the place of a citation's marker; `None` for that of a card.
    fn new(hole: &Hole, words: &Words) -> Option<Self> {
        let (from, to) = (words.place(hole.span.start), words.place(hole.span.end));
        Some(Self { citation: hole.citation?, from, to })
    }
}
