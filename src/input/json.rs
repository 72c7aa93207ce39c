//! Lenient reading of real-world JSON.
//!
//! A field of a wrong type costs only that field and adds a note with its path; the document is
//! still read. Lone surrogates, which Python and JavaScript write silently, become U+FFFD; `NaN`
//! and `Infinity`, which Python writes for numbers that JSON lacks, become null. Numbers that are
//! too large, comments and trailing commas are not repaired: text that is not JSON is an error with
//! its place. Nesting is limited to the 127 levels of `serde_json`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

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
    /// Values that JSON does not have.
    pub mended: Mended,
    /// Keys that occur more than once in one object.
    pub repeated: Repeated,
}

/// Counts of the values that were replaced because JSON does not have them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mended {
    /// Lone surrogates, replaced by U+FFFD.
    pub surrogates: usize,
    /// `NaN`, `Infinity` and `-Infinity`, replaced by null.
    pub constants: usize,
}

impl Mended {
    /// Returns a note for each kind of value that was replaced.
    pub fn notes(self) -> impl Iterator<Item = String> {
        let surrogates = (self.surrogates > 0)
            .then(|| format!("{} shown as U+FFFD", count(self.surrogates, "lone surrogate")));
        let constants = (self.constants > 0).then(|| {
            format!("{} (`NaN` or `Infinity`) read as null", count(self.constants, "number"))
        });
        surrogates.into_iter().chain(constants)
    }
}

/// The reason why a text is not JSON.
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
        Ok((value, repeated)) => {
            return Ok(Parsed { value, mended: Mended::default(), repeated });
        }
        Err(error) => error,
    };
    // Most texts that are not JSON have nothing to mend.
    if text.contains("\\u") || text.contains("NaN") || text.contains("Infinity") {
        let (paired, surrogates) = without_lone_surrogates(text);
        let (finite, constants) = without_constants(&paired);
        if surrogates + constants > 0
            && let Ok((value, repeated)) = repeated::parse(&finite)
        {
            return Ok(Parsed { value, mended: Mended { surrogates, constants }, repeated });
        }
    }
    Err(Fault { line: error.line() as u64, column: error.column() as u64, why: describe(&error) })
}

/// True if a text is one JSON object. Keeps nothing of it.
pub fn is_object(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns the places of the values of a JSON array in its text; a single value is its own place.
///
/// If the array cannot be parsed as a whole, the last place is the unfinished value. Empty for text
/// that is neither an array nor JSON.
pub fn places(text: &str) -> Vec<Span> {
    let span = |value: &RawValue| {
        let start = value.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
        Span::new(start, start + value.get().len())
    };
    if let Ok(values) = serde_json::from_str::<Vec<&RawValue>>(text) {
        return values.into_iter().map(span).collect();
    }
    if let Ok(value) = serde_json::from_str::<&RawValue>(text) {
        return vec![span(value)];
    }
    items(text)
}

/// Returns the places of the values of the list in a field of a JSON object; empty if there is
/// none.
pub(crate) fn places_in(text: &str, key: &str) -> Vec<Span> {
    let fields = serde_json::from_str::<BTreeMap<String, &RawValue>>(text);
    let Some(list) = fields.ok().and_then(|mut fields| fields.remove(key)) else {
        return Vec::new();
    };
    if !list.get().starts_with('[') {
        return Vec::new();
    }
    let start = list.get().as_ptr().addr().saturating_sub(text.as_ptr().addr());
    places(list.get()).into_iter().map(|span| span.shifted(start)).collect()
}

/// The texts of a JSON document that is read byte by byte.
#[derive(Debug, Default)]
struct Texts {
    /// True inside of one.
    is_open: bool,
    /// True after a backslash in one.
    is_escaped: bool,
}

impl Texts {
    /// Takes the next byte; true if it is part of a text, quotes included.
    fn hold(&mut self, byte: u8) -> bool {
        let was_open = self.is_open;
        let is_escaped = std::mem::take(&mut self.is_escaped);
        self.is_escaped = was_open && !is_escaped && byte == b'\\';
        self.is_open ^= byte == b'"' && !is_escaped;
        was_open || self.is_open
    }
}

/// Returns the places of the JSON documents that follow one another in a text, each at the beginning of a
/// line or right after the one before; empty if there is only one, or if they are not most of the text.
pub(crate) fn documents(text: &str) -> Vec<Span> {
    let follows = ["\n{", "\n[", "}{", "]["].iter().any(|joint| text.contains(joint));
    if !follows {
        return Vec::new();
    }
    let mut spans: Vec<Span> = Vec::new();
    let (mut depth, mut start, mut is_open) = (0_usize, 0, false);
    let (mut texts, mut before) = (Texts::default(), b'\n');
    for (at, byte) in text.bytes().enumerate() {
        if !is_open {
            if matches!(byte, b'{' | b'[') && matches!(before, b'\n' | b'}' | b']') {
                (depth, start, is_open) = (1, at, true);
            }
            if !matches!(byte, b' ' | b'\t' | b'\r' | b',') {
                before = byte;
            }
            continue;
        }
        match byte {
            _ if texts.hold(byte) => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    spans.push(Span::new(start, at + 1));
                    (is_open, before) = (false, byte);
                }
            }
            _ => {}
        }
    }
    // One that is cut off.
    spans.extend(is_open.then(|| Span::new(start, text.len())));
    spans.retain(|span| span.slice(text).is_some_and(|it| it.starts_with('{') || it.contains('{')));
    let covered: usize = spans.iter().map(|span| span.len()).sum();
    let is_most = covered * 5 > text.trim().len() * 4;
    if spans.len() > 1 && is_most { spans } else { Vec::new() }
}

/// Renames the keys of all objects in a document.
pub(crate) fn rename_keys(value: &mut Value, spelling: fn(&str) -> String) {
    match value {
        Value::Object(fields) => {
            let own = std::mem::take(fields);
            fields.extend(own.into_iter().map(|(key, mut inner)| {
                rename_keys(&mut inner, spelling);
                (spelling(&key), inner)
            }));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_keys(item, spelling)),
        _ => {}
    }
}

/// Returns `url_citation` for `urlCitation`.
pub(crate) fn to_snake_case(key: &str) -> String {
    let mut spelled = String::with_capacity(key.len() + 4);
    for c in key.chars() {
        if c.is_ascii_uppercase() && !spelled.is_empty() {
            spelled.push('_');
        }
        spelled.push(c.to_ascii_lowercase());
    }
    spelled
}

/// Returns `urlCitation` for `url_citation`.
pub(crate) fn to_camel_case(key: &str) -> String {
    let mut spelled = String::with_capacity(key.len());
    for c in key.chars() {
        let joins = spelled.ends_with('_') && spelled.len() > 1 && c.is_ascii_alphanumeric();
        if joins {
            spelled.pop();
        }
        spelled.push(if joins { c.to_ascii_uppercase() } else { c });
    }
    spelled
}

/// Returns the places between the commas of an array of any length, by its brackets and texts alone.
fn items(text: &str) -> Vec<Span> {
    let Some(open) =
        text.find('[').filter(|at| text.get(..*at).is_some_and(|it| it.trim().is_empty()))
    else {
        return Vec::new();
    };
    let (mut spans, mut start) = (Vec::new(), open + 1);
    let (mut depth, mut texts) = (0_usize, Texts::default());
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if texts.hold(byte) => {}
            b'[' | b'{' => depth += 1,
            b']' if depth == 0 => {
                // Another document after the list is no part of it.
                let after = text.get(at + 1..).unwrap_or_default().trim_start();
                if after.starts_with(['[', '{']) {
                    return Vec::new();
                }
                spans.extend(trimmed(text, start, at));
                return spans;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                spans.extend(trimmed(text, start, at));
                start = at + 1;
            }
            _ => {}
        }
    }
    spans.extend(trimmed(text, start, text.len()));
    spans
}

/// Returns a span without the blanks around it; `None` if nothing is left.
fn trimmed(text: &str, start: usize, end: usize) -> Option<Span> {
    let item = text.get(start..end)?;
    let from = start + item.len() - item.trim_start().len();
    (!item.trim().is_empty()).then(|| Span::new(from, from + item.trim().len()))
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

/// Returns `text` with `\ufffd` for each escape of one half of a surrogate pair, and their number.
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
        let (escape, after) =
            from.split_at_checked(if length == 0 { 6 } else { length }).unwrap_or((from, ""));
        if length > 0 {
            mended.push_str(escape);
        }
        rest = after;
    }
    mended.push_str(rest);
    (mended, replaced)
}

/// Returns `text` with null for each constant that Python writes and JSON does not have, and their number.
fn without_constants(text: &str) -> (Cow<'_, str>, usize) {
    const CONSTANTS: [&str; 3] = ["NaN", "Infinity", "-Infinity"];
    let mut finite = String::new();
    let (mut replaced, mut copied) = (0, 0);
    let (mut in_text, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'N' | b'I' | b'-' if !in_text && at >= copied => {
                let rest = text.get(at..).unwrap_or_default();
                if let Some(constant) = CONSTANTS.iter().find(|it| rest.starts_with(**it)) {
                    finite.push_str(text.get(copied..at).unwrap_or_default());
                    finite.push_str("null");
                    copied = at + constant.len();
                    replaced += 1;
                }
            }
            _ => {}
        }
    }
    if replaced == 0 {
        return (Cow::Borrowed(text), 0);
    }
    finite.push_str(text.get(copied..).unwrap_or_default());
    (Cow::Owned(finite), replaced)
}

/// Returns the number of a `\uXXXX` at the start of `text`.
fn unicode_escape(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok()
}

/// The type of a text in notes.
pub const A_TEXT: &str = "a text";

/// Collects unexpected values of a payload.
#[derive(Debug, Default)]
pub struct Reader {
    /// Oddities, each with its JSON path.
    pub notes: Vec<String>,
}

impl Reader {
    /// Returns a reader that starts with notes on what parsing had to replace.
    pub fn new(mended: Mended) -> Self {
        Self { notes: mended.notes().collect() }
    }

    /// Notes that another value was expected at `path`.
    pub fn expected(&mut self, path: &str, expected: &str, found: &Value) {
        self.notes.push(WrongType { path, expected, found: kind(found) }.to_string());
    }
}

/// A value of another type than expected: a note on it has this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongType<'n> {
    /// The path of the value in its document.
    pub path: &'n str,
    /// The expected type, such as `a text`.
    pub expected: &'n str,
    /// The type found.
    pub found: &'n str,
}

impl<'n> WrongType<'n> {
    /// Reads a note; `None` if it is about something else.
    pub fn of(note: &'n str) -> Option<Self> {
        let (path, types) = note.strip_prefix('`')?.split_once("` should be ")?;
        let (expected, found) = types.split_once(" but is ")?;
        Some(Self { path, expected, found })
    }
}

impl fmt::Display for WrongType<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` should be {} but is {}", self.path, self.expected, self.found)
    }
}

/// Returns the text in a field; empty if there is none.
pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the list in a field; empty if there is none.
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

/// Returns a text as it is, a number or a Boolean as written; `None` for anything else.
pub fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Returns a text, or the texts of a list: of strings, or of parts with `text`. `None` if they are
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

/// Joins `sources[2]` and `text` to `sources[2].text`.
pub fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Names the type of a value.
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => A_TEXT,
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
        assert_eq!(parsed.mended, Mended { surrogates: 3, constants: 0 });
    }

    #[test]
    fn a_note_on_a_wrong_type_is_read_back() {
        let mut reader = Reader::default();
        reader.expected("a[0].`b`", A_TEXT, &Value::Null);
        let wrong = WrongType::of(&reader.notes[0]).unwrap();
        assert_eq!((wrong.path, wrong.expected, wrong.found), ("a[0].`b`", A_TEXT, "null"));
        assert_eq!(WrongType::of("`a` should be short"), None);
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
    fn a_list_that_is_cut_off_or_has_no_json_in_it_has_places_too() {
        let text = r#"[{"a": "],{\""}, {"b": NaN}, {"c": [1, 2"#;
        let found: Vec<&str> = places(text).iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, [r#"{"a": "],{\""}"#, r#"{"b": NaN}"#, r#"{"c": [1, 2"#]);
    }

    #[test]
    fn the_values_of_a_list_in_a_field_have_places() {
        let text = r#"{"a": 1, "b": [{"c": 2}, 3], "d": 4}"#;
        let found: Vec<&str> =
            places_in(text, "b").iter().filter_map(|it| it.slice(text)).collect();
        assert_eq!(found, ["{\"c\": 2}", "3"]);
        assert_eq!(places_in(text, "a"), []);
    }

    #[test]
    fn constants_of_python_are_null() {
        let parsed = parse(r#"{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" Infinity"}"#);
        let parsed = parsed.unwrap();
        assert_eq!(parsed.mended, Mended { surrogates: 0, constants: 3 });
        let expected = serde_json::json!({"a": null, "b": [null, null], "c": "NaN \" Infinity"});
        assert_eq!(parsed.value, expected);
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
