//! The result of checking each citation, as one of a few words: counted, shown as shares, and
//! compared with minimums.

use crate::evidence::{
    Evidence, Inspected, Model, NumberMatch, NumberStatus, Place, SupportFeatures,
};
use crate::inspect::Inspection;
use crate::text::Span;

/// The minimum number of content words of a claim whose support is judged by its probability.
const MIN_WORDS: usize = 4;

/// The probability from which a passage is more likely to support a claim than not.
const PROBABLE: f64 = 0.5;

/// The result of checking a citation against text, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The passage probably supports the claim, and has its numbers and names.
    Supported,
    /// It has text, which could not be compared: another language, no claim, too few words, or the
    /// text is cut off.
    NotCompared,
    /// The passage has some of the claim's words, but is more likely not to support the claim or lacks a
    /// number or name of it.
    UnclearSupport,
    /// Nothing but the response vouches for the text of the source.
    RepeatedText,
    /// The passage shares too few words with the claim.
    WeakSupport,
    /// A number of the claim differs.
    WrongNumber,
    /// The passage negates a word of the claim, or the other way round, or has its opposite.
    Reversed,
    /// A quote of the claim is altered or missing.
    AlteredQuote,
    /// The same source supports the claim at another place.
    Drifted,
    /// Several other places support the claim.
    Ambiguous,
    /// Another source supports the claim.
    WrongSource,
    /// No loaded source has the claim's words.
    NotFound,
    /// The input has no text for the source.
    NoText,
    /// The citation is malformed or points nowhere.
    Unresolved,
}

impl Outcome {
    /// Every outcome, from the best to the worst.
    pub const ALL: [Self; 14] = [
        Self::Supported,
        Self::NotCompared,
        Self::UnclearSupport,
        Self::RepeatedText,
        Self::WeakSupport,
        Self::WrongNumber,
        Self::Reversed,
        Self::AlteredQuote,
        Self::Drifted,
        Self::Ambiguous,
        Self::WrongSource,
        Self::NotFound,
        Self::NoText,
        Self::Unresolved,
    ];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::NotCompared => "not-compared",
            Self::UnclearSupport => "unclear-support",
            Self::RepeatedText => "repeated-text",
            Self::WeakSupport => "weak-support",
            Self::WrongNumber => "wrong-number",
            Self::Reversed => "reversed",
            Self::AlteredQuote => "altered-quote",
            Self::Drifted => "drifted",
            Self::Ambiguous => "ambiguous",
            Self::WrongSource => "wrong-source",
            Self::NotFound => "not-found",
            Self::NoText => "no-text",
            Self::Unresolved => "unresolved",
        }
    }

    /// Returns the name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::NotCompared => "not compared",
            Self::UnclearSupport => "unclear support",
            Self::RepeatedText => "repeated text",
            Self::WeakSupport => "weak support",
            Self::WrongNumber => "wrong number",
            Self::Reversed => "reversed",
            Self::AlteredQuote => "altered quote",
            Self::Drifted => "drifted",
            Self::Ambiguous => "several possible matches",
            Self::WrongSource => "wrong source",
            Self::NotFound => "not found",
            Self::NoText => "no text",
            Self::Unresolved => "unresolved",
        }
    }

    /// Returns the meaning, as a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Supported => {
                "The passage has most of the claim's words, with its numbers and names, the claim says no more, and nothing contradicts it."
            }
            Self::NotCompared => {
                "Claim and passage cannot be compared: another language, no claim, too few words or text that is cut off."
            }
            Self::UnclearSupport => {
                "The passage has some of the claim's words; the probability that it supports the claim is below 50 %, a number or name of the claim is in no cited text, or only the claim says `not`, `only` or `all`."
            }
            Self::RepeatedText => {
                "The response itself repeats the only text of the source, such as a quote in its citation, and nothing in it contradicts the claim."
            }
            Self::WeakSupport => "The passage shares too few words with the claim.",
            Self::WrongNumber => "A number differs between claim and passage.",
            Self::Reversed => {
                "Only one of claim and passage negates a word, or the passage has its opposite."
            }
            Self::AlteredQuote => "Quoted words differ from the passage or are missing there.",
            Self::Drifted => "The same source supports the claim at another place.",
            Self::Ambiguous => "Several other places support the claim better.",
            Self::WrongSource => "Another source supports the claim.",
            Self::NotFound => "No loaded source has the claim's words.",
            Self::NoText => "The input has no text of the cited source.",
            Self::Unresolved => "The citation is malformed or points nowhere.",
        }
    }

    /// True if a reader should look at the citation.
    pub const fn is_problem(self) -> bool {
        !matches!(
            self,
            Self::Supported | Self::NotCompared | Self::UnclearSupport | Self::RepeatedText
        )
    }

    /// Returns the place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The support of a claim by all passages that are cited for it.
#[derive(Debug, Default)]
struct ClaimSupport {
    /// The highest probability of one passage that does not have the words of the claim in another order.
    highest: f64,
    /// The features of all passages together.
    together: SupportFeatures,
    /// The numbers, names, and words that turn or limit the claim, that none of them has; `None` without a
    /// passage.
    lacking: Option<Vec<Span>>,
}

impl ClaimSupport {
    fn add(&mut self, found: &Inspected) {
        for evidence in found.evidence.iter().flatten() {
            if !evidence.reordered {
                self.highest = self.highest.max(evidence.support);
            }
            self.together = self.together.together(&evidence.features);
            let Evidence { lacking, only_in_claim, .. } = &**evidence;
            match &mut self.lacking {
                None => self.lacking = Some([&**lacking, only_in_claim].concat()),
                Some(all) => all.retain(|it| lacking.contains(it) || only_in_claim.contains(it)),
            }
        }
    }

    fn is_probable(&self) -> bool {
        self.highest >= PROBABLE && self.lacking.as_ref().is_none_or(Vec::is_empty)
    }
}

/// Returns the outcome of each citation of an inspection, by the worst of its targets.
pub fn outcomes(inspection: &Inspection) -> Vec<Outcome> {
    let mut all = Vec::with_capacity(inspection.inspected.len());
    for same in inspection.inspected.chunk_by(have_one_claim) {
        let mut support = ClaimSupport::default();
        for found in same {
            support.add(found);
        }
        let from = all.len();
        all.extend((from..from + same.len()).map(|index| outcome_by(inspection, index, &support)));
    }
    all
}

/// True if two citations next to each other have the same claim: those of one claim are.
fn have_one_claim(one: &Inspected, other: &Inspected) -> bool {
    one.claim.map(|it| it.span) == other.claim.map(|it| it.span)
}

/// Returns the outcome of the citation at `index`.
pub fn outcome(inspection: &Inspection, index: usize) -> Outcome {
    let all = &inspection.inspected;
    let own = all.get(index);
    let is_same = |found: &&Inspected| own.is_some_and(|own| have_one_claim(own, found));
    let before = all.iter().take(index).rev().take_while(is_same);
    let from = all.iter().skip(index).take_while(is_same);
    let mut support = ClaimSupport::default();
    before.chain(from).for_each(|found| support.add(found));
    outcome_by(inspection, index, &support)
}

/// Returns the outcome of a citation whose claim has this support.
fn outcome_by(inspection: &Inspection, index: usize, support: &ClaimSupport) -> Outcome {
    let Some(found) = inspection.inspected.get(index) else { return Outcome::NotCompared };
    if inspection.is_unresolved(index) {
        return Outcome::Unresolved;
    }
    if inspection.is_without_text(index) {
        return Outcome::NoText;
    }
    let of = |evidence: &Option<Box<Evidence>>| match evidence {
        Some(evidence) => compared(evidence, support),
        None => Outcome::NotCompared,
    };
    let worst = found.evidence.iter().map(of).max().unwrap_or(Outcome::NotCompared);
    if !worst.is_problem() && inspection.is_repeated(index) {
        return Outcome::RepeatedText;
    }
    worst
}

fn compared(evidence: &Evidence, support: &ClaimSupport) -> Outcome {
    match evidence.place {
        Place::Drifted => return Outcome::Drifted,
        Place::Elsewhere => return Outcome::WrongSource,
        Place::Ambiguous => return Outcome::Ambiguous,
        Place::Nowhere => return Outcome::NotFound,
        Place::Here | Place::Unknown => {}
    }
    if evidence.quotes.iter().any(|quote| quote.turned || quote.status.fails()) {
        return Outcome::AlteredQuote;
    }
    let mut differing =
        evidence.numbers.iter().filter(|number| number.status == NumberStatus::Differs).peekable();
    // A number that another passage of the claim has is no wrong one, and this passage no support for it.
    let is_beside = |it: &NumberMatch| evidence.beside.iter().any(|other| other.span == it.span);
    if differing.peek().is_some() {
        let is_right = differing.all(is_beside);
        return if is_right { Outcome::UnclearSupport } else { Outcome::WrongNumber };
    }
    if evidence.reversal.is_some() {
        return Outcome::Reversed;
    }
    let is_known =
        evidence.features.decision.is_some() && !evidence.breaks_off && !evidence.goes_on;
    // As `unsupported` reports it.
    let model = &Model::fitted().support;
    let is_weak = support.together.probability(model) < model.unsupported;
    match evidence.place {
        _ if is_weak && is_known && evidence.words.of >= MIN_WORDS => Outcome::WeakSupport,
        Place::Here if !support.is_probable() => Outcome::UnclearSupport,
        Place::Here => Outcome::Supported,
        _ => Outcome::NotCompared,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_in_the_order_of_their_table() {
        for (index, outcome) in Outcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome.index(), index);
            assert_eq!(
                outcome.name().replace('-', " ") == outcome.title(),
                outcome != Outcome::Ambiguous
            );
        }
        assert!(Outcome::ALL.is_sorted());
    }
}
