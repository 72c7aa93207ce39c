//! `OpenInference` and `OpenTelemetry`: spans of a trace, as stored by Phoenix, Arize and others.
//!
//! Spec: the semantic conventions of `OpenInference` (`retrieval.documents.{i}.document.content`,
//! `llm.input_messages.{i}.message.content`, `input.value`, `output.value`) and of `OpenTelemetry` for
//! generative AI (`gen_ai.retrieval.documents`). Read are attributes that are flat, nested, prefixed by
//! `attributes.`, or OTLP's lists of keys and values; spans in a list, in `spans`, or in OTLP's
//! `resourceSpans`.
//!
//! Spans of `Monocle` have their input and output in events, and say in `span.type` what they are. The
//! results of their tools are sources.
//!
//! Lists are put together by the number in the key, not by the order of the keys: as texts, 10 comes
//! before 9. A document's metadata is a text of JSON.
//!
//! Each trace with an output is a case.
//!
//! # Incomplete support
//!
//! `gen_ai.retrieval.documents` has ids and scores and no text, so nothing can be checked, which is
//! reported.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::trace::{Trace, by_trace};
use crate::dialects::shared::{documents, found};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::list;
use crate::input::json::parse;
use crate::input::json::scalar;
use crate::model::{Case, IdFrom, Source, SourceText};
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "openinference",
    title: "OpenInference or OpenTelemetry spans: Phoenix, Arize",
    recognised_by: "`openinference.span.kind`, or `retrieval.documents` among a span's attributes, or an event `data.output`",
    sources_from: "`retrieval.documents.{i}` by number, or the results of tools, then files given",
    units: "none: marks are in the text of the root's `output.value`",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

/// The reason why the sources have no text.
const IDS_ONLY: &str =
    "the trace has ids and scores only; pass the document with `--source ID=PATH`";

/// The events of Monocle, and the attributes that hold their words.
const INPUT: &str = "data.input";
const OUTPUT: &str = "data.output";

/// Maximum depth of attributes.
const MAX_DEPTH: usize = 16;

/// A span, its attributes by their dotted names.
#[derive(Debug)]
struct SpanOf {
    attributes: BTreeMap<String, Value>,
    trace: String,
    parent: String,
    start: String,
}

fn detect(record: &Record<'_>) -> Option<String> {
    if !["retrieval", "openinference", OUTPUT].iter().any(|sign| record.text.contains(sign)) {
        return None;
    }
    let spans = spans(&record.payload()?.documents);
    let is_ours = |span: &&SpanOf| {
        span.attributes.keys().any(|key| {
            key.starts_with("retrieval.documents.")
                || key.starts_with("gen_ai.retrieval.documents")
                || ["openinference.span.kind", OUTPUT].contains(&key.as_str())
        })
    };
    let ours = spans.iter().filter(is_ours).count();
    let said = spans.iter().any(|span| span.said().is_some());
    (ours > 0 && said).then(|| format!("{} of a trace", count(ours, "span")))
}

/// Returns the spans of a payload, in the order of their starts.
fn spans(documents: &[Value]) -> Vec<SpanOf> {
    let mut spans = Vec::new();
    for document in documents {
        let scopes = list(document, "resourceSpans")
            .iter()
            .flat_map(|resource| list(resource, "scopeSpans"))
            .flat_map(|scope| list(scope, "spans"));
        let named = ["spans", "data"].iter().flat_map(|key| list(document, key));
        let inner: Vec<&Value> = scopes.chain(named).collect();
        if inner.is_empty() {
            spans.extend(SpanOf::new(document));
        }
        spans.extend(inner.into_iter().filter_map(SpanOf::new));
    }
    spans.sort_by(|a, b| a.start.cmp(&b.start));
    spans
}

impl SpanOf {
    fn new(value: &Value) -> Option<Self> {
        let fields = value.as_object()?;
        let mut attributes = BTreeMap::new();
        match fields.get("attributes") {
            Some(Value::Array(pairs)) => {
                for pair in pairs {
                    let key = pair.get("key").and_then(Value::as_str).unwrap_or_default();
                    let value = pair.get("value").map(of_otlp).unwrap_or_default();
                    flatten(&value, key, &mut attributes, 0);
                }
            }
            Some(nested) => flatten(nested, "", &mut attributes, 0),
            None => {
                for (key, value) in fields {
                    flatten(value, key.trim_start_matches("attributes."), &mut attributes, 0);
                }
            }
        }
        for event in list(value, "events") {
            let held = |key: &str| event.get("attributes")?.get(key).cloned();
            match event.get("name").and_then(Value::as_str) {
                Some(INPUT) => attributes.extend(held("input").map(|it| (INPUT.to_owned(), it))),
                Some(OUTPUT) => {
                    attributes.extend(held("response").map(|it| (OUTPUT.to_owned(), it)));
                }
                _ => {}
            }
        }
        let first = |keys: &[&str]| {
            let mut found = keys.iter().filter_map(|key| {
                fields.get(*key).or_else(|| value.pointer("/context")?.get(*key))
            });
            found.find_map(scalar).unwrap_or_default()
        };
        Some(Self {
            attributes,
            trace: first(&["trace_id", "traceId", "context.trace_id"]),
            parent: first(&["parent_id", "parentSpanId", "parent_span_id"]),
            start: first(&["start_time", "startTimeUnixNano", "startTime", "start_time_unix_nano"]),
        })
    }

    fn text(&self, key: &str) -> Option<String> {
        self.attributes.get(key).and_then(scalar).filter(|text| !text.trim().is_empty())
    }

    fn kind(&self) -> String {
        self.text("openinference.span.kind").unwrap_or_default().to_uppercase()
    }

    /// Its type in the terms of Monocle: `agentic.turn`, `inference.framework`.
    fn span_type(&self) -> String {
        self.text("span.type").unwrap_or_default()
    }

    /// True if it calls a model.
    fn is_of_model(&self) -> bool {
        self.kind() == "LLM" || self.span_type().starts_with("inference")
    }

    /// True if its output is that of the trace.
    fn is_root(&self) -> bool {
        self.parent.is_empty() || self.span_type() == "agentic.turn"
    }

    /// Returns the pages that a tool gave back.
    fn results(&self) -> Vec<Source> {
        let is_tool = self.span_type().starts_with("agentic.tool");
        let output = self.attributes.get(OUTPUT).filter(|_| is_tool);
        let mut pages = output.map(found::sources).unwrap_or_default();
        pages.retain(|page| page.url.is_some());
        pages
    }

    /// Its output, in words.
    fn said(&self) -> Option<String> {
        let messages = || Some(self.messages("llm.output_messages.")).filter(|it| !it.is_empty());
        let of_genai = || self.attributes.get("gen_ai.output.messages").and_then(documents::said);
        let values = ["output.value", OUTPUT].into_iter();
        let value = values.filter_map(|key| self.attributes.get(key)).find_map(documents::said);
        value.or_else(messages).or_else(of_genai)
    }

    /// Its input, in words.
    fn asked(&self) -> Option<String> {
        let of_genai = || self.attributes.get("gen_ai.input.messages").and_then(documents::asked);
        let values = ["input.value", INPUT].into_iter();
        let value = values.filter_map(|key| self.attributes.get(key)).find_map(documents::asked);
        value.or_else(of_genai)
    }

    /// Returns the contents of a list of messages, in order.
    fn messages(&self, prefix: &str) -> String {
        let items = self.numbered(prefix);
        let contents = items.values().flat_map(|fields| {
            let is_content = |key: &str| matches!(key.rsplit('.').next(), Some("content" | "text"));
            fields.iter().filter(move |(key, _)| is_content(key)).filter_map(|(_, it)| it.as_str())
        });
        contents.collect::<Vec<_>>().join("\n")
    }

    /// Returns the items of a list under `prefix`, by their numbers, each with its fields.
    fn numbered(&self, prefix: &str) -> BTreeMap<u64, BTreeMap<String, &Value>> {
        let mut items: BTreeMap<u64, BTreeMap<String, &Value>> = BTreeMap::new();
        let below = self.attributes.range(prefix.to_owned()..);
        for (key, value) in below.take_while(|(key, _)| key.starts_with(prefix)) {
            let rest = key.strip_prefix(prefix).unwrap_or_default();
            if let Some((number, name)) = rest.split_once('.')
                && let Ok(number) = number.parse()
            {
                items.entry(number).or_default().insert(name.to_owned(), value);
            }
        }
        items
    }

    /// Returns the documents of a list, in the order of their numbers.
    fn documents(&self, prefix: &str) -> Vec<Source> {
        let mut sources = Vec::new();
        for item in self.numbered(prefix).into_values() {
            let mut fields = Map::new();
            let mut metadata = Map::new();
            for (key, value) in item {
                let key = key.strip_prefix("document.").unwrap_or(&key);
                match key.strip_prefix("metadata.") {
                    Some(name) => drop(metadata.insert(name.to_owned(), value.clone())),
                    None => drop(fields.insert(key.to_owned(), value.clone())),
                }
            }
            if !metadata.is_empty() {
                fields.insert("metadata".to_owned(), Value::Object(metadata));
            }
            let fields = documents::fields(&Value::Object(fields));
            sources.extend(fields.map(|fields| documents::source(&fields)));
        }
        sources
    }

    /// Returns the ids and scores that `OpenTelemetry` keeps instead of documents.
    fn ids(&self) -> Vec<Source> {
        let stated = self.attributes.get("gen_ai.retrieval.documents");
        let parsed = stated.and_then(Value::as_str).and_then(|json| parse(json).ok());
        let flat = self.numbered("gen_ai.retrieval.documents.");
        let own = |id: Option<&Value>, score: Option<&Value>| Source {
            id: id.and_then(scalar).unwrap_or_default(),
            id_from: IdFrom::Text,
            score: score.and_then(Value::as_f64),
            text: SourceText::Absent(IDS_ONLY.to_owned()),
            ..Source::default()
        };
        let listed = parsed.iter().filter_map(|parsed| parsed.value.as_array()).flatten();
        let listed = listed.map(|it| own(it.get("id"), it.get("score")));
        let flat = flat.values().map(|it| own(it.get("id").copied(), it.get("score").copied()));
        listed.chain(flat).filter(|source| !source.id.is_empty()).collect()
    }
}

/// Returns the value in OTLP's wrapping: `{"stringValue": "…"}`.
fn of_otlp(value: &Value) -> Value {
    let Some((kind, inner)) = value.as_object().and_then(|fields| fields.iter().next()) else {
        return value.clone();
    };
    match kind.as_str() {
        "arrayValue" => list(inner, "values").iter().map(of_otlp).collect(),
        "kvlistValue" => {
            let pairs = list(inner, "values").iter();
            let pair =
                |it: &Value| Some((it.get("key")?.as_str()?.to_owned(), of_otlp(it.get("value")?)));
            Value::Object(pairs.filter_map(pair).collect())
        }
        _ => inner.clone(),
    }
}

fn flatten(value: &Value, path: &str, into: &mut BTreeMap<String, Value>, depth: usize) {
    let join =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        _ if depth > MAX_DEPTH => {}
        Value::Null => {}
        Value::Object(fields) => {
            for (key, inner) in fields {
                flatten(inner, &join(key), into, depth + 1);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                flatten(inner, &join(&index.to_string()), into, depth + 1);
            }
        }
        leaf => drop(into.insert(path.to_owned(), leaf.clone())),
    }
}

/// The traces of a record.
struct Traces {
    /// The spans of each trace with an output, by the first start.
    answered: Vec<Vec<SpanOf>>,
    /// The number of spans of the others.
    others: usize,
}

fn traces(record: &Record<'_>) -> Traces {
    let documents = record.payload().map(|payload| payload.documents.as_slice());
    let traces = by_trace(spans(documents.unwrap_or_default()), |span| span.trace.clone());
    let said = |spans: &[SpanOf]| spans.iter().any(|span| span.said().is_some());
    let (answered, others): (Vec<_>, Vec<_>) = traces.into_iter().partition(|spans| said(spans));
    Traces { answered, others: others.iter().map(Vec::len).sum() }
}

/// Divides a list of the spans of several traces into one for each trace with an output.
fn divide(record: &Record<'_>) -> Vec<Item> {
    let traces = record.together(traces).answered.len();
    if traces > 1 { Item::of_whole(record, traces) } else { Vec::new() }
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let Traces { answered, others } = record.together(traces);
    let spans = answered.get(record.item).ok_or_else(|| record.error("no span has an output"))?;
    let mut trace = Trace { notes: payload.notes.clone(), ..Trace::default() };
    if *others > 0 && record.item == 0 {
        let what = count(*others, "span");
        trace.notes.push(format!("{what} of traces without an output not shown"));
    }
    let models: Vec<&SpanOf> = spans.iter().filter(|span| span.is_of_model()).collect();
    let root = spans.iter().rfind(|span| span.is_root() && span.said().is_some());
    let root = root
        .or_else(|| models.last().copied())
        .or_else(|| spans.iter().rfind(|span| span.said().is_some()));
    trace.answer = root.and_then(SpanOf::said);
    trace.question = root.and_then(SpanOf::asked);
    for span in spans {
        let mut found = span.documents("retrieval.documents.");
        if found.is_empty() {
            found = span.ids();
        }
        if found.is_empty() {
            found = span.results();
        }
        trace.retrievals.push(found);
        let reranked = span.documents("reranker.output_documents.");
        if !reranked.is_empty() {
            trace.reranked = Some(reranked);
        }
    }
    trace.prompt = models.last().map(|span| span.messages("llm.input_messages."));
    let mut case = trace.case(text_reader);
    if answered.len() > 1 {
        case.id = spans.first().map(|span| span.trace.clone()).unwrap_or_default();
    }
    Ok(case)
}
