//! Keys in brackets: notes on those in round ones, `(C-16)`, `(C-16, C-27)`, and after a label,
//! `[events: ev-0001]`, that were not read, and those that are an index.

use std::collections::BTreeSet;

use crate::dialects::shared::code::Code;
use crate::model::{Case, SourceText};
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Maximum length of what is in the brackets, in bytes.
const MAX_LENGTH: usize = 80;

/// Minimum number of such brackets, and of different ones, that are noted.
const MIN_KEYS: usize = 3;
const MIN_DIFFERENT: usize = 3;

/// True for a kind of source in capitals with a number that counts one of several texts that came with the answer:
/// `[ACT-1]`; not for `[COVID-19]` beside four of them.
pub(super) fn counts_text(case: &Case, span: Span) -> bool {
    let key = span.slice(&case.response.text).unwrap_or_default().trim_matches(['[', ']']);
    let number = key.split_once('-').and_then(|(_, number)| number.parse::<usize>().ok());
    let mut texts = case.sources.iter().filter(|it| matches!(it.text, SourceText::Inline(_)));
    number.is_some_and(|number| number > 0 && texts.nth(number.max(2) - 1).is_some())
}

/// Returns a note on keys in round brackets.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let mut keys = round_keys(text);
    let read = SpanSet::new(case.response.citations.iter().map(|it| it.anchor.span));
    keys.retain(|span| !read.overlaps(*span));
    let first = one_line(keys.first()?.slice(text)?);
    (keys.len() >= MIN_KEYS).then(|| {
        let keys = count(keys.len(), "key");
        format!("{keys} in round brackets, such as `{first}`, may be citations: not read")
    })
}

/// Returns a note on round brackets with a document and its piece: `(moll_2024, moll_2024__results__006)`.
pub(super) fn note_pieces(case: &Case) -> Option<String> {
    let (brackets, first) = unread_brackets(case, b'(', 1, pieces_in)?;
    Some(format!(
        "{brackets} with keys of documents and of their pieces, such as `{first}`, may be citations: no source \
         states such a key"
    ))
}

/// Returns the number of brackets that nothing reads, as words, and the first of them; `None` for fewer than
/// `min`. They open with `sign`, and `bracket` returns the one at a place.
fn unread_brackets(
    case: &Case,
    sign: u8,
    min: usize,
    bracket: fn(&str, usize) -> Option<Span>,
) -> Option<(String, String)> {
    let text = case.response.text.as_str();
    let opens = memchr::memchr_iter(sign, text.as_bytes());
    let mut found: Vec<Span> = opens.filter_map(|at| bracket(text, at)).collect();
    if found.len() < min {
        return None;
    }
    let code = Code::of(text);
    let read = case.response.citations.iter().map(|it| it.anchor.span);
    let known = SpanSet::new(read.chain(case.unread.iter().copied()));
    found.retain(|span| !code.overlaps(*span) && !known.overlaps(*span));
    let first = one_line(found.first()?.slice(text)?);
    (found.len() >= min).then(|| (count(found.len(), "bracket"), first))
}

/// Returns the bracket that opens at `at`, if it holds a key and a longer one that begins with it.
fn pieces_in(text: &str, at: usize) -> Option<Span> {
    const MAX_KEYS: usize = 400;
    // `f(x, x__y)` is a call.
    let is_apart = !text.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let inner = text.get(at + 1..)?;
    let end = inner.bytes().take(MAX_KEYS).position(|byte| matches!(byte, b')' | b'\n'))?;
    let inner = inner.get(..end).filter(|it| it.contains("__"))?;
    let is_closed = text.as_bytes().get(at + 1 + end) == Some(&b')');
    let keys: Vec<&str> = inner.split([',', ';']).map(str::trim).collect();
    let is_key = |key: &&str| {
        key.starts_with(char::is_alphanumeric)
            && key.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
    };
    let is_of = |piece: &&str, key: &&str| {
        piece.strip_prefix(*key).is_some_and(|rest| rest.starts_with("__"))
    };
    let has_piece = keys.iter().any(|key| keys.iter().any(|piece| is_of(piece, key)));
    (is_apart && is_closed && has_piece && keys.iter().all(is_key))
        .then(|| Span::new(at, at + end + 2))
}

/// Returns a note on keys after a label in square brackets: `[events: ev-0001]`.
pub(super) fn note_labelled(case: &Case) -> Option<String> {
    let (brackets, first) = unread_brackets(case, b'[', MIN_KEYS, labelled_keys)?;
    Some(format!(
        "{brackets} with keys after a label, such as `{first}`, may be citations: `--pattern` reads marks of \
         your own"
    ))
}

/// Returns the bracket that opens at `at`, if it holds a label and keys.
fn labelled_keys(text: &str, at: usize) -> Option<Span> {
    const MAX_LABEL: usize = 16;
    let inner = text.get(at + 1..)?;
    let end = inner.bytes().take(MAX_LENGTH).position(|byte| matches!(byte, b']' | b'\n'))?;
    let (label, keys) = inner.get(..end)?.split_once(": ")?;
    let is_label = (1..=MAX_LABEL).contains(&label.len())
        && label.chars().all(|c| c.is_alphabetic() || c == ' ');
    // `ev-0001`, `S3`: letters and a number.
    let is_key = |key: &str| {
        let digits = key.trim_start_matches(|c: char| c.is_ascii_alphabetic() || "-_".contains(c));
        let is_number =
            (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        is_number && (1..=8).contains(&(key.len() - digits.len()))
    };
    let are_keys = keys.split([',', ';']).map(str::trim).all(is_key);
    let is_closed = inner.as_bytes().get(end) == Some(&b']');
    (is_label && are_keys && is_closed).then(|| Span::new(at, at + end + 2))
}

/// Returns the round brackets that only hold keys, if there are several; not those in code.
pub(super) fn round_keys(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for at in memchr::memchr_iter(b'(', text.as_bytes()) {
        let inner = text.get(at + 1..).unwrap_or_default();
        let end = inner.bytes().take(MAX_LENGTH).position(|byte| matches!(byte, b')' | b'\n'));
        let Some(end) = end else { continue };
        let mut keys = inner.get(..end).unwrap_or_default().split([',', ';']).map(str::trim);
        if inner.as_bytes().get(end) == Some(&b')') && keys.all(is_key) {
            found.push(Span::new(at, at + end + 2));
        }
    }
    let different: BTreeSet<&str> = found.iter().filter_map(|span| span.slice(text)).collect();
    if found.len() < MIN_KEYS || different.len() < MIN_DIFFERENT {
        return Vec::new();
    }
    let code = Code::of(text);
    found.retain(|span| !code.overlaps(*span));
    found
}

/// True if a bracket with a name is an index: `row[column_1]`.
pub(super) fn is_index(text: &str, span: Span) -> bool {
    let mark = span.slice(text).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    mark.contains('_') && before.ends_with(|c: char| c.is_alphanumeric() || "_)]".contains(c))
}

/// True for letters and a number, `C-16`, or the beginning of a hash, `C-354ec0ab`.
fn is_key(key: &str) -> bool {
    let Some((letters, number)) = key.split_once('-') else { return false };
    let is_hash = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    (1..=3).contains(&letters.len())
        && letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && (is_number || number.len() == 8 && number.bytes().all(is_hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_keys_are_noted() {
        let text = "It rose (C-16). It fell (C-16, C-27). It stays (A-4). See (F-16x) and (2).";
        let found: Vec<_> = round_keys(text).iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, ["(C-16)", "(C-16, C-27)", "(A-4)"]);
        assert!(round_keys("The plane (F-16) and the other (F-16) and (F-16).").is_empty());
        assert!(round_keys("It rose (C-16). It fell (C-17).").is_empty());
        assert!(round_keys("It is (HHV-8). Also (HHV-8), (HHV-6) and (HHV-8).").is_empty());
        let hashes =
            "It rose (C-354ec0ab). It fell (C-d0e31977, E-08b3c4b4). It stays (C-986f7199).";
        assert_eq!(round_keys(hashes).len(), 3);
    }

    #[test]
    fn keys_after_a_label_are_found() {
        let key = |text: &str| labelled_keys(text, 0).is_some();
        assert!(key("[events: ev-0001] It rose."));
        assert!(key("[refs: S3, S7]"));
        assert!(!key("[events: none]") && !key("[note: it rose in 2024]") && !key("[a: 12]"));
    }
}
