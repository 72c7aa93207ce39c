//! The answer from one response or from the chunks of a stream: its parts, the metadata that
//! counts, and notes on the rest.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::dialects::shared::cursor::{Cursor, get, integer};
use crate::input::container::{Payload, Shape};
use crate::input::json::Reader;
use crate::text::prose::count;

/// The kinds of parts of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// Text of the answer.
    Text,
    /// Text of the model's thoughts.
    Thought,
    /// Anything else, by its field's name.
    Other(String),
}

/// A part of an answer.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    pub(crate) text: String,
}

/// The first candidate of a response.
#[derive(Debug, Default)]
pub(crate) struct Answer<'v> {
    pub(crate) parts: Vec<Part>,
    pub(crate) grounding: Option<Cursor<'v>>,
    pub(crate) recitations: Vec<Cursor<'v>>,
    pub(crate) pages: Vec<Cursor<'v>>,
    /// Returns notes on parts that are not shown and on the end of the answer.
    pub(crate) notes: Vec<String>,
    finish: Option<&'v str>,
    response: Option<&'v str>,
    /// The recitations as JSON: chunks of a stream may repeat them.
    recited: BTreeSet<String>,
    streamed: bool,
    candidate: i64,
    others: BTreeSet<i64>,
    foreign: usize,
}

/// Returns the document that has the candidates: itself, or its `response` (Code Assist, batches).
pub(crate) fn inner(document: &Value) -> &Value {
    let own = document.get("candidates").is_some();
    document.get("response").filter(|inner| !own && inner.is_object()).unwrap_or(document)
}

impl<'v> Answer<'v> {
    /// Puts the chunks together.
    pub(crate) fn of(payload: &'v Payload, reader: &mut Reader) -> Self {
        let documents = || payload.documents.iter().map(inner);
        let streamed = payload.shape != Shape::Document;
        let candidate = first_candidate(documents());
        let mut answer = Self { streamed, candidate, ..Self::default() };
        for (number, document) in documents().enumerate() {
            let path = if streamed { format!("[{number}]") } else { String::new() };
            let Some(fields) = Cursor::of(reader, document, path) else { continue };
            let id = fields.text(reader, "responseId");
            if id.is_some() && answer.response.is_some() && id != answer.response {
                answer.foreign += 1;
                continue;
            }
            answer.response = answer.response.or(id);
            answer.add(&fields, reader);
        }
        answer.note_left_out();
        answer
    }

    fn add(&mut self, response: &Cursor<'v>, reader: &mut Reader) {
        if let Some(reason) = response
            .get("promptFeedback")
            .and_then(|feedback| get(feedback.as_object()?, "blockReason"))
        {
            self.notes.push(format!("the prompt was blocked: `{}`", plain(reason)));
        }
        if let Some(error) = response.object(reader, "error") {
            let message = error.text(reader, "message").unwrap_or("no message");
            self.notes.push(format!("the stream holds an error: {message}"));
        }
        for (place, candidate) in (0..).zip(response.objects(reader, "candidates")) {
            let index = candidate.integer(reader, "index").unwrap_or(place);
            if index == self.candidate {
                self.add_candidate(&candidate, reader);
            } else {
                self.others.insert(index);
            }
        }
    }

    fn add_candidate(&mut self, candidate: &Cursor<'v>, reader: &mut Reader) {
        if let Some(content) = candidate.object(reader, "content") {
            for part in content.objects(reader, "parts") {
                self.add_part(&part, reader);
            }
        }
        let grounding = candidate.object(reader, "groundingMetadata");
        // Early chunks bear empty metadata, and so may the last: what cites most recently counts.
        if let Some(grounding) = grounding.filter(|grounding| weight(grounding) > 0)
            && self.grounding.as_ref().is_none_or(|old| weight(&grounding) >= weight(old))
        {
            self.grounding = Some(grounding);
        }
        if let Some(metadata) = candidate.object(reader, "citationMetadata") {
            for name in ["citationSources", "citations"] {
                for citation in metadata.objects(reader, name) {
                    if self.recited.insert(citation.raw()) {
                        self.recitations.push(citation);
                    }
                }
            }
        }
        if let Some(context) = candidate.object(reader, "urlContextMetadata") {
            let pages = context.objects(reader, "urlMetadata");
            if !pages.is_empty() {
                self.pages = pages;
            }
        }
        self.finish = candidate.text(reader, "finishReason").or(self.finish);
    }

    /// Adds a part; in a stream its text goes on in the part before it.
    fn add_part(&mut self, part: &Cursor<'v>, reader: &mut Reader) {
        let text = part.get("text").map(|_| part.text(reader, "text").unwrap_or_default());
        let thought = part.get("thought").and_then(Value::as_bool).unwrap_or(false);
        let kind = match text {
            Some(_) if thought => PartKind::Thought,
            Some(_) => PartKind::Text,
            None => {
                let known = ["thought", "thoughtSignature", "partMetadata"];
                let mut others = part.others(&known).into_iter().map(|(name, _)| name);
                PartKind::Other(others.next().unwrap_or_else(|| "thoughtSignature".to_owned()))
            }
        };
        let text = text.unwrap_or_default();
        match self.parts.last_mut().filter(|last| self.streamed && last.kind == kind) {
            Some(last) => last.text.push_str(text),
            None => self.parts.push(Part { kind, text: text.to_owned() }),
        }
    }

    fn note_left_out(&mut self) {
        let mut left: BTreeMap<String, usize> = BTreeMap::new();
        for part in &self.parts {
            match &part.kind {
                PartKind::Text => {}
                PartKind::Thought => *left.entry("thought".to_owned()).or_default() += 1,
                PartKind::Other(name) => *left.entry(format!("`{name}` part")).or_default() += 1,
            }
        }
        if !left.is_empty() {
            let left: Vec<String> =
                left.iter().map(|(name, number)| count(*number, name)).collect();
            self.notes.push(format!("not shown: {}", left.join(", ")));
        }
        if !self.others.is_empty() {
            let others = count(self.others.len(), "other candidate");
            self.notes.push(format!("candidate {} is shown, {others} not", self.candidate));
        }
        if self.foreign > 0 {
            let chunks = count(self.foreign, "chunk");
            self.notes.push(format!("{chunks} of other responses left out"));
        }
        match self.finish {
            None if self.streamed => {
                self.notes.push("the stream ends before the answer".to_owned());
            }
            None | Some("STOP" | "FINISH_REASON_UNSPECIFIED") => {}
            Some(reason) => {
                self.notes.push(format!("the answer ended with `{reason}`"));
            }
        }
    }
}

/// Returns the lowest number among the candidates.
fn first_candidate<'v>(documents: impl Iterator<Item = &'v Value>) -> i64 {
    let lists = documents.filter_map(|document| document.get("candidates")?.as_array());
    let index = |(place, candidate): (i64, &Value)| {
        candidate.get("index").and_then(integer).unwrap_or(place)
    };
    lists.flat_map(|list| (0..).zip(list)).map(index).min().unwrap_or(0)
}

/// Ranks metadata: supports above chunks above queries above nothing.
fn weight(grounding: &Cursor<'_>) -> u8 {
    let filled = |name: &str| {
        grounding.get(name).and_then(Value::as_array).is_some_and(|items| !items.is_empty())
    };
    let lists = ["webSearchQueries", "groundingChunks", "groundingSupports"];
    lists
        .iter()
        .zip(1..)
        .filter(|(name, _)| filled(name))
        .map(|(_, weight)| weight)
        .max()
        .unwrap_or(0)
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
