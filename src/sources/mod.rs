//! Citable material from disk or from a saved prompt, and the store its text is read through.
//!
//! A *presentation* is a way of writing sources into a text for a model: a head line, a tag, labels
//! before lines. [`PRESENTATIONS`] lists them, one file each; [`split`] takes a text apart by
//! all of them at once, because one saved prompt may hold several. What shows none of them is one
//! plain source, and then its file is read through [`Store`] and never whole.
//! Documents that are no text, such as PDF, are [`documents`].
//! Left out: entities such as `&amp;` in a presentation stay as they are written.

pub mod gate;
pub mod store;
pub mod documents;
mod walk;
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
mod labels;
mod lenticular;
mod line_labels;
mod lines;
mod colon_labels;
mod browser_display;
mod block_headings;
mod block_tags;
mod source_tags;
mod result_tags;
mod plain;

use std::path::Path;
use std::sync::Arc;

use crate::model::{DivisionKind, Source, SourceText};
use crate::text::Span;

pub use checkout::{Checkout, normal_path, root_of};
pub use code::{is_code_path, is_data_path};
pub use definitions::{Defined, definition, place_of_symbol, symbols};
pub use load::{files, load, load_with_progress};
pub use root::from_root;
pub use stamp::{Change, file_of};
pub use store::Store;
#[cfg(feature = "tui")]
pub use watch::Watch;

/// Bytes of a file that are searched for a presentation: no prompt known puts as much in
/// front of its first source, and each start has to wait for the look.
pub const LOOK_BYTES: usize = 256 * 1024;

/// The largest text that is taken apart into sources, in bytes: it is held in memory.
pub const SPLIT_BYTES: usize = 256 * 1024 * 1024;

/// Sources, and what to know about how they were read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Loaded {
    /// In the order given.
    pub sources: Vec<Source>,
    /// Whole sentences.
    pub notes: Vec<String>,
}

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

/// Returns the change of a source's file since it was read; `None` for none, and for what was not
/// read from a file. `store` is its text.
pub fn change_of(source: &Source, store: Option<&Store>) -> Option<Change> {
    match &source.stamp {
        Some(stamp) => stamp::change(stamp),
        None => store?.changed(),
    }
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
