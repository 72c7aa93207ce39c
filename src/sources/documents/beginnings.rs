//! The first bytes of documents, by which their kinds are recognized.

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
pub(super) fn is_pdf(head: &[u8]) -> bool {
    let head = head.get(..super::HEAD_BYTES).unwrap_or(head);
    memchr::memmem::find(head, b"%PDF-").is_some()
}

pub(super) fn is_html(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let starts = |tag: &[u8]| {
        head.get(..tag.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(tag))
    };
    starts(b"<!doctype html") || starts(b"<html")
}

/// True if `head` begins an archive with an entry in `folder` near its beginning.
pub(super) fn has_folder(head: &[u8], folder: &[u8]) -> bool {
    head.starts_with(ZIP_ENTRY)
        && memchr::memmem::find_iter(head, ZIP_ENTRY).any(|at| {
            let name = head.get(at + 30..).unwrap_or_default();
            name.starts_with(folder)
        })
}

/// True if `head` begins an archive whose first entry states the media type `kind`.
pub(super) fn is_of_type(head: &[u8], kind: &str) -> bool {
    let said = head.get(30..).and_then(|name| name.strip_prefix(b"mimetype"));
    head.starts_with(ZIP_ENTRY) && said.is_some_and(|said| said.starts_with(kind.as_bytes()))
}
