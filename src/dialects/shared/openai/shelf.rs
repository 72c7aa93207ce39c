//! The sources that a payload names, collected while it is read.
//!
//! A page is identified by its address, a file by its id. Search results for a file are passages;
//! they make up its text, one block each, and the response never says which of them it means.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::passages::Passages;
use crate::input::json::Reader;
use crate::model::{IdFrom, Source, SourceText};
use crate::text::address;

const NO_PAGE: &str = "the response gives its address only; pass the saved page with `--source`";
const NO_FILE: &str =
    "the response names the file only; pass it with `--source` to see the passage";
const NO_PRODUCT: &str = "it is a file that the model made; the response does not hold it";

/// Sources in the order in which they were first named, with their passages.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    entries: Vec<(Source, Passages)>,
    places: BTreeMap<String, usize>,
}

impl Shelf {
    /// Adds a page, with a passage of it if there is one; returns its id, which is the address by
    /// which it was first named.
    pub(crate) fn page(&mut self, url: &str, title: Option<&str>, passage: Option<&str>) -> String {
        let own = address::without_tracking(address::split(url).0);
        let (source, passages) = self.entry_at(address::plain(url), &own, NO_PAGE);
        let id = source.id.clone();
        source.url.get_or_insert(own);
        let is_number = |title: &str| title.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(title) = title.filter(|title| !is_number(title.trim())) {
            source.title.get_or_insert_with(|| title.to_owned());
        }
        add(passages, passage);
        id
    }

    /// Adds a page of which a citation repeats words; returns its id.
    pub(crate) fn quoted_page(&mut self, url: &str, title: Option<&str>, quote: &str) -> String {
        let id = self.page(url, title, None);
        self.entry_at(address::plain(url), &id, NO_PAGE).1.add_quote(quote);
        id
    }

    /// Puts a file there that is named by id, by name or by both; its id.
    pub(crate) fn file(
        &mut self,
        id: Option<&str>,
        name: Option<&str>,
        kind: &str,
    ) -> Option<String> {
        let id = id.or(name).filter(|id| !id.is_empty())?;
        let product = matches!(kind, "container_file_citation" | "file_path");
        let (source, _) = self.entry(id, if product { NO_PRODUCT } else { NO_FILE });
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            source.title.get_or_insert_with(|| name.to_owned());
        }
        Some(id.to_owned())
    }

    /// Adds a numbered page from a list next to an answer. An annotation with its address refers to
    /// it.
    pub(crate) fn numbered(
        &mut self,
        number: &str,
        url: &str,
        title: Option<&str>,
        passage: Option<&str>,
    ) -> &mut Source {
        let index = self.index_of(number.to_owned(), number, NO_PAGE);
        if !url.is_empty() {
            self.places.entry(address::plain(url)).or_insert(index);
        }
        let (source, passages) = self.entries.get_mut(index).expect("the index is of an entry");
        if !url.is_empty() {
            source.url.get_or_insert_with(|| url.to_owned());
        }
        if let Some(title) = title {
            source.title.get_or_insert_with(|| title.to_owned());
        }
        add(passages, passage);
        source
    }

    /// Adds words that a citation repeats to the file that has this id.
    pub(crate) fn quote(&mut self, id: &str, quote: &str) {
        self.entry(id, NO_FILE).1.add_quote(quote);
    }

    /// Adds a passage to the file that has this id.
    pub(crate) fn passage(&mut self, id: &str, passage: &str) {
        add(&mut self.entry(id, NO_FILE).1, Some(passage));
    }

    /// Returns the id of the page at this address, if it is there.
    pub(crate) fn known(&self, url: &str) -> Option<String> {
        let index = self.places.get(&address::plain(url))?;
        self.entries.get(*index).map(|(source, _)| source.id.clone())
    }

    /// Returns the ids that are numbers.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.entries.iter().filter_map(|(source, _)| source.id.parse().ok()).collect()
    }

    /// Adds the result of a file search: `{file_id, filename, score, text or content}`.
    pub(crate) fn result(&mut self, reader: &mut Reader, value: &Value, path: &str) {
        let Some(fields) = value.as_object() else {
            reader.expected(path, "an object", value);
            return;
        };
        let cursor = Cursor::new(fields, path);
        let id = cursor.string(reader, "file_id");
        let name = cursor.string(reader, "filename").or_else(|| cursor.string(reader, "file_name"));
        let Some(id) = self.file(id.as_deref(), name.as_deref(), "") else { return };
        let score = cursor.number(reader, "score");
        let attributes = cursor.pairs(reader, "attributes");
        let texts = result_texts(reader, &cursor);
        let (source, passages) = self.entry(&id, NO_FILE);
        // The best passage determines the score of the file.
        source.score = match (source.score, score) {
            (Some(own), Some(other)) => Some(own.max(other)),
            (own, other) => own.or(other),
        };
        for pair in attributes {
            if !source.metadata.contains(&pair) {
                source.metadata.push(pair);
            }
        }
        for text in texts {
            add(passages, Some(&text));
        }
    }

    /// Puts a source there that was read elsewhere, unless one of its id is there.
    pub(crate) fn source(&mut self, source: Source) {
        if !self.places.contains_key(&source.id) {
            if !source.id.is_empty() {
                self.places.insert(source.id.clone(), self.entries.len());
            }
            self.entries.push((source, Passages::default()));
        }
    }

    /// True if it is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the sources, passages joined to their texts.
    pub(crate) fn finish(self) -> Vec<Source> {
        let with_text = |(mut source, passages): (Source, Passages)| {
            passages.finish(&mut source);
            source
        };
        self.entries.into_iter().map(with_text).collect()
    }

    fn entry(&mut self, id: &str, absent: &str) -> &mut (Source, Passages) {
        self.entry_at(id.to_owned(), id, absent)
    }

    /// Returns the entry for `key`, or a new one with that id.
    fn entry_at(&mut self, key: String, id: &str, absent: &str) -> &mut (Source, Passages) {
        let index = self.index_of(key, id, absent);
        self.entries.get_mut(index).expect("the index is of an entry")
    }

    fn index_of(&mut self, key: String, id: &str, absent: &str) -> usize {
        self.places.get(&key).copied().unwrap_or_else(|| {
            self.places.insert(key, self.entries.len());
            let text = SourceText::Absent(absent.to_owned());
            let id = id.to_owned();
            let source = Source { id, id_from: IdFrom::Text, text, ..Source::default() };
            self.entries.push((source, Passages::default()));
            self.entries.len() - 1
        })
    }
}

/// Returns the texts of a result: `text`, or `content` as a text or as parts.
fn result_texts(reader: &mut Reader, cursor: &Cursor<'_>) -> Vec<String> {
    if let Some(text) = cursor.string(reader, "text") {
        return vec![text];
    }
    if let Some(Value::String(text)) = cursor.get("content") {
        return vec![text.clone()];
    }
    let parts = cursor.objects(reader, "content");
    parts.iter().filter_map(|part| part.string(reader, "text")).collect()
}

fn add(passages: &mut Passages, passage: Option<&str>) {
    if let Some(passage) = passage {
        passages.add(passage);
    }
}
