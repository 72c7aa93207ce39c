//! Calibration: how often each rule agreed with the people who looked.

use std::collections::{BTreeMap, BTreeSet};

use crate::review::Verdict;
use crate::review::figure::{Figure, real, share};
use crate::review::settle::{JudgementInEntry, is_on_citation};
use crate::rules;

/// A rule that is right less often than this is proposed to be turned off.
pub const AGREES: f64 = 0.8;

/// Default minimum number of findings for such a suggestion.
pub const MIN_FINDINGS: usize = 10;

/// Groups of rules about the form of a citation, whatever it supports: a verdict on
/// support neither confirms nor refutes them.
const ABOUT_FORM: &str = "MFI";

/// Agreement of a rule with reviewers.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// Its code.
    pub code: String,
    /// Its name; empty for a rule this version does not know.
    pub name: &'static str,
    /// Findings with which reviewers agreed.
    pub right: usize,
    /// Findings with which reviewers did not agree.
    pub wrong: usize,
    /// Faults that people found and it was silent on.
    pub missed: usize,
    /// Subjects without fault on which it was silent.
    pub silent: usize,
    /// The share of its findings that were right.
    pub agreement: Figure,
    /// True if the rule is about form, so that agreement is not meaningful.
    pub about_form: bool,
    /// True if it is wrong so often that it should be turned off.
    pub turn_off: bool,
}

/// Returns true if a verdict reports a fault; `None` if it is undecided.
fn is_fault(verdict: Verdict) -> Option<bool> {
    match verdict {
        Verdict::Supports | Verdict::Fine => Some(false),
        Verdict::CannotTell => None,
        Verdict::Partly
        | Verdict::DoesNotSupport
        | Verdict::Contradicts
        | Verdict::WrongPlace
        | Verdict::NeedsCitation => Some(true),
    }
}

/// Returns the calibration of every rule with findings on judged items, by code.
pub(super) fn by_rule(settled: &[JudgementInEntry<'_>], min_findings: usize) -> Vec<Calibration> {
    /// Right and wrong findings of a rule, on citations and on uncited sentences.
    #[derive(Default)]
    struct Remarks {
        right: [usize; 2],
        wrong: [usize; 2],
    }
    let mut faults = [0; 2];
    let mut sound = [0; 2];
    let mut by_code: BTreeMap<&str, Remarks> = BTreeMap::new();
    // Without a passage, nobody saw what a rule remarked on.
    let shown = settled.iter().filter(|(_, judgement)| !judgement.without_passage);
    let decided = shown.filter_map(|(_, judgement)| {
        let verdict = judgement.verdict?;
        Some((judgement, usize::from(!is_on_citation(verdict)), is_fault(verdict)?))
    });
    for (judgement, kind, fault) in decided {
        bump(if fault { &mut faults } else { &mut sound }, kind);
        for code in judgement.rules.iter().collect::<BTreeSet<_>>() {
            let remarks = by_code.entry(code).or_default();
            bump(if fault { &mut remarks.right } else { &mut remarks.wrong }, kind);
        }
    }
    let calibration = |(code, remarks): (&str, Remarks)| {
        // A rule is silent only on the kind of subject that it looks at.
        let kinds =
            || (0..2).filter(|&kind| at(&remarks.right, kind) + at(&remarks.wrong, kind) > 0);
        let right: usize = remarks.right.iter().sum();
        let wrong: usize = remarks.wrong.iter().sum();
        let agreement = share(real(right), right + wrong);
        let about_form = code.starts_with(|letter| ABOUT_FORM.contains(letter));
        Calibration {
            code: code.to_owned(),
            name: rules::rule(code).map_or("", |rule| rule.name),
            right,
            wrong,
            missed: kinds()
                .map(|kind| at(&faults, kind).saturating_sub(at(&remarks.right, kind)))
                .sum(),
            silent: kinds()
                .map(|kind| at(&sound, kind).saturating_sub(at(&remarks.wrong, kind)))
                .sum(),
            agreement,
            about_form,
            turn_off: !about_form
                && right + wrong >= min_findings
                && agreement.is_ok_and(|share| share < AGREES),
        }
    };
    by_code.into_iter().map(calibration).collect()
}

fn bump(counts: &mut [usize; 2], kind: usize) {
    if let Some(count) = counts.get_mut(kind) {
        *count += 1;
    }
}

fn at(counts: &[usize; 2], kind: usize) -> usize {
    counts.get(kind).copied().unwrap_or_default()
}
