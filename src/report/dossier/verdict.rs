//! The verdicts on a case.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::line;
use crate::inspect::Inspection;
use crate::report::review::right;
use crate::review::{
    Carried, CarriedStanding, Entry, Judgement, Ledger, REASONS, SourceHashes, SubjectPart,
    Verdict, VerdictKind, carry, subjects, uncited_subjects,
};
use crate::text::SafeText;
use crate::text::prose::count;

/// A reviewer's decision.
#[derive(Debug, Clone)]
pub struct Opinion {
    /// Reviewer.
    pub reviewer: SafeText,
    /// Day, in UTC.
    pub day: String,
    /// The verdict; `None` for a note alone.
    pub verdict: Option<&'static VerdictKind>,
    /// True if it settles a disagreement.
    pub settles: bool,
    /// Reason.
    pub reasons: Vec<SafeText>,
    /// The correct place, if that is another one.
    pub place: Option<SafeText>,
    /// Note of the reviewer.
    pub note: Option<SafeText>,
    /// The change since the verdict, if any.
    pub changed: Option<&'static str>,
    /// True if it holds all the same: it was not given on another claim or passage.
    pub holds: bool,
}

/// A sentence that should have a citation.
#[derive(Debug, Clone)]
pub struct UncitedEntry {
    /// The sentence.
    pub text: SafeText,
    /// The verdicts.
    pub verdicts: Vec<Opinion>,
}

/// The verdicts on a case, by subject.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    /// Those on citations, by index and target.
    cited: BTreeMap<(usize, usize), Vec<Opinion>>,
    /// The number of all pairs of citation and target.
    pairs: usize,
    pub(super) uncited: Vec<UncitedEntry>,
    /// Remarks on verdicts whose subject no longer exists, as sentences.
    pub(super) gone: Vec<String>,
}

impl Opinion {
    /// True if the claim is supported as cited, or needs no citation.
    pub fn approves(&self) -> bool {
        self.verdict.is_some_and(|it| matches!(it.verdict, Verdict::Supports | Verdict::Fine))
    }

    /// True for every verdict other than `supports`.
    pub fn objects(&self) -> bool {
        self.verdict.is_some() && !self.approves()
    }
}

impl Verdicts {
    pub(super) fn of(inspection: &Inspection, ledger: &Ledger) -> Self {
        if ledger.reviewers().is_empty() {
            return Self::of_nobody(inspection);
        }
        let subjects = subjects(inspection, &mut SourceHashes::default());
        let mut all: Vec<Vec<Opinion>> = vec![Vec::new(); subjects.len()];
        let mut verdicts = Self::default();
        for reviewer in ledger.reviewers() {
            let (carried, gone) = carry(ledger, reviewer, &inspection.case.id, &subjects);
            for (opinions, carried) in all.iter_mut().zip(carried) {
                opinions.extend(carried.as_ref().map(opinion));
            }
            if !gone.is_empty() {
                let verdicts_of = count(gone.len(), "decision");
                let what = "on text that is no longer in the response";
                verdicts.gone.push(format!("{verdicts_of} of {reviewer} {what}"));
            }
        }
        for (subject, opinions) in subjects.iter().zip(all) {
            match subject.what {
                SubjectPart::Cited { citation, target } => {
                    verdicts.pairs += 1;
                    if !opinions.is_empty() {
                        verdicts.cited.insert((citation, target), opinions);
                    }
                }
                SubjectPart::Uncited(_) => {
                    let text = line(&subject.claim);
                    verdicts.uncited.push(UncitedEntry { text, verdicts: opinions });
                }
            }
        }
        verdicts
    }

    /// Returns the verdicts on a case that nobody reviewed. Its subjects are compared with nothing, and there may
    /// be 100,000.
    fn of_nobody(inspection: &Inspection) -> Self {
        let citations = inspection.case.response.citations.iter();
        let uncited = uncited_subjects(inspection).into_iter();
        let uncited =
            uncited.map(|it| UncitedEntry { text: line(&it.claim), verdicts: Vec::new() });
        Self {
            pairs: citations.map(|citation| citation.targets.len().max(1)).sum(),
            uncited: uncited.collect(),
            ..Self::default()
        }
    }

    pub(super) fn of_target(&self, citation: usize, target: usize) -> &[Opinion] {
        self.cited.get(&(citation, target)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the verdicts on a citation, each with the index of its target.
    pub(super) fn of_targets(&self, citation: usize) -> impl Iterator<Item = (usize, &Opinion)> {
        let own = self.cited.range((citation, 0)..=(citation, usize::MAX));
        own.flat_map(|((_, target), all)| all.iter().map(move |opinion| (*target, opinion)))
    }

    /// Returns the verdict on a citation, over its targets and reviewers, or the disagreement.
    pub(super) fn of_citation(&self, citation: usize) -> Option<(&'static str, &'static str)> {
        let own = self.cited.range((citation, 0)..=(citation, usize::MAX));
        let mut verdicts: Vec<(&'static str, &'static str)> = own
            .filter_map(|(_, opinions)| {
                let mut signs = counting(opinions)
                    .into_iter()
                    .filter_map(|one| one.verdict)
                    .map(|kind| (kind.sign, kind.title));
                let first = signs.next()?;
                Some(if signs.all(|one| one == first) { first } else { DIFFER })
            })
            .collect();
        verdicts.dedup();
        match verdicts.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => Some(("\u{2260}", "conflicting verdicts")),
        }
    }

    /// Returns the names of the verdicts on citations.
    pub(super) fn names(&self) -> BTreeSet<&'static str> {
        let opinions = self.cited.values().flatten();
        opinions.filter_map(|one| one.verdict).map(|kind| kind.name).collect()
    }

    /// Returns the number of reviewed pairs of citation and source, and of all pairs.
    pub(super) fn judged(&self) -> (usize, usize) {
        (self.cited.values().filter(|opinions| is_judged(opinions)).count(), self.pairs)
    }

    /// Returns the number of pairs that were reviewed before claim or passage changed, and not since.
    pub(super) fn outdated(&self) -> usize {
        let had_verdict = |all: &[Opinion]| all.iter().any(|it| it.verdict.is_some());
        self.cited.values().filter(|all| had_verdict(all) && !is_judged(all)).count()
    }

    /// Returns the number of pairs that some reviewer does not approve.
    pub(super) fn objections(&self) -> usize {
        self.cited.values().filter(|all| counting(all).into_iter().any(Opinion::objects)).count()
    }
}

/// True if a verdict among these is on the claim and passage as they are.
fn is_judged(opinions: &[Opinion]) -> bool {
    opinions.iter().any(|it| it.verdict.is_some() && it.holds)
}

/// Returns the opinions that count: of those that hold, the ones that settle a disagreement, if there are any.
fn counting(opinions: &[Opinion]) -> Vec<&Opinion> {
    let holding = || opinions.iter().filter(|one| one.holds);
    let settling: Vec<&Opinion> = holding().filter(|one| one.settles).collect();
    if settling.is_empty() { holding().collect() } else { settling }
}

/// Sign and title for verdicts that differ.
const DIFFER: (&str, &str) = ("\u{2260}", "reviewers differ");

fn opinion(carried: &Carried<'_>) -> Opinion {
    let Carried { standing, entry, judgement } = carried;
    let Judgement { verdict, reasons, place, note, adjudicates, .. } = *judgement;
    let reason = |code: &String| {
        let known = REASONS.iter().find(|(known, _)| known == code);
        line(known.map_or(code.as_str(), |(_, meaning)| meaning))
    };
    Opinion {
        reviewer: line(&entry.reviewer),
        day: day(entry),
        verdict: verdict.map(Verdict::kind),
        settles: !adjudicates.is_empty(),
        reasons: reasons.iter().map(reason).collect(),
        place: place.as_ref().map(|place| line(&right(place))),
        note: Some(note).filter(|note| !note.trim().is_empty()).map(|note| line(note)),
        holds: standing.holds(),
        changed: match standing {
            CarriedStanding::Same => None,
            CarriedStanding::SourceChangedElsewhere => {
                Some("the source has changed, but not this passage")
            }
            CarriedStanding::SourceChanged => Some("the source has changed"),
            CarriedStanding::ClaimChanged => Some("the claim was worded differently"),
        },
    }
}

fn day(entry: &Entry) -> String {
    entry.at.to_string().chars().take_while(|c| *c != 'T').collect()
}
