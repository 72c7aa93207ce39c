//! A quote that is in a source as a whole: character by character, or with other typography.

use std::collections::BTreeSet;

use memchr::memmem;

use super::{FoundQuote, QuoteScope, QuoteStatus};
use crate::text::Span;
use crate::text::bare::{Bare, is_word_edge, look_alike};

/// The maximum number of places in one source that are looked at; the best of so many is good
/// enough.
const MAX_PLACES: usize = 1000;

/// Returns the place in the passage that has the words character by character.
pub(super) fn in_passage(words: &str, cited: QuoteScope<'_>) -> Option<Span> {
    let text = cited.texts.get(cited.source)?;
    let start = cited.passage.start;
    let passage = cited.passage.slice(text)?;
    if words.is_empty() {
        return None;
    }
    let places = memmem::find_iter(passage.as_bytes(), words.as_bytes()).take(MAX_PLACES);
    let mut spans = places.map(|at| Span::new(start + at, start + at + words.len()));
    spans.find(|span| is_word_edge(text, span.start) && is_word_edge(text, span.end))
}

/// Returns the place of the words in a source. Prefers the passage, and a match character by
/// character.
pub(super) fn in_source(
    words: &str,
    bare: &Bare,
    source: usize,
    cited: QuoteScope<'_>,
) -> Option<FoundQuote> {
    let text = cited.texts.get(source)?;
    let folded = cited.texts.bare(source)?;
    if bare.is_empty() {
        return None;
    }
    let places = memmem::find_iter(folded.as_str().as_bytes(), bare.as_str().as_bytes());
    let mut best: Option<((bool, bool), usize, Span)> = None;
    for at in places.take(MAX_PLACES) {
        let Some(span) = folded.span(text, at, at + bare.as_str().len()) else { continue };
        if !is_word_edge(text, span.start) || !is_word_edge(text, span.end) {
            continue;
        }
        let exact = exact(words, bare, text, span);
        let inside = source == cited.source && span.intersect(cited.passage) == Some(span);
        let rank = (!inside, exact.is_none());
        if best.is_none_or(|(other, ..)| rank < other) {
            best = Some((rank, at, exact.unwrap_or(span)));
        }
        if rank == (false, false) {
            break;
        }
    }
    let ((_, is_set_otherwise), at, span) = best?;
    let (status, note) = if is_set_otherwise {
        (QuoteStatus::Normalised, Some(difference(words, bare, text, folded, at)))
    } else {
        (QuoteStatus::Verbatim, None)
    };
    Some(FoundQuote { status, source, span, turned: false, note })
}

/// Returns the first other source that has the words.
pub(super) fn elsewhere(words: &str, bare: &Bare, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    let found = cited.others().find_map(|source| in_source(words, bare, source, cited))?;
    Some(FoundQuote { status: QuoteStatus::Elsewhere, ..found })
}

/// Returns the place extended by the signs around the words, if these are the same too.
fn exact(words: &str, bare: &Bare, text: &str, span: Span) -> Option<Span> {
    let inner = bare.span(words, 0, bare.as_str().len())?;
    let start = span.start.checked_sub(inner.start)?;
    let whole = Span::new(start, span.end + (words.len() - inner.end));
    (whole.slice(text)? == words).then_some(whole)
}

/// Describes the difference between a quote and the place of `folded` from `at` on, as a sentence.
fn difference(words: &str, bare: &Bare, text: &str, folded: &Bare, at: usize) -> String {
    let mut kinds = BTreeSet::new();
    let letter = |text: &str, at: usize| text.get(at..).and_then(|rest| rest.chars().next());
    let mut before: Option<(usize, usize)> = None;
    for index in 0..bare.as_str().len() {
        let Some(here) = bare.origin(index).zip(folded.origin(at + index)) else { break };
        if before == Some(here) {
            continue;
        }
        if let Some((one, other)) = letter(words, here.0).zip(letter(text, here.1)) {
            kinds.extend(of_letters(one, other));
        }
        if let Some(last) = before {
            let gap = |text: &str, from: usize, to: usize| {
                let from = from + letter(text, from).map_or(0, char::len_utf8);
                Span::new(from, to).slice(text).unwrap_or_default().to_owned()
            };
            kinds.extend(of_gaps(&gap(words, last.0, here.0), &gap(text, last.1, here.1)));
        }
        before = Some(here);
    }
    if kinds.is_empty() {
        kinds.insert("the punctuation at its ends");
    }
    let kinds: Vec<&str> = kinds.into_iter().collect();
    match kinds.split_last() {
        Some((last, [])) => format!("the same but for {last}"),
        Some((last, rest)) => format!("the same but for {} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn of_letters(one: char, other: char) -> Option<&'static str> {
    if one == other {
        return None;
    }
    let small = |c: char| c.to_lowercase().next().unwrap_or(c);
    let (one, other) = (small(one), small(other));
    let plain = |c: char| look_alike(c).unwrap_or(c);
    Some(match one == other {
        true => "case",
        false if plain(one) == plain(other) => "look-alike letters of another script",
        false => "typography",
    })
}

fn of_gaps(one: &str, other: &str) -> Option<&'static str> {
    if one == other {
        return None;
    }
    let marks = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let (one, other) = (marks(one), marks(other));
    if one == other {
        return Some("blanks");
    }
    let has = |signs: &[char]| one.contains(signs) || other.contains(signs);
    Some(if has(&['*', '_', '`', '[', ']', '<', '>', '#', '|', '\\']) {
        "markup"
    } else if has(&[',', '.', ';', ':', '!', '(', ')', '\u{3002}', '\u{3001}', '\u{ff0c}']) {
        "punctuation"
    } else if one.contains('-') != other.contains('-') {
        "hyphens"
    } else {
        "typography"
    })
}
