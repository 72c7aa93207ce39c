//! Text that a reader takes for a mark such as `[1]` beside marks in square brackets: `[+1]`, `[1,]`, `[l]`, `[1.`, `(1)`,
//! `(ref 1)`, `«1»`, `①`.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::model::{AnchorKind, Case};
use crate::text::Span;

/// The maximum length of what is in square brackets, in bytes.
const MAX_INNER: usize = 48;

/// The maximum number of digits of a mark.
const MAX_DIGITS: usize = 3;

/// The minimum number of words of a claim in the line before a mark.
const MIN_WORDS: usize = 3;

/// The maximum length of text before a mark that is searched for these words, in bytes.
const MAX_BEFORE: usize = 400;

/// Signs that enclose a number in other styles.
const PAIRS: [(char, char); 12] = [
    ('(', ')'),
    ('{', '}'),
    ('<', '>'),
    ('^', '^'),
    ('\u{ff08}', '\u{ff09}'),
    ('\u{ff3b}', '\u{ff3d}'),
    ('\u{27e8}', '\u{27e9}'),
    ('\u{3008}', '\u{3009}'),
    ('\u{300a}', '\u{300b}'),
    ('\u{2045}', '\u{2046}'),
    ('\u{ab}', '\u{bb}'),
    ('\u{2039}', '\u{203a}'),
];

/// Words for a source before its number inside round brackets, in small letters.
const REFERENCES: [&str; 3] = ["ref", "ref.", "cite"];

/// Words before a number in round brackets that is none of a source, in small letters.
const NUMBERED: [&str; 44] = [
    "act",
    "algorithm",
    "annex",
    "appendix",
    "art",
    "article",
    "case",
    "chapter",
    "clause",
    "column",
    "condition",
    "constraint",
    "eq",
    "eqn",
    "equation",
    "example",
    "expression",
    "fig",
    "figure",
    "formula",
    "inequality",
    "item",
    "level",
    "line",
    "option",
    "page",
    "paragraph",
    "part",
    "phase",
    "point",
    "question",
    "row",
    "rule",
    "schedule",
    "section",
    "stage",
    "step",
    "subparagraph",
    "subsection",
    "table",
    "task",
    "theorem",
    "tier",
    "type",
];

/// Returns the places in the text of a case with marks such as `[1]` that look like one of them, in order.
pub(super) fn marks(case: &Case, text: &str) -> Vec<Span> {
    let markers = case.response.citations.iter().filter(|it| it.anchor.kind == AnchorKind::Marker);
    if !markers.clone().any(|it| !it.in_code && is_bracketed(&it.raw)) {
        return Vec::new();
    }
    let ids = case.sources.iter().map(|source| source.id.as_str());
    let cited = markers.flat_map(|it| &it.targets).map(|target| target.id.as_str());
    let ids: BTreeSet<&str> = ids.chain(cited).collect();
    let mut found = Vec::new();
    let mut counted = BTreeSet::new();
    let mut at = 0;
    while let Some((start, sign)) = next_sign(text, at) {
        at = start + sign.len_utf8();
        let Some((end, number)) = mark_at(text, start, sign) else { continue };
        let span = Span::new(start, end);
        if !number.is_empty() && !ids.contains(number.as_str()) {
            // Numbers of no source are values, or count: `the average (19)`.
            counted.insert(Style::of(sign));
        } else if ends_claim(text, span, sign) {
            found.push((Style::of(sign), span));
            at = end;
        } else if begins_item(text, end) {
            counted.insert(Style::of(sign));
        }
    }
    found.retain(|(style, _)| *style == Style::Other || !counted.contains(style));
    found.into_iter().map(|(_, span)| span).collect()
}

/// The styles of numbers that count items in a sentence too: `(1) the price, (2) the time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Style {
    Round,
    Circled,
    Other,
}

impl Style {
    fn of(sign: char) -> Self {
        match sign {
            '(' | '\u{ff08}' => Self::Round,
            sign if circled(sign).is_some() => Self::Circled,
            _ => Self::Other,
        }
    }
}

/// True if a word follows a number, which then counts it.
fn begins_item(text: &str, end: usize) -> bool {
    let after = text.get(end..).unwrap_or_default();
    after.trim_start_matches([' ', '*', '_']).starts_with(char::is_alphabetic)
}

/// True for a mark as numbers in square brackets.
fn is_bracketed(raw: &str) -> bool {
    let inner = raw.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| is_plain(inner.trim_matches(['[', ']'])))
}

/// True for numbers as marks have them.
fn is_plain(inner: &str) -> bool {
    inner.split([',', ';', '-', '\u{2013}']).map(str::trim).all(is_number)
}

fn is_number(text: &str) -> bool {
    (1..=MAX_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the next sign that may begin such a mark, from byte `at` on.
fn next_sign(text: &str, at: usize) -> Option<(usize, char)> {
    let may_begin =
        |c: char| c == '[' || PAIRS.iter().any(|(open, _)| *open == c) || circled(c).is_some();
    text.get(at..)?.char_indices().find(|(_, c)| may_begin(*c)).map(|(index, c)| (at + index, c))
}

/// Returns the end of the mark that begins at `start`, and its number, empty if it is too large for one.
fn mark_at(text: &str, start: usize, sign: char) -> Option<(usize, String)> {
    let inside = start + sign.len_utf8();
    if let Some(number) = circled(sign) {
        return Some((inside, number.to_string()));
    }
    let rest = text.get(inside..)?;
    if sign == '[' {
        let near = rest.get(..rest.floor_char_boundary(MAX_INNER))?;
        let inner = near.split(['[', ']', '\n']).next()?;
        if !rest.get(inner.len()..)?.starts_with(']') {
            let number = unclosed(rest)?;
            return Some((inside + number.len(), number.to_owned()));
        }
        return Some((inside + inner.len() + 1, odd_number(inner)?));
    }
    let word = reference(rest).filter(|_| sign == '(').unwrap_or_default();
    let (inside, rest) = (inside + word.len(), rest.get(word.len()..)?);
    let (_, close) = PAIRS.iter().find(|(open, _)| *open == sign)?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest.get(..digits).filter(|number| is_number(number))?;
    let is_closed = rest.get(digits..)?.starts_with(*close);
    is_closed.then(|| (inside + digits + close.len_utf8(), number.to_owned()))
}

/// Returns a number after an opening bracket that is not closed before the sentence ends: `[1.`. The bracket
/// of `[1, 5)` is that of an interval.
fn unclosed(rest: &str) -> Option<&str> {
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, after) = rest.split_at_checked(digits)?;
    let is_end = if let Some(more) = after.strip_prefix(',') {
        more.trim_start().chars().take(2).filter(|c| c.is_alphabetic()).count() > 1
    } else {
        let after = after.strip_prefix('.').unwrap_or(after);
        after.is_empty() || after.starts_with(char::is_whitespace)
    };
    (is_number(number) && is_end).then_some(number)
}

/// Returns a word for a source at the beginning of what is in round brackets, with the blank after it: `ref 1`.
fn reference(rest: &str) -> Option<&str> {
    const MAX_WORD: usize = 8;
    let (word, _) = rest.get(..rest.floor_char_boundary(MAX_WORD))?.split_once(' ')?;
    let is_known = REFERENCES.iter().any(|known| word.eq_ignore_ascii_case(known));
    is_known.then(|| rest.get(..=word.len()))?
}

/// Returns the number in a circle: `①`, `⑴`, `❶`.
fn circled(c: char) -> Option<u32> {
    let first = match c {
        '\u{2460}'..='\u{2473}' => '\u{2460}',
        '\u{2474}'..='\u{2487}' => '\u{2474}',
        '\u{24f5}'..='\u{24fe}' => '\u{24f5}',
        '\u{2776}'..='\u{277f}' => '\u{2776}',
        '\u{2780}'..='\u{2789}' => '\u{2780}',
        '\u{278a}'..='\u{2793}' => '\u{278a}',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(first) + 1)
}

/// Returns the number that the words in a bracket look like and are not, empty if it is too large for a mark.
fn odd_number(inner: &str) -> Option<String> {
    if inner.is_empty() || is_plain(inner) {
        return None;
    }
    let shown: String = inner.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let is_sign = |c: char| c.is_whitespace() || "+-\u{2212}\u{2013}.,;:'\"#*~^=".contains(c);
    let shown = shown.trim_matches(is_sign);
    let shown = shown.strip_prefix("0x").unwrap_or(shown);
    let whole = shown.split_once('.').filter(|(_, part)| is_number(part)).map_or(shown, |it| it.0);
    // `[l]` looks like a number, `[lol]` does not.
    let has_digit = whole.contains(|c: char| c.is_ascii_digit());
    if !has_digit && whole.chars().nth(1).is_some() {
        return None;
    }
    let digits: Option<String> = whole.chars().map(digit).collect();
    let number = digits.filter(|digits| !digits.is_empty() && digits.contains(|c| c != '0'))?;
    match number.len() {
        1..=MAX_DIGITS => Some(number.trim_start_matches('0').to_owned()),
        // A year.
        4 => None,
        _ => whole.bytes().all(|byte| byte.is_ascii_digit()).then(String::new),
    }
}

/// Returns the digit that a character is or looks like.
fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        'l' | 'I' | '|' | '\u{406}' | '\u{456}' | '\u{4c0}' | '\u{4cf}' | '\u{399}' => Some('1'),
        'O' | 'o' | '\u{41e}' | '\u{43e}' | '\u{39f}' | '\u{3bf}' => Some('0'),
        _ => None,
    }
}

/// True if a mark ends a claim: it follows words, and nothing of the sentence follows it.
fn ends_claim(text: &str, span: Span, sign: char) -> bool {
    let after = text.get(span.end..).unwrap_or_default();
    let trimmed = after.trim_start_matches([' ', '\t']);
    let closes = trimmed.is_empty()
        || trimmed.starts_with(['\n', '\r'])
        || after.starts_with(['.', ',', ';', '\u{3002}', '\u{ff0c}']) && !has_part(after)
        || after.starts_with('[') && sign == '[';
    if !closes {
        return false;
    }
    let from = text.ceil_char_boundary(span.start.saturating_sub(MAX_BEFORE));
    let before = text.get(from..span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let words = line
        .split_whitespace()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    if words.count() < MIN_WORDS || line.trim_start().starts_with(['|', '#']) {
        return false;
    }
    let near = line.strip_suffix([' ', '\u{a0}']).unwrap_or(line);
    let is_apart = near.len() < line.len()
        || near.ends_with(['.', '!', '?', '"', '\u{201d}', '\u{3002}', ']']);
    let word = near.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let is_word =
        near.ends_with(|c: char| c.is_alphanumeric() || ".!?,;)\"\u{201d}%*]\u{3002}".contains(c));
    is_apart && is_word && NUMBERED.binary_search(&word.as_str()).is_err()
}

/// True for a name after a point: `(1).name`.
fn has_part(after: &str) -> bool {
    after.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_sorted() {
        assert!(NUMBERED.is_sorted());
    }

    #[test]
    fn what_looks_like_a_number_is_one() {
        for (inner, number) in [
            ("-1", Some("1")),
            ("+1", Some("1")),
            ("1.5", Some("1")),
            ("1,", Some("1")),
            (",1", Some("1")),
            ("0x1", Some("1")),
            ("l", Some("1")),
            ("\u{406}", Some("1")),
            ("\u{2160}", Some("1")),
            ("1\u{332}", Some("1")),
            ("\u{1d7d7}", Some("9")),
            ("\u{b9}", Some("1")),
            ("01", None),
            ("99999999999999999999", Some("")),
            ("1", None),
            ("1, 2", None),
            ("1-3", None),
            ("2024", None),
            ("0", None),
            ("O", None),
            ("x", None),
            ("sic", None),
            ("lol", None),
            ("", None),
            (" ", None),
        ] {
            assert_eq!(odd_number(inner).as_deref(), number, "{inner}");
        }
    }
}
