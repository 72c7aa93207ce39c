//! Documents whose text has to be extracted first: PDF, HTML, office files.
//!
//! The extracted text is kept in the [`Document`] and shared by all its clones, so a document that
//! every case of a batch cites is read once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::{Division, DivisionKind, Source, SourceText, Stamp};
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
    pub fn learn(&self, get: impl FnOnce() -> DocumentText) -> &DocumentText {
        self.text.get_or_init(get)
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.data == other.data
    }
}

impl Eq for Document {}

impl Source {
    /// Returns its addresses on the web.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.url.iter().chain(&self.also_at).map(String::as_str)
    }

    /// True if only a part of it is loaded. Lists give abstracts and pieces.
    pub fn lacks_text(&self) -> bool {
        self.excerpt || self.listed || self.text.why_not().is_some()
    }

    /// Sets the addresses that its text gives, the most reliable first.
    pub fn lies_at(&mut self, addresses: Vec<String>) {
        let mut addresses = addresses.into_iter();
        self.url = self.url.take().or_else(|| addresses.next());
        self.also_at = addresses.collect();
    }

    /// Returns the document that its text still has to be extracted from.
    pub fn document(&self) -> Option<&Document> {
        match &self.text {
            SourceText::Document(document) => Some(document),
            _ => None,
        }
    }

    /// Returns its pages, in order.
    pub fn pages(&self) -> impl DoubleEndedIterator<Item = &Division> {
        self.divisions.iter().filter(|division| division.kind == DivisionKind::Page)
    }

    /// Returns the page of byte `offset` of its text; `None` for a source without pages. A source
    /// with pages has no other divisions.
    pub fn page_at(&self, offset: usize) -> Option<&Division> {
        let after = self.divisions.partition_point(|page| page.span.start <= offset);
        let page = self.divisions.get(after.checked_sub(1)?)?;
        (page.kind == DivisionKind::Page).then_some(page)
    }

    /// Returns remarks on a page: its label, or that it has no text.
    pub fn page_remarks(&self, number: u64) -> Vec<&str> {
        let outline = &self.outline;
        let label = outline.page_labels.get(&number).map(String::as_str);
        let without = outline.pages_without_text.binary_search(&number).is_ok();
        let lost = outline.lost_pages.contains_key(&number);
        let why = if without { Some("no text layer") } else { lost.then_some("could not be read") };
        label.into_iter().chain(why).collect()
    }

    /// Sets the text extracted from its document, a part of it or all.
    pub fn take_text(&mut self, kind: &'static str, text: &DocumentText) {
        self.extracted_from = Some(kind);
        self.encoding = text.encoding;
        self.title = self.title.take().or_else(|| text.title.clone());
        self.url = self.url.take().or_else(|| text.url.clone());
        self.divisions.clone_from(&text.divisions);
        self.outline.clone_from(&text.outline);
        self.notes.clone_from(&text.notes);
        self.stamp = text.stamp.clone().or_else(|| self.stamp.take());
        self.text = match &text.failed {
            Some(why) => SourceText::Unreadable(why.clone()),
            None => SourceText::Inline(Arc::clone(&text.text)),
        };
    }
}
