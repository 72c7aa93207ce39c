//! The cost of a review, and the share of verdicts that evidence changed. Every independent verdict
//! counts, even if reviewers differ.

use super::{LeftOut, Metric, Unit};
use crate::review::figure::{Figure, NOTHING_COUNTED, real, share};
use crate::review::settle::JudgementInEntry;

pub(super) fn metrics(made: &[JudgementInEntry<'_>]) -> Vec<Metric> {
    let mut times: Vec<f64> = made.iter().filter_map(|(_, judgement)| judgement.seconds).collect();
    times.retain(|seconds| seconds.is_finite() && *seconds >= 0.0);
    times.sort_by(f64::total_cmp);
    let untimed = made.len() - times.len();
    let time = |name, title, definition, figure| {
        let mut left_out = LeftOut::default();
        left_out.add_times(untimed, "verdicts without a time");
        Metric {
            name,
            title,
            definition,
            unit: Unit::Seconds,
            figure,
            over: times.len(),
            of: "decision",
            left_out: left_out.list(),
            missing: Vec::new(),
        }
    };
    vec![
        changed_minds(made),
        time(
            "median_seconds",
            "Time per citation, median",
            "the time that a subject was looked at before its decision; of an even number the mean of the middle two",
            median(&times),
        ),
        time(
            "p90_seconds",
            "Time per citation, 90th percentile",
            "the smallest time that nine tenths of the decisions did not exceed (nearest rank)",
            nearest_rank(&times, 9, 10),
        ),
    ]
}

fn changed_minds(made: &[JudgementInEntry<'_>]) -> Metric {
    let blind = made.iter().filter_map(|(_, it)| Some((it.blind_verdict?, it.verdict?)));
    let pairs: Vec<_> = blind.collect();
    let changed = pairs.iter().filter(|(blind, now)| blind != now).count();
    let mut left_out = LeftOut::default();
    left_out.add_times(made.len() - pairs.len(), "verdicts not given blind first");
    Metric {
        name: "changed_minds",
        title: "Changed minds",
        definition: "decisions whose verdict is another one than the same reviewer's before the evidence was shown, over all that were made blind first",
        unit: Unit::Share,
        figure: share(real(changed), pairs.len()),
        over: pairs.len(),
        of: "blind decision",
        left_out: left_out.list(),
        missing: Vec::new(),
    }
}

/// Returns the median of sorted numbers.
fn median(sorted: &[f64]) -> Figure {
    let middle = sorted.len() / 2;
    let upper = sorted.get(middle).ok_or(NOTHING_COUNTED)?;
    let lower = if sorted.len().is_multiple_of(2) { sorted.get(middle - 1) } else { Some(upper) };
    Ok(f64::midpoint(*upper, *lower.unwrap_or(upper)))
}

/// Returns the smallest of sorted numbers that at least `part` of `whole` do not exceed.
fn nearest_rank(sorted: &[f64], part: usize, whole: usize) -> Figure {
    let rank = (sorted.len() * part).div_ceil(whole);
    rank.checked_sub(1).and_then(|index| sorted.get(index)).copied().ok_or(NOTHING_COUNTED)
}
