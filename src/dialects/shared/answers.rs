//! The answers that one payload lists: the choices or candidates of a response, whole or in the chunks of a
//! stream. Each is read from a payload that lists no other.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde_json::{Map, Value};

use crate::dialects::shared::cursor::integer;
use crate::input::container::{Payload, Shape};
use crate::input::ranges::each;
use crate::text::Span;
use crate::text::prose::count;

/// Maximum number of answers of one payload that are read: providers allow as many. Each is read from a copy of
/// what they share.
const MAX_ANSWERS: usize = 128;

/// One of several answers of a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ListedAnswer {
    /// The field that lists them.
    pub(crate) key: &'static str,
    /// Its place in the list; in a stream the `index` that its pieces have.
    pub(crate) number: i64,
    /// The number of answers from this one on that are too many to read; 0 for one that is read.
    pub(crate) unread: usize,
}

impl ListedAnswer {
    /// Returns what is wrong if this and the answers after it are not read.
    pub(crate) fn fault(self) -> Option<String> {
        let answers = count(self.unread, "answer");
        let message =
            || format!("{answers} of `{}` not read: the limit is {MAX_ANSWERS}", self.key);
        (self.unread > 0).then(message)
    }

    /// Returns the place of the answer in the text of its record; `None` if it is in pieces.
    pub(crate) fn place(self, text: &str) -> Option<Span> {
        item(text, self.key, usize::try_from(self.number).ok()?)
    }
}

/// Returns the answers with a text, if they are other than the first alone; empty for a payload whose only
/// answer is the first. Of those that are too many, only the first is listed.
pub(crate) fn answers(payload: &Payload, keys: &[&'static str]) -> Vec<ListedAnswer> {
    for key in keys {
        let written = written(payload, key);
        let texts = written.iter().filter(|(_, has_text)| **has_text);
        let mut numbers: Vec<i64> = texts.map(|(number, _)| *number).collect();
        let first = written.keys().next().copied();
        if numbers.len() > 1 || numbers.first().is_some_and(|it| Some(*it) != first) {
            let unread = numbers.len().saturating_sub(MAX_ANSWERS);
            numbers.truncate(MAX_ANSWERS + 1);
            let answer = |(place, number)| {
                let unread = if place < MAX_ANSWERS { 0 } else { unread };
                ListedAnswer { key, number, unread }
            };
            return numbers.into_iter().enumerate().map(answer).collect();
        }
    }
    Vec::new()
}

/// Returns the payload as if this were its only answer. The first one has a note on those that are not read.
pub(crate) fn alone(payload: &Payload, answer: ListedAnswer) -> Payload {
    let is_stream = is_stream(payload);
    let documents = payload.documents.iter().map(|it| without_others(it, answer, is_stream));
    let mut notes = payload.notes.clone();
    let written = written(payload, answer.key);
    let texts: Vec<i64> = written.iter().filter(|it| *it.1).map(|(number, _)| *number).collect();
    if texts.first() == Some(&answer.number) {
        let key = answer.key;
        let without = written.len() - texts.len();
        let note = || format!("{without} of {} `{key}` without a text left out", written.len());
        notes.extend((without > 0).then(note));
    }
    Payload {
        shape: payload.shape,
        documents: documents.collect(),
        requests: payload.requests.clone(),
        notes,
        repeated: payload.repeated.clone(),
        dropped: payload.dropped,
        is_json: payload.is_json,
        record: payload.record,
    }
}

/// True if a record, or the records in a stretch of a batch, may list several answers: a list has two items, or a
/// record two lists. Nothing is parsed. Only lists whose key begins before `end` count; the bytes after it are where
/// they may go on. `are_lines` if a line end divides records.
pub(crate) fn may_be_several(bytes: &[u8], end: usize, keys: &[&str], are_lines: bool) -> bool {
    keys.iter().any(|key| {
        let mut last: Option<usize> = None;
        memchr::memmem::find_iter(bytes, key).take_while(|at| *at < end).any(|at| {
            let after = bytes.get(at + key.len()..).unwrap_or_default();
            match (after.first(), at.checked_sub(1).and_then(|it| bytes.get(it))) {
                // JSON within strings and printed data are only known when they are parsed.
                (None | Some(b'\\' | b'\''), _) | (Some(b'"'), None) => true,
                (Some(b'"'), Some(b'"')) => {
                    let between = last.replace(at).and_then(|last| bytes.get(last..at));
                    // The pieces of a stream.
                    let is_another = |between: &[u8]| !are_lines || !between.contains(&b'\n');
                    between.is_some_and(is_another) || has_second_item(after)
                }
                _ => false,
            }
        })
    })
}

/// True if the list after a key, from its closing quote on, has a second item or does not end in the text.
fn has_second_item(after_key: &[u8]) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b':';
    let start = 1 + after_key.iter().skip(1).take_while(|byte| is_between(byte)).count();
    let mut rest = match after_key.get(start..).and_then(<[u8]>::split_first) {
        Some((b'[', rest)) => rest,
        Some(_) => return false,
        None => return true,
    };
    let mut depth = 0_usize;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match (byte, depth) {
            (b'"', _) => rest = after_string(rest),
            (b',', 0) => return true,
            (b']', 0) => return false,
            (b'{' | b'[', _) => depth += 1,
            (b'}' | b']', _) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    true
}

/// Returns what comes after a string that has begun.
fn after_string(mut rest: &[u8]) -> &[u8] {
    while let Some(at) = memchr::memchr2(b'"', b'\\', rest) {
        let is_escape = rest.get(at) == Some(&b'\\');
        rest = rest.get(at + 1 + usize::from(is_escape)..).unwrap_or_default();
        if !is_escape {
            return rest;
        }
    }
    &[]
}

/// Returns the place of an item in the first list of this name that has it.
pub(crate) fn item(text: &str, key: &str, number: usize) -> Option<Span> {
    let (end, inner) = (format!("{key}[{number}]"), format!(".{key}[{number}]"));
    let mut found = None;
    each(text, |path, span| {
        if path != end && !path.ends_with(&inner) {
            return ControlFlow::Continue(());
        }
        found = Some(span);
        ControlFlow::Break(())
    });
    found
}

/// True if the answers of a payload come in pieces.
fn is_stream(payload: &Payload) -> bool {
    payload.shape == Shape::Stream || payload.documents.len() > 1
}

/// The fields that wrap a response: of an interface, and of a batch.
const WRAPPERS: [&str; 2] = ["response", "body"];

/// Returns the answers that a document lists, by itself or in a wrapper.
fn listed<'v>(document: &'v Value, key: &str) -> Option<&'v [Value]> {
    let items = document.get(key).and_then(Value::as_array);
    let objects = items.filter(|items| items.iter().all(Value::is_object));
    let wrapped = || WRAPPERS.iter().find_map(|wrapper| listed(document.get(*wrapper)?, key));
    objects.map(Vec::as_slice).or_else(wrapped)
}

/// Returns the number of an item: its place, or in a stream its `index`.
fn number((place, item): (i64, &Value), is_stream: bool) -> i64 {
    item.get("index").and_then(integer).filter(|_| is_stream).unwrap_or(place)
}

/// Returns the numbers of the answers, and for each if it has a text.
fn written(payload: &Payload, key: &str) -> BTreeMap<i64, bool> {
    let is_stream = is_stream(payload);
    let lists = payload.documents.iter().filter_map(|document| listed(document, key));
    let mut written = BTreeMap::new();
    for item in lists.flat_map(|items| (0..).zip(items)) {
        *written.entry(number(item, is_stream)).or_default() |= has_text(item.1);
    }
    written
}

/// True if an answer, or a piece of one, has a text or states its refusal.
fn has_text(item: &Value) -> bool {
    let is_filled = |value: &Value| value.as_str().is_some_and(|text| !text.trim().is_empty());
    let is_part = |part: &Value| {
        let text = part.get("text").or_else(|| part.get("refusal"));
        text.is_some_and(is_filled) && part.get("thought") != Some(&Value::Bool(true))
    };
    let is_parts = |value: &Value| value.as_array().is_some_and(|parts| parts.iter().any(is_part));
    let holders = ["message", "delta"].into_iter().filter_map(|key| item.get(key));
    let mut holders = holders.chain([item]);
    holders.any(|holder| {
        let mut fields = ["content", "refusal"].into_iter().filter_map(|key| holder.get(key));
        fields.any(|it| is_filled(it) || is_parts(it) || it.get("parts").is_some_and(is_parts))
    })
}

/// Returns a document without the other answers.
fn without_others(document: &Value, answer: ListedAnswer, is_stream: bool) -> Value {
    let (Some(fields), Some(items)) = (document.as_object(), listed(document, answer.key)) else {
        return document.clone();
    };
    let outer = fields.get(answer.key).and_then(Value::as_array);
    let is_here = outer.is_some_and(|it| std::ptr::eq(it.as_slice(), items));
    let own = |(key, value): (&String, &Value)| {
        let value = if is_here && key == answer.key {
            let own = (0..).zip(items).filter(|it| number(*it, is_stream) == answer.number);
            own.map(|(_, item)| as_first(item)).collect()
        } else if !is_here && WRAPPERS.contains(&key.as_str()) {
            without_others(value, answer, is_stream)
        } else {
            value.clone()
        };
        (key.clone(), value)
    };
    Value::Object(fields.iter().map(own).collect())
}

/// Returns an answer with the `index` of a first one, if it has any.
fn as_first(item: &Value) -> Value {
    let mut fields: Map<String, Value> = item.as_object().cloned().unwrap_or_default();
    if let Some(index) = fields.get_mut("index") {
        *index = Value::from(0);
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_items_or_two_lists_of_a_record_may_be_several_answers() {
        for (text, lines, record) in [
            (r#"{"choices": [{"text": "a, b", "more": [1, 2]}], "n": 2}"#, false, false),
            (r#"{"choices": [{"text": "a"}, {"text": "b"}]}"#, true, true),
            (r#"{"choices" : [{"text": "a \" , b"} ]}"#, false, false),
            (r#"{"choices": [{"text": "a"}"#, true, true),
            (r#"{"choices": 2, "my_choices": [1, 2], "text": "choices, choices"}"#, false, false),
            (r#"{"log": "{\"choices\": [1]}"}"#, true, true),
            ("{\"choices\": [1]}\n{\"choices\": [2]}", false, true),
            (r#"[{"choices": [1]}, {"choices": [2]}]"#, true, true),
            ("{'choices': [1]}", true, true),
        ] {
            let several = |end| {
                [true, false].map(|it| may_be_several(text.as_bytes(), end, &["choices"], it))
            };
            assert_eq!(several(0), [false, false], "{text}");
            let several = several(text.len());
            assert_eq!(several, [lines, record], "{text}");
        }
    }
}
