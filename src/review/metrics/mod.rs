//! The figures of a review, from its verdicts.
//!
//! A figure states its definition, its basis, the items left out with the reasons, and any data
//! that its definition requires but the journal lacks. Nothing is filled in by a guess: if
//! reviewers differ and nobody has settled it, the subject is left out.

mod statement;
mod citations;
mod support;
mod effort;
mod sources;
mod calibration;

use std::collections::{BTreeMap, BTreeSet};

pub use calibration::{AGREES, Calibration, MIN_FINDINGS};
pub use sources::SourceNumbers;

use super::figure::Figure;
use super::settle::JudgementInEntry;
use super::{Ledger, VERDICTS, Verdict, opinions};
use statement::Statements;

/// One figure of a review.
#[derive(Debug, Clone, PartialEq)]
pub struct Metric {
    /// Its name in files.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Kind.
    pub definition: &'static str,
    /// The unit of the figure.
    pub unit: Unit,
    /// The figure.
    pub figure: Figure,
    /// Number of things counted.
    pub over: usize,
    /// Their name in the singular.
    pub of: &'static str,
    /// Omissions: number and reason.
    pub left_out: Vec<(usize, &'static str)>,
    /// Data that the definition needs and the journal does not contain.
    pub missing: Vec<String>,
}

/// The unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// From 0 to 1.
    Share,
    /// Seconds.
    Seconds,
}

impl Unit {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Seconds => "seconds",
        }
    }
}

/// The figures of a journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    /// The reviewers and how many verdicts of each count or were weighed against another's.
    pub reviewers: Vec<(String, usize)>,
    /// Number of cases with a verdict.
    pub cases: usize,
    /// Number of subjects per verdict, in the order of [`VERDICTS`].
    pub verdicts: Vec<(Verdict, usize)>,
    /// Subjects with unsettled disagreements, which the following figures leave out.
    pub contested: usize,
    /// Verdicts left out because their subject is no longer in the response; 0 if that was not
    /// compared.
    pub earlier: usize,
    /// Subjects that an adjudication settles.
    pub adjudicated: usize,
    /// The figures.
    pub metrics: Vec<Metric>,
    /// Figures a source, by name.
    pub sources: Vec<SourceNumbers>,
    /// Agreement of each rule with reviewers, by code.
    pub rules: Vec<Calibration>,
}

/// Returns the figures for the decisions of `reviewers`; no names mean everybody. A rule with fewer
/// than `min_findings` findings on judged items is never suggested to be turned off.
pub fn numbers(ledger: &Ledger, reviewers: &[String], min_findings: usize) -> Numbers {
    let all = opinions(ledger, reviewers);
    let settled: Vec<JudgementInEntry<'_>> =
        all.iter().filter_map(super::Opinions::settled).collect();
    let made: Vec<JudgementInEntry<'_>> =
        all.iter().flat_map(|opinions| opinions.own.clone()).collect();
    let settling = all.iter().filter_map(|opinions| opinions.adjudication);
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (entry, _) in made.iter().copied().chain(settling) {
        *names.entry(&entry.reviewer).or_default() += 1;
    }
    let statements = Statements::of(&settled);
    let mut metrics = citations::metrics(&statements);
    metrics.extend(support::metrics(&statements));
    metrics.extend(effort::metrics(&made));
    let given = |verdict| {
        let given = settled.iter().filter(|(_, judgement)| judgement.verdict == Some(verdict));
        (verdict, given.count())
    };
    let cases: BTreeSet<&str> =
        made.iter().chain(&settled).map(|(_, judgement)| judgement.case.as_str()).collect();
    Numbers {
        reviewers: names.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
        cases: cases.len(),
        verdicts: VERDICTS.iter().map(|kind| given(kind.verdict)).collect(),
        earlier: 0,
        contested: all.iter().filter(|opinions| opinions.is_contested()).count(),
        adjudicated: settled.iter().filter(|(_, it)| !it.adjudicates.is_empty()).count(),
        metrics,
        sources: sources::by_source(&settled),
        rules: calibration::by_rule(&settled, min_findings),
    }
}

/// Omissions from a figure, counted by reason.
#[derive(Debug, Default)]
struct LeftOut(BTreeMap<&'static str, usize>);

impl LeftOut {
    fn add(&mut self, why: &'static str) {
        self.add_times(1, why);
    }

    fn add_times(&mut self, times: usize, why: &'static str) {
        if times > 0 {
            *self.0.entry(why).or_default() += times;
        }
    }

    fn list(self) -> Vec<(usize, &'static str)> {
        self.0.into_iter().map(|(why, times)| (times, why)).collect()
    }
}

#[cfg(test)]
mod tests;
