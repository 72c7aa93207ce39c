//! The requests of a command to the world outside the state.

use std::path::PathBuf;
use std::sync::Arc;

use crate::review::Entry;
use crate::tui::state::Job;

/// Something that happens outside the state.
#[derive(Debug, Clone)]
pub enum Effect {
    /// End the program.
    Quit,
    /// Put text on the clipboard.
    Copy(String),
    /// Open an address with the user's program, or copy it.
    Open(String),
    /// Open a file in the user's editor, at a line (1-based).
    Edit {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
    },
    /// Open the text extracted from a document in the user's editor, at a line (1-based).
    Read {
        /// Its name: that of the document's file.
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
    /// Show every key and command in a list. [`crate::tui::update`] carries this out.
    ShowKeys,
    /// Run a command, by its index in [`crate::tui::commands::COMMANDS`]; likewise.
    Run(usize),
    /// Save an entry of the review.
    Record(Entry),
    /// Try again to save pending entries.
    Save,
    /// Save pending entries, and later ones, in another file.
    SaveAs {
        /// The file.
        path: PathBuf,
        /// True if the program ends when that is done.
        quits: bool,
    },
    /// End the program and discard unsaved entries.
    Discard,
    /// Let the user's editor change the note.
    WriteNote(String),
}
