//! The lists over the panes.

use crate::tui::actions::passage::open_source;
use crate::tui::actions::queue::{open_queue, set_queue_filter};
use crate::tui::actions::search::{erase, show_hit};
use crate::tui::actions::select::{select, show_card, show_finding};
use crate::tui::actions::verdicts::toggle_reason;
use crate::tui::commands::shared::{Command, Group, always, open_case, open_list};
use crate::tui::state::effect::Effect;
use crate::tui::state::focus::Focus;
use crate::tui::state::list::Kind;
use crate::tui::state::screen::{Mode, State};

pub(super) const CITATIONS: Command = Command {
    group: Group::Lists,
    name: "citations",
    summary: "list of citations",
    available: |state| !state.inspection.case.response.citations.is_empty(),
    run: |state| open_list(state, Kind::Citations),
};

pub(super) const SOURCES: Command = Command {
    group: Group::Lists,
    name: "sources",
    summary: "list of sources, with how often each is cited",
    available: |state| !state.inspection.case.sources.is_empty(),
    run: |state| open_list(state, Kind::Sources),
};

pub(super) const CASES: Command = Command {
    group: Group::Cases,
    name: "cases",
    summary: "list of cases",
    available: |state| state.batch.count > 1,
    run: open_queue,
};

pub(super) const NOTES: Command = Command {
    group: Group::Lists,
    name: "notes",
    summary: "how the case was read, with notes",
    available: always,
    run: |state| open_list(state, Kind::Notes),
};

pub(super) const KEYS: Command = Command {
    group: Group::Program,
    name: "keys",
    summary: "every key and command; Enter runs one",
    available: always,
    run: |_| vec![Effect::ShowKeys],
};

pub(super) const LIST_DOWN: Command = Command {
    group: Group::InList,
    name: "list-down",
    summary: "next row",
    available: always,
    run: |state| step(state, 1),
};

pub(super) const LIST_UP: Command = Command {
    group: Group::InList,
    name: "list-up",
    summary: "previous row",
    available: always,
    run: |state| step(state, -1),
};

pub(super) const LIST_PAGE_DOWN: Command = Command {
    group: Group::InList,
    name: "list-page-down",
    summary: "ten rows on",
    available: always,
    run: |state| step(state, 10),
};

pub(super) const LIST_PAGE_UP: Command = Command {
    group: Group::InList,
    name: "list-page-up",
    summary: "ten rows back",
    available: always,
    run: |state| step(state, -10),
};

pub(super) const LIST_ACCEPT: Command = Command {
    group: Group::InList,
    name: "list-accept",
    summary: "go there",
    available: always,
    run: accept,
};

pub(super) const CLOSE: Command = Command {
    group: Group::InList,
    name: "close",
    summary: "close the list; everything is as before",
    available: always,
    run: |state| {
        state.mode = Mode::Browse;
        state.review.reasons_for = None;
        Vec::new()
    },
};

pub(super) const ERASE: Command = Command {
    group: Group::Typing,
    name: "erase",
    summary: "erase the last character typed",
    available: always,
    run: |state| {
        erase(state, |text| {
            text.pop();
        })
    },
};

pub(super) const ERASE_ALL: Command = Command {
    group: Group::Typing,
    name: "erase-all",
    summary: "erase all that was typed",
    available: always,
    run: |state| erase(state, String::clear),
};

fn step(state: &mut State, steps: isize) -> Vec<Effect> {
    if let Mode::List(list) = &mut state.mode {
        list.step(steps);
    }
    Vec::new()
}

/// Opens the row under the list's cursor.
pub fn accept(state: &mut State) -> Vec<Effect> {
    let Mode::List(list) = std::mem::take(&mut state.mode) else { return Vec::new() };
    let Some(row) = list.chosen() else {
        state.mode = Mode::List(list);
        return Vec::new();
    };
    let index = row.index;
    match list.kind {
        Kind::Citations => {
            select(state, index, 0);
            Vec::new()
        }
        Kind::Findings => {
            show_finding(state, index);
            Vec::new()
        }
        Kind::Sources => {
            open_source(state, index);
            state.source.browsing = true;
            state.focus = Focus::Source;
            Vec::new()
        }
        Kind::Cases => {
            set_queue_filter(state, list.filter);
            open_case(state, index)
        }
        Kind::Reasons => {
            state.mode = Mode::List(list);
            toggle_reason(state, index)
        }
        Kind::Hits => show_hit(state, index),
        Kind::Notes => {
            show_card(state, index);
            Vec::new()
        }
        Kind::Keys => vec![Effect::Run(index)],
    }
}
