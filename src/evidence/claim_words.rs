//! The words of one claim, prepared for comparison with passages, and those that explain its place.

use super::Akin;
use super::decide::{Compared, Decision};
use super::places::SearchTerms;
use super::reversal::{Denied, DividedText};
use super::support::ContentWords;
use super::texts::Texts;
use super::words::{KeySet, Language, Script, Word};
use crate::sources::Store;
use crate::text::Span;

/// The maximum number of phrases that explain a decision.
const MAX_REASONS: usize = 3;

/// The words of a claim, prepared for comparison with sources that have the same of them in their title.
pub(super) struct ClaimWords<'w> {
    pub(super) claim: Span,
    pub(super) title: KeySet,
    pub(super) text: &'w str,
    pub(super) words: &'w [Word],
    /// The same in the response, divided into sentences.
    pub(super) said: DividedText<'w>,
    pub(super) content: ContentWords,
    pub(super) terms: SearchTerms,
    /// The same with the name of its row, for a cell that says too little to have a place.
    pub(super) in_row: Option<(ContentWords, SearchTerms)>,
    /// The comparisons of the passages cited for it with others.
    pub(super) compared: Compared,
    pub(super) sentences: usize,
    /// True if it is only the first words of a sentence.
    pub(super) goes_on: bool,
    /// Its sentences that the answer retracts.
    pub(super) denied: Option<Denied>,
    pub(super) script: Option<Script>,
    pub(super) language: Option<Language>,
}

impl ClaimWords<'_> {
    /// Returns the words that decide the place of the claim.
    pub(super) fn placed(&self) -> (&ContentWords, &SearchTerms) {
        let in_row = self.in_row.as_ref().map(|(content, terms)| (content, terms));
        in_row.unwrap_or((&self.content, &self.terms))
    }
}

/// Returns the claim's words for which the passage has only a word of a similar meaning.
pub(super) fn akin(claim_words: &ClaimWords<'_>, passage: &[Word], store: &Store) -> Vec<Akin> {
    let akin = claim_words.terms.akin(passage).into_iter();
    let akin = akin.filter_map(|(word, there)| {
        let claim = claim_words.content.words.get(word)?.span;
        Some(Akin { claim, passage: there, word: store.read_in_place(there) })
    });
    akin.collect()
}

/// Returns the phrases of the claim that only the better place has, in descending weight. Words
/// with only blanks between them form one phrase.
pub(super) fn reasons(
    claim_words: &ClaimWords<'_>,
    decision: &Decision,
    response: &str,
    texts: &Texts,
) -> Vec<Span> {
    let (content, terms) = claim_words.placed();
    let words: Vec<usize> = terms.weightiest(decision.only_there);
    let better = decision.better.first();
    let better = better.and_then(|it| it.span.slice(texts.get(it.source)?)).unwrap_or_default();
    let better = better.to_lowercase();
    let is_there = |phrase: Span| {
        phrase.slice(response).is_some_and(|phrase| better.contains(&phrase.to_lowercase()))
    };
    let spans = words.iter().filter_map(|word| content.words.get(*word));
    let spans: Vec<Span> = spans.map(|word| word.span).collect();
    let mut in_order = spans.clone();
    in_order.sort_unstable();
    let mut phrases: Vec<Span> = Vec::new();
    for span in in_order {
        let is_next = |last: &&mut Span| {
            let between = response.get(last.end..span.start);
            let is_beside = last.end >= span.start
                || between.is_some_and(|it| it.trim_matches([' ', '-']).is_empty());
            is_beside && is_there(Span::new(last.start, span.end.max(last.end)))
        };
        match phrases.last_mut().filter(is_next) {
            Some(last) => last.end = last.end.max(span.end),
            None => phrases.push(span),
        }
    }
    let rank = |phrase: &Span| spans.iter().position(|span| phrase.intersect(*span).is_some());
    phrases.sort_by_key(rank);
    // A letter alone explains nothing.
    let is_letter = |phrase: &Span| {
        phrase
            .slice(response)
            .is_some_and(|it| it.len() == 1 && !it.starts_with(|c: char| c.is_ascii_digit()))
    };
    if !phrases.iter().all(is_letter) {
        phrases.retain(|phrase| !is_letter(phrase));
    }
    phrases.truncate(MAX_REASONS);
    phrases
}
