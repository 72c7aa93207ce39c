//! Escapes of text that would be read as marks or markup.

use std::sync::LazyLock;

use regex::Regex;

use super::edits::Edit;
use crate::text::{SafeText, Span};

/// Escapes numbers in brackets that are not citations with a backslash; in the label of a link,
/// where brackets have to stay, the first character becomes a character reference.
pub(super) fn escape_numbers(text: &str) -> Vec<Edit> {
    static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[\[【［][\^\[]?[0-9][^\]】］\n]*[\]】］]").expect("the pattern is sound")
    });
    let edit = |found: regex::Match<'_>| {
        let (at, bracket) = (found.start(), found.as_str().chars().next().unwrap_or('['));
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(found.end()..).unwrap_or_default();
        if before.ends_with('\\') {
            return None;
        }
        let (span, with) = if bracket != '[' {
            (Span::new(at, at + bracket.len_utf8()), format!("&#{};", u32::from(bracket)))
        } else if after.starts_with(['(', '[', ':']) {
            let digit = text.as_bytes().get(at + 1).copied().unwrap_or_default();
            (Span::new(at + 1, at + 2), format!("&#{digit};"))
        } else {
            (Span::new(at, at + 1), "\\[".to_owned())
        };
        Some(Edit { span, with })
    };
    NUMBERS.find_iter(text).filter_map(edit).collect()
}

/// Returns a title in Markdown: one line, safe to read, its markup written as text.
pub(super) fn escaped(words: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    let words = crate::text::prose::one_line(words);
    let words = SafeText::new(&words).into_string();
    let mut rest = words.chars().peekable();
    while let Some(c) = rest.next() {
        let inside = before.is_alphanumeric() && rest.peek().is_some_and(|c| c.is_alphanumeric());
        if matches!(c, '\\' | '[' | ']' | '<' | '>' | '`' | '*') || c == '_' && !inside {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}
