//! Runs of the RAG tracks of TREC: sentences with the segments they cite.
//!
//! Spec: the guidelines of TREC RAG 2024 (`{"run_id", "topic_id", "topic", "references",
//! "response_length", "answer": [{"text", "citations": [0]}]}`) and 2025 (`metadata` with
//! `narrative_id`, `references`, `answer`), one topic a line; those of TREC `RAGTIME` have the sentences in
//! `responses`, and the cited ids as keys with a confidence. A citation counts `references` from 0,
//! or is a segment's id (type 2 of 2025). The claim is the whole sentence; sentences are put together
//! with a blank. The segments' texts are elsewhere: JSON Lines of the collection (`docid`, `segment`),
//! of BEIR (`_id`, `text`) or Pyserini (`id`, `contents`), or a retriever's `candidates`.
//!
//! The notes are those of the tracks' validators: references that no sentence cites, citations
//! twice in one sentence, more than 100 references or 400 words, a wrong `response_length`.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::error::Result;
use crate::input::Record;
use crate::input::json::Reader;
use crate::input::json::id as id_of;
use crate::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Response, Source, SourceText, Target,
};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "trec-rag",
    title: "TREC RAG: runs of sentences with cited segments",
    recognised_by: "`references` beside `answer` or `responses`, a list of objects with `text` and `citations`",
    sources_from: "`references`, their texts from segments or `candidates` given as a file",
    units: "none: a citation covers its sentence",
    kind: Kind::Payload { detect, read },
    companion,
    ..Dialect::DEFAULTS
};

/// The most references that a run may have.
const MAX_REFERENCES: usize = 100;

/// The most words of an answer.
const MAX_WORDS: usize = 400;

/// Fields with the sentences of an answer.
const SENTENCES: [&str; 2] = ["answer", "responses"];

fn detect(record: &Record<'_>) -> Option<String> {
    let object = record.payload()?.document()?.as_object()?;
    let references = object.get("references")?.as_array()?;
    let answer = SENTENCES.iter().find_map(|key| object.get(*key)?.as_array())?;
    let are_citations = |cited: &Value| cited.is_array() || cited.is_object() || cited.is_null();
    let is_sentence = |one: &Value| {
        one.get("text").is_some_and(Value::is_string)
            && one.get("citations").is_none_or(are_citations)
    };
    let fits = !answer.is_empty() && answer.iter().all(is_sentence);
    fits.then(|| {
        let sentences = count(answer.len(), "sentence");
        format!("{sentences} with `citations` to {}", count(references.len(), "reference"))
    })
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let object = record.payload().and_then(|payload| payload.document()?.as_object());
    let Some(object) = object else { return Err(record.error("a run should be a JSON object")) };
    let mut reader = Reader::default();
    let cursor = Cursor::new(object, "");
    let references: Vec<String> =
        cursor.list(&mut reader, "references").iter().map(reference).collect();
    let mut answer = Answer { references: &references, ..Answer::default() };
    let has_list = |key: &&str| object.get(*key).is_some_and(Value::is_array);
    let sentences = SENTENCES.into_iter().find(has_list).unwrap_or("answer");
    for (index, one) in cursor.list(&mut reader, sentences).iter().enumerate() {
        let path = format!("{sentences}[{index}]");
        match one.as_object() {
            Some(sentence) => answer.add(sentence, &path, &mut reader),
            None => reader.expected(&path, "an object", one),
        }
    }
    let words = answer.text.split_whitespace().count();
    let stated = object.get("response_length").and_then(Value::as_u64);
    // The limits are those of TREC RAG.
    let mut notes = answer.validated(if sentences == "answer" { words } else { 0 });
    notes.extend(stated.filter(|stated| *stated != words as u64).map(|stated| {
        format!("`response_length` is {stated}, but the answer has {}", count(words, "word"))
    }));
    notes.append(&mut reader.notes);
    let about = object.get("metadata").and_then(Value::as_object).unwrap_or(object);
    let first = |keys: &[&str]| keys.iter().find_map(|key| id_of(about, key));
    let (run, topic) = (first(&["run_id"]), first(&["topic_id", "narrative_id", "qid"]));
    Ok(Case {
        id: run.into_iter().chain(topic).collect::<Vec<_>>().join(" "),
        question: first(&["topic", "narrative", "title", "query"]),
        response: Response {
            text: answer.text,
            citations: answer.citations,
            ..Response::default()
        },
        sources: sources(&references),
        notes,
        ..Case::default()
    })
}

/// Returns a reference's id; some runs hold it in an object.
fn reference(value: &Value) -> String {
    match value {
        Value::String(id) => id.clone(),
        Value::Object(fields) => segment_id(fields).unwrap_or_default(),
        other => other.to_string(),
    }
}

/// The answer as it is put together.
#[derive(Default)]
struct Answer<'r> {
    references: &'r [String],
    text: String,
    citations: Vec<Citation>,
    /// Sentences that cite a reference twice.
    repeating: usize,
}

impl Answer<'_> {
    fn add(&mut self, sentence: &Map<String, Value>, path: &str, reader: &mut Reader) {
        let cursor = Cursor::new(sentence, path);
        let text = cursor.string(reader, "text").unwrap_or_default();
        if !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push(' ');
        }
        let start = self.text.len() + (text.len() - text.trim_start().len());
        self.text.push_str(&text);
        let span = Span::new(start, self.text.trim_end().len().max(start));
        let targets = match sentence.get("citations").and_then(Value::as_object) {
            Some(scored) => scored.iter().map(scored_target).collect(),
            None => self.listed(&cursor, reader),
        };
        if targets.is_empty() {
            return;
        }
        self.citations.push(Citation {
            family: "sentence".to_owned(),
            raw: Value::Object(sentence.clone()).to_string(),
            anchor: Anchor { kind: AnchorKind::Claim, span },
            targets,
            ..Citation::default()
        });
    }

    /// Returns the targets in a list of numbers or ids, each once.
    fn listed(&mut self, cursor: &Cursor<'_>, reader: &mut Reader) -> Vec<Target> {
        let mut ids: Vec<String> = Vec::new();
        let mut repeated = false;
        for cited in cursor.list(reader, "citations") {
            let Some(id) = self.id(cited) else {
                reader.expected(&cursor.at("citations"), "numbers or ids", cited);
                continue;
            };
            if ids.contains(&id) {
                repeated = true;
            } else {
                ids.push(id);
            }
        }
        self.repeating += usize::from(repeated);
        ids.into_iter().map(|id| Target { id, ..Target::default() }).collect()
    }

    /// Returns the id of a citation's target: an index in the references, from 0, or an id among
    /// them.
    fn id(&self, cited: &Value) -> Option<String> {
        let place = match cited {
            Value::String(id) if self.references.contains(id) => return Some(id.clone()),
            Value::String(text) => match text.trim().parse::<i64>() {
                Ok(place) => place,
                Err(_) => return Some(text.clone()),
            },
            Value::Number(number) => number.as_i64()?,
            _ => return None,
        };
        let reference = usize::try_from(place).ok().and_then(|place| self.references.get(place));
        Some(reference.cloned().unwrap_or_else(|| format!("reference {place}")))
    }

    /// Returns the remarks that the tracks' validators would make.
    fn validated(&self, words: usize) -> Vec<String> {
        let mut notes = Vec::new();
        let cited = |id: &String| {
            self.citations.iter().flat_map(|citation| &citation.targets).any(|it| it.id == *id)
        };
        let orphans = self.references.iter().filter(|id| !cited(id)).count();
        if orphans > 0 {
            let of = count(self.references.len(), "reference");
            notes.push(format!("{orphans} of {of} cited by no sentence"));
        }
        if self.repeating > 0 {
            notes.push(format!("{} the same reference twice", cite(self.repeating)));
        }
        if self.references.len() > MAX_REFERENCES {
            let number = self.references.len();
            notes.push(format!("{number} references, where the track allows {MAX_REFERENCES}"));
        }
        if words > MAX_WORDS {
            notes.push(format!("{words} words, where the track allows {MAX_WORDS}"));
        }
        notes
    }
}

/// Returns the target of an id with the confidence in it.
fn scored_target((id, score): (&String, &Value)) -> Target {
    Target { id: id.clone(), score: score.as_f64(), ..Target::default() }
}

fn cite(sentences: usize) -> String {
    format!("{} {}", count(sentences, "sentence"), if sentences == 1 { "cites" } else { "cite" })
}

/// Returns the references as sources, each once.
fn sources(references: &[String]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for id in references {
        if sources.iter().all(|known| known.id != *id) {
            sources.push(Source {
                id: id.clone(),
                id_from: IdFrom::Text,
                text: SourceText::Absent(
                    "the run names segments without their texts; give a file of segments"
                        .to_owned(),
                ),
                ..Source::default()
            });
        }
    }
    sources
}

/// Returns a line of a collection of segments, or the results of a retriever for a topic.
fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let object = record.payload()?.document()?.as_object()?;
    if let Some(candidates) = object.get("candidates").and_then(Value::as_array) {
        let found: Option<Vec<Source>> = candidates.iter().map(candidate).collect();
        return found.filter(|found| !found.is_empty());
    }
    let whole =
        [("docid", "segment"), ("_id", "text"), ("id", "contents")].iter().any(|(id, text)| {
            object.get(*id).is_some() && object.get(*text).is_some_and(Value::is_string)
        });
    (whole && !object.contains_key("answer")).then(|| segment(object))?.map(|one| vec![one])
}

fn candidate(value: &Value) -> Option<Source> {
    let fields = value.as_object()?;
    let inner = fields.get("doc").and_then(Value::as_object)?;
    let mut source = segment(inner)?;
    source.id = segment_id(fields).unwrap_or(source.id);
    source.score = fields.get("score").and_then(Value::as_f64);
    Some(source)
}

fn segment_id(fields: &Map<String, Value>) -> Option<String> {
    ["docid", "_id", "id"].iter().find_map(|key| id_of(fields, key))
}

fn segment(fields: &Map<String, Value>) -> Option<Source> {
    let text = |key: &str| fields.get(key).and_then(Value::as_str).map(str::to_owned);
    let body = ["segment", "contents", "text", "body"].iter().find_map(|key| text(key))?;
    let kept = ["headings", "start_char", "end_char"].iter().filter_map(|key| {
        let value = id_of(fields, key)?;
        Some(((*key).to_owned(), crate::text::prose::one_line(&value)))
    });
    Some(Source {
        id: segment_id(fields).unwrap_or_default(),
        id_from: IdFrom::Text,
        title: text("title").filter(|title| !title.is_empty()),
        url: text("url").filter(|url| !url.is_empty()),
        metadata: kept.collect(),
        text: SourceText::Inline(body.into()),
        listed: true,
        ..Source::default()
    })
}
