//! Compares two runs of a prompt: the changes of each claim and of its citations.
//!
//! Claims are paired by their words, citations within paired claims by their place: a source is the
//! same if its text is, whatever its name, and a place is the same if its bytes are, whatever its
//! unit. So two dialects can be compared. Comparing in the other direction gives the mirror image.

mod cases;
mod citations;
mod claims;
mod pair;
mod trend;

use std::collections::{BTreeMap, BTreeSet};

pub use cases::{CaseKey, pair_cases};
pub use citations::{CitationChange, Flip, TargetChange};
pub use trend::{Aspect, Trend};

use self::claims::{Unit, units};
use self::pair::{Group, pair};
use super::Ledger;
use crate::inspect::Inspection;
use crate::text::Span;

/// One of the two responses.
#[derive(Debug, Clone, Copy)]
pub struct Side<'s> {
    /// Its inspection, with evidence, which the comparison of support needs.
    pub inspection: &'s Inspection,
    /// Its verdicts.
    pub ledger: &'s Ledger,
}

/// A target of a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComparedTarget {
    /// The citation's number on its chip, from 1.
    pub number: usize,
    /// Index into the case's citations.
    pub citation: usize,
    /// Index into the citation's targets; 0 for a citation without any.
    pub target: usize,
}

/// The changes of the claims of a response.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comparison {
    /// Changes, worst first.
    pub changes: Vec<Change>,
    /// Number of unchanged citations.
    pub unchanged: usize,
    /// Number of sentences that only the first response has, and that neither have nor need a citation.
    pub uncited_removed: usize,
    /// The same for the second response.
    pub uncited_added: usize,
}

/// A claim of which something changed: one of each response, or several that one was split into.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its words in the first response, as a reader sees them; empty for one that was added.
    pub before: Vec<ClaimText>,
    /// Its words in the second response; empty for one that was removed.
    pub after: Vec<ClaimText>,
    /// True if its words differ, apart from typography and blanks.
    pub is_reworded: bool,
    /// Changes of its citations, worst first.
    pub citations: Vec<CitationChange>,
    /// True if one of the responses has no citation at all.
    pub is_one_sided: bool,
}

/// A claim, or a part of one, as a response has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClaimText {
    /// Its words as a reader sees them, on one line; empty for a citation without a claim.
    pub words: String,
    /// Bytes of the response.
    pub span: Span,
}

/// The kinds of differences, from the worst to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// A reviewer decided, and now decides worse.
    VerdictWorse,
    /// A citation is missing, and its claim still exists or the response has no citation left.
    Lost,
    /// A citation supports its claim less than before.
    Fell,
    /// A claim is missing, with its citations.
    Removed,
    /// A citation leads to another source.
    Replaced,
    /// A citation leads to another place of its source.
    Moved,
    /// A reviewer changed a verdict, neither to a better nor to a worse one.
    VerdictChanged,
    /// A claim is new.
    Added,
    /// A claim has the same citations and other words.
    Reworded,
    /// A claim has a further citation.
    Gained,
    /// A citation supports its claim more than before.
    Rose,
    /// A reviewer decided, and now decides better.
    VerdictBetter,
}

/// Every kind of difference with its name and its meaning, from the worst to the best.
pub const DIFFERENCES: &[(Difference, &str, &str)] = &[
    (Difference::VerdictWorse, "verdict-worse", "a verdict got worse"),
    (Difference::Lost, "lost", "a claim lost a citation, or the answer lost all"),
    (Difference::Fell, "fell", "a citation supports its claim less"),
    (Difference::Removed, "removed", "a claim was removed with its citations"),
    (Difference::Replaced, "replaced", "a citation leads to another source"),
    (Difference::Moved, "moved", "a citation leads to another place of its source"),
    (
        Difference::VerdictChanged,
        "verdict-changed",
        "a verdict changed without getting better or worse",
    ),
    (Difference::Added, "added", "a claim is new"),
    (Difference::Reworded, "reworded", "a claim was reworded"),
    (Difference::Gained, "gained", "a claim gained a citation"),
    (Difference::Rose, "rose", "a citation supports its claim more"),
    (Difference::VerdictBetter, "verdict-better", "a verdict got better"),
];

impl Difference {
    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        let own = DIFFERENCES.iter().find(|(difference, ..)| *difference == self);
        own.map_or("", |(_, name, _)| name)
    }

    /// Returns the opposite difference, for exchanged responses.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::VerdictWorse => Self::VerdictBetter,
            Self::VerdictBetter => Self::VerdictWorse,
            Self::Lost => Self::Gained,
            Self::Gained => Self::Lost,
            Self::Fell => Self::Rose,
            Self::Rose => Self::Fell,
            Self::Removed => Self::Added,
            Self::Added => Self::Removed,
            Self::Replaced | Self::Moved | Self::VerdictChanged | Self::Reworded => self,
        }
    }
}

impl Change {
    /// True if only the second response has the claim.
    pub const fn is_added(&self) -> bool {
        self.before.is_empty()
    }

    /// True if only the first response has the claim.
    pub const fn is_removed(&self) -> bool {
        self.after.is_empty()
    }

    /// Returns every difference, one an occurrence; from the worst to the best. The citations of a
    /// claim that was added or removed are counted besides only if they are all that a response has: a
    /// response without citations is no reworded one.
    pub fn differences(&self) -> Vec<Difference> {
        let is_alone = self.is_added() || self.is_removed();
        let counted = if is_alone && !self.is_one_sided { &[][..] } else { &self.citations };
        let mut all: Vec<Difference> =
            counted.iter().flat_map(CitationChange::differences).collect();
        all.extend(self.is_added().then_some(Difference::Added));
        all.extend(self.is_removed().then_some(Difference::Removed));
        all.extend(self.is_reworded.then_some(Difference::Reworded));
        all.sort_unstable();
        all
    }
}

impl Comparison {
    /// Returns counts per kind of difference, without kinds that do not occur.
    pub fn counts(&self) -> BTreeMap<Difference, usize> {
        let mut counts = BTreeMap::new();
        for difference in self.changes.iter().flat_map(Change::differences) {
            *counts.entry(difference).or_default() += 1;
        }
        counts
    }
}

/// Sort key of changes: kind, then position.
type Weight = (Vec<Difference>, usize, usize);

/// Compares two responses.
pub fn compare(before: &Side<'_>, after: &Side<'_>) -> Comparison {
    let old = units(before);
    let new = units(after);
    let groups = pair(&old, &new);
    let mut found = Vec::new();
    let (mut unchanged, mut uncited_removed, mut uncited_added) = (0, 0, 0);
    for group in groups {
        let first = |indexes: &[usize]| indexes.first().copied().unwrap_or(usize::MAX);
        let place = (first(&group.before), first(&group.after));
        let (change, same) = change(&group, (before, &old), (after, &new));
        unchanged += same;
        let differences = change.differences();
        let says = !(change.is_added() || change.is_removed()) || is_worth(&group, &old, &new);
        if !says {
            uncited_removed += group.before.len();
            uncited_added += group.after.len();
        } else if !differences.is_empty() {
            found.push(((differences, place.0.min(place.1), place.1), change));
        }
    }
    found.sort_by(|(one, _): &(Weight, Change), (other, _)| one.cmp(other));
    let changes = found.into_iter().map(|(_, change)| change).collect();
    Comparison { changes, unchanged, uncited_removed, uncited_added }
}

/// True if a claim of only one response is worth reporting: it has or needs a citation.
fn is_worth(group: &Group, old: &[Unit], new: &[Unit]) -> bool {
    let before = group.before.iter().filter_map(|&index| old.get(index));
    let after = group.after.iter().filter_map(|&index| new.get(index));
    before.chain(after).any(|unit| unit.needs_citation || !unit.pointed.is_empty())
}

/// Returns the change of a group of claims, and its number of unchanged citations.
fn change(
    group: &Group,
    (before, old): (&Side<'_>, &[Unit]),
    (after, new): (&Side<'_>, &[Unit]),
) -> (Change, usize) {
    let own: Vec<&Unit> = group.before.iter().filter_map(|&index| old.get(index)).collect();
    let other: Vec<&Unit> = group.after.iter().filter_map(|&index| new.get(index)).collect();
    let words = |units: &[&Unit]| units.iter().map(|unit| unit.said.clone()).collect();
    let keys = |units: &[&Unit]| units.iter().map(|unit| unit.key.clone()).collect::<Vec<_>>();
    let is_paired = !own.is_empty() && !other.is_empty();
    let pointed = |units: &[&Unit]| units.iter().flat_map(|unit| unit.pointed.clone()).collect();
    let all = citations::compare(
        (before, pointed(&own)),
        (after, pointed(&other)),
        own.len() == 1 && other.len() == 1,
    );
    let (same, mut changed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|change| change.differences().is_empty());
    changed.sort_by_cached_key(|change| (change.differences(), change.before, change.after));
    let cited: BTreeSet<ComparedTarget> = same.iter().filter_map(|change| change.before).collect();
    let change = Change {
        before: words(&own),
        after: words(&other),
        is_reworded: is_paired && own.len() == other.len() && keys(&own) != keys(&other),
        citations: changed,
        is_one_sided: [before, after]
            .iter()
            .any(|side| side.inspection.case.response.citations.is_empty()),
    };
    (change, cited.len())
}
