//! `LangSmith`: runs of a trace.
//!
//! Spec: the interface's run (`id`, `run_type`, `inputs`, `outputs`, `child_runs`, `parent_run_id`,
//! `trace_id`, `dotted_order`). Read are one run with its children, and a list of the runs of one
//! trace. A list of several such trees is a case each, and so is each trace of a list of the runs of several.
//!
//! The answer is the output of the root; the outputs of `retriever` runs are the sources, or without
//! any the documents that the root itself gives back.
//! `dotted_order` is the order of their starts.
//!
//! # Incomplete support
//!
//! Lines of a file with one run each are read separately: the results of a retriever on another
//! line are not combined with its root. Pass such runs as one list.

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::trace::{Trace, by_trace};
use crate::dialects::shared::{chats, documents};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::{list, text};
use crate::model::{Case, Source};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "langsmith",
    title: "LangSmith: the runs of a trace",
    recognised_by: "`run_type` beside `trace_id`, `dotted_order` or `child_runs`",
    sources_from: "documents in the outputs of `retriever` runs, then files given",
    units: "none: marks are in the text of the root's output",
    kind: Kind::Archive { detect, divide, read },
    companion,
    ..Dialect::DEFAULTS
};

/// Maximum depth of runs in runs.
const MAX_DEPTH: usize = 64;

fn is_run(value: &Value) -> bool {
    let beside = ["trace_id", "dotted_order", "child_runs", "parent_run_id"];
    !text(value, "run_type").is_empty() && beside.iter().any(|key| value.get(*key).is_some())
}

fn is_root(run: &Value) -> bool {
    text(run, "parent_run_id").is_empty()
}

/// Returns the runs of a payload, children after their parents.
fn runs(documents: &[Value]) -> Vec<&Value> {
    let mut runs = Vec::new();
    for run in listed(documents) {
        put(run, &mut runs, 0);
    }
    runs
}

/// Returns the runs of a payload without the children in them.
fn listed(documents: &[Value]) -> impl Iterator<Item = &Value> {
    let own = |document| match list(document, "runs") {
        [] => std::slice::from_ref(document),
        wrapped => wrapped,
    };
    documents.iter().flat_map(own).filter(|run| is_run(run))
}

fn put<'v>(run: &'v Value, runs: &mut Vec<&'v Value>, depth: usize) {
    runs.push(run);
    if depth < MAX_DEPTH {
        for child in list(run, "child_runs") {
            put(child, runs, depth + 1);
        }
    }
}

fn answered(run: &Value) -> Option<String> {
    run.get("outputs").and_then(documents::said)
}

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let runs = runs(&payload.documents);
    let said =
        runs.iter().any(|run| text(run, "run_type") != "retriever" && answered(run).is_some());
    said.then(|| format!("{} with `run_type`", count(runs.len(), "run")))
}

fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    if detect(record).is_some() {
        return None;
    }
    let found: Vec<Source> = retrieved(&runs(&payload.documents)).into_iter().flatten().collect();
    (!found.is_empty()).then_some(found)
}

/// Returns the runs of each answered trace of a list, if children are beside their roots in it and it has several.
fn traces(record: &Record<'_>) -> Vec<Vec<Value>> {
    let documents = record.payload().map(|payload| payload.documents.as_slice());
    let trace = |run: &Value| {
        let stated = Some(text(run, "trace_id")).filter(|id| !id.is_empty());
        // The order of a run begins with that of its root.
        stated
            .or_else(|| text(run, "dotted_order").split('.').next())
            .unwrap_or_default()
            .to_owned()
    };
    let mut traces = by_trace(listed(documents.unwrap_or_default()).cloned(), trace);
    traces.retain(|runs| runs.iter().any(|run| is_root(run) && answered(run).is_some()));
    if traces.len() > 1 { traces } else { Vec::new() }
}

/// Divides a list of trees into a case each, and a list of the runs of several traces into one for each trace.
fn divide(record: &Record<'_>) -> Vec<Item> {
    let documents =
        record.payload().map(|payload| payload.documents.as_slice()).unwrap_or_default();
    if documents.iter().any(|run| !is_root(run) || !list(run, "runs").is_empty()) {
        return Item::of_whole(record, record.together(traces).len());
    }
    chats::divide(record, |run| usize::from(is_run(run) && answered(run).is_some()))
}

/// Results of the retrievers, in the order of their starts.
fn retrieved(runs: &[&Value]) -> Vec<Vec<Source>> {
    let mut retrievers: Vec<&&Value> =
        runs.iter().filter(|run| text(run, "run_type") == "retriever").collect();
    retrievers.sort_by_key(|run| text(run, "dotted_order"));
    let found = |run: &&Value| run.get("outputs").map(documents::returned).unwrap_or_default();
    retrievers.into_iter().map(found).collect()
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let traces = record.together(traces);
    let own = traces.get(record.item);
    let runs = runs(own.map_or(payload.documents.as_slice(), Vec::as_slice));
    let mut trace = Trace { notes: payload.notes.clone(), ..Trace::default() };
    let roots: Vec<&&Value> = runs.iter().filter(|run| is_root(run)).collect();
    let Some(root) = roots.iter().rev().find(|run| answered(run).is_some()).or(roots.last()) else {
        return Err(record.error("no root run found: each run names a parent"));
    };
    if roots.len() > 1 {
        let what = count(roots.len() - 1, "other trace");
        trace.notes.push(format!("{what} in the same list not shown: the last one is"));
    }
    let listed = || listed(&payload.documents).filter(|run| is_root(run)).count();
    let others =
        if own.is_some() && record.item == 0 { listed().saturating_sub(traces.len()) } else { 0 };
    if others > 0 {
        trace.notes.push(format!("{} without an answer not shown", count(others, "trace")));
    }
    let is_ours = |run: &&&Value| {
        let trace = text(root, "trace_id");
        roots.len() == 1 || text(run, "trace_id") == trace
    };
    let ours: Vec<&Value> = runs.iter().filter(is_ours).copied().collect();
    trace.answer = answered(root);
    trace.question = root.get("inputs").and_then(documents::asked);
    trace.retrievals = retrieved(&ours);
    if trace.retrievals.iter().all(Vec::is_empty) {
        // Many chains return their input together with the answer.
        let own = root.get("outputs").map(documents::returned).unwrap_or_default();
        trace.retrievals.push(own);
    }
    let mut models: Vec<&&Value> =
        ours.iter().filter(|run| matches!(text(run, "run_type"), "llm" | "chat_model")).collect();
    models.sort_by_key(|run| text(run, "dotted_order"));
    trace.prompt = models.last().and_then(|run| run.get("inputs")).map(documents::words);
    let id = text(root, "id").to_owned();
    let name = text(root, "name");
    Ok(Case {
        id: if name.is_empty() { id } else { format!("{name} {id}") },
        ..trace.case(text_reader)
    })
}
