//! Answers that a program saved beside their grounding, without the envelope of the interface: `{"text": "…",
//! "groundingMetadata": {…}}`, `{"query": "…", "response": "…", "grounding_supports": […]}`, or with fields of its
//! own, `{"text": "…", "chunks": [{"title": "…", "uri": "…"}], "supports": [{"end_index": 18, …}]}`.

use serde_json::{Map, Value, json};

use crate::dialects::shared::cursor::get;
use crate::input::container::{Payload, Shape};

/// Fields with the answer.
const TEXTS: [&str; 9] = [
    "text",
    "answer",
    "response",
    "output",
    "content",
    "outputText",
    "responseText",
    "answerText",
    "result",
];

/// Fields with the question.
const QUESTIONS: [&str; 4] = ["question", "query", "prompt", "input"];

/// Fields with what grounds the answer.
const METADATA: [&str; 2] = ["groundingMetadata", "grounding"];

/// Fields with the supports and with the chunks, in the metadata or beside the answer.
const SUPPORTS: [&str; 2] = ["groundingSupports", "supports"];
const CHUNKS: [&str; 2] = ["groundingChunks", "chunks"];

/// Fields with the numbers of the chunks of a support.
const INDICES: [&str; 2] = ["groundingChunkIndices", "chunkIndices"];

/// Kinds of chunks on the wire.
const KINDS: [&str; 4] = ["web", "maps", "image", "retrievedContext"];

/// Returns the name of the field with the answer, if an object is one that a program saved so.
pub(super) fn answer_field(document: &Value) -> Option<&'static str> {
    let fields = document.as_object()?;
    let is_wire = ["candidates", "choices", "steps"].iter().any(|key| fields.contains_key(*key));
    let kept = Kept::of(fields).filter(|_| !is_wire)?;
    kept.is_grounded().then_some(())?;
    let said = |name: &&str| {
        get(fields, name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
    };
    TEXTS.into_iter().find(said)
}

/// Returns a payload with the answer of such an object as the interface sends it.
pub(super) fn as_sent(payload: &Payload) -> Option<Payload> {
    let document = payload.document()?;
    let (name, fields) = (answer_field(document)?, document.as_object()?);
    let kept = Kept::of(fields)?;
    let candidate = json!({
        "content": {"parts": [{"text": get(fields, name)?}]},
        "groundingMetadata": {
            "groundingChunks": kept.chunks.iter().map(chunk).collect::<Vec<_>>(),
            "groundingSupports": kept.supports.iter().map(support).collect::<Vec<_>>(),
            "webSearchQueries": kept.queries,
        },
    });
    let asked = QUESTIONS.iter().find_map(|name| get(fields, name)?.as_str());
    let mut requests = payload.requests.clone();
    requests.extend(asked.map(|asked| json!({"contents": asked})));
    let documents = vec![json!({"candidates": [candidate]})];
    Some(Payload { documents, requests, shape: Shape::Document, ..payload.clone() })
}

/// The lists that ground an answer.
struct Kept<'v> {
    chunks: &'v [Value],
    supports: &'v [Value],
    queries: Vec<Value>,
}

impl<'v> Kept<'v> {
    fn of(fields: &'v Map<String, Value>) -> Option<Self> {
        let inner = METADATA.iter().find_map(|name| get(fields, name)?.as_object());
        let around = inner.unwrap_or(fields);
        let list = |names: &[&str]| {
            let own = names.iter().find_map(|name| get(around, name)?.as_array());
            own.map_or(&[][..], Vec::as_slice)
        };
        let queries = get(around, "webSearchQueries").or_else(|| get(around, "queries"));
        let queries = queries.and_then(Value::as_array).cloned().unwrap_or_default();
        let kept = Self { chunks: list(&CHUNKS), supports: list(&SUPPORTS), queries };
        (!kept.chunks.is_empty() && !kept.supports.is_empty()).then_some(kept)
    }

    /// True if the lists are those of the interface: supports name chunks, which have addresses or texts.
    fn is_grounded(&self) -> bool {
        let is_support = |support: &Value| {
            let fields = support.as_object();
            fields.is_some_and(|it| INDICES.iter().any(|name| get(it, name).is_some()))
        };
        let is_chunk = |chunk: &Value| {
            let names = |it: &Map<String, Value>| {
                KINDS.iter().chain(&["uri", "url"]).any(|name| get(it, name).is_some())
            };
            chunk.is_null() || chunk.as_object().is_some_and(names)
        };
        self.supports.iter().all(is_support) && self.chunks.iter().all(is_chunk)
    }
}

/// Returns a chunk as the interface sends it: one with an address alone is a page of the web.
fn chunk(own: &Value) -> Value {
    let Some(fields) = own.as_object() else { return json!({}) };
    if KINDS.iter().any(|kind| get(fields, kind).is_some()) {
        return own.clone();
    }
    let mut page = fields.clone();
    if let Some(url) = page.remove("url") {
        page.entry("uri").or_insert(url);
    }
    json!({"web": page})
}

/// Returns a support as the interface sends it, with its place in a segment.
fn support(own: &Value) -> Value {
    let Some(fields) = own.as_object() else { return own.clone() };
    let mut sent = Map::new();
    let segment = get(fields, "segment").filter(|it| it.is_object()).cloned();
    sent.insert("segment".to_owned(), segment.unwrap_or_else(|| placed(fields)));
    let indices = INDICES.iter().find_map(|name| get(fields, name));
    sent.extend(indices.map(|own| ("groundingChunkIndices".to_owned(), own.clone())));
    let scores = get(fields, "confidenceScores");
    sent.extend(scores.map(|own| ("confidenceScores".to_owned(), own.clone())));
    Value::Object(sent)
}

/// Returns the place that a support states itself.
fn placed(fields: &Map<String, Value>) -> Value {
    let names = ["startIndex", "endIndex", "text"].into_iter();
    names.filter_map(|name| Some((name.to_owned(), get(fields, name)?.clone()))).collect()
}
