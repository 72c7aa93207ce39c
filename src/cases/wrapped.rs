//! Answers that something wraps: the line of a log, a JSON string or what a program printed; several JSON
//! documents one after another; the envelope of an interface (`{"status": 200, "data": {…}}`).
//!
//! Each is read as if it were a file of its own, so that an export of chats is divided and a row is found
//! there too.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::cases::enclosed::{TextRole, answers, enclosing, role_of};
use crate::dialects::Dialect;
use crate::dialects::dialect::Kind;
use crate::dialects::lookup::{RECOGNIZERS, detect};
use crate::dialects::shared::markers::Families;
use crate::input::container::{Shape, is_event_lines};
use crate::input::json::{documents, join, parse};
use crate::input::{Input, Record};
use crate::text::Span;
use crate::text::prose::{count, ticked};

/// Maximum depth of a payload in the envelopes around it.
const MAX_DEPTH: usize = 6;

/// Maximum number of objects in one place of a list of envelopes that are no answers, before no more are
/// looked at.
const MAX_MISSED: usize = 3;

/// Maximum number of answers in envelopes.
const MAX_ANSWERS: usize = 10_000;

/// Minimum length of an object that may be an answer, as JSON in bytes.
const MIN_ANSWER: usize = 24;

/// Returns the input as what is wrapped in its only record, which is in `format`; `None` if nothing is.
pub(super) fn opened(
    input: &Input,
    record: &Record<'_>,
    format: Option<&'static Dialect>,
    families: &Families,
) -> Option<Input> {
    if !input.enclosed().is_empty() || record.line.is_some() {
        return None;
    }
    let is_text = format.is_none_or(Dialect::beginning_reads);
    if is_text && let Some(opened) = one_after_another(input, families) {
        return Some(opened);
    }
    let (text, notes) = unwrapped(record, format)?;
    let mut opened = input.enclosing(&[(String::new(), text)]);
    opened.notes.extend(notes);
    Some(opened)
}

/// Returns the text of an exchange with an export of chats as that export: only a text of its own is
/// divided. Any other text stays as it is.
pub(super) fn archive_within(input: &Input, text: String, families: &Families) -> String {
    let record = Record::new(input, &text, None, &RECOGNIZERS);
    let format = detect(&record, families).map(|(format, _)| format);
    let is_archive = format.is_some_and(|it| matches!(it.kind, Kind::Archive { .. }));
    let inner = is_archive.then(|| unwrapped(&record, format)).flatten();
    inner.map_or(text, |(inner, _)| inner)
}

/// Returns the JSON inside a record that is not JSON itself, and the notes on it; of an exchange only an
/// export of chats, as any other is read with its request.
fn unwrapped(
    record: &Record<'_>,
    format: Option<&'static Dialect>,
) -> Option<(String, Vec<String>)> {
    let payload = record.payload()?;
    let is_json = record.looks_like_json();
    let is_archive = format.is_some_and(|it| matches!(it.kind, Kind::Archive { .. }));
    if payload.record.is_some() || is_json && !is_archive {
        return None;
    }
    let text = match (payload.shape, payload.documents.as_slice()) {
        (Shape::Document, [document]) if document.is_object() => document.to_string(),
        (Shape::Array, items) if !is_json => Value::from(items.to_vec()).to_string(),
        // A list that is the text is divided as it is.
        (Shape::Array, items) if !record.text.trim_start().starts_with('[') => {
            Value::from(items.to_vec()).to_string()
        }
        _ => return None,
    };
    Some((text, payload.notes.clone()))
}

/// Returns the answers among several JSON documents in one text, as `jq` and programs that print what
/// they get write them. Events are one stream, and a request before its response goes with it.
fn one_after_another(input: &Input, families: &Families) -> Option<Input> {
    let text = input.whole();
    let places = documents(text);
    let compact = |span: &Span| Some(parse(span.slice(text)?).ok()?.value.to_string());
    let all: Vec<Option<String>> = places.iter().map(compact).collect();
    if all.len() < 2 {
        return None;
    }
    let number = count(all.len(), "JSON document");
    let damaged = all.iter().filter(|document| document.is_none()).count();
    let sound: Vec<String> = all.into_iter().flatten().collect();
    if is_event_lines(sound.iter().map(String::as_str), &RECOGNIZERS) {
        let mut opened = input.enclosing(&[(String::new(), sound.join("\n"))]);
        opened.notes.push(format!("read {number}, one after another, as a stream"));
        return Some(opened);
    }
    let labels = (1_usize..).map(|number| format!("document {number}"));
    let texts: Vec<(String, String)> = labels.zip(sound).collect();
    if let [(_, request), (_, response)] = texts.as_slice()
        && role_of(input, request, None, families) == TextRole::None
    {
        let exchange = format!("{{\"request\": {request}, \"response\": {response}}}");
        if role_of(input, &exchange, None, families) == TextRole::Cited {
            let mut opened = input.enclosing(&[(String::new(), exchange)]);
            opened.notes.push("read two JSON documents as a request and its response".to_owned());
            return Some(opened);
        }
    }
    let (answers, best) = answers(input, texts, families);
    (best >= TextRole::Answer).then_some(())?;
    let mut opened = input.enclosing(&answers);
    let left = places.len() - answers.len();
    let mut note = format!("opened {number}, one after another");
    if left > 0 {
        note = format!("{note}; {left} without an answer left out");
    }
    if damaged > 0 {
        note = format!("{note}, {damaged} of them damaged");
    }
    opened.notes.push(note);
    Some(opened)
}

/// Returns the answers that are objects anywhere in a JSON document of unknown shape, as an interface or a
/// program wraps them; `None` if none is at least `least`.
pub(super) fn in_envelopes(
    input: &Input,
    document: &Value,
    least: TextRole,
    families: &Families,
) -> Option<Input> {
    let mut found = Found { input, families, least, missed: BTreeMap::new(), answers: Vec::new() };
    found.search(document, "", 0);
    let paths = ticked(found.answers.iter().map(|(path, _)| path.as_str()), 3);
    let number = found.answers.len();
    (number > 0).then(|| {
        let what = format!("opened {paths}: ");
        enclosing(input.clone(), &found.answers, &what, "answer", number)
    })
}

/// The answers found in the envelopes of a document.
struct Found<'a> {
    input: &'a Input,
    families: &'a Families,
    least: TextRole,
    /// The number of objects that are no answers, by their paths without places in lists.
    missed: BTreeMap<String, usize>,
    answers: Vec<(String, String)>,
}

impl Found<'_> {
    fn search(&mut self, value: &Value, path: &str, depth: usize) {
        if depth > MAX_DEPTH || self.answers.len() >= MAX_ANSWERS {
            return;
        }
        if depth > 0 && self.is_answer(value, path) {
            return;
        }
        match value {
            Value::Object(fields) if !is_message(value) => {
                for (key, inner) in fields {
                    self.search(inner, &join(path, key), depth + 1);
                }
            }
            Value::Array(items) if !items.iter().any(is_message) => {
                for (index, inner) in items.iter().enumerate() {
                    self.search(inner, &format!("{path}[{index}]"), depth + 1);
                }
            }
            _ => {}
        }
    }

    /// True if a value is an answer; it is kept with its path.
    fn is_answer(&mut self, value: &Value, path: &str) -> bool {
        let is_list = || value.as_array().is_some_and(|it| it.iter().any(Value::is_object));
        if !value.is_object() && !is_list() {
            return false;
        }
        let shape: String = path.split(|c: char| c.is_ascii_digit()).collect();
        let missed = self.missed.entry(shape).or_default();
        if *missed >= MAX_MISSED {
            return false;
        }
        let text = value.to_string();
        let is_long = text.len() >= MIN_ANSWER;
        if is_long && role_of(self.input, &text, None, self.families) >= self.least {
            let text = archive_within(self.input, text, self.families);
            self.answers.push((path.to_owned(), text));
            return true;
        }
        *missed += 1;
        false
    }
}

/// True for a message of a conversation, which is no answer by itself.
fn is_message(value: &Value) -> bool {
    let role = value.get("role").and_then(Value::as_str);
    role.is_some_and(|role| ["system", "developer", "user", "tool", "function"].contains(&role))
}
