//! Numbers in brackets that are data: values that programs print, and linked numbers of figures and tables.

use crate::dialects::shared::list_address;
use crate::text::Span;

/// True for a bracket that is a value of a field, as programs print and write data: `(ids: [ 42 ])`,
/// `{label: "2026", values: [14, 86]}`, `max_depth: [3, 5]`. `before` is the text near it.
pub(super) fn is_value(rest: &str, before: &str, after: &str) -> bool {
    let Some(field) = before.trim_end_matches(' ').strip_suffix(':') else { return false };
    let is_field = field.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"'));
    let line = field.rsplit('\n').next().unwrap_or_default();
    let is_inside = line.rfind('{').is_some_and(|open| line.rfind('}').is_none_or(|it| it < open));
    is_field
        && (rest.starts_with("[ ") && after.starts_with(')')
            || is_inside && after.starts_with(['}', ',']))
        || is_parameter(field) && is_group(rest)
}

/// True for the name of a parameter, which programs write with low lines, and for one with words on it in round
/// brackets: `max_depth`, `min_weight (of a leaf)`.
fn is_parameter(field: &str) -> bool {
    let named = field.strip_suffix(')').and_then(|words| words.rsplit_once(" ("));
    let name = named.map_or(field, |(name, _)| name);
    let name = name.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
    name.unwrap_or_default().trim_matches('_').contains('_')
}

/// True if the bracket at the beginning of a text has several numbers.
fn is_group(rest: &str) -> bool {
    let inner = rest.strip_prefix('[').and_then(|it| it.split(']').next());
    inner.is_some_and(|inner| inner.contains([',', '-', '–']))
}

/// True for a bracket that fills a cell of a line of values, without words before it: `Q_01,1,[28],[29],0`.
pub(super) fn is_cell(before: &str, after: &str) -> bool {
    const MIN_CELLS: usize = 2;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_between = |delimiter: char| {
        line.ends_with(delimiter)
            && after.starts_with([delimiter, '\n', '\r'])
            && line.matches(delimiter).count() >= MIN_CELLS
    };
    let mut pairs = line.bytes().zip(line.bytes().skip(1));
    let has_words = pairs.any(|(first, second)| first.is_ascii_alphabetic() && second == b' ');
    (is_between(',') || is_between('\t')) && line.is_ascii() && !has_words
}

/// Maximum length of the text before a number in which a field is looked for, in bytes.
const MAX_FIELD: usize = 200;

/// Maximum length of the text before a linked number in which a series of them is looked for, in bytes.
const MAX_BEFORE: usize = 2_000;

/// Returns the text before a linked number, as far as it is needed.
pub(super) fn near(text: &str, at: usize) -> &str {
    text.get(text.ceil_char_boundary(at.saturating_sub(MAX_BEFORE))..at).unwrap_or_default()
}

/// True for a number in brackets in `text` that is a value of a field or the linked number of a part of a work.
pub(crate) fn is_data(text: &str, span: Span) -> bool {
    let (mark, after) = (span.slice(text).unwrap_or_default(), text.get(span.end..));
    let after = after.unwrap_or_default();
    let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_FIELD));
    let field = text.get(from..span.start).unwrap_or_default();
    let url = after.strip_prefix('(').and_then(list_address::target);
    is_value(mark, field, after)
        || url.is_some_and(|url| names_part(near(text, span.start), mark, url))
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
    let words = before_series(before).trim_end_matches([' ', '\u{a0}', '[', '(']);
    // A full stop after a whole word ends a sentence.
    let (words, most) = words.strip_suffix('.').map_or((words, usize::MAX), |it| (it, MAX_SHORT));
    let rest = words.trim_end_matches(char::is_alphabetic);
    let word = words.get(rest.len()..).unwrap_or_default();
    is_part || PARTS.contains(&word) && word.chars().count() <= most
}

/// Maximum number of linked numbers before one in a series.
const MAX_SERIES: usize = 12;

/// Words and signs between the linked numbers of a series.
const JOINING: &[&str] =
    &["and", "or", "to", "und", "bis", "et", "y", "и", ",", ";", "&", "-", "–"];

/// Returns the text before a series of linked numbers at its end: `Figs. ` of `Figs. [4](https://…), `.
fn before_series(before: &str) -> &str {
    let mut rest = before;
    for _ in 0..MAX_SERIES {
        let mut list = rest.trim_end_matches([' ', '\u{a0}']);
        while let Some(shorter) = JOINING.iter().find_map(|word| list.strip_suffix(word)) {
            list = shorter.trim_end_matches([' ', '\u{a0}']);
        }
        // Without a sign or word between them, two numbers are no series.
        let link = list.strip_suffix(')').filter(|_| list.len() < rest.trim_end().len());
        let Some((label, url)) = link.and_then(|link| link.rsplit_once("](")) else { return rest };
        let digits = label.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        let number = label.get(digits.len()..).unwrap_or_default();
        let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 4;
        let Some(shorter) = digits.strip_suffix('[').filter(|_| is_number && !url.contains(' '))
        else {
            return rest;
        };
        rest = shorter;
    }
    rest
}
