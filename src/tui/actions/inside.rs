//! The places inside a long passage that have words of the claim, and the way from one to the next.

use std::collections::BTreeSet;

use crate::evidence::Evidence;
use crate::resolve::Passage;
use crate::sources::Store;
use crate::sources::store::Row;
use crate::text::Span;
use crate::text::sentences::starts;
use crate::tui::actions::settle::{reveal_sideways, show_bytes};
use crate::tui::state::{Focus, State};

/// The maximum number of words of a passage that are looked at.
const MAX_WORDS: usize = 5_000;

/// The best sentence may have at most this many times the words of a sentence that is kept.
const MIN_SHARE: usize = 3;

/// A row of a passage, or a sentence of a long row, that has words of the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Bytes of the source.
    pub span: Span,
    /// The number of different words of the claim in it.
    pub words: usize,
}

/// Returns the sentences of the passage in view that have most of the claim, in order; empty if the
/// whole passage is in view or nothing is known about it.
pub fn stops(state: &State) -> Vec<Stop> {
    let Some((passage, evidence)) = long_passage(state) else { return Vec::new() };
    let Some(flow) = &state.source.flow else { return Vec::new() };
    let mut stops: Vec<(Stop, BTreeSet<String>)> = Vec::new();
    let within = |span: &&Span| passage.span.contains(span.start);
    let spans = evidence.words.in_passage.iter().filter(within).take(MAX_WORDS);
    let mut sentences: Vec<Span> = Vec::new();
    for span in spans {
        if sentences.last().is_none_or(|last| last.end <= span.start) {
            sentences =
                flow.store.row_holding(span.start).map(|row| pieces(&row)).unwrap_or_default();
        }
        let Some(piece) = sentences.iter().find(|piece| piece.contains(span.start)) else {
            continue;
        };
        if stops.last().is_none_or(|(stop, _)| stop.span != *piece) {
            stops.push((Stop { span: *piece, words: 0 }, BTreeSet::new()));
        }
        if let Some((stop, words)) = stops.last_mut() {
            words.insert(word(&flow.store, *span));
            stop.words = words.len();
        }
    }
    let most = stops.iter().map(|(stop, _)| stop.words).max().unwrap_or_default();
    let is_near_best = |stop: &Stop| stop.words * MIN_SHARE >= most;
    stops.into_iter().map(|(stop, _)| stop).filter(is_near_best).collect()
}

fn word(store: &Store, span: Span) -> String {
    store.read_in_place(span).to_lowercase()
}

/// Returns a row, or the sentences of one that is long.
fn pieces(row: &Row) -> Vec<Span> {
    /// A longer row is divided into sentences; bytes.
    const LONG: usize = 400;
    let whole = Span::new(row.span.start, row.next);
    if row.span.len() <= LONG || row.text.len() != row.span.len() {
        return vec![whole];
    }
    let mut starts: Vec<usize> = starts(&row.text).into_iter().map(|at| whole.start + at).collect();
    starts.push(whole.end);
    let sentences = starts.windows(2).filter_map(|pair| match pair {
        [start, end] => Some(Span::new(*start, *end)),
        _ => None,
    });
    sentences.flat_map(|sentence| blocks(sentence, LONG)).collect()
}

/// Returns a span in pieces of at most `limit` bytes: a text may have no sentences.
fn blocks(span: Span, limit: usize) -> impl Iterator<Item = Span> {
    (span.start..span.end)
        .step_by(limit)
        .map(move |start| Span::new(start, (start + limit).min(span.end)))
}

/// Returns the place at which a long passage is opened: the one that has most of the claim. `None`
/// if the passage begins in view and fits, or if the place is unknown.
pub fn best_stop(state: &State) -> Option<Span> {
    let tightest = long_passage(state)?.1.tightest.as_ref().map(|window| window.span);
    let stops = stops(state);
    let best = |stops: &mut dyn Iterator<Item = &Stop>| {
        stops.reduce(|best, stop| if stop.words > best.words { stop } else { best }).copied()
    };
    let inside = tightest
        .and_then(|window| best(&mut stops.iter().filter(|stop| window.overlaps(stop.span))));
    inside.or_else(|| best(&mut stops.iter())).map(|stop| stop.span)
}

/// Shows a place inside a passage; rows that run on are scrolled to the words of the claim in it.
pub fn show_inside(state: &mut State, span: Span) {
    state.source.inside = Some(span);
    show_bytes(state, span);
    let words = words_in(state, span);
    reveal_sideways(state, Focus::Source, words);
}

/// Returns the word of the claim in `span` that most others follow closely; `span` if it has none.
pub fn words_in(state: &State, span: Span) -> Span {
    /// Words that start in so many bytes are seen together.
    const NEAR: usize = 60;
    let words = state.evidence().map(|evidence| &*evidence.words.in_passage);
    let words = words.unwrap_or_default();
    let from = words.partition_point(|word| word.start < span.start);
    let inside = words.get(from..).unwrap_or_default().iter().take(MAX_WORDS);
    let inside: Vec<Span> = inside.take_while(|word| word.start < span.end).copied().collect();
    let after = |index: usize, word: &Span| {
        let rest = inside.get(index..).unwrap_or_default();
        rest.partition_point(|other| other.start < word.start + NEAR)
    };
    let ranked = inside.iter().enumerate().map(|(index, word)| (after(index, word), *word));
    let best = ranked.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map_or(span, |(_, word)| word)
}

/// Returns the passage in view with its evidence, if it is cited whole or has more rows than the
/// pane.
fn long_passage(state: &State) -> Option<(&Passage, &Evidence)> {
    if state.source.browsing || state.source.better.is_some() {
        return None;
    }
    let passage = state.passage_shown()?;
    let evidence = state.evidence()?;
    let flow = state.source.flow.as_ref()?;
    let height = state.source.window.height;
    // Each row shows a byte at least, so few bytes need no laying out.
    let is_long = height > 0 && passage.span.len() > height && {
        let is_wide = || passage.span.len() > height * usize::from(state.areas().source.width);
        flow.rows_of(passage.span, height) > height || !state.wrap && is_wide()
    };
    is_long.then_some((passage, evidence))
}

/// True if the passage in view is long enough to step through the matches in it.
pub fn has_stops(state: &State) -> bool {
    long_passage(state).is_some()
}

/// Goes to the next matched sentence of the passage (negative: the previous one), around its end.
pub fn step_inside(state: &mut State, steps: isize) {
    let stops = stops(state);
    let Some(count) = isize::try_from(stops.len()).ok().filter(|count| *count > 0) else {
        return state.notify("no further match inside the passage");
    };
    let at = state.source.inside.map(|inside| inside.start);
    let here = at.map_or(0, |at| stops.partition_point(|stop| stop.span.start < at));
    let is_on_one = stops.get(here).is_some_and(|stop| Some(stop.span.start) == at);
    let from = if is_on_one || steps < 0 { here } else { here.wrapping_sub(1) };
    let to = isize::try_from(from).unwrap_or(-1) + steps;
    let Some(index) = usize::try_from(to.rem_euclid(count)).ok() else { return };
    let Some(stop) = stops.get(index) else { return };
    show_inside(state, stop.span);
    let around = if (0..count).contains(&to) { "" } else { ", from the other end" };
    state.notify(format!("match {} of {count} in the passage{around}", index + 1));
}
