//! The kinds of documents, each with its recognition and its parser.

use super::DocumentKind;
use super::beginnings::{EPUB_TYPE, ODT_TYPES, has_folder, is_html, is_of_type, is_pdf};
#[cfg(feature = "documents")]
use super::{html, office, pdf};

/// The kinds that can be recognized, in the order in which they are tried.
pub const KINDS: &[DocumentKind] = &[
    DocumentKind {
        name: "pdf",
        title: "a PDF",
        extensions: &["pdf"],
        begins: is_pdf,
        by_extension: false,
        #[cfg(feature = "documents")]
        parts: pdf::parts,
    },
    DocumentKind {
        name: "html",
        title: "an HTML page",
        extensions: &["html", "htm", "xhtml"],
        begins: is_html,
        by_extension: true,
        #[cfg(feature = "documents")]
        parts: html::parts,
    },
    DocumentKind {
        name: "docx",
        title: "a Word document",
        extensions: &["docx", "docm", "dotx"],
        begins: |head| has_folder(head, b"word/"),
        by_extension: true,
        #[cfg(feature = "documents")]
        parts: office::read_docx,
    },
    DocumentKind {
        name: "odt",
        title: "an OpenDocument text",
        extensions: &["odt", "ott"],
        begins: |head| ODT_TYPES.iter().any(|kind| is_of_type(head, kind)),
        by_extension: true,
        #[cfg(feature = "documents")]
        parts: office::read_odt,
    },
    DocumentKind {
        name: "epub",
        title: "an EPUB book",
        extensions: &["epub"],
        begins: |head| is_of_type(head, EPUB_TYPE),
        by_extension: true,
        #[cfg(feature = "documents")]
        parts: office::read_epub,
    },
    DocumentKind {
        name: "pptx",
        title: "a presentation",
        extensions: &["pptx", "pptm", "ppsx"],
        begins: |head| has_folder(head, b"ppt/"),
        by_extension: true,
        #[cfg(feature = "documents")]
        parts: office::read_pptx,
    },
];
