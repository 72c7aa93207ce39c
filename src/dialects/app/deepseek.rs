//! The stream in which `DeepSeek`'s own app gets an answer, as browsers record it.
//!
//! Spec: none is published; from a recorded stream.
//!
//! ```json
//! {"v": {"response": {"message_id": 2, "role": "ASSISTANT", "fragments": [{"type": "SEARCH", "results": []}]}}}
//! {"p": "response/fragments/-1/results", "v": [{"url": "https://…", "title": "…", "snippet": "…", "cite_index": 1}]}
//! {"p": "response", "o": "BATCH", "v": [{"p": "fragments", "o": "APPEND", "v": [{"type": "RESPONSE", "content": "It"}]}]}
//! {"p": "response/fragments/-1/content", "o": "APPEND", "v": " is so"}
//! {"v": " [citation:1]."}
//! ```
//!
//! Each event changes the value at a path of the response; without a path or an operation, those of the
//! event before count. Marks name the `cite_index` of a result. Older streams have `content` and
//! `search_results` in the response itself.
//!
//! # Incomplete support
//!
//! Thoughts of the model are left out.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps::{Answer, marks};
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::json::{list, scalar, text};
use crate::model::{Case, Source};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "deepseek",
    title: "DeepSeek: the stream of its own app",
    recognised_by: "events with `v`, and paths `p` below `response`",
    sources_from: "`results[]` by their `cite_index`, with snippets; then files given",
    units: "none: `[citation:1]` is in the text",
    kind: Kind::Payload { detect, read },
    event: |value| if is_change(value) { is_sure(value) } else { Event::No },
    ..Dialect::DEFAULTS
};

/// Maximum number of steps of a path.
const MAX_STEPS: usize = 8;

const PAGE: SourceFields = SourceFields {
    titles: &["title"],
    urls: &["url"],
    updated: &[],
    texts: &["snippet"],
    shown: Shown::Named(&["site_name"]),
    absent: Absent::Reason(ADDRESS_ONLY),
    ..SourceFields::APP
};

/// `[citation:1]`
static MARK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[citation:([0-9]{1,4})\]").expect("it is sound"));

/// True for an object that only has a value, a path and an operation, and perhaps the name of the event.
fn is_change(value: &Value) -> bool {
    const KEYS: [&str; 5] = ["v", "p", "o", "event", "type"];
    value.as_object().is_some_and(|fields| {
        fields.contains_key("v") && fields.keys().all(|key| KEYS.contains(&key.as_str()))
    })
}

/// Returns the value of a change.
fn value_of(change: &Value) -> &Value {
    change.get("v").unwrap_or(&Value::Null)
}

/// Returns the response that a change begins with.
fn response_of(value: &Value) -> Option<&Value> {
    value.pointer("/v/response").filter(|response| response.is_object())
}

/// Returns `Yes` for a change whose path or value is that of a response.
fn is_sure(value: &Value) -> Event {
    let is_response = text(value, "p").starts_with("response") || response_of(value).is_some();
    if is_response { Event::Yes } else { Event::Perhaps }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let documents = &record.payload()?.documents;
    let is_begun = |value: &Value| response_of(value).is_some() && is_change(value);
    let has_changes = documents.iter().filter(|value| is_change(value)).nth(1).is_some();
    (has_changes && documents.iter().any(is_begun))
        .then(|| "events that change a `response`".to_owned())
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let response = changed(&payload.documents);
    let fragments = list(&response, "fragments");
    let of = |kind: &'static str| fragments.iter().filter(move |it| text(it, "type") == kind);
    let said: String = of("RESPONSE").map(|it| text(it, "content")).collect();
    let said = if said.is_empty() { text(&response, "content").to_owned() } else { said };
    if said.is_empty() {
        return Err(record.error("no answer found in `response`"));
    }
    let found = of("SEARCH").flat_map(|it| list(it, "results"));
    let found = found.chain(list(&response, "search_results")).filter_map(Value::as_object);
    let (mut sources, mut seen): (Vec<Source>, BTreeSet<String>) = Default::default();
    for page in found {
        // Pages that no mark names have no number.
        let number = page.get("cite_index").filter(|number| !number.is_null()).and_then(scalar);
        let id = number.filter(|id| seen.insert(id.clone()));
        sources.extend(id.map(|id| PAGE.source_with_id(page, id)));
    }
    let own = marks(&said, &MARK, "citation", |mark| {
        mark.get(1).map(|number| number.as_str().to_owned()).into_iter().collect()
    });
    let notes = payload.notes.clone();
    Ok(Answer { question: None, text: said, sources, notes }.case(own, text_reader))
}

/// Returns the response after all changes.
fn changed(events: &[Value]) -> Value {
    let mut whole = Value::Object(Map::new());
    let (mut path, mut operation) = (String::new(), "SET".to_owned());
    for event in events.iter().filter(|event| is_change(event)) {
        if let Some(own) = event.get("p").and_then(Value::as_str) {
            own.clone_into(&mut path);
        }
        if let Some(own) = event.get("o").and_then(Value::as_str) {
            own.clone_into(&mut operation);
        }
        match value_of(event) {
            Value::Object(fields) if path.is_empty() => whole = Value::Object(fields.clone()),
            Value::Array(changes) if operation == "BATCH" => {
                for change in changes {
                    let own = format!("{path}/{}", text(change, "p"));
                    apply(&mut whole, &own, text(change, "o"), value_of(change));
                }
            }
            value => apply(&mut whole, &path, &operation, value),
        }
    }
    whole.get_mut("response").map(Value::take).unwrap_or_default()
}

/// Sets or appends to the value at a path such as `response/fragments/-1/content`.
fn apply(whole: &mut Value, path: &str, operation: &str, new: &Value) {
    let mut own = whole;
    for step in path.split('/').filter(|step| !step.is_empty()).take(MAX_STEPS) {
        let next = match own {
            Value::Array(items) => {
                let last = items.len().checked_sub(1);
                let at = if step == "-1" { last } else { step.parse().ok() };
                at.and_then(|at| items.get_mut(at))
            }
            Value::Object(fields) => Some(fields.entry(step).or_insert(Value::Null)),
            _ => None,
        };
        let Some(next) = next else { return };
        own = next;
    }
    match (own, new) {
        (Value::String(text), Value::String(more)) if operation == "APPEND" => text.push_str(more),
        (Value::Array(items), Value::Array(more)) if operation == "APPEND" => {
            items.extend(more.iter().cloned());
        }
        (own, new) => *own = new.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn changes_are_applied_in_order() {
        let events = [
            json!({"v": {"response": {"fragments": [{"type": "SEARCH", "results": []}]}}}),
            json!({"p": "response/fragments/-1/results", "v": [{"cite_index": 1}]}),
            json!({"p": "response", "o": "BATCH", "v": [
                {"p": "fragments", "o": "APPEND", "v": [{"type": "RESPONSE", "content": "It"}]}]}),
            json!({"p": "response/fragments/-1/content", "o": "APPEND", "v": " is"}),
            json!({"v": " so."}),
            json!({"p": "response/fragments", "v": [{"type": "TIP"}]}),
            json!({"p": "response/fragments/7/content", "v": "lost"}),
        ];
        let expected = json!({"fragments": [{"type": "SEARCH", "results": [{"cite_index": 1}]},
            {"type": "RESPONSE", "content": "It is so."}, {"type": "TIP"}]});
        assert_eq!(changed(&events), expected);
    }
}
