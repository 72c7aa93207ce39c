//! Searching in the pane of the focus: matches show while one types.

use crate::tui::actions::search::{cancel_prompt, open_prompt, step_match};
use crate::tui::actions::select::select;
use crate::tui::commands::shared::{Command, always, count};
use crate::tui::state::screen::Mode;

pub(super) const SEARCH: Command = Command {
    name: "search",
    summary: "search in this pane",
    available: always,
    run: |state| {
        open_prompt(state);
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
        step_match(state, -steps);
        Vec::new()
    },
};

pub(super) const CLEAR: Command = Command {
    name: "clear",
    summary: "end the selection or the search; back to the passage",
    available: |state| {
        state.search().is_some() || state.source.browsing || state.source.range.is_some()
    },
    run: |state| {
        if state.source.range.take().is_some() {
            return Vec::new();
        }
        let searched = state.searches.clear();
        if !searched
            && state.source.browsing
            && let Some(selected) = state.selected
        {
            select(state, selected, state.target);
        }
        state.count = None;
        Vec::new()
    },
};

pub(super) const PROMPT_ACCEPT: Command = Command {
    name: "prompt-accept",
    summary: "go through the matches with n and N",
    available: always,
    run: |state| {
        state.mode = Mode::Browse;
        Vec::new()
    },
};

pub(super) const PROMPT_CANCEL: Command = Command {
    name: "prompt-cancel",
    summary: "discard the search",
    available: always,
    run: |state| {
        cancel_prompt(state);
        Vec::new()
    },
};
