//! Rows of evaluations and logs: one object with an answer and perhaps the texts it was given.
//!
//! Spec: none; the field names are those of Ragas (`response`, `retrieved_contexts`; older
//! `answer`, `contexts`), `DeepEval` (`actual_output`, `retrieval_context`; also in camel case),
//! the evaluation files of RAG samples (`answer`, `context`), deep-research benchmarks (`article`)
//! and saved replies (`output_text`, `message.content`), or those that `--fields` names. A note
//! names the field that was taken for the answer. Columns may be named by their side:
//! `outputs.answer`. Its marks are read by the text dialects; contexts
//! are numbered by their own ids, else by position, from 1 or 0. A run of `BioASQ` has `ideal_answer`
//! and `snippets`. Citations may be in a field `citation` beside the answer, or objects in `citations`.
//!
//! # Incomplete support
//!
//! A row with two answers (`output` and `response`) is in no one's order and is refused. Scores and
//! the expected answer are not read. `[file.pdf]` is a citation only here, where contexts are named.

mod cited_ids;
mod cited_objects;
mod essays;
mod fields;
mod forms;
mod halves;
mod kept;
mod labels;
mod nested;
mod own_list;
mod places;
mod spans;
mod stated;
mod values;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, ROWS, TextReader};
use crate::dialects::shared::context_names;
use crate::dialects::shared::contexts::{
    CITATION, CONTEXTS, are_texts, contexts, has_contexts, is_file, pair,
};
use crate::dialects::shared::linked;
use crate::dialects::shared::located;
use crate::dialects::shared::merged::merged;
use crate::dialects::shared::named_files;
use crate::dialects::shared::text_marks::TextMarks;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json;
use crate::model::{AnchorKind, Case, Citation, FormatNote, OffsetReading, Response, Source};
use crate::text::prose::{count, ticked};
use fields::{
    ACTUAL, ANSWERS, IDS, INNER, OTHERS, QUESTIONS, REQUEST, RESPONSES, ROW, key_beside, question,
};
pub(crate) use fields::{is_command, unanswered};
pub(crate) use nested::rows_within;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: ROWS,
    title: "an evaluation row or saved reply: an answer and its contexts in one object",
    recognised_by: "an object with one of `answer`, `article`, `actual_output`, … beside a question or contexts",
    sources_from: "`contexts`, `retrieved_contexts`, `context`, `data_points`, …, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Payload { detect, read },
    element: |value| {
        let row = value.as_object().is_some_and(|object| {
            pair(object).is_some()
                || is_row(object)
                || halves::merged(object, has_answer).is_some()
                || halves::predicted(object).is_some()
        });
        if row { Element::Row } else { Element::No }
    },
    ..Dialect::DEFAULTS
};

/// True if an object has the fields of another payload. Citations in a list beside an answer are those of
/// a row.
fn is_other(object: &Map<String, Value>) -> bool {
    let is_answered = || answer(object).is_some() || empty_answer(object).is_some();
    let is_row = lists_citations(object) && is_answered();
    let mut others = OTHERS.iter().filter(|key| !is_row || **key != "citations");
    others.any(|key| object.contains_key(*key))
}

/// True if an object lists what its answer cites, as structured outputs do.
fn lists_citations(object: &Map<String, Value>) -> bool {
    object.get("citations").is_some_and(Value::is_array)
}

/// True if the names of columns are those of a table of answers.
pub(crate) fn are_columns(names: &[String]) -> bool {
    let has = |known: &[&str]| names.iter().any(|name| known.contains(&name.as_str()));
    has(ANSWERS) && (has(QUESTIONS) || has(CONTEXTS))
}

/// Returns the text of a message that replies to the messages of a request beside it.
fn reply(object: &Map<String, Value>) -> Option<&str> {
    let message = object.get("response")?.as_object()?;
    let is_reply = message.get("role").and_then(Value::as_str) == Some("assistant")
        && object.get(REQUEST).is_some_and(Value::is_array);
    message.get("content").filter(|_| is_reply)?.as_str()
}

/// True if an item of an array is a row by itself: an answer next to a question or contexts, and
/// not a message of a conversation.
fn is_row(object: &Map<String, Value>) -> bool {
    // Apps use these names for other things too.
    let is_app = ["response", "article"].iter().any(|key| object.contains_key(*key));
    (!is_app || reply(object).is_some()) && is_nested(object)
}

/// True if an object of a document of unknown shape is a row.
fn is_nested(object: &Map<String, Value>) -> bool {
    let apps = ["role", "content", "message", "workspace"];
    let is_graded = is_graded(object);
    let is_text = |key: &str| object.get(key).is_some_and(Value::is_string);
    // Blocks of payloads have a type as well, and no question beside an answer.
    let is_typed = is_graded || is_text("question") && is_text("answer");
    let has_type = object.contains_key("type") && !is_typed;
    let is_step = has_type || is_command(object);
    let other = is_other(object) || is_step || apps.iter().any(|key| object.contains_key(*key));
    let beside = [QUESTIONS, CONTEXTS, &[CITATION]].concat();
    !other
        && answer(object).is_some()
        && (is_graded
            || reply(object).is_some()
            || cited_ids::of(object).is_some()
            || beside.iter().any(|key| object.contains_key(*key))
            || key_beside(object).is_some())
}

/// True for an answer with an id beside what a test found that it cites: `"cited_pages": [12, 86]`.
fn is_graded(object: &Map<String, Value>) -> bool {
    object.get("answer").is_some_and(Value::is_string)
        && IDS.iter().any(|key| object.contains_key(*key))
        && object.keys().any(|key| cited_ids::is_of_cited(key))
}

fn detect(record: &Record<'_>) -> Option<String> {
    let object = halves::joined(record.payload()?.document()?.as_object()?, has_answer);
    let is_joined = matches!(object, Cow::Owned(_));
    let object = object.as_ref();
    if is_other(object) {
        return None;
    }
    // With these it is pincite's own case, whose sources are objects.
    let is_own = |key: &&str| object.get(*key).is_some_and(|value| !are_texts(value));
    let has_sources = is_own(&"sources") && pair(object).is_none();
    let own = has_sources || ["id", "question"].iter().any(is_own) && !has_contexts(object);
    // An object in its place has the answer one level deeper.
    let is_said = object.get("response").is_some_and(|it| !it.is_object());
    if own && is_said && !is_joined {
        return None;
    }
    let Some((path, _)) = answer(object) else {
        let key = empty_answer(object)?;
        return Some(format!("an empty answer in `{key}`"));
    };
    // Rows of documents hold their text under this name too.
    let is_said = |key: &&str| QUESTIONS.contains(key) || ["role", "model"].contains(key);
    let is_message = object.keys().any(|key| is_said(&key.as_str())) || lists_citations(object);
    if path == "content" && !is_message {
        return None;
    }
    let beside = [QUESTIONS, CONTEXTS, IDS, ROW].concat();
    let usual = beside.iter().find(|key| object.contains_key(**key)).copied();
    let ids = || cited_ids::of(object).map(|(key, _)| key);
    let reply = || reply(object).map(|_| REQUEST);
    let other = usual.or_else(|| key_beside(object)).or_else(ids).or_else(reply)?;
    Some(format!("an answer in `{path}`, beside `{other}`"))
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let object = record.payload().and_then(|payload| payload.document()?.as_object());
    let Some(object) = object else { return Err(record.error("a row should be a JSON object")) };
    let object = halves::joined(object, has_answer);
    let object = object.as_ref();
    let fields = text_reader.families.fields().cloned().unwrap_or_default();
    let Some((path, text, why)) = said(object, fields.answer.as_deref(), text_reader) else {
        let keys = ticked(object.keys().map(String::as_str), 6);
        let why = match fields.answer {
            Some(name) => format!("`{name}` of the row holds no text; it has {keys}"),
            None => format!("no field of the row is known to hold an answer; it has {keys}"),
        };
        let hint = "name its columns with `--fields answer=NAME,question=NAME,contexts=NAME`";
        return Err(record.error(why).hint(hint));
    };
    let mut notes = vec![match text {
        "" => format!("`{path}` is empty: the row has no answer"),
        _ => format!("`{path}` is read as the answer{why}"),
    }];
    notes.extend(note_expected(object));
    notes.extend(note_role(object));
    let (mut sources, from) = contexts_of(object, &path, fields.contexts.as_deref());
    apart(&mut sources);
    let listed = sources.len();
    cited_ids::add_sources(object, &mut sources);
    if let Some(from) = &from {
        notes.push(format!("{} read from `{from}`", count(listed, "source")));
    }
    let are_kept = from.as_deref() == Some("citations");
    let entries = if are_kept { sources.clone() } else { Vec::new() };
    let (mut sources, mut found) = marks(text, sources, are_kept, text_reader);
    notes.append(&mut found.notes);
    notes.extend(located::add(&mut found.citations, &sources));
    sources.append(&mut found.sources);
    notes.extend(cited_ids::add(object, text, &sources, &mut found.citations));
    let mut reading = None;
    if found.citations.is_empty() {
        let columns = from.as_deref().unwrap_or_default();
        found.citations = stated::add(object, columns, text, &mut sources, &entries);
        let beside = cited_objects::beside(object, &path);
        if found.citations.is_empty() {
            found.citations = cited_objects::add(beside, text, &mut sources).unwrap_or_default();
        }
        reading = placed(beside, text, &mut found.citations, &mut notes);
    } else {
        notes.extend(stated::unread(object));
    }
    let question = question(object, fields.question.as_deref());
    Ok(Case {
        id: IDS.iter().find_map(|key| json::id(object, key)).unwrap_or_default(),
        question: question.map(str::to_owned),
        response: Response {
            text: text.to_owned(),
            citations: found.citations,
            cards: found.cards,
        },
        sources,
        notes,
        format: FormatNote { reading, ..FormatNote::default() },
        ..Case::default()
    })
}

/// Returns a note on a message that is not of a model.
fn note_role(row: &Map<String, Value>) -> Option<String> {
    let role = row.get("role")?.as_str()?;
    let is_other = ["user", "human", "system", "tool"].contains(&role);
    is_other.then(|| format!("its `role` is `{role}`: it is not an answer of a model"))
}

/// Puts the citations in fields of a row where these say, with a note on those without a place; returns the
/// reading of their offsets.
fn placed(
    row: &Map<String, Value>,
    text: &str,
    citations: &mut [Citation],
    notes: &mut Vec<String>,
) -> Option<OffsetReading> {
    let reading = spans::place(row, text, citations);
    citations.sort_by_key(|citation| citation.anchor.span);
    let rest = citations.iter().filter(|it| it.anchor.kind == AnchorKind::Point).count();
    if rest > 0 && rest == citations.len() {
        notes.push("the citations are in fields of the row, and not in the answer".to_owned());
    } else if rest > 0 {
        let rest = count(rest, "citation");
        notes.push(format!("{rest} in fields of the row, without a place in the answer"));
    }
    reading
}

/// Returns the contexts of an answer, as its marks count or name them, and the marks. `are_kept` if the
/// contexts are those that a program took for cited.
fn marks(
    text: &str,
    mut sources: Vec<Source>,
    are_kept: bool,
    text_reader: &TextReader<'_>,
) -> (Vec<Source>, TextMarks) {
    let mut notes = Vec::new();
    places::name_pieces(text, &mut sources);
    places::name_pages(text, &mut sources);
    // Marks that are numbers count the pieces of a document one by one.
    let base = text_reader.base(text, &sources).map(|(base, _)| base);
    let first = base.as_ref().map_or(1, |base| base.first);
    let mut placed = places::by_place(text, &sources, first);
    let pieces = merged(&mut sources);
    let mut found = text_reader.read_among(text, placed.as_deref_mut().unwrap_or(&mut sources));
    if placed.is_some() {
        notes.extend(base.and_then(|base| base.note));
    }
    if let Some(placed) = placed.filter(|_| places::are_numbers(&found.citations)) {
        notes.push("the numbers count the contexts: their own ids are others".to_owned());
        sources = placed;
    } else {
        notes.extend(pieces);
    }
    if are_kept && text_reader.families.base().is_none() {
        notes.extend(kept::number(&mut sources, &found.citations));
    }
    own_list::number_contexts(&found, &mut sources, first);
    linked::join(&mut found, &mut sources);
    own_list::remove_quotes(&mut found, &sources);
    // Where a context has such an id, others are marks of missing ones.
    let has_signs = sources.iter().any(|source| source.id.starts_with('#'));
    let is_sign = |name: &str| has_signs && name.starts_with('#') && !name.contains([' ', ',']);
    named_files::add(text, &mut found.citations, |name| is_file(name) || is_sign(name));
    labels::add(text, &mut found.citations, &sources);
    context_names::add(text, &mut found.citations, &sources);
    notes.append(&mut found.notes);
    found.notes = notes;
    (sources, found)
}

/// Returns the field of the answer, its text, and why it is not the usual field.
fn said<'v>(
    object: &'v Map<String, Value>,
    named: Option<&str>,
    text_reader: &TextReader<'_>,
) -> Option<(String, &'v str, String)> {
    let empty = || Some((empty_answer(object).filter(|_| named.is_none())?.to_owned(), ""));
    let (path, text) = chosen(object, named).or_else(empty)?;
    Some(match forms::cited(object, &path, text, text_reader) {
        Some((key, cited)) if named.is_none() => {
            (key.to_owned(), cited, format!(": `{path}` does not cite"))
        }
        _ => (path, text, String::new()),
    })
}

/// Returns the field that a user named, or the one that holds the answer.
fn chosen<'v>(object: &'v Map<String, Value>, name: Option<&str>) -> Option<(String, &'v str)> {
    match name {
        Some(name) => Some((name.to_owned(), object.get(name)?.as_str()?)),
        None => answer(object),
    }
}

/// Returns the contexts beside the answer at `path`, else those of the row.
fn contexts_of(
    object: &Map<String, Value>,
    path: &str,
    named: Option<&str>,
) -> (Vec<Source>, Option<String>) {
    let outer = path.rsplit_once('.').map(|(outer, _)| outer);
    let beside = outer.and_then(|outer| {
        let (sources, from) = contexts(object.get(outer)?.as_object()?, None);
        Some((sources, Some(json::join(outer, &from?))))
    });
    beside.filter(|_| named.is_none()).unwrap_or_else(|| contexts(object, named))
}

/// Puts the document before the ids of pieces that are numbered in each document.
fn apart(sources: &mut [Source]) {
    let document = |source: &Source| {
        let keys = ["source_id", "doc_id", "document_id"];
        let mut stated = source.metadata.iter().filter(|(key, _)| keys.contains(&key.as_str()));
        stated.next().map(|(_, value)| value.clone())
    };
    let mut documents: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.id.is_empty()) {
        let own = documents.entry(source.id.clone()).or_default();
        own.extend(document(source));
    }
    for source in sources {
        if documents.get(&source.id).is_some_and(|own| own.len() > 1)
            && let Some(document) = document(source)
        {
            let piece = format!("{document}:{}", source.id);
            let id = std::mem::replace(&mut source.id, piece);
            source.metadata.push(("chunk_id".to_owned(), id));
        }
    }
}

/// True for what a model charges for its words: `{"prompt": "0.000002", "completion": "0.000008"}`.
fn is_price(object: &Map<String, Value>, key: &str) -> bool {
    let is_number = |key: &str| {
        object.get(key).and_then(Value::as_str).is_some_and(|it| it.parse::<f64>().is_ok())
    };
    key == "completion" && is_number("prompt") && is_number(key)
}

/// Returns the only field with an answer; `None` if there is none, or if there are several and no
/// pair decides.
fn answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    if let Some((key, _)) = pair(object) {
        return Some((key.to_owned(), object.get(key)?.as_str()?));
    }
    let own =
        ANSWERS.iter().filter(|key| !is_expected_beside(object, key) && !is_price(object, key));
    let own = own.filter_map(|key| Some(((*key).to_owned(), object.get(*key)?.as_str()?)));
    let message = object.get("message").and_then(|message| message.get("content")?.as_str());
    let message = message.map(|text| ("message.content".to_owned(), text));
    let reply = reply(object).map(|text| ("response.content".to_owned(), text));
    let mut texts = own.chain(message).chain(reply).filter(|(_, text)| !text.trim().is_empty());
    match (texts.next(), texts.next()) {
        (Some(first), None) => Some(first),
        (Some(_), Some(_)) => None,
        (None, _) => essays::answer_of_family(object)
            .or_else(|| inner_answer(object))
            .or_else(|| question(object, None).and_then(|_| forms::last_answer(object)))
            .or_else(|| essays::raw_answer(object)),
    }
}

/// True for the actual answer to a question beside the response to it: the answer that was expected.
fn is_expected_beside(object: &Map<String, Value>, key: &str) -> bool {
    let is_said = |key: &&str| {
        object.get(*key).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
    };
    key == ACTUAL && RESPONSES.iter().any(is_said)
}

/// Returns a note on such an answer.
fn note_expected(object: &Map<String, Value>) -> Option<String> {
    let is_expected = object.contains_key(ACTUAL) && is_expected_beside(object, ACTUAL);
    is_expected.then(|| format!("`{ACTUAL}` beside it is taken for the expected answer"))
}

/// True if an object has an answer, or a row of it has an empty one.
fn has_answer(object: &Map<String, Value>, row: &Map<String, Value>) -> bool {
    answer(object).is_some() || empty_answer(row).is_some()
}

/// Returns the only field for an answer of a row with a question or an id, if it is empty.
fn empty_answer(object: &Map<String, Value>) -> Option<&'static str> {
    let is_asked = [QUESTIONS, IDS].concat().iter().any(|key| object.contains_key(*key));
    let mut answers = ANSWERS.iter().filter(|key| object.contains_key(**key));
    let only = answers.next().filter(|_| is_asked && answers.next().is_none())?;
    let value = object.get(*only)?;
    let is_empty = value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
    is_empty.then_some(*only)
}

/// Returns the only answer in an object inside a row with a question: `generation.answer`.
fn inner_answer(object: &Map<String, Value>) -> Option<(String, &str)> {
    question(object, None)?;
    let inside = |(outer, value): (&String, &'_ Value)| {
        let own = INNER.iter().find(|key| value.get(**key).is_some_and(Value::is_string))?;
        Some(json::join(outer, own))
    };
    let mut paths = object.iter().filter_map(inside);
    let path = paths.next().filter(|_| paths.next().is_none())?;
    let (outer, own) = path.rsplit_once('.')?;
    let text = object.get(outer)?.get(own)?.as_str().filter(|text| !text.trim().is_empty())?;
    Some((path, text))
}
