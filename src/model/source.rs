//! Sources that citations point at: where they come from, their texts and divisions.

use std::path::PathBuf;
use std::sync::Arc;

use super::document::{Document, Outline};
use crate::text::Span;

/// A document that can be cited.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Source {
    /// The id that it has or that the user gave it; empty if it has none.
    pub id: String,
    /// Origin of that id.
    pub id_from: IdFrom,
    /// Its title.
    pub title: Option<String>,
    /// Its address on the web, as given; never opened.
    pub url: Option<String>,
    /// Further addresses of the same page, as given in its text.
    pub also_at: Vec<String>,
    /// Date of its last change, as given.
    pub updated: Option<String>,
    /// The retrieval score, as given.
    pub score: Option<f64>,
    /// The other fields of its head, in order.
    pub metadata: Vec<(String, String)>,
    /// Its text.
    pub text: SourceText,
    /// The text holds no more than the passages that the response itself repeats: quotes can be
    /// found in it, positions cannot.
    pub excerpt: bool,
    /// True if it is in a list that is longer than any one case needs, such as a bibliography: a
    /// case has it only if it names its id.
    pub listed: bool,
    /// Its printed divisions in order of their spans; empty if it prints none.
    pub divisions: Vec<Division>,
    /// Its parts that are not printed in the text.
    pub outline: Outline,
    /// The kind of document that its text was extracted from (`pdf`), for which line numbers count
    /// the lines of the extracted text; `None` for plain text.
    pub extracted_from: Option<&'static str>,
    /// The encoding in which its bytes were read, if that is not UTF-8.
    pub encoding: Option<&'static str>,
    /// Notes on how its text was read, as sentences.
    pub notes: Vec<String>,
    /// Its place on disk.
    pub origin: Option<Origin>,
    /// The stamp of the file of its origin when it was read; `None` if [`Source::text`] is that
    /// file, or if nothing was read yet.
    pub stamp: Option<Stamp>,
}

/// The origin of a source's id, from the most to the least reliable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum IdFrom {
    /// The user said so: `--source ID=PATH`, or `[citations.sources]` in `pincite.toml`.
    User,
    /// It is in the payload or in the source's own text.
    Text,
    /// The address it has on the web.
    Address,
    /// The file's name or stem.
    FileName,
    /// No id but its place in the list.
    #[default]
    Position,
}

/// The text of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceText {
    /// The input gives none; the reason, as a sentence.
    Absent(String),
    /// It should be there and cannot be read; the reason, as a sentence.
    Unreadable(String),
    /// Held in memory, without printed labels (these are in [`Source::divisions`]).
    Inline(Arc<str>),
    /// To be read from the file as it is; opened by [`crate::sources::Store`].
    File(PathBuf),
    /// To be extracted from a document first, by [`crate::sources::documents`].
    Document(Document),
}

impl SourceText {
    /// Returns the reason why there is none; `None` if there is one, as far as is known without
    /// opening it.
    pub fn why_not(&self) -> Option<&str> {
        match self {
            Self::Absent(why) | Self::Unreadable(why) => Some(why),
            Self::Inline(_) | Self::File(_) | Self::Document(_) => None,
        }
    }
}

impl Default for SourceText {
    fn default() -> Self {
        Self::Absent("no text available".to_owned())
    }
}

/// A labelled part of a source: a numbered line or a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// Kind of its label.
    pub kind: DivisionKind,
    /// The number printed in the label.
    pub number: u64,
    /// Bytes of the source's text, without the label and without the line end.
    pub span: Span,
    /// Physical line of the label in its file, 1-based; 0 if there is no file.
    pub file_line: u64,
}

/// The kinds of [`Division`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DivisionKind {
    /// `[L1] …`: the lines that line locators count.
    Line,
    /// `[Block1]`, or a content block of a payload (these count from 0).
    Block,
    /// A page.
    Page,
}

/// The state of a file when it was read, by which a change is noticed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Path of the file.
    pub path: PathBuf,
    /// Its length in bytes.
    pub len: u64,
    /// Time of the last change of its content: seconds and nanoseconds since 1970.
    pub modified: (i64, i64),
    /// The time of the last change to anything about it, which cannot be set back; the same units.
    pub touched: (i64, i64),
    /// Its device and number there.
    pub file: (u64, u64),
    /// A hash of its content, for files that are read quickly.
    pub content: Option<u64>,
}

/// The place of a source on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file, as the user or the folder walk named it.
    pub path: PathBuf,
    /// Physical line of the file on which the source's text begins, 1-based.
    pub first_line: u64,
}
