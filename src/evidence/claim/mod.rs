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
//! of. A reference to code alone in a cell supports what else its row says. One after the label of a place (`**Location**: src/app.rs:42`) supports the words that the label
//! belongs to: those after it, or the next block, or the heading above. A marker that is part of its
//! sentence (`Document [1] states: …`, `In [3], …`) supports what the sentence says. An entry of a list
//! of sources supports nothing in particular.
//!
//! Inferred claims are marked as such. Nothing here reads a source.

mod items;
mod labels;
mod lead;
mod segment;
mod words;

pub(super) use segment::{Segment, segments};
use segment::{SegmentKind, with_its_marks};
pub(super) use words::{Opener, Words};

use std::cell::OnceCell;

use crate::dialects::marks::code_references::FAMILY;
use crate::model::{AnchorKind, Response};
use crate::text::Span;
use crate::text::list_heading::{self, SourceList};
use crate::text::markdown::{self, Block};
use crate::text::sentences::starts;
use items::Items;
use labels::Waiting;

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
        AnchorKind::Marker | AnchorKind::Point => inferred.map(|span| {
            let row = row.filter(|row| row.end <= span.start);
            Claim { span, inferred: true, row }
        }),
    });
    claims.collect()
}

/// A marker that is cut out of the text: of a citation (by index) or of a card.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hole {
    pub(super) span: Span,
    pub(super) citation: Option<usize>,
    /// True if a reader sees something in its place.
    pub(super) shown: bool,
}

/// Returns all markers of a response in the order of their spans, and its blocks, in which markers
/// outside code are plain words.
pub(super) fn holes_and_blocks(response: &Response) -> (Vec<Hole>, Vec<Block>) {
    let citations = response.citations.iter().enumerate();
    let mut holes: Vec<Hole> = citations
        .filter(|(_, citation)| citation.anchor.kind != AnchorKind::Claim)
        .map(|(index, citation)| Hole {
            span: citation.anchor.span,
            citation: Some(index),
            shown: false,
        })
        .chain(response.cards.iter().map(|card| {
            let shown = card.label.is_some() || !card.known;
            Hole { span: card.span, citation: None, shown }
        }))
        .collect();
    holes.sort_by_key(|hole| hole.span);
    let in_text = holes.iter().filter(|hole| is_masked(response, hole));
    let masked: Vec<Span> = disjoint(in_text.map(|hole| hole.span));
    let blocks = markdown::parse(&response.text, &masked);
    (holes, blocks)
}

/// True if Markdown must not look inside: in code the marker is literal text.
fn is_masked(response: &Response, hole: &Hole) -> bool {
    let citation = hole.citation.and_then(|index| response.citations.get(index));
    !hole.span.is_empty() && citation.is_none_or(|citation| !citation.in_code)
}

/// Pairs each segment with the holes from its start up to the next one's; those before the first are
/// the first one's. Both are in order of position.
pub(super) fn with_holes<'s>(
    segments: &'s [Segment],
    mut holes: &'s [Hole],
) -> impl Iterator<Item = (&'s Segment, &'s [Hole])> {
    let nexts = segments.iter().skip(1).map(|next| next.start).chain([usize::MAX]);
    segments.iter().zip(nexts).map(move |(segment, next)| {
        let (here, rest) = holes.split_at(holes.partition_point(|hole| hole.span.start < next));
        holes = rest;
        (segment, here)
    })
}

/// Names of the model before what it says.
const SPEAKERS: &[&str] = &[
    "a",
    "answer",
    "assistant",
    "ai",
    "bot",
    "model",
    "agent",
    "chatgpt",
    "claude",
    "gemini",
    "copilot",
    "antwort",
    "réponse",
    "respuesta",
];

/// The maximum length of what stands before the colon of a speaker, in bytes.
const MAX_SPEAKER: usize = 24;

/// Cells that say yes or no.
const FLAGS: &[&str] =
    &["yes", "no", "true", "false", "ok", "pass", "passed", "fail", "failed", "n/a"];

/// True for the sign of a unit.
fn is_unit(c: char) -> bool {
    matches!(c, '%' | '‰' | '°' | '$' | '€' | '£' | '¥')
}

/// The maximum length of what begins the entry of a list, in bytes.
const MAX_BULLET: usize = 24;

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
}

impl<'r> Inference<'r> {
    fn new(response: &'r Response) -> Self {
        let claims = vec![None; response.citations.len()];
        let rows = claims.clone();
        let (lists, waiting) = (OnceCell::new(), Waiting::default());
        Self { response, claims, rows, lists, heading: None, waiting }
    }

    /// Returns the claim of each citation, and the first cell of its row.
    fn run(mut self) -> (Vec<Option<Span>>, Vec<Option<Span>>) {
        let (holes, blocks) = holes_and_blocks(self.response);
        let segments: Vec<Segment> = blocks.iter().flat_map(segments).collect();
        let mut above: Option<Span> = None;
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
            let block =
                block.filter(|it| segment.kind != SegmentKind::Cell || self.says_something(*it));
            let is_own = |it: &Span| segment.row.is_none_or(|row| row.start <= it.start);
            let claims = Above { block: block.filter(is_own), item, row: segment.row };
            if let Some(row) = segment.row {
                self.name_row(row, here);
            }
            let open = self.claim_within(&words, segment.start, here, claims);
            items.add(segment, words.span((0, words.text.len())));
            above = items.carry(segment, open, here);
        }
        (self.claims, self.rows)
    }

    /// Records the first cell of a row, if it is a name, for the citations `here` in the row.
    fn name_row(&mut self, row: Span, here: &[Hole]) {
        let said = row.slice(&self.response.text).unwrap_or_default();
        let Some(cell) = said.split('|').find(|cell| cell.contains(char::is_alphanumeric)) else {
            return;
        };
        let words = cell.trim();
        let is_name = words.contains(char::is_alphabetic);
        let place = said.find(words).filter(|_| is_name).map(|at| row.start + at);
        let name = place.map(|start| Span::new(start, start + words.len()));
        for citation in here.iter().filter_map(|hole| hole.citation) {
            if let Some(known) = self.rows.get_mut(citation) {
                *known = name;
            }
        }
    }

    /// False for a cell that holds a count, an id or a yes or no, which no source can support.
    fn says_something(&self, cell: Span) -> bool {
        let words = cell.slice(&self.response.text).unwrap_or_default().trim();
        let is_id =
            !words.contains(' ') && words.contains(|c: char| c == '_' || c.is_ascii_digit());
        let is_count = !words.contains(char::is_alphabetic) && !words.contains(is_unit);
        let is_flag = FLAGS.iter().any(|flag| words.eq_ignore_ascii_case(flag));
        !is_flag && !is_count && (!is_id || words.contains(is_unit))
    }

    /// Returns the words of a row before the citations from `first` to `last`, which are alone in their cell;
    /// those after them if there are none.
    fn row_around(&self, row: Span, first: usize, last: usize) -> Option<Span> {
        let mark = |index: usize| Some(self.response.citations.get(index)?.anchor.span);
        let (first, last) = (mark(first)?, mark(last)?);
        let cells = |part: Span| {
            let mut at = part.start;
            let mut said: Option<Span> = None;
            for cell in part.slice(&self.response.text)?.split('|') {
                let words = cell.trim();
                let start = at + cell.len() - cell.trim_start().len();
                let own = Span::new(start, start + words.len());
                at += cell.len() + 1;
                if words.contains(char::is_alphanumeric) && self.says_something(own) {
                    said = Some(Span::new(said.map_or(own.start, |it| it.start), own.end));
                }
            }
            said
        };
        let row_end = row.end.max(last.end);
        cells(Span::new(row.start.min(first.start), first.start))
            .or_else(|| cells(Span::new(last.end, row_end)))
    }

    /// Returns the bytes at which the model begins to speak in a chat of lines such as `Q: …` and `A: …`,
    /// from the byte `start` to the last of the holes `here`.
    fn speeches(&self, start: usize, here: &[Hole]) -> Vec<usize> {
        let end = here.last().map_or(start, |hole| hole.span.start);
        let said = self.response.text.get(start..end).unwrap_or_default();
        let mut at = start;
        let mut speeches = Vec::new();
        for line in said.split_inclusive('\n') {
            let head = line.get(..line.floor_char_boundary(MAX_SPEAKER)).unwrap_or(line);
            let speaker = head.split_once(':').filter(|(name, _)| {
                let name = name.trim_matches([' ', '*', '_', '>', '#']);
                SPEAKERS.iter().any(|own| name.eq_ignore_ascii_case(own))
            });
            speeches.extend(speaker.map(|(name, _)| at + name.len() + 1));
            at += line.len();
        }
        speeches
    }

    /// Returns a claim with the mark-up that belongs to it.
    fn whole(&self, claim: Span) -> Span {
        with_its_marks(&self.response.text, claim)
    }

    /// Returns the last words of its line before a citation.
    fn line_before(&self, citation: usize) -> &'r str {
        let text = self.response.text.as_str();
        let start = self.response.citations.get(citation).map_or(0, |it| it.anchor.span.start);
        let near = text.ceil_char_boundary(start.saturating_sub(MAX_LINE));
        let before = text.get(near..start).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or(before)
    }

    /// True if nothing but a bullet or a number stands before a citation in its line.
    fn opens_line(&self, citation: usize) -> bool {
        let text = self.response.text.as_str();
        let start = self.response.citations.get(citation).map_or(0, |it| it.anchor.span.start);
        let near = text.floor_char_boundary(start.saturating_sub(MAX_BULLET));
        let before = text.get(near..start).unwrap_or_default();
        let line = before.rsplit_once('\n').map(|(_, line)| line);
        let line = line.or_else(|| (near == 0).then_some(before));
        let is_bullet = |c: char| !c.is_alphabetic();
        line.is_some_and(|line| line.chars().all(is_bullet))
    }

    /// Returns the sentences that a citation may open, by the form of its marker.
    fn opener(&self, citation: usize) -> Opener {
        let Some(citation) = self.response.citations.get(citation) else { return Opener::Never };
        if citation.anchor.kind == AnchorKind::Point {
            Opener::Never
        } else if citation.family == FAMILY {
            Opener::Code
        } else if citation.raw.starts_with(['[', '\u{3010}', '\u{ff3b}']) {
            Opener::Source
        } else {
            Opener::Never
        }
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
        let marks = [opening, closing].map(|mark| self.response.citations.get(mark.citation));
        if let ([Some(first), Some(last)], Opener::Source) = (marks, opener)
            && let marks = Span::new(first.anchor.span.start, last.anchor.span.end)
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
        let clause = words.text.get(to..next).filter(|_| opener == Opener::Code && said_to > next);
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
        let marks: Vec<CitationInSegment> = here
            .iter()
            .filter_map(|hole| {
                let citation = hole.citation?;
                Some(CitationInSegment {
                    citation,
                    from: words.place(hole.span.start),
                    to: words.place(hole.span.end),
                })
            })
            .collect();
        let mut sentences = None;
        let mut after = words.place(self.behind_folded(here));
        let speeches = self.speeches(start, here);
        let speeches: Vec<usize> = speeches.into_iter().map(|at| words.place(at)).collect();
        let mut last = None;
        let is_one = |one: &CitationInSegment, other: &CitationInSegment| {
            words.is_gap(one.to, other.from)
                || words.text.get(one.to..other.from).is_some_and(lead::joins)
        };
        let mut groups = marks.chunk_by(is_one).peekable();
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
            let claim = if is_entry && self.is_listed(opening.citation) {
                None
            } else if is_alone
                && self.opener(opening.citation) == Opener::Code
                && let Some(row) = above.row
            {
                self.row_around(row, opening.citation, closing.citation)
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
            after = to;
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
}

/// A citation's place among the words of a segment.
struct CitationInSegment {
    citation: usize,
    from: usize,
    to: usize,
}

/// Drops the spans that start inside another one; `spans` are sorted.
fn disjoint(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        if kept.last().is_none_or(|last| last.end <= span.start) {
            kept.push(span);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Anchor, Card, Citation};

    /// Reads `*` as a marker and `%` as a card, and compares the claims; `-` is none.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut response = Response::default();
        for c in text.chars() {
            let start = response.text.len();
            match c {
                '*' => response.text.push_str("\u{e200}cite\u{e202}a.b C\u{e201}"),
                '%' => response.text.push_str("\u{e200}entity\u{e202}Acme\u{e201}"),
                other => response.text.push(other),
            }
            let span = Span::new(start, response.text.len());
            if c == '*' {
                response.citations.push(citation(span));
            } else if c == '%' {
                let family = "entity".to_owned();
                let label = Some("Acme".to_owned());
                response.cards.push(Card { family, span, label, known: true });
            }
        }
        let found: Vec<String> = claims(&response)
            .into_iter()
            .map(|claim| match claim.map(|claim| claim.span.slice(&response.text)) {
                None => "-".to_owned(),
                Some(None) => "out of place".to_owned(),
                Some(Some(words)) => {
                    let words = words.replace("\u{e200}cite\u{e202}a.b C\u{e201}", "*");
                    words.replace("\u{e200}entity\u{e202}Acme\u{e201}", "%")
                }
            })
            .collect();
        assert_eq!(found, expected);
    }

    fn citation(span: Span) -> Citation {
        Citation {
            family: "cite".to_owned(),
            raw: String::new(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: Vec::new(),
            ..Citation::default()
        }
    }

    #[test]
    fn a_marker_in_the_middle_stands_behind_the_sentence_it_closes() {
        check("One is so. Two is so.* Three is so.", &["Two is so."]);
        check("One is so. Two is* so and so.", &["Two is"]);
    }

    #[test]
    fn a_marker_that_closes_its_block_stands_behind_all_since_the_one_before() {
        check("One is so. Two is so.*", &["One is so. Two is so."]);
        check(
            "One.* Two is so. Three too *.\n\nFour.*",
            &["One.", "Two is so. Three too", "Four."],
        );
    }

    #[test]
    fn lists_of_sources_support_nothing_and_lines_about_sources_the_block_above() {
        check(
            "One is so.\n\nSource: *\n\nTwo is so.\nSources: *, *",
            &["One is so.", "Two is so.", "Two is so."],
        );
        check("One is so.\n\n## Sources\n\n- *\n- *\n\nTwo is so.\n\n*", &["-", "-", "Two is so."]);
        check("Sources: *\n\nSources:\n- It rose *\n- * says it", &["-", "It rose", "-"]);
        check("One is so.\n\nSources: *, and others", &["One is so."]);
    }

    #[test]
    fn a_line_about_sources_below_a_list_supports_its_entries() {
        let all = "One is so.\n- Two is so.";
        check(
            "- One is so.\n- Two is so.\n\nSource: *\n\n- Three is so.\n\n*",
            &[all, "Three is so."],
        );
        check(
            "- One is so.*\n- Two is so.\n- Three.\n\nSource: *",
            &["One is so.", "Two is so.\n- Three."],
        );
    }

    #[test]
    fn entries_with_bullets_of_their_own_support_nothing() {
        check("One is so.\n\nSources:\n\u{2022} *\n\u{2022} *", &["-", "-"]);
    }

    #[test]
    fn claims_begin_behind_the_name_of_the_model() {
        check(
            "Q: Is it so?\nA: It is so.* And so.*\n\nAssistant: One is so *.",
            &["It is so.", "And so.", "One is so"],
        );
        check("User: Why?\nBecause of this: a*.", &["User: Why?\nBecause of this: a"]);
    }

    #[test]
    fn brackets_around_markers_belong_to_no_claim() {
        check(
            "The limit is $500 (*). Two (so) is [*, *].",
            &["The limit is $500", "Two (so) is", "Two (so) is"],
        );
        check("One is so （*）. Two.", &["One is so"]);
    }

    #[test]
    fn adjacent_markers_share_a_claim() {
        check("One is so. Two is so. **; * Three is so.", &["Two is so."; 3]);
    }

    #[test]
    fn a_claim_starts_behind_the_citation_before_it() {
        check("One half* and another*, says he.", &["One half", "and another"]);
    }

    #[test]
    fn a_marker_that_opens_its_block_stands_behind_the_sentence_that_follows() {
        check("* One is so. Two is so.", &["One is so."]);
    }

    #[test]
    fn abbreviations_initials_and_decimals_end_no_sentence() {
        check(
            "So it is. See e.g. Dr. J. Doe in no. 5 at 3.5 %.* More.",
            &["See e.g. Dr. J. Doe in no. 5 at 3.5 %."],
        );
    }

    #[test]
    fn chinese_and_japanese_sentences_end_without_a_blank() {
        check("一つ目です。二つ目です。*三つ目です。", &["二つ目です。"]);
        check("第一句。*第二句！*第三句。", &["第一句。", "第二句！"]);
    }

    #[test]
    fn a_claim_stays_in_its_list_item_heading_and_cell() {
        check(
            "# Head\n\nText.*\n\n- item one*\n- item two\n  goes on*\n",
            &["Text.", "item one", "item two\n  goes on"],
        );
        check("| a | b |\n|---|---|\n| left * | right * |\n", &["left", "right"]);
        check("| a | b |\n|---|---|\n| It rose | * |\n| 62 % | * |\n", &["It rose", "62 %"]);
        let counts = "| a | b |\n|---|---|\n| 3 | * |\n| no | * |\n| case_1 | * |\n";
        check(counts, &["-", "-", "-"]);
    }

    #[test]
    fn a_citation_alone_in_its_block_takes_over_the_paragraph_above() {
        check("One.* Two is so.\n\n*", &["One.", "Two is so."]);
        check("One is so.\n\n- *\n", &["One is so."]);
        check("*", &["-"]);
        check("# Head\n\n*", &["-"]);
        check("So:\n\n```\n*\n```\n", &["-"]);
        check("So:\n\n```\nlet a;\n```**\n\nNot.*", &["let a;", "let a;", "Not."]);
        check("So:\n\n```\nlet a;\n```\n\n*\n", &["let a;"]);
    }

    #[test]
    fn markup_at_the_edges_is_no_part_of_a_claim() {
        check("So. __It is__ *. More.", &["It is"]);
        check("So. __It__ is *. More.", &["__It__ is"]);
        check("- `a` is so *.\n- Is `b`*\n", &["`a` is so", "Is `b`"]);
    }

    #[test]
    fn a_label_in_a_nested_list_stands_for_its_item() {
        check(
            "1. Boots for rain.\n   - Price: 9 euros\n   - Product ID: *\n\n2. Tent.\n   - ID: *\n",
            &["Boots for rain.\n   - Price: 9 euros", "Tent."],
        );
        check("- Boots.\n  - Colour: red *\n  - *\n", &["Colour: red", "Boots.\n  - Colour: red"]);
        check("- Product ID: *\n", &["Product ID:"]);
    }

    #[test]
    fn a_leading_dot_of_a_name_is_kept() {
        check("One is so. `.ignore` files are read.*", &["One is so. `.ignore` files are read."]);
        check("So.* `.ignore` is read.*", &["So.", "`.ignore` is read."]);
        check("So.* .ignore is read.*", &["So.", ".ignore is read."]);
        check("So*. It is read.*", &["So", "It is read."]);
    }

    #[test]
    fn a_quoted_sign_ends_no_sentence() {
        check("One. Use the \"?\" key here.* More.", &["Use the \"?\" key here."]);
    }

    #[test]
    fn a_claim_in_a_later_cell_has_the_name_of_its_row() {
        let text = "| a | b | c |\n|---|---|---|\n| Lamp * | red * | * |\n| 7 | blue * | |\n";
        let mut response = Response::default();
        for part in text.split_inclusive('*') {
            let (said, mark) = part.strip_suffix('*').map_or((part, ""), |said| (said, "[1]"));
            response.text.push_str(said);
            let start = response.text.len();
            response.text.push_str(mark);
            let span = Span::new(start, response.text.len());
            response.citations.extend((!mark.is_empty()).then(|| citation(span)));
        }
        let rows = claims(&response).into_iter().flatten().map(|claim| claim.row);
        let rows: Vec<_> = rows.map(|row| row.and_then(|row| row.slice(&response.text))).collect();
        assert_eq!(rows, [None, Some("Lamp [1]"), Some("Lamp [1]"), None]);
    }

    #[test]
    fn a_sign_that_opens_a_quote_belongs_to_its_claim() {
        check("»Es ist so«* »Auch so«*", &["»Es ist so«", "»Auch so«"]);
        check("Es war heiß. »Es ist so«* und so.", &["»Es ist so«"]);
        check("So.* \u{201d}Det är så\u{201d}*", &["So.", "\u{201d}Det är så\u{201d}"]);
        check("« Oui *» et « non »*", &["« Oui", "et « non »"]);
    }

    #[test]
    fn a_card_is_a_word_of_the_claim() {
        check("% makes things.* More.", &["% makes things."]);
    }
}
