//! Figures a source: which ones are cited for what they do not say.

use std::collections::BTreeMap;

use crate::review::Verdict;
use crate::review::figure::{Figure, real, share};
use crate::review::settle::{Decided, is_on_citation};

/// What was decided about the citations of one source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceNumbers {
    /// What it is called; empty for citations of no known source.
    pub source: String,
    /// How many of its citations are judged, `cannot tell` included.
    pub judged: usize,
    /// How often it supports.
    pub supports: usize,
    /// How often it does in part.
    pub partly: usize,
    /// How often another place was meant.
    pub wrong_place: usize,
    /// How often it does not support, or contradicts.
    pub fails: usize,
    /// The share of `supports` in those that are decided.
    pub ais: Figure,
    /// The mean weight of support: 1, 0.5 or 0.
    pub weighted: Figure,
}

/// The figures of every source, by name.
pub(super) fn by_source(settled: &[Decided<'_>]) -> Vec<SourceNumbers> {
    let mut sources: BTreeMap<&str, Vec<Verdict>> = BTreeMap::new();
    for (_, judgement) in settled {
        if let Some(verdict) = judgement.verdict.filter(|verdict| is_on_citation(*verdict)) {
            sources.entry(&judgement.source).or_default().push(verdict);
        }
    }
    sources.into_iter().map(|(source, verdicts)| of(source, &verdicts)).collect()
}

fn of(source: &str, verdicts: &[Verdict]) -> SourceNumbers {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let weights: Vec<f64> = verdicts.iter().filter_map(|verdict| verdict.support()).collect();
    let supports = count(Verdict::Supports);
    SourceNumbers {
        source: source.to_owned(),
        judged: verdicts.len(),
        supports,
        partly: count(Verdict::Partly),
        wrong_place: count(Verdict::WrongPlace),
        fails: count(Verdict::DoesNotSupport) + count(Verdict::Contradicts),
        ais: share(real(supports), weights.len()),
        weighted: share(weights.iter().sum(), weights.len()),
    }
}
