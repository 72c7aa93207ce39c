//! The words around a number: its sentence, the words right beside it, the things that it counts.

use std::sync::LazyLock;

use super::bounds::{self, Bound};
use super::listed;
use crate::evidence::words::{Class, Key, Word, words};
use crate::text::Span;

/// Maximum distance of a bound or a direction before its number, in bytes.
const REACH: usize = 40;

/// Maximum length of a sentence on each side of a number, in bytes.
const SENTENCE: usize = 160;

/// Maximum number of words right beside a number on each side.
const BESIDE: usize = 4;

/// Maximum number of words that name the things counted.
const NOUN_WORDS: usize = 3;

/// Returns the last bytes of `text` before `at`.
pub(super) fn tail(text: &str, at: usize) -> &str {
    let mut from = at.saturating_sub(REACH);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..at).unwrap_or_default()
}

/// Returns the first bytes of `text`: more than any number in words takes.
pub(super) fn head(text: &str) -> &str {
    let mut to = text.len().min(3 * REACH);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    text.get(..to).unwrap_or_default()
}

/// Returns the negation shortly before `span`, as written. `no more than` is a bound, not one.
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
    let is_bound =
        bounds::before_amount(clause).is_some_and(|bound| bound.is_lower() || bound.is_upper());
    (!is_bound).then_some(negation)
}

/// Words right before an amount that is denied, the longest first.
static DENYING: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words = listed("denying");
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words
});

static BETWEEN: LazyLock<Vec<&str>> = LazyLock::new(|| listed("denying, between"));

static NOT_AFTER: LazyLock<Vec<&str>> = LazyLock::new(|| listed("denying, not after"));

/// True if the amount at `span` is denied: `30 days, not 60`, `rather than for 60 days`.
pub(super) fn is_denied(text: &str, span: Span) -> bool {
    let before = tail(text, span.start).trim_end_matches([' ', '\n', '$', '€', '£', '*', '_']);
    let without =
        |word: &&str| strip_last_word(before, word).map(|rest| rest.trim_end_matches([' ', '\n']));
    let lead = BETWEEN.iter().find_map(without).unwrap_or(before);
    let denied = DENYING.iter().find_map(|word| strip_last_word(lead, word)).map(str::trim_end);
    let is_after = |rest: &str| NOT_AFTER.iter().any(|word| strip_last_word(rest, word).is_some());
    denied.is_some_and(|rest| !is_after(rest))
}

/// Returns `text` without `word` at its end, in any case; scripts without blanks have no borders of words.
fn strip_last_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (rest, last) = text.split_at_checked(text.len().checked_sub(word.len())?)?;
    let is_border = !word.is_ascii() && !word.contains(['ã', 'ô', 'ü'])
        || !rest.ends_with(char::is_alphanumeric);
    (is_border && last.to_lowercase() == word).then_some(rest)
}

/// The direction of a change, by the words beside its amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
}

static UP: LazyLock<Vec<&str>> = LazyLock::new(|| listed("up"));

static DOWN: LazyLock<Vec<&str>> = LazyLock::new(|| listed("down"));

/// Returns the direction that the nearest word beside the number gives, in its clause.
pub(super) fn direction(text: &str, span: Span) -> Option<Direction> {
    let before = tail(text, span.start);
    let clause = before.rsplit(['.', ',', ';', ':', '!', '?', '\n', '|']).next()?;
    let of = |word: &str| {
        let is_in = |list: &[&str]| list.iter().any(|known| word.eq_ignore_ascii_case(known));
        let down = || is_in(&DOWN).then_some(Direction::Down);
        if is_in(&UP) { Some(Direction::Up) } else { down() }
    };
    let words = |text: &'_ str| -> Vec<String> {
        let split = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        split.map(str::to_owned).collect()
    };
    let after = head(text.get(span.end..).unwrap_or_default());
    let after = after.split(['.', ',', ';', ':', '\n', '|']).next().unwrap_or_default();
    let behind = words(after).into_iter().take(2).find_map(|word| of(&word));
    // `up to` is a bound.
    let is_bound = bounds::before_amount(before) == Some(Bound::AtMost);
    let lead = || words(clause).into_iter().rev().take(5).find_map(|word| of(&word));
    behind.or_else(|| if is_bound { None } else { lead() })
}

/// The words around a number, no numbers among them; each list sorted, each word once.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// Content words of the sentence or line.
    pub(super) sentence: Vec<Key>,
    /// Those right beside the number.
    pub(super) beside: Vec<Key>,
    /// The things counted: the words that follow the number directly.
    pub(super) noun: Vec<Key>,
}

/// Words of bounds, which are compared with their number.
static BOUND_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| listed("bounds"));

/// Collects the words around `span`; `words` are those of the whole text, `numbers` the spans of
/// its quantities, whose units are compared as quantities.
pub(super) fn context(text: &str, words: &[Word], numbers: &[Span], span: Span) -> Context {
    let from = sentence_start(text, span.start);
    let to = sentence_end(text, span.end);
    let first = words.partition_point(|word| word.span.start < from);
    let last = words.partition_point(|word| word.span.start < to);
    let inside = words.get(first..last.max(first)).unwrap_or_default();
    let is_number = |word: &Word| {
        let index = numbers.partition_point(|number| number.end <= word.span.start);
        word.class == Class::Number
            || numbers.get(index).is_some_and(|number| number.overlaps(word.span))
    };
    let is_content = |word: &&Word| {
        let text = || word.span.slice(text).unwrap_or_default();
        matches!(word.class, Class::Content | Class::Name)
            && !BOUND_WORDS.iter().any(|known| text().eq_ignore_ascii_case(known))
    };
    let content: Vec<&Word> =
        inside.iter().filter(is_content).filter(|word| !is_number(word)).collect();
    let before = content.iter().rev().filter(|word| word.span.end <= span.start).take(BESIDE);
    let after = content.iter().filter(|word| word.span.start >= span.end).take(BESIDE);
    let beside = sorted(before.chain(after).map(|word| word.key));
    let noun = sorted(noun(text, inside, span, is_number).into_iter());
    Context { sentence: sorted(content.iter().map(|word| word.key)), beside, noun }
}

/// Returns the words that follow a number with nothing but blanks and hyphens between.
fn noun(text: &str, words: &[Word], span: Span, is_number: impl Fn(&Word) -> bool) -> Vec<Key> {
    let mut noun = Vec::new();
    let mut at = span.end;
    for word in words.iter().filter(|word| word.span.start >= span.end) {
        let gap = text.get(at..word.span.start).unwrap_or_default();
        let is_joined = gap.chars().all(|c| matches!(c, ' ' | '\u{a0}' | '-' | '*' | '_'));
        let is_noun = matches!(word.class, Class::Content | Class::Name) && !is_number(word);
        // `fifty of the cases`
        let is_link = noun.is_empty() && word.class == Class::Function;
        if !is_joined || !(is_noun || is_link) || noun.len() == NOUN_WORDS {
            break;
        }
        if is_noun {
            noun.push(word.key);
        } else if !matches!(word.span.slice(text), Some("of" | "the" | "more" | "other")) {
            break;
        }
        at = word.span.end;
    }
    noun
}

pub(super) fn sorted(keys: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut keys: Vec<Key> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns the sentence or line around `span`.
pub(super) fn sentence(text: &str, span: Span) -> Span {
    Span::new(sentence_start(text, span.start), sentence_end(text, span.end))
}

fn sentence_start(text: &str, at: usize) -> usize {
    let mut from = at.saturating_sub(SENTENCE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = text.get(from..at).unwrap_or_default();
    from + breaks(window).last().unwrap_or(0)
}

fn sentence_end(text: &str, at: usize) -> usize {
    let mut to = text.len().min(at + SENTENCE);
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let window = text.get(at..to).unwrap_or_default();
    breaks(window).next().map_or(to, |end| at + end)
}

/// Returns the bytes after the ends of sentences and lines in `window`.
fn breaks(window: &str) -> impl Iterator<Item = usize> {
    const SHORT: [&str; 14] = [
        "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec", "No",
        "approx",
    ];
    window.char_indices().filter_map(|(at, c)| {
        let is_short = || {
            let before = window.get(..at).unwrap_or_default();
            let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            SHORT.contains(&word)
        };
        let end = at + c.len_utf8();
        let blank = || window.get(end..).is_some_and(|rest| rest.starts_with([' ', '\n']));
        let is_end = matches!(c, '\n' | '。' | '！' | '？' | ';' | '；')
            || (matches!(c, '.' | '!' | '?') && blank() && !is_short());
        is_end.then_some(end)
    })
}

/// Returns how many of the words of `one` stand in `other`, itself or with the same root.
pub(super) fn shared(one: &[Key], other: &[Key]) -> usize {
    let has_root =
        |key: &Key| key.root().is_some_and(|root| other.iter().any(|it| it.root() == Some(root)));
    one.iter().filter(|key| other.binary_search(key).is_ok() || has_root(key)).count()
}
