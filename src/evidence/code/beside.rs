//! The name of code beside a citation: `` `load` (src/a.py:3) ``.

use super::tokens;
use crate::text::Span;

/// Maximum number of bytes before a citation that are read for a name.
const MAX_BEFORE: usize = 200;

/// Maximum number of words between a name and its citation.
const MAX_WORDS: usize = 8;

/// Words that say that the name is at the cited lines.
const DEFINING: [&str; 9] = [
    "declared",
    "defined",
    "definition",
    "found",
    "implementation",
    "implemented",
    "lives",
    "located",
    "declaration",
];

/// Words that may be between a name and its citation.
const BRIDGES: [&str; 28] = [
    "are",
    "as",
    "at",
    "be",
    "can",
    "class",
    "component",
    "constant",
    "enum",
    "file",
    "from",
    "function",
    "handler",
    "helper",
    "hook",
    "in",
    "interface",
    "is",
    "line",
    "lines",
    "macro",
    "method",
    "on",
    "see",
    "struct",
    "the",
    "trait",
    "type",
];

/// Words before a name that make the citation one of something else: `the callers of`.
const OTHERS: [&str; 23] = [
    "after", "against", "around", "before", "beside", "for", "from", "instead", "into", "like",
    "no", "not", "of", "onto", "outside", "per", "than", "to", "under", "unlike", "until", "with",
    "without",
];

/// Words before `of` with which the citation is still that of the name: `the body of`.
const SAME: [&str; 7] =
    ["body", "declaration", "definition", "implementation", "signature", "source", "code"];

/// Words before a name in code that are not part of it.
const KEYWORDS: [&str; 24] = [
    "abstract",
    "async",
    "class",
    "const",
    "def",
    "enum",
    "export",
    "fn",
    "func",
    "function",
    "impl",
    "interface",
    "let",
    "mod",
    "new",
    "pub",
    "record",
    "static",
    "struct",
    "trait",
    "type",
    "unsafe",
    "var",
    "default",
];

/// A name in a text about code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named<'t> {
    /// The last part of the name.
    pub(super) name: &'t str,
    /// The part before it: `Store` of `Store::open`.
    pub(super) holder: Option<&'t str>,
    /// The name; bytes of the text.
    pub(super) span: Span,
}

/// Returns the name directly before the citation at `marker`, with nothing between them but
/// signs and words such as `is defined in`.
pub(super) fn name_before(text: &str, marker: Span) -> Option<Named<'_>> {
    let from = text.ceil_char_boundary(marker.start.saturating_sub(MAX_BEFORE));
    let mut before = paragraph_end(text.get(from..marker.start)?);
    let start = marker.start - before.len();
    let mut is_defining = false;
    for _ in 0..MAX_WORDS {
        before = before.trim_end_matches(is_bridge_sign);
        if let Some(rest) = before.strip_suffix('`') {
            let (head, code) = rest.rsplit_once('`')?;
            return named(code, start + head.len() + 1).filter(|_| is_defining || is_its_own(head));
        }
        let (head, word) = last_word(before)?;
        let lower = word.to_lowercase();
        is_defining |= DEFINING.contains(&lower.as_str());
        if !DEFINING.contains(&lower.as_str()) && !BRIDGES.contains(&lower.as_str()) {
            let is_name = word.ends_with("()") || tokens::is_identifier(word);
            return named(word, start + head.len())
                .filter(|_| is_name && (is_defining || is_its_own(head)));
        }
        before = head;
    }
    None
}

/// Returns the name that is the text of a link: ``[`load`](src/a.py#L3)``.
pub(super) fn name_in_link(text: &str, marker: Span) -> Option<Named<'_>> {
    let (label, _) = marker.slice(text)?.strip_prefix('[')?.split_once("](")?;
    let code = label.trim_matches('*');
    let bare = code.trim_matches('`');
    let is_name = bare.len() < code.len() || bare.ends_with("()") || tokens::is_identifier(bare);
    named(bare, marker.start + 1 + label.find(bare)?).filter(|_| is_name)
}

/// Returns the rest of a text after the last beginning of a paragraph, an item or a row.
fn paragraph_end(text: &str) -> &str {
    const BEGINNINGS: [&str; 8] = ["\n\n", "\n-", "\n*", "\n|", "\n#", "\n>", "\n  -", "\n  *"];
    let begins = BEGINNINGS.iter().filter_map(|it| Some(text.rfind(it)? + it.len())).max();
    begins.and_then(|begin| text.get(begin..)).unwrap_or(text)
}

fn is_bridge_sign(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '(' | '[' | '*' | ':' | ',' | '\u{2013}' | '\u{2014}' | '-' | '@')
}

/// Returns the last word of a text, with the signs of a call, and the text before it.
fn last_word(text: &str) -> Option<(&str, &str)> {
    let bare = text.strip_suffix("()").unwrap_or(text);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
    let head = bare.trim_end_matches(is_part);
    let word = text.get(head.len()..)?;
    (head.len() < bare.len()).then_some((head, word))
}

/// Returns true if a citation after a name that follows `head` is that of the name.
fn is_its_own(head: &str) -> bool {
    let mut words = head.split_whitespace().rev().filter_map(word_of);
    let Some(last) = words.next() else { return true };
    if last == "of" {
        return words.next().is_some_and(|word| SAME.contains(&word.as_str()));
    }
    !OTHERS.contains(&last.as_str())
}

fn word_of(text: &str) -> Option<String> {
    let word = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    (!word.is_empty() && !["the", "a", "an", "its"].contains(&word.as_str())).then_some(word)
}

/// Reads code in a text as a name, with a call, type parameters or keywords around it. It begins at byte
/// `at` of the text.
pub(super) fn named(code: &str, at: usize) -> Option<Named<'_>> {
    let mut path = code.trim();
    let keyword = |path: &str| KEYWORDS.contains(&path.split(' ').next().unwrap_or_default());
    while let Some((_, rest)) = path.split_once(' ').filter(|_| keyword(path)) {
        path = rest.trim_start();
    }
    let path = path.trim_start_matches(['@', '&', '*', '.']);
    let end = path.find(|c: char| !is_path(c)).unwrap_or(path.len());
    let (path, rest) = path.split_at(end);
    let is_whole = rest.is_empty()
        || rest == "!"
        || rest.starts_with('(') && rest.ends_with(')')
        || rest.starts_with('<') && rest.ends_with('>');
    let name = path.rsplit(['.', ':', '#']).next().filter(|_| is_whole)?;
    let before = path.strip_suffix(name)?.trim_end_matches(['.', ':', '#']);
    let holder = before.rsplit(['.', ':', '#']).next().filter(|it| !it.is_empty());
    let is_name = name.len() >= tokens::MIN_WORD && !name.starts_with(|c: char| c.is_ascii_digit());
    let start = at + code.len() - code.trim_start().len() + code.trim().find(path)?;
    let start = start + path.len() - name.len();
    is_name.then_some(Named { name, holder, span: Span::new(start, start + name.len()) })
}

fn is_path(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '#' | '$')
}

/// Returns the names in a claim: the words in backticks, the first or last of which may be cut off, and those
/// that are written as identifiers.
pub(super) fn names(claim: &str) -> impl Iterator<Item = &str> {
    claim.split('`').enumerate().flat_map(|(index, piece)| {
        let is_code = index % 2 == 1 || !piece.contains(char::is_whitespace);
        let words = tokens::tokens(piece).map(|(_, word)| word);
        words.filter(move |word| is_code || tokens::is_identifier(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Option<&str> {
        let at = text.find("src/").unwrap();
        let at = at - usize::from(text.get(..at).unwrap().ends_with('`'));
        name_before(text, Span::new(at, text.len())).map(|it| {
            assert_eq!(it.span.slice(text), Some(it.name));
            it.name
        })
    }

    #[test]
    fn the_name_beside_a_citation_is_known() {
        for (text, expected) in [
            ("`load` is defined at src/a.py:3.", Some("load")),
            ("The text is read by `Store::load` (`src/a.py:3`).", Some("load")),
            ("- **`load()`** — `src/a.py:3`", Some("load")),
            ("The definition of `load` (src/a.py:3) comes first.", Some("load")),
            (
                "Everything starts with the call of `load` as declared in the file (src/a.py:3).",
                Some("load"),
            ),
            ("load_all() (src/a.py:3)", Some("load_all")),
            ("`fn load(path: &str)` in src/a.py:3", Some("load")),
            ("The callers of `load` (src/a.py:3)", None),
            ("`load` is capped (src/a.py:3)", None),
            ("the loader (src/a.py:3)", None),
            ("`x = 3` (src/a.py:3)", None),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }
}
