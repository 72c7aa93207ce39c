//! Rewrites markers in the guide's spelling, without changing their meaning.

use crate::model::{Locator, Target};
use crate::text::Span;

use crate::dialects::shared::markers::fields::{line_numbers, slice, trimmed};
use crate::dialects::shared::markers::marks::{Mark, MarkKind, next_mark};
use crate::dialects::shared::markers::targets::loose_range;

/// A range that is not spelled as the guide has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respelled {
    /// The first such range, as written.
    pub written: String,
    /// The same as the guide spells it.
    pub proper: String,
    /// The whole marker with all ranges spelled properly.
    pub marker: String,
}

/// True if `text` begins with an opening, in either spelling.
pub fn begins_marker(text: &str) -> bool {
    next_mark(text.as_bytes().get(..text.len().min(6)).unwrap_or_default(), 0, true)
        .is_some_and(|mark| mark.kind == MarkKind::Open && mark.span.start == 0)
}

/// Returns `marker` with the escapes of its marks replaced by their characters.
pub fn unescaped(marker: &str) -> String {
    let mut out = String::with_capacity(marker.len());
    let mut at = 0;
    for mark in marks(marker) {
        out.push_str(marker.get(at..mark.span.start).unwrap_or_default());
        out.push(match mark.kind {
            MarkKind::Open => '\u{e200}',
            MarkKind::Close => '\u{e201}',
            MarkKind::Separator => '\u{e202}',
            MarkKind::ListClose => '\u{e20b}',
        });
        at = mark.span.end;
    }
    out.push_str(marker.get(at..).unwrap_or_default());
    out
}

/// Returns the marker of a family with these `targets`; locators other than lines stay as written.
pub fn written(family: &str, targets: &[Target]) -> String {
    let mut out = format!("\u{e200}{family}");
    for target in targets {
        out.push('\u{e202}');
        out.push_str(&target.id);
        match &target.locator {
            Some(Locator::Unreadable(raw)) => {
                out.push('\u{e202}');
                out.push_str(raw);
            }
            Some(locator) => {
                out.push('\u{e202}');
                out.push_str(&locator.to_string());
            }
            None => {}
        }
    }
    out.push('\u{e201}');
    out
}

/// Returns a marker whose ranges are clearly lines, but not spelled `L8` or `L8-L13`; `None` if it
/// has no such range.
pub fn respelled(marker: &str) -> Option<Respelled> {
    let bytes = marker.as_bytes();
    let mut first = None;
    let mut out = String::with_capacity(marker.len() + 2);
    let mut at = 0;
    let mut field_start = None;
    for mark in marks(marker) {
        if let Some(start) = field_start {
            let field = trimmed(bytes, Span::new(start, mark.span.start));
            let text = field.slice(marker).unwrap_or_default();
            if line_numbers(slice(bytes, field)).is_none()
                && let Some((from, to)) = loose_range(text)
                && let Some((from, to)) = str::from_utf8(from).ok().zip(str::from_utf8(to).ok())
            {
                let proper = format!("L{from}-L{to}");
                out.push_str(marker.get(at..field.start).unwrap_or_default());
                out.push_str(&proper);
                at = field.end;
                first.get_or_insert((text.to_owned(), proper));
            }
        }
        field_start = (mark.kind == MarkKind::Separator).then_some(mark.span.end);
    }
    out.push_str(marker.get(at..).unwrap_or_default());
    let (written, proper) = first?;
    Some(Respelled { written, proper, marker: out })
}

fn marks(marker: &str) -> impl Iterator<Item = Mark> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let mark = next_mark(marker.as_bytes(), at, true)?;
        at = mark.span.end;
        Some(mark)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_spelled_as_the_guide_has_them() {
        let marker = "\u{e200}cite\u{e202}a\u{e202} l8 \u{2013} 13\u{e202}b\u{e202}L1-L2\u{e201}";
        let found = respelled(marker).unwrap();
        let proper = "\u{e200}cite\u{e202}a\u{e202} L8-L13\u{e202}b\u{e202}L1-L2\u{e201}";
        assert_eq!((found.marker.as_str(), found.proper.as_str()), (proper, "L8-L13"));
        assert_eq!(respelled(proper), None);
        // A single `l8` is an id to the guide and may be one.
        assert_eq!(respelled("\u{e200}cite\u{e202}a\u{e202}l8\u{e201}"), None);
    }

    #[test]
    fn escapes_become_their_characters() {
        let escaped = r"\ue200cite\uE202turn0file0\ue201";
        assert!(begins_marker(escaped) && !begins_marker(&format!("x{escaped}")));
        assert_eq!(unescaped(escaped), "\u{e200}cite\u{e202}turn0file0\u{e201}");
    }
}
