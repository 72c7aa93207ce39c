//! A note on a mark at which a text was cut off.

use crate::dialects::shared::code::Code;
use crate::model::Case;
use crate::text::Span;
use crate::text::prose::one_line;

/// Maximum length of the part of a mark before the end of a text, in bytes.
const MAX_CUT: usize = 200;

/// Beginnings of marks in square brackets, in lower case.
const IN_BRACKETS: [&str; 14] = [
    "^",
    "@",
    "-@",
    "source",
    "doc",
    "web:",
    "post:",
    "citation:",
    "cite:",
    "data: ",
    "id:",
    "note:",
    "ref",
    "context ",
];

/// Beginnings of tags that cite.
const TAGS: [&str; 7] = ["co:", "/co:", "cite", "grok:render", "ref ", "ref>", "|start_of_cite"];

/// Returns a note on a mark that is not closed at the end of a text.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.trim_end();
    let from = text.ceil_char_boundary(text.len().saturating_sub(MAX_CUT));
    let line = text.get(from..)?.rsplit('\n').next()?;
    let cut = [('[', ']'), ('【', '】'), ('<', '>'), ('(', ')')];
    let start = cut.into_iter().find_map(|(opens, closes)| {
        let at = line.rfind(opens)?;
        let inner = line.get(at + opens.len_utf8()..)?;
        let is_title = opens == '[' && is_title(line.get(..at)?, inner);
        (!inner.contains(closes) && (begins(opens, inner) || is_title)).then_some(at)
    })?;
    let span = Span::new(text.len() - line.len() + start, text.len());
    let citations = case.response.citations.iter().map(|it| it.anchor.span);
    let mut read = citations.chain(case.response.cards.iter().map(|card| card.span));
    let is_read = read.any(|own| own.overlaps(span)) || Code::of(text).overlaps(span);
    let shown = one_line(span.slice(text)?);
    (!is_read).then(|| format!("the text ends inside a mark, which is not read: `{shown}`"))
}

/// True for the first words of a title in a bracket after a sentence: `It rose. [Times of the fer`.
fn is_title(before: &str, inner: &str) -> bool {
    const MIN_TITLE: usize = 6;
    const STOPS: [&str; 6] = [". ", ".** ", "! ", "? ", "” ", "\" "];
    STOPS.iter().any(|stop| before.ends_with(stop))
        && inner.starts_with(char::is_uppercase)
        && inner.len() >= MIN_TITLE
}

/// True if the text after a bracket begins a mark.
fn begins(opens: char, inner: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-' | '–');
    let lower = inner.to_lowercase();
    match opens {
        '[' => {
            inner.starts_with(|c: char| c.is_ascii_digit()) && inner.chars().all(is_number)
                || IN_BRACKETS.iter().any(|own| lower.starts_with(own))
        }
        '<' => TAGS.iter().any(|own| lower.starts_with(own)),
        '(' => {
            let is_key = lower.starts_with(|c: char| c.is_ascii_lowercase())
                && [" page ", " pages "].iter().any(|word| {
                    lower.split_once(word).is_some_and(|(key, _)| {
                        !key.contains(' ') && key.contains(|c: char| c.is_ascii_digit())
                    })
                });
            is_key || ["pqac-", "cite index"].iter().any(|own| lower.starts_with(own))
        }
        _ => !inner.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Response;

    #[test]
    fn only_the_beginning_of_a_mark_is_noted() {
        let note = |text: &str| {
            let response = Response { text: text.to_owned(), ..Response::default() };
            note(&Case { response, ..Case::default() })
        };
        for text in [
            "It rose [@moll2019, p. 2",
            "It rose 【4:0†tid",
            "It <co: 0",
            "It rose [1, 2",
            "It rose. [Times of the fer",
        ] {
            assert!(note(text).is_some(), "{text}");
        }
        for text in
            ["It rose [see below", "It rose [1].", "a < b", "It rose [1\n\nIt fell.", "```\nx[1"]
        {
            assert_eq!(note(text), None, "{text}");
        }
    }
}
