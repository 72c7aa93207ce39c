//! Lines that were edited, and maybe moved too: found by what of them is left, and by the lines around.

use std::collections::BTreeMap;
use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices, capture_diff_slices_deadline};

use super::run::{LineRun, MAX_TIME, MIN_LETTERS_NEARBY, NEARBY, letters};

/// Lines that took the place of others are the same lines, edited, from this likeness on; git draws
/// the line for renamed files there too.
const SAME: f32 = 0.5;

/// The same where some of the lines are left as they were.
const LEFT: f32 = 0.2;

/// From this likeness on, lines that went elsewhere and were edited there are the same lines.
const SAME_ELSEWHERE: f32 = 0.6;

/// A place elsewhere must be better than the lines that are left in the old one by so much.
const MARGIN: f32 = 0.1;

/// Lines by which a place elsewhere is known to be that of the run.
pub(super) const MIN_KEPT: usize = 2;

/// Maximum number of places that are compared closely.
const MAX_PLACES: usize = 4;

/// Lines that may stand for others: indexes of the first and of the one after the last.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edited {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The share of words in common.
    pub(super) likeness: f32,
}

/// Finds what became of lines that are nowhere as they were; `None` if they are gone.
pub(super) fn edited(run: &LineRun<'_>) -> Option<Edited> {
    let is_same =
        |(here, is_left): &(Edited, bool)| here.likeness >= if *is_left { LEFT } else { SAME };
    let here = replaced(run).filter(is_same).map(|(here, _)| here);
    let least = here.map_or(SAME_ELSEWHERE, |here| (here.likeness + MARGIN).max(SAME_ELSEWHERE));
    let elsewhere =
        elsewhere(run).filter(|it| it.likeness >= least && is_known(run, it) && !is_other(run, it));
    elsewhere.or(here)
}

/// The lines that stand for the cited ones in the text of another file.
pub(super) fn edited_in<'l>(
    old: &'l [&'l str],
    new: &'l [&'l str],
    (from, to): (usize, usize),
) -> Option<Edited> {
    let run = LineRun::new((old, new), &[], (from, to));
    elsewhere(&run).filter(|it| it.likeness >= SAME_ELSEWHERE && is_known(&run, it))
}

/// Returns true if several lines of a place, or next to it, are those of the run as they were.
fn is_known(run: &LineRun<'_>, place: &Edited) -> bool {
    let there = run.new.get(place.from..place.to).unwrap_or_default();
    let cited = run.lines().iter().filter(|line| run.is_distinct(line));
    let kept = cited.filter(|line| there.iter().any(|it| it.trim() == line.trim()));
    kept.count() + run.nearby(place.from, place.to) >= MIN_KEPT
}

/// The lines between the neighbours that are still there, and true if some of the cited lines are among
/// them.
fn replaced(run: &LineRun<'_>) -> Option<(Edited, bool)> {
    let found = || (run.from..run.to).filter_map(|line| run.image(line));
    let before = (0..run.from).rev().find_map(|line| run.image(line));
    let before = before.map_or(0, |line| line + 1);
    let after = (run.to..run.old.len()).find_map(|line| run.image(line));
    let after = after.unwrap_or(run.new.len());
    let from = found().min().map_or(before, |least| before.min(least));
    let to = found().max().map_or(after, |most| after.max(most + 1));
    let is_left = |line: usize| {
        let is_distinct = run.old.get(line).is_some_and(|text| run.is_distinct(text));
        is_distinct && run.image(line).is_some()
    };
    let is_left = (run.from..run.to).any(is_left);
    let all = trimmed_place(run, from, to)?;
    let same = one_by_one(run, (before, after)).filter(|_| found().next().is_none());
    let place = same.filter(|same| same.likeness > all.likeness).unwrap_or(all);
    Some((place, is_left))
}

/// The lines in the place of the cited ones, if as many lines as before are between the neighbours that are
/// still there: each was edited.
fn one_by_one(run: &LineRun<'_>, (from, to): (usize, usize)) -> Option<Edited> {
    let above = (0..run.from).rev().find(|line| run.image(*line).is_some());
    let start = above.map_or(0, |line| line + 1);
    let below = (run.to..run.old.len()).find(|line| run.image(*line).is_some());
    let end = below.unwrap_or(run.old.len());
    let place = (from + (run.from - start), from + (run.to - start));
    let is_as_long = to.checked_sub(from) == Some(end - start);
    is_as_long.then(|| trimmed_place(run, place.0, place.1)).flatten()
}

/// The place whose lines are most like the cited ones, among those to which lines of the run or
/// around it went. `None` if two are as good.
fn elsewhere(run: &LineRun<'_>) -> Option<Edited> {
    let mut places: Vec<Edited> = shifts(run).filter_map(|shift| near(run, shift)).collect();
    places.sort_by(|one, other| other.likeness.total_cmp(&one.likeness));
    let best = *places.first()?;
    let is_apart = |it: &&Edited| it.to <= best.from || it.from >= best.to;
    let next = places.iter().find(is_apart).map_or(0.0, |it| it.likeness);
    (best.likeness > next).then_some(best)
}

/// The distances, in lines, by which most lines of the run and around it seem to have moved.
fn shifts(run: &LineRun<'_>) -> impl Iterator<Item = isize> {
    let (start, end) = around(run);
    let is_distinctive = |line: &str| letters(line) >= MIN_LETTERS_NEARBY;
    let mut old: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, line) in run.old.iter().enumerate().take(end).skip(start) {
        if is_distinctive(line) {
            old.entry(line.trim()).or_default().push(at);
        }
    }
    let mut new: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, line) in run.new.iter().enumerate() {
        if let Some((line, _)) = old.get_key_value(line.trim()) {
            new.entry(line).or_default().push(at);
        }
    }
    let mut votes: BTreeMap<isize, f32> = BTreeMap::new();
    for (line, then) in &old {
        let Some(now) = new.get(line).filter(|now| now.len() <= MAX_PLACES) else { continue };
        // A line in several places says less.
        let places = f32::from(u8::try_from(now.len()).unwrap_or(u8::MAX));
        for then in then {
            let is_cited = (run.from..run.to).contains(then);
            let vote = if is_cited { 2.0 } else { 1.0 } / places;
            for now in now {
                *votes.entry(now.cast_signed() - then.cast_signed()).or_default() += vote;
            }
        }
    }
    let mut best: Vec<(isize, f32)> = votes.into_iter().collect();
    best.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    best.into_iter().take(MAX_PLACES).map(|(shift, _)| shift)
}

/// The lines by which the distance is known.
fn around(run: &LineRun<'_>) -> (usize, usize) {
    (run.from.saturating_sub(NEARBY), run.old.len().min(run.to + NEARBY))
}

/// The lines that stand for the run if it moved by `shift`.
fn near(run: &LineRun<'_>, shift: isize) -> Option<Edited> {
    let moved = |line: usize| line.saturating_add_signed(shift).min(run.new.len());
    let window = moved(run.from).saturating_sub(NEARBY)..run.new.len().min(moved(run.to) + NEARBY);
    let trimmed = |lines: &[&str]| lines.iter().map(|line| line.trim().to_owned()).collect();
    let old: Vec<String> = trimmed(run.lines());
    let new: Vec<String> = trimmed(run.new.get(window.clone())?);
    let ops = capture_diff_slices(Algorithm::Patience, &old, &new);
    let same = || ops.iter().filter(|op| matches!(op, DiffOp::Equal { .. }));
    // The lines before the first one that is left, and after the last, are as many as they were.
    let first = same().next().map(|op| (op.old_range().start, window.start + op.new_range().start));
    let last = same().next_back().map(|op| (op.old_range().end, window.start + op.new_range().end));
    let (start, from) = match first {
        Some((before, at)) => (at.saturating_sub(before), at),
        None => (moved(run.from), moved(run.from)),
    };
    let (end, to) = match last {
        Some((before, at)) => (run.new.len().min(at + old.len() - before), at),
        None => (moved(run.to), moved(run.to)),
    };
    // Unless a neighbour shows how many there are.
    let above = run.from.checked_sub(1).and_then(|line| run.old.get(line));
    let above =
        above.and_then(|line| nearest(run, line, start.saturating_sub(NEARBY)..from, start));
    let below = run.old.get(run.to);
    let below = below.and_then(|line| nearest(run, line, to..end + NEARBY, end));
    trimmed_place(run, above.map_or(start, |line| line + 1), below.unwrap_or(end))
}

/// The place of a line in a part of the new text that is nearest to `aim`.
fn nearest(
    run: &LineRun<'_>,
    line: &str,
    part: std::ops::Range<usize>,
    aim: usize,
) -> Option<usize> {
    let is_same = |at: &usize| run.new.get(*at).is_some_and(|other| other.trim() == line.trim());
    part.filter(is_same).min_by_key(|at| at.abs_diff(aim))
}

/// A place without the blank lines at both ends.
fn trimmed_place(run: &LineRun<'_>, from: usize, to: usize) -> Option<Edited> {
    let there = run.new.get(from..to)?;
    let first = there.iter().position(|line| !line.is_empty())?;
    let last = there.iter().rposition(|line| !line.is_empty())?;
    let likeness = likeness(run.lines(), there.get(first..=last)?);
    Some(Edited { from: from + first, to: from + last + 1, likeness })
}

/// Returns true if most lines of a place were already there, as other lines than the cited ones.
fn is_other(run: &LineRun<'_>, place: &Edited) -> bool {
    let images = run.images.iter().enumerate();
    let others = images.filter(|(line, image)| {
        !(run.from..run.to).contains(line)
            && image.is_some_and(|image| (place.from..place.to).contains(&image))
    });
    2 * others.count() > place.to - place.from
}

/// The share of words that two pieces of code have in common, in order.
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^24 words")]
fn likeness(one: &[&str], other: &[&str]) -> f32 {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = |lines: &[&str]| -> Vec<String> {
        let all = lines.iter().flat_map(|line| line.split(|c: char| !is_word(c)));
        all.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (one, other) = (words(one), words(other));
    let deadline = Some(Instant::now() + MAX_TIME);
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &one, &other, deadline);
    let same: usize = ops
        .iter()
        .map(|op| match op {
            DiffOp::Equal { len, .. } => *len,
            _ => 0,
        })
        .sum();
    2.0 * same as f32 / (one.len() + other.len()).max(1) as f32
}
