//! Sources that citations point at: where they come from, their texts and divisions.

use std::path::PathBuf;
use std::sync::Arc;

use super::document::{Division, DivisionKind, Document, DocumentText, Outline, Stamp};

/// A document that can be cited.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// True if nothing but the response vouches for the text: it consists of quotes in its citations, or of words in
    /// its own list of sources. What a search returned beside the answer is no such text.
    pub repeated: bool,
    /// True if the input says that the text is cut off.
    pub is_cut: bool,
    /// True if it is in a list that is longer than any one case needs, such as a bibliography: a
    /// case has it only if it names its id.
    pub listed: bool,
    /// True if it was given beside an answer with a list of its own: the numbers of marks count that
    /// list, and not this source.
    pub uncounted: bool,
    /// Indexes of the sources that fit its name or address equally well: which one is meant is unknown.
    pub rivals: Vec<usize>,
    /// True if it is known only from citations that lack the index which their kind must have: it
    /// exists only if a document of the request has its title.
    pub unindexed: bool,
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
    /// The file that its text is from only because the name is like its title or address.
    pub like_named_file: Option<String>,
    /// True if its number counts from 0 only because the words before the marks fit so.
    pub is_guessed_number: bool,
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

impl Source {
    /// Returns its addresses on the web.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.url.iter().chain(&self.also_at).map(String::as_str)
    }

    /// True if only a part of it is loaded. Lists give abstracts and pieces.
    pub fn is_partial(&self) -> bool {
        self.excerpt || self.listed || self.text.why_not().is_some()
    }

    /// Sets the addresses that its text gives, the most reliable first.
    pub fn set_addresses(&mut self, addresses: Vec<String>) {
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
    pub fn set_extracted_text(&mut self, kind: &'static str, text: &DocumentText) {
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

/// The place of a source on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file, as the user or the folder walk named it.
    pub path: PathBuf,
    /// Physical line of the file on which the source's text begins, 1-based.
    pub first_line: u64,
}
