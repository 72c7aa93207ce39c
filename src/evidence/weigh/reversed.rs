//! The word by which a claim and a passage say opposite things.

use super::Weigher;
use crate::evidence::claim_words::ClaimWords;
use crate::evidence::places::SearchTerms;
use crate::evidence::reversal::{
    ComparedPlace, DividedText, ReadText, Reversal, ReversedBy, is_reordered, reversal,
};
use crate::evidence::words::{Language, language, source_words};
use crate::evidence::{Place, Window, WordMatch};
use crate::resolve::Passage;
use crate::text::wrapped::with_whole_sentences;

impl Weigher<'_> {
    /// Returns a word by which a claim and a place say opposite things; both are in one language, and opposites
    /// are known of English only.
    pub(super) fn reversal(
        &self,
        claim_words: &ClaimWords<'_>,
        place: &ComparedPlace<'_>,
    ) -> Option<Reversal> {
        let languages = [claim_words.language, language(place.text.read.words)];
        let mut known = languages.into_iter().flatten();
        let first = known.next();
        if known.any(|other| Some(other) != first) {
            return None;
        }
        let found = reversal(&claim_words.said, claim_words.content.keys(), place)?;
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
        place: &ComparedPlace<'_>,
    ) -> bool {
        let text = self.nearest(terms, passage, place);
        let words = source_words(&text);
        let text = DividedText::whole(ReadText { text: &text, words: &words });
        let place = ComparedPlace { source: passage.source, start: 0, text };
        self.reversal(claim_words, &place).is_some()
    }

    /// True if a passage has all words of a claim, and those of a sentence in another order; of a long passage,
    /// in all sentences that have most of the claim.
    pub(super) fn is_reordered(
        &self,
        terms: &SearchTerms,
        (claim_words, found): (&ClaimWords<'_>, &WordMatch),
        passage: &Passage,
        (place, is_part): (&ComparedPlace<'_>, bool),
    ) -> bool {
        let ClaimWords { said, .. } = claim_words;
        found.matched == found.of
            && is_reordered(said, &place.text)
            && (!is_part || {
                let text = self.nearest(terms, passage, place);
                let words = source_words(&text);
                is_reordered(said, &DividedText::whole(ReadText { text: &text, words: &words }))
            })
    }

    /// Returns the sentences of a long passage that have most of the claim, then those of `place`.
    fn nearest(&self, terms: &SearchTerms, passage: &Passage, place: &ComparedPlace<'_>) -> String {
        let source = passage.source;
        let whole = self.texts.get(source).unwrap_or_default();
        let nearest = self.places.nearest(terms, (source, passage.span)).into_iter();
        let texts = nearest.filter_map(|span| with_whole_sentences(whole, span).slice(whole));
        texts.chain([place.text.read.text]).collect::<Vec<_>>().join("\n\n")
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
        let words = source_words(text);
        let text = DividedText::whole(ReadText { text, words: &words });
        self.reversal(claim_words, &ComparedPlace { source, start: span.start, text })
    }
}
