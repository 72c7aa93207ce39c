//! The numbers and names of a claim that its source does not have. They are chosen deliberately: a text
//! with all other words of the claim is often about something else.

use super::abbreviation::is_unexplained;
use super::claim_words::ClaimWords;
use super::numbers::{NumberMatch, NumberStatus};
use super::places::Places;
use super::reversal::{DividedText, ReadText, alone, denies, without_label};
use super::support::ContentWord;
use super::words::{Class, KeySet, Language, Word};
use super::{Akin, WordMatch};
use crate::model::Source;
use crate::text::Span;

/// The maximum number of letters of a name that may be an abbreviation if it has capitals only: the source
/// may have the words that it is short for.
const MAX_ABBREVIATION: usize = 5;

/// The minimum number of letters of a name, and of the first letters that a word derived from it has:
/// `Turkey` and `Turkish`.
const MIN_LETTERS: usize = 4;

/// The maximum number of last letters that a word derived from a name may have in another form.
const MAX_ENDING: usize = 3;

/// A source with a passage, as a claim is compared with it.
#[derive(Clone, Copy)]
pub(super) struct ComparedSource<'c> {
    pub(super) places: &'c Places,
    /// The source and the bytes of all its text.
    pub(super) whole: (usize, Span),
    pub(super) source: &'c Source,
    /// All its text.
    pub(super) text: &'c str,
    /// The passage.
    pub(super) passage: ReadText<'c>,
}

/// Returns the numbers of a claim and the words with digits that the passage does not have, the first words
/// that take a sentence of it back beside a passage that denies nothing, then its names that the source has
/// nowhere, in its title and address neither; bytes of the response.
pub(super) fn lacking(
    (response, claim_words): (&str, &ClaimWords<'_>),
    (found, numbers): (&WordMatch, &[NumberMatch]),
    there: ComparedSource<'_>,
) -> Box<[Span]> {
    let absent = |it: &&NumberMatch| it.status == NumberStatus::Absent && !it.is_name;
    let mut all: Vec<Span> = numbers.iter().filter(absent).map(|it| it.span).collect();
    // Words that the answer retracts are no claim of it.
    let denied = claim_words.denied.as_ref().filter(|_| !denies(there.passage));
    all.extend(denied.map(|it| it.by));
    let said = without_label(claim_words.said.read);
    let missing = |word: &&ContentWord| {
        found.missing.contains(&word.span)
            && said.words.iter().any(|it| it.span == word.span)
            && !found.akin.iter().any(|Akin { claim, .. }| *claim == word.span)
    };
    // German writes all nouns with a capital.
    let has_names = claim_words.language != Some(Language::German);
    let is_name = |word: &ContentWord| {
        has_names
            && word.class == Class::Name
            && there.places.first_with(word.key, there.whole).is_none()
            && !word.span.slice(response).is_some_and(|it| there.has_like(it))
            // Looks for the words of an abbreviation in all the text.
            && is_name(response, word, there.text)
    };
    let has_digit = |word: &ContentWord| {
        word.span.slice(response).is_some_and(|it| it.bytes().any(|byte| byte.is_ascii_digit()))
    };
    for word in claim_words.content.words.iter().filter(missing) {
        let mut read = numbers.iter().filter(|number| number.span.overlaps(word.span)).peekable();
        let is_lacking = if has_digit(word) {
            read.all(|it| it.status == NumberStatus::Absent && it.is_name)
        } else {
            read.peek().is_none() && is_name(word)
        };
        if is_lacking {
            all.push(word.span);
        }
    }
    all.into()
}

/// Returns the words that turn or limit a claim while no word of their kind does so in the passage, and those
/// of which it has only an opposite; bytes of the response.
pub(super) fn only_in_claim(
    (claim_words, found): (&ClaimWords<'_>, &WordMatch),
    passage: &DividedText<'_>,
) -> Box<[Span]> {
    let is_english = claim_words.language.is_none_or(|it| it == Language::English);
    let counted = (claim_words.content.keys(), &*found.missing);
    alone(&claim_words.said, counted, passage, is_english).into()
}

/// Leaves numbers open that differ from the passage in sentences which the answer denies.
pub(super) fn leave_denied(numbers: &mut [NumberMatch], claim_words: &ClaimWords<'_>) {
    let Some(denied) = &claim_words.denied else { return };
    let is_denied = |it: &&mut NumberMatch| {
        it.status == NumberStatus::Differs
            && denied.sentences.iter().any(|span| span.overlaps(it.span))
    };
    for number in numbers.iter_mut().filter(is_denied) {
        number.status = NumberStatus::Unknown;
        number.note = Some("the answer denies it".into());
    }
}

/// Leaves the number at the end of a claim open if the passage has the same with a unit or a scale, and the answer
/// goes on with a word: offsets may end a claim within `$8.3 billion`.
pub(super) fn leave_divided(numbers: &mut [NumberMatch], claim: Span, response: &str) {
    let after = response.get(claim.end..).unwrap_or_default();
    let after = after.strip_prefix(' ').unwrap_or(after);
    if !after.starts_with(|c: char| c.is_alphabetic() || c == '%') {
        return;
    }
    let is_divided = |it: &&mut NumberMatch| {
        let there = it.passage.as_deref().and_then(|passage| passage.strip_prefix(&*it.claim));
        it.status == NumberStatus::Differs
            && it.span.end == claim.end
            && there.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
    };
    for number in numbers.iter_mut().filter(is_divided) {
        number.status = NumberStatus::Unknown;
        number.note = Some("the claim ends within it".into());
    }
}

/// The maximum distance of a word of the passage from a number that it may be about, in bytes.
const MAX_AROUND: usize = 160;

/// Drops the differences between numbers of a claim that is nothing but numbers, such as a cell, and those of a
/// passage in which no word of its row is near: they are of other things.
pub(super) fn leave_bare(
    numbers: &mut [NumberMatch],
    claim_words: &ClaimWords<'_>,
    passage: &[Word],
) {
    let is_number = |word: &ContentWord| word.class == Class::Number || word.in_digits;
    if !claim_words.content.words.iter().all(is_number) {
        return;
    }
    let (content, _) = claim_words.placed();
    let row: KeySet =
        content.words.iter().filter(|word| !is_number(word)).map(|word| word.key).collect();
    let is_near = |number: &NumberMatch| {
        let Some(there) = number.found else { return false };
        let near = Span::new(there.start.saturating_sub(MAX_AROUND), there.end + MAX_AROUND);
        passage.iter().any(|word| near.overlaps(word.span) && row.contains(&word.key))
    };
    for number in numbers.iter_mut().filter(|it| it.status == NumberStatus::Differs) {
        if !is_near(number) {
            number.status = NumberStatus::Absent;
            (number.found, number.passage, number.note) = (None, None, None);
        }
    }
}

/// True if a word of a claim with the form of a name is one: neither an abbreviation of words that its source has
/// nor a word with a number after it, such as `Figure 2`.
fn is_name(response: &str, word: &ContentWord, source: &str) -> bool {
    let text = word.span.slice(response).unwrap_or_default();
    let is_short = text.len() <= MAX_ABBREVIATION && text.chars().all(char::is_uppercase);
    let after = response.get(word.span.end..).unwrap_or_default();
    let is_numbered = after.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_numeric));
    let is_known = if is_short {
        !is_unexplained(text, source)
    } else {
        text.chars().count() < MIN_LETTERS || !text.chars().all(char::is_alphabetic)
    };
    !is_known && !is_numbered
}

impl ComparedSource<'_> {
    /// True if the passage, or the title or address of the source, has a word that begins as a name does.
    fn has_like(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let letters = name.chars().count();
        let start: String =
            name.chars().take(MIN_LETTERS.max(letters.saturating_sub(MAX_ENDING))).collect();
        let ReadText { text, words } = self.passage;
        let is_start = |it: &str| {
            it.eq_ignore_ascii_case(&start) || !start.is_ascii() && it.to_lowercase() == start
        };
        let begins = |word: &Word| {
            word.span.slice(text).and_then(|word| word.get(..start.len())).is_some_and(is_start)
        };
        let Source { id, title, url, .. } = self.source;
        let named = [Some(id.as_str()), title.as_deref(), url.as_deref()].into_iter().flatten();
        words.iter().any(begins) || named.into_iter().any(|it| it.to_lowercase().contains(&start))
    }
}
