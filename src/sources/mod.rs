//! Citable material from disk or from a saved prompt, and the store that reads its text.
//!
//! A *presentation* is a way of writing sources into a text for a model: a head line, a tag, labels
//! before lines. [`PRESENTATIONS`] lists them, one file each; [`split`] tries all of them at once,
//! because one saved prompt may use several. A text without any is one plain source, whose file is
//! read through [`Store`] and never as a whole. Documents that are not plain text, such as PDF, are
//! in [`documents`]. Left out: entities such as `&amp;` in a presentation are not decoded.

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
mod remotes;
mod subtitles;
mod citation_marker;
mod labelled;
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
mod webpage_frames;
mod file_frames;
mod plain;

use std::path::Path;
use std::sync::Arc;

use crate::model::{DivisionKind, Source, SourceText};
use crate::text::Span;

pub use checkout::{Checkout, normal_path, root_of};
pub(crate) use code::file_piece;
pub use code::{is_code_path, is_data_path};
pub use definitions::{Defined, definition, place_of_symbol, symbols};
pub use labelled::labelled;
pub use load::{files, load, load_with_progress};
pub(crate) use recode::western_text;
pub use root::from_root;
pub use stamp::{Change, file_of};
pub use store::Store;
pub use walk::CONFIGURATION;
#[cfg(feature = "tui")]
pub use watch::Watch;

/// The number of bytes of a file that are searched for a presentation: no known prompt has as much
/// before its first source, and every start has to wait for the search.
pub const LOOK_BYTES: usize = 256 * 1024;

/// The largest text that is taken apart into sources, in bytes: it is held in memory.
pub const SPLIT_BYTES: usize = 256 * 1024 * 1024;

/// Sources, and notes on reading them.
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
    /// An example, as lines; escapes such as `\ue200` represent the characters.
    pub example: &'static str,
    shape: PresentationForm,
}

/// The presentations that can be read, in the order in which they are tried.
pub const PRESENTATIONS: &[Presentation] = &[
    citation_marker::PRESENTATION,
    lenticular::PRESENTATION,
    browser_display::PRESENTATION,
    block_tags::PRESENTATION,
    source_tags::PRESENTATION,
    result_tags::PRESENTATION,
    webpage_frames::PRESENTATION,
    file_frames::PRESENTATION,
    line_labels::PRESENTATION,
    block_headings::PRESENTATION,
    colon_labels::PRESENTATION,
    plain::PRESENTATION,
];

/// Returns the sources in `text`, in order; `None` if it has no presentation. `path` is its file,
/// for [`Source::origin`].
///
/// [`split_with_notes`] also reports what it did not understand.
pub fn split(text: &str, path: Option<&Path>) -> Option<Vec<Source>> {
    split_with_notes(text, path).map(|loaded| loaded.sources)
}

/// Like [`split`], with notes on omissions and assumptions.
pub fn split_with_notes(text: &str, path: Option<&Path>) -> Option<Loaded> {
    pieces::split(text, path)
}

/// Returns the change of a source's file since it was read; `None` if there is none, or if the
/// source was not read from a file. `store` is its text.
pub fn change_of(source: &Source, store: Option<&Store>) -> Option<Change> {
    match &source.stamp {
        Some(stamp) => stamp::change(stamp),
        None => store?.changed(),
    }
}

/// Returns the line of a source's file that holds byte `offset` of its text; `None` if the source has
/// no file or its lines are not counted.
pub fn line_in_file(source: &Source, store: &Store, offset: usize) -> Option<u64> {
    let first = source.origin.as_ref()?.first_line;
    let divisions = &source.divisions;
    let before = divisions.partition_point(|division| division.span.start <= offset);
    let division = before.checked_sub(1).and_then(|index| divisions.get(index));
    let line = store.line_at(offset)?;
    match division.filter(|division| division.file_line > 0) {
        Some(division) => {
            let own = store.line_at(division.span.start)?;
            Some(division.file_line + line.saturating_sub(own))
        }
        None => Some(first + line - 1),
    }
}

/// Gives `source` this text, its printed labels (`[L1]`, `L1:`, `[Block1]`) made into divisions.
pub fn with_divisions(source: &mut Source, text: &str) {
    if subtitles::begins(text.as_bytes()) {
        subtitles::attach_cues(source, text.as_bytes());
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
enum PresentationForm {
    /// A line that begins a source, which runs to the next beginning of any source.
    ///
    /// `after` is the text after the line, from its line end on.
    Head(fn(line: &str, after: &str) -> Option<Opening>),
    /// An element around a source.
    Tag {
        /// Its name in lower case.
        element: &'static str,
        /// Reads its attributes; `None` if it only looks like a source.
        open: fn(&tag::Tag<'_>) -> Option<Source>,
        /// The parts of its content that are text, as spans of the content.
        parts: fn(content: &str) -> Vec<Span>,
    },
    /// Marks in brackets around a source.
    Frame {
        /// The name in both marks.
        element: &'static str,
        /// Reads the mark that begins a source; `after` is the text after its line, if the mark begins the line.
        open: fn(rest: &str, after: &str) -> Option<Opening>,
        /// Returns the bytes of the mark that ends it.
        close: fn(rest: &str) -> Option<usize>,
    },
    /// A label at the start of a line or block inside a source.
    Label {
        read: fn(line: &str) -> Option<Label>,
        /// True if one such label suffices for a labelled text; otherwise half of its lines must
        /// have one.
        sure: bool,
    },
    /// Nothing but text.
    Plain,
}

impl PresentationForm {
    /// Returns the name in the marks that a source ends with.
    const fn element(&self) -> Option<&'static str> {
        match self {
            Self::Tag { element, .. } | Self::Frame { element, .. } => Some(element),
            _ => None,
        }
    }
}

/// The beginning of a source, at the start of a line.
#[derive(Debug)]
struct Opening {
    /// Bytes it takes.
    len: usize,
    /// The source, as far as the mark describes it.
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
