//! Markers whose private-use characters were lost: `citeturn0file0L8-L13`.
//!
//! Copying out of a chat window often drops the characters and joins the words. Without separators,
//! the ids are only recognized in the form that models print, `turn\d+[a-z]+\d+`. The whole must
//! not be inside a longer word. Ids without the family word (`turn0file0`) are left as text,
//! because answers also mention such ids. Some exports write the marker as words in code instead,
//! `` `cite: turn0file0, turn0file1` ``.

use memchr::memmem;

use crate::text::Span;

use crate::dialects::shared::markers::fields::{blank_at, digits, is_id_byte, slice};

/// A damaged marker.
#[derive(Debug)]
pub(crate) struct Stripped {
    /// Bytes of the text.
    pub(crate) span: Span,
    /// The family word.
    pub(crate) family: &'static str,
    /// Ids and locators, in order.
    pub(crate) parts: Vec<Span>,
}

/// The families that are recognized without their marks, longest first.
const FAMILIES: [&str; 2] = ["filecite", "cite"];

/// Returns all damaged markers in `gap`, a part of `bytes`.
pub(crate) fn stripped_in(bytes: &[u8], gap: Span) -> Vec<Stripped> {
    let mut all = joined_in(bytes, gap);
    let mut quoted = quoted_in(bytes, gap);
    if !quoted.is_empty() {
        all.append(&mut quoted);
        all.sort_by_key(|marker| marker.span);
    }
    all
}

/// Beginning of a marker that is written as words in code.
pub(crate) const QUOTED: &str = "cite: turn";

/// Returns the markers that are written as words in code: `` `cite: turn0file0, turn0file1` ``.
fn quoted_in(bytes: &[u8], gap: Span) -> Vec<Stripped> {
    let head = QUOTED.len() - "turn".len();
    let quoted = |found: usize| {
        let cite = gap.start + found;
        let before = slice(bytes, Span::new(gap.start, cite));
        let family = FAMILIES.into_iter().find(|family| {
            let own = family.as_bytes().strip_suffix(b"cite").unwrap_or_default();
            before.strip_suffix(own).is_some_and(|rest| rest.ends_with(b"`"))
        })?;
        let start = cite - (family.len() - "cite".len()) - 1;
        let mut at = cite + head;
        let mut parts = Vec::new();
        loop {
            let rest = slice(bytes, Span::new(at, gap.end));
            let id =
                turn_id(rest).or_else(|| locator_prefix(rest).filter(|_| !parts.is_empty()))?;
            parts.push(Span::new(at, at + id));
            at += id;
            let rest = slice(bytes, Span::new(at, gap.end));
            if rest.starts_with(b"`") {
                return Some(Stripped { span: Span::new(start, at + 1), family, parts });
            }
            at += rest.strip_prefix(b",").map(|rest| 1 + blank_at(rest))?;
        }
    };
    memmem::find_iter(slice(bytes, gap), QUOTED.as_bytes()).filter_map(quoted).collect()
}

/// True if a text has such a marker.
pub(crate) fn has_quoted(text: &str) -> bool {
    text.contains(QUOTED) && !quoted_in(text.as_bytes(), Span::new(0, text.len())).is_empty()
}

/// Returns the damaged markers whose pieces are joined.
fn joined_in(bytes: &[u8], gap: Span) -> Vec<Stripped> {
    let mut all = Vec::new();
    let mut after = gap.start;
    for found in memmem::find_iter(slice(bytes, gap), b"citeturn") {
        let cite = gap.start + found;
        if cite < after {
            continue;
        }
        let before = slice(bytes, Span::new(after, cite));
        let (family, start) =
            if before.ends_with(b"file") { ("filecite", cite - 4) } else { ("cite", cite) };
        // Tested first, so that a long run of ids that is not a marker is read only once.
        if start.checked_sub(1).and_then(|at| bytes.get(at)).copied().is_some_and(in_word) {
            continue;
        }
        if let Some(marker) = glued(bytes, Span::new(start, gap.end), family) {
            after = marker.span.end;
            all.push(marker);
        }
    }
    all
}

/// Returns a field that is a damaged marker as a whole; blanks may separate its pieces.
pub(crate) fn stripped_field(bytes: &[u8], field: Span) -> Option<Stripped> {
    let text = slice(bytes, field);
    let family = FAMILIES.into_iter().find(|family| text.starts_with(family.as_bytes()))?;
    let mut parts = Vec::new();
    let mut at = field.start + family.len();
    while at < field.end {
        let rest = slice(bytes, Span::new(at, field.end));
        let blank = blank_at(rest);
        if blank > 0 {
            at += blank;
            continue;
        }
        let len = turn_id(rest).or_else(|| locator_prefix(rest))?;
        parts.push(Span::new(at, at + len));
        at += len;
    }
    (!parts.is_empty()).then_some(Stripped { span: field, family, parts })
}

/// Returns the bytes of `turn0file0` that `text` begins with.
pub(crate) fn turn_id(text: &[u8]) -> Option<usize> {
    let (_, rest) = digits(text.strip_prefix(b"turn")?)?;
    let letters = rest.iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    if letters == 0 {
        return None;
    }
    let (_, rest) = digits(rest.get(letters..)?)?;
    Some(text.len() - rest.len())
}

/// Returns the bytes of `L8` or `L8-L13` that `text` begins with.
pub(crate) fn locator_prefix(text: &[u8]) -> Option<usize> {
    let (_, rest) = digits(text.strip_prefix(b"L")?)?;
    let range = rest.strip_prefix(b"-L").and_then(digits);
    let rest = range.map_or(rest, |(_, rest)| rest);
    Some(text.len() - rest.len())
}

fn glued(bytes: &[u8], within: Span, family: &'static str) -> Option<Stripped> {
    let mut parts = Vec::new();
    let mut at = within.start + family.len();
    while let Some(id) = turn_id(slice(bytes, Span::new(at, within.end))) {
        parts.push(Span::new(at, at + id));
        at += id;
        if let Some(len) = locator_prefix(slice(bytes, Span::new(at, within.end))) {
            parts.push(Span::new(at, at + len));
            at += len;
        }
    }
    let ends = !bytes.get(at).copied().is_some_and(in_word) || at == within.end;
    (ends && !parts.is_empty()).then_some(Stripped {
        span: Span::new(within.start, at),
        family,
        parts,
    })
}

fn in_word(byte: u8) -> bool {
    is_id_byte(byte) && byte != b'-'
}
