//! Searches in a pane; matches show while one types.

use std::sync::Arc;

use crate::text::Span;
use crate::tui::layout::Flow;
use crate::tui::state::effect::Effect;
use crate::tui::state::focus::Focus;
use crate::tui::state::job::Job;
use crate::tui::state::prompt::Prompt;
use crate::tui::state::screen::{Mode, State};
use crate::tui::state::search::{Search, in_text};

/// Opens the prompt for a search in the pane of the focus.
pub fn open_prompt(state: &mut State) {
    let window = match state.focus {
        Focus::Response => &state.response_window,
        Focus::Source => &state.source.window,
    };
    let top = window.visible.iter().find_map(|visible| visible.row()?.span());
    let start = || state.source.flow.as_ref().and_then(Flow::first).unwrap_or(0);
    let origin = top.map_or_else(start, |span| span.start);
    let before = (state.search().cloned(), window.top, window.cursor);
    state.mode = Mode::Prompt(Prompt { words: String::new(), origin, before });
}

/// Leaves the prompt as if it had not been opened.
pub fn cancel_prompt(state: &mut State) {
    let Mode::Prompt(prompt) = std::mem::take(&mut state.mode) else { return };
    let (search, top, cursor) = prompt.before;
    *state.searches.place(state.focus) = search;
    let window = match state.focus {
        Focus::Response => &mut state.response_window,
        Focus::Source => &mut state.source.window,
    };
    (window.top, window.cursor) = (top, cursor);
}

/// Searches for the words in the prompt: the response at once, a source on the worker.
pub fn search_prompt(state: &mut State) -> Vec<Effect> {
    let Mode::Prompt(prompt) = &state.mode else { return Vec::new() };
    let search = Search::new(&prompt.words, prompt.origin);
    let pane = state.focus;
    state.searches.place(pane).clone_from(&search);
    let Some(Search { words, pattern, .. }) = search else { return Vec::new() };
    match (pane, &state.source.flow) {
        (Focus::Response, _) => {
            let matches = in_text(&state.inspection.case.response.text, &pattern);
            take_matches(state, pane, matches);
            Vec::new()
        }
        (Focus::Source, Some(flow)) => {
            let (source, store) = (flow.source, Arc::clone(&flow.store));
            vec![Effect::Work(Job::Find { source, store, words, pattern })]
        }
        (Focus::Source, None) => {
            take_matches(state, pane, Vec::new());
            Vec::new()
        }
    }
}

/// Takes over what was found in a pane, and goes to the first match.
pub fn take_matches(state: &mut State, pane: Focus, matches: Vec<Span>) {
    let Some(search) = state.searches.place(pane) else { return };
    search.found(matches);
    let here = search.here().unwrap_or_else(|| Span::at(search.origin));
    go_to_match(state, pane, here);
}

/// Goes on through the matches of the pane of the focus (negative: back).
pub fn step_match(state: &mut State, steps: isize) {
    let Some(search) = state.searches.place(state.focus) else { return };
    let around = search.step(steps);
    let Some(here) = search.here() else { return };
    if around {
        let from = if steps > 0 { "top" } else { "end" };
        state.say(format!("searched on from the {from}"));
    }
    go_to_match(state, state.focus, here);
}

pub(in crate::tui) fn go_to_match(state: &mut State, pane: Focus, here: Span) {
    let offset = here.start;
    match (pane, &mut state.source.flow) {
        (Focus::Response, _) => {
            if let Some(place) = state.response.place_of(offset) {
                state.response_window.reveal(&state.response, place);
            }
        }
        (Focus::Source, Some(flow)) => {
            flow.unfold_for(here);
            if let Some(place) = flow.place_of(offset) {
                state.source.window.reveal(flow, place);
            }
        }
        (Focus::Source, None) => {}
    }
}

/// Takes back some of what was typed; taking back from nothing leaves the prompt.
pub fn erase(state: &mut State, act: fn(&mut String)) -> Vec<Effect> {
    match &mut state.mode {
        Mode::List(list) => {
            let mut filter = list.filter.clone();
            act(&mut filter);
            list.set_filter(filter);
            Vec::new()
        }
        Mode::Prompt(prompt) if prompt.words.is_empty() => {
            cancel_prompt(state);
            Vec::new()
        }
        Mode::Prompt(prompt) => {
            act(&mut prompt.words);
            search_prompt(state)
        }
        Mode::Browse | Mode::Note(_) | Mode::Ask(_) | Mode::SaveAs(_) => Vec::new(),
    }
}
