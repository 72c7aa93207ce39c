//! Quotes that a text about code attributes to the lines it cites. Such texts quote labels, plans and other texts
//! in the same sentence as lines of code (`the toggle "Keep planes moving" is in src/settings.ts:25`), so
//! that only the words next to a citation are said to be from there.

use crate::text::Span;

/// Words between a quote and the citation after it.
const BEFORE_CITATION: [&str; 14] = [
    "at", "from", "in", "line", "lines", "of", "on", "per", "see", "the", "file", "comment", "cf",
    "via",
];

/// The maximum number of words between a citation and the quote after it.
const MAX_WORDS: usize = 10;

/// The maximum number of bytes between a quote and a citation.
const MAX_BYTES: usize = 160;

/// True if the words between a quote and a citation of code, in whichever order, say that the quote is from the
/// cited lines.
pub(super) fn is_attributed(response: &str, quote: Span, citation: Span) -> bool {
    if quote.end <= citation.start {
        let between = response.get(quote.end..citation.start);
        return !is_behind_path(response, quote.start)
            && between.is_some_and(|between| {
                is_one_clause(between) && words(between).all(|it| BEFORE_CITATION.contains(&&*it))
            });
    }
    let between = response.get(citation.end..quote.start);
    between.is_some_and(|between| {
        is_one_clause(between) && !has_path(between) && words(between).count() <= MAX_WORDS
    })
}

/// True if no clause, cell or paragraph ends between two places.
fn is_one_clause(between: &str) -> bool {
    let ends = [". ", ".\n", "! ", "? ", "\n\n", "\n- ", "\n* "];
    between.len() <= MAX_BYTES
        && !between.contains([';', '|'])
        && !ends.iter().any(|end| between.contains(end))
}

/// True if the word before a quote is the path of a file: the quote is from there.
fn is_behind_path(response: &str, quote: usize) -> bool {
    let before = response.get(..quote).unwrap_or_default();
    let near = before.get(before.ceil_char_boundary(before.len().saturating_sub(MAX_BYTES))..);
    let marks =
        |c: char| c.is_whitespace() || ['"', '\'', '\u{201c}', '\u{2018}', '('].contains(&c);
    let near = near.unwrap_or_default().trim_end_matches(marks);
    near.rsplit(char::is_whitespace).next().is_some_and(has_path)
}

/// True if a text names another file.
fn has_path(text: &str) -> bool {
    let is_path = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.contains('/')
            || word.rsplit_once('.').is_some_and(|(name, end)| {
                name.ends_with(char::is_alphanumeric) && end.starts_with(char::is_alphabetic)
            })
    };
    text.split_whitespace().any(is_path)
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_next_to_a_citation_are_from_there() {
        for (text, expected) in [
            ("One comment still says {q} ({c}).", true),
            ("It is {q} in {c}.", true),
            ("{c} says {q}.", true),
            ("`{c}` (see there) labels the same match as a {q}.", true),
            ("{c}: {q}.", true),
            ("The naive {q} does not work, and the path ({c}) shows it.", false),
            ("The {q} check lives in {c}.", false),
            ("{c} blocks such paths; {q} is a list of commands.", false),
            ("{c} grades it low. The banner fires {q}.", false),
            ("| {q} is broken | {c} |", false),
            ("{c}, unlike docs/log.md, has {q}.", false),
            ("See `docs/log.md` {q} + {c}.", false),
        ] {
            let (quote, citation) = ("\"these are quoted words\"", "src/a.py:1");
            let filled = text.replace("{q}", quote).replace("{c}", citation);
            let at = |part: &str| {
                let start = filled.find(part).unwrap();
                Span::new(start, start + part.len())
            };
            assert_eq!(is_attributed(&filled, at(quote), at(citation)), expected, "{text}");
        }
    }
}
