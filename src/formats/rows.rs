//! Rows of evaluations and logs: one object with an answer and perhaps the texts it was given.
//!
//! Spec: none; the field names are those of Ragas (`response`, `retrieved_contexts`; older
//! `answer`, `contexts`), `DeepEval` (`actual_output`, `retrieval_context`), the evaluation files of
//! RAG samples (`answer`, `context`), deep-research benchmarks (`article`) and saved replies
//! (`output_text`, `message.content`). Which field was taken for the answer is told. Its marks are
//! read by the text dialects; contexts count by their own ids, else by their place from 1.
//!
//! # Incomplete support
//!
//! A row with two answers (`output` and `response`) is in no one's order and is refused. Scores and
//! the expected answer are not read. `[file.pdf]` is a citation only here, where contexts are named.

use serde_json::{Map, Value};

use super::json::{join, parse};
use super::{Families, Format, Reader, Record, given, marks_among};
use crate::error::Result;
use crate::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Response, Source, SourceText, Target,
};
use crate::sources::with_divisions;
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const FORMAT: Format = Format {
    name: "rows",
    title: "an evaluation row or saved reply: an answer and its contexts in one object",
    recognised_by: "an object with one of `answer`, `article`, `actual_output`, … beside a question or contexts",
    sources_from: "`contexts`, `retrieved_contexts`, `context`, `data_points`, …, then the files given",
    units: "none: marks stand in the text",
    reader: Reader::Payload { detect, read, companion: super::no_companion },
};

/// Fields that hold an answer.
const ANSWERS: &[&str] = &[
    "article",
    "answer",
    "response",
    "output",
    "output_text",
    "generated_answer",
    "actual_output",
    "completion",
    "prediction",
    "generated_text",
    "content",
];

/// Fields that hold a question.
const QUESTIONS: &[&str] =
    &["question", "prompt", "query", "user_input", "input", "instruction", "topic"];

/// Fields that hold what the answer was given.
const CONTEXTS: &[&str] = &[
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "context",
    "documents",
    "docs",
    "passages",
    "sources",
    "search_results",
    "references",
    "data_points",
];

/// Fields beside an answer that tell a row from any other object.
const ROW: &[&str] = &[
    "id",
    "truth",
    "ground_truth",
    "ground_truths",
    "reference",
    "expected_output",
    "role",
    "model",
];

/// Fields of payloads that have dialects of their own.
const OTHERS: &[&str] = &["choices", "candidates", "mapping", "history", "citations", "object"];

/// The most contexts of one row.
const MOST_CONTEXTS: usize = 10_000;

fn detect(record: &Record<'_>) -> Option<String> {
    let object = record.payload()?.document()?.as_object()?;
    if OTHERS.iter().any(|key| object.contains_key(*key)) {
        return None;
    }
    // With these it is pincite's own case.
    let own = ["sources", "id", "question"].iter().any(|key| object.contains_key(*key));
    if own && object.contains_key("response") {
        return None;
    }
    let (path, _) = answer(object)?;
    let beside = [QUESTIONS, CONTEXTS, ROW].concat();
    let other = beside.iter().find(|key| object.contains_key(**key))?;
    Some(format!("an answer in `{path}`, beside `{other}`"))
}

fn read(record: &Record<'_>, families: &Families) -> Result<Case> {
    let object = record.payload().and_then(|payload| payload.document()?.as_object());
    let Some(object) = object else { return Err(record.error("a row is a JSON object")) };
    let Some((path, text)) = answer(object) else {
        return Err(record.error("the row has no one field that is known to hold an answer"));
    };
    let mut notes = vec![format!("`{path}` is read as the answer")];
    let (sources, from) = contexts(object);
    if let Some(from) = from {
        notes.push(format!("{} read from `{from}`", count(sources.len(), "source")));
    }
    let mut found = marks_among(text, &sources, families);
    found.citations.extend(named(text, &found.citations));
    found.citations.sort_by_key(|citation| citation.anchor.span);
    notes.append(&mut found.notes);
    let mut all = sources;
    all.append(&mut found.sources);
    let question = QUESTIONS.iter().find_map(|key| object.get(*key)?.as_str());
    Ok(Case {
        id: given::id(object, "id").unwrap_or_default(),
        question: question.map(str::to_owned),
        response: Response {
            text: text.to_owned(),
            citations: found.citations,
            cards: found.cards,
        },
        sources: all,
        notes,
        ..Case::default()
    })
}

/// The one field that holds the answer; `None` when there is none, or more than one.
fn answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    let own =
        ANSWERS.iter().filter_map(|key| Some(((*key).to_owned(), object.get(*key)?.as_str()?)));
    let message = object.get("message").and_then(|message| message.get("content")?.as_str());
    let message = message.map(|text| ("message.content".to_owned(), text));
    let mut texts = own.chain(message).filter(|(_, text)| !text.trim().is_empty());
    let first = texts.next()?;
    texts.next().is_none().then_some(first)
}

/// `[name.ext]` and `[name.ext#page=2]`, outside of the other citations, which are in order.
fn named(text: &str, others: &[Citation]) -> Vec<Citation> {
    let mut named = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('[')) {
        let start = at + found;
        at = start + 1;
        let inner = text.get(at..).unwrap_or_default();
        let Some(end) = inner.bytes().take(200).position(|b| matches!(b, b']' | b'[' | b'\n'))
        else {
            continue;
        };
        let name = inner.get(..end).unwrap_or_default();
        let behind = inner.get(end..).unwrap_or_default();
        let span = Span::new(start, at + end + 1);
        let next = others.partition_point(|other| other.anchor.span.end <= start);
        let taken = others.get(next).is_some_and(|other| other.anchor.span.overlaps(span));
        if taken || !behind.starts_with(']') || behind.starts_with("](") || !is_file(name) {
            continue;
        }
        let target = Target { id: name.to_owned(), ..Target::default() };
        named.push(Citation {
            family: "name".to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: vec![target],
            ..Citation::default()
        });
        at = span.end;
    }
    named
}

/// Whether a name is that of a document.
fn is_file(name: &str) -> bool {
    const ENDS: &[&str] =
        &["pdf", "docx", "doc", "md", "txt", "html", "htm", "csv", "xlsx", "pptx", "json", "xml"];
    let file = name.split('#').next().unwrap_or_default();
    let Some((stem, end)) = file.rsplit_once('.') else { return false };
    !stem.is_empty() && ENDS.iter().any(|known| end.eq_ignore_ascii_case(known))
}

/// The texts the answer was given, and the field they stand in.
fn contexts(object: &Map<String, Value>) -> (Vec<Source>, Option<String>) {
    for key in CONTEXTS {
        let Some(value) = object.get(*key) else { continue };
        let (path, value) = inner(key, value);
        let mut sources = Vec::new();
        take(value, &mut sources, 0);
        if !sources.is_empty() {
            return (sources, Some(path));
        }
    }
    (Vec::new(), None)
}

/// What an app wraps its texts in: `context.data_points.text`.
fn inner<'v>(key: &str, value: &'v Value) -> (String, &'v Value) {
    let mut found = (key.to_owned(), value);
    for step in ["data_points", "text"] {
        if let Some(inside) =
            found.1.get(step).filter(|inside| inside.is_array() || inside.is_object())
        {
            found = (join(&found.0, step), inside);
        }
    }
    found
}

/// Takes the sources in a list, in an object by id, or in a text that holds them.
fn take(value: &Value, sources: &mut Vec<Source>, depth: usize) {
    match value {
        Value::Array(items) => {
            sources.extend(items.iter().take(MOST_CONTEXTS).map(source));
        }
        Value::Object(fields)
            if fields.values().all(|value| value.is_object() || value.is_string()) =>
        {
            sources.extend(fields.iter().take(MOST_CONTEXTS).map(|(id, value)| Source {
                id: id.clone(),
                id_from: IdFrom::Text,
                ..source(value)
            }));
        }
        Value::String(text) if depth == 0 && text.trim_start().starts_with(['{', '[']) => {
            match parse(text) {
                Ok(parsed) => take(&parsed.value, sources, depth + 1),
                Err(_) => in_lines(text, sources),
            }
        }
        Value::String(text) => in_lines(text, sources),
        _ => {}
    }
}

/// A text of several sources, each on a line `[id]: text`, or one alone.
fn in_lines(text: &str, sources: &mut Vec<Source>) {
    if text.trim().is_empty() {
        return;
    }
    if let Some(split) = crate::sources::split(text, None) {
        sources.extend(split);
        return;
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.iter().all(|line| id_and_text(line).is_some()) {
        sources.extend(lines.into_iter().take(MOST_CONTEXTS).map(text_source));
    } else {
        sources.push(text_source(text));
    }
}

/// `[id]: text`, and `id.ext: text` for a file's name.
fn id_and_text(text: &str) -> Option<(&str, &str)> {
    let (id, rest) = match text.strip_prefix('[') {
        Some(inner) => inner.split_once("]:")?,
        None => text.split_once(": ").filter(|(id, _)| is_file(id))?,
    };
    let plain = !id.is_empty() && id.len() <= 200 && !id.contains(['[', '\n']);
    plain.then(|| (id, rest.trim_start()))
}

fn text_source(text: &str) -> Source {
    let mut source = Source::default();
    let body = match id_and_text(text) {
        Some((id, body)) => {
            id.clone_into(&mut source.id);
            source.id_from = IdFrom::Text;
            body
        }
        None => text,
    };
    with_divisions(&mut source, body);
    source
}

/// One context: a text, or an object.
fn source(value: &Value) -> Source {
    let fields = match value {
        Value::String(text) => return text_source(text),
        Value::Object(fields) => fields,
        other => {
            let text = SourceText::Inline(other.to_string().into());
            return Source { text, ..Source::default() };
        }
    };
    given::document(fields)
}
