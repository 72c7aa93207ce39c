//! YAML as values, for cassettes: texts, numbers, truth values, lists, mappings and bytes. Bodies of requests and
//! responses may be written as values of YAML.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Number, Value, json};

use super::body::BYTES;

/// Maximum depth of lists and mappings.
const MAX_DEPTH: usize = 100;

/// Maximum size of the values that aliases repeat, in bytes.
const MAX_REPEATED: usize = 64 * 1024 * 1024;

/// The documents of a text, as far as they could be read.
#[derive(Debug)]
pub(super) struct Documents {
    pub(super) values: Vec<Value>,
    /// The reason that the last one ends before its end.
    pub(super) cut: Option<String>,
}

/// Reads the documents of a text.
pub(super) fn parse(text: &str) -> Documents {
    let mut reader = Reader::default();
    for event in Parser::new_from_str(text) {
        match event {
            Ok((event, _)) => {
                if let Err(why) = reader.take(event) {
                    return reader.finish(Some(why.to_owned()));
                }
            }
            Err(error) => return reader.finish(Some(error.to_string())),
        }
    }
    reader.finish(None)
}

/// A list or mapping that is not closed yet.
struct Open {
    anchor: usize,
    value: Value,
    /// The key that waits for its value.
    key: Option<String>,
}

#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Value>,
    repeated: usize,
    roots: Vec<Value>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = scalar(&text, style, tag.as_deref());
                self.put(anchor, value);
            }
            Event::SequenceStart(anchor, _) => self.begin(anchor, json!([]))?,
            Event::MappingStart(anchor, _) => self.begin(anchor, json!({}))?,
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor).cloned().unwrap_or_default();
                self.repeated += value.to_string().len();
                if self.repeated > MAX_REPEATED {
                    return Err("its aliases repeat too much");
                }
                self.put(0, value);
            }
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, anchor: usize, value: Value) -> Result<(), &'static str> {
        if self.open.len() >= MAX_DEPTH {
            return Err("it is nested deeper than 100 levels");
        }
        self.open.push(Open { anchor, value, key: None });
        Ok(())
    }

    fn end(&mut self) {
        if let Some(Open { anchor, value, .. }) = self.open.pop() {
            self.put(anchor, value);
        }
    }

    fn put(&mut self, anchor: usize, value: Value) {
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        let Some(around) = self.open.last_mut() else {
            self.roots.push(value);
            return;
        };
        match (&mut around.value, around.key.take()) {
            (Value::Array(items), _) => items.push(value),
            (Value::Object(fields), Some(key)) => {
                fields.insert(key, value);
            }
            (_, _) => {
                let key = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                around.key = Some(key);
            }
        }
    }

    /// Closes everything that is open; if the last item of a list is incomplete, the others are
    /// kept.
    fn finish(mut self, cut: Option<String>) -> Documents {
        while !self.open.is_empty() {
            self.end();
        }
        if let Some(value) = self.roots.last_mut().filter(|_| cut.is_some()) {
            for key in ["interactions", "http_interactions"] {
                if let Some(Value::Array(items)) = value.get_mut(key) {
                    items.retain(|item| {
                        item.get("response").is_some_and(|it| it.get("body").is_some())
                    });
                }
            }
        }
        Documents { values: self.roots, cut }
    }
}

/// Returns a text, what a plain one stands for, or the bytes that are tagged so.
fn scalar(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Value {
    if tag.is_some_and(|tag| tag.suffix == "binary") {
        return json!({ BYTES: text });
    }
    if matches!(text, "" | "~" | "null") && tag.is_none() {
        return Value::Null;
    }
    let plain = (style == ScalarStyle::Plain && tag.is_none()).then(|| plain(text)).flatten();
    plain.unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Returns the number or truth value that a text without quotes writes. A number of which digits would be lost, as
/// of an id, stays a text.
fn plain(text: &str) -> Option<Value> {
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => {
            let number: Number = serde_json::from_str(text).ok()?;
            let is_whole = text.contains('.') || number.to_string() == text;
            is_whole.then_some(Value::Number(number))
        }
    }
}
