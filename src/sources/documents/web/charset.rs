//! Decodes the bytes of a page: its declared encoding, and syntax that only XHTML allows.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::UTF_8;
use regex::bytes::Regex;

use crate::sources::recode::Encoding;

/// The maximum distance of the declaration from the beginning (HTML, 4.2.5.4), in bytes.
const DECLARED_WITHIN: usize = 1024;

/// `<meta charset=utf-8>`, `content="text/html; charset=utf-8"`, `<?xml encoding="utf-8"?>`.
static DECLARED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)<(?:meta\s[^>]*?charset|\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w-]+)"#).ok()
});

/// Elements without content, as in XHTML; HTML would take all that follows for their content.
static SELF_CLOSED: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
    regex::Regex::new(r"(?i)<(title|script|style|iframe|textarea)((?:\s[^<>]*?)?)/>").ok()
});

/// Returns the text of a page, and its encoding if that is not UTF-8.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<Encoding>) {
    let head = bytes.get(..DECLARED_WITHIN).unwrap_or(bytes);
    let declared = DECLARED.as_ref().and_then(|pattern| pattern.captures(head)?.get(1));
    let encoding = Encoding::of_page(bytes, declared.map(|label| label.as_bytes()));
    let text = match encoding {
        Some(encoding) => Cow::Owned(encoding.decode(bytes)),
        None => UTF_8.decode_with_bom_removal(bytes).0,
    };
    let is_xml = text.trim_start().starts_with("<?xml");
    let text = match is_xml.then(|| SELF_CLOSED.as_ref()).flatten() {
        Some(pattern) => pattern.replace_all(&text, "<$1$2></$1>").into_owned().into(),
        None => text,
    };
    (text, encoding)
}
