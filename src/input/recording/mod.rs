//! Recordings of traffic between a program and an interface: HAR, the cassettes of VCR libraries in
//! YAML and JSON, `httprr`, replay files, mocks of `httpmock`, sessions of Azure's test proxy, logs of
//! proxies. Each exchange becomes one text, `{"request": …, "response": …}`, which is read like any recorded
//! exchange.
//!
//! Bodies are unpacked: base64, gzip, `chunked` transfer, event streams of AWS. Headers are used
//! only for that and left out, because they may contain keys.
//!
//! # Incomplete support
//!
//! Bodies packed with `br`, `zstd` or `deflate` stay as they are, and so do recordings of gRPC.

mod body;
mod event_stream;
mod http;
#[cfg(feature = "recordings")]
mod yaml;

use serde_json::{Value, json};

use body::body;
pub(crate) use event_stream::{is_event_stream, lines as event_lines};

use crate::input::json;

/// Number of bytes at the beginning of a text in which the kind of a recording shows.
const HEAD: usize = 4096;

/// The names of the two sides of an exchange: those of most libraries, and those of `httpmock`.
const SIDES: [(&str, &str); 2] = [("request", "response"), ("when", "then")];

/// The exchanges of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recording {
    /// The kind of recording, with its article.
    pub(crate) kind: &'static str,
    /// The exchanges, as JSON.
    pub(crate) exchanges: Vec<String>,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

/// Returns the exchanges of a recording; `None` for any other text.
pub(crate) fn open(text: &str) -> Option<Recording> {
    let head = text.get(..text.floor_char_boundary(HEAD))?.trim_start();
    if head.starts_with("httprr trace v1") {
        return Some(of(http::exchanges(text), "an httprr trace"));
    }
    if head.starts_with('{') {
        let has = |key: &str| head.contains(&format!("\"{key}\""));
        if is_log(head) {
            return logged(text);
        }
        let may_record = has("http_interactions")
            || has("interactions")
            || has("Entries") && has("RequestUri")
            || has("log") && (has("entries") || has("creator") || has("version"));
        return may_record.then(|| in_json(&json::parse(text).ok()?.value)).flatten();
    }
    if head.starts_with('[') && ["\"url\"", "\"body\""].iter().all(|key| head.contains(key)) {
        return listed(&json::parse(text).ok()?.value);
    }
    in_yaml(text, head)
}

/// Returns the exchanges in a list of responses, each with its address and body, as tools that watch a
/// browser write it.
fn listed(document: &Value) -> Option<Recording> {
    const KINDS: [&str; 6] =
        ["status", "status_code", "content_type", "contentType", "mime_type", "mimeType"];
    let entries = document.as_array().filter(|entries| !entries.is_empty())?;
    let is_response = |entry: &Value| {
        let is_text = |key: &str| entry.get(key).is_some_and(Value::is_string);
        is_text("url") && is_text("body") && KINDS.iter().any(|key| entry.get(*key).is_some())
    };
    let exchange = |entry: &Value| json!({"request": {"url": entry.get("url")}, "response": {"body": entry.get("body")}});
    let kind = "the log of a browser";
    entries.iter().all(is_response).then(|| of(entries.iter().map(exchange), kind))
}

fn in_json(document: &Value) -> Option<Recording> {
    if let Some(entries) = document.pointer("/log/entries").and_then(Value::as_array) {
        return Some(of(entries.iter().map(exchange), "a HAR file"));
    }
    let proxied = document.get("Entries").and_then(Value::as_array);
    if let Some(entries) = proxied.filter(|entries| entries.iter().any(is_proxied)) {
        return Some(of(entries.iter().map(proxied_exchange), "a recording of a test proxy"));
    }
    let keys = ["http_interactions", "interactions"];
    let recorded = keys.iter().find_map(|key| document.get(*key)?.as_array())?;
    let is_exchange = |it: &Value| {
        SIDES
            .iter()
            .any(|(asked, answered)| it.get(*asked).is_some() && it.get(*answered).is_some())
    };
    let sides = recorded.iter().all(is_exchange) && !recorded.is_empty();
    sides.then(|| of(recorded.iter().map(exchange), "a cassette"))
}

/// True for the beginning of the log of a proxy.
pub(crate) fn is_log(head: &str) -> bool {
    let head = head.get(..head.floor_char_boundary(HEAD)).unwrap_or_default();
    head.starts_with('{')
        && (head.contains("\"request_body\"") || head.contains("\"response_body\""))
}

/// Returns the exchanges in the log of a proxy: a line for each request and each response, or for both,
/// with their bodies.
fn logged(text: &str) -> Option<Recording> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines: Option<Vec<Value>> =
        lines.map(|line| json::parse(line).ok().map(|parsed| parsed.value)).collect();
    let lines =
        lines.unwrap_or_else(|| json::parse(text).ok().map(|it| it.value).into_iter().collect());
    let (mut asked, mut exchanges) = (Value::Null, Vec::new());
    for line in &lines {
        let of = |key: &str| line.get(key).cloned().filter(|body| body.as_str() != Some(""));
        if let Some(body) = of("request_body") {
            asked = json!({"url": line.get("path"), "body": body});
        }
        if let Some(body) = of("response_body") {
            exchanges.push(json!({"request": asked.take(), "response": {"body": body}}));
        }
    }
    (!exchanges.is_empty()).then(|| of(exchanges.into_iter(), "the log of a proxy"))
}

/// True if the first non-comment line of a text is one of a cassette in YAML.
fn is_cassette(head: &str) -> bool {
    let mut lines = head.lines().filter(|line| {
        let line = line.trim();
        !line.is_empty() && line != "---" && !line.starts_with('#')
    });
    let first = lines.next().unwrap_or_default();
    if is_mock(first) {
        return true;
    }
    let lists = |line: &str| ["interactions:", "http_interactions:"].contains(&line.trim_end());
    lists(first) || first.starts_with("version:") && lines.next().is_some_and(lists)
}

/// True for the first line of a recording of `httpmock`: a document in YAML for each exchange.
fn is_mock(head: &str) -> bool {
    head.starts_with("when:") && head.lines().next().is_some_and(|line| line.trim_end() == "when:")
}

#[cfg(feature = "recordings")]
fn in_yaml(text: &str, head: &str) -> Option<Recording> {
    if !is_cassette(head) {
        return None;
    }
    let yaml::Documents { values, cut } = yaml::parse(text);
    // A cassette that cannot be read is no text.
    let damaged =
        || text.contains("request:").then(|| of(std::iter::empty(), "a damaged cassette"));
    let mut recording = match values.as_slice() {
        mocks if is_mock(head) => in_json(&json!({ "interactions": mocks })),
        documents => documents.first().and_then(in_json).or_else(damaged),
    }?;
    recording
        .notes
        .extend(cut.map(|why| format!("the cassette is damaged after the shown part: {why}")));
    Some(recording)
}

/// Returns an empty cassette: without the YAML reader, it has no answers.
#[cfg(not(feature = "recordings"))]
fn in_yaml(_: &str, head: &str) -> Option<Recording> {
    is_cassette(head)
        .then(|| of(std::iter::empty(), "a cassette in YAML, which this build cannot read"))
}

/// True if an entry is of Azure's test proxy.
fn is_proxied(entry: &Value) -> bool {
    entry.get("RequestUri").is_some() && entry.get("ResponseBody").is_some()
}

/// Returns an exchange of Azure's test proxy. Of a text, the body may be a list of pieces.
fn proxied_exchange(entry: &Value) -> Value {
    let body = |key: &str| match entry.get(key) {
        Some(Value::Array(pieces)) if pieces.iter().all(Value::is_string) => {
            let pieces: Vec<&str> = pieces.iter().filter_map(Value::as_str).collect();
            Value::from(pieces.concat())
        }
        Some(body) => body.clone(),
        None => Value::Null,
    };
    json!({"request": {"url": entry.get("RequestUri"), "body": body("RequestBody")},
        "response": {"body": body("ResponseBody")}})
}

fn of(exchanges: impl Iterator<Item = Value>, kind: &'static str) -> Recording {
    let exchanges = exchanges.map(|exchange| exchange.to_string()).collect();
    Recording { kind, exchanges, notes: Vec::new() }
}

/// Returns an exchange with only the bodies of its two sides.
fn exchange(recorded: &Value) -> Value {
    let side = |of: fn(&(&'static str, &'static str)) -> &'static str| {
        SIDES.iter().map(of).find_map(|name| recorded.get(name)).map(body)
    };
    let (asked, answered) = (side(|names| names.0), side(|names| names.1));
    let address = ["/request/uri", "/request/url", "/when/path"];
    let url = address.iter().find_map(|path| recorded.pointer(path)).cloned().unwrap_or_default();
    json!({"request": {"url": url, "body": asked}, "response": {"body": answered}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, kind: &str, expected: &[Value]) {
        let recording = open(text).unwrap();
        assert_eq!(recording.kind, kind);
        let found: Vec<Value> =
            recording.exchanges.iter().map(|it| json::parse(it).unwrap().value).collect();
        assert_eq!(found, expected);
    }

    fn exchange_of(request: &str, response: &str) -> Value {
        json!({"request": {"url": "https://a.example/v1", "body": request},
            "response": {"body": response}})
    }

    #[test]
    fn recordings_in_json_are_opened() {
        let har = json!({"log": {"version": "1.2", "entries": [{
            "request": {"method": "POST", "url": "https://a.example/v1", "postData": {"text": "q"}},
            "response": {"content": {"text": "YWI=", "encoding": "base64"}}}]}});
        check(&har.to_string(), "a HAR file", &[exchange_of("q", "ab")]);
        let vcr = json!({"http_interactions": [{
            "request": {"uri": "https://a.example/v1", "body": {"string": "q"}},
            "response": {"body": {"base64_string": "YWI="}}}]});
        check(&vcr.to_string(), "a cassette", &[exchange_of("q", "ab")]);
        let replay = json!({"replay_id": "r", "interactions": [{
            "request": {"url": "https://a.example/v1", "body_segments": [{"q": 1}]},
            "response": {"body_segments": [{"a": 1}, {"a": 2}]}}]});
        let expected = json!({"request": {"url": "https://a.example/v1", "body": {"q": 1}},
            "response": {"body": [{"a": 1}, {"a": 2}]}});
        check(&replay.to_string(), "a cassette", &[expected]);
        let proxied = json!({"Entries": [{"RequestUri": "https://a.example/v1", "RequestBody": "q",
            "StatusCode": 200, "ResponseBody": ["data: 1\n", "\ndata: 2\n"]}], "Variables": {}});
        let kind = "a recording of a test proxy";
        check(&proxied.to_string(), kind, &[exchange_of("q", "data: 1\n\ndata: 2\n")]);
        assert_eq!(open(r#"{"interactions": [{"answer": "x"}]}"#), None);
        let log = "{\"path\": \"https://a.example/v1\", \"request_body\": \"q\"}\n\
                   {\"status\": 200, \"response_body\": \"a\"}\n";
        check(log, "the log of a proxy", &[exchange_of("q", "a")]);
        assert_eq!(open(r#"{"request_body": "q"}"#), None);
        let watched = json!([{"url": "https://a.example/v1", "status": 200, "body": "ab"}]);
        let expected =
            json!({"request": {"url": "https://a.example/v1"}, "response": {"body": "ab"}});
        check(&watched.to_string(), "the log of a browser", &[expected]);
        assert_eq!(open(r#"[{"url": "https://a.example/", "body": "a page"}]"#), None);
    }

    #[cfg(feature = "recordings")]
    #[test]
    fn cassettes_in_yaml_are_opened() {
        let text = "---\nhttp_interactions:\n- request:\n    uri: https://a.example/v1\n    body:\n      \
                    string: '{\"a\":\n        1}'\n  response:\n    body:\n      string: !binary |-\n        \
                    YWI=\nrecorded_with: VCR 6\n";
        check(text, "a cassette", &[exchange_of("{\"a\": 1}", "ab")]);
        let text = "version: 2\ninteractions:\n- id: 0\n  request:\n    url: https://a.example/v1\n    \
                    body: q\n  response:\n    body: |+\n      data: 1\n\n      data: 2\n\n";
        check(text, "a cassette", &[exchange_of("q", "data: 1\n\ndata: 2\n\n")]);
        let mock =
            "when:\n  path: /v1\n  body: q\nthen:\n  status: 200\n  body: |+\n    data: 1\n\n";
        let of_mock =
            json!({"request": {"url": "/v1", "body": "q"}, "response": {"body": "data: 1\n\n"}});
        check(&format!("{mock}---\n{mock}"), "a cassette", &[of_mock.clone(), of_mock]);
        let cut = "interactions:\n- request:\n    uri: https://a.example/v1\n    body: q\n  response:\n    \
                   body: a\n- request:\n    body: 'no end";
        let recording = open(cut).unwrap();
        assert_eq!(recording.exchanges.len(), 1);
        assert_eq!(recording.notes.len(), 1);
        assert_eq!(open("interactions: they are many\n"), None);
    }

    #[cfg(feature = "recordings")]
    #[test]
    fn values_in_a_body_of_yaml_have_their_types() {
        let text = "interactions:\n- request:\n    uri: https://a.example/v1\n    parsed_body:\n      \
                    model: '4'\n  response:\n    parsed_body:\n      start: 4\n      score: 0.50\n      \
                    id: 12345678901234567890123\n      done: true\n      error: null\n      said: 4 days\n";
        let (asked, answered) = (
            json!({"model": "4"}),
            json!({"start": 4, "score": 0.5, "id": "12345678901234567890123", "done": true,
                "error": null, "said": "4 days"}),
        );
        let expected = json!({"request": {"url": "https://a.example/v1", "body": asked},
            "response": {"body": answered}});
        check(text, "a cassette", &[expected]);
    }
}
