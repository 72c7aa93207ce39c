//! Server-sent events as programs save them: with comments, without the blank lines between them, as a list
//! of texts or of objects with their fields.

use serde_json::Value;

use crate::input::json;

/// True for characters that may surround a payload: blanks, and the mark with which some programs
/// begin UTF-8.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// True if a text is server-sent events: its first line is a field of one. Comments, with which
/// servers keep a connection open, may come first.
pub fn is_event_stream(text: &str) -> bool {
    let text = text.trim_start_matches(is_blank);
    let lines = || lines_of(text).map(str::trim_start);
    let mut filled = lines().filter(|line| !line.is_empty() && !line.starts_with(':'));
    let is_field = |line: &str| {
        ["data:", "event:", "id:", "retry:"].iter().any(|field| line.starts_with(field))
    };
    is_field(filled.next().unwrap_or_default()) && lines().any(|line| line.starts_with("data:"))
}

/// Passes each event of a stream to `see`, with its name and data.
pub(crate) fn each(text: &str, mut see: impl FnMut(&str, &str)) {
    let (mut name, mut data) = (String::new(), Vec::new());
    for line in lines_of(text).chain([""]) {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix("data:") {
            data.push(rest.strip_prefix(' ').unwrap_or(rest));
            continue;
        }
        let named = line.strip_prefix("event:");
        // Copies sometimes lack the blank lines between events.
        if line.is_empty() || named.is_some() && !data.is_empty() {
            sent(&name, &data, &mut see);
            name.clear();
            data.clear();
        }
        name = named.map_or(name, |named| named.trim().to_owned());
    }
}

/// Passes on the event with these lines of data, or the events, if each line is one.
fn sent(name: &str, data: &[&str], see: &mut impl FnMut(&str, &str)) {
    let whole = data.join("\n");
    let is_event = |line: &&str| line.trim() == "[DONE]" || json::parse(line).is_ok();
    if data.len() > 1 && json::parse(&whole).is_err() && data.iter().all(is_event) {
        for line in data {
            see(name, line);
        }
    } else {
        see(name, &whole);
    }
}

/// Returns the lines of a stream, which may end with carriage returns alone.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// Returns the event that a program recorded with its fields, `{"event": "a", "data": "{…}"}`; any other
/// value as it is. `None` for the end of a stream.
pub(crate) fn event_of(value: Value) -> Option<Value> {
    const FIELDS: [&str; 8] =
        ["data", "event", "id", "retry", "type", "timestamp", "time", "index"];
    let Some(fields) = value.as_object().filter(|it| it.contains_key("data")) else {
        return Some(value);
    };
    if !fields.keys().all(|key| FIELDS.contains(&key.as_str())) {
        return Some(value);
    }
    let name = fields.get("event").and_then(Value::as_str).unwrap_or_default();
    let inner = match fields.get("data") {
        Some(Value::String(text)) if text.trim() == "[DONE]" => return None,
        Some(Value::String(text)) => json::parse(text.trim()).ok().map(|parsed| parsed.value),
        Some(data) if !name.is_empty() && json::text(data, "type") == name => Some(data.clone()),
        _ => None,
    };
    let Some(Value::Object(mut inner)) = inner else { return Some(value) };
    if !name.is_empty() && !inner.contains_key("type") {
        inner.insert("event".to_owned(), Value::from(name));
    }
    Some(Value::Object(inner))
}

/// Returns the server-sent events in a list of texts, each of which is a piece of the stream or the data of
/// one event; `None` for any other list.
pub(crate) fn texts_of_events(items: &[Value]) -> Option<String> {
    let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    let texts = texts.filter(|texts| texts.len() > 1)?;
    let first = texts.iter().map(|text| text.trim_start()).find(|text| !text.is_empty())?;
    if is_event_stream(first) || first.starts_with("event:") {
        let is_raw = texts.iter().any(|text| text.ends_with('\n'));
        return Some(texts.join(if is_raw { "" } else { "\n\n" }));
    }
    first.starts_with('{').then(|| format!("data: {}\n\n", texts.join("\n\ndata: ")))
}
