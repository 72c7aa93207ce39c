//! Answers of Google's Interactions API, whole or streamed.
//!
//! Specification: the `Interaction` of the `google-genai` SDK in its three states: `outputs[]` with
//! untyped annotations (1.55), `outputs[]` with typed ones (1.68), `steps[]` (2.0). The annotations
//! have the same names as `OpenAI`'s but another meaning: bytes, and the words that are supported.
//! They are therefore distinguished by the object around them. Nothing repeats the words, so
//! offsets cannot be checked. Each annotation names one source; sources are numbered in order of
//! first use.
//!
//! *Incomplete support.* Thoughts and the steps of tools are counted and not shown: their results
//! hold no text that could be cited. `word_info` is the timing of a transcript and no citation.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::position;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Event;
use crate::input::container::{Payload, Shape};
use crate::input::json;
use crate::input::json::Reader;
use crate::model::{AnchorKind, Case, Citation, IdFrom, Response, Source, SourceText, Target};
use crate::text::Unit;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "interactions",
    title: "Gemini Interactions API answers, whole or streamed",
    recognised_by: "`object: interaction`, `steps[]` with `model_output`, or its `event_type`s",
    sources_from: "the annotations: title and address only, then the files given",
    units: "UTF-8 bytes of the text part, end exclusive",
    kind: Kind::Payload { detect, read },
    event: |value| Event::from(!json::text(value, "event_type").is_empty()),
    ..Dialect::DEFAULTS
};

fn detect(record: &Record<'_>) -> Option<String> {
    record.payload()?.documents.iter().map(interaction).find_map(|document| {
        if let Some(kind) = document.get("event_type").and_then(Value::as_str) {
            let ours = ["interaction.", "step.", "content."];
            let ours = ours.iter().any(|prefix| kind.starts_with(prefix));
            return ours.then(|| format!("events with `event_type: {kind}`"));
        }
        if document.get("object").and_then(Value::as_str) == Some("interaction") {
            return Some("`object: interaction`".to_owned());
        }
        let typed = |list: &str, kind: &str| {
            let items = document.get(list).and_then(Value::as_array);
            items.is_some_and(|items| items.iter().any(|item| type_of(item) == kind))
        };
        if typed("steps", "model_output") {
            return Some("`steps[]` with `model_output`".to_owned());
        }
        (typed("outputs", "text") && document.get("status").is_some())
            .then(|| "`outputs[]` with `text`, and `status`".to_owned())
    })
}

/// Returns the interaction in a document: itself, or its field of that name where it is not an event.
fn interaction(document: &Value) -> &Value {
    let event = document.get("event_type").is_some();
    document.get("interaction").filter(|inner| !event && inner.is_object()).unwrap_or(document)
}

fn type_of(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let Some(payload) = record.payload() else {
        return Err(record.error("no JSON found"));
    };
    let mut reader = Reader::default();
    let mut output = Output::default();
    if payload.documents.iter().any(|document| document.get("event_type").is_some()) {
        output.stream(payload, &mut reader);
    } else {
        let many = payload.shape != Shape::Document;
        for (number, document) in payload.documents.iter().map(interaction).enumerate() {
            let path = if many { format!("[{number}]") } else { String::new() };
            if let Some(fields) = Cursor::of(&mut reader, document, path) {
                output.whole(&fields, &mut reader);
            }
        }
    }
    let mut case = Case::default();
    let are_joined = output.join_texts();
    let (mut draft, mut unplaced) = (Draft::default(), 0);
    for part in &output.parts {
        let mut notes = Vec::new();
        for annotation in &part.annotations {
            notes.push(note(annotation, part, &mut case.sources, &mut unplaced, &mut reader));
        }
        draft.part(&part.text, notes);
    }
    let cited = output.parts.iter().any(|part| !part.annotations.is_empty());
    let marks = if cited { None } else { text_reader.read(draft.text()) };
    let finished = draft.finish(Reading::exclusive(Unit::Bytes));
    case.response = finished.response;
    on_marks(&mut case.response);
    case.format.reading = finished.reading;
    case.question = output.question(payload);
    case.notes = finished.notes;
    if let Some((name, found)) = marks {
        case.notes.push(format!("no annotations; the marks in the text are read as `{name}`"));
        case.notes.extend(found.notes);
        case.sources.extend(found.sources);
        case.response.citations = found.citations;
        case.response.cards = found.cards;
    }
    if unplaced > 0 {
        let number = count(unplaced, "annotation");
        case.notes.push(format!("{number} without a position, shown after the text"));
    }
    if are_joined {
        case.notes.push("the positions count over all texts of the model".to_owned());
    }
    case.notes.extend(output.notes());
    case.notes.extend(reader.notes);
    case.notes.extend(payload.notes.iter().cloned());
    Ok(case)
}

/// Makes annotations on the marks of a text, `[cite: 1, 2]`, the citations there: one for each mark.
fn on_marks(response: &mut Response) {
    let text = &response.text;
    let mut kept: Vec<Citation> = Vec::with_capacity(response.citations.len());
    for mut citation in response.citations.drain(..) {
        let words = citation.anchor.span.slice(text).unwrap_or_default();
        if !(words.starts_with("[cite: ") && words.ends_with(']')) {
            kept.push(citation);
            continue;
        }
        citation.anchor.kind = AnchorKind::Marker;
        match kept.last_mut().filter(|last| last.anchor == citation.anchor) {
            Some(last) => last.targets.append(&mut citation.targets),
            None => kept.push(citation),
        }
    }
    response.citations = kept;
}

/// A text of the model with its annotations.
#[derive(Debug, Default)]
struct Part<'v> {
    text: String,
    annotations: Vec<Cursor<'v>>,
}

/// Output of the model.
#[derive(Debug, Default)]
struct Output<'v> {
    parts: Vec<Part<'v>>,
    asked: Option<String>,
    /// Steps and contents that are not shown, by type.
    left: BTreeMap<&'v str, usize>,
    status: Option<&'v str>,
    cut: bool,
}

impl<'v> Output<'v> {
    /// Joins the texts if annotations count over all of them; false if each counts in its own.
    fn join_texts(&mut self) -> bool {
        let end = |annotation: &Cursor<'v>| {
            let end = annotation.get("endIndex").and_then(Value::as_u64)?;
            usize::try_from(end).ok()
        };
        let all: usize = self.parts.iter().map(|part| part.text.len()).sum();
        let mut ends = self.parts.iter().flat_map(|part| {
            let ends = part.annotations.iter().filter_map(end);
            ends.map(|end| (end, part.text.len()))
        });
        let is_beyond = ends.clone().any(|(end, own)| end > own);
        if self.parts.len() < 2 || !is_beyond || ends.any(|(end, _)| end > all) {
            return false;
        }
        let mut whole = Part::default();
        for part in self.parts.drain(..) {
            whole.text.push_str(&part.text);
            whole.annotations.extend(part.annotations);
        }
        self.parts.push(whole);
        true
    }

    /// Reads an interaction that is there as a whole.
    fn whole(&mut self, interaction: &Cursor<'v>, reader: &mut Reader) {
        self.status = interaction.text(reader, "status").or(self.status);
        for step in interaction.objects(reader, "steps") {
            match step.text(reader, "type") {
                Some("model_output") => {
                    for content in step.objects(reader, "content") {
                        self.content(&content, reader);
                    }
                }
                Some("user_input") => self.asked = asked(step.get("content")).or(self.asked.take()),
                kind => self.leave(kind),
            }
        }
        for content in interaction.objects(reader, "outputs") {
            self.content(&content, reader);
        }
        self.asked = asked(interaction.get("input")).or(self.asked.take());
    }

    fn content(&mut self, content: &Cursor<'v>, reader: &mut Reader) {
        match content.text(reader, "type") {
            Some("text") | None => {
                let text = content.text(reader, "text").unwrap_or_default().to_owned();
                let annotations = annotations(content, reader);
                self.parts.push(Part { text, annotations });
            }
            kind => self.leave(kind),
        }
    }

    fn leave(&mut self, kind: Option<&'v str>) {
        *self.left.entry(kind.unwrap_or("untyped")).or_default() += 1;
    }

    /// Puts the events of a stream together.
    fn stream(&mut self, payload: &'v Payload, reader: &mut Reader) {
        let mut parts: BTreeMap<i64, Part<'v>> = BTreeMap::new();
        let mut last = None;
        self.cut = true;
        for (number, event) in payload.documents.iter().enumerate() {
            let Some(event) = Cursor::of(reader, event, format!("[{number}]")) else { continue };
            let index = event.integer(reader, "index").unwrap_or(0);
            match event.text(reader, "event_type") {
                Some("step.start" | "content.start") => {
                    self.start(&event, index, &mut parts, reader);
                }
                Some("step.delta" | "content.delta") => {
                    if let Some(delta) = event.object(reader, "delta") {
                        add_delta(&delta, parts.entry(index).or_default(), reader);
                    }
                }
                Some("interaction.completed" | "interaction.complete") => {
                    self.cut = false;
                    last = event.object(reader, "interaction");
                }
                Some("error") => {
                    let error = event.object(reader, "error");
                    let message = error.and_then(|error| error.text(reader, "message"));
                    reader.notes.push(format!(
                        "the stream ends with an error: {}",
                        message.unwrap_or("no message")
                    ));
                }
                _ => {}
            }
        }
        parts.retain(|_, part| !part.text.is_empty() || !part.annotations.is_empty());
        self.parts.extend(parts.into_values());
        if let Some(last) = last {
            if self.parts.is_empty() {
                self.whole(&last, reader);
            } else {
                self.status = last.text(reader, "status");
                self.asked = asked(last.get("input")).or(self.asked.take());
            }
        }
    }

    /// Reads the beginning of a step or content. Kinds without an answer are only counted.
    fn start(
        &mut self,
        event: &Cursor<'v>,
        index: i64,
        parts: &mut BTreeMap<i64, Part<'v>>,
        reader: &mut Reader,
    ) {
        let step = event.object(reader, "step").or_else(|| event.object(reader, "content"));
        let Some(step) = step else { return };
        match step.text(reader, "type") {
            Some("model_output") => {
                for content in step.objects(reader, "content") {
                    add_delta(&content, parts.entry(index).or_default(), reader);
                }
            }
            Some("text") | None => add_delta(&step, parts.entry(index).or_default(), reader),
            kind => self.leave(kind),
        }
    }

    fn question(&self, payload: &Payload) -> Option<String> {
        let input = payload.requests.iter().find_map(|request| request.get("input"));
        asked(input).or_else(|| self.asked.clone())
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.left.is_empty() {
            let each =
                self.left.iter().map(|(kind, number)| count(*number, &format!("`{kind}` step")));
            notes.push(format!("not shown: {}", each.collect::<Vec<_>>().join(", ")));
        }
        if let Some(status) = self.status.filter(|status| *status != "completed") {
            notes.push(format!("the interaction is `{status}`"));
        }
        if self.cut {
            notes.push("the stream ends before the answer".to_owned());
        }
        notes
    }
}

/// Returns the annotations on a text: a list, which older versions leave out or give as one object.
fn annotations<'v>(content: &Cursor<'v>, reader: &mut Reader) -> Vec<Cursor<'v>> {
    let annotations = content.objects(reader, "annotations");
    let citations = annotations.into_iter();
    citations.filter(|it| it.get("type").and_then(Value::as_str) != Some("word_info")).collect()
}

/// Adds a piece of text; annotations refer to all the text of their part.
fn add_delta<'v>(delta: &Cursor<'v>, part: &mut Part<'v>, reader: &mut Reader) {
    match delta.text(reader, "type") {
        Some("text") | None => part.text.push_str(delta.text(reader, "text").unwrap_or_default()),
        Some("text_annotation" | "text_annotation_delta") => {}
        Some(_) => return,
    }
    part.annotations.extend(annotations(delta, reader));
}

/// Returns the text of an input: as it is, or the last of its texts.
fn asked(input: Option<&Value>) -> Option<String> {
    match input? {
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => items.iter().rev().find_map(|item| asked(Some(item))),
        Value::Object(fields) => {
            let kind = fields.get("type").and_then(Value::as_str);
            let own = fields.get("text").filter(|_| matches!(kind, Some("text") | None));
            let user = matches!(kind, Some("user_input") | None);
            own.or_else(|| fields.get("content").filter(|_| user))
                .and_then(|inner| asked(Some(inner)))
        }
        _ => None,
    }
}

/// Returns an annotation as a citation of one source.
fn note(
    annotation: &Cursor<'_>,
    part: &Part<'_>,
    sources: &mut Vec<Source>,
    unplaced: &mut usize,
    reader: &mut Reader,
) -> Note {
    let start = annotation.offset(reader, "startIndex");
    let end = annotation.offset(reader, "endIndex");
    let after = i64::try_from(part.text.len()).unwrap_or(i64::MAX);
    let (kind, start, end) = if (start, end) == (0, 0) {
        *unplaced += 1;
        (AnchorKind::Point, after, after)
    } else {
        (AnchorKind::Claim, start, end)
    };
    annotation.integer(reader, "pageNumber");
    let target = Target {
        id: source(annotation, sources, reader),
        locator: position::pages(annotation.get("pageNumber"), None),
        ..Target::default()
    };
    Note {
        kind,
        family: annotation.text(reader, "type").unwrap_or("annotation").to_owned(),
        start,
        end,
        words: None,
        contained: false,
        targets: vec![target],
        raw: annotation.raw(),
    }
}

/// Returns the id of the source that an annotation names, which is added when it is a new one.
fn source(annotation: &Cursor<'_>, sources: &mut Vec<Source>, reader: &mut Reader) -> String {
    let mut first = |names: &[&str]| {
        names.iter().find_map(|name| annotation.text(reader, name)).map(str::to_owned)
    };
    let mut url = first(&["url", "documentUri"]);
    let mut title = first(&["title", "fileName", "name"]);
    // Untyped annotations have one `source`: an address or a name.
    let named = first(&["source"]);
    if url.is_none() && named.as_deref().is_some_and(|source| source.contains("://")) {
        url.clone_from(&named);
    } else if title.is_none() {
        title.clone_from(&named);
    }
    let known = sources.iter().find(|source| source.url == url && source.title == title);
    if let Some(known) = known.filter(|_| url.is_some() || title.is_some()) {
        return known.id.clone();
    }
    let why = match (&url, &title) {
        (None, None) => "the annotation names no source",
        (None, Some(_)) => {
            "the response gives its name only; pass it with `--source` to see the passage"
        }
        (Some(_), _) => ADDRESS_ONLY,
    };
    let read = [
        "type",
        "startIndex",
        "endIndex",
        "url",
        "documentUri",
        "title",
        "fileName",
        "name",
        "pageNumber",
    ];
    let mut metadata = annotation.others(&read);
    metadata.retain(|(name, value)| {
        name != "source" || (Some(value) != url.as_ref() && Some(value) != title.as_ref())
    });
    let id = format!("source {}", sources.len());
    sources.push(Source {
        id: id.clone(),
        id_from: IdFrom::Text,
        title,
        url,
        metadata,
        text: SourceText::Absent(why.to_owned()),
        ..Source::default()
    });
    id
}
