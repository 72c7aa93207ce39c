//! The word by which a claim and a passage say opposite things.

use super::Weigher;
use crate::evidence::claim_words::ClaimWords;
use crate::evidence::particulars::reordered;
use crate::evidence::places::SearchTerms;
use crate::evidence::reversal::{ComparedPlace, ReadText, Reversal, ReversedBy, reversal};
use crate::evidence::words::{KeySet, Language, language, source_words};
use crate::evidence::{Place, Window, WordMatch};
use crate::resolve::Passage;
use crate::text::wrapped::with_whole_sentences;

impl Weigher<'_> {
    /// Returns a word by which a claim and a place say opposite things; both are in one language, and opposites
    /// are known of English only.
    pub(super) fn reversal(
        &self,
        claim_words: &ClaimWords<'_>,
        place: ComparedPlace<'_>,
    ) -> Option<Reversal> {
        let languages = [claim_words.language, language(place.read.words)];
        let mut known = languages.into_iter().flatten();
        let first = known.next();
        if known.any(|other| Some(other) != first) {
            return None;
        }
        let ClaimWords { claim, words, content, .. } = claim_words;
        let counted: KeySet = content.words.iter().map(|word| word.key).collect();
        let response = ReadText { text: &self.response, words };
        let found = reversal(response, *claim, &counted, place)?;
        let is_known = match first {
            None | Some(Language::English) => true,
            Some(language) => {
                // In Portuguese, `no` is `in the`.
                let own = found.claim.slice(&self.response);
                let mut both = own.into_iter().chain([found.word.as_str()]);
                let is_no =
                    language == Language::Portuguese && both.any(|it| it.starts_with("no "));
                found.by == ReversedBy::Negation && !is_no
            }
        };
        is_known.then_some(found)
    }

    /// True if all sentences of a long passage that have most of the claim reverse a word, those of `place` among
    /// them: any other one may say it.
    pub(super) fn is_reversed_throughout(
        &self,
        terms: &SearchTerms,
        claim_words: &ClaimWords<'_>,
        passage: &Passage,
        place: ComparedPlace<'_>,
    ) -> bool {
        let text = self.nearest(terms, passage, place);
        let read = ReadText { text: &text, words: &source_words(&text) };
        let place = ComparedPlace { source: passage.source, start: 0, read };
        self.reversal(claim_words, place).is_some()
    }

    /// True if a passage has all words of a claim, and those of a sentence in another order; of a long passage,
    /// in all sentences that have most of the claim.
    pub(super) fn is_reordered(
        &self,
        terms: &SearchTerms,
        (claim_words, found): (&ClaimWords<'_>, &WordMatch),
        passage: &Passage,
        (place, is_part): (ComparedPlace<'_>, bool),
    ) -> bool {
        let of = |read| found.matched == found.of && reordered(&self.response, claim_words, read);
        of(place.read)
            && (!is_part || {
                let text = self.nearest(terms, passage, place);
                of(ReadText { text: &text, words: &source_words(&text) })
            })
    }

    /// Returns the sentences of a long passage that have most of the claim, then those of `place`.
    fn nearest(&self, terms: &SearchTerms, passage: &Passage, place: ComparedPlace<'_>) -> String {
        let source = passage.source;
        let whole = self.texts.get(source).unwrap_or_default();
        let nearest = self.places.nearest(terms, (source, passage.span)).into_iter();
        let texts = nearest.filter_map(|span| with_whole_sentences(whole, span).slice(whole));
        texts.chain([place.read.text]).collect::<Vec<_>>().join("\n\n")
    }

    /// Returns the same for the one better place that is named instead of the passage.
    pub(super) fn reversal_there(
        &self,
        claim_words: &ClaimWords<'_>,
        place: Place,
        better: &[Window],
    ) -> Option<Reversal> {
        if !matches!(place, Place::Drifted | Place::Elsewhere) {
            return None;
        }
        let &Window { source, span, .. } = better.first()?;
        let text = span.slice(self.texts.get(source)?)?;
        let read = ReadText { text, words: &source_words(text) };
        self.reversal(claim_words, ComparedPlace { source, start: span.start, read })
    }
}
