//! From source records to numbered sources.
//!
//! A record holds chunks in parallel lists. The app groups the chunks of all records by
//! `metadata.source ?? source.id ?? "N/A"` and opens the n-th group for `[n]`; the numbers in the
//! model's input may differ, see [`Grouped::readings`].

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::dialects::shared::cursor::Cursor;
use crate::input::json::{A_TEXT, Reader, join};
use crate::model::{Division, DivisionKind, IdFrom, Source, SourceText};
use crate::text::Span;

/// Text between the chunks of one group.
const BETWEEN: &str = "\n\n";

/// The first of April 2025, in seconds: earlier versions numbered the model's input by file.
const NUMBERED_BY_GROUP_SINCE: f64 = 1_743_465_600.0;

/// The sources of an answer.
#[derive(Debug, Default)]
pub(crate) struct Grouped {
    /// The sources in the order of their numbers.
    pub(crate) sources: Vec<Source>,
    /// The words on the app's chips, in the order of their numbers; these are not grouped as the
    /// sources are.
    pub(crate) labels: Vec<String>,
    /// Names that the app gives the sources.
    pub(crate) names: Vec<String>,
    groups: Vec<Group>,
    chunks: Vec<Chunk>,
}

/// Another way in which the numbers may have been given to the model.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// As a condition: `tool results were not counted`.
    pub(crate) how: &'static str,
    /// The source (0-based) that each number means.
    pub(crate) sources: Vec<usize>,
}

#[derive(Debug, Default)]
struct Group {
    key: String,
    texts: Vec<String>,
    distances: Vec<f64>,
    pages: Vec<String>,
}

#[derive(Debug)]
struct Chunk {
    group: usize,
    /// The id that the model's numbers go by.
    label: String,
    file: Option<String>,
    tool: bool,
}

/// Groups the chunks of `records`, which are at `path`.
pub(crate) fn group(records: &[&Value], path: &str, reader: &mut Reader) -> Grouped {
    let mut grouped = Grouped::default();
    for (index, record) in records.iter().enumerate() {
        let path = format!("{path}[{index}]");
        match record.as_object() {
            Some(record) => grouped.add(record, &path, reader),
            None => reader.expected(&path, "an object", record),
        }
    }
    for (source, group) in grouped.sources.iter_mut().zip(&grouped.groups) {
        group.finish(source);
    }
    grouped
}

impl Grouped {
    fn add(&mut self, record: &Map<String, Value>, path: &str, reader: &mut Reader) {
        let nothing = Map::new();
        let about = record.get("source").and_then(Value::as_object).unwrap_or(&nothing);
        let cursor = Cursor::new(record, path);
        let metadata = cursor.list(reader, "metadata");
        let distances = cursor.list(reader, "distances");
        let tool = record.get("tool_result").and_then(Value::as_bool).unwrap_or(false);
        for (index, document) in documents(record, path, reader).into_iter().enumerate() {
            let own = metadata.get(index).and_then(Value::as_object).unwrap_or(&nothing);
            let ids = [own.get("source"), about.get("id")].map(|value| value.and_then(as_id));
            let key = ids.iter().flatten().next().cloned().unwrap_or_else(no_id);
            let label = ids.iter().flatten().find(|id| !id.is_empty()).cloned();
            let name = name(own, about, &key);
            if !self.labels.contains(&name) {
                self.labels.push(name.clone());
            }
            let group = self.groups.iter().position(|group| group.key == key);
            let group = group.unwrap_or_else(|| {
                self.sources.push(source(self.sources.len() + 1, &key, &name, own, about));
                self.names.push(name);
                self.groups.push(Group { key, ..Group::default() });
                self.groups.len() - 1
            });
            if let Some(group) = self.groups.get_mut(group) {
                group.texts.push(document.to_owned());
                group.distances.extend(distances.get(index).and_then(Value::as_f64));
                group.pages.extend(own.get("page").and_then(as_id));
            }
            let file = own.get("file_id").and_then(as_id);
            self.chunks.push(Chunk { group, label: label.unwrap_or_else(no_id), file, tool });
        }
    }

    /// Returns other ways in which versions of the app numbered the model's input, if they make a
    /// difference here. `written` is the time of the answer, in seconds; `largest` its largest
    /// number.
    pub(crate) fn readings(&self, written: Option<f64>, largest: u64) -> Vec<Numbering> {
        let labelled = |chunk: &Chunk| Some(chunk.label.clone());
        let untooled = |chunk: &Chunk| (!chunk.tool).then(|| chunk.label.clone());
        let by_file = |chunk: &Chunk| chunk.file.clone().or_else(|| labelled(chunk));
        let old = written.is_none_or(|time| time < NUMBERED_BY_GROUP_SINCE);
        let beyond = (self.sources.len() as u64) < largest && largest <= self.chunks.len() as u64;
        let mut readings = vec![
            Numbering { how: "tool results were not counted", sources: self.numbered(untooled) },
            Numbering { how: "empty ids were counted as none", sources: self.numbered(labelled) },
        ];
        if old {
            let how = "each file had a number of its own";
            readings.push(Numbering { how, sources: self.numbered(by_file) });
        }
        if written.is_some() && old || beyond {
            let how = "each chunk had a number of its own";
            let sources = self.chunks.iter().map(|chunk| chunk.group).collect();
            readings.push(Numbering { how, sources });
        }
        readings.retain(|reading| reading.sources.iter().enumerate().any(|(at, is)| at != *is));
        readings
    }

    /// Returns the sources in the order in which new ids appear; chunks without id are not counted.
    fn numbered(&self, id: impl Fn(&Chunk) -> Option<String>) -> Vec<usize> {
        let mut seen: Vec<String> = Vec::new();
        let mut sources = Vec::new();
        for chunk in &self.chunks {
            if let Some(id) = id(chunk)
                && !seen.contains(&id)
            {
                seen.push(id);
                sources.push(chunk.group);
            }
        }
        sources
    }
}

impl Group {
    fn finish(&self, source: &mut Source) {
        let mut text = String::new();
        for (number, chunk) in (0..).zip(&self.texts) {
            if number > 0 {
                text.push_str(BETWEEN);
            }
            let span = Span::new(text.len(), text.len() + chunk.len());
            let kind = DivisionKind::Block;
            source.divisions.push(Division { kind, number, span, file_line: 0 });
            text.push_str(chunk);
        }
        if self.texts.len() == 1 {
            source.divisions.clear();
        }
        source.text = SourceText::Inline(Arc::from(text));
        let shown: Vec<String> = self.distances.iter().map(f64::to_string).collect();
        if !shown.is_empty() {
            source.metadata.push(("distance".to_owned(), shown.join(", ")));
        }
        if !self.pages.is_empty() {
            source.metadata.push(("page".to_owned(), self.pages.join(", ")));
        }
        // The app, too, takes them for similarities only when all of them can be.
        if self.distances.iter().all(|distance| (-1.0..=1.0).contains(distance)) {
            source.score = self.distances.iter().copied().reduce(f64::max);
        }
    }
}

fn documents<'v>(record: &'v Map<String, Value>, path: &str, reader: &mut Reader) -> Vec<&'v str> {
    if let Some(Value::String(text)) = record.get("document") {
        return vec![text];
    }
    let mut texts = Vec::new();
    for (index, value) in Cursor::new(record, path).list(reader, "document").iter().enumerate() {
        if !value.is_string() {
            reader.expected(&format!("{}[{index}]", join(path, "document")), A_TEXT, value);
        }
        texts.push(value.as_str().unwrap_or_default());
    }
    texts
}

fn source(
    number: usize,
    key: &str,
    name: &str,
    own: &Map<String, Value>,
    about: &Map<String, Value>,
) -> Source {
    let addresses = [own.get("source_url"), own.get("url"), about.get("url")];
    let addresses = addresses.iter().flatten().filter_map(|value| value.as_str());
    let url = [key].into_iter().chain(addresses).find(|url| is_address(url)).map(str::to_owned);
    let mut metadata = Vec::new();
    if key != name && url.as_deref() != Some(key) {
        metadata.push(("source".to_owned(), key.to_owned()));
    }
    for (field, value) in own {
        let is_known =
            ["source", "source_url", "url", "name", "title", "page"].contains(&field.as_str());
        let value = as_id(value).filter(|value| !is_known && !value.is_empty() && *value != name);
        metadata.extend(value.map(|value| (field.clone(), value)));
    }
    Source {
        id: number.to_string(),
        id_from: IdFrom::Text,
        // An address is a poor title; a page's own is better, and none is better than twice.
        title: if is_address(name) {
            own.get("title").and_then(as_id)
        } else {
            Some(name.to_owned())
        },
        url,
        metadata,
        ..Source::default()
    }
}

/// Returns the words of the app's chip for a chunk.
fn name(own: &Map<String, Value>, about: &Map<String, Value>, key: &str) -> String {
    let text = |fields: &Map<String, Value>| {
        fields
            .get("name")
            .and_then(Value::as_str)
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
    };
    text(own)
        .or_else(|| is_address(key).then(|| key.to_owned()))
        .or_else(|| text(about))
        .unwrap_or_else(|| key.to_owned())
}

fn no_id() -> String {
    "N/A".to_owned()
}

fn is_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// Returns a text as it is, a number or a truth value as written.
fn as_id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

/// True if it is a source record: chunks next to their sources.
pub(crate) fn is_record(value: &Value) -> bool {
    let chunks = value.get("document").is_some_and(|it| it.is_array() || it.is_string());
    let about = value.get("source").is_some_and(Value::is_object);
    chunks && (about || value.get("metadata").is_some_and(Value::is_array))
}
