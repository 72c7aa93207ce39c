//! What another list of a row adds to contexts: names to plain texts that it repeats, `{"contexts": ["It leaves."],
//! "chunks": [{"text": "It leaves.", "source": "times.pdf"}]}`, and texts to documents that it names by their ids,
//! `{"sources": [{"source_id": "s1"}], "evidence": [{"source_id": "s1", "excerpt": "It leaves."}]}`, or of which it
//! repeats all fields, `{"sources": [{"source": "times.md", "chunk": 2}], "chunks": [{"source": "times.md", "chunk": 2,
//! "text": "It leaves."}]}`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::dialects::shared::key_family::{is_expected, is_judged};
use crate::dialects::shared::source_fields::SourceFields;
use crate::model::{Source, SourceText};
use crate::sources::with_divisions;

/// Fields with the id of the document of an excerpt.
const DOCUMENTS: [&str; 3] = ["source_id", "doc_id", "document_id"];

/// Fields with the name of a document, the surest first.
const NAMES: [&str; 7] = ["title", "file_name", "filename", "file", "document", "doc", "source"];

/// The maximum number of pieces that are looked for in other lists, and of those there.
const MAX_PIECES: usize = 100;

/// The minimum number of fields of a piece that another list repeats.
const MIN_REPEATED: usize = 2;

/// Adds the names to the contexts of the field `key`, if none of them has a name and another list of the row
/// has the same texts in the same order.
pub(super) fn add_names(object: &Map<String, Value>, key: &str, sources: &mut [Source]) {
    let is_plain = |source: &Source| {
        source.id.is_empty()
            && source.title.is_none()
            && source.url.is_none()
            && source.metadata.is_empty()
    };
    if sources.is_empty() || !sources.iter().all(is_plain) {
        return;
    }
    let others = object.iter().filter(|(other, _)| *other != key);
    let mut lists = others.filter_map(|(_, value)| value.as_array());
    let names = lists.find_map(|items| {
        let pairs = items.iter().zip(sources.iter());
        (items.len() == sources.len()).then(|| pairs.map(name).collect::<Option<Vec<&str>>>())?
    });
    for (source, name) in sources.iter_mut().zip(names.into_iter().flatten()) {
        source.title = Some(name.to_owned());
    }
}

/// Adds the excerpts in the only other list that has some to documents without texts: those of the field `key`.
pub(super) fn add_texts(object: &Map<String, Value>, key: &str, sources: &mut [Source]) {
    let lacks_text = |source: &Source| !source.id.is_empty() && source.text.why_not().is_some();
    if sources.is_empty() || !sources.iter().all(lacks_text) {
        return;
    }
    let places: BTreeMap<String, usize> =
        sources.iter().enumerate().map(|(at, source)| (source.id.clone(), at)).collect();
    let mut lists = given_beside(object, key).filter_map(|value| excerpts(value, &places));
    let Some(excerpts) = lists.next().filter(|_| lists.next().is_none()) else { return };
    for (at, texts) in excerpts {
        if let Some(source) = sources.get_mut(at) {
            with_divisions(source, &texts.join("\n\n"));
            source.excerpt = true;
        }
    }
}

/// Adds the texts in other lists to contexts without a text of the field `key`, whose objects have all of their
/// fields.
pub(super) fn add_texts_of_pieces(object: &Map<String, Value>, key: &str, sources: &mut [Source]) {
    let pieces = object.get(key).and_then(Value::as_array);
    let Some(pieces) = pieces.filter(|it| it.len() == sources.len() && it.len() <= MAX_PIECES)
    else {
        return;
    };
    let fuller: Vec<&Map<String, Value>> = given_beside(object, key)
        .filter_map(Value::as_array)
        .flatten()
        .filter_map(Value::as_object)
        .filter(|it| SourceFields::DOCUMENT.has_text(it))
        .take(MAX_PIECES)
        .collect();
    for (source, piece) in sources.iter_mut().zip(pieces) {
        let Some(piece) = piece.as_object().filter(|_| source.text.why_not().is_some()) else {
            continue;
        };
        let repeats = |own: &&&Map<String, Value>| {
            piece.len() >= MIN_REPEATED
                && piece.iter().all(|(key, value)| own.get(key) == Some(value))
        };
        let mut found = fuller.iter().filter(repeats);
        if let (Some(own), None) = (found.next(), found.next())
            && let SourceText::Inline(text) = SourceFields::DOCUMENT.source(own).text
        {
            with_divisions(source, &text);
            source.excerpt = true;
        }
    }
}

/// Returns the values beside a field, but those of what was expected or judged.
fn given_beside<'v>(object: &'v Map<String, Value>, key: &str) -> impl Iterator<Item = &'v Value> {
    let is_other = move |other: &str| other != key && !is_expected(other) && !is_judged(other);
    object.iter().filter(move |(other, _)| is_other(other)).map(|(_, value)| value)
}

/// Returns the texts in a list by the places of their documents; `None` if an object in it has no text or names
/// none of the documents.
fn excerpts(
    list: &Value,
    places: &BTreeMap<String, usize>,
) -> Option<BTreeMap<usize, Vec<String>>> {
    let mut all: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for item in list.as_array()? {
        let fields = item.as_object().filter(|it| SourceFields::DOCUMENT.has_text(it))?;
        let id = DOCUMENTS.iter().find_map(|key| fields.get(*key)?.as_str())?;
        let SourceText::Inline(text) = SourceFields::DOCUMENT.source(fields).text else {
            return None;
        };
        all.entry(*places.get(id)?).or_default().push(text.to_string());
    }
    (!all.is_empty()).then_some(all)
}

/// Returns the name in an object that repeats the text of a context.
fn name<'v>((item, source): (&'v Value, &Source)) -> Option<&'v str> {
    let fields = item.as_object()?;
    let SourceText::Inline(text) = &source.text else { return None };
    let repeats = |value: &Value| value.as_str().is_some_and(|own| own.trim() == text.trim());
    fields.values().any(repeats).then_some(())?;
    let names = NAMES.iter().filter_map(|key| fields.get(*key)?.as_str());
    names.map(str::trim).find(|name| !name.is_empty() && *name != text.trim())
}
