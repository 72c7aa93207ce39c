//! Searching in the pane of the focus: matches show while one types.

use crate::tui::actions::search::{
    accept_prompt, cancel_prompt, open_prompt, search_claim, step_match, toggle_scope,
};
use crate::tui::actions::select::select;
use crate::tui::commands::shared::{Command, Group, count};

pub(super) const SEARCH: Command =
    Command::new(Group::Search, "search", "search in this pane").run(open_prompt);

pub(super) const PREVIOUS_MATCH: Command =
    Command::new(Group::Search, "previous-match", "previous match of the search")
        .when(|state| state.search().is_some())
        .run(|state| {
            if state.search().is_none() {
                state.notify(format!("no search: `{}` starts one", state.key("search")));
            }
            let steps = isize::try_from(count(state)).unwrap_or(1);
            step_match(state, -steps);
        });

pub(super) const SEARCH_SOURCES: Command =
    Command::new(Group::Search, "search-sources", "search in all sources")
        .when(|state| !state.inspection.case.sources.is_empty())
        .run(|state| {
            open_prompt(state);
            toggle_scope(state);
        });

pub(super) const SEARCH_CLAIM: Command =
    Command::new(Group::Search, "search-claim", "search in all sources for the words of the claim")
        .when(|state| state.claim().is_some() && !state.conceals())
        .run(search_claim);

pub(super) const CLEAR: Command =
    Command::new(Group::Search, "clear", "end the selection or the search; back to the passage")
        .when(|state| {
            state.search().is_some() || state.source.browsing || state.source.range.is_some()
        })
        .run(|state| {
            if state.source.range.take().is_some() {
                return;
            }
            let searched = state.searches.clear();
            if !searched
                && state.source.browsing
                && let Some(selected) = state.selected
            {
                select(state, selected, state.target);
            }
            state.count = None;
        });

pub(super) const PROMPT_ACCEPT: Command = Command::new(
    Group::Typing,
    "prompt-accept",
    "go through the matches with n and N; of all sources, list them",
)
.run(accept_prompt);

pub(super) const PROMPT_SCOPE: Command =
    Command::new(Group::Typing, "prompt-scope", "search in this pane, or in all sources").run(
        |state| {
            toggle_scope(state);
        },
    );

pub(super) const PROMPT_CANCEL: Command =
    Command::new(Group::Typing, "prompt-cancel", "discard the search").run(cancel_prompt);
