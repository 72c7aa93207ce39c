//! Cited lines of code as they were when they were cited, and as they are now.

use crate::history::{PairedLine, side_by_side};
use crate::model::{Fate, Locator, Past, Revision};
use crate::text::prose::{count, one_line};
use crate::tui::panel::detail::{add, trouble};
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::state::detail::{CodePair, CodeSide, DetailEntry};

/// The numbers of the first and the last line, where they are known.
type Numbers = Option<(u64, u64)>;

/// The past of the target shown, if its lines did not stay as they were.
pub fn past_shown(state: &State) -> Option<&Past> {
    if state.conceals() {
        return None;
    }
    let past = state.target_view()?.target.past.as_deref()?;
    let is_other = matches!(past.fate, Fate::Moved { .. } | Fate::Changed { .. } | Fate::Gone);
    is_other.then_some(past)
}

/// The line of the strip: the fate of the lines, and the key that shows them.
pub fn past_line(state: &State) -> Option<(Role, String)> {
    let past = past_shown(state)?;
    let key = state.key("show-earlier");
    Some((Role::Trouble, format!("! {} · {key} then and now", fate(state, past))))
}

/// The entries of the popup.
pub fn past_entries(state: &State) -> Vec<DetailEntry> {
    let mut entries = Vec::new();
    let Some(past) = past_shown(state) else {
        add(&mut entries, "lines", "no earlier version is known, or it is unchanged");
        return entries;
    };
    let cited = match (&past.cited_in, &past.locked) {
        (Some(commit), _) => named(commit),
        (None, Some(_)) => "accepted in the lock file".to_owned(),
        (None, None) => String::new(),
    };
    add(&mut entries, "cited in", cited);
    trouble(&mut entries, "since then", fate(state, past));
    add(&mut entries, "removed in", past.removed_in.as_ref().map(named).unwrap_or_default());
    let (then, now) = (place_then(state), place_now(state, past));
    let numbers = (lines_then(state), past.place_now());
    let known = [(&past.lines, numbers.0), (&past.now, numbers.1)];
    if !past.has_lines() {
        add(&mut entries, "known", "the first words: the lock file holds no more");
    } else if known.iter().any(|(text, lines)| is_cut(text, *lines)) {
        add(&mut entries, "known", "the first lines: the passage is long");
    }
    // The signs of the headings explain those of the lines.
    let heading = |text: String| Some(CodeSide { text, is_edited: true, ..CodeSide::default() });
    let mut pairs = vec![CodePair { then: heading(then), now: heading(now) }];
    pairs.extend(pairs_of(past, numbers));
    entries.push(DetailEntry::default());
    entries.extend(
        pairs
            .into_iter()
            .map(|pair| DetailEntry { pair: Some(Box::new(pair)), ..DetailEntry::default() }),
    );
    entries
}

fn is_cut(text: &str, lines: Numbers) -> bool {
    lines.is_some_and(|(first, last)| (text.lines().count() as u64) < last + 1 - first)
}

/// The lines side by side; with no more than their first words known, those of now alone.
fn pairs_of(past: &Past, (then, now): (Numbers, Numbers)) -> Vec<CodePair> {
    let side = |text: &str, lines: Numbers, line: PairedLine| CodeSide {
        number: lines.map(|(first, _)| first + line.index as u64),
        text: text.lines().nth(line.index).unwrap_or_default().to_owned(),
        differing: line.differing,
        is_edited: line.is_edited,
    };
    let mut rows = side_by_side(&past.lines, &past.now);
    if !past.has_lines() || past.now.is_empty() {
        // There is nothing to compare word by word.
        let is_edited = past.now.is_empty();
        for line in rows.iter_mut().flat_map(|(then, now)| [then, now]).flatten() {
            *line = PairedLine { index: line.index, is_edited, ..PairedLine::default() };
        }
    }
    let pair = |(before, after): (Option<PairedLine>, Option<PairedLine>)| CodePair {
        then: before.map(|line| side(&past.lines, then, line)),
        now: after.map(|line| side(&past.now, now, line)),
    };
    rows.into_iter().map(pair).collect()
}

/// `moved to L9-L13, 5 lines below`.
fn fate(state: &State, past: &Past) -> String {
    match (past.fate, &past.now_in, past.place_now()) {
        (_, Some((path, first, last)), _) => {
            let lines = Locator::Lines { first: *first, last: *last };
            let is_edited = matches!(past.fate, Fate::Changed { .. });
            let fate = if is_edited { "edited, now at" } else { "moved to" };
            format!("{fate} {} {lines}", one_line(path))
        }
        (Fate::Moved { first, last }, None, _) => {
            let distance = lines_then(state).map(|(before, _)| {
                let lines = usize::try_from(first.abs_diff(before)).unwrap_or(usize::MAX);
                let side = if first < before { "above" } else { "below" };
                format!(", {} {side}", count(lines, "line"))
            });
            let lines = Locator::Lines { first, last };
            format!("moved to {lines}{}", distance.unwrap_or_default())
        }
        (Fate::Changed { first, last }, None, now) if now != lines_then(state) => {
            format!("edited, now at {}", Locator::Lines { first, last })
        }
        (Fate::Changed { .. }, None, _) => "edited".to_owned(),
        _ => "removed".to_owned(),
    }
}

fn lines_then(state: &State) -> Numbers {
    match state.target_view()?.target.locator {
        Some(Locator::Lines { first, last }) => Some((first, last)),
        _ => None,
    }
}

/// `then · src/app.rs L4-L8`.
fn place_then(state: &State) -> String {
    let Some(target) = state.target_view() else { return String::new() };
    let locator = target.target.locator.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
    format!("then · {}{locator}", one_line(&target.target.id))
}

/// `now · src/app.rs L9-L13`.
fn place_now(state: &State, past: &Past) -> String {
    let Some(target) = state.target_view() else { return String::new() };
    let source = state.inspection.source_of(target.resolution);
    let own = source.and_then(|source| source.title.as_ref()).unwrap_or(&target.target.id);
    let path = past.now_in.as_ref().map_or(own, |(path, ..)| path);
    match past.place_now() {
        Some((first, last)) => {
            format!("now · {} {}", one_line(path), Locator::Lines { first, last })
        }
        None => format!("now · not in {}", one_line(path)),
    }
}

/// `0a1b2c3d · 2026-01-31 · Add limits`.
fn named(revision: &Revision) -> String {
    let id = revision.id.get(..8).unwrap_or(&revision.id);
    let parts = [id, &revision.date, &revision.subject];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| !part.is_empty()).map(one_line).collect();
    parts.join(" · ")
}
