//! JSON as it comes from the wild, read leniently.
//!
//! A field of a wrong type costs that field and a note with its path, never the document. Lone
//! surrogates, which Python and JavaScript write without a word, become U+FFFD. Numbers too large,
//! comments and trailing commas are not mended: what is no JSON is an error with its place. Nesting
//! is limited to the 127 levels of `serde_json`.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::input::repeated;
use crate::input::repeated::Repeated;
use crate::text::Span;
use crate::text::prose::count;

/// A JSON document.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The value.
    pub value: Value,
    /// Number of lone surrogates that were replaced.
    pub replaced: usize,
    /// Keys that stand more than once in one object.
    pub repeated: Repeated,
}

/// The reason that a text is no JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Line in the text, from 1.
    pub line: u64,
    /// Byte in the line, from 1; 0 at a line's end.
    pub column: u64,
    /// Description of the fault.
    pub why: String,
}

/// Parses one JSON document.
pub fn parse(text: &str) -> Result<Parsed, Fault> {
    let error = match repeated::parse(text) {
        Ok((value, repeated)) => return Ok(Parsed { value, replaced: 0, repeated }),
        Err(error) => error,
    };
    let (mended, replaced) = without_lone_surrogates(text);
    if replaced > 0
        && let Ok((value, repeated)) = repeated::parse(&mended)
    {
        return Ok(Parsed { value, replaced, repeated });
    }
    Err(Fault { line: error.line() as u64, column: error.column() as u64, why: describe(&error) })
}

/// True if a text is one JSON object. Nothing of it is kept.
pub fn is_object(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns the places of the values of a JSON array in its text; a single value is its own place.
///
/// Empty for what is no JSON, and for what is only after lone surrogates are replaced.
pub fn places(text: &str) -> Vec<Span> {
    let span = |value: &RawValue| {
        let start = value.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
        Span::new(start, start + value.get().len())
    };
    if let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(text) {
        return values.into_iter().map(span).collect();
    }
    serde_json::from_str::<&RawValue>(text).map(span).into_iter().collect()
}

fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    if text == "recursion limit exceeded" {
        return "it is nested deeper than 127 levels".to_owned();
    }
    let cut = if error.is_eof() { "; it may be cut off" } else { "" };
    format!("invalid JSON: {}{cut}", text.to_lowercase())
}

/// `text` with `\ufffd` for each escape of one half of a surrogate pair, and how many there were.
fn without_lone_surrogates(text: &str) -> (String, usize) {
    let mut mended = String::with_capacity(text.len());
    let mut replaced = 0;
    let mut rest = text;
    while let Some((before, from)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        mended.push_str(before);
        // An escape is two characters, or the six of `\u….`; a pair of surrogates is twelve.
        let length = match unicode_escape(from) {
            Some(0xd800..=0xdbff) => match from.get(6..).and_then(unicode_escape) {
                Some(0xdc00..=0xdfff) => 12,
                _ => 0,
            },
            Some(0xdc00..=0xdfff) => 0,
            Some(_) => 6,
            None => 1 + from.chars().nth(1).map_or(0, char::len_utf8),
        };
        if length == 0 {
            mended.push_str("\\ufffd");
            replaced += 1;
        }
        let (escape, behind) =
            from.split_at_checked(if length == 0 { 6 } else { length }).unwrap_or((from, ""));
        if length > 0 {
            mended.push_str(escape);
        }
        rest = behind;
    }
    mended.push_str(rest);
    (mended, replaced)
}

/// The number of a `\uXXXX` at the start of `text`.
fn unicode_escape(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}

/// Collects what is not as expected in a payload.
#[derive(Debug, Default)]
pub struct Reader {
    /// Oddities, each with its JSON path.
    pub notes: Vec<String>,
}

impl Reader {
    /// A reader that already tells of what parsing had to replace.
    pub fn new(parsed: &Parsed) -> Self {
        let mut notes = Vec::new();
        if parsed.replaced > 0 {
            notes.push(format!("{} shown as U+FFFD", count(parsed.replaced, "lone surrogate")));
        }
        Self { notes }
    }

    /// Notes that the value at `path` should be something else.
    pub fn expected(&mut self, path: &str, expected: &str, found: &Value) {
        self.notes.push(format!("`{path}` should be {expected} but is {}", kind(found)));
    }
}

/// Returns the text in a field; empty where there is none.
pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the list in a field; empty where there is none.
pub fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Returns an id: a text that is not empty, or a number as it is written.
pub fn id(object: &Map<String, Value>, key: &str) -> Option<String> {
    match object.get(key)? {
        Value::String(id) => Some(id.clone()).filter(|id| !id.is_empty()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// Returns a text as it is, a number or a truth value as written; `None` for anything else.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns a text, or the texts of a list: of strings, or of parts with `text`. `None` where they are
/// blank.
pub fn words(value: &Value) -> Option<String> {
    let words = match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| match part {
                Value::String(text) => Some(text.as_str()),
                part => part.get("text")?.as_str(),
            });
            texts.collect::<Vec<_>>().join("\n\n")
        }
        _ => return None,
    };
    (!words.trim().is_empty()).then_some(words)
}

/// `sources[2]` and `text` as `sources[2].text`.
pub fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Names the type of a value.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_do_not_sink_a_document() {
        let parsed = parse(r#"["\ud83d\ude00 \ud83d \udc00x \\ud83d \ud83d\n"]"#).unwrap();
        assert_eq!(parsed.value[0], "\u{1f600} \u{fffd} \u{fffd}x \\ud83d \u{fffd}\n");
        assert_eq!(parsed.replaced, 3);
    }

    #[test]
    fn the_values_of_a_list_have_places() {
        let text = " [ {\"a\": [1]} ,\n\"\\ud83d\", 3]";
        let found: Vec<&str> = places(text).iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, ["{\"a\": [1]}", "\"\\ud83d\"", "3"]);
        assert_eq!(places(" {} "), [Span::new(1, 3)]);
        assert_eq!(places("{"), []);
    }

    #[test]
    fn a_fault_has_its_place() {
        let fault = parse("{\n  \"a\": 1,\n  b\n}").unwrap_err();
        assert_eq!((fault.line, fault.column), (3, 3));
        assert_eq!(fault.why, "invalid JSON: key must be a string");
        assert!(parse("{\"a\": [1").unwrap_err().why.ends_with("it may be cut off"));
    }

    #[test]
    fn deep_nesting_is_refused_in_words() {
        let fault = parse(&"[".repeat(100_000)).unwrap_err();
        assert_eq!(fault.why, "it is nested deeper than 127 levels");
    }
}
