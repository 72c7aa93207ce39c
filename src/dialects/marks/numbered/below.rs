//! The lines below words for a source, where each part of a text has such words: `**Source:**` above
//! `- [Timetable](https://…)`.

use crate::text::Span;

/// Words for one source, in lower case: those for several are over a list of all that was found.
const LABELS: &[&str] =
    &["source", "quelle", "fuente", "fonte", "источник", "kaynak", "출처", "出典"];

/// The minimum number of parts with such words: one list at the end of a text is only a list.
const MIN_PARTS: usize = 2;

/// Returns the lines with links below such words, in order; none if there are too few.
pub(super) fn below_labels(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let (mut start, mut parts) = (0, 0);
    // True below the words, until a line without a link.
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if is_label(line) {
            is_open = true;
            parts += 1;
        } else if is_open && line.contains("](http") {
            lines.push(Span::new(at, at + line.len()));
        } else if !line.trim().is_empty() {
            is_open = false;
        }
    }
    if parts < MIN_PARTS { Vec::new() } else { lines }
}

/// True for a line that only says that sources follow.
fn is_label(line: &str) -> bool {
    const MAX_LABEL: usize = 40;
    let line = line.trim();
    if line.len() > MAX_LABEL || !line.contains([':', '：']) {
        return false;
    }
    let words = line.trim_matches(['*', '_', '>', '-', '#', ' ']);
    words.strip_suffix([':', '：']).is_some_and(|word| LABELS.contains(&&*word.to_lowercase()))
}
