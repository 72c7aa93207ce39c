//! The words of a segment as a reader sees them, and which of them a group of markers closes.

use super::Hole;
use super::segment::Segment;
use crate::text::Span;

/// The shown words of a segment, markers taken out, with the way back to the response.
pub(in crate::evidence) struct Words {
    pub(in crate::evidence) text: String,
    /// Where in `text` each piece starts, and the bytes of the response it stands for.
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

    /// Where in `text` the response's byte `offset` is, or would be.
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

    /// Whether nothing that is a word stands between two places of `text`.
    pub(in crate::evidence) fn is_gap(&self, from: usize, to: usize) -> bool {
        self.text.get(from..to).is_none_or(|between| !between.contains(char::is_alphanumeric))
    }

    /// The claim of a group of markers from `from` to `to`; the group before ended at `after`.
    pub(in crate::evidence) fn claim(
        &self,
        sentences: &[usize],
        after: usize,
        from: usize,
        to: usize,
    ) -> (usize, usize) {
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
    pub(in crate::evidence) fn span(&self, (from, to): (usize, usize)) -> Option<Span> {
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
