//! A note on words in square brackets that end a sentence, and are neither read nor noted as marks:
//! `It heals itself [Vendor blog posts].`

use crate::dialects::shared::code::Code;
use crate::model::Case;
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Minimum and maximum length of such words, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=80;

/// Maximum length of such words with a number, in bytes.
const MAX_NUMBERED: usize = 200;

/// Minimum number of such brackets that are noted; beside sources one with a number is enough.
const MIN_BRACKETS: usize = 2;

/// Words in brackets that wait for a value or speak of the text itself, in lower case.
const NO_SOURCE: &[&str] = &[
    "address",
    "amount",
    "applause",
    "cited",
    "city",
    "company",
    "contact",
    "date",
    "edited",
    "email",
    "emphasis",
    "inaudible",
    "insert",
    "laughter",
    "link",
    "month",
    "music",
    "name",
    "number",
    "phone",
    "position",
    "recipient",
    "redacted",
    "signature",
    "state",
    "tbd",
    "title",
    "updated",
    "year",
    "your",
];

/// Returns a note on words in square brackets at the end of sentences.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let mut found: Vec<Span> =
        memchr::memchr_iter(b'[', text.as_bytes()).filter_map(|at| bracket(text, at)).collect();
    let has_number =
        |span: &Span| span.slice(text).is_some_and(|it| it.contains(|c: char| c.is_ascii_digit()));
    let is_enough = |found: &[Span]| {
        found.len() >= MIN_BRACKETS || !case.sources.is_empty() && found.iter().any(has_number)
    };
    if !is_enough(&found) {
        return None;
    }
    let code = Code::of(text);
    let read = case.response.citations.iter().map(|it| it.anchor.span);
    let cards = case.response.cards.iter().map(|it| it.span);
    let known = SpanSet::new(read.chain(cards).chain(case.unread.iter().copied()));
    found.retain(|span| !code.overlaps(*span) && !known.overlaps(*span));
    let first = found.first().filter(|_| is_enough(&found))?;
    let first = one_line(first.slice(text)?);
    let brackets = count(found.len(), "bracket");
    Some(format!(
        "{brackets} with words at the end of sentences, such as `{first}`, may be citations: `--pattern` reads \
         marks of your own"
    ))
}

/// Returns the bracket that opens at `at`, if it may name a source.
fn bracket(text: &str, at: usize) -> Option<Span> {
    let before = text.get(..at)?.strip_suffix(' ')?;
    before.ends_with(|c: char| c.is_alphanumeric() || ")\"\u{201d}%*".contains(c)).then_some(())?;
    let rest = text.get(at + 1..)?;
    let near = rest.get(..rest.floor_char_boundary(MAX_NUMBERED + 1)).unwrap_or(rest);
    let words = near.split_once(']').map(|(words, _)| words)?;
    let after = rest.get(words.len() + 1..).unwrap_or_default();
    let ends = after.is_empty() || after.starts_with(['.', ';', ',', ')', '\n', '\r', '<']);
    let is_plain = !words.contains(['[', '\n', '|', '`', '*', '<', '>', '=', '{']);
    let is_named = words.starts_with(|c: char| c.is_uppercase()) && !is_placeholder(words);
    let is_numbered = words.len() <= MAX_NUMBERED && words.contains(|c: char| c.is_ascii_digit());
    let fits = words.len() >= *LENGTHS.start() && (words.len() <= *LENGTHS.end() || is_numbered);
    let is_long = fits && (letters(words).nth(1).is_some() || is_numbered && is_report(words));
    (ends && is_plain && is_named && is_long).then(|| Span::new(at, at + words.len() + 2))
}

/// True for an acronym with other words after it, as reports and standards are named: `NIST SP 800`, `APWG Q1 2025`.
fn is_report(words: &str) -> bool {
    let first = words.split(' ').next().unwrap_or_default();
    first.len() > 2
        && first.len() < words.len()
        && first.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns the words of three letters and more.
fn letters(words: &str) -> impl Iterator<Item = &str> {
    let words = words.split(|c: char| !c.is_alphabetic());
    words.filter(|word| word.chars().count() > 2)
}

fn is_placeholder(words: &str) -> bool {
    letters(words).any(|word| NO_SOURCE.iter().any(|known| word.eq_ignore_ascii_case(known)))
}
