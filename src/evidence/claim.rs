//! Which words of the response a citation stands behind.
//!
//! Most markers do not say. The claim is then inferred from where the marker stands, by the habits
//! the citation guide teaches models: a citation stands behind what it supports, inside the same
//! paragraph, list item or table cell. A marker that closes its block ("place citations at the end
//! of the paragraph") supports all of it since the citation before; one in the middle supports the
//! sentence it closes or cuts; one that opens its block supports the sentence behind it. Citations
//! with nothing but blanks and punctuation between them share one claim.
//!
//! What is inferred is marked so. Nothing here reads a source.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::model::{AnchorKind, Response};
use crate::text::Span;
use crate::text::markdown::{self, Block, BlockKind, RunText};

/// The response text a citation stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the response; may hold markers of other citations.
    pub span: Span,
    /// Whether it was inferred from where the marker stands.
    pub inferred: bool,
}

/// The claim of each citation, parallel to `response.citations`; `None` where there is no text it
/// could stand behind. Reads the response once.
pub fn claims(response: &Response) -> Vec<Option<Claim>> {
    let inferred = Inference::new(response).run();
    response
        .citations
        .iter()
        .zip(inferred)
        .map(|(citation, inferred)| match citation.anchor.kind {
            AnchorKind::Claim => Some(Claim { span: citation.anchor.span, inferred: false }),
            AnchorKind::Marker | AnchorKind::Point => {
                inferred.map(|span| Claim { span, inferred: true })
            }
        })
        .collect()
}

/// A marker that is cut out of the text: of a citation (by index) or of a card.
#[derive(Debug, Clone, Copy)]
struct Hole {
    span: Span,
    citation: Option<usize>,
}

struct Inference<'r> {
    response: &'r Response,
    holes: Vec<Hole>,
    claims: Vec<Option<Span>>,
}

impl<'r> Inference<'r> {
    fn new(response: &'r Response) -> Self {
        let citations = response.citations.iter().enumerate();
        let mut holes: Vec<Hole> = citations
            .filter(|(_, citation)| citation.anchor.kind != AnchorKind::Claim)
            .map(|(index, citation)| Hole { span: citation.anchor.span, citation: Some(index) })
            .chain(response.cards.iter().map(|card| Hole { span: card.span, citation: None }))
            .collect();
        holes.sort_by_key(|hole| hole.span);
        Self { response, holes, claims: vec![None; response.citations.len()] }
    }

    fn run(mut self) -> Vec<Option<Span>> {
        let in_text = self.holes.iter().filter(|hole| self.is_masked(hole));
        let masked: Vec<Span> = disjoint(in_text.map(|hole| hole.span));
        let blocks = markdown::parse(&self.response.text, &masked);
        let segments: Vec<Segment> = blocks.iter().flat_map(segments).collect();
        let mut holes = std::mem::take(&mut self.holes).into_iter().peekable();
        let mut above: Option<Span> = None;
        for (index, segment) in segments.iter().enumerate() {
            let next = segments.get(index + 1).map_or(usize::MAX, |next| next.start);
            let mut here = Vec::new();
            while let Some(hole) = holes.next_if(|hole| hole.span.start < next) {
                here.push(hole);
            }
            let words = Words::new(&self.response.text, segment, &here);
            let open = self.claim_within(&words, &here, above.filter(|_| segment.takes));
            above = if segment.carries { open } else { None };
        }
        self.claims
    }

    /// Whether Markdown must not look inside: in code the marker is the text it is.
    fn is_masked(&self, hole: &Hole) -> bool {
        let citation = hole.citation.and_then(|index| self.response.citations.get(index));
        !hole.span.is_empty() && citation.is_none_or(|citation| !citation.in_code)
    }

    /// Gives the citations of one segment their claims. A segment of nothing but citations takes
    /// over what stands `above` it. Returns what a next segment of that kind would take over.
    fn claim_within(&mut self, words: &Words, here: &[Hole], above: Option<Span>) -> Option<Span> {
        let marks: Vec<Mark> = here
            .iter()
            .filter_map(|hole| {
                let citation = hole.citation?;
                Some(Mark {
                    citation,
                    from: words.place(hole.span.start),
                    to: words.place(hole.span.end),
                })
            })
            .collect();
        let mut sentences = None;
        let mut after = 0;
        let mut last = None;
        for group in marks.chunk_by(|one, other| words.is_gap(one.to, other.from)) {
            let (Some(opening), Some(closing)) = (group.first(), group.last()) else { continue };
            let (from, to) = (opening.from, closing.to);
            let claim = if words.is_gap(0, words.text.len()) {
                above
            } else {
                let sentences = sentences.get_or_insert_with(|| sentence_starts(&words.text));
                words.span(words.claim(sentences, after, from, to))
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

/// A citation's place among the words of a segment.
struct Mark {
    citation: usize,
    from: usize,
    to: usize,
}

/// Sorted spans without the ones that start inside another.
fn disjoint(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        if kept.last().is_none_or(|last| last.end <= span.start) {
            kept.push(span);
        }
    }
    kept
}

/// A stretch of a block that a claim never leaves: a paragraph, a cell, a line of code.
struct Segment {
    start: usize,
    parts: Vec<Part>,
    /// Whether a citation alone in the next block may stand behind this one.
    carries: bool,
    /// Whether a citation alone in it may stand behind the block above: not in code, where it is
    /// part of an example.
    takes: bool,
}

/// A piece of shown text: the bytes of `span`, or `instead` of them.
struct Part {
    span: Span,
    instead: Option<&'static str>,
}

fn segments(block: &Block) -> Vec<Segment> {
    let carries = matches!(block.kind, BlockKind::Paragraph | BlockKind::TableRow { .. });
    let takes = !matches!(block.kind, BlockKind::Code { .. });
    let new = |start| Segment { start, parts: Vec::new(), carries, takes };
    let mut segments = vec![new(block.span.start)];
    for run in &block.runs {
        let instead = match run.text {
            RunText::Cell => {
                segments.push(new(run.span.end));
                continue;
            }
            RunText::Source => None,
            // One letter stands for whatever is shown: sentences are all that is asked for.
            RunText::Replaced(_) => Some("x"),
            RunText::SoftBreak => Some(" "),
            RunText::HardBreak => Some("\n"),
        };
        if let Some(segment) = segments.last_mut() {
            segment.parts.push(Part { span: run.span, instead });
        }
    }
    segments
}

/// The shown words of a segment, markers taken out, with the way back to the response.
struct Words {
    text: String,
    /// Where in `text` each piece starts, and the bytes of the response it stands for.
    pieces: Vec<(usize, Span)>,
}

impl Words {
    fn new(response: &str, segment: &Segment, holes: &[Hole]) -> Self {
        let mut words = Self { text: String::new(), pieces: Vec::new() };
        let mut holes = holes.iter().peekable();
        for part in &segment.parts {
            let mut at = part.span.start;
            while let Some(hole) = holes.next_if(|hole| hole.span.start < part.span.end) {
                words.push(response, Span::new(at, hole.span.start), part.instead);
                if hole.citation.is_none() {
                    // A card shows a label: a word like any other.
                    words.push(response, hole.span, Some("x"));
                }
                at = at.max(hole.span.end);
            }
            words.push(response, Span::new(at, part.span.end), part.instead);
        }
        words
    }

    fn push(&mut self, response: &str, span: Span, instead: Option<&str>) {
        let Some(bytes) = span.slice(response) else { return };
        if !bytes.is_empty() {
            self.pieces.push((self.text.len(), span));
            self.text.push_str(instead.unwrap_or(bytes));
        }
    }

    /// Where in `text` the response's byte `offset` is, or would be.
    fn place(&self, offset: usize) -> usize {
        let index = self.pieces.partition_point(|(_, span)| span.start < offset);
        match index.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            None => 0,
            Some((at, span)) => {
                let end = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
                (at + (offset - span.start)).min(end)
            }
        }
    }

    /// Whether nothing that is a word stands between two places of `text`.
    fn is_gap(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_none_or(|between| !between.contains(char::is_alphanumeric))
    }

    /// The claim of a group of markers from `from` to `to`; the group before ended at `after`.
    fn claim(&self, sentences: &[usize], after: usize, from: usize, to: usize) -> (usize, usize) {
        if self.is_gap(after, from) {
            // Nothing before it: it stands behind the sentence that follows.
            let end = sentences.iter().copied().find(|&start| !self.is_gap(to, start));
            return (to, end.unwrap_or(self.text.len()));
        }
        if self.is_gap(to, self.text.len()) {
            return (after, from);
        }
        let last_word = self
            .text
            .get(..from)
            .and_then(|before| before.rfind(char::is_alphanumeric))
            .unwrap_or(from);
        let index = sentences.partition_point(|&start| start <= last_word);
        let start = index.checked_sub(1).and_then(|index| sentences.get(index)).copied();
        (start.unwrap_or(0).max(after), from)
    }

    /// Bytes of the response from the first to the last word of a range of `text`; `None` when the
    /// range holds no word.
    fn span(&self, (from, to): (usize, usize)) -> Option<Span> {
        let range = self.text.get(from..to)?;
        let kept = range.trim_start_matches(closes).trim_end();
        if !kept.contains(char::is_alphanumeric) {
            return None;
        }
        let from = to - range.trim_start_matches(closes).len();
        Some(Span::new(self.original(from, false), self.original(from + kept.len(), true)))
    }

    /// The response's byte for a place in `text`; `end` picks the piece before a border.
    fn original(&self, place: usize, end: bool) -> usize {
        let index = if end {
            self.pieces.partition_point(|(at, _)| *at < place)
        } else {
            self.pieces.partition_point(|(at, _)| *at <= place)
        };
        match index.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            None => 0,
            Some((at, span)) => {
                let next = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
                let whole = end && place == next;
                if whole { span.end } else { (span.start + (place - at)).min(span.end) }
            }
        }
    }
}

/// What may stand before a claim without belonging to it: blanks, dashes, what closes a sentence.
fn closes(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '.' | ','
                | ';'
                | ':'
                | '!'
                | '?'
                | ')'
                | ']'
                | '}'
                | '\u{bb}'
                | '\u{2019}'
                | '\u{201d}'
                | '\u{2026}'
                | '\u{3001}'
                | '\u{3002}'
                | '\u{300b}'
                | '\u{300d}'
                | '\u{300f}'
                | '\u{3011}'
                | '\u{ff01}'
                | '\u{ff09}'
                | '\u{ff0c}'
                | '\u{ff1a}'
                | '\u{ff1b}'
                | '\u{ff1f}'
        )
}

/// Where the sentences of `text` start, in order; the first at 0.
///
/// Unicode's sentence borders (UAX #29), except behind an abbreviation or an initial, where they
/// see an end that is none.
fn sentence_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    let mut end = 0;
    for sentence in text.split_sentence_bounds() {
        let before = text.get(..end).unwrap_or_default();
        if end > 0 && !ends_in_abbreviation(before) {
            starts.push(end);
        }
        end += sentence.len();
    }
    starts
}

/// Abbreviations that are usually followed by the rest of their sentence, in lower case.
const ABBREVIATIONS: &[&str] = &[
    "dr", "mr", "mrs", "ms", "prof", "st", "e.g", "i.e", "vs", "no", "nos", "fig", "figs", "art",
    "sec", "sect", "approx", "ca", "cf", "al", "p", "pp", "vol", "ch", "ed", "eds", "eq", "z.b",
    "d.h", "bzw", "nr", "abs", "u.a", "vgl", "s", "m", "mme", "sr", "sra", "para", "viz",
];

fn ends_in_abbreviation(text: &str) -> bool {
    let Some(text) = text.trim_end().strip_suffix('.') else { return false };
    let word = text.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let mut letters = word.chars();
    let initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Anchor, Card, Citation, Spelling};

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
                response.cards.push(Card { family, span, label: None, known: true });
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
            label: None,
            problem: None,
            in_code: false,
            spelling: Spelling::Proper,
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
    }

    #[test]
    fn a_citation_alone_in_its_block_takes_over_the_paragraph_above() {
        check("One.* Two is so.\n\n*", &["One.", "Two is so."]);
        check("One is so.\n\n- *\n", &["One is so."]);
        check("*", &["-"]);
        check("# Head\n\n*", &["-"]);
        check("So:\n\n```\n*\n```\n", &["-"]);
    }

    #[test]
    fn markup_at_the_edges_is_no_part_of_a_claim() {
        check("So. __It is__ *. More.", &["It is"]);
    }

    #[test]
    fn a_card_is_a_word_of_the_claim() {
        check("% makes things.* More.", &["% makes things."]);
    }
}
