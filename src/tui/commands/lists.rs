//! The lists over the panes.

use super::{COMMANDS, Command, Effect, always};
use crate::tui::list::{Kind, List};
use crate::tui::state::{Mode, State};

pub(super) const CITATIONS: Command = Command {
    name: "citations",
    summary: "list of citations",
    available: |state| !state.inspection.case.response.citations.is_empty(),
    run: |state| open(state, Kind::Citations),
};

pub(super) const SOURCES: Command = Command {
    name: "sources",
    summary: "list of sources, with how often each is cited",
    available: |state| !state.inspection.case.sources.is_empty(),
    run: |state| open(state, Kind::Sources),
};

pub(super) const CASES: Command = Command {
    name: "cases",
    summary: "list of cases",
    available: |state| state.batch.count > 1,
    run: State::open_queue,
};

pub(super) const NOTES: Command = Command {
    name: "notes",
    summary: "how the case was read, and what was odd about it",
    available: always,
    run: |state| open(state, Kind::Notes),
};

pub(super) const KEYS: Command = Command {
    name: "keys",
    summary: "every key and command; Enter runs one",
    available: always,
    run: |state| open(state, Kind::Keys),
};

pub(super) const LIST_DOWN: Command = Command {
    name: "list-down",
    summary: "next row",
    available: always,
    run: |state| step(state, 1),
};

pub(super) const LIST_UP: Command = Command {
    name: "list-up",
    summary: "previous row",
    available: always,
    run: |state| step(state, -1),
};

pub(super) const LIST_PAGE_DOWN: Command = Command {
    name: "list-page-down",
    summary: "ten rows on",
    available: always,
    run: |state| step(state, 10),
};

pub(super) const LIST_PAGE_UP: Command = Command {
    name: "list-page-up",
    summary: "ten rows back",
    available: always,
    run: |state| step(state, -10),
};

pub(super) const LIST_ACCEPT: Command =
    Command { name: "list-accept", summary: "go there", available: always, run: accept };

pub(super) const CLOSE: Command = Command {
    name: "close",
    summary: "close the list; everything is as before",
    available: always,
    run: |state| {
        state.mode = Mode::Browse;
        Vec::new()
    },
};

pub(super) const ERASE: Command = Command {
    name: "erase",
    summary: "erase the last character typed",
    available: always,
    run: |state| {
        state.erase(|text| {
            text.pop();
        })
    },
};

pub(super) const ERASE_ALL: Command = Command {
    name: "erase-all",
    summary: "erase all that was typed",
    available: always,
    run: |state| state.erase(String::clear),
};

pub(super) fn open(state: &mut State, kind: Kind) -> Vec<Effect> {
    let list = List::open(kind, state);
    if list.total() == 0 {
        state.say(format!("no {} here", kind.title().to_lowercase()));
    } else {
        state.mode = Mode::List(list);
    }
    Vec::new()
}

fn step(state: &mut State, steps: isize) -> Vec<Effect> {
    if let Mode::List(list) = &mut state.mode {
        list.step(steps);
    }
    Vec::new()
}

/// Goes to what the list's cursor is on.
pub fn accept(state: &mut State) -> Vec<Effect> {
    let Mode::List(list) = std::mem::take(&mut state.mode) else { return Vec::new() };
    let Some(row) = list.chosen() else {
        state.mode = Mode::List(list);
        return Vec::new();
    };
    let index = row.index;
    match list.kind {
        Kind::Citations => {
            state.select(index, 0);
            Vec::new()
        }
        Kind::Findings => {
            state.show_finding(index);
            Vec::new()
        }
        Kind::Sources => {
            state.open_source(index);
            state.source.browsing = true;
            state.focus = crate::tui::state::Focus::Source;
            Vec::new()
        }
        Kind::Cases => {
            state.set_queue_filter(list.filter);
            super::open_case(state, index)
        }
        Kind::Reasons => {
            state.mode = Mode::List(list);
            state.toggle_reason(index)
        }
        Kind::Notes => {
            state.show_card(index);
            Vec::new()
        }
        Kind::Keys => match COMMANDS.get(index) {
            Some(command) => (command.run)(state),
            None => Vec::new(),
        },
    }
}
