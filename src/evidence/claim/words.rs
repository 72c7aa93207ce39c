//! The words of a segment as a reader sees them, and the claim that a group of markers closes.

use super::Hole;
use super::lead::{self, Lead};
use super::segment::Segment;
use crate::text::{Span, list_heading};

/// Maximum number of words of a label.
const MAX_LABEL_WORDS: usize = 4;

/// The sentences that a marker may open after other sentences of its segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evidence) enum Opener {
    /// None: it is not part of the text, as a raised number.
    Never,
    /// Those that say what a source says: `Document [1] states …`.
    Source,
    /// Those too that say what code does: `src/app.rs:42 returns …`.
    Code,
}

/// The shown words of a segment without its markers, mapped to the response.
pub(in crate::evidence) struct Words {
    pub(in crate::evidence) text: String,
    /// Start of each piece in `text`, and its bytes of the response.
    pieces: Vec<(usize, Span)>,
}

impl Words {
    pub(in crate::evidence) fn new(response: &str, segment: &Segment, holes: &[Hole]) -> Self {
        let mut words = Self { text: String::new(), pieces: Vec::new() };
        let mut holes = holes.iter().peekable();
        for part in &segment.parts {
            let mut at = part.span.start;
            while let Some(hole) = holes.next_if(|hole| hole.span.start < part.span.end) {
                words.push(response, Span::new(at, hole.span.start), part.instead);
                if hole.shown {
                    // The label of a card is a word like any other.
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

    /// Returns the place in `text` of the response's byte `offset`.
    pub(in crate::evidence) fn place(&self, offset: usize) -> usize {
        let index = self.pieces.partition_point(|(_, span)| span.start < offset);
        match index.checked_sub(1).and_then(|index| self.pieces.get(index)) {
            None => 0,
            Some((at, span)) => {
                let end = self.pieces.get(index).map_or(self.text.len(), |(next, _)| *next);
                (at + (offset - span.start)).min(end)
            }
        }
    }

    /// True if a group of markers from `from` to `to` has nothing but a short label before it (`Product
    /// ID:`) and nothing after it; the group before ended at `after`.
    pub(in crate::evidence) fn is_label(&self, after: usize, from: usize, to: usize) -> bool {
        let label =
            self.text.get(after..from).unwrap_or_default().trim_end_matches([' ', '(', '[']);
        label.ends_with([':', '\u{ff1a}'])
            && label.split_whitespace().count() <= MAX_LABEL_WORDS
            && self.is_gap(to, self.text.len())
    }

    /// True if no word is between two places of `text`.
    pub(in crate::evidence) fn is_gap(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_none_or(|between| !between.contains(char::is_alphanumeric))
    }

    /// Returns the claim of a group of markers from `from` to `to`; the group before ended at `after`.
    pub(in crate::evidence) fn claim(
        &self,
        sentences: &[usize],
        after: usize,
        (from, to): (usize, usize),
        opener: Opener,
    ) -> (usize, usize) {
        let behind = sentences.get(sentences.partition_point(|&start| start <= to)..);
        let end = behind.and_then(|all| all.iter().copied().find(|&start| !self.is_gap(to, start)));
        let end = end.unwrap_or(self.text.len());
        if self.is_gap(after, from) {
            // Nothing before it: it supports the sentence that follows.
            return (to, end);
        }
        if opener != Opener::Never {
            let start = self.sentence_start(sentences, after, from);
            let (before, behind) = (self.text.get(start..from), self.text.get(to..end));
            let is_code = opener == Opener::Code;
            let lead = before.zip(behind).and_then(|(one, other)| lead::lead(one, other, is_code));
            match lead {
                Some(Lead::Opens) => return (to, end),
                Some(Lead::Names) => return (start, end),
                None => {}
            }
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

    /// Returns the claim of a link from `label` to `to` whose words are part of a sentence: that sentence, or
    /// the clause before a link in brackets. `None` if the sentence says nothing else; the group before ended
    /// at `after`.
    pub(in crate::evidence) fn around_link(
        &self,
        sentences: &[usize],
        after: usize,
        (label, to): (usize, usize),
    ) -> Option<(usize, usize)> {
        /// Minimum number of words beside the link.
        const MIN_WORDS: usize = 4;
        let index = sentences.partition_point(|&start| start <= label);
        let start = index.checked_sub(1).and_then(|index| sentences.get(index)).copied();
        let start = start.unwrap_or(0);
        let end = sentences.get(sentences.partition_point(|&start| start < to)).copied();
        let end = end.unwrap_or(self.text.len());
        let before = self.text.get(start..label)?;
        if before.trim_end().ends_with(['(', '（']) {
            let from = start.max(after);
            return (!self.is_gap(from, label)).then_some((from, label));
        }
        let said = before.split_whitespace().chain(self.text.get(to..end)?.split_whitespace());
        let said = said.filter(|word| word.contains(char::is_alphanumeric)).count();
        (said >= MIN_WORDS).then_some((start, end))
    }

    /// Returns the start of the sentence that a marker at `from` is in, not before `after`. A stop right
    /// before the marker ends the sentence also where a small letter follows, which the borders in
    /// `sentences` do not.
    fn sentence_start(&self, sentences: &[usize], after: usize, from: usize) -> usize {
        let before = self.text.get(after..from).unwrap_or_default();
        let said = before.trim_end();
        let is_end = said.ends_with(['.', '!', '?', '\u{3002}']) && !said.ends_with("al.");
        if said.len() < before.len() && is_end {
            return from;
        }
        let index = sentences.partition_point(|&start| start < from);
        let start = index.checked_sub(1).and_then(|index| sentences.get(index)).copied();
        start.unwrap_or(0).max(after)
    }

    /// Returns the bytes of the response from the first to the last word of a range of `text`; `None`
    /// when the range has no word.
    pub(in crate::evidence) fn span(&self, (from, to): (usize, usize)) -> Option<Span> {
        let range = self.text.get(from..to)?;
        let trimmed = range.trim_start_matches(closes);
        let closing = range.get(..range.len() - trimmed.len()).unwrap_or_default();
        let start = from + closing.len();
        let is_own_dot = closing.ends_with(" .")
            || (closing == "." && start.checked_sub(1).is_some_and(|dot| self.opens_code(dot)));
        let own = if is_own_dot { 1 } else { self.opening_quote(closing, start) };
        let from = start - own;
        // `The limit is $500 ([1])`: the bracket belongs to the mark.
        let opens = |c: char| c.is_whitespace() || "([{（［【".contains(c);
        let kept = self.text.get(from..to)?.trim_end_matches(opens);
        // `It rose — [1]`
        let kept = [" \u{2014}", " \u{2013}", " --"]
            .iter()
            .find_map(|dash| kept.strip_suffix(dash))
            .unwrap_or(kept);
        let kept = lead::without_pointer(without_label(kept.trim_end()));
        if !kept.contains(char::is_alphanumeric) {
            return None;
        }
        Some(Span::new(self.original(from, false), self.original(from + kept.len(), true)))
    }

    /// Returns the length of the sign at the end of `closing`, which ends at `start` of `text`, if it
    /// opens a quote there, as in German (`»So«`) and Swedish (`”So”`), or stands for letters (`’90s`):
    /// a blank is before it, and none after it.
    fn opening_quote(&self, closing: &str, start: usize) -> usize {
        let Some(sign) = closing.chars().next_back() else { return 0 };
        let before = start.checked_sub(sign.len_utf8()).and_then(|at| self.text.get(..at));
        let opens = matches!(sign, '\u{bb}' | '\u{2019}' | '\u{201d}')
            && before.is_some_and(|it| it.chars().next_back().is_none_or(char::is_whitespace));
        if opens { sign.len_utf8() } else { 0 }
    }

    /// True if a name such as `.gitignore` may begin with its dot at `place` of `text`: code begins
    /// there, or the segment. A marker takes more bytes of the response than the signs of code.
    fn opens_code(&self, place: usize) -> bool {
        let index = self.pieces.partition_point(|(at, _)| *at < place);
        let own = self.pieces.get(index).filter(|(at, _)| *at == place);
        let before = index.checked_sub(1).and_then(|index| self.pieces.get(index));
        own.is_some_and(|(_, span)| before.is_none_or(|(_, it)| span.start - it.end <= 2))
    }

    /// Returns the response's byte for a place in `text`; `end` picks the piece before a border.
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

/// Cuts `Sources:` after the last sentence off, which announces the marks.
fn without_label(words: &str) -> &str {
    let cut = || {
        let end = words.strip_suffix(':')?.rfind(['.', '!', '?', '。'])?;
        let (sentences, label) = words.split_at_checked(words.ceil_char_boundary(end + 1))?;
        list_heading::is_label(label).then_some(sentences)
    };
    cut().unwrap_or(words)
}

/// True for characters before a claim that are not part of it: blanks, dashes, ends of sentences.
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
                | '\u{2013}'
                | '\u{2014}'
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
