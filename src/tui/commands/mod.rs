//! What the keys can do: a table of commands, one folder entry a topic.
//!
//! A command changes the state and asks for what is outside it by returning an [`Effect`]; so the
//! whole interface runs in tests without a terminal, a clipboard or a disk. The help, the foot
//! and the key table are printed from [`COMMANDS`].

mod cases;
mod citations;
mod evidence;
mod lists;
mod outside;
mod panes;
mod review;
mod scroll;
mod search;

use std::path::PathBuf;
use std::sync::Arc;

use super::state::State;
use super::worker::Job;
use crate::review::Entry;

pub use citations::lookout;
pub use lists::accept;
pub(crate) use panes::keep_places;
pub(crate) use scroll::{arrive, wheel};

/// Something that happens outside the state.
#[derive(Debug, Clone)]
pub enum Effect {
    /// End the program.
    Quit,
    /// Put text on the clipboard.
    Copy(String),
    /// Open a file in the user's editor, at a line (1-based).
    Edit {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
    },
    /// Open what was got out of a document in the user's editor, at a line (1-based).
    Read {
        /// What to call it: the name of the document's file.
        name: String,
        /// Its text.
        text: Arc<str>,
        /// The line.
        line: u64,
    },
    /// Stop as Ctrl-Z does in a shell.
    Suspend,
    /// Take the mouse, or give it back to the terminal.
    Mouse(bool),
    /// Draw everything anew.
    Redraw,
    /// Have the worker do something.
    Work(Job),
    /// Keep an entry of the review; see [`State::recorded`] and [`State::not_recorded`].
    Record(Entry),
    /// Try again to keep what could not be kept.
    Save,
    /// Let the user's editor change the note, then see [`State::take_note`].
    WriteNote(String),
}

/// A thing a key can do.
pub struct Command {
    /// Its name in the key table: verb or verb-object.
    pub name: &'static str,
    /// What it does, for the help: a short phrase.
    pub summary: &'static str,
    /// Whether it would do something now.
    pub available: fn(&State) -> bool,
    /// Does it.
    pub run: fn(&mut State) -> Vec<Effect>,
}

/// Every command, in the order of the help.
pub const COMMANDS: &[Command] = &[
    citations::NEXT,
    citations::PREVIOUS,
    citations::NEXT_UNRESOLVED,
    citations::NEXT_TARGET,
    citations::PREVIOUS_TARGET,
    citations::SHOW_PASSAGE,
    evidence::NEXT_FINDING,
    evidence::LOOK_BETTER,
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
    review::HIDE_JUDGED,
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
    lists::CITATIONS,
    evidence::FINDINGS,
    lists::SOURCES,
    lists::CASES,
    lists::NOTES,
    cases::NEXT_CASE,
    cases::PREVIOUS_CASE,
    outside::COPY_PASSAGE,
    outside::COPY_REFERENCE,
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
    search::PROMPT_CANCEL,
    review::NOTE_SAVE,
    review::NOTE_EDIT,
    review::NOTE_CANCEL,
    lists::ERASE,
    lists::ERASE_ALL,
];

/// The command of a name.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// For commands that always do something.
fn always(_: &State) -> bool {
    true
}

/// Asks for a case, by its index.
fn open_case(state: &mut State, index: usize) -> Vec<Effect> {
    state.say(format!("opening case {} …", index + 1));
    vec![Effect::Work(Job::Open { index })]
}

/// The count typed before the command, 1 where there was none.
fn count(state: &mut State) -> usize {
    state.count.take().unwrap_or(1).max(1)
}
