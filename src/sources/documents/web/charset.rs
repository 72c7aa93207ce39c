//! What encoding a page is in, as browsers find it: a byte order mark, what the page declares, else
//! UTF-8 if it is that, else Windows-1252.

use std::borrow::Cow;
use std::sync::LazyLock;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use regex::bytes::Regex;

/// The declaration must stand this near the beginning (HTML, 4.2.5.4), in bytes.
const DECLARED_WITHIN: usize = 1024;

/// `<meta charset=utf-8>`, `content="text/html; charset=utf-8"`, `<?xml encoding="utf-8"?>`.
static DECLARED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)<(?:meta\s[^>]*?charset|\?xml\s[^>]*?encoding)\s*=\s*["']?\s*([\w-]+)"#).ok()
});

/// Elements without content, as XHTML may write them; HTML would take all that follows for theirs.
static SELF_CLOSED: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
    regex::Regex::new(r"(?i)<(title|script|style|iframe|textarea)((?:\s[^<>]*?)?)/>").ok()
});

/// The text of a page.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let (text, _) = encoding(bytes).decode_with_bom_removal(bytes);
    match SELF_CLOSED.as_ref().filter(|_| text.trim_start().starts_with("<?xml")) {
        Some(pattern) => pattern.replace_all(&text, "<$1$2></$1>").into_owned().into(),
        None => text,
    }
}

fn encoding(bytes: &[u8]) -> &'static Encoding {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked;
    }
    let head = bytes.get(..DECLARED_WITHIN).unwrap_or(bytes);
    let declared = DECLARED.as_ref().and_then(|pattern| pattern.captures(head)?.get(1));
    match declared.and_then(|name| Encoding::for_label(name.as_bytes())) {
        // Who can read the declaration byte by byte does not read UTF-16.
        Some(encoding) if encoding != UTF_16LE && encoding != UTF_16BE => encoding,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    }
}
