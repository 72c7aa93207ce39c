//! Citable material from disk or from a saved prompt, and the store its text is read through.
//!
//! A *presentation* is a way of writing sources into a text for a model: a head line, a tag, labels
//! before lines. [`PRESENTATIONS`] lists them, one file each; [`split`] takes a text apart by
//! all of them at once, because one saved prompt may hold several. What shows none of them is one
//! plain source, and then its file is read through [`Store`] and never whole.
//! Documents that are no text, such as PDF, are [`documents`].
//! Left out: entities such as `&amp;` in a presentation stay as they are written.

pub mod store;
pub mod documents;
pub mod folder;
pub mod load;
pub mod root;
pub mod checkout;
mod code;
pub mod stamp;
#[cfg(feature = "tui")]
pub mod watch;
#[cfg(feature = "tui")]
pub mod copy;
mod definitions;
pub mod defuse;
mod divisions;
mod fields;
mod tag;
mod pieces;
mod recode;
mod subtitles;
mod citation_marker;
mod lenticular;
mod line_labels;
mod colon_labels;
mod browser_display;
mod block_headings;
mod block_tags;
mod source_tags;
mod result_tags;
mod plain;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use crate::model::{DivisionKind, Source, SourceText};
use crate::text::Span;

pub use checkout::{Checkout, normal_path, root_of};
pub use code::is_code_path;
pub use definitions::{Defined, definition, place_of_symbol, symbols};
pub use load::{Loaded, files, load, load_with_progress};
pub use root::from_root;
pub use stamp::{Change, change_of, file_of};
pub use store::Store;
#[cfg(feature = "tui")]
pub use watch::Watch;

/// Bytes of a file that are searched for a presentation: no prompt known puts as much in
/// front of its first source, and each start has to wait for the look.
pub const LOOK_BYTES: usize = 256 * 1024;

/// The largest text that is taken apart into sources, in bytes: it is held in memory.
pub const SPLIT_BYTES: usize = 256 * 1024 * 1024;

/// A way of writing sources into a text.
#[derive(Debug)]
pub struct Presentation {
    /// Short name, in lower case with hyphens.
    pub name: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// An example, as lines; escapes such as `\ue200` stand for the characters.
    pub example: &'static str,
    shape: Shape,
}

/// The presentations that can be read, in the order in which they are tried.
pub const PRESENTATIONS: &[Presentation] = &[
    citation_marker::PRESENTATION,
    lenticular::PRESENTATION,
    browser_display::PRESENTATION,
    block_tags::PRESENTATION,
    source_tags::PRESENTATION,
    result_tags::PRESENTATION,
    line_labels::PRESENTATION,
    block_headings::PRESENTATION,
    colon_labels::PRESENTATION,
    plain::PRESENTATION,
];

/// Returns the sources in `text`, in order; `None` when it shows no presentation. `path` is the
/// file it came from, for [`Source::origin`].
///
/// [`split_with_notes`] also says what could not be understood.
pub fn split(text: &str, path: Option<&Path>) -> Option<Vec<Source>> {
    split_with_notes(text, path).map(|loaded| loaded.sources)
}

/// As [`split`], with notes on what was left out or assumed.
pub fn split_with_notes(text: &str, path: Option<&Path>) -> Option<Loaded> {
    pieces::split(text, path)
}

/// Gives `source` this text, its printed labels (`[L1]`, `L1:`, `[Block1]`) made into divisions.
pub fn with_divisions(source: &mut Source, text: &str) {
    if subtitles::begins(text.as_bytes()) {
        subtitles::take(source, text.as_bytes());
    }
    let whole = Span::new(0, text.len());
    let Some(form) = divisions::form_of_undeclared(text) else {
        source.text = SourceText::Inline(text.into());
        return;
    };
    let divided = divisions::divide(text, &[whole], Some(form), None);
    source.text = SourceText::Inline(Arc::from(divided.text));
    source.divisions = divided.divisions;
}

/// The form in which a presentation shows itself.
#[derive(Debug)]
enum Shape {
    /// A line that begins a source, which runs to the next beginning of any source.
    ///
    /// `after` is the text after the line, from its line end on.
    Head(fn(line: &str, after: &str) -> Option<Opening>),
    /// An element around a source.
    Tag {
        /// Its name in lower case.
        element: &'static str,
        /// Reads its attributes; `None` when it only looks like a source.
        open: fn(&tag::Tag<'_>) -> Option<Source>,
        /// The parts of its content that are text, as spans of the content.
        parts: fn(content: &str) -> Vec<Span>,
    },
    /// A label at the start of a line or block inside a source.
    Label {
        read: fn(line: &str) -> Option<Label>,
        /// True if one such label makes a text labelled; else half of its lines must have one.
        sure: bool,
    },
    /// Nothing but text.
    Plain,
}

/// The beginning of a source, at the start of a line.
#[derive(Debug)]
struct Opening {
    /// Bytes it takes.
    len: usize,
    /// The source as far as it tells.
    source: Source,
}

/// A printed label at the start of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Label {
    /// Bytes from the start of the line to the text it labels.
    len: usize,
    kind: DivisionKind,
    number: u64,
}

/// Returns the lines of `text` with their line ends (LF, CRLF or CR), and where they start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes());
        let len = end.map_or(rest.len(), |at| at + line_end_len(rest, at));
        let line = (start, rest.get(..len)?);
        start += len;
        Some(line)
    })
}

fn line_end_len(text: &str, at: usize) -> usize {
    if text.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) { 2 } else { 1 }
}

/// Returns the text of `bytes`. Most are UTF-8, and to find that out is much faster than to look
/// for what is not.
fn lossy(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// `line` without its line end.
fn content(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// Bytes of blanks and tabs at the start of `text`.
fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// `text` after `prefix`, which is ASCII, in any case.
fn strip_prefix_any_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Returns the number that `text` starts with, of at most 18 digits, and the rest.
fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 18 {
        return None;
    }
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}
