//! What payloads come wrapped in: one JSON document, a stream of server-sent events, an array of
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

/// How deep JSON strings that hold JSON are opened.
const MAX_WRAPS: usize = 3;

/// What stands before the JSON of a log line is at most this long, in bytes.
const LOG_PREFIX: usize = 512;

/// How the documents of a payload came.
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
    /// How the documents came.
    pub shape: Shape,
    /// The response side: one document, or the events in order.
    pub documents: Vec<Value>,
    /// The request side, where it is wrapped in the same record.
    pub requests: Vec<Value>,
    /// What was odd, as sentences.
    pub notes: Vec<String>,
    /// Keys that stand more than once in one object.
    pub repeated: Repeated,
}

impl Payload {
    /// Unwraps a record's text; `None` when there is no JSON in it.
    pub fn new(text: &str) -> Option<Self> {
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
        if is_event_lines(text.lines().map(str::trim).filter(|line| !line.is_empty())) {
            return Some(lines(text));
        }
        cut_array(text).or_else(|| log_line(text))
    }

    /// The one document, when there is one.
    pub fn document(&self) -> Option<&Value> {
        match (self.shape, self.documents.as_slice()) {
            (Shape::Document, [document]) => Some(document),
            _ => None,
        }
    }

    /// Whether some document, or an event in it, passes `test`.
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

/// Whether a text is server-sent events: its first line is a field of one.
pub fn is_event_stream(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    ["data:", "event:", "id:", "retry:"].iter().any(|field| first.starts_with(field))
        && text.contains("data:")
}

/// Whether lines, trimmed and none of them blank, are the events of one stream.
pub fn is_event_lines<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let (mut objects, mut sure) = (0, false);
    for line in lines.take(3) {
        match json::parse(line) {
            Ok(parsed) if is_event(&parsed.value) => {
                objects += 1;
                sure |= !is_lone_response(&parsed.value);
            }
            _ => return false,
        }
    }
    objects > 1 && sure
}

/// Where the documents of an array stand, if it holds several and each is a complete response.
pub fn responses(text: &str) -> Vec<Span> {
    let complete = |span: &Span| {
        let document = span.slice(text).and_then(|text| json::parse(text).ok());
        document.is_some_and(|parsed| is_response(&parsed.value))
    };
    let array = text.trim_start().starts_with('[');
    let spans = if array { json::places(text) } else { Vec::new() };
    // One response by itself is read with its array by the dialects; a row is not.
    let enough = match spans.as_slice() {
        [only] => only
            .slice(text)
            .and_then(|text| json::parse(text).ok())
            .is_some_and(|parsed| is_row(&parsed.value)),
        several => !several.is_empty(),
    };
    if enough && spans.iter().all(complete) { spans } else { Vec::new() }
}

/// Whether a document is a response by itself, and not a part or an event of one: it says so, is
/// pincite's own case, or a row of an evaluation.
fn is_response(value: &Value) -> bool {
    let object = value.get("object").and_then(Value::as_str).unwrap_or_default();
    let case = value.get("response").is_some_and(Value::is_string)
        && value.get("sources").is_some_and(Value::is_array);
    matches!(object, "response" | "chat.completion") || case || is_row(value)
}

/// Whether a document is the row of an evaluation.
fn is_row(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|object| crate::dialects::shared::contexts::pair(object).is_some())
}

/// Whether a document is an event of a stream and not a message by itself.
pub fn is_event(value: &Value) -> bool {
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let kind = text("type");
    let prefixes = [
        "response.",
        "message_",
        "message.output.",
        "content_block_",
        "thread.",
        "text-",
        "source-",
    ];
    prefixes.iter().any(|prefix| kind.starts_with(prefix))
        || is_cohere_event(kind)
        || is_amazon_event(value)
        || matches!(kind, "ping" | "source" | "citation" | "chat:completion")
        || matches!(kind, "start" | "start-step") && value.get("role").is_none()
        || matches!(kind, "status" | "message" | "replace") && value.get("data").is_some()
        || text("object").strip_suffix(".chunk").is_some()
        || !text("event_type").is_empty()
        || is_gemini_chunk(value)
        || is_packet(value)
        || text("event").starts_with("thread.")
}

/// Whether a document is a packet of an app that streams one object a line: Onyx, `LightRAG`.
fn is_packet(value: &Value) -> bool {
    let Some(fields) = value.as_object() else { return false };
    let obj = fields.get("obj").is_some_and(|obj| obj.get("type").is_some_and(Value::is_string));
    let list = fields.len() == 1 && fields.get("references").is_some_and(Value::is_array);
    obj || fields.contains_key("answer_piece")
        || fields.contains_key("reserved_assistant_message_id")
        || list
        || is_lone_response(value)
}

/// Whether a document is a piece of a `LightRAG` stream, or else a case of which only the response is
/// known: what stands beside it tells.
fn is_lone_response(value: &Value) -> bool {
    let only = value.as_object().filter(|fields| fields.len() == 1);
    only.and_then(|fields| fields.get("response")).is_some_and(Value::is_string)
}

fn is_cohere_event(kind: &str) -> bool {
    let kinds = ["message-start", "message-end", "tool-plan-delta"];
    kinds.contains(&kind) || kind.starts_with("content-") || kind.starts_with("citation-")
}

/// Whether a document is an event of one of Amazon's streams, as JSON: an object in the one field that
/// bears its name.
fn is_amazon_event(value: &Value) -> bool {
    let one = value.as_object().filter(|fields| fields.len() == 1);
    let Some((name, inner)) = one.and_then(|fields| fields.iter().next()) else { return false };
    let has = |names: &[&str]| names.iter().any(|name| inner.get(*name).is_some());
    match name.as_str() {
        "messageStart" | "messageStop" | "contentBlockStart" | "contentBlockDelta"
        | "contentBlockStop" | "responseEvent" | "traceEvent" | "trace" => inner.is_object(),
        "chunk" => has(&["bytes", "attribution"]),
        // A whole answer has more than its text.
        "output" => has(&["text"]) && inner.as_object().is_some_and(|fields| fields.len() == 1),
        "citation" => has(&["citation", "generatedResponsePart"]),
        "result" => has(&["generatedResponse", "results"]),
        _ => false,
    }
}

/// Whether a Gemini answer is a piece of a stream: only the last piece says why it ended.
fn is_gemini_chunk(value: &Value) -> bool {
    let candidate = value.pointer("/candidates/0");
    candidate.is_some_and(|c| c.get("finishReason").or_else(|| c.get("finish_reason")).is_none())
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
            self.note_once(format!("the stream is cut behind {MAX_EVENTS} events"));
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

/// Whether an object is a recorded exchange: a request beside its response.
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
fn cut_array(text: &str) -> Option<Payload> {
    let mut rest = text.strip_prefix('[')?;
    let mut payload = Payload { shape: Shape::Array, ..Payload::one(Value::Null) };
    payload.documents.clear();
    let at_end = loop {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) if is_event(&value) || value.get("candidates").is_some() => {
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
    payload.notes.push(format!("the list of chunks is cut off behind number {number}"));
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

    #[test]
    fn events_are_joined_and_bad_ones_cost_themselves() {
        let text = "event: a\ndata: {\"x\":\ndata: 1}\n\n: remark\ndata: {oops\r\n\r\ndata: \
                    {\"type\":\"t\"}\n\ndata: [DONE]\n";
        let payload = Payload::new(text).unwrap();
        assert_eq!(payload.shape, Shape::Stream);
        assert_eq!(payload.documents, [json!({"x": 1, "event": "a"}), json!({"type": "t"})]);
        assert_eq!(payload.notes.len(), 1);
    }

    #[test]
    fn json_in_a_string_is_opened() {
        let payload = Payload::new(r#""{\"output\": []}""#).unwrap();
        assert_eq!(payload.document(), Some(&json!({"output": []})));
    }

    #[test]
    fn a_recorded_exchange_has_two_sides() {
        let text = r#"{"request": {"body": {"string": "{\"q\":1}"}}, "response": {"body": {"string": "data: {\"a\":2}\n\n"}}}"#;
        let payload = Payload::new(text).unwrap();
        assert_eq!(payload.requests, [json!({"q": 1})]);
        assert_eq!((payload.shape, payload.documents), (Shape::Stream, vec![json!({"a": 2})]));
    }

    #[test]
    fn a_log_line_is_opened() {
        let payload = Payload::new("2026-01-01 INFO got {\"output\": []} in 3 ms").unwrap();
        assert_eq!(payload.document(), Some(&json!({"output": []})));
    }

    #[test]
    fn lines_of_events_are_one_stream() {
        let text = "{\"type\":\"response.created\"}\n{\"type\":\"response.completed\"}\n";
        assert_eq!(Payload::new(text).unwrap().documents.len(), 2);
    }

    #[test]
    fn prose_is_no_payload() {
        assert_eq!(Payload::new("Hello {world}.\n\nMore."), None);
    }
}
