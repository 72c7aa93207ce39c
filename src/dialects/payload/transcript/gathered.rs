//! The sources that a conversation holds, and the ids by which its answer means them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::payload::transcript::turns::Step;
use crate::dialects::shared::found;
use crate::model::{IdFrom, Source};
use crate::sources::split;
use crate::text::prose::count;

/// The sources in a conversation.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// Sources that the prompt presents.
    presented: Vec<Source>,
    /// Results of tools, by the number of the call and the place there, both from 0.
    found: Vec<((usize, usize), Source)>,
    /// Number of calls before the last question.
    before: usize,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Gathered {
    /// Collects the sources in `steps`; the last question is the one at `asked_at`.
    pub(crate) fn new(steps: &[Step], asked_at: usize) -> Self {
        let mut gathered = Self::default();
        let mut calls = Calls::default();
        for (index, step) in steps.iter().enumerate() {
            if index == asked_at {
                gathered.before = calls.names.len();
            }
            match step {
                Step::Asked(text) | Step::Instructed(text) => {
                    gathered.presented.extend(split(text, None).unwrap_or_default());
                }
                Step::Said(_) => {}
                Step::Called { id, name } => {
                    calls.add(id, name);
                }
                Step::Returned { id, name, value } => {
                    let turn = calls.answered(id, name);
                    let called = calls.names.get(turn).copied().unwrap_or_default();
                    gathered.returned(turn, called, value.as_ref());
                }
            }
        }
        // Results may come in another order than their calls.
        gathered.found.sort_by_key(|(at, _)| *at);
        gathered
    }

    fn returned(&mut self, turn: usize, tool: &str, value: Option<&Value>) {
        let Some(value) = value else {
            let what = if tool.is_empty() { String::new() } else { format!(" of `{tool}`") };
            self.notes.push(format!("call {turn}{what} failed: it gave no source"));
            return;
        };
        for (place, mut source) in found::sources(value).into_iter().enumerate() {
            if !tool.is_empty() {
                source.metadata.push(("tool".to_owned(), tool.to_owned()));
            }
            self.found.push(((turn, place), source));
        }
    }

    /// Returns the number of sources.
    pub(crate) fn len(&self) -> usize {
        self.presented.len() + self.found.len()
    }

    /// Returns the sources. If the response, which cites `cited`, refers to results of tools by
    /// turns, they get such ids.
    pub(crate) fn named(mut self, cited: &BTreeSet<&str>) -> (Vec<Source>, Vec<String>) {
        let mut notes = std::mem::take(&mut self.notes);
        let own: BTreeSet<&str> = self.found.iter().map(|(_, source)| source.id.as_str()).collect();
        let given: BTreeSet<&str> = self.presented.iter().map(|it| it.id.as_str()).collect();
        let open = cited.iter().filter(|id| !own.contains(*id) && !given.contains(*id));
        let turns: Vec<Turn<'_>> = open.filter_map(|id| Turn::of(id)).collect();
        if let Some(any) = turns.first() {
            let first = self.first_turn(&turns);
            if first > 0 {
                let calls = count(first, "call");
                notes.push(format!("turns are counted from the last question: {calls} before it"));
            }
            let note = "`turnN` is counted by the calls of tools, the number after it by their \
                        results, both from 0";
            notes.push(note.to_owned());
            let exact: BTreeMap<(usize, usize), &str> =
                turns.iter().map(|turn| (turn.at, turn.id)).collect();
            let kinds: BTreeMap<usize, &str> =
                turns.iter().map(|turn| (turn.at.0, turn.kind)).collect();
            for ((call, place), source) in &mut self.found {
                let Some(turn) = call.checked_sub(first) else { continue };
                if !cited.contains(source.id.as_str()) {
                    let kind = kinds.get(&turn).unwrap_or(&any.kind);
                    let id = exact
                        .get(&(turn, *place))
                        .map_or_else(|| format!("turn{turn}{kind}{place}"), |id| (*id).to_owned());
                    rename(source, id);
                }
            }
        }
        let found = self.found.into_iter().map(|(_, source)| source);
        (self.presented.into_iter().chain(found).collect(), notes)
    }

    /// Returns the call that is turn 0: the first of all, or the first after the last question if
    /// more of the cited turns are found that way.
    fn first_turn(&self, turns: &[Turn<'_>]) -> usize {
        let places: BTreeSet<(usize, usize)> = self.found.iter().map(|(at, _)| *at).collect();
        let met = |first: usize| {
            turns.iter().filter(|turn| places.contains(&(turn.at.0 + first, turn.at.1))).count()
        };
        if met(self.before) > met(0) { self.before } else { 0 }
    }
}

/// Gives a source another id; the one it had is kept as metadata.
fn rename(source: &mut Source, id: String) {
    let before = std::mem::replace(&mut source.id, id);
    if !before.is_empty() {
        source.metadata.push(("id".to_owned(), before));
    }
    source.id_from = IdFrom::Text;
}

/// The calls of tools so far.
#[derive(Debug, Default)]
struct Calls<'s> {
    names: Vec<&'s str>,
    by_id: BTreeMap<&'s str, usize>,
    /// Those without an answer yet.
    waiting: BTreeSet<usize>,
    waiting_by_name: BTreeMap<&'s str, BTreeSet<usize>>,
}

impl<'s> Calls<'s> {
    fn add(&mut self, id: &'s str, name: &'s str) -> usize {
        let turn = self.names.len();
        self.names.push(name);
        if !id.is_empty() {
            self.by_id.insert(id, turn);
        }
        self.waiting.insert(turn);
        self.waiting_by_name.entry(name).or_default().insert(turn);
        turn
    }

    /// Returns the call that is answered: the one with this id; without ids, the first one that
    /// waits, with this name if there is one. A missing call is assumed just before its result.
    fn answered(&mut self, id: &'s str, name: &'s str) -> usize {
        let named = self.waiting_by_name.get(name).and_then(BTreeSet::first);
        let waiting = || named.or_else(|| self.waiting.first()).copied();
        let known = self.by_id.get(id).copied();
        let turn = if id.is_empty() { waiting() } else { known };
        let turn = turn.unwrap_or_else(|| self.add(id, name));
        self.waiting.remove(&turn);
        let called = self.names.get(turn).copied().unwrap_or_default();
        if let Some(waiting) = self.waiting_by_name.get_mut(called) {
            waiting.remove(&turn);
        }
        turn
    }
}

/// An id such as `turn0file1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Turn<'t> {
    id: &'t str,
    kind: &'t str,
    /// The turn, and the place in it.
    at: (usize, usize),
}

impl<'t> Turn<'t> {
    fn of(id: &'t str) -> Option<Self> {
        let rest = id.strip_prefix("turn")?;
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let turn: u32 = rest.strip_suffix(after)?.parse().ok()?;
        let digits = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let kind = after.strip_suffix(digits).filter(|kind| !kind.is_empty())?;
        let place: u32 = digits.parse().ok()?;
        Some(Self { id, kind, at: (turn as usize, place as usize) })
    }
}
