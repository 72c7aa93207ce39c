//! Figures per source, which show the sources that are cited for statements they do not support.

use std::collections::BTreeMap;

use crate::review::Verdict;
use crate::review::figure::{Figure, real, share};
use crate::review::settle::{JudgementInEntry, is_on_citation};

/// The verdicts on the citations of one source.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceNumbers {
    /// Name of the source; empty for citations of no known source.
    pub source: String,
    /// Number of reviewed citations, including `cannot tell`.
    pub judged: usize,
    /// Number of those whose verdict was given without a passage. No other figure counts them.
    pub without_passage: usize,
    /// Number of `supports`.
    pub supports: usize,
    /// Number of `partly`.
    pub partly: usize,
    /// Number of `wrong-place`.
    pub wrong_place: usize,
    /// Number of `does-not-support` and `contradicts`.
    pub fails: usize,
    /// The share of `supports` in those that are decided.
    pub ais: Figure,
    /// The mean weight of support: 1, 0.5 or 0.
    pub weighted: Figure,
}

/// Returns the figures of every source, by name.
pub(super) fn by_source(settled: &[JudgementInEntry<'_>]) -> Vec<SourceNumbers> {
    let mut sources: BTreeMap<&str, (Vec<Verdict>, usize)> = BTreeMap::new();
    for (_, judgement) in settled {
        if let Some(verdict) = judgement.verdict.filter(|verdict| is_on_citation(*verdict)) {
            let (verdicts, without_passage) = sources.entry(&judgement.source).or_default();
            if judgement.without_passage {
                *without_passage += 1;
            } else {
                verdicts.push(verdict);
            }
        }
    }
    let numbers = sources.into_iter();
    numbers.map(|(source, (verdicts, without))| of(source, &verdicts, without)).collect()
}

fn of(source: &str, verdicts: &[Verdict], without_passage: usize) -> SourceNumbers {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let weights: Vec<f64> = verdicts.iter().filter_map(|verdict| verdict.support()).collect();
    let supports = count(Verdict::Supports);
    SourceNumbers {
        source: source.to_owned(),
        judged: verdicts.len() + without_passage,
        without_passage,
        supports,
        partly: count(Verdict::Partly),
        wrong_place: count(Verdict::WrongPlace),
        fails: count(Verdict::DoesNotSupport) + count(Verdict::Contradicts),
        ais: share(real(supports), weights.len()),
        weighted: share(weights.iter().sum(), weights.len()),
    }
}
