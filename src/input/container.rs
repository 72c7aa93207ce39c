//! The containers of payloads: one JSON document, a stream of server-sent events, an array of
//! chunks, JSON inside a JSON string, a recorded request with its response, a line of a log.
//!
//! Unwrapping is lenient: an event that is no JSON costs itself and a note. What is inside is not
//! looked at here; a dialect gets the documents in order and decides.

use serde_json::Value;

use crate::input::json;
use crate::input::repeated::Repeated;
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
    /// It is one where a sure event is beside it.
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
    /// A row of an evaluation, a case of its own even where it is alone.
    Row,
}

impl Element {
    /// Returns a response where `is_response`.
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
    /// The request side, where it is wrapped in the same record.
    pub requests: Vec<Value>,
    /// Oddities, as sentences.
    pub notes: Vec<String>,
    /// Keys that stand more than once in one object.
    pub repeated: Repeated,
}

impl Payload {
    /// Unwraps a record's text; `None` when no JSON found.
    pub fn new(text: &str, recognizers: &Recognizers) -> Option<Self> {
        let text = text.trim();
        if is_event_stream(text) {
            return Some(events(text));
        }
        if let Ok(parsed) = json::parse(text) {
            let mut payload = Self::of(parsed.value, 0);
            payload.replaced(parsed.replaced);
            payload.repeated.add(parsed.repeated, "");
            return Some(payload);
        }
        let nonblank = text.lines().map(str::trim).filter(|line| !line.is_empty());
        if is_event_lines(nonblank, recognizers) {
            return Some(lines(text));
        }
        cut_array(text, recognizers).or_else(|| log_line(text))
    }

    /// The one document, when there is one.
    pub fn document(&self) -> Option<&Value> {
        match (self.shape, self.documents.as_slice()) {
            (Shape::Document, [document]) => Some(document),
            _ => None,
        }
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
                Self { shape: Shape::Array, documents: items, ..Self::one(Value::Null) }
            }
            Value::Object(object) if is_exchange(&object) => exchange(object, wraps),
            other => Self::one(other),
        }
    }

    fn new_inside(text: &str, wraps: usize) -> Option<Self> {
        let text = text.trim();
        if is_event_stream(text) {
            return Some(events(text));
        }
        if !text.starts_with(['{', '[']) {
            return None;
        }
        let parsed = json::parse(text).ok()?;
        let mut payload = Self::of(parsed.value, wraps);
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
        }
    }
}

/// True if a text is server-sent events: its first line is a field of one.
pub fn is_event_stream(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    ["data:", "event:", "id:", "retry:"].iter().any(|field| first.starts_with(field))
        && text.contains("data:")
}

/// True if lines, trimmed and none of them blank, are the events of one stream.
pub fn is_event_lines<'t>(lines: impl Iterator<Item = &'t str>, recognizers: &Recognizers) -> bool {
    let (mut objects, mut sure) = (0, false);
    for line in lines.take(3) {
        let event = json::parse(line).map_or(Event::No, |it| (recognizers.event)(&it.value));
        if event < Event::Perhaps {
            return false;
        }
        objects += 1;
        sure |= event == Event::Yes;
    }
    objects > 1 && sure
}

/// Returns the places of the documents of an array, if it holds several and each is a complete
/// response.
pub fn responses(text: &str, recognizers: &Recognizers) -> Vec<Span> {
    if !text.trim_start().starts_with('[') {
        return Vec::new();
    }
    let element = |span: &Span| {
        let document = span.slice(text).and_then(|text| json::parse(text).ok());
        document.map_or(Element::No, |it| (recognizers.element)(&it.value))
    };
    let spans = json::places(text);
    // One response by itself is read with its array by the dialects; a row is not.
    let least = if spans.len() == 1 { Element::Row } else { Element::Response };
    if spans.iter().all(|span| element(span) >= least) { spans } else { Vec::new() }
}

fn events(text: &str) -> Payload {
    let mut payload = Payload { shape: Shape::Stream, ..Payload::one(Value::Null) };
    payload.documents.clear();
    let (mut name, mut data) = (String::new(), String::new());
    for line in text.lines().chain([""]) {
        if let Some(rest) = line.strip_prefix("data:") {
            if !data.is_empty() {
                data.push('\n');
            }
            data.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        } else if let Some(rest) = line.strip_prefix("event:") {
            rest.trim().clone_into(&mut name);
        } else if line.trim().is_empty() {
            payload.event(&name, &data);
            name.clear();
            data.clear();
        }
    }
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
    /// Adds an event. One that has no `type` of its own gets its name as `event`.
    fn event(&mut self, name: &str, data: &str) {
        let data = data.trim();
        if data.is_empty() || data == "[DONE]" {
            return;
        }
        if self.documents.len() >= MAX_EVENTS {
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
                self.documents.push(parsed.value);
                self.replaced(parsed.replaced);
                let event = format!("event {}: ", self.documents.len());
                self.repeated.add(parsed.repeated, &event);
            }
            Err(fault) => {
                let number = self.documents.len() + 1;
                self.notes.push(format!("event {number} of the stream is left out: {}", fault.why));
            }
        }
    }

    /// Tells of lone surrogates.
    fn replaced(&mut self, number: usize) {
        if number > 0 {
            let surrogates = crate::text::prose::count(number, "lone surrogate");
            self.notes.push(format!("{surrogates} shown as U+FFFD"));
        }
    }

    fn note_once(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// True if an object is a recorded exchange: a request beside its response.
fn is_exchange(object: &serde_json::Map<String, Value>) -> bool {
    let body =
        |key: &str| object.get(key).is_some_and(|value| value.is_object() || value.is_string());
    body("request") && body("response") && !object.contains_key("sources")
}

fn exchange(mut object: serde_json::Map<String, Value>, wraps: usize) -> Payload {
    let side = |value: Option<Value>| value.map_or(Value::Null, body_of);
    let request = side(object.remove("request"));
    let response = side(object.remove("response"));
    let mut payload = Payload::of(response, wraps + 1);
    let request = Payload::of(request, wraps + 1);
    payload.requests = request.documents;
    payload.repeated.add(request.repeated, "");
    payload
}

/// The body of one side of a recording: `body`, `content.text` or `postData.text` where it has
/// one, perhaps as `{"string": …}`; else the side itself.
fn body_of(side: Value) -> Value {
    let found = ["/body/string", "/body", "/content/text", "/postData/text", "/parsed_body"]
        .iter()
        .find_map(|path| side.pointer(path))
        .cloned();
    found.unwrap_or(side)
}

/// The events in a JSON array that was cut off: a stream that broke. Other arrays stay broken.
fn cut_array(text: &str, recognizers: &Recognizers) -> Option<Payload> {
    let mut rest = text.strip_prefix('[')?;
    let mut payload = Payload { shape: Shape::Array, ..Payload::one(Value::Null) };
    payload.documents.clear();
    let at_end = loop {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) if (recognizers.event)(&value) > Event::No => {
                payload.documents.push(value);
            }
            Some(Err(error)) if error.is_eof() => break true,
            None => break true,
            Some(_) => break false,
        }
        let behind = rest.get(values.byte_offset()..).unwrap_or_default().trim_start();
        match behind.strip_prefix(',') {
            Some(next) => rest = next,
            None => break behind.is_empty(),
        }
    };
    let number = payload.documents.len();
    payload.notes.push(format!("the list of chunks is cut off after number {number}"));
    (at_end && number > 0).then_some(payload)
}

/// The JSON object in a line of a log, behind a short prefix, or behind a heading of some lines
/// that printed it.
fn log_line(text: &str) -> Option<Payload> {
    let at = text.find('{').filter(|at| (1..=LOG_PREFIX).contains(at))?;
    let (prefix, rest) = text.split_at_checked(at)?;
    let headed = prefix.contains('\n');
    if headed && !prefix.ends_with('\n') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let behind = rest.get(values.byte_offset()..).unwrap_or_default();
    let behind = behind.trim();
    if !value.is_object() || behind.contains('\n') || headed && !behind.is_empty() {
        return None;
    }
    let mut payload = Payload::of(value, 0);
    let what = if headed { "from behind a heading" } else { "out of a log line" };
    payload.notes.push(format!("the JSON was taken {what}, from byte {at} on"));
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
    fn prose_is_no_payload() {
        assert_eq!(unwrapped("Hello {world}.\n\nMore."), None);
    }
}
