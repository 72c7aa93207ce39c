//! The baseline: the rarity-weighted share of the claim's words per window, and one threshold.

use std::collections::{BTreeMap, BTreeSet};

use pincite::evidence::Place;

use super::Planted;
use super::score::Answer;

/// Two windows that differ by less are equally good.
const TIE: f64 = 0.03;

const COMMON: &str = "a an the of to in on for and or but is are was were be been being by with as \
    at from that this these those it its he she they we you i his her their our your not no do does \
    did has have had can could will would should may might must than then so such also into over \
    about after before between more most other some any all each if when which who what where how \
    there here up down out";

const ENDINGS: [&str; 7] = ["ing", "edly", "ed", "ies", "es", "s", "ly"];

/// Answers one case: a window is better when its share exceeds that of the cited lines by `margin`.
pub(crate) fn answer(case: &Planted, margin: f64) -> Answer {
    let common: BTreeSet<&str> = COMMON.split(' ').collect();
    let documents: Vec<Vec<BTreeSet<String>>> = case
        .documents
        .iter()
        .map(|lines| lines.iter().map(|line| terms(line, &common)).collect())
        .collect();
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    for term in documents.iter().flatten().flatten() {
        *counts.entry(term).or_default() += 1;
    }
    let lines = float(documents.iter().map(Vec::len).sum());
    let wanted: BTreeMap<String, f64> = terms(&case.claim, &common)
        .into_iter()
        .map(|term| {
            let count = counts.get(&term).copied().unwrap_or_default();
            (term, (1.0 + lines / (1.0 + float(count))).ln())
        })
        .collect();
    let total = wanted.values().sum::<f64>().max(f64::MIN_POSITIVE);
    let share = |source: usize, first: usize, width: usize| -> f64 {
        let window = &documents[source][first - 1..first - 1 + width];
        let there = wanted.iter().filter(|(term, _)| window.iter().any(|it| it.contains(*term)));
        there.map(|(_, weight)| weight).sum::<f64>() / total
    };
    let (cited, low, high) = case.cited;
    let width = high - low + 1;
    let own = share(cited, low, width);
    let mut found: Vec<(f64, usize, usize)> = Vec::new();
    for (source, lines) in documents.iter().enumerate() {
        for first in 1..=(lines.len() + 1).saturating_sub(width) {
            if source != cited || first + width - 1 < low || first > high {
                found.push((share(source, first, width), source, first));
            }
        }
    }
    found.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then((other.1, other.2).cmp(&(one.1, one.2)))
    });
    let Some(&(best, source, first)) = found.first().filter(|best| best.0 - own > margin) else {
        return Answer { place: Place::Here, better: None };
    };
    let apart = found.iter().skip(1).find(|it| it.1 != source || it.2.abs_diff(first) > width);
    let place = match apart {
        Some(other) if best - other.0 < TIE => Place::Ambiguous,
        _ if source == cited => Place::Drifted,
        _ => Place::Elsewhere,
    };
    let line = |line: usize| u64::try_from(line).unwrap();
    Answer { place, better: Some((source, line(first), line(first + width - 1))) }
}

fn terms(text: &str, common: &BTreeSet<&str>) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let kept = words.filter(|word| !common.contains(word));
    let stem = |word: &str| {
        let cut = ENDINGS
            .iter()
            .find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= 3));
        cut.unwrap_or(word).to_owned()
    };
    kept.map(stem).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand lines")]
fn float(count: usize) -> f64 {
    count as f64
}
