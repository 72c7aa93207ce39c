//! Searching in the pane of the focus: matches show while one types.

use crate::tui::actions::search::{
    accept_prompt, cancel_prompt, open_prompt, search_claim, step_match, toggle_scope,
};
use crate::tui::actions::select::select;
use crate::tui::commands::shared::{Command, Group, always, count};

pub(super) const SEARCH: Command = Command {
    group: Group::Search,
    name: "search",
    summary: "search in this pane",
    available: always,
    run: |state| {
        open_prompt(state);
        Vec::new()
    },
};

pub(super) const PREVIOUS_MATCH: Command = Command {
    group: Group::Search,
    name: "previous-match",
    summary: "previous match of the search",
    available: |state| state.search().is_some(),
    run: |state| {
        if state.search().is_none() {
            state.say(format!("no search: `{}` starts one", state.key("search")));
        }
        let steps = isize::try_from(count(state)).unwrap_or(1);
        step_match(state, -steps);
        Vec::new()
    },
};

pub(super) const SEARCH_SOURCES: Command = Command {
    group: Group::Search,
    name: "search-sources",
    summary: "search in all sources",
    available: |state| !state.inspection.case.sources.is_empty(),
    run: |state| {
        open_prompt(state);
        toggle_scope(state);
        Vec::new()
    },
};

pub(super) const SEARCH_CLAIM: Command = Command {
    group: Group::Search,
    name: "search-claim",
    summary: "search in all sources for the words of the claim",
    available: |state| state.claim().is_some() && !state.conceals(),
    run: search_claim,
};

pub(super) const CLEAR: Command = Command {
    group: Group::Search,
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
    group: Group::Typing,
    name: "prompt-accept",
    summary: "go through the matches with n and N; of all sources, list them",
    available: always,
    run: accept_prompt,
};

pub(super) const PROMPT_SCOPE: Command = Command {
    group: Group::Typing,
    name: "prompt-scope",
    summary: "search in this pane, or in all sources",
    available: always,
    run: |state| {
        toggle_scope(state);
        Vec::new()
    },
};

pub(super) const PROMPT_CANCEL: Command = Command {
    group: Group::Typing,
    name: "prompt-cancel",
    summary: "discard the search",
    available: always,
    run: |state| {
        cancel_prompt(state);
        Vec::new()
    },
};
