//! The commands of the keys, as a table with one file per topic.
//!
//! A command changes the state and requests anything outside it as an `Effect`, so the
//! whole interface runs in tests without a terminal, clipboard or disk. The help, the foot and the
//! key table are printed from [`COMMANDS`].

mod cases;
mod citations;
mod evidence;
mod lists;
mod outside;
mod panes;
mod review;
mod scroll;
mod search;
mod shared;

pub use citations::standing_of_next_unresolved;
pub use lists::accept;
pub use shared::{Command, Group};
/// Every command, in the order of the help.
pub const COMMANDS: &[Command] = &[
    citations::NEXT,
    citations::PREVIOUS,
    citations::NEXT_UNRESOLVED,
    citations::NEXT_TARGET,
    citations::PREVIOUS_TARGET,
    citations::SHOW_PASSAGE,
    citations::DETAIL,
    citations::SHOW_EARLIER,
    citations::NEXT_MATCH_INSIDE,
    citations::PREVIOUS_MATCH_INSIDE,
    evidence::NEXT_FINDING,
    evidence::SHOW_BETTER,
    review::SUPPORTS,
    review::PARTLY,
    review::DOES_NOT_SUPPORT,
    review::CONTRADICTS,
    review::WRONG_PLACE,
    review::CANNOT_TELL,
    review::NEEDS_CITATION,
    review::FINE,
    review::SELECT_LINES,
    review::REASONS,
    review::NOTE,
    review::NEXT_UNREVIEWED,
    review::UNDO,
    review::REDO,
    review::HIDE_REVIEWED,
    review::SAVE,
    scroll::DOWN,
    scroll::UP,
    scroll::HALF_PAGE_DOWN,
    scroll::HALF_PAGE_UP,
    scroll::PAGE_DOWN,
    scroll::PAGE_UP,
    scroll::TOP,
    scroll::BOTTOM,
    scroll::LEFT,
    scroll::RIGHT,
    panes::SWITCH_PANE,
    panes::TOGGLE_STACKED,
    panes::NARROWER,
    panes::WIDER,
    panes::TOGGLE_WRAP,
    panes::TOGGLE_RAW,
    panes::TOGGLE_REST,
    search::SEARCH,
    search::PREVIOUS_MATCH,
    search::SEARCH_SOURCES,
    search::SEARCH_CLAIM,
    lists::CITATIONS,
    evidence::FINDINGS,
    lists::SOURCES,
    lists::CASES,
    lists::NOTES,
    cases::NEXT_CASE,
    cases::PREVIOUS_CASE,
    outside::COPY_PASSAGE,
    outside::COPY_REFERENCE,
    outside::OPEN_ADDRESS,
    outside::EDIT,
    outside::TOGGLE_MOUSE,
    lists::KEYS,
    search::CLEAR,
    outside::REDRAW,
    outside::SUSPEND,
    outside::QUIT,
    lists::LIST_DOWN,
    lists::LIST_UP,
    lists::LIST_PAGE_DOWN,
    lists::LIST_PAGE_UP,
    lists::LIST_ACCEPT,
    evidence::SORT,
    lists::CLOSE,
    search::PROMPT_ACCEPT,
    search::PROMPT_SCOPE,
    search::PROMPT_CANCEL,
    review::NOTE_SAVE,
    review::NOTE_EDIT,
    review::NOTE_CANCEL,
    lists::ERASE,
    lists::ERASE_ALL,
];

/// Returns the command of a name.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}
