//! Streams turned into the payload they would end in.
//!
//! Closing events repeat the earlier pieces: the latest complete copy counts, and nothing is ever
//! appended to it. A stream that was cut only has its pieces, which are joined.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::input::json::Reader;
use crate::input::json::{list, text};

/// Returns the `output` of a Responses stream.
pub(crate) fn responses(events: &[&Value], reader: &mut Reader) -> Vec<Value> {
    let mut items: BTreeMap<u64, Item> = BTreeMap::new();
    let mut complete = None;
    for event in events {
        let kind = text(event, "type");
        match kind {
            "response.completed" | "response.incomplete" | "response.failed" => {
                complete = event.get("response").or(complete);
                if let Some(why) = event.pointer("/response/incomplete_details/reason") {
                    reader.notes.push(format!("the response is incomplete: {why}"));
                }
            }
            "response.output_item.added" | "response.output_item.done" => {
                let item = items.entry(number(event, "output_index")).or_default();
                item.put(event.get("item"), kind == "response.output_item.done");
            }
            _ => {
                if let Some(step) = Step::of(kind) {
                    let item = items.entry(number(event, "output_index")).or_default();
                    let part = item.parts.entry(number(event, "content_index")).or_default();
                    part.take(step, event);
                }
            }
        }
    }
    let whole = complete.map(|response| list(response, "output")).unwrap_or_default();
    if !whole.is_empty() {
        return whole.to_vec();
    }
    if complete.is_none() {
        reader.notes.push("the stream was cut: put together from its pieces".to_owned());
    }
    items.into_values().flat_map(Item::finish).collect()
}

fn number(event: &Value, key: &str) -> u64 {
    event.get(key).and_then(Value::as_u64).unwrap_or(0)
}

/// The effect of an event on a part.
#[derive(Debug, Clone, Copy)]
enum Step {
    Part,
    Text,
    Whole,
    Annotation,
    Refusal,
    WholeRefusal,
}

impl Step {
    fn of(kind: &str) -> Option<Self> {
        Some(match kind {
            "response.content_part.added" | "response.content_part.done" => Self::Part,
            "response.output_text.delta" => Self::Text,
            "response.output_text.done" => Self::Whole,
            // The second is how early clients spelled it.
            "response.output_text.annotation.added" | "response.output_text_annotation.added" => {
                Self::Annotation
            }
            "response.refusal.delta" => Self::Refusal,
            "response.refusal.done" => Self::WholeRefusal,
            _ => return None,
        })
    }
}

/// An item of the output.
#[derive(Debug, Default)]
struct Item {
    value: Option<Value>,
    done: bool,
    parts: BTreeMap<u64, Part>,
}

impl Item {
    fn put(&mut self, value: Option<&Value>, done: bool) {
        if value.is_some() && (done || self.value.is_none()) {
            self.value = value.cloned();
            self.done = done;
        }
    }

    /// Returns the item. Events without an `output_index` give pieces of a message to a finished call, which
    /// has no text of its own: the message follows.
    fn finish(self) -> Vec<Value> {
        let message = || json!({"type": "message"});
        let mut items = vec![self.value.unwrap_or_else(message)];
        let is_call = self.done && items.iter().all(|item| item.get("content").is_none());
        if is_call && self.parts.values().any(Part::has_text) {
            items.push(message());
        }
        if (!self.done || items.len() > 1)
            && !self.parts.is_empty()
            && let Some(fields) = items.last_mut().and_then(Value::as_object_mut)
        {
            let parts = self.parts.into_values().map(Part::finish).collect();
            fields.insert("content".to_owned(), Value::Array(parts));
        }
        items
    }
}

/// A part of an item's content.
#[derive(Debug, Default)]
struct Part {
    text: String,
    refusal: String,
    annotations: BTreeMap<u64, Value>,
}

impl Part {
    fn has_text(&self) -> bool {
        !self.text.is_empty() || !self.refusal.is_empty()
    }

    fn take(&mut self, step: Step, event: &Value) {
        match step {
            Step::Text => self.text.push_str(text(event, "delta")),
            Step::Whole => text(event, "text").clone_into(&mut self.text),
            Step::Refusal => self.refusal.push_str(text(event, "delta")),
            Step::WholeRefusal => text(event, "refusal").clone_into(&mut self.refusal),
            Step::Annotation => {
                if let Some(annotation) = event.get("annotation").filter(|a| !a.is_null()) {
                    let next = self.annotations.len() as u64;
                    let index = event.get("annotation_index").and_then(Value::as_u64);
                    self.annotations.insert(index.unwrap_or(next), annotation.clone());
                }
            }
            Step::Part => self.whole(event.get("part").unwrap_or(&Value::Null)),
        }
    }

    /// Takes a complete copy; an opening one is empty and takes nothing away.
    fn whole(&mut self, part: &Value) {
        for (own, key) in [(&mut self.text, "text"), (&mut self.refusal, "refusal")] {
            let words = text(part, key);
            if !words.is_empty() {
                words.clone_into(own);
            }
        }
        let annotations = list(part, "annotations");
        if !annotations.is_empty() {
            self.annotations = (0..).zip(annotations.iter().cloned()).collect();
        }
    }

    fn finish(self) -> Value {
        if self.text.is_empty() && !self.refusal.is_empty() {
            return json!({"type": "refusal", "refusal": self.refusal});
        }
        let annotations: Vec<Value> = self.annotations.into_values().collect();
        json!({"type": "output_text", "text": self.text, "annotations": annotations})
    }
}

/// Returns the choices of a Chat Completions stream, each with its `message`.
pub(crate) fn chat(chunks: &[&Value], reader: &mut Reader) -> Vec<Value> {
    let mut choices: BTreeMap<u64, Part> = BTreeMap::new();
    let mut tools: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
    let mut seen: BTreeSet<(u64, String)> = BTreeSet::new();
    let mut finished = false;
    for chunk in chunks {
        for choice in list(chunk, "choices") {
            let part = choices.entry(number(choice, "index")).or_default();
            finished |= choice.get("finish_reason").is_some_and(Value::is_string);
            if let Some(delta) = choice.get("delta") {
                part.text.push_str(text(delta, "content"));
                part.refusal.push_str(text(delta, "refusal"));
                for annotation in list(delta, "annotations") {
                    if seen.insert((number(choice, "index"), annotation.to_string())) {
                        part.annotations.insert(part.annotations.len() as u64, annotation.clone());
                    }
                }
            }
            let message = choice.get("message").unwrap_or(&Value::Null);
            for side in [choice.get("delta").unwrap_or(&Value::Null), message] {
                let executed = list(side, "executed_tools").iter().cloned();
                tools.entry(number(choice, "index")).or_default().extend(executed);
            }
            if part.annotations.is_empty() {
                part.annotations =
                    (0..).zip(list(message, "annotations").iter().cloned()).collect();
            }
            let words = text(message, "content");
            // Some gateways repeat the whole message in each chunk, in addition to the pieces.
            if words.len() > part.text.len() {
                words.clone_into(&mut part.text);
            }
        }
    }
    if !finished {
        reader.notes.push("the stream was cut: put together from its pieces".to_owned());
    }
    let message = |(index, part): (u64, Part)| {
        let annotations: Vec<Value> = part.annotations.into_values().collect();
        let mut message = json!({"role": "assistant", "annotations": annotations});
        if let (Some(tools), Some(fields)) =
            (tools.get(&index).filter(|it| !it.is_empty()), message.as_object_mut())
        {
            fields.insert("executed_tools".to_owned(), Value::Array(tools.clone()));
        }
        let words =
            if part.text.is_empty() { ("refusal", part.refusal) } else { ("content", part.text) };
        if let Some(fields) = message.as_object_mut() {
            fields.insert(words.0.to_owned(), Value::String(words.1));
        }
        json!({"index": index, "message": message})
    };
    choices.into_iter().map(message).collect()
}

/// Returns the messages and run steps of an Assistants stream.
pub(crate) fn thread(events: &[&Value], reader: &mut Reader) -> Vec<Value> {
    let mut messages: BTreeMap<usize, (Value, BTreeMap<u64, Part>)> = BTreeMap::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut others = Vec::new();
    let mut cut = false;
    for event in events {
        // The data of an event may be wrapped in `{event, data}`.
        let data = event.get("data").filter(|data| data.is_object()).unwrap_or(event);
        let kind = text(data, "object");
        if !matches!(kind, "thread.message" | "thread.message.delta") {
            others.push((*data).clone());
            continue;
        }
        let next = places.len();
        let place = *places.entry(text(data, "id").to_owned()).or_insert(next);
        let (message, parts) = messages.entry(place).or_default();
        if kind == "thread.message" {
            *message = (*data).clone();
            continue;
        }
        for piece in data.pointer("/delta/content").and_then(Value::as_array).into_iter().flatten()
        {
            let part = parts.entry(number(piece, "index")).or_default();
            let Some(piece) = piece.get("text") else { continue };
            part.text.push_str(text(piece, "value"));
            for annotation in list(piece, "annotations") {
                let next = part.annotations.len() as u64;
                let index = annotation.get("index").and_then(Value::as_u64);
                part.annotations.insert(index.unwrap_or(next), without_index(annotation));
            }
        }
    }
    for (message, parts) in messages.into_values() {
        if !list(&message, "content").is_empty() || parts.is_empty() {
            others.push(message);
            continue;
        }
        cut = true;
        let part = |part: Part| {
            let annotations: Vec<Value> = part.annotations.into_values().collect();
            json!({"type": "text", "text": {"value": part.text, "annotations": annotations}})
        };
        let content: Vec<Value> = parts.into_values().map(part).collect();
        others.push(json!({"object": "thread.message", "role": "assistant", "content": content}));
    }
    if cut {
        reader.notes.push("the stream was cut: put together from its pieces".to_owned());
    }
    others
}

/// Returns the annotation in the form of the final message: `index` only orders the pieces.
fn without_index(annotation: &Value) -> Value {
    let fields = annotation.as_object().into_iter().flatten();
    let fields = fields.filter(|(key, _)| *key != "index");
    Value::Object(fields.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>())
}
