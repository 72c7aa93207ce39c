//! Standard output and standard error.

use std::io::{self, Write};

use crate::error::{Error, Result};
use crate::text::SafeText;

/// Maximum number of errors of one kind that are printed.
pub(super) const MAX_NAMED: usize = 20;

/// Prints an error to standard error: one line, and a second one for the hint.
pub fn print_error(error: &Error) {
    print_message(&error.to_string(), error.advice());
}

/// Prints the first errors of a list, and the number of the others.
pub(super) fn print_errors(errors: &[Error]) {
    for error in errors.iter().take(MAX_NAMED) {
        print_error(error);
    }
    if let Some(more) = errors.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
        print_message(&format!("{more} more like this"), None);
    }
}

/// Prints a message to standard error: one line, and a second one for the hint.
pub(super) fn print_message(what: &str, hint: Option<&str>) {
    let mut stderr = io::stderr().lock();
    let mut printed = writeln!(stderr, "pincite: {}", SafeText::new(what));
    if let Some(hint) = hint {
        printed = printed.and_then(|()| writeln!(stderr, "hint: {}", SafeText::new(hint)));
    }
    // If standard error is closed, only the exit code reports the error.
    drop(printed);
}

/// Writes to standard output through a buffer.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    write(&mut out)
        .and_then(|()| out.flush())
        .map_err(|error| Error::io("write", "standard output", error))
}
