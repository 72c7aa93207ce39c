//! Words with which an answer speaks of its sources and of itself: `Here is a summary of the passage:`.
//! No text need have them, and none says what it does not say.
//!
//! Only English is read.

use std::ops::Range;
use std::sync::LazyLock;

use super::word_lists::list;
use super::words::{Class, KeySet, Word, listed_words};
use crate::text::Span;
use crate::text::sentences::starts;

const LISTS: &str = include_str!("../../assets/words/frames.txt");

/// The words of frames, each as it is compared.
struct Frames {
    texts: KeySet,
    /// Texts, what they are, have and do.
    all: KeySet,
    verbs: KeySet,
    /// Verbs of having or naming something: `mentions no refunds` says only what the text lacks.
    having: KeySet,
    /// `based`, `according`: what follows is a text, without a verb.
    by: KeySet,
    between: KeySet,
    /// `no`, before what a text lacks.
    none: KeySet,
    openers: KeySet,
    /// Words between clauses, and those that may as well be between parts of one.
    joining: KeySet,
    adding: KeySet,
}

static FRAMES: LazyLock<Frames> = LazyLock::new(|| {
    let keys = |heading: &str| -> KeySet {
        let listed = list(LISTS, heading).join(" ");
        listed_words(&listed).into_iter().map(|word| word.key).collect()
    };
    let [texts, parts, having, saying] = ["texts", "parts", "having", "saying"].map(keys);
    let verbs: KeySet = having.union(&saying).copied().collect();
    Frames {
        all: [&texts, &parts, &verbs].into_iter().flatten().copied().collect(),
        texts,
        verbs,
        having,
        by: keys("by"),
        between: keys("between"),
        none: keys("none"),
        openers: keys("openers"),
        joining: keys("joining"),
        adding: keys("adding"),
    }
});

/// Returns the words of a claim that a text is compared with: all but those of frames, or `None` if it has
/// no frame. `text` is the text that the words are from, and `claim` its bytes.
pub(super) fn without(text: &str, claim: Span, words: &[Word]) -> Option<Vec<Word>> {
    let frames = &*FRAMES;
    let said = claim.slice(text)?;
    // Marks are blanked out: `[1] does not mention refunds`.
    let mut is_after_mark = said.starts_with(char::is_lowercase)
        && text.get(..claim.start).is_some_and(|before| before.ends_with("  "));
    let has_text = words.iter().any(|word| frames.texts.contains(&word.key));
    if !(has_text || is_after_mark && frames.lacks(words)) {
        return None;
    }
    let mut ends: Vec<usize> = starts(said).into_iter().skip(1).collect();
    // The sentence that an introduction leads to may follow it.
    let colons: Vec<usize> = colons(said).collect();
    ends.extend(&colons);
    ends.push(said.len());
    ends.sort_unstable();
    let mut kept = Vec::with_capacity(words.len());
    let mut rest = words;
    let mut label = None;
    for end in ends {
        let until = rest.partition_point(|word| word.span.start < claim.start + end);
        let (sentence, after) = rest.split_at_checked(until)?;
        rest = after;
        // `Frequency response: none of the sources mentions it`
        if let Some(label) = label.take().filter(|_| frames.is_denial(sentence)) {
            kept.truncate(label);
        }
        label = (colons.binary_search(&end).is_ok() && is_label(sentence)).then_some(kept.len());
        kept.extend(frames.rest_of(sentence, is_after_mark));
        is_after_mark = false;
    }
    (kept.len() < words.len()).then_some(kept)
}

/// Maximum number of content words of a label before a colon.
const MAX_LABEL: usize = 6;

/// True for words that may be the label of the sentence after their colon: few, and no number.
fn is_label(words: &[Word]) -> bool {
    let content = words.iter().filter(|word| word.class.is_content());
    content.count() <= MAX_LABEL && words.iter().all(|word| word.class != Class::Number)
}

/// Returns the places after the colons of a text that a blank follows, also after the end of bold words.
fn colons(text: &str) -> impl Iterator<Item = usize> {
    let followed = |at: &usize| {
        let after = text.get(*at..).unwrap_or_default();
        after.trim_start_matches(['*', '_']).starts_with(' ')
    };
    text.match_indices(':').map(|(at, _)| at + 1).filter(followed)
}

impl Frames {
    /// True if a sentence only says what texts lack.
    fn is_denial(&self, sentence: &[Word]) -> bool {
        self.denied(sentence, false) == Some(0..sentence.len())
            && sentence.iter().any(|word| self.texts.contains(&word.key))
    }

    /// Returns the words of a sentence outside of its frame. A sentence right after a mark may have the source of
    /// the mark as its subject.
    fn rest_of(&self, sentence: &[Word], is_after_mark: bool) -> Vec<Word> {
        let is_of_frame = |word: &Word| self.all.contains(&word.key);
        let mut content = sentence.iter().filter(|word| word.class.is_content());
        let has_text = sentence.iter().any(|word| self.texts.contains(&word.key));
        if has_text && content.all(is_of_frame) {
            return Vec::new();
        }
        let is_about_source = has_text || is_after_mark && self.lacks(sentence);
        if let Some(denied) = self.denied(sentence, is_after_mark).filter(|_| is_about_source) {
            let (before, after) = (sentence.get(..denied.start), sentence.get(denied.end..));
            // `The excerpt has a title, but no fees in the text`
            let before = before.map(|before| self.rest_of(before, false)).unwrap_or_default();
            return before.into_iter().chain(after.unwrap_or_default().iter().copied()).collect();
        }
        let opening = self.opening(sentence);
        let (frame, rest) = sentence.split_at_checked(opening).unwrap_or((&[], sentence));
        let is_said = |word: &&Word| !(word.class.is_content() && is_of_frame(word));
        // `provides key information about refunds`
        let object = rest.iter().take_while(|word| !word.class.is_content() || is_of_frame(word));
        let object = if frame.is_empty() { 0 } else { object.count() };
        let (object, rest) = rest.split_at_checked(object).unwrap_or((&[], rest));
        [frame, object].into_iter().flatten().filter(is_said).chain(rest).copied().collect()
    }

    /// True if a sentence without a subject says what a text lacks: `does not mention refunds`.
    fn lacks(&self, sentence: &[Word]) -> bool {
        let is_between = |word: &&Word| self.between.contains(&word.key);
        let lead: Vec<&Word> = sentence.iter().take_while(is_between).collect();
        lead.iter().any(|word| word.class == Class::Negation)
            && sentence.get(lead.len()).is_some_and(|next| self.having.contains(&next.key))
    }

    /// Returns the number of words up to the verb of a sentence about a text: `However, the given passage
    /// also describes`; 0 for another sentence.
    fn opening(&self, sentence: &[Word]) -> usize {
        let is_before = |word: &&Word| {
            word.class == Class::Function
                || self.openers.contains(&word.key)
                || self.all.contains(&word.key)
        };
        let before = sentence.iter().take_while(is_before);
        let is_text = |(_, word): &(usize, &Word)| self.texts.contains(&word.key);
        let texts: Vec<usize> = before.enumerate().filter(is_text).map(|(at, _)| at + 1).collect();
        let is_near =
            |word: &&Word| self.between.contains(&word.key) || self.all.contains(&word.key);
        let verb = texts.iter().find_map(|after| {
            let near: Vec<&Word> = sentence.iter().skip(*after).take_while(is_near).collect();
            let verb = near.iter().rposition(|word| self.verbs.contains(&word.key))?;
            Some(after + verb + 1)
        });
        let is_by = sentence.first().is_some_and(|word| self.by.contains(&word.key));
        verb.or_else(|| texts.first().copied().filter(|_| is_by)).unwrap_or(0)
    }

    /// True for a word for what a text has or is: `information`, `mention`.
    fn has_or_is(&self, word: &Word) -> bool {
        self.all.contains(&word.key) && !self.texts.contains(&word.key)
    }

    /// True for a clause about texts of which none is given or says something: `No other quotes were provided`,
    /// `None of the sources mentions refunds`. `No articles were listed` may be what a source says.
    fn is_of_no_text(&self, clause: &[Word]) -> bool {
        let is_part = |word: &&Word| word.class == Class::Function || self.has_or_is(word);
        let is_none = clause.first().is_some_and(|word| self.none.contains(&word.key));
        let is_some_text = clause.get(1).is_some_and(|word| is_part(&word));
        let named = clause.iter().skip(1).skip_while(is_part);
        let mut texts = named.clone().take_while(|word| self.texts.contains(&word.key));
        let mut after = named.skip_while(|word| self.texts.contains(&word.key));
        let verb = after.find(|word| !self.between.contains(&word.key));
        is_none
            && is_some_text
            && texts.next().is_some()
            && verb.is_none_or(|word| self.all.contains(&word.key))
    }

    /// Returns the words that say what a text does not say: `The passage does not mention refunds`, `Refunds
    /// are not mentioned in the passage`. Clauses before and after them are no part of it.
    fn denied(&self, sentence: &[Word], is_after_mark: bool) -> Option<Range<usize>> {
        let at = sentence.iter().position(|word| word.class == Class::Negation)?;
        let joins = |word: &Word| self.joining.contains(&word.key);
        let starts = |word: &Word| joins(word) || self.adding.contains(&word.key);
        let start = sentence.iter().take(at).rposition(starts).map_or(0, |join| join + 1);
        let end = sentence.iter().skip(at).position(joins).map_or(sentence.len(), |join| at + join);
        let clause = sentence.get(start..end)?;
        let not = at - start;
        let is = |keys: &KeySet, word: Option<&Word>| word.is_some_and(|it| keys.contains(&it.key));
        let opening = self.opening(clause);
        let before = not.checked_sub(1).and_then(|it| clause.get(it));
        let has_none = opening == not && is(&self.having, before);
        let mut named = clause.iter().skip(not + 1).skip_while(|it| self.between.contains(&it.key));
        let is_in_text = is(&self.texts, clause.last());
        let is_named = is_in_text && is(&self.verbs, named.next());
        // `but no details on refunds in the text`
        let has_no = is_in_text && not == 0 && start > 0 && is(&self.none, clause.first());
        let is_lacking = is_after_mark && start == 0 && self.lacks(clause);
        // `There is no information on refunds in the document`
        let has_no_part = is(&self.none, clause.get(not))
            && named.clone().next().is_some_and(|it| self.has_or_is(it))
            && clause.iter().take(not).all(|word| word.class == Class::Function)
            && clause.iter().skip(not).any(|word| self.texts.contains(&word.key));
        let is_denied =
            opening > not || has_none || is_named || has_no || is_lacking || has_no_part;
        (is_denied || self.is_of_no_text(clause)).then_some(start..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::words;

    /// The words of a claim that are compared; `None` if it has no frame.
    fn compared(claim: &str) -> Option<String> {
        let kept = without(claim, Span::new(0, claim.len()), &words(claim))?;
        let content = kept.iter().filter(|word| word.class.is_content());
        let content: Vec<&str> = content.filter_map(|word| word.span.slice(claim)).collect();
        Some(content.join(" "))
    }

    #[test]
    fn an_introduction_says_nothing_that_a_text_has() {
        for claim in [
            "Here is a concise summary of the passage:",
            "Here's a concise summary of the passage, covering the core pieces of information:",
            "Based solely on the information provided in the passage, here is a concise summary covering \
             the core pieces of information:",
            "The following documents contain relevant information.",
        ] {
            assert_eq!(compared(claim).as_deref(), Some(""), "{claim}");
        }
        let claim = "Here is a summary of the passage: Refunds take five days.";
        assert_eq!(compared(claim).as_deref(), Some("Refunds take five days"));
    }

    #[test]
    fn what_a_text_lacks_is_not_compared() {
        for claim in [
            "However, the passage does not provide specific numbers for total cases or deaths.",
            "The document doesn't mention refunds.",
            "The sources mention no refunds for members.",
            "The passage provided does not contain details about refunds.",
            "The fee for members is not specified in the provided documents.",
            "No other quotes were provided that contradict or modify this amount.",
            "None of the provided sources mentions a fee for members.",
            "There is no information in the documents about a fee for members.",
            "**Fee and dues:** None of the provided sources",
        ] {
            assert_eq!(compared(claim).as_deref(), Some(""), "{claim}");
        }
    }

    #[test]
    fn clauses_beside_what_a_text_lacks_are_compared() {
        for (claim, rest) in [
            (
                "They refer to guidelines of NIST, but do not provide a definition within the text.",
                "refer guidelines NIST",
            ),
            (
                "The passage does not mention refunds and dues, but the fee is 5 euros.",
                "fee 5 euros",
            ),
        ] {
            assert_eq!(compared(claim).as_deref(), Some(rest), "{claim}");
        }
    }

    #[test]
    fn the_subject_that_is_a_text_is_left_out() {
        for (claim, rest) in [
            ("The passage describes two historical figures.", "two historical figures"),
            ("This document also provides key information about refunds.", "refunds"),
            ("Based on the provided context, refunds take five days.", "refunds take five days"),
            ("According to the report, refunds take five days.", "refunds take five days"),
            ("The report states that no refunds are given.", "refunds given"),
        ] {
            assert_eq!(compared(claim).as_deref(), Some(rest), "{claim}");
        }
    }

    #[test]
    fn texts_that_a_sentence_is_about_stay() {
        for claim in [
            "The document must be sent within five days.",
            "Members send the documents provided by the bank.",
            "Article 5 states that refunds are given.",
            "In the document folder you find the fees.",
            "The source of the river lies in Tibet.",
            "Refunds are not paid without a text message.",
            "No articles were listed by the harbour office.",
            "None of the pages of the harbour book are torn.",
            "The results are unrelated to the fee.",
            "The report did not find an increase in fees.",
        ] {
            assert_eq!(compared(claim), None, "{claim}");
        }
    }
}
