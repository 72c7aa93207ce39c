//! Searching in the pane of the focus: matches show while one types.

use super::{Command, Effect, always, count};
use crate::tui::layout::Flow as _;
use crate::tui::search::{self, Search};
use crate::tui::state::{Focus, Mode, State};
use crate::tui::worker::Job;

pub(super) const SEARCH: Command = Command {
    name: "search",
    summary: "search in this pane",
    available: always,
    run: |state| {
        state.mode = Mode::Prompt(String::new());
        Vec::new()
    },
};

pub(super) const PREVIOUS_MATCH: Command = Command {
    name: "previous-match",
    summary: "previous match of the search",
    available: |state| state.search().is_some(),
    run: |state| {
        if state.search().is_none() {
            state.say("no search: `/` starts one");
        }
        let steps = isize::try_from(count(state)).unwrap_or(1);
        step(state, -steps);
        Vec::new()
    },
};

pub(super) const CLEAR: Command = Command {
    name: "clear",
    summary: "end the search; back to the passage",
    available: |state| state.search().is_some() || state.source.browsing,
    run: |state| {
        let searched = state.searches.iter_mut().filter_map(Option::take).count() > 0;
        if !searched && state.source.browsing {
            if let Some(selected) = state.selected {
                state.select(selected, state.target);
            }
        }
        state.count = None;
        Vec::new()
    },
};

pub(super) const PROMPT_ACCEPT: Command = Command {
    name: "prompt-accept",
    summary: "keep the matches; n and N go through them",
    available: always,
    run: |state| {
        state.mode = Mode::Browse;
        Vec::new()
    },
};

pub(super) const PROMPT_CANCEL: Command =
    Command { name: "prompt-cancel", summary: "forget the search", available: always, run: cancel };

/// Leaves the prompt as if it had not been opened.
pub(super) fn cancel(state: &mut State) -> Vec<Effect> {
    state.mode = Mode::Browse;
    let search = state.searches.get_mut(state.focus as usize).and_then(Option::take);
    if let Some(search) = search {
        go_to(state, search.origin);
    }
    Vec::new()
}

/// Adds a character to what is searched for, or to a list's filter.
pub fn type_word(state: &mut State, c: char) -> Vec<Effect> {
    match &mut state.mode {
        Mode::Prompt(words) => {
            words.push(c);
            look(state)
        }
        Mode::List(list) => {
            let filter = format!("{}{c}", list.filter);
            list.set_filter(filter);
            Vec::new()
        }
        Mode::Browse => Vec::new(),
    }
}

/// Searches for the words in the prompt.
pub(super) fn look(state: &mut State) -> Vec<Effect> {
    let Mode::Prompt(words) = &state.mode else { return Vec::new() };
    let pane = state.focus;
    let origin = match state.search() {
        Some(search) => search.origin,
        None => origin(state),
    };
    let search = Search::new(words, origin);
    let mut effects = Vec::new();
    let found = match (pane, &search) {
        (_, None) => None,
        (Focus::Response, Some(search)) => {
            Some(search::in_text(&state.inspection.case.response.text, &search.pattern))
        }
        (Focus::Source, Some(search)) => {
            if let (Some(flow), Some(source)) = (&state.source.flow, state.source.source) {
                let store = std::sync::Arc::clone(&flow.store);
                let words = search.words.clone();
                let pattern = search.pattern.clone();
                effects.push(Effect::Work(Job::Find { source, store, words, pattern }));
            }
            None
        }
    };
    if let Some(place) = state.searches.get_mut(pane as usize) {
        *place = search;
    }
    if let Some(matches) = found {
        receive(state, pane, matches);
    }
    effects
}

/// Takes over what was found in a pane.
pub(crate) fn receive(state: &mut State, pane: Focus, matches: Vec<crate::text::Span>) {
    let Some(Some(search)) = state.searches.get_mut(pane as usize) else { return };
    search.found(matches);
    let here = search.here().map_or(search.origin, |span| span.start);
    let focus = std::mem::replace(&mut state.focus, pane);
    go_to(state, here);
    state.focus = focus;
}

/// Goes on through the matches.
pub(super) fn step(state: &mut State, steps: isize) {
    let Some(Some(search)) = state.searches.get_mut(state.focus as usize) else { return };
    let around = search.step(steps);
    let Some(here) = search.here() else { return };
    if around {
        state.say(if steps > 0 { "searched on from the top" } else { "searched on from the end" });
    }
    go_to(state, here.start);
}

fn go_to(state: &mut State, offset: usize) {
    match state.focus {
        Focus::Response => {
            if let Some(place) = state.response.place_of(offset) {
                state.response_window.reveal(&state.response, place);
            }
        }
        Focus::Source => {
            let Some(flow) = &state.source.flow else { return };
            if let Some(place) = flow.place_of(offset) {
                state.source.window.reveal(flow, place);
            }
        }
    }
}

fn origin(state: &State) -> usize {
    let window = match state.focus {
        Focus::Response => &state.response_window,
        Focus::Source => &state.source.window,
    };
    let top = window.visible.iter().find_map(|visible| visible.row()?.span());
    top.map_or_else(
        || state.source.flow.as_ref().and_then(|flow| flow.first()).unwrap_or(0),
        |span| span.start,
    )
}
