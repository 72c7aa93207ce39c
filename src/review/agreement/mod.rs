//! Agreement between reviewers, corrected for chance.
//!
//! Only independent decisions count: an adjudication was made with knowledge of the others.
//! Verdicts on citations and on uncited sentences are separate, because no reviewer could confuse
//! them and chance agreement would be underestimated. A meaningless figure is undefined, with the
//! reason.

mod alpha;
mod kappa;
mod overlap;

pub use alpha::{Scale, alpha};
pub use kappa::{cohen, fleiss, percent};
pub use overlap::{Overlap, bytes, lines};

use overlap::means;

use super::figure::Figure;
use super::settle::is_on_citation;
use super::{Ledger, Opinions, Verdict, opinions};

/// Definitions of the figures, by their names in files.
pub const DEFINITIONS: &[(&str, &str)] = &[
    ("percent", "pairs of verdicts on the same subject that are equal, over all such pairs"),
    (
        "cohen_kappa",
        "two reviewers: (observed - expected) / (1 - expected) agreement, expected from each one's own shares of verdicts (Cohen 1960); unweighted",
    ),
    (
        "fleiss_kappa",
        "the same for all reviewers, expected from the shares of all verdicts together (Fleiss 1971); only subjects that every reviewer judged count",
    ),
    (
        "alpha_nominal",
        "Krippendorff's alpha, 1 - observed / expected disagreement, over every subject that two or more judged (2011)",
    ),
    (
        "alpha_ordinal",
        "the same with distances on the scale contradicts < does not support, wrong place < partly < supports; `cannot tell` counts as missing",
    ),
    (
        "overlap",
        "of two right places for one subject: IoU = lines (bytes) in both / in either; F1 = 2 x in both / sum of both; mean over such subjects; 0 in different sources",
    ),
];

/// Agreement between the reviewers of some journals.
#[derive(Debug)]
pub struct Agreement<'l> {
    /// The reviewers and how many subjects each judged.
    pub reviewers: Vec<(&'l str, usize)>,
    /// On citations, then on uncited sentences; one without a verdict is left out.
    pub groups: Vec<Group<'l>>,
    /// The subjects on which they differ, settled or not.
    pub disagreements: Vec<Opinions<'l>>,
}

/// Agreement on one kind of subject.
#[derive(Debug)]
pub struct Group<'l> {
    /// `citations` or `uncited sentences`.
    pub of: &'static str,
    /// Every two reviewers.
    pub pairs: Vec<Pair<'l>>,
    /// All of them together.
    pub overall: Overall,
}

/// Agreement of two reviewers.
#[derive(Debug)]
pub struct Pair<'l> {
    /// Their names.
    pub reviewers: (&'l str, &'l str),
    /// Number of subjects with verdicts of both.
    pub common: usize,
    /// The share of equal verdicts.
    pub percent: Figure,
    /// Cohen's κ.
    pub cohen: Figure,
    /// Number of subjects for which both name a right place.
    pub places: usize,
    /// Overlap of these in lines: `IoU` and `F1`.
    pub lines: (Figure, Figure),
    /// The same in bytes.
    pub bytes: (Figure, Figure),
}

/// Agreement of all reviewers.
#[derive(Debug)]
pub struct Overall {
    /// Number of subjects with at least two verdicts.
    pub shared: usize,
    /// The share of equal pairs of verdicts.
    pub percent: Figure,
    /// Fleiss' κ.
    pub fleiss: Figure,
    /// Over how many subjects: those that everybody judged.
    pub by_all: usize,
    /// Krippendorff's α.
    pub alpha_nominal: Figure,
    /// The same on the scale of [`Verdict::rank`].
    pub alpha_ordinal: Figure,
}

/// Returns the agreement of the `reviewers` in a ledger; no names mean everybody.
pub fn agreement<'l>(ledger: &'l Ledger, reviewers: &[String]) -> Agreement<'l> {
    let all = opinions(ledger, reviewers);
    let mut names: Vec<(&str, usize)> = Vec::new();
    for (entry, _) in all.iter().flat_map(|opinions| &opinions.own) {
        match names.iter_mut().find(|(name, _)| *name == entry.reviewer) {
            Some((_, judged)) => *judged += 1,
            None => names.push((&entry.reviewer, 1)),
        }
    }
    names.sort_unstable();
    let group = |of, on_citations: bool| {
        let one_kind: Vec<&Opinions<'l>> =
            all.iter().filter(|it| is_about_citation(it) == on_citations).collect();
        (!one_kind.is_empty()).then(|| group(of, &one_kind, &names))
    };
    let groups = [group("citations", true), group("uncited sentences", false)];
    let groups = groups.into_iter().flatten().collect();
    let disagreements = all.into_iter().filter(Opinions::differ).collect();
    Agreement { reviewers: names, groups, disagreements }
}

fn is_about_citation(opinions: &Opinions<'_>) -> bool {
    verdicts(opinions).next().is_none_or(is_on_citation)
}

fn verdicts(opinions: &Opinions<'_>) -> impl Iterator<Item = Verdict> {
    opinions.own.iter().filter_map(|(_, judgement)| judgement.verdict)
}

fn group<'l>(of: &'static str, all: &[&Opinions<'l>], names: &[(&'l str, usize)]) -> Group<'l> {
    let mut pairs = Vec::new();
    for (index, (one, _)) in names.iter().enumerate() {
        for (other, _) in names.iter().skip(index + 1) {
            pairs.push(pair((one, other), all));
        }
    }
    let units: Vec<Vec<Verdict>> = all.iter().map(|it| verdicts(it).collect()).collect();
    let ranks: Vec<Vec<u8>> =
        all.iter().map(|it| verdicts(it).filter_map(Verdict::rank).collect()).collect();
    let (fleiss, by_all) = fleiss(&units, names.len());
    let overall = Overall {
        shared: units.iter().filter(|unit| unit.len() > 1).count(),
        percent: percent(&every_pair(&units)),
        fleiss,
        by_all,
        alpha_nominal: alpha(&units, Scale::Nominal),
        alpha_ordinal: alpha(&ranks, Scale::Ordinal),
    };
    Group { of, pairs, overall }
}

/// Returns every two verdicts on the same subject.
fn every_pair(units: &[Vec<Verdict>]) -> Vec<(Verdict, Verdict)> {
    let pairs_of = |unit: &Vec<Verdict>| {
        let mut pairs = Vec::new();
        for (index, one) in unit.iter().enumerate() {
            pairs.extend(unit.iter().skip(index + 1).map(|other| (*one, *other)));
        }
        pairs
    };
    units.iter().flat_map(pairs_of).collect()
}

fn pair<'l>(reviewers: (&'l str, &'l str), all: &[&Opinions<'l>]) -> Pair<'l> {
    let (mut equal, mut in_lines, mut in_bytes) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = 0;
    for opinions in all {
        let of = |name: &str| opinions.own.iter().find(|(entry, _)| entry.reviewer == name);
        let Some(((_, one), (_, other))) = of(reviewers.0).zip(of(reviewers.1)) else { continue };
        equal.extend(one.verdict.zip(other.verdict));
        if let Some((one, other)) = one.place.as_ref().zip(other.place.as_ref()) {
            places += 1;
            in_lines.extend(lines(one, other));
            in_bytes.extend(bytes(one, other));
        }
    }
    Pair {
        reviewers,
        common: equal.len(),
        percent: percent(&equal),
        cohen: cohen(&equal),
        places,
        lines: means(&in_lines),
        bytes: means(&in_bytes),
    }
}

#[cfg(test)]
mod tests;
