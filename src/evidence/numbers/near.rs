//! What stands near a number: words on its exactness, negations, the words of its sentence.

use crate::evidence::words::{Class, Key, Word, words};
use crate::text::Span;

/// What is said about a number's exactness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    About,
    AtLeast,
    AtMost,
}

impl Bound {
    /// For people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::About => "about",
            Self::AtLeast => "at least or more than",
            Self::AtMost => "at most or less than",
        }
    }
}

const BOUNDS: &[(&str, Bound)] = &[
    ("no more than", Bound::AtMost),
    ("not more than", Bound::AtMost),
    ("no less than", Bound::AtLeast),
    ("not less than", Bound::AtLeast),
    ("no fewer than", Bound::AtLeast),
    ("at least", Bound::AtLeast),
    ("minimum of", Bound::AtLeast),
    ("more than", Bound::AtLeast),
    ("greater than", Bound::AtLeast),
    ("over", Bound::AtLeast),
    ("above", Bound::AtLeast),
    ("exceeding", Bound::AtLeast),
    ("exceeds", Bound::AtLeast),
    ("exceed", Bound::AtLeast),
    ("upwards of", Bound::AtLeast),
    ("mindestens", Bound::AtLeast),
    ("mehr als", Bound::AtLeast),
    ("plus de", Bound::AtLeast),
    (">", Bound::AtLeast),
    ("≥", Bound::AtLeast),
    ("超过", Bound::AtLeast),
    ("至少", Bound::AtLeast),
    ("at most", Bound::AtMost),
    ("up to", Bound::AtMost),
    ("maximum of", Bound::AtMost),
    ("less than", Bound::AtMost),
    ("fewer than", Bound::AtMost),
    ("under", Bound::AtMost),
    ("below", Bound::AtMost),
    ("höchstens", Bound::AtMost),
    ("bis zu", Bound::AtMost),
    ("<", Bound::AtMost),
    ("≤", Bound::AtMost),
    ("最多", Bound::AtMost),
    ("不超过", Bound::AtMost),
    ("about", Bound::About),
    ("around", Bound::About),
    ("approximately", Bound::About),
    ("approx.", Bound::About),
    ("roughly", Bound::About),
    ("nearly", Bound::About),
    ("almost", Bound::About),
    ("circa", Bound::About),
    ("ca.", Bound::About),
    ("close to", Bound::About),
    ("some", Bound::About),
    ("estimated", Bound::About),
    ("etwa", Bound::About),
    ("rund", Bound::About),
    ("environ", Bound::About),
    ("~", Bound::About),
    ("≈", Bound::About),
    ("约", Bound::About),
    ("約", Bound::About),
];

/// How far before and behind a number words are looked at, in bytes.
const REACH: usize = 32;

/// The last bytes of `text` before `at`.
pub(super) fn tail(text: &str, at: usize) -> &str {
    let mut from = at.saturating_sub(REACH);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..at).unwrap_or_default()
}

/// The first bytes of `text`: more than any number in words takes.
pub(super) fn head(text: &str) -> &str {
    let mut to = text.len().min(4 * REACH);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    text.get(..to).unwrap_or_default()
}

/// The bound that `before` ends with.
pub(super) fn bound(before: &str) -> Option<Bound> {
    let bare = before.trim_end_matches([' ', '\u{a0}', '*', '$', '€', '£', '(']);
    let bare = bare.strip_suffix(" a").or_else(|| bare.strip_suffix(" the")).unwrap_or(bare);
    let last = bare.bytes().next_back()?.to_ascii_lowercase();
    let ends_so = |(phrase, _): &&(&str, Bound)| phrase.bytes().next_back() == Some(last);
    let found = BOUNDS.iter().filter(ends_so).find(|(phrase, _)| {
        let Some(at) = bare.len().checked_sub(phrase.len()) else { return false };
        let opens = || {
            let lead = bare.get(..at).unwrap_or_default();
            !phrase.is_ascii() || !lead.ends_with(|c: char| c.is_ascii_alphanumeric())
        };
        bare.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(phrase)) && opens()
    });
    found.map(|(_, bound)| *bound)
}

/// The bound that stands behind a number: `30+`, `30 or more`, 30以上.
pub(super) fn bound_after(after: &str) -> Option<Bound> {
    let ends = |list: [&str; 4]| list.iter().any(|end| after.starts_with(end));
    if ends(["+", " or more", "以上", " plus"]) {
        return Some(Bound::AtLeast);
    }
    ends([" or less", " or fewer", "以下", "以内"]).then_some(Bound::AtMost)
}

/// The negation that stands shortly before `span`, as written. `no more than` is a bound, not one.
pub(super) fn negation(text: &str, span: Span) -> Option<&str> {
    let before = tail(text, span.start);
    let clause = before.rsplit(['.', ',', ';', ':', '!', '?', '\n', '|']).next()?;
    let signs = ["不是", "并非", "没有", "不到"];
    let sign = signs.into_iter().find(|sign| clause.ends_with(sign));
    let word = || {
        let words = words(clause);
        let close = words.iter().rev().take(3);
        close.rev().find(|word| word.class == Class::Negation)?.span.slice(clause)
    };
    let negation = sign.or_else(word)?;
    let is_bound = matches!(bound(clause), Some(Bound::AtLeast | Bound::AtMost));
    (!is_bound).then_some(negation)
}

/// The words around a number: those of its sentence or line, as far as `SENTENCE` bytes.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Telling words and names, no numbers; sorted, each once.
    pub(super) keys: Vec<Key>,
    /// The first of them behind the number.
    pub(super) noun: Option<Key>,
}

/// How far the sentence of a number is followed to each side, in bytes.
const SENTENCE: usize = 120;

/// The words around `span`; `words` are those of the whole text, `numbers` the spans of its
/// quantities, whose units say nothing more.
pub(super) fn around(text: &str, words: &[Word], numbers: &[Span], span: Span) -> Around {
    let from = sentence_start(text, span.start);
    let to = sentence_end(text, span.end);
    let first = words.partition_point(|word| word.span.start < from);
    let last = words.partition_point(|word| word.span.start < to);
    let inside = words.get(first..last.max(first)).unwrap_or_default();
    let is_unit = |word: &Word| {
        let index = numbers.partition_point(|number| number.end <= word.span.start);
        numbers.get(index).is_some_and(|number| number.overlaps(word.span))
    };
    let tells = |word: &&Word| matches!(word.class, Class::Content | Class::Name);
    let telling: Vec<&Word> = inside.iter().filter(tells).filter(|word| !is_unit(word)).collect();
    let noun = telling.iter().find(|word| word.span.start >= span.end).map(|word| word.key);
    let mut keys: Vec<Key> = telling.into_iter().map(|word| word.key).collect();
    keys.sort_unstable();
    keys.dedup();
    Around { keys, noun }
}

fn sentence_start(text: &str, at: usize) -> usize {
    let mut from = at.saturating_sub(SENTENCE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = text.get(from..at).unwrap_or_default();
    from + last_break(window)
}

/// The byte behind the last end of a sentence or line in `window`.
fn last_break(window: &str) -> usize {
    let mut found = 0;
    for (at, c) in window.char_indices() {
        let end = at + c.len_utf8();
        let blank = window.get(end..).is_some_and(|rest| rest.starts_with([' ', '\n']));
        if matches!(c, '\n' | '。' | '！' | '？' | ';' | '；')
            || (matches!(c, '.' | '!' | '?') && blank)
        {
            found = end;
        }
    }
    found
}

fn sentence_end(text: &str, at: usize) -> usize {
    let mut to = text.len().min(at + SENTENCE);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let window = text.get(at..to).unwrap_or_default();
    for (offset, c) in window.char_indices() {
        let end = offset + c.len_utf8();
        let blank = window.get(end..).is_some_and(|rest| rest.starts_with([' ', '\n']));
        if matches!(c, '\n' | '。' | '！' | '？' | ';' | '；')
            || (matches!(c, '.' | '!' | '?') && blank)
        {
            return at + offset;
        }
    }
    to
}

/// How many keys two sorted lists share.
pub(super) fn shared(one: &[Key], other: &[Key]) -> usize {
    one.iter().filter(|key| other.binary_search(key).is_ok()).count()
}
