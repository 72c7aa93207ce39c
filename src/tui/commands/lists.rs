//! The lists over the panes.

use crate::tui::actions::next_case::open_case;
use crate::tui::actions::passage::open_source;
use crate::tui::actions::queue::{close_list, open_queue, set_queue_filter};
use crate::tui::actions::search::{erase, show_hit};
use crate::tui::actions::select::{select, show_card, show_finding};
use crate::tui::actions::verdicts::toggle_reason;
use crate::tui::commands::shared::{Command, Group, open_list};
use crate::tui::state::list::ListKind;
use crate::tui::state::{Effect, Focus, Mode, State};

pub(super) const CITATIONS: Command = Command::new(Group::Lists, "citations", "list of citations")
    .when(|state| !state.inspection.case.response.citations.is_empty())
    .run(|state| open_list(state, ListKind::Citations));

pub(super) const SOURCES: Command =
    Command::new(Group::Lists, "sources", "list of sources, with how often each is cited")
        .when(|state| !state.inspection.case.sources.is_empty())
        .run(|state| open_list(state, ListKind::Sources));

pub(super) const CASES: Command = Command::new(Group::Cases, "cases", "list of cases")
    .when(|state| state.batch.count > 1)
    .run(open_queue);

pub(super) const NOTES: Command =
    Command::new(Group::Lists, "notes", "how the case was read, with notes")
        .run(|state| open_list(state, ListKind::Notes));

pub(super) const KEYS: Command =
    Command::new(Group::Program, "keys", "every key and command; Enter runs one")
        .run(|state| state.request(Effect::ShowKeys));

pub(super) const LIST_DOWN: Command =
    Command::new(Group::InList, "list-down", "next row").run(|state| step(state, 1));

pub(super) const LIST_UP: Command =
    Command::new(Group::InList, "list-up", "previous row").run(|state| step(state, -1));

pub(super) const LIST_PAGE_DOWN: Command =
    Command::new(Group::InList, "list-page-down", "ten rows on").run(|state| step(state, 10));

pub(super) const LIST_PAGE_UP: Command =
    Command::new(Group::InList, "list-page-up", "ten rows back").run(|state| step(state, -10));

pub(super) const LIST_ACCEPT: Command =
    Command::new(Group::InList, "list-accept", "go there").run(accept);

pub(super) const CLOSE: Command =
    Command::new(Group::InList, "close", "close the list; everything is as before").run(close_list);

pub(super) const ERASE: Command =
    Command::new(Group::Typing, "erase", "erase the last character typed").run(|state| {
        erase(state, |text| {
            text.pop();
        });
    });

pub(super) const ERASE_ALL: Command =
    Command::new(Group::Typing, "erase-all", "erase all that was typed")
        .run(|state| erase(state, String::clear));

fn step(state: &mut State, steps: isize) {
    if let Mode::List(list) = &mut state.mode {
        list.step(steps);
    }
}

/// Opens the row under the list's cursor.
pub fn accept(state: &mut State) {
    let Mode::List(list) = std::mem::take(&mut state.mode) else { return };
    let Some(row) = list.chosen() else {
        state.mode = Mode::List(list);
        return;
    };
    let index = row.index;
    match list.kind {
        ListKind::Citations => {
            select(state, index, 0);
        }
        ListKind::Findings => {
            show_finding(state, index);
        }
        ListKind::Sources => {
            open_source(state, index);
            state.source.browsing = true;
            state.focus = Focus::Source;
        }
        ListKind::Cases => {
            set_queue_filter(state, list.filter);
            open_case(state, index);
        }
        ListKind::Reasons => {
            state.mode = Mode::List(list);
            toggle_reason(state, index);
        }
        ListKind::Hits => show_hit(state, index),
        ListKind::Notes => {
            show_card(state, index);
        }
        ListKind::Keys => state.request(Effect::Run(index)),
    }
}
