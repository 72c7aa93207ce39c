//! Answers that something wraps: the line of a log, a JSON string or what a program printed; several JSON
//! documents one after another; the envelope of an interface (`{"status": 200, "data": {…}}`).
//!
//! Each is read as if it were a file of its own, so that an export of chats is divided and a row is found
//! there too.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::cases::failed_rows::{Failed, with_failed_rows};
use crate::cases::text_role::{TextRole, enclosing, role_of};
use crate::cases::unknown_json::is_given;
use crate::dialects::Dialect;
use crate::dialects::dialect::{Kind, ROWS};
use crate::dialects::lookup::{RECOGNIZERS, detect};
use crate::dialects::shared::markers::Families;
use crate::input::container::{Payload, Shape, is_event_lines, responses};
use crate::input::failed_row::{has_failed, is_failed_row};
use crate::input::json::{documents, join, parse};
use crate::input::json::{rename_keys, to_camel_case, to_snake_case};
use crate::input::record::TextOrigin;
use crate::input::{Input, Record};
use crate::text::Span;
use crate::text::prose::{count, one_line, ticked};

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
    let is_coloured = record.text.contains("\u{1b}[");
    if payload.record.is_some() && !is_coloured {
        return None;
    }
    let is_json = record.looks_like_json() && !is_coloured && record.is_json();
    let is_archive = format.is_some_and(|it| matches!(it.kind, Kind::Archive { .. }));
    let is_list = is_json && record.text.trim_start().starts_with('[');
    // A list that is the text is divided as it is.
    if is_list || is_json && !is_archive {
        return None;
    }
    Some((content(payload)?, payload.notes.clone()))
}

/// Returns the answer in an exchange as JSON of its own, if it is only known so.
pub(super) fn answer_within(input: &Input, text: String, families: &Families) -> String {
    if role_of(input, &text, None, families) > TextRole::None {
        return text;
    }
    let inner = Record::new(input, &text, None, &RECOGNIZERS).payload().and_then(content);
    let known = inner.filter(|inner| role_of(input, inner, None, families) > TextRole::None);
    known.unwrap_or(text)
}

/// Returns the answers in the body of a response that is JSON Lines of complete answers; empty for any
/// other.
pub(super) fn lines_of(exchange: &str) -> Vec<String> {
    let exchange = parse(exchange).ok().map(|it| it.value);
    let body = exchange.as_ref().and_then(|it| it.pointer("/response/body")?.as_str());
    let body = body.unwrap_or_default();
    let lines: Vec<&str> = body.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() < 2 || responses(&format!("[{}]", lines.join(",")), &RECOGNIZERS).is_empty() {
        return Vec::new();
    }
    lines.into_iter().map(str::to_owned).collect()
}

/// Returns the content of a payload as JSON; `None` for a stream.
fn content(payload: &Payload) -> Option<String> {
    match (payload.shape, payload.documents.as_slice()) {
        (Shape::Document, [document]) if document.is_object() => Some(document.to_string()),
        (Shape::Document, [Value::String(text)]) => Some(text.clone()),
        (Shape::Array, items) => Some(Value::from(items.to_vec()).to_string()),
        _ => None,
    }
}

/// Returns the input with the keys of its JSON in the other spelling, `source_nodes` for `sourceNodes`, if
/// a format is only known so.
pub(super) fn respelled(input: &Input, families: &Families) -> Option<Input> {
    if !input.enclosed().is_empty() {
        return None;
    }
    let document = parse(input.whole()).ok()?.value;
    [(to_snake_case as fn(&str) -> String, "snake_case"), (to_camel_case, "camelCase")]
        .into_iter()
        .find_map(|(spelling, name)| {
            let mut document = document.clone();
            rename_keys(&mut document, spelling);
            let text = document.to_string();
            let record = Record::new(input, &text, None, &RECOGNIZERS);
            let known = detect(&record, families)?.0;
            let is_answer = role_of(input, &text, Some(known), families) >= TextRole::Answer;
            (!known.beginning_reads() && is_answer).then(|| {
                let mut opened = input.enclosing(&[(String::new(), text)]);
                opened.notes.push(format!("keys read in {name}, as the format writes them"));
                opened
            })
        })
}

/// Returns the answers among several JSON documents in one text, as `jq` and programs that print what
/// they get write them. Events are one stream, and a request before its response goes with it.
fn one_after_another(input: &Input, families: &Families) -> Option<Input> {
    let text = input.whole();
    let places = documents(text);
    let whole = |span: &Span| span.slice(text).unwrap_or_default().to_owned();
    let compact = |span: &Span| Some(parse(span.slice(text)?).ok()?.value.to_string());
    let sound: Vec<String> = places.iter().filter_map(compact).collect();
    if places.len() < 2 || sound.len() * 2 < places.len() {
        return None;
    }
    let number = count(places.len(), "JSON document");
    if is_event_lines(sound.iter().map(String::as_str), &RECOGNIZERS) {
        let all: Vec<String> =
            places.iter().map(|it| compact(it).unwrap_or_else(|| one_line(&whole(it)))).collect();
        let mut opened = input.enclosing(&[(String::new(), all.join("\n"))]);
        opened.notes.push(format!("read {number}, one after another, as a stream"));
        return Some(opened);
    }
    let is_answer = |text: &str| {
        !responses(text, &RECOGNIZERS).is_empty()
            || role_of(input, text, None, families) >= TextRole::Answer
    };
    if let [request, response] = sound.as_slice()
        && !is_answer(request)
    {
        let exchange = format!("{{\"request\": {request}, \"response\": {response}}}");
        if role_of(input, &exchange, None, families) == TextRole::Cited {
            let mut opened = input.enclosing(&[(String::new(), exchange)]);
            opened.notes.push("read two JSON documents as a request and its response".to_owned());
            return Some(opened);
        }
    }
    let keys = keys_of(sound.iter().map(String::as_str).filter(|text| is_answer(text)))?;
    // One that failed or is damaged is an answer that cannot be read, as a line would be.
    let has_failed = |value: &Value| value.is_object() && is_failed_row(value, &keys);
    let is_kept =
        |text: &str| parse(text).map_or(true, |it| has_failed(&it.value)) || is_answer(text);
    let labels = || (1_usize..).map(|number| format!("document {number}"));
    let kept: Vec<(String, String)> =
        labels().zip(places.iter().map(whole)).filter(|(_, text)| is_kept(text)).collect();
    let by_label: BTreeMap<String, Span> = labels().zip(places.iter().copied()).collect();
    let is_file = input.part_of().is_none();
    let origin =
        |label: &str| by_label.get(label).filter(|_| is_file).copied().map(TextOrigin::Json);
    let mut opened = input.enclosing(&kept).with_origins(origin);
    let left = places.len() - kept.len();
    opened.notes.push(match left {
        0 => format!("opened {number}, one after another"),
        _ => format!("opened {number}, one after another; {left} without an answer left out"),
    });
    Some(opened)
}

/// Returns the keys of answers; `None` if there is no answer.
fn keys_of<'t>(answers: impl Iterator<Item = &'t str>) -> Option<BTreeSet<String>> {
    let mut answers = answers.peekable();
    answers.peek()?;
    let objects = answers.filter_map(|text| parse(text).ok()?.value.as_object().cloned());
    Some(objects.flat_map(|object| object.into_iter().map(|(key, _)| key)).collect())
}

/// Returns the answers that are objects anywhere in a JSON document of unknown shape, as an interface or a
/// program wraps them; `None` if none is at least `least`.
pub(super) fn in_envelopes(
    input: &Input,
    document: &Value,
    least: TextRole,
    families: &Families,
) -> Option<Input> {
    let (missed, answered, answers) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    let mut found = Found { input, families, least, missed, answered, answers };
    found.search(document, "", 0);
    let paths = ticked(found.answers.iter().map(|(path, _)| path.as_str()), 3);
    let number = found.answers.len();
    (number > 0).then(|| {
        let answers = with_failed_rows(document, found.answers, Failed::Possibly);
        let mut opened = if least == TextRole::Cited {
            let what = format!("opened {paths}: ");
            enclosing(input.clone(), &answers.answers, &what, "answer", number)
        } else {
            let mut opened = input.enclosing(&answers.answers);
            opened.notes.push(format!("opened {paths}; no answer in it cites"));
            opened
        };
        opened.notes.extend(answers.note());
        opened
    })
}

/// Returns the input as the list in a field of a document that is one answer in events or other parts;
/// `None` if its items are answers by themselves.
pub(super) fn list_in_field(input: &Input, document: &Value, families: &Families) -> Option<Input> {
    let is_parts = |items: &&Value| {
        items.as_array().is_some_and(|it| it.len() > 1 && it.iter().all(Value::is_object))
            && !items.as_array().is_some_and(|it| it.iter().any(|item| item.get("role").is_some()))
    };
    let fields = document.as_object()?.iter().filter(|(_, value)| is_parts(value));
    let mut texts = fields.map(|(key, value)| (key, value.to_string()));
    let (key, text) = texts.find(|(_, text)| {
        let record = Record::new(input, text, None, &RECOGNIZERS);
        let known = detect(&record, families).map(|(format, _)| format);
        let known = known.filter(|it| !it.beginning_reads());
        known.is_some_and(|it| role_of(input, text, Some(it), families) == TextRole::Cited)
            && responses(text, &RECOGNIZERS).is_empty()
    })?;
    let mut opened = input.enclosing(&[(String::new(), text)]);
    opened.notes.push(format!("opened the list `{key}`"));
    Some(opened)
}

/// The answers found in the envelopes of a document.
struct Found<'a> {
    input: &'a Input,
    families: &'a Families,
    least: TextRole,
    /// The number of objects that are no answers, by their paths without places in lists.
    missed: BTreeMap<String, usize>,
    /// Such paths with an answer, where each other object may be one too.
    answered: BTreeSet<String>,
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
        let missed = self.missed.get(&shape).copied().unwrap_or_default();
        if missed >= MAX_MISSED && !self.answered.contains(&shape) {
            return false;
        }
        let text = value.to_string();
        let record = Record::new(self.input, &text, None, &RECOGNIZERS);
        let known = detect(&record, self.families).map(|(format, _)| format);
        // Marks in the text of JSON are those of one of its fields.
        // Rows are found without those that are saved twice, and with the question above them.
        let is_row = |it: &Dialect| it.name == ROWS;
        let known =
            known.filter(|it| !it.beginning_reads() && !is_row(it) && text.len() >= MIN_ANSWER);
        if known.is_some_and(|it| role_of(self.input, &text, Some(it), self.families) >= self.least)
        {
            let text = archive_within(self.input, text, self.families);
            self.answers.push((path.to_owned(), text));
            self.answered.insert(shape);
            return true;
        }
        if !has_failed(value) {
            *self.missed.entry(shape).or_default() += 1;
        }
        false
    }
}

/// True for a message of a conversation that the model did not write.
fn is_message(value: &Value) -> bool {
    value.as_object().is_some_and(is_given)
}
