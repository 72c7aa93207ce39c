//! Pydantic AI: saved message histories, whose text parts carry citations.
//!
//! Spec: the library's `messages.py` (2.x).
//!
//! ```json
//! [{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "…"}]},
//!  {"kind": "response", "parts": [{"part_kind": "text", "content": "It is so.", "citations": [
//!    {"sources": [{"kind": "document", "document_id": "d1", "title": "…", "excerpts": ["…"]}],
//!     "anchor": {"kind": "content", "start": 0, "end": 9}}]}]}]
//! ```
//!
//! An anchor counts code points of its part, end exclusive, and says itself whether it covers the
//! claim (`content`) or the marker. Without one the part is the claim. The last answer is the
//! response: its text parts with nothing between them.
//!
//! # Incomplete support
//!
//! Thoughts and files are left out. What providers said of a citation (`provider_details`) is kept
//! in the raw view only. Histories of versions without citations are read too, for the marks in their
//! texts and the results of their tools.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Kind, TextReader};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::draft::{Draft, Note};
use crate::dialects::shared::offsets::Reading;
use crate::dialects::shared::passages::Passages;
use crate::dialects::shared::{found, reasoning};
use crate::error::Result;
use crate::input::Record;
use crate::input::json::list;
use crate::input::json::words;
use crate::input::json::{Reader, join};
use crate::model::{Anchor, AnchorKind, Case, Citation, IdFrom, Source, SourceText, Target};
use crate::text::prose::count;
use crate::text::{Span, Unit};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pydantic-ai",
    title: "Pydantic AI: a saved history of messages, or a response",
    recognised_by: "`parts[]` with a `part_kind`",
    sources_from: "the citations, with their excerpts; what tools returned; then files given",
    units: "code points within each part, end exclusive",
    kind: Kind::Payload { detect, read },
    ..Dialect::DEFAULTS
};

const NAMED_ONLY: &str = "the citation gives no excerpt of it; pass it with `--source ID=PATH`";

fn detect(record: &Record<'_>) -> Option<String> {
    let payload = record.payload()?;
    let all: Vec<&Value> = messages(&payload.documents).collect();
    all.iter().any(|message| is_answer(message)).then(|| {
        let cited = all.iter().flat_map(|message| parts(message));
        let cited: usize = cited.map(|part| list(part, "citations").len()).sum();
        format!(
            "{} with `part_kind`, and {}",
            count(all.len(), "message"),
            count(cited, "citation")
        )
    })
}

fn parts(message: &Value) -> &[Value] {
    list(message, "parts")
}

fn part_kind(part: &Value) -> &str {
    part.get("part_kind").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the messages of a history, bare or in a field of an app's own.
fn messages(documents: &[Value]) -> impl Iterator<Item = &Value> {
    documents.iter().flat_map(|document| {
        let fields = ["messages", "message_history", "all_messages", "new_messages"];
        let inner = fields.iter().map(|key| list(document, key)).find(|list| !list.is_empty());
        inner.unwrap_or(std::slice::from_ref(document))
    })
}

/// True if a message has words of a model.
fn is_answer(message: &Value) -> bool {
    message.get("kind").and_then(Value::as_str) != Some("request")
        && parts(message).iter().any(|part| part_kind(part) == "text")
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let payload = record.payload().ok_or_else(|| record.error("no JSON found"))?;
    let all: Vec<&Value> = messages(&payload.documents).collect();
    let Some(last) = all.iter().rposition(|message| is_answer(message)) else {
        return Err(record.error("no message has a part of the `part_kind` `text`"));
    };
    let (before, from) = all.split_at_checked(last).unwrap_or_default();
    let mut read = Read { reader: Reader { notes: payload.notes.clone() }, ..Read::default() };
    let earlier = before.iter().filter(|message| is_answer(message)).count();
    if earlier > 0 {
        let what = count(earlier, "earlier answer");
        read.reader.notes.push(format!("{what} not shown: the last is the response"));
    }
    let spoken = from.first().map(|message| parts(message)).unwrap_or_default();
    for (index, part) in spoken.iter().enumerate() {
        if let (Some(fields), "text") = (part.as_object(), part_kind(part)) {
            read.part(fields, &format!("parts[{index}]"));
        }
    }
    for part in before.iter().flat_map(|message| parts(message)).chain(spoken) {
        if part_kind(part).ends_with("tool-return") {
            let found = part.get("content").map(found::sources).unwrap_or_default();
            read.returned.extend(found);
        }
    }
    let asked = before.iter().rev().flat_map(|message| parts(message).iter().rev());
    let mut asked = asked.filter(|part| part_kind(part) == "user-prompt");
    let question = asked.find_map(|part| words(part.get("content")?));
    Ok(Case { question, ..read.finish(text_reader) })
}

/// The state of reading.
#[derive(Debug, Default)]
struct Read {
    reader: Reader,
    draft: Draft,
    cited_sources: Vec<(Source, Passages)>,
    places: BTreeMap<String, usize>,
    returned: Vec<Source>,
    /// Citations without an anchor.
    whole: usize,
    cited: usize,
}

impl Read {
    fn part(&mut self, part: &Map<String, Value>, path: &str) {
        let cursor = Cursor::new(part, path);
        let Some(text) = cursor.string(&mut self.reader, "content") else { return };
        let start = self.draft.text().len();
        let mut notes = Vec::new();
        let citations = cursor.list(&mut self.reader, "citations");
        for (index, value) in citations.iter().enumerate() {
            let path = format!("{path}.citations[{index}]");
            let Some(fields) = value.as_object() else {
                self.reader.expected(&path, "an object", value);
                continue;
            };
            self.cited += 1;
            let targets = self.targets(fields, &path);
            let anchor = fields.get("anchor").filter(|anchor| !anchor.is_null());
            let Some((kind, from, end)) = anchor.and_then(|it| self.anchor(it, &path)) else {
                self.whole += 1;
                let from = start + (text.len() - text.trim_start().len());
                let span = Span::new(from, from + text.trim().len());
                let anchor = Anchor { kind: AnchorKind::Claim, span };
                let (family, raw) = ("citation".to_owned(), value.to_string());
                self.draft.cite(Citation { family, raw, anchor, targets, ..Citation::default() });
                continue;
            };
            notes.push(Note {
                kind,
                family: "citation".to_owned(),
                start: from,
                end,
                words: None,
                contained: false,
                targets,
                raw: value.to_string(),
            });
        }
        self.draft.part(&text, notes);
    }

    /// Returns the text that an anchor covers, with its place.
    fn anchor(&mut self, anchor: &Value, path: &str) -> Option<(AnchorKind, i64, i64)> {
        let number = |key: &str| anchor.get(key).and_then(Value::as_i64);
        let (Some(start), Some(end)) = (number("start"), number("end")) else {
            self.reader.expected(&join(path, "anchor"), "an object with `start` and `end`", anchor);
            return None;
        };
        let kind = match anchor.get("kind").and_then(Value::as_str) {
            _ if start == end => AnchorKind::Point,
            Some("marker") => AnchorKind::Marker,
            _ => AnchorKind::Claim,
        };
        Some((kind, start, end))
    }

    /// Returns a target for each excerpt of each source; one without excerpts is cited as a whole.
    fn targets(&mut self, citation: &Map<String, Value>, path: &str) -> Vec<Target> {
        let mut targets = Vec::new();
        for (index, source) in
            Cursor::new(citation, path).list(&mut self.reader, "sources").iter().enumerate()
        {
            let path = format!("{path}.sources[{index}]");
            let Some(fields) = source.as_object() else {
                self.reader.expected(&path, "an object", source);
                continue;
            };
            let cursor = Cursor::new(fields, path);
            let url = cursor.string(&mut self.reader, "url");
            let document = cursor.id(&mut self.reader, "document_id");
            let title = cursor.string(&mut self.reader, "title");
            let Some(id) = document.or_else(|| url.clone()).or_else(|| title.clone()) else {
                continue;
            };
            let excerpts = cursor.list(&mut self.reader, "excerpts");
            let excerpts: Vec<String> = excerpts
                .iter()
                .filter_map(|excerpt| words(excerpt.get("text").unwrap_or(excerpt)))
                .collect();
            let target = |quote| Target { id: id.clone(), quote, ..Target::default() };
            if excerpts.is_empty() {
                targets.push(target(None));
            }
            targets.extend(excerpts.iter().map(|excerpt| target(Some(excerpt.clone()))));
            self.put(&id, url, title, &excerpts);
        }
        targets
    }

    /// Adds a source, or missing data to a known one.
    fn put(&mut self, id: &str, url: Option<String>, title: Option<String>, excerpts: &[String]) {
        let at = *self.places.entry(id.to_owned()).or_insert_with(|| {
            let source = Source {
                id: id.to_owned(),
                id_from: IdFrom::Text,
                text: SourceText::Absent(NAMED_ONLY.to_owned()),
                ..Source::default()
            };
            self.cited_sources.push((source, Passages::default()));
            self.cited_sources.len() - 1
        });
        let Some((source, passages)) = self.cited_sources.get_mut(at) else { return };
        source.url = source.url.take().or(url);
        source.title = source.title.take().or(title);
        for excerpt in excerpts {
            passages.add_quote(excerpt);
        }
    }

    fn finish(mut self, text_reader: &TextReader<'_>) -> Case {
        let cited = self.cited_sources.into_iter().map(|(mut source, passages)| {
            passages.finish(&mut source);
            source
        });
        let sources: Vec<Source> = cited.chain(self.returned).collect();
        let numbers: Vec<u64> = (1..=sources.len() as u64).collect();
        let text = self.draft.text();
        let marks = if self.cited > 0 { None } else { text_reader.read_numbered(text, &numbers) };
        let thoughts = reasoning::thoughts(text);
        let finished = self.draft.finish(Reading::exclusive(Unit::CodePoints));
        let mut case = Case { sources, ..Case::default() };
        case.response = finished.response;
        case.response.cards.extend(thoughts);
        case.format.reading = finished.reading;
        self.reader.notes.extend(finished.notes);
        if self.whole > 0 {
            let what = count(self.whole, "citation");
            let note = format!("{what} without an anchor: the whole part is taken as the claim");
            self.reader.notes.push(note);
        }
        if let Some((name, found)) = marks {
            let note = format!("no citations; the marks in the text are read as `{name}`");
            self.reader.notes.push(note);
            self.reader.notes.extend(found.notes);
            case.sources.extend(found.sources);
            case.response.citations = found.citations;
            case.response.cards = found.cards;
        }
        case.notes = self.reader.notes;
        case
    }
}
