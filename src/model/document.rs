//! Documents whose text has to be extracted first (PDF, HTML, office files), and the parts of a
//! text.
//!
//! The extracted text is kept in the [`Document`] and shared by all its clones, so a document that
//! every case of a batch cites is read once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::text::Span;

/// A document, and its text once it is extracted.
#[derive(Debug, Clone)]
pub struct Document {
    /// The name of its kind in [`crate::sources::documents::KINDS`].
    pub kind: &'static str,
    /// Location of its bytes.
    pub data: DocumentData,
    text: Arc<OnceLock<DocumentText>>,
}

/// The location of a document's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentData {
    /// In a file.
    File(PathBuf),
    /// Inside other input, such as a request.
    Bytes(Arc<[u8]>),
}

/// The text extracted from a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentText {
    /// The encoding in which its bytes were read, if that is not UTF-8.
    pub encoding: Option<&'static str>,
    /// The title it states.
    pub title: Option<String>,
    /// The address that it gives for itself.
    pub url: Option<String>,
    /// Its text. Line ends are LF; every page ends with one.
    pub text: Arc<str>,
    /// Its pages, in order of their spans.
    pub divisions: Vec<Division>,
    /// Its further parts.
    pub outline: Outline,
    /// The number of its pages, if it states that before they are read.
    pub pages: Option<u64>,
    /// Notes on the text, as sentences: pages that could not be read, the place where it was cut.
    pub notes: Vec<String>,
    /// The reason why there is no text at all, as the end of a sentence.
    pub failed: Option<String>,
    /// Stamp of its file when it was opened, if it is one.
    pub stamp: Option<Stamp>,
}

/// The parts of a source that its text does not show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The page labels that are printed or declared (`iv`, `A-3`), by page number from 1, if they
    /// differ from it.
    pub page_labels: BTreeMap<u64, String>,
    /// The pages, by number from 1, that have no text layer.
    pub pages_without_text: Vec<u64>,
    /// The pages, by number from 1, that could not be read, and why, as the end of a sentence.
    pub lost_pages: BTreeMap<u64, String>,
    /// The places that a URL's fragment can name, in order of their places.
    pub anchors: Vec<Anchored>,
    /// The cues of subtitles, in order of their spans.
    pub cues: Vec<Cue>,
    /// End of the main content, in bytes of the text; the rest is navigation and the like. `None`
    /// if all of it is content.
    pub main_end: Option<usize>,
}

/// A place in a source with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchored {
    /// The name, as in `id="section-3"`.
    pub name: String,
    /// Bytes of the element's text; empty if only its place is known.
    pub span: Span,
}

/// One subtitle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// Time it appears, in milliseconds from the beginning.
    pub start: u64,
    /// Time it disappears, in milliseconds.
    pub end: u64,
    /// Bytes of the source's text: its words, without number and times.
    pub span: Span,
}

impl Document {
    /// Creates a document whose text is not extracted yet.
    pub fn new(kind: &'static str, data: DocumentData) -> Self {
        Self { kind, data, text: Arc::default() }
    }

    /// Returns the extracted text; `None` before extraction.
    pub fn known(&self) -> Option<&DocumentText> {
        self.text.get()
    }

    /// Returns the extracted text. Unless it is known, one caller extracts it for all clones;
    /// concurrent callers wait.
    pub fn get_or_extract(&self, get: impl FnOnce() -> DocumentText) -> &DocumentText {
        self.text.get_or_init(get)
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.data == other.data
    }
}

impl Eq for Document {}

/// A labelled part of a source: a numbered line or a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// Kind of its label.
    pub kind: DivisionKind,
    /// The number printed in the label.
    pub number: u64,
    /// Bytes of the source's text, without the label and without the line end.
    pub span: Span,
    /// Physical line of its text in the file, 1-based; 0 if there is no file. A label may be alone on the
    /// line before.
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
