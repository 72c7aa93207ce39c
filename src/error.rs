//! The crate's error: operation, input, place, reason, and a hint.
//!
//! An error is for input that cannot be read at all. A problem inside readable input becomes a note
//! on the case or a problem of a citation, never an error.

use std::fmt;
use std::io;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// A failure, described in one line, with an optional hint for a second one.
///
/// Displays as `cannot ACTION INPUT, at PLACE: why`. The texts may hold foreign names: print them
/// through [`crate::text::SafeText`].
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    action: &'static str,
    input: String,
    place: Option<Box<str>>,
    line: Option<NonZeroU32>,
    why: String,
    hint: Option<Box<str>>,
    source: Option<io::Error>,
}

/// The kinds of [`Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file or folder does not exist.
    NotFound,
    /// A file or folder may not be read or written.
    PermissionDenied,
    /// Another failure of the system; [`std::error::Error::source`] has it.
    Io,
    /// An input exceeds a limit.
    TooLarge,
    /// An input is in no known dialect, or has no response.
    Unrecognized,
    /// There is no dialect, rule, report or style of that name.
    UnknownName,
    /// An input has several cases where one was expected.
    SeveralCases,
    /// An input, argument or setting cannot be used as it is.
    Invalid,
}

/// A result with this crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an error of the kind [`ErrorKind::Invalid`]. `action` is a verb such as `read`;
    /// `input` a file name, or `standard input`.
    pub fn new(action: &'static str, input: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::Invalid,
            action,
            input: input.into(),
            place: None,
            line: None,
            why: why.into(),
            hint: None,
            source: None,
        }
    }

    /// Creates an error for a failed file operation.
    pub fn io(action: &'static str, input: impl Into<String>, error: io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => ErrorKind::NotFound,
            io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            _ => ErrorKind::Io,
        };
        let input = input.into();
        let is_unnamed = kind == ErrorKind::NotFound && input.is_empty();
        let why = if is_unnamed { "the path is empty".to_owned() } else { describe(&error) };
        Self { kind, source: Some(error), ..Self::new(action, input, why) }
    }

    /// Sets the kind.
    #[must_use]
    pub const fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    /// Sets the place in the input: `line 3 column 7`, or a JSON path such as `sources[2].text`.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into().into());
        self
    }

    /// Sets the line of the input, from 1, and the column in it.
    #[must_use]
    pub fn at_line(self, line: u64, column: Option<u64>) -> Self {
        let column = column.map(|column| format!(" column {column}")).unwrap_or_default();
        let number = u32::try_from(line).ok().and_then(NonZeroU32::new);
        Self { line: number, ..self.at(format!("line {line}{column}")) }
    }

    /// Puts the part of the input that the error is in before its place: `[2], line 3 column 7`.
    #[must_use]
    pub fn within(self, part: &str) -> Self {
        let place = self.place.as_deref().map(|place| format!("{part}, {place}"));
        Self { line: None, ..self.at(place.unwrap_or_else(|| part.to_owned())) }
    }

    /// Sets the advice: a whole sentence without a full stop.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into().into());
        self
    }

    /// Returns the reason alone.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// Returns the kind, for programs to decide by.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the line of the input at which it cannot be read, from 1; `None` if that is not known.
    pub fn line(&self) -> Option<u64> {
        self.line.map(|line| line.get().into())
    }

    /// Returns the advice, if there is any.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// True if the reader of the output went away.
    pub fn is_broken_pipe(&self) -> bool {
        self.source.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// True if an output could not be written.
    pub(crate) fn is_unwritten(&self) -> bool {
        self.action == "write" && self.source.is_some()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A name that is not there needs something to be seen by.
        let input = if self.input.is_empty() { "''" } else { &self.input };
        write!(f, "cannot {} {input}", self.action)?;
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

/// The reason for a failure, as the end of a sentence: `it is encrypted with a password`.
///
/// For an operation that does not know the name of its input; its caller adds that name and makes
/// an [`Error`] of both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Why(String);

impl Why {
    /// Takes the reason from another error.
    pub fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }

    /// Returns its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Why {}

impl From<String> for Why {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Why {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<Why> for String {
    fn from(why: Why) -> Self {
        why.0
    }
}

/// Returns the reason in plain words, or the system's text.
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
