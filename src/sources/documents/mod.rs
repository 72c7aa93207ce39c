//! Documents that are not plain text: their kinds, and the extraction of their text.
//!
//! Parsers of such formats crash, hang and exhaust memory on bad input, so an [`Extractor`] is
//! chosen explicitly: a child process under limits ([`child`] is its side, [`process`](mod@process)
//! the parent's), this process, or none. The child gets the bytes on standard input and writes
//! [`DocumentPart`]s, one JSON line each, which [`assemble`] combines. [`KINDS`] lists the known kinds.

mod address;
mod assemble;
mod beginnings;
#[cfg(feature = "documents")]
pub mod child;
#[cfg(all(feature = "documents", target_os = "linux"))]
mod calls;
#[cfg(feature = "documents")]
mod confine;
mod extractor;
#[cfg(feature = "internals")]
mod fault;
#[cfg(feature = "documents")]
mod html;
mod kinds;
mod limits;
#[cfg(feature = "documents")]
mod office;
#[cfg(feature = "documents")]
mod pdf;
#[cfg(feature = "documents")]
mod pipe;
#[cfg(all(feature = "documents", feature = "internals"))]
pub mod process;
#[cfg(all(feature = "documents", not(feature = "internals")))]
mod process;
#[cfg(feature = "documents")]
mod web;

use crate::error::Why;
use std::path::Path;

use serde::{Deserialize, Serialize};

pub use assemble::PagesRead;
pub use extractor::{Extractor, extract};
pub use kinds::KINDS;
pub use limits::Limits;

/// A kind of document.
#[derive(Debug)]
pub struct DocumentKind {
    /// Short name, in lower case.
    pub name: &'static str,
    /// Its name in a sentence: `a PDF`.
    pub title: &'static str,
    /// Extensions of its files, in lower case without dot.
    pub extensions: &'static [&'static str],
    /// True if bytes with this beginning are of this kind, whatever their name. Called with at
    /// least the first [`HEAD_BYTES`], or all bytes.
    begins: fn(&[u8]) -> bool,
    /// True if the extension alone decides too, because such files begin in many ways.
    by_extension: bool,
    /// Reads a document and passes on its parts in order, as soon as they are known. `skip` pages
    /// are known already or cannot be read: the first page passed on is the one after them. Fails
    /// with the end of a sentence: `it is encrypted with a password`.
    ///
    /// May crash or hang on hostile input.
    #[cfg(feature = "documents")]
    parts: Parts,
}

/// Takes a document apart: its bytes, how many pages to skip, and who takes the parts.
#[cfg(feature = "documents")]
type Parts = fn(&[u8], u64, &mut dyn FnMut(DocumentPart)) -> Result<(), Why>;

/// Bytes at the start of a file that are enough to recognize its kind.
pub const HEAD_BYTES: usize = 1024;

/// Bytes at the start of a file that are searched for its address; see [`DocumentKind::addresses`].
pub const ADDRESS_BYTES: usize = address::ADDRESS_WITHIN;

/// A part of a document, as the child hands it over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentPart {
    /// The document's description of itself. Comes first, if at all.
    Head {
        /// Its encoding, by its name in the Encoding Standard, if it is not UTF-8.
        encoding: Option<String>,
        /// Its title.
        title: Option<String>,
        /// The address that it gives for itself.
        url: Option<String>,
        /// Number of its pages.
        pages: Option<u64>,
    },
    /// A whole page.
    Page {
        /// Its number in the file, from 1.
        number: u64,
        /// Its printed or declared label, if that differs from the number.
        label: Option<String>,
        /// Its text; empty if it has no text layer.
        text: String,
    },
    /// A page that cannot be read.
    LostPage {
        /// Its number in the file, from 1.
        number: u64,
        /// Its label, as of a page.
        label: Option<String>,
        /// Reason, as the end of a sentence.
        why: String,
    },
    /// Text of a document without pages. Line ends are LF.
    Text(String),
    /// The text so far, in bytes from `start` to `end`, can be named by a URL's fragment.
    Anchor {
        /// The name.
        name: String,
        /// Byte of the document's text at which it begins.
        start: usize,
        /// The byte after it.
        end: usize,
    },
    /// The rest is not main content: navigation, footers and the like.
    Rest,
    /// Something to know, as a sentence.
    Note(String),
}

impl DocumentKind {
    /// Returns the kind called `name`.
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Returns the kind of a document that begins with `head` and is at `path`; `None` for text and
    /// for unknown kinds.
    pub fn of(head: &[u8], path: Option<&Path>) -> Option<&'static Self> {
        let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
        let called = |kind: &&Self| {
            let ends = |own: &&str| extension.is_some_and(|other| own.eq_ignore_ascii_case(other));
            kind.by_extension && kind.extensions.iter().any(ends)
        };
        let begins = KINDS.iter().find(|kind| (kind.begins)(head));
        begins.or_else(|| KINDS.iter().find(called))
    }

    /// Returns its name without an article: `PDF`.
    pub fn noun(&self) -> &'static str {
        self.title.split_once(' ').map_or(self.title, |(_, noun)| noun)
    }

    /// Returns the addresses that a document gives for itself, most reliable first, found without
    /// parsing it; given at least the first [`ADDRESS_BYTES`], or all bytes.
    pub fn addresses(&self, head: &[u8]) -> Vec<String> {
        if self.name == "html" { address::own_addresses(head) } else { Vec::new() }
    }

    /// Gets the parts out of `bytes` in this process; see [`DocumentKind::parts`].
    #[cfg_attr(
        not(feature = "documents"),
        expect(unused_variables, clippy::unused_self, reason = "there is no parser")
    )]
    pub fn parts(
        &self,
        bytes: &[u8],
        skip: u64,
        emit: &mut dyn FnMut(DocumentPart),
    ) -> Result<(), Why> {
        #[cfg(feature = "documents")]
        return (self.parts)(bytes, skip, emit);
        #[cfg(not(feature = "documents"))]
        Err("pincite was built without the feature `documents`".into())
    }
}
