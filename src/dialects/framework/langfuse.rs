//! Langfuse: traces with their observations.
//!
//! Spec: the interface's trace (`id`, `name`, `input`, `output`, `observations[]`) and observation
//! (`type`, `traceId`, `parentObservationId`, `startTime`, `input`, `output`), in `camelCase` or in the
//! `snake_case` of exports. What an app puts into `input` and `output` is its own: lists of documents
//! are searched for in the outputs of everything that is no `GENERATION`.
//!
//! # Incomplete support
//!
//! Scores and the tree of observations are not shown. A trace whose observations are only named by
//! their ids has no sources.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::trace::Trace;
use crate::dialects::shared::{chats, documents};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::scalar;
use crate::input::json::{list, text};
use crate::model::{Case, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "langfuse",
    title: "Langfuse: a trace with its observations, or a list of either",
    recognised_by: "`observations[]` of a `type` such as `SPAN`, or such observations themselves",
    sources_from: "lists of documents in the outputs of observations, then files given",
    units: "none: marks are in the text of the trace's output",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

/// The types of observations.
const TYPES: &[&str] = &[
    "SPAN",
    "GENERATION",
    "EVENT",
    "RETRIEVER",
    "AGENT",
    "TOOL",
    "CHAIN",
    "EMBEDDING",
    "EVALUATOR",
    "GUARDRAIL",
];

fn is_observation(value: &Value) -> bool {
    let of_trace = ["traceId", "trace_id", "startTime", "start_time"];
    TYPES.contains(&text(value, "type")) && of_trace.iter().any(|key| value.get(*key).is_some())
}

fn is_trace(value: &Value) -> bool {
    list(value, "observations").iter().any(is_observation)
}

/// Takes a document apart: the trace itself, and its observations in the order of their starts.
fn taken(documents: &[Value]) -> (Option<&Value>, Vec<&Value>) {
    let wrapped = |it: &'_ Value| !list(it, "data").is_empty();
    let inner = documents.iter().filter(|it| wrapped(it)).flat_map(|it| list(it, "data"));
    let all: Vec<&Value> = documents.iter().filter(|it| !wrapped(it)).chain(inner).collect();
    let trace = all.iter().rev().copied().find(|it| is_trace(it));
    let mut observations: Vec<&Value> = match trace {
        Some(trace) => list(trace, "observations").iter().filter(|it| is_observation(it)).collect(),
        None => all.into_iter().filter(|it| is_observation(it)).collect(),
    };
    observations.sort_by_cached_key(|it| scalar_of(it, &["startTime", "start_time"]));
    (trace, observations)
}

fn scalar_of(value: &Value, keys: &[&str]) -> String {
    keys.iter().find_map(|key| value.get(*key).and_then(scalar)).unwrap_or_default()
}

fn output(value: &Value) -> Option<String> {
    value.get("output").and_then(documents::said)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let (trace, observations) = taken(&record.payload()?.documents);
    let said = trace.is_some_and(|it| output(it).is_some())
        || observations.iter().any(|it| output(it).is_some());
    (!observations.is_empty() && said)
        .then(|| format!("{} of a trace", count(observations.len(), "observation")))
}

/// Divides a list of traces into a case each.
fn divide(record: &Record<'_>) -> Vec<Item> {
    chats::divide(record, |document| usize::from(is_trace(document)))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let (whole, observations) = taken(&payload.documents);
    let mut trace = Trace { notes: payload.notes.clone(), ..Trace::default() };
    let parent = |it: &Value| scalar_of(it, &["parentObservationId", "parent_observation_id"]);
    let generations = || observations.iter().rev().filter(|it| text(it, "type") == "GENERATION");
    let root = observations.iter().rev().find(|it| parent(it).is_empty() && output(it).is_some());
    let last = generations().find(|it| output(it).is_some());
    let answering = whole.filter(|it| output(it).is_some()).or(root.copied()).or(last.copied());
    let Some(answering) = answering else {
        return Err(record.error("no `output` with words in the trace or its observations"));
    };
    trace.answer = output(answering);
    trace.question = whole
        .and_then(|it| it.get("input"))
        .or_else(|| answering.get("input"))
        .and_then(documents::asked);
    let found = |it: &&Value| it.get("output").map(documents::returned).unwrap_or_default();
    // Retrievers are labelled; without any, every step that returned documents is one.
    let named = observations.iter().filter(|it| text(it, "type") == "RETRIEVER").copied();
    let named: Vec<Vec<Source>> = named.map(|it| found(&it)).filter(|it| !it.is_empty()).collect();
    trace.retrievals = if named.is_empty() {
        let others = observations.iter().filter(|it| text(it, "type") != "GENERATION");
        others.map(found).filter(|it| !it.is_empty()).collect()
    } else {
        named
    };
    if trace.retrievals.is_empty() {
        trace.retrievals.push(found(&answering));
    }
    trace.prompt = generations().next().and_then(|it| it.get("input")).map(documents::words);
    let id = whole.map(|it| [text(it, "name"), text(it, "id")].join(" ")).unwrap_or_default();
    Ok(Case { id: id.trim().to_owned(), ..trace.case(text_reader) })
}
