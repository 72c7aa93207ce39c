//! One annotation, flat or with its fields one level deeper.
//!
//! | where | shape |
//! |---|---|
//! | Responses | `{type, url, title, start_index, end_index}`, `{type, file_id, filename, index}` |
//! | Chat Completions | `{type, url_citation: {url, title, start_index, end_index, content?}}` |
//! | Assistants | `{type, text, start_index, end_index, file_citation: {file_id, quote?}}` |
//! | ChatKit | `{type, source: {type, url}}` |
//! | Jina | `{type, url_citation: {url, title, exactQuote, dateTime}}` |
//! | xAI's client | `{id, start_index, end_index, web_citation: {url}}`, also `x_citation`, and `collections_citation: {file_id, chunk_content, score}` |
//! | copies by client libraries | `startIndex` and `endIndex` |
//!
//! Everything except the type may be missing. An unknown type is kept and noted.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::dialects::shared::cursor::{Cursor, integer};
use crate::dialects::shared::openai::shelf::Shelf;
use crate::input::json::{Reader, join};
use crate::model::{Locator, Target};
use crate::text::address;

/// The types that are documented.
const KNOWN: &[&str] = &[
    "url_citation",
    "file_citation",
    "container_file_citation",
    "file_path",
    "url",
    "file",
    "web_citation",
    "x_citation",
    "collections_citation",
];

/// The objects that hold an annotation's fields one level deeper, besides the one that bears the
/// name of its type.
const INNER: &[&str] = &[
    "url_citation",
    "file_citation",
    "file_path",
    "source",
    "web_citation",
    "x_citation",
    "collections_citation",
];

/// An annotation as read.
#[derive(Debug)]
pub(crate) struct Annotation {
    pub(crate) family: String,
    pub(crate) place: Place,
    /// Words that the span must hold, when the payload states them.
    pub(crate) words: Option<String>,
    /// True if `words` need only be inside the span.
    pub(crate) contained: bool,
    pub(crate) targets: Vec<Target>,
    pub(crate) raw: String,
    /// It names a file and nothing in it.
    pub(crate) file_only: bool,
}

/// The place that an annotation states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A stretch of the part's text.
    Span(i64, i64),
    /// One position.
    Point(i64),
    /// Not stated: no offsets, or both 0.
    Nowhere,
}

impl Annotation {
    /// Reads an annotation on `text`; adds its target to the shelf.
    pub(crate) fn read(
        reader: &mut Reader,
        shelf: &mut Shelf,
        value: &Value,
        text: &mut Links<'_>,
        path: &str,
    ) -> Option<Self> {
        let Some(outer) = value.as_object() else {
            if !value.is_null() {
                reader.expected(path, "an object", value);
            }
            return None;
        };
        let fields = Fields::new(outer, path);
        let cursor = Cursor::new(outer, path);
        let mut family = cursor.string(reader, "type").unwrap_or_default();
        if family == "citation" {
            family = cursor.string(reader, "source").unwrap_or(family);
        }
        let url = fields.string(reader, &["url"]);
        let file = fields.string(reader, &["fileId"]);
        let name = fields.string(reader, &["filename", "file_name"]);
        if family.is_empty() {
            let kind = if url.is_some() { "url_citation" } else { "file_citation" };
            let inner = fields.inner.filter(|inner| KNOWN.contains(inner));
            inner.unwrap_or(kind).clone_into(&mut family);
        } else if !KNOWN.contains(&family.as_str()) {
            let note = format!("`{path}` has the type `{family}`, which is not known");
            reader.notes.push(note);
        }
        let title = fields.string(reader, &["title"]);
        let quote = fields.string(
            reader,
            &["content", "quote", "exactQuote", "chunk_content", "summary", "snippet"],
        );
        let quote = quote.filter(|quote| !quote.trim().is_empty());
        let id = match (&url, &file, &name) {
            (Some(url), _, _) => Some(match &quote {
                Some(quote) => shelf.quoted_page(url, title.as_deref(), quote),
                None => shelf.page(url, title.as_deref(), None),
            }),
            (None, None, None) => None,
            (None, id, name) => shelf.file(id.as_deref(), name.as_deref(), &family),
        };
        if let (Some(id), Some(chunk)) = (&id, fields.string(reader, &["chunk_content"])) {
            shelf.quote(id, &chunk);
        }
        let file_only = url.is_none() && id.is_some() && quote.is_none();
        let fragment = url.as_deref().and_then(|url| address::split(url).1);
        let locator = fragment.map(|fragment| Locator::Fragment(fragment.to_owned()));
        let target = |id| Target { id, locator, quote, ..Target::default() };
        let own = fields.string(reader, &["text"]).filter(|own| !own.trim().is_empty());
        let contained = own.is_none();
        let words = own.or_else(|| text.repeated(url.as_deref(), name.as_deref()));
        let mut raw = value.to_string();
        raw.shrink_to_fit();
        Some(Self {
            place: fields.place(reader),
            family,
            words,
            contained,
            targets: id.map(target).into_iter().collect(),
            raw,
            file_only,
        })
    }

    /// Returns the address that an annotation states, from its JSON.
    pub(crate) fn address(raw: &str) -> Option<String> {
        let value: Value = serde_json::from_str(raw).ok()?;
        Fields::new(value.as_object()?, "").string(&mut Reader::default(), &["url"])
    }

    /// True if it has no place in the text, stated or found.
    pub(crate) fn is_nowhere(&self) -> bool {
        self.place == Place::Nowhere && self.words.is_none()
    }

    /// True if it is of a kind that points at files made by a tool and not at sources.
    pub(crate) fn is_product(&self) -> bool {
        matches!(self.family.as_str(), "container_file_citation" | "file_path")
    }
}

/// A text that may repeat the addresses of its annotations, each searched for once.
#[derive(Debug)]
pub(crate) struct Links<'t> {
    text: &'t str,
    known: BTreeMap<String, bool>,
}

impl<'t> Links<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, known: BTreeMap::new() }
    }

    fn contains(&mut self, words: &str) -> bool {
        if let Some(known) = self.known.get(words) {
            return *known;
        }
        let found = self.text.contains(words);
        self.known.insert(words.to_owned(), found);
        found
    }

    /// Returns the words that a link must hold: its address, in the spelling that the text has, or
    /// the path of a file in the sandbox.
    fn repeated(&mut self, url: Option<&str>, name: Option<&str>) -> Option<String> {
        if let Some(url) = url.filter(|url| !url.is_empty()) {
            let bare = address::without_tracking(url);
            return [url.to_owned(), bare].into_iter().find(|url| self.contains(url));
        }
        let sandbox = format!("sandbox:/mnt/data/{}", name?);
        self.contains(&sandbox).then_some(sandbox)
    }
}

/// The objects that hold an annotation's fields, the innermost first.
struct Fields<'v> {
    objects: Vec<Cursor<'v>>,
    /// The name of the innermost object, if there are two.
    inner: Option<&'v str>,
}

impl<'v> Fields<'v> {
    fn new(outer: &'v Map<String, Value>, path: &str) -> Self {
        let kind = outer.get("type").and_then(Value::as_str).unwrap_or_default();
        let mut inner = [kind].into_iter().chain(INNER.iter().copied());
        let found = inner.find_map(|key| Some((key, outer.get(key)?.as_object()?)));
        let innermost = found.map(|(key, map)| Cursor::new(map, join(path, key)));
        let objects = innermost.into_iter().chain([Cursor::new(outer, path)]).collect();
        Self { objects, inner: found.map(|(key, _)| key) }
    }

    fn string(&self, reader: &mut Reader, keys: &[&str]) -> Option<String> {
        let mut places =
            self.objects.iter().flat_map(|object| keys.iter().map(move |key| (object, *key)));
        places.find_map(|(object, key)| object.string(reader, key))
    }

    fn whole(&self, reader: &mut Reader, key: &str) -> Option<i64> {
        self.objects.iter().find_map(|object| {
            let value = object.get(key)?;
            let number = integer(value);
            if number.is_none() {
                reader.expected(&object.at(key), "a whole number", value);
            }
            number
        })
    }

    fn place(&self, reader: &mut Reader) -> Place {
        let start = self.whole(reader, "startIndex");
        let end = self.whole(reader, "endIndex");
        match (start, end) {
            (Some(0), Some(0)) => Place::Nowhere,
            // Early xAI data had no end: 0 means none, and the start is the place.
            (Some(start), Some(end)) if start == end || end == 0 => Place::Point(start),
            (Some(start), Some(end)) => Place::Span(start, end),
            (Some(at), None) | (None, Some(at)) => Place::Point(at),
            (None, None) => self.whole(reader, "index").map_or(Place::Nowhere, Place::Point),
        }
    }
}
