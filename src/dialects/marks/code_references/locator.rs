//! Line numbers after a path or a `#`.

use crate::text::Span;

/// Maximum number of digits of a line number.
const MAX_DIGITS: usize = 7;

/// Maximum number of ranges of one reference.
const MAX_RANGES: usize = 16;

const DASHES: [char; 4] = ['-', '\u{2010}', '\u{2013}', '\u{2014}'];

/// Line numbers with the length of their text, in bytes.
pub(super) type Lines = (Vec<(u64, u64)>, usize);

/// Returns a number at the start of `text`, and its length.
fn number(text: &str) -> Option<(u64, usize)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = text.get(..len).filter(|_| (1..=MAX_DIGITS).contains(&len))?;
    Some((digits.parse().ok()?, len))
}

/// Reads `42`, `42:7`, `42-50`, `42:7-50:3`, `4,9-12`, `4/9` at the start of `text`, with or without an
/// `L` before numbers.
pub(super) fn behind_colon(text: &str) -> Option<Lines> {
    let mut ranges = Vec::new();
    let mut at = 0;
    loop {
        let (range, len) = range(text.get(at..)?, ':')?;
        ranges.push(range);
        at += len;
        let rest = text.get(at..)?;
        let goes_on = rest.strip_prefix(',').is_some_and(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            // `src/a.rs:4,000` is no line and no list; `src/a.rs:485,554` is, as no file is that long.
            digits > 0 && digits != 3 || digits == 3 && at >= 3
        });
        let goes_on = goes_on || is_later(rest.strip_prefix('/'), ranges.last());
        if ranges.len() == MAX_RANGES {
            break;
        }
        if goes_on {
            at += 1;
        } else if let Some(len) = spaced(rest, ranges.last()) {
            at += len;
        } else {
            break;
        }
    }
    ends(text.get(at..)?).then_some((ranges, at))
}

/// True if `text` begins with a line after the `last` one: the `208` of `src/a.rs:110/208`.
fn is_later(text: Option<&str>, last: Option<&(u64, u64)>) -> bool {
    let next = text.and_then(number);
    next.is_some_and(|(next, _)| last.is_some_and(|(_, last)| *last < next))
}

/// Returns the length of what joins lines to those before, if more of them follow: `47, 142, 158`,
/// `60 and 73`. A number that goes on as a sentence counts something else.
fn spaced(text: &str, last: Option<&(u64, u64)>) -> Option<usize> {
    let joins = [", and ", ", ", " and ", " & "];
    let rest = joins.iter().find_map(|join| text.strip_prefix(join))?;
    let ((first, _), len) = range(rest, ':')?;
    let after = rest.get(len..)?;
    let ends_sentence = after.strip_prefix('.').is_some_and(|rest| {
        rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || c == ')')
    });
    let closes = after.is_empty()
        || ends_sentence
        || after.starts_with(['`', ')', ']', ',', ';', '\n', '\r']);
    let goes_on = joins.iter().any(|join| {
        let next = after.strip_prefix(join);
        next.is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()))
    });
    let is_later = last.is_some_and(|(_, last)| *last < first);
    // Commas alone go on as a sentence, too.
    let is_row = !after.starts_with(',') || goes_on;
    ((closes && is_row || goes_on) && is_later).then_some(text.len() - rest.len())
}

/// Reads `L42`, `L42-L50`, `L42-50`, `L42C3-L50C9`, `lines-5:7` at the start of a fragment.
pub(super) fn of_fragment(text: &str) -> Option<Lines> {
    if let Some(rest) = text.strip_prefix("lines-") {
        let (first, len) = number(rest)?;
        let second = rest.get(len..)?.strip_prefix(':').and_then(number);
        let (last, more) = second.map_or((first, 0), |(last, more)| (last, more + 1));
        return Some((vec![(first, last)], text.len() - rest.len() + len + more));
    }
    text.strip_prefix('L')?;
    let (range, len) = range(text, 'C')?;
    ends(text.get(len..)?).then(|| (vec![range], len))
}

/// Returns one number or two with a dash between them; a column may follow each.
fn range(text: &str, column: char) -> Option<((u64, u64), usize)> {
    let one = |text: &str| {
        let unmarked = text.strip_prefix('L').unwrap_or(text);
        let (line, len) = number(unmarked)?;
        let after = unmarked.get(len..)?;
        let columns = after.strip_prefix(column).and_then(number).map_or(0, |(_, len)| len + 1);
        Some((line, text.len() - unmarked.len() + len + columns))
    };
    let (first, len) = one(text)?;
    let rest = text.get(len..)?;
    let dash = rest.chars().next().filter(|c| DASHES.contains(c));
    let second = dash.and_then(|dash| {
        let (last, more) = one(rest.get(dash.len_utf8()..)?)?;
        Some((last, dash.len_utf8() + more))
    });
    let (last, more) = second.unwrap_or((first, 0));
    Some(((first, last), len + more))
}

/// Returns true if a reference may end in front of `text`.
fn ends(text: &str) -> bool {
    let mut chars = text.chars();
    match chars.next() {
        Some(c) if c.is_alphanumeric() || matches!(c, '_' | '%' | '/') => false,
        Some('.' | ':' | ',' | '-') => !chars.next().is_some_and(|c| c.is_ascii_digit()),
        _ => true,
    }
}

/// Returns the edit that makes a reference cite other lines: its span in `raw` and the new numbers.
/// `None` unless it has the old ones exactly once. Columns are left out.
pub fn respelled(raw: &str, (first, last): (u64, u64), new: (u64, u64)) -> Option<(Span, String)> {
    let mut found = None;
    for (at, _) in raw.char_indices() {
        let before = raw.get(..at)?.chars().next_back();
        if before.is_some_and(|c| c.is_ascii_alphanumeric()) {
            continue;
        }
        let rest = raw.get(at..)?;
        let Some(((from, to), len)) = range(rest, ':').filter(|_| starts_number(rest)) else {
            continue;
        };
        if (from, to) != (first, last) || !ends(rest.get(len..)?) {
            continue;
        }
        // A fence and a tag name both ends by themselves, which a range of one number does not.
        if found.is_some() {
            return None;
        }
        let old = rest.get(..len)?;
        let marked = if old.starts_with('L') { "L" } else { "" };
        let second = if old.matches('L').count() > 1 { "L" } else { "" };
        let second = if old.contains(DASHES) { second } else { marked };
        let dash = old.chars().find(|c| DASHES.contains(c)).unwrap_or('-');
        let text = match new {
            (first, last) if first == last => format!("{marked}{first}"),
            (first, last) => format!("{marked}{first}{dash}{second}{last}"),
        };
        found = Some((Span::new(at, at + len), text));
    }
    found
}

fn starts_number(text: &str) -> bool {
    text.strip_prefix('L').unwrap_or(text).starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        assert_eq!(behind_colon("42 x"), Some((vec![(42, 42)], 2)));
        assert_eq!(behind_colon("42:7-50:3)"), Some((vec![(42, 50)], 9)));
        assert_eq!(behind_colon("4,9-12."), Some((vec![(4, 4), (9, 12)], 6)));
        assert_eq!(
            behind_colon("47, 142, 158-160`"),
            Some((vec![(47, 47), (142, 142), (158, 160)], 16))
        );
        assert_eq!(behind_colon("60 and 73)"), Some((vec![(60, 60), (73, 73)], 9)));
        assert_eq!(behind_colon("60, 73 files"), Some((vec![(60, 60)], 2)));
        assert_eq!(behind_colon("60, 73, it"), Some((vec![(60, 60)], 2)));
        assert_eq!(behind_colon("60, 12)"), Some((vec![(60, 60)], 2)));
        for text in ["4,000", "42abc", "12345678", "1.2", "x", "12:3:4", "5%"] {
            let read = behind_colon(text);
            assert!(
                read.is_none() || text == "4,000" && read == Some((vec![(4, 4)], 1)),
                "{text}: {read:?}"
            );
        }
        assert_eq!(of_fragment("L4C2-L9C1"), Some((vec![(4, 9)], 9)));
        assert_eq!(of_fragment("lines-5:7"), Some((vec![(5, 7)], 9)));
        assert_eq!(of_fragment("section-4"), None);
    }

    #[test]
    fn numbers_are_respelled_in_their_own_form() {
        for (raw, old, new, expected) in [
            ("`src/a.rs:42`", (42, 42), (50, 50), "`src/a.rs:50`"),
            ("src/a4.rs:4-9", (4, 9), (14, 19), "src/a4.rs:14-19"),
            ("src/a.rs#L4-L9", (4, 9), (14, 19), "src/a.rs#L14-L19"),
            ("src/a.rs#L4-9", (4, 9), (14, 19), "src/a.rs#L14-19"),
            ("src/a.rs#L4", (4, 4), (14, 15), "src/a.rs#L14-L15"),
            ("L4\u{2013}9 of src/a.rs", (4, 9), (5, 10), "L5\u{2013}10 of src/a.rs"),
            ("[p](src/a.rs:42:7)", (42, 42), (43, 43), "[p](src/a.rs:43)"),
        ] {
            let (span, text) = respelled(raw, old, new).unwrap();
            let mut out = raw.to_owned();
            out.replace_range(span.start..span.end, &text);
            assert_eq!(out, expected);
        }
        assert_eq!(respelled("[src/a.rs:4](src/a.rs#L4)", (4, 4), (5, 5)), None);
        assert_eq!(respelled("`src/a.rs:42`", (4, 4), (5, 5)), None);
    }
}
