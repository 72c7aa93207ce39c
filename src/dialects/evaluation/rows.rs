//! Rows of evaluations and logs: one object with an answer and perhaps the texts it was given.
//!
//! Spec: none; the field names are those of Ragas (`response`, `retrieved_contexts`; older
//! `answer`, `contexts`), `DeepEval` (`actual_output`, `retrieval_context`; also in camel case), the evaluation files of
//! RAG samples (`answer`, `context`), deep-research benchmarks (`article`) and saved replies
//! (`output_text`, `message.content`). Which field was taken for the answer is told. Its marks are
//! read by the text dialects; contexts count by their own ids, else by their place from 1.
//!
//! # Incomplete support
//!
//! A row with two answers (`output` and `response`) is in no one's order and is refused. Scores and
//! the expected answer are not read. `[file.pdf]` is a citation only here, where contexts are named.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::contexts::{CONTEXTS, contexts, is_file, pair};
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json;
use crate::model::{Anchor, AnchorKind, Case, Citation, IdFrom, Response, Source, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "rows",
    title: "an evaluation row or saved reply: an answer and its contexts in one object",
    recognised_by: "an object with one of `answer`, `article`, `actual_output`, … beside a question or contexts",
    sources_from: "`contexts`, `retrieved_contexts`, `context`, `data_points`, …, then the files given",
    units: "none: marks stand in the text",
    kind: Kind::Payload { detect, read },
    element: |value| {
        let row = value.as_object().is_some_and(|object| pair(object).is_some());
        if row { Element::Row } else { Element::No }
    },
    ..Dialect::DEFAULTS
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
    "actualOutput",
    "completion",
    "prediction",
    "generated_text",
    "content",
];

/// Fields that hold a question.
const QUESTIONS: &[&str] =
    &["question", "prompt", "query", "user_input", "input", "instruction", "topic"];

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

fn detect(record: &Record<'_>) -> Option<String> {
    let object = record.payload()?.document()?.as_object()?;
    if OTHERS.iter().any(|key| object.contains_key(*key)) {
        return None;
    }
    // With these it is pincite's own case.
    let own = ["sources", "id", "question"].iter().any(|key| object.contains_key(*key));
    if own && object.contains_key("response") && pair(object).is_none() {
        return None;
    }
    let (path, _) = answer(object)?;
    let beside = [QUESTIONS, CONTEXTS, ROW].concat();
    let other = beside.iter().find(|key| object.contains_key(**key))?;
    Some(format!("an answer in `{path}`, beside `{other}`"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let object = record.payload().and_then(|payload| payload.document()?.as_object());
    let Some(object) = object else { return Err(record.error("a row should be a JSON object")) };
    let Some((path, text)) = answer(object) else {
        return Err(record.error("no field of the row is known to hold an answer"));
    };
    let mut notes = vec![format!("`{path}` is read as the answer")];
    let (sources, from) = contexts(object);
    if let Some(from) = from {
        notes.push(format!("{} read from `{from}`", count(sources.len(), "source")));
    }
    let placed = by_place(&sources);
    let mut found = text_reader.read_among(text, placed.as_deref().unwrap_or(&sources));
    let sources = match placed.filter(|_| are_numbers(&found.citations)) {
        Some(placed) => {
            notes.push("the numbers count the contexts: their own ids are no numbers".to_owned());
            placed
        }
        None => sources,
    };
    found.citations.extend(named(text, &found.citations));
    found.citations.sort_by_key(|citation| citation.anchor.span);
    notes.append(&mut found.notes);
    let mut all = sources;
    all.append(&mut found.sources);
    let question = QUESTIONS.iter().find_map(|key| object.get(*key)?.as_str());
    Ok(Case {
        id: json::id(object, "id").unwrap_or_default(),
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

/// The one field that holds the answer; `None` when there is none, or more than one and no pair
/// tells which.
fn answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    if let Some((key, _)) = pair(object) {
        return Some((key.to_owned(), object.get(key)?.as_str()?));
    }
    let own =
        ANSWERS.iter().filter_map(|key| Some(((*key).to_owned(), object.get(*key)?.as_str()?)));
    let message = object.get("message").and_then(|message| message.get("content")?.as_str());
    let message = message.map(|text| ("message.content".to_owned(), text));
    let mut texts = own.chain(message).filter(|(_, text)| !text.trim().is_empty());
    let first = texts.next()?;
    texts.next().is_none().then_some(first)
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if an answer cites, and by numbers alone.
fn are_numbers(citations: &[Citation]) -> bool {
    let mut cited = citations.iter().flat_map(|citation| &citation.targets).peekable();
    cited.peek().is_some() && cited.all(|target| is_number(&target.id))
}

/// The sources by their places from 1, where they have ids that are no numbers.
fn by_place(sources: &[Source]) -> Option<Vec<Source>> {
    let named = sources.iter().any(|source| !source.id.is_empty());
    if !named || sources.iter().any(|source| is_number(&source.id)) {
        return None;
    }
    let placed = |(index, source): (usize, &Source)| {
        let mut source = source.clone();
        let id = std::mem::replace(&mut source.id, (index + 1).to_string());
        source.metadata.extend((!id.is_empty()).then(|| ("id".to_owned(), id)));
        source.id_from = IdFrom::Position;
        source
    };
    Some(sources.iter().enumerate().map(placed).collect())
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
