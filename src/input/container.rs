//! The containers of payloads: one JSON document, a stream of server-sent events, an array of
//! chunks, JSON inside a JSON string, a recorded request with its response, a line of a log, data
//! that Python printed.
//!
//! Unwrapping is lenient: an event that is not JSON costs only itself and is noted. The content is
//! not looked at here; a dialect gets the documents in order and decides.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::input::failed_row::{has_failed, is_failed_row};
use crate::input::json::{self, Mended};
use crate::input::outline;
use crate::input::python;
use crate::input::repeated::Repeated;
use crate::input::stream::{self, event_of, is_blank, is_event_stream, texts_of_events};
use crate::text::Span;

/// The most events of one stream that are read; the rest is cut with a note.
pub const MAX_EVENTS: usize = 1_000_000;

/// Maximum depth at which JSON strings that hold JSON are opened.
const MAX_WRAPS: usize = 3;

/// Maximum length of the prefix before the JSON of a log line, in bytes.
const LOG_PREFIX: usize = 512;

/// Questions about a JSON value that only the dialects can answer.
#[derive(Debug, Clone, Copy)]
pub struct Recognizers {
    /// Classifies a value as an event of a stream.
    pub event: fn(&Value) -> Event,
    /// Classifies an item of an array as a complete response.
    pub element: fn(&Value) -> Element,
}

/// The certainty that a value is an event of a stream and not a message by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// It is none.
    No,
    /// It ends a stream, or is a whole answer.
    Closing,
    /// It is one if it is next to a definite event.
    Perhaps,
    /// It is one.
    Yes,
}

impl From<bool> for Event {
    fn from(is_event: bool) -> Self {
        if is_event { Self::Yes } else { Self::No }
    }
}

/// The kinds of complete responses in an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    /// No complete response: a part or an event of one, or none at all.
    No,
    /// A response; alone in its array it is read with the array.
    Response,
    /// A row of an evaluation, which is a case even if it is the only one.
    Row,
}

impl Element {
    /// Returns a response if `is_response`.
    pub const fn response_if(is_response: bool) -> Self {
        if is_response { Self::Response } else { Self::No }
    }
}

/// The shape of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One document.
    Document,
    /// Events of a stream: server-sent, or one a line.
    Stream,
    /// One JSON array, its items in order.
    Array,
}

/// A record unwrapped.
#[derive(Debug, Clone, PartialEq)]
pub struct Payload {
    /// Shape of the payload.
    pub shape: Shape,
    /// The response side: one document, or the events in order.
    pub documents: Vec<Value>,
    /// The request, if it is wrapped in the same record.
    pub requests: Vec<Value>,
    /// Oddities, as sentences.
    pub notes: Vec<String>,
    /// Keys that occur more than once in one object.
    pub repeated: Repeated,
    /// Number of its events that could not be read.
    pub dropped: usize,
    /// True if the text as a whole is JSON, and not in pieces.
    pub(crate) is_json: bool,
    /// If the one document is the record itself, and nothing wraps it, the values in it that JSON
    /// does not have.
    pub record: Option<Mended>,
}

impl Payload {
    /// Unwraps a record's text; `None` if no JSON found.
    pub fn new(text: &str, recognizers: &Recognizers) -> Option<Self> {
        let mut payload = Self::opened(text, recognizers)?;
        let is_in = |key: &&&str| memchr::memmem::find(text.as_bytes(), key.as_bytes()).is_some();
        let camel = CAMEL_KEYS.iter().find(is_in);
        if let Some(key) = camel.filter(|_| !text.contains("providerMetadata")) {
            payload.documents.iter_mut().chain(&mut payload.requests).for_each(|document| {
                json::rename_keys(document, json::to_snake_case);
            });
            let read = json::to_snake_case(key);
            payload.notes.push(format!("names such as `{key}` read as `{read}`"));
        }
        Some(payload)
    }

    fn opened(text: &str, recognizers: &Recognizers) -> Option<Self> {
        let text = text.trim_matches(is_blank);
        if memchr::memchr(b'\x1b', text.as_bytes()).is_some() && text.contains("\u{1b}[") {
            let plain = without_escapes(text);
            let mut payload = Self::new(&plain, recognizers)?;
            payload.is_json = false;
            payload.notes.push("colour codes of a terminal left out".to_owned());
            return Some(payload);
        }
        if is_event_stream(text) {
            return Some(events(text));
        }
        if let Ok(parsed) = json::parse(text) {
            let is_record = match &parsed.value {
                Value::String(_) | Value::Array(_) => false,
                Value::Object(object) => !is_exchange(object) && !is_answer_of_call(object),
                _ => true,
            };
            let record = is_record.then_some(parsed.mended);
            let mut payload = Self { record, is_json: true, ..Self::of(parsed.value, 0) };
            payload.notes.extend(parsed.mended.notes());
            payload.repeated.add(parsed.repeated, "");
            return Some(payload);
        }
        let nonblank = text.lines().map(str::trim).filter(|line| !line.is_empty());
        if is_event_lines(nonblank, recognizers) {
            return Some(lines(text));
        }
        let inner = cut_array(text, recognizers).or_else(|| log_line(text));
        inner.or_else(|| printed(text)).map(|payload| Self { is_json: false, ..payload })
    }

    /// Returns the document if there is only one.
    pub fn document(&self) -> Option<&Value> {
        match (self.shape, self.documents.as_slice()) {
            (Shape::Document, [document]) => Some(document),
            _ => None,
        }
    }

    /// Returns the payload with the first of its documents of each shape; `None` if these are most of them.
    pub(super) fn outline(&self) -> Option<Self> {
        let documents = outline::of(&self.documents)?;
        let requests = self.requests.clone();
        Some(Self { shape: self.shape, documents, requests, ..Self::one(Value::Null) })
    }

    /// True if some document, or an event in it, passes `test`.
    pub fn any(&self, test: impl Fn(&Value) -> bool) -> bool {
        self.documents.iter().any(test)
    }

    fn of(value: Value, wraps: usize) -> Self {
        match value {
            Value::String(text) if wraps < MAX_WRAPS => match Self::new_inside(&text, wraps + 1) {
                Some(payload) => payload,
                None => Self::one(Value::String(text)),
            },
            Value::Array(items) => {
                if let Some(text) = texts_of_events(&items) {
                    return events(&text);
                }
                let documents = items.into_iter().filter_map(event_of).collect();
                Self { shape: Shape::Array, documents, ..Self::one(Value::Null) }
            }
            Value::Object(object) if is_exchange(&object) => exchange(object, wraps),
            Value::Object(object) if is_answer_of_call(&object) => exchange(object, wraps),
            other => Self::one(other),
        }
    }

    fn new_inside(text: &str, wraps: usize) -> Option<Self> {
        let text = text.trim_matches(is_blank);
        if is_event_stream(text) {
            return Some(events(text));
        }
        if !text.starts_with(['{', '[']) {
            return None;
        }
        let Ok(parsed) = json::parse(text) else {
            let mut filled = text.lines().filter(|line| !line.trim().is_empty());
            return filled.by_ref().take(2).all(json::is_object).then(|| lines(text));
        };
        let mut payload = Self::of(parsed.value, wraps);
        payload.notes.extend(parsed.mended.notes());
        payload.repeated.add(parsed.repeated, "");
        Some(payload)
    }

    fn one(value: Value) -> Self {
        let documents = vec![value];
        Self {
            shape: Shape::Document,
            documents,
            requests: Vec::new(),
            notes: Vec::new(),
            repeated: Repeated::default(),
            dropped: 0,
            is_json: false,
            record: None,
        }
    }
}

/// Keys that only a library has in this spelling, whose interface writes `url_citation`.
const CAMEL_KEYS: [&str; 6] =
    ["urlCitation", "fileCitation", "filePathCitation", "referenceIds", "topLeftX", "citedText"];

/// Returns a text without the codes by which a terminal colours it.
pub(crate) fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split("\u{1b}[");
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let code = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        plain.push_str(code.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(code));
    }
    plain
}

/// True if lines, trimmed and none of them blank, are the events of one stream.
pub fn is_event_lines<'t>(lines: impl Iterator<Item = &'t str>, recognizers: &Recognizers) -> bool {
    let (mut objects, mut sure) = (0, false);
    for line in lines.take(3) {
        let parsed = json::parse(line).ok().and_then(|it| event_of(it.value));
        let event = parsed.map_or(Event::No, |value| (recognizers.event)(&value));
        if event < Event::Perhaps {
            return false;
        }
        objects += 1;
        sure |= event == Event::Yes;
    }
    objects > 1 && sure
}

/// Returns the places of the documents of an array, if it holds several, which are complete responses and
/// failed rows: each of these is a response that cannot be read, as a line would be. Of those that do not say
/// that they failed, at least half are responses.
pub fn responses(text: &str, recognizers: &Recognizers) -> Vec<Span> {
    if !text.trim_start().starts_with('[') {
        return Vec::new();
    }
    let spans = json::places(text);
    // A dialect reads a single response together with its array, but not a single row.
    let least = if spans.len() == 1 { Element::Row } else { Element::Response };
    let (mut responses, mut keys, mut others) = (0, BTreeSet::new(), Vec::new());
    for span in &spans {
        // One that is cut off or damaged counts as a failed row.
        let Some(item) = span.slice(text).and_then(|item| json::parse(item).ok()) else { continue };
        if element(&item.value, recognizers) < least {
            others.push(item.value);
        } else {
            responses += 1;
            keys.extend(item.value.as_object().into_iter().flatten().map(|(key, _)| key.clone()));
        }
    }
    let failed = others.iter().filter(|item| has_failed(item)).count();
    let is_batch = responses > 0
        && responses * 2 + failed >= spans.len()
        && others.iter().all(|it| is_failed_row(it, &keys));
    if is_batch { spans } else { Vec::new() }
}

fn element(item: &Value, recognizers: &Recognizers) -> Element {
    match item.as_object() {
        Some(object) if is_exchange(object) => Element::Row,
        _ => (recognizers.element)(item),
    }
}

fn events(text: &str) -> Payload {
    let mut payload = Payload { shape: Shape::Stream, ..Payload::one(Value::Null) };
    payload.documents.clear();
    stream::each(text, |name, data| payload.event(name, data));
    payload
}

fn lines(text: &str) -> Payload {
    let mut payload = Payload { shape: Shape::Stream, ..Payload::one(Value::Null) };
    payload.documents.clear();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        payload.event("", line);
    }
    payload
}

impl Payload {
    /// Adds an event. An event without a `type` gets its name as `event`.
    fn event(&mut self, name: &str, data: &str) {
        let data = data.trim();
        if data.is_empty() || data == "[DONE]" {
            return;
        }
        if self.documents.len() >= MAX_EVENTS {
            self.dropped += 1;
            self.note_once(format!("the stream is cut after {MAX_EVENTS} events"));
            return;
        }
        match json::parse(data) {
            Ok(mut parsed) => {
                if let Value::Object(object) = &mut parsed.value
                    && !name.is_empty()
                    && !object.contains_key("type")
                {
                    object.insert("event".to_owned(), Value::String(name.to_owned()));
                }
                self.documents.extend(event_of(parsed.value));
                self.notes.extend(parsed.mended.notes());
                let event = format!("event {}: ", self.documents.len());
                self.repeated.add(parsed.repeated, &event);
            }
            Err(fault) => {
                self.dropped += 1;
                let number = self.documents.len() + self.dropped;
                self.notes.push(format!("event {number} of the stream is left out: {}", fault.why));
            }
        }
    }

    fn note_once(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// True if an object is a recorded exchange: a request next to its response.
fn is_exchange(object: &Map<String, Value>) -> bool {
    let body = |value: &Value| value.is_object() || value.is_string();
    object.get("request").is_some_and(body)
        && object.get("response").is_some_and(|value| body(value) || value.is_array())
        && !object.contains_key("sources")
}

/// True if an object is the log of a call: `{method, response}`, the `data` of a response of an HTTP
/// client, or a cached body beside its `headers` or `status_code`.
fn is_answer_of_call(object: &Map<String, Value>) -> bool {
    const ABOUT_CALLS: [&str; 3] = ["headers", "status_code", "status"];
    let Some(response) = object.get("response") else { return false };
    let holds = |value: &Value| value.is_object() || value.is_array();
    let named = object.get("method").is_some_and(Value::is_string) && holds(response);
    let is_body = |text: &str| {
        let text = text.trim_start_matches(is_blank);
        text.starts_with(['{', '[']) || is_event_stream(text)
    };
    let is_cached = ABOUT_CALLS.iter().any(|key| object.contains_key(*key))
        && response.as_str().is_some_and(is_body);
    named || is_cached || response.get("data").is_some_and(holds)
}

fn exchange(mut object: Map<String, Value>, wraps: usize) -> Payload {
    let side = |value: Option<Value>| value.map_or(Value::Null, body_of);
    let request = side(object.remove("request"));
    let response = side(object.remove("response"));
    let mut payload = Payload::of(response, wraps + 1);
    if !request.is_null() {
        let request = Payload::of(request, wraps + 1);
        payload.requests = request.documents;
        payload.repeated.add(request.repeated, "");
    }
    payload
}

/// Returns the body of one side of a recording: `body`, `content.text`, `postData.text` or `data`
/// if it has one, perhaps as `{"string": …}` or in pieces; otherwise the side itself.
fn body_of(side: Value) -> Value {
    const BODIES: [&str; 6] =
        ["/body/string", "/body", "/content/text", "/postData/text", "/parsed_body", "/data"];
    let pieces = side.get("body_segments").and_then(Value::as_array);
    match pieces.map(Vec::as_slice) {
        Some([only]) => return only.clone(),
        Some(pieces) if !pieces.is_empty() => return Value::Array(pieces.to_vec()),
        _ => {}
    }
    let found = BODIES.iter().find_map(|path| side.pointer(path)).filter(|body| !body.is_null());
    found.cloned().unwrap_or(side)
}

/// Returns the events in a JSON array that was cut off: a stream that broke. Arrays that do not begin with
/// an event stay broken.
fn cut_array(text: &str, recognizers: &Recognizers) -> Option<Payload> {
    let mut rest = text.strip_prefix('[')?;
    let mut payload = Payload { shape: Shape::Array, ..Payload::one(Value::Null) };
    payload.documents.clear();
    let at_end = loop {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            // The last object of a stream may hold counts of tokens alone.
            Some(Ok(value))
                if (recognizers.event)(&value) > Event::No
                    || !payload.documents.is_empty() && value.is_object() =>
            {
                payload.documents.push(value);
            }
            Some(Err(error)) if error.is_eof() => break true,
            None => break true,
            Some(_) => break false,
        }
        let after = rest.get(values.byte_offset()..).unwrap_or_default().trim_start();
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => break after.is_empty(),
        }
    };
    let number = payload.documents.len();
    payload.notes.push(format!("the list of chunks is cut off after number {number}"));
    (at_end && number > 0).then_some(payload)
}

/// Returns the JSON that a program printed: after a short prefix in a line of a log, or between
/// lines of prose.
fn log_line(text: &str) -> Option<Payload> {
    let before = text.split_once('{')?.0;
    // The object may be the first of a list.
    let at = before.trim_end().strip_suffix('[').map_or(before.len(), str::len);
    // A list that cannot be read as a whole is not a line with one object in it.
    if !(1..=LOG_PREFIX).contains(&at) {
        return None;
    }
    let (prefix, rest) = text.split_at_checked(at)?;
    let headed = prefix.contains('\n');
    if headed && !prefix.ends_with('\n') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let end = values.byte_offset();
    let after = rest.get(end..).unwrap_or_default();
    let is_own_line = after.is_empty() || after.starts_with(['\n', '\r']);
    // Between other lines, most of the text has to be JSON.
    let is_most = headed && is_own_line && end * 2 > text.len();
    let after = after.trim();
    if !(value.is_object() || value.is_array())
        || !is_most && (after.contains('\n') || headed && !after.is_empty())
    {
        return None;
    }
    let mut payload = Payload::of(value, 0);
    let place = match (headed, after.is_empty()) {
        (false, _) => "out of a log line",
        (true, true) => "from after a heading",
        (true, false) => "from between lines of text",
    };
    payload.notes.push(format!("the JSON was taken {place}, from byte {at} on"));
    Some(payload)
}

/// Returns the data that Python printed: a dictionary, a list, or an object of a client library; perhaps
/// on a line between other lines that are less than half of the text.
fn printed(text: &str) -> Option<Payload> {
    let between = || {
        let longest = text.lines().max_by_key(|line| line.len())?.trim();
        let is_most = longest.len() * 2 > text.len() && longest.ends_with([')', '}', ']']);
        is_most.then(|| python::parse(longest)).flatten()
    };
    let whole = python::parse(text);
    let is_whole = whole.is_some();
    let mut payload = Payload::of(whole.or_else(between)?, 0);
    if !is_whole {
        payload.notes.push("the data was taken from between lines of text".to_owned());
    }
    payload.notes.push(
        "read from what Python printed; save `json.dumps(…)` or `.model_dump_json()` instead"
            .to_owned(),
    );
    Some(payload)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn unwrapped(text: &str) -> Option<Payload> {
        let event = |value: &Value| Event::from(json::text(value, "type").starts_with("response."));
        Payload::new(text, &Recognizers { event, element: |_| Element::No })
    }

    #[test]
    fn events_are_joined_and_bad_ones_cost_themselves() {
        let text = "event: a\ndata: {\"x\":\ndata: 1}\n\n: remark\ndata: {oops\r\n\r\ndata: \
                    {\"type\":\"t\"}\n\ndata: [DONE]\n";
        let payload = unwrapped(text).unwrap();
        assert_eq!(payload.shape, Shape::Stream);
        assert_eq!(payload.documents, [json!({"x": 1, "event": "a"}), json!({"type": "t"})]);
        assert_eq!(payload.notes.len(), 1);
    }

    #[test]
    fn json_in_a_string_is_opened() {
        let payload = unwrapped(r#""{\"output\": []}""#).unwrap();
        assert_eq!(payload.document(), Some(&json!({"output": []})));
    }

    #[test]
    fn a_recorded_exchange_has_two_sides() {
        let text = r#"{"request": {"body": {"string": "{\"q\":1}"}}, "response": {"body": {"string": "data: {\"a\":2}\n\n"}}}"#;
        let payload = unwrapped(text).unwrap();
        assert_eq!(payload.requests, [json!({"q": 1})]);
        assert_eq!((payload.shape, payload.documents), (Shape::Stream, vec![json!({"a": 2})]));
    }

    #[test]
    fn a_log_line_is_opened() {
        let payload = unwrapped("2026-01-01 INFO got {\"output\": []} in 3 ms").unwrap();
        assert_eq!(payload.document(), Some(&json!({"output": []})));
    }

    #[test]
    fn lines_of_events_are_one_stream() {
        let text = "{\"type\":\"response.created\"}\n{\"type\":\"response.completed\"}\n";
        assert_eq!(unwrapped(text).unwrap().documents.len(), 2);
    }

    #[test]
    fn a_stream_may_open_with_comments_blank_lines_or_a_byte_order_mark() {
        let event = "data: {\"x\": 1}\n\n";
        for opening in [
            ": OPENROUTER PROCESSING\n\n",
            ":\n",
            "\u{feff}",
            "\n\n",
            ": a\nretry: 3\n\n",
            "id: 4\n",
        ] {
            let payload = unwrapped(&format!("{opening}{event}")).unwrap();
            assert_eq!((payload.shape, payload.documents.len()), (Shape::Stream, 1), "{opening:?}");
        }
        assert!(!is_event_stream(": no field\n\ntext about data:"));
    }

    #[test]
    fn printed_json_is_found_between_colours_and_prose() {
        let payload = unwrapped("\u{1b}[1;32m{\"output\"\u{1b}[0m: [1, 2, 3]}").unwrap();
        assert_eq!(payload.document(), Some(&json!({"output": [1, 2, 3]})));
        assert_eq!(payload.notes, ["colour codes of a terminal left out"]);
        let text =
            "Answer:\n\n{\"output\": [\n1, 2, 3, 4, 5, 6, 7, 8, 9\n]}\nDone.\nIt took 3 s.\n";
        let payload = unwrapped(text).unwrap();
        assert_eq!(
            payload.notes,
            ["the JSON was taken from between lines of text, from byte 9 on"]
        );
        assert_eq!(unwrapped("[{\"a\": 1}, {\"b\": oops}]"), None);
    }

    #[test]
    fn a_logged_call_is_opened() {
        let chunks = r#"{"method": "stream", "response": [{"a": 1}, {"b": 2}]}"#;
        assert_eq!(unwrapped(chunks).unwrap().documents, [json!({"a": 1}), json!({"b": 2})]);
        let client = r#"{"response": {"status": 200, "data": {"candidates": []}}}"#;
        assert_eq!(unwrapped(client).unwrap().document(), Some(&json!({"candidates": []})));
    }

    #[test]
    fn prose_is_no_payload() {
        assert_eq!(unwrapped("Hello {world}.\n\nMore."), None);
    }
}
