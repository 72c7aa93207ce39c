//! Numbers in brackets that are data: values that programs print, and linked numbers of figures and tables.

use crate::dialects::shared::list_address;
use crate::text::Span;

/// True for a bracket that is a value of a field, as programs print and write data: `(ids: [ 42 ])`,
/// `{label: "2026", values: [14, 86]}`. `before` is the text near it.
pub(super) fn is_value(rest: &str, before: &str, after: &str) -> bool {
    let Some(field) = before.trim_end_matches(' ').strip_suffix(':') else { return false };
    let is_field = field.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"'));
    let line = field.rsplit('\n').next().unwrap_or_default();
    let is_inside = line.rfind('{').is_some_and(|open| line.rfind('}').is_none_or(|it| it < open));
    is_field
        && (rest.starts_with("[ ") && after.starts_with(')')
            || is_inside && after.starts_with(['}', ',']))
}

/// Maximum length of the text before a number that is read, in bytes.
const MAX_BEFORE: usize = 200;

/// True for a number in brackets in `text` that is a value of a field or the linked number of a part of a work.
pub(crate) fn is_data(text: &str, span: Span) -> bool {
    let (mark, after) = (span.slice(text).unwrap_or_default(), text.get(span.end..));
    let after = after.unwrap_or_default();
    let near = text.ceil_char_boundary(span.start.saturating_sub(MAX_BEFORE));
    let before = text.get(near..span.start).unwrap_or_default();
    let url = after.strip_prefix('(').and_then(list_address::target);
    is_value(mark, before, after) || url.is_some_and(|url| names_part(before, mark, url))
}

/// Words before the linked number of a part of a work. Others, as in `says the table [1](https://…)`, may end a claim.
const PARTS: &[&str] = &[
    "Fig",
    "Figs",
    "fig",
    "figs",
    "Figure",
    "Figures",
    "Table",
    "Tables",
    "Eq",
    "Eqs",
    "eq",
    "eqs",
    "Equation",
    "Equations",
    "Section",
    "Sections",
    "Sec",
    "Chapter",
    "Chapters",
    "Appendix",
    "Algorithm",
    "Theorem",
    "Abb",
    "Рис",
    "рис",
    "Табл",
    "табл",
];

/// Maximum length of such a word that is shortened, in characters.
const MAX_SHORT: usize = 4;

/// Beginnings of the fragments of addresses that lead to a part of a page, in lower case.
const PART_FRAGMENTS: &[&str] = &["fig", "tab", "equ"];

/// True for the linked number of a figure, a table or another part of a work: `Fig. [2](https://…#Fig2)`.
pub(super) fn names_part(before: &str, mark: &str, url: &str) -> bool {
    let fragment = url.rsplit_once('#').map_or("", |(_, part)| part);
    let digits = mark.trim_start_matches(['[', '\\']);
    let number = digits.get(..digits.bytes().take_while(u8::is_ascii_digit).count());
    let is_part = PART_FRAGMENTS.iter().any(|part| {
        let begins = fragment.get(..part.len()).is_some_and(|it| it.eq_ignore_ascii_case(part));
        begins && fragment.get(part.len()..) == number
    });
    let words = before.trim_end_matches([' ', '\u{a0}', '[', '(']);
    // A full stop after a whole word ends a sentence.
    let (words, most) = words.strip_suffix('.').map_or((words, usize::MAX), |it| (it, MAX_SHORT));
    let rest = words.trim_end_matches(char::is_alphabetic);
    let word = words.get(rest.len()..).unwrap_or_default();
    is_part || PARTS.contains(&word) && word.chars().count() <= most
}
