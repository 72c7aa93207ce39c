//! The line of a text with a finding, shortened and made safe.
//!
//! Controls become visible tokens and markers become the chips of the screen. Both differ in length
//! from the original text, so the marked place is adjusted.

use std::ops::Range;
use std::sync::Arc;

use crate::text::Span;
use crate::text::safe::pieces;

/// The number of bytes kept on either side of the marked place; a paragraph is often one line.
const AROUND: usize = 160;
/// The maximum length of the marked place, in bytes.
const MAX_MARKED: usize = 600;

/// A text that excerpts are taken from. They share it: thousands of findings may be in one line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExcerptedText {
    /// The original text.
    pub(super) text: String,
    /// Its markers with their chips, which ascend and do not overlap.
    pub(super) chips: Vec<(Span, String)>,
}

/// Lines of a text with a marked place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the first line, from 1.
    pub line: u64,
    whole: Arc<ExcerptedText>,
    /// The lines, cut on both sides; bytes of the text.
    shown: Span,
    /// The place; bytes of the text.
    marked: Span,
    /// True if markers are shown as chips.
    has_chips: bool,
    /// True if the first and the last line are whole.
    ends: (bool, bool),
}

impl Excerpt {
    /// Returns the lines of a text that `span` touches; `line` is the number of the first.
    pub(super) fn new(whole: &Arc<ExcerptedText>, span: Span, line: u64, has_chips: bool) -> Self {
        let text = whole.text.as_str();
        let start = text.floor_char_boundary(span.start);
        let marked_end = span.end.max(start).min(start.saturating_add(MAX_MARKED));
        let end = text.ceil_char_boundary(marked_end.min(text.len()));
        let earliest = text.floor_char_boundary(start.saturating_sub(AROUND));
        let before = text.get(earliest..start).unwrap_or_default();
        let line_start = before.rfind(['\n', '\r']).map(|at| earliest + at + 1);
        let latest = text.ceil_char_boundary(end.saturating_add(AROUND).min(text.len()));
        let after = text.get(end..latest).unwrap_or_default();
        let line_end = after.find(['\n', '\r']).map(|at| end + at);
        let from = line_start.unwrap_or(earliest);
        let to = line_end.unwrap_or(latest);
        Self {
            line,
            whole: Arc::clone(whole),
            shown: Span::new(from, to),
            marked: Span::new(start, end),
            has_chips,
            ends: (
                line_start.is_some() || earliest == 0,
                line_end.is_some() || latest == text.len(),
            ),
        }
    }

    /// Returns the text as it may be shown, with the place in it.
    pub(super) fn shown(&self) -> (String, Range<usize>) {
        let ExcerptedText { text, chips } = &*self.whole;
        let Span { start: from, end: to } = self.shown;
        let mut shown = String::with_capacity(self.shown.len() + 32);
        let (from_start, to_end) = self.ends;
        shown.push_str(if from_start { "" } else { "… " });
        let (mut start, mut end) = (None, None);
        let chips = chips.get(chips.partition_point(|(span, _)| span.start < from)..);
        let chips = chips.filter(|_| self.has_chips).unwrap_or_default();
        let mut chips = chips.iter().take_while(|(span, _)| span.end <= to).peekable();
        let mut pieces = pieces(self.shown.slice(text).unwrap_or_default()).peekable();
        while let Some(piece) = pieces.next() {
            let at = from + piece.start;
            let chip = chips.next_if(|(span, _)| span.start <= at);
            let piece_end = chip.map_or(at + piece.original.len(), |(span, _)| span.end);
            if piece_end > self.marked.start {
                start.get_or_insert(shown.len());
            }
            if at >= self.marked.end {
                end.get_or_insert(shown.len());
            }
            if let Some((span, chip)) = chip {
                shown.push_str(chip);
                while pieces.next_if(|piece| from + piece.start < span.end).is_some() {}
                continue;
            }
            let next_ends_line = pieces.peek().is_some_and(|next| next.original == "\n");
            match piece.original {
                "\r" if next_ends_line => {}
                "\n" | "\r" | "\r\n" => shown.push('\n'),
                _ => shown.push_str(&piece.shown),
            }
        }
        let start = start.unwrap_or(shown.len());
        let end = end.unwrap_or(shown.len());
        shown.push_str(if to_end { "" } else { " …" });
        (shown, start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, span: Span, line: u64, chips: &[(Span, String)]) -> Excerpt {
        let whole = ExcerptedText { text: text.to_owned(), chips: chips.to_vec() };
        Excerpt::new(&Arc::new(whole), span, line, true)
    }

    #[test]
    fn the_marked_place_moves_with_the_tokens() {
        let text = "first\n\u{1b}[1mFine\u{202e}.\u{e200}cite\u{e201} so\r\nlast";
        let start = text.find('\u{e200}').unwrap();
        let end = text.find(" so").unwrap();
        let (shown, place) = excerpt(text, Span::new(start, end), 2, &[]).shown();
        assert_eq!(shown, "␛[1mFine⟨RLO⟩.⟨U+E200⟩cite⟨U+E201⟩ so");
        assert_eq!(shown.get(place), Some("⟨U+E200⟩cite⟨U+E201⟩"));
    }

    #[test]
    fn a_marker_is_shown_as_its_chip() {
        let marker = "\u{e200}cite\u{e202}a\u{e201}";
        let text = format!("Fine.{marker} So.{marker}\n");
        let second = text.rfind(marker).unwrap();
        let chip = |at: usize, chip: &str| (Span::new(at, at + marker.len()), chip.to_owned());
        let chips = [chip(5, "[1 a]"), chip(second, "[2 a]")];
        let (shown, place) = excerpt(&text, chips[1].0, 1, &chips).shown();
        assert_eq!(shown, "Fine.[1 a] So.[2 a]");
        assert_eq!(shown.get(place), Some("[2 a]"));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let text = format!("{}é!{}", "ä".repeat(500), "ö".repeat(500));
        let at = text.find('é').unwrap();
        let (shown, place) = excerpt(&text, Span::new(at, at + 2), 1, &[]).shown();
        assert_eq!(shown.get(place), Some("é"));
        assert!(shown.starts_with("… ää") && shown.ends_with("öö …"));
        assert!(shown.len() < 600);
    }

    #[test]
    fn several_lines_stay_several() {
        let (shown, place) = excerpt("a\r\nb\rc\nd", Span::new(0, 6), 1, &[]).shown();
        assert_eq!((shown.as_str(), place), ("a\nb\nc", 0..5));
    }
}
