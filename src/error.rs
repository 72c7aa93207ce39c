//! The one error: what was being done, with what, where in it, why it failed, and what to try.
//!
//! An error is for input that cannot be read at all. What is odd inside input that can be read
//! becomes a note on the case or a problem on a citation, never an error.

use std::fmt;
use std::io;

/// A failure, told in one line, with an optional hint in a second one.
///
/// Displays as `cannot ACTION INPUT, at PLACE: why`. The texts may hold foreign names: print them
/// through [`crate::text::SafeText`].
#[derive(Debug)]
pub struct Error {
    action: &'static str,
    input: String,
    place: Option<String>,
    why: String,
    hint: Option<String>,
    source: Option<io::Error>,
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// `action` is a verb such as `read`; `input` a file name, or `standard input`.
    pub fn new(action: &'static str, input: impl Into<String>, why: impl Into<String>) -> Self {
        Self { action, input: input.into(), place: None, why: why.into(), hint: None, source: None }
    }

    /// A failed file operation.
    pub fn io(action: &'static str, input: impl Into<String>, error: io::Error) -> Self {
        let why = describe(&error);
        Self { source: Some(error), ..Self::new(action, input, why) }
    }

    /// Where in the input: `line 3 column 7`, or a JSON path such as `sources[2].text`.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// What to try next: a whole sentence without a full stop.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The advice, where there is any.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Whether the reader of our output went away, which is no failure of ours.
    pub fn is_broken_pipe(&self) -> bool {
        self.source.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}", self.action, self.input)?;
        if let Some(place) = &self.place {
            write!(f, ", at {place}")?;
        }
        write!(f, ": {}", self.why)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|error| error as &dyn std::error::Error)
    }
}

/// The reason in plain words; the system's text where there is no better one.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}
