//! Lists of sources that hold nothing but numbers, `References: [1], [3]` in two lines.

use crate::dialects::marks::numbered::list::{self, List};
use crate::text::Span;
use crate::text::brackets::enclosed;

/// Returns the list of a text and the number of entries of another, as [`list::of_marks`] does; none that cites.
pub(super) fn of_marks(text: &str, code: &[Span]) -> (List, usize) {
    let (list, uncounted) = list::of_marks(text, code);
    let cites = cites_alone(text, &list);
    let list = if cites { List { answers: list.answers, ..List::default() } } else { list };
    (list, uncounted)
}

/// True if a list holds nothing but numbers, and nothing above it has some in brackets: the answer as a whole
/// cites them.
fn cites_alone(text: &str, list: &List) -> bool {
    let spans = || list.entries.iter().map(|entry| entry.span);
    let is_bare = |lines: &str| {
        let is_sign = |c: char| c.is_ascii_digit() || c.is_whitespace() || "[],;.-*•".contains(c);
        lines.contains('[') && lines.chars().all(is_sign)
    };
    if list.heading.is_none() || !spans().all(|span| span.slice(text).is_some_and(is_bare)) {
        return false;
    }
    let Some(first) = spans().map(|span| span.start).min() else { return false };
    let above = text.get(..first).unwrap_or_default();
    let is_number = |inner: &str| inner.starts_with(|c: char| c.is_ascii_digit());
    !enclosed(above, '[', ']', &[]).any(|(_, inner)| inner.slice(text).is_some_and(is_number))
}
