//! The kinds of documents, each with its recognition and its parser.

use super::Kind;
use super::parsers;

/// The kinds that can be recognized, in the order in which they are tried.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "pdf",
        title: "a PDF",
        extensions: &["pdf"],
        begins: is_pdf,
        by_extension: false,
        parts: parsers::pdf,
    },
    Kind {
        name: "html",
        title: "an HTML page",
        extensions: &["html", "htm", "xhtml"],
        begins: is_html,
        by_extension: true,
        parts: parsers::html,
    },
    Kind {
        name: "docx",
        title: "a Word document",
        extensions: &["docx", "docm", "dotx"],
        begins: |head| has_folder(head, b"word/"),
        by_extension: true,
        parts: parsers::docx,
    },
    Kind {
        name: "odt",
        title: "an OpenDocument text",
        extensions: &["odt", "ott"],
        begins: |head| ODT_TYPES.iter().any(|kind| is_of_type(head, kind)),
        by_extension: true,
        parts: parsers::odt,
    },
    Kind {
        name: "epub",
        title: "an EPUB book",
        extensions: &["epub"],
        begins: |head| is_of_type(head, EPUB_TYPE),
        by_extension: true,
        parts: parsers::epub,
    },
    Kind {
        name: "pptx",
        title: "a presentation",
        extensions: &["pptx", "pptm", "ppsx"],
        begins: |head| has_folder(head, b"ppt/"),
        by_extension: true,
        parts: parsers::pptx,
    },
];

/// Media types of `OpenDocument` texts.
pub(super) const ODT_TYPES: &[&str] = &[
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.text-template",
];

/// Media type of EPUB books.
pub(super) const EPUB_TYPE: &str = "application/epub+zip";

/// Signature of an entry of a zip archive:
/// <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, 4.3.7.
const ZIP_ENTRY: &[u8] = b"PK\x03\x04";

/// Readers accept the header anywhere in the first 1,024 bytes (PDF 1.7, implementation note 13).
fn is_pdf(head: &[u8]) -> bool {
    let head = head.get(..super::HEAD_BYTES).unwrap_or(head);
    memchr::memmem::find(head, b"%PDF-").is_some()
}

fn is_html(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let starts = |tag: &[u8]| {
        head.get(..tag.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(tag))
    };
    starts(b"<!doctype html") || starts(b"<html")
}

/// True if `head` begins an archive with an entry in `folder` near its beginning.
fn has_folder(head: &[u8], folder: &[u8]) -> bool {
    head.starts_with(ZIP_ENTRY)
        && memchr::memmem::find_iter(head, ZIP_ENTRY).any(|at| {
            let name = head.get(at + 30..).unwrap_or_default();
            name.starts_with(folder)
        })
}

/// True if `head` begins an archive whose first entry states the media type `kind`.
fn is_of_type(head: &[u8], kind: &str) -> bool {
    let said = head.get(30..).and_then(|name| name.strip_prefix(b"mimetype"));
    head.starts_with(ZIP_ENTRY) && said.is_some_and(|said| said.starts_with(kind.as_bytes()))
}
