//! A note on pages in round brackets, `(p. 12)`, `(стр. 12; стр. 86)`, which name no source, and so are not
//! read.

use crate::dialects::shared::code::Code;
use crate::dialects::shared::context_names::without_referring;
use crate::model::Case;
use crate::text::Span;
use crate::text::brackets::enclosed;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Words for a page, in lower case.
const WORDS: &[&str] = &[
    "p",
    "pp",
    "pg",
    "page",
    "pages",
    "seite",
    "seiten",
    "s",
    "стр",
    "страница",
    "с",
    "pág",
    "págs",
    "página",
    "páginas",
    "pag",
    "pagina",
    "str",
    "strona",
    "sayfa",
    "trang",
    "sida",
    "side",
    "oldal",
    "halaman",
];

/// Maximum length of what is in the brackets, in bytes.
const MAX_INNER: usize = 80;

/// Maximum number of digits of a page.
const MAX_DIGITS: usize = 4;

/// Minimum number of such brackets that are noted.
const MIN_PLACES: usize = 2;

/// Returns a note on pages in round brackets that no citation covers.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let mut places = places(text, !case.sources.is_empty());
    if places.len() < MIN_PLACES {
        return None;
    }
    let code = Code::of(text);
    let read = SpanSet::new(case.response.citations.iter().map(|it| it.anchor.span));
    places.retain(|span| !code.overlaps(*span) && !read.overlaps(*span));
    let first = one_line(places.first().filter(|_| places.len() >= MIN_PLACES)?.slice(text)?);
    let number = places.len();
    Some(format!(
        "{} of a page, such as `{first}`, may be citations: they name no source",
        count(number, "bracket")
    ))
}

/// Returns the round brackets that hold only pages; beside sources also after a word such as `see`, which elsewhere
/// refers to the text itself.
fn places(text: &str, has_sources: bool) -> Vec<Span> {
    let said = |inner| {
        if has_sources { without_referring(inner).trim_matches(['*', '_']) } else { inner }
    };
    let holds_pages = |inner: Span| {
        inner.slice(text).is_some_and(|inner| inner.len() <= MAX_INNER && are_pages(said(inner)))
    };
    let brackets = enclosed(text, '(', ')', &[]);
    brackets.filter(|(_, inner)| holds_pages(*inner)).map(|(whole, _)| whole).collect()
}

/// True for `p. 12`, `стр. 12; стр. 86`, `pp. 3-4, 9`.
fn are_pages(inner: &str) -> bool {
    inner.split([';', ',']).enumerate().all(|(index, part)| {
        let part = part.trim();
        let numbers = part.trim_start_matches(|c: char| c.is_alphabetic());
        let word = part.get(..part.len() - numbers.len()).unwrap_or_default().to_lowercase();
        let is_word = WORDS.contains(&word.as_str()) || word.is_empty() && index > 0;
        // `(S8)` is a key.
        let is_key = word.chars().count() == 1 && word != "p" && !numbers.starts_with('.');
        // `(P0)`, `(P2)` are priorities.
        let is_key = is_key || part.starts_with('P') && part.len() == 2;
        is_word
            && !is_key
            && is_number(numbers.trim_start_matches(['.', ' ', '\u{a0}', '\u{202f}']))
    })
}

/// True for a page or a range of pages.
fn is_number(words: &str) -> bool {
    let is_one = |page: &str| {
        (1..=MAX_DIGITS).contains(&page.len()) && page.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut pages = words.split(['-', '–', '—']).map(str::trim);
    let (first, second) = (pages.next(), pages.next());
    first.is_some_and(is_one) && second.is_none_or(is_one) && pages.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_brackets_are_found() {
        let text = "A (p. 12). B (стр. 12; стр. 86). C (pp. 3–4, 9). D (S. 7). E (page). F (12). G (Table 3). H (S8). I (P0). J (P2).";
        let found: Vec<&str> =
            places(text, false).iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, ["(p. 12)", "(стр. 12; стр. 86)", "(pp. 3–4, 9)", "(S. 7)"]);
        let text = "A (see *Page\u{202f}2*). B (see page 3).";
        assert_eq!((places(text, false).len(), places(text, true).len()), (0, 2));
    }
}
