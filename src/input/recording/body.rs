//! The bodies of requests and responses, as recordings hold them.

use std::io::Read as _;

use serde_json::Value;

use super::event_stream;
use crate::input::base64;

/// Maximum size of an unpacked body, in bytes.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;

/// The field under which the reader of YAML puts bytes, as base64.
pub(super) const BYTES: &str = "!binary";

/// Returns the body of one side of an exchange, unpacked.
pub(super) fn body(side: &Value) -> Value {
    let pieces = side.get("body_segments").and_then(Value::as_array);
    match pieces.map(Vec::as_slice) {
        Some([only]) => return only.clone(),
        Some(pieces) if !pieces.is_empty() => return Value::Array(pieces.to_vec()),
        _ => {}
    }
    let paths = ["/parsed_body", "/content", "/postData", "/body"];
    let body = paths.iter().find_map(|path| side.pointer(path)).filter(|it| !it.is_null());
    let Some(body) = body else { return Value::Null };
    let text = ["string", "text", "base64_string"].iter().find_map(|key| body.get(*key)?.as_str());
    let is_packed = body.get("base64_string").is_some()
        || body.get("encoding").and_then(Value::as_str) == Some("base64");
    match (text, body) {
        (Some(text), _) if is_packed => unpacked(text),
        (Some(text), _) => Value::String(text.to_owned()),
        (None, Value::Object(fields)) => {
            // Bytes in YAML.
            let bytes = fields.get("string").and_then(|string| string.get(BYTES));
            let bytes = bytes.or_else(|| fields.get(BYTES)).and_then(Value::as_str);
            match (bytes, fields.get("string")) {
                (Some(bytes), _) => unpacked(bytes),
                (None, Some(_)) => Value::Null,
                (None, None) => body.clone(),
            }
        }
        (None, other) => other.clone(),
    }
}

/// Returns the text in base64; anything that is not text stays as it is.
fn unpacked(encoded: &str) -> Value {
    let bytes = base64::decode(encoded);
    Value::String(bytes.map_or_else(|_| encoded.to_owned(), |bytes| text_of(&bytes)))
}

/// Returns the text of a body: out of gzip, out of an event stream, or as it is.
pub(super) fn text_of(bytes: &[u8]) -> String {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut inner = Vec::new();
        let decoder = flate2::read::MultiGzDecoder::new(bytes);
        // A damaged body counts as far as it can be read.
        drop(decoder.take(MAX_UNPACKED).read_to_end(&mut inner));
        return String::from_utf8_lossy(&inner).into_owned();
    }
    if event_stream::is_event_stream(bytes) {
        return event_stream::lines(bytes).0;
    }
    String::from_utf8_lossy(bytes).into_owned()
}
