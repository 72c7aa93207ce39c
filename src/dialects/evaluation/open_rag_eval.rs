//! Results of Vectara's open-rag-eval: the parts of a generated answer with the passages that each cites.
//!
//! Spec: the code of github.com/vectara/open-rag-eval. Its interface returns `rag_result` with
//! `retrieval_result.retrieved_passages`, texts by their marks (`{"[1]": "…"}`), and
//! `generation_result.generated_answer`, a list of `{"text": "…", "citations": ["[1]"]}`. Its tables have both as
//! JSON in columns, one of each for a run: `run_1_retrieved_passages`, `run_1_generated_answer`. The parts are put
//! together with a blank; a citation covers its part. The table that it reads is one of rows.
//!
//! # Incomplete support
//!
//! Scores are not read.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{Reader, id, parse};
use crate::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Response, Source, SourceText, Target,
};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "open-rag-eval",
    title: "open-rag-eval: results of an evaluation, as JSON or a table",
    recognised_by: "`generated_answer`, a list of `text` and `citations`, beside `retrieved_passages`; or columns `run_1_…` of these",
    sources_from: "`retrieved_passages` by their marks; then files given",
    units: "none: a citation covers its part of the answer",
    kind: Kind::Payload { detect, read },
    element: |value| {
        let is_result = value.as_object().is_some_and(|object| run(object, None).is_some());
        if is_result { Element::Row } else { Element::No }
    },
    ..Dialect::DEFAULTS
};

const ANSWER: &str = "generated_answer";
const PASSAGES: &str = "retrieved_passages";

/// Maximum number of runs of a row of a table.
const MAX_RUNS: usize = 100;

/// Returns the rows of a table with one run each, which is named where a row has several.
pub(crate) fn runs(row: Value) -> Vec<Value> {
    let Some(fields) = row.as_object() else { return vec![row] };
    let numbers = (1..=MAX_RUNS).take_while(|number| fields.contains_key(&column(*number, ANSWER)));
    let numbers: Vec<usize> = numbers.collect();
    if numbers.len() < 2 {
        return vec![row];
    }
    let own = |number: &usize| {
        let mut own: Map<String, Value> = Map::new();
        let about = fields.iter().filter(|(name, _)| !name.starts_with("run_"));
        own.extend(about.map(|(name, value)| (name.clone(), value.clone())));
        for name in [ANSWER, PASSAGES] {
            let cell = fields.get(&column(*number, name));
            own.extend(cell.map(|cell| (name.to_owned(), cell.clone())));
        }
        own.insert("run".to_owned(), json!(number));
        Value::Object(own)
    };
    numbers.iter().map(own).collect()
}

/// True for the name of the column with the answer of the first run.
pub(crate) fn is_column(name: &str) -> bool {
    name == column(1, ANSWER)
}

fn column(run: usize, name: &str) -> String {
    format!("run_{run}_{name}")
}

/// One answer with its passages.
struct Run<'v> {
    parts: Cow<'v, [Value]>,
    passages: Cow<'v, Map<String, Value>>,
    query: Option<&'v str>,
}

/// Returns the run that an object holds: itself, in `rag_result`, or in the columns of the first run.
fn run<'v>(object: &'v Map<String, Value>, asked: Option<&'v str>) -> Option<Run<'v>> {
    let inner = |name: &str| object.get(name).and_then(Value::as_object);
    let query = object.get("query").and_then(Value::as_str).or(asked);
    if let Some(inner) = inner("rag_result") {
        return run(inner, query);
    }
    let generated = inner("generation_result");
    let query = query.or_else(|| generated?.get("query")?.as_str());
    let field = |name: &str| {
        let result = if name == ANSWER { generated } else { inner("retrieval_result") };
        let own = object.get(name).or_else(|| object.get(&column(1, name)));
        result.and_then(|result| result.get(name)).or(own)
    };
    let parts = match opened(field(ANSWER)?)? {
        Cow::Borrowed(Value::Array(parts)) => Cow::Borrowed(parts.as_slice()),
        Cow::Owned(Value::Array(parts)) => Cow::Owned(parts),
        _ => return None,
    };
    let passages = match opened(field(PASSAGES)?)? {
        Cow::Borrowed(Value::Object(passages)) => Cow::Borrowed(passages),
        Cow::Owned(Value::Object(passages)) => Cow::Owned(passages),
        _ => return None,
    };
    let is_part = |part: &Value| {
        part.get("text").is_some_and(Value::is_string)
            && part.get("citations").is_some_and(Value::is_array)
    };
    let fits = !parts.is_empty() && parts.iter().all(is_part);
    fits.then_some(Run { parts, passages, query })
}

/// Returns a value, or the JSON in a cell of a table.
fn opened(value: &Value) -> Option<Cow<'_, Value>> {
    match value {
        Value::String(cell) => Some(Cow::Owned(parse(cell).ok()?.value)),
        other => Some(Cow::Borrowed(other)),
    }
}

fn detect(record: &Record<'_>) -> Option<String> {
    let run = run(record.payload()?.document()?.as_object()?, None)?;
    let (parts, passages) = (count(run.parts.len(), "part"), run.passages.len());
    Some(format!("{parts} with `citations` to {}", count(passages, "passage")))
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let object = record.payload().and_then(|payload| payload.document()?.as_object());
    let Some((object, run)) = object.and_then(|object| Some((object, run(object, None)?))) else {
        return Err(
            record.error("a result should have `generated_answer` and `retrieved_passages`")
        );
    };
    let mut reader = Reader::default();
    let mut response = Response::default();
    for (index, part) in run.parts.iter().enumerate() {
        let path = format!("{ANSWER}[{index}]");
        match part.as_object() {
            Some(fields) => add(&mut response, fields, &path, &mut reader),
            None => reader.expected(&path, "an object", part),
        }
    }
    let query = id(object, "query_id").into_iter();
    let name = id(object, "run").map(|run| format!("run {run}"));
    Ok(Case {
        id: query.chain(name).collect::<Vec<_>>().join(" "),
        question: run.query.map(str::to_owned),
        response,
        sources: run.passages.iter().map(|(mark, text)| source(mark, text)).collect(),
        notes: reader.notes,
        ..Case::default()
    })
}

/// Adds a part of the answer, and the citation that covers it.
fn add(response: &mut Response, part: &Map<String, Value>, path: &str, reader: &mut Reader) {
    let cursor = Cursor::new(part, path);
    let text = cursor.string(reader, "text").unwrap_or_default();
    if !response.text.is_empty() && !response.text.ends_with(char::is_whitespace) {
        response.text.push(' ');
    }
    let start = response.text.len() + (text.len() - text.trim_start().len());
    response.text.push_str(&text);
    let span = Span::new(start, response.text.trim_end().len().max(start));
    let mut targets: Vec<Target> = Vec::new();
    for cited in cursor.list(reader, "citations") {
        let Some(mark) = cited.as_str() else {
            reader.expected(&cursor.at("citations"), "marks such as `[1]`", cited);
            continue;
        };
        let id = number(mark);
        if targets.iter().all(|own| own.id != id) {
            targets.push(Target { id, ..Target::default() });
        }
    }
    if !targets.is_empty() {
        response.citations.push(Citation {
            family: "part".to_owned(),
            raw: Value::Object(part.clone()).to_string(),
            anchor: Anchor { kind: AnchorKind::Claim, span },
            targets,
            ..Citation::default()
        });
    }
}

fn source(mark: &str, text: &Value) -> Source {
    let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
    let text = SourceText::Inline(text.into());
    Source { id: number(mark), id_from: IdFrom::Text, text, listed: true, ..Source::default() }
}

/// Returns the number in a mark.
fn number(mark: &str) -> String {
    mark.trim_matches(['[', ']', ' ']).to_owned()
}
