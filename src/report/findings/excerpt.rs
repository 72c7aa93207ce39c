//! The line of a text with a finding, shortened and made safe.
//!
//! Controls become visible tokens and markers become the chips of the screen. Both differ in length
//! from the original text, so the marked place is adjusted.

use std::ops::Range;

use crate::text::Span;
use crate::text::safe::pieces;

/// The number of bytes kept on either side of the marked place; a paragraph is often one line.
const AROUND: usize = 240;
/// The maximum length of the marked place, in bytes.
const MAX_MARKED: usize = 600;

/// Lines of a text with a marked place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the first line, from 1.
    pub line: u64,
    /// The original text, cut on both sides.
    text: String,
    /// The place, as bytes of `text`.
    marked: Span,
    /// The markers in `text` with their chips, in order.
    chips: Vec<(Span, String)>,
    /// True if the first and the last line are whole.
    whole: (bool, bool),
}

impl Excerpt {
    /// Returns the lines of `text` that `span` touches; `line` is the number of the first. The
    /// markers in `chips`, which ascend and do not overlap, are shown as chips.
    pub(super) fn new(text: &str, span: Span, line: u64, chips: &[(Span, String)]) -> Self {
        let start = text.floor_char_boundary(span.start);
        let marked_end = span.end.max(start).min(start.saturating_add(MAX_MARKED));
        let end = text.ceil_char_boundary(marked_end.min(text.len()));
        let earliest = text.floor_char_boundary(start.saturating_sub(AROUND));
        let before = text.get(earliest..start).unwrap_or_default();
        let line_start = before.rfind(['\n', '\r']).map(|at| earliest + at + 1);
        let latest = text.ceil_char_boundary(end.saturating_add(AROUND).min(text.len()));
        let behind = text.get(end..latest).unwrap_or_default();
        let line_end = behind.find(['\n', '\r']).map(|at| end + at);
        let from = line_start.unwrap_or(earliest);
        let to = line_end.unwrap_or(latest);
        let first = chips.partition_point(|(span, _)| span.start < from);
        let chips = chips.iter().skip(first).take_while(|(span, _)| span.end <= to);
        let chips =
            chips.map(|(span, chip)| (Span::new(span.start - from, span.end - from), chip.clone()));
        Self {
            line,
            chips: chips.collect(),
            text: text.get(from..to).unwrap_or_default().to_owned(),
            marked: Span::new(start - from, end - from),
            whole: (
                line_start.is_some() || earliest == 0,
                line_end.is_some() || latest == text.len(),
            ),
        }
    }

    /// Returns the text as it may be shown, with the place in it.
    pub(super) fn shown(&self) -> (String, Range<usize>) {
        let mut shown = String::with_capacity(self.text.len() + 32);
        let (from_start, to_end) = self.whole;
        shown.push_str(if from_start { "" } else { "… " });
        let (mut start, mut end) = (None, None);
        let mut chips = self.chips.iter().peekable();
        let mut pieces = pieces(&self.text).peekable();
        while let Some(piece) = pieces.next() {
            let chip = chips.next_if(|(span, _)| span.start <= piece.start);
            let piece_end = chip.map_or(piece.start + piece.original.len(), |(span, _)| span.end);
            if piece_end > self.marked.start {
                start.get_or_insert(shown.len());
            }
            if piece.start >= self.marked.end {
                end.get_or_insert(shown.len());
            }
            if let Some((span, chip)) = chip {
                shown.push_str(chip);
                while pieces.next_if(|piece| piece.start < span.end).is_some() {}
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

    #[test]
    fn the_marked_place_moves_with_the_tokens() {
        let text = "first\n\u{1b}[1mFine\u{202e}.\u{e200}cite\u{e201} so\r\nlast";
        let start = text.find('\u{e200}').unwrap();
        let end = text.find(" so").unwrap();
        let excerpt = Excerpt::new(text, Span::new(start, end), 2, &[]);
        let (shown, place) = excerpt.shown();
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
        let (shown, place) = Excerpt::new(&text, chips[1].0, 1, &chips).shown();
        assert_eq!(shown, "Fine.[1 a] So.[2 a]");
        assert_eq!(shown.get(place), Some("[2 a]"));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let text = format!("{}é!{}", "ä".repeat(500), "ö".repeat(500));
        let at = text.find('é').unwrap();
        let (shown, place) = Excerpt::new(&text, Span::new(at, at + 2), 1, &[]).shown();
        assert_eq!(shown.get(place), Some("é"));
        assert!(shown.starts_with("… ää") && shown.ends_with("öö …"));
        assert!(shown.len() < 600);
    }

    #[test]
    fn several_lines_stay_several() {
        let (shown, place) = Excerpt::new("a\r\nb\rc\nd", Span::new(0, 6), 1, &[]).shown();
        assert_eq!((shown.as_str(), place), ("a\nb\nc", 0..5));
    }
}
