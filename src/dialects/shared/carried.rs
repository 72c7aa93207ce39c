//! Files that a payload carries in base64: PDFs above all.

use std::sync::Arc;

use crate::input::base64::decode;
use crate::model::{Document, DocumentData, SourceText};
use crate::sources::documents::DocumentKind;

/// Returns the text of a file in base64, in the standard or the URL alphabet. The bytes determine
/// the kind of file; `media` is the kind that the payload states.
pub(crate) fn carried(media: &str, data: &str) -> SourceText {
    let bytes = match decode(data) {
        Ok(bytes) => bytes,
        Err(why) => return SourceText::Unreadable(format!("its base64 is damaged: {why}")),
    };
    if let Some(kind) = DocumentKind::of(&bytes, None) {
        return SourceText::Document(Document::new(kind.name, DocumentData::Bytes(bytes.into())));
    }
    match String::from_utf8(bytes) {
        Ok(text) if media.starts_with("text/") => SourceText::Inline(Arc::from(text)),
        _ => SourceText::Absent(format!("it is `{media}` in base64, which is not read")),
    }
}

/// Returns the text of a file in a URL `data:MEDIA;base64,DATA` (RFC 2397); `None` for any other
/// URL.
pub(crate) fn carried_in_url(url: &str) -> Option<SourceText> {
    let (head, data) = url.strip_prefix("data:")?.split_once(',')?;
    let media = head.strip_suffix(";base64")?;
    Some(carried(media.split(';').next().unwrap_or_default(), data))
}

/// Returns the text in base64; `None` for other text, such as words with blanks.
pub(crate) fn text_in_base64(data: &str) -> Option<String> {
    let bytes = if data.contains(' ') { None } else { decode(data).ok() };
    String::from_utf8(bytes?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &SourceText, expected: &str) {
        let described = match text {
            SourceText::Document(document) => match &document.data {
                DocumentData::Bytes(bytes) => format!("{} {}", document.kind, bytes.escape_ascii()),
                DocumentData::File(path) => format!("{} {}", document.kind, path.display()),
            },
            SourceText::Inline(text) => format!("text {text}"),
            other => format!("none: {}", other.why_not().unwrap()),
        };
        assert_eq!(described, expected);
    }

    #[test]
    fn files_are_known_by_their_bytes() {
        check(&carried("application/pdf", "JVBERi0xLjQ="), "pdf %PDF-1.4");
        check(&carried("", "JVBE\r\nRi0xLjQ"), "pdf %PDF-1.4");
        check(&carried("application/pdf", "JVBERi0xLjQg_w"), "pdf %PDF-1.4 \\xff");
        check(&carried("text/plain", "aGk="), "text hi");
        check(
            &carried("image/png", "aGk="),
            "none: it is `image/png` in base64, which is not read",
        );
        check(&carried("text/plain", "a"), "none: its base64 is damaged: Invalid input length: 1");
    }

    #[test]
    fn data_urls() {
        let url = carried_in_url("data:application/pdf;base64,JVBERi0xLjQ=").unwrap();
        check(&url, "pdf %PDF-1.4");
        assert_eq!(carried_in_url("https://a.example/x.pdf"), None);
    }
}
