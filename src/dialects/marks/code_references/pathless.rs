//! Lines without a path, such as `(:400-403)`, which belong to a file named before them.

use super::context::{fences, last_before};
use super::locator::behind_colon;
use crate::text::Span;

/// Returns the places without a path of a text, such as `(:400-403)`: their spans without backticks,
/// and lines. A single number without round brackets may be a port.
pub(super) fn places(text: &str) -> Vec<(Span, Vec<(u64, u64)>)> {
    let fences = fences(text);
    let is_fenced = |at: usize| {
        last_before(&fences, |it| it.span.start <= at).is_some_and(|it| at < it.span.end)
    };
    let mut ports = Ports { text, line: Span::new(0, 0), port: None };
    let place = |at: usize| {
        let (before, rest) = (text.get(..at)?, text.get(at + 1..)?);
        rest.starts_with(|c: char| c.is_ascii_digit()).then_some(())?;
        let (lines, len) = behind_colon(rest)?;
        let after = rest.get(len..)?;
        let is_ticked = before.ends_with('`') && after.starts_with('`');
        let outer = (before.trim_end_matches('`'), after.trim_start_matches('`'));
        let is_enclosed =
            outer.0.ends_with(['(', '[']) && outer.1.starts_with([')', ']', ',', ';']);
        let is_range = lines.iter().any(|(first, last)| first != last) || lines.len() > 1;
        let is_place =
            is_ticked && is_range || is_enclosed && (is_range || !ports.is_named_before(at));
        (is_place && !is_fenced(at)).then(|| (Span::new(at, at + 1 + len), lines))
    };
    memchr::memchr_iter(b':', text.as_bytes()).filter_map(place).collect()
}

/// The lines of a text that speak of a port, asked for in order: each line is read once.
struct Ports<'t> {
    text: &'t str,
    /// The line asked for last.
    line: Span,
    /// The place where it first speaks of a port, in bytes.
    port: Option<usize>,
}

impl Ports<'_> {
    /// True if the line around a place speaks of a port before it.
    fn is_named_before(&mut self, at: usize) -> bool {
        if at >= self.line.end {
            let bytes = self.text.as_bytes();
            let before = bytes.get(..at).unwrap_or_default();
            let after = bytes.get(at..).unwrap_or_default();
            let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
            let end = memchr::memchr(b'\n', after).map_or(bytes.len(), |len| at + len + 1);
            self.line = Span::new(start, end);
            let line = self.line.slice(self.text).unwrap_or_default().to_ascii_lowercase();
            self.port = line.find("port").map(|found| start + found);
        }
        self.port.is_some_and(|port| port < at)
    }
}
