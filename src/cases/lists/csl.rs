//! CSL JSON: the bibliographies that Zotero, Pandoc and citation processors exchange.
//!
//! Spec: `csl-data.json` of the Citation Style Language; an array of items, or `{"items": […]}`.

use serde_json::{Map, Value};

use crate::cases::lists::list::{List, doi_address, first, with_abstract};
use crate::input::Record;
use crate::input::container::Shape;
use crate::input::json::id as id_of;
use crate::model::{IdFrom, Source};

pub(crate) const LIST: List = List {
    name: "csl-json",
    title: "a bibliography in CSL JSON",
    recognised_by: "an array of objects with `id`, `type` and `title`, `author` or `issued`",
    read,
};

fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    let items = match payload.shape {
        Shape::Array => &payload.documents,
        Shape::Document => payload.document()?.get("items")?.as_array()?,
        Shape::Stream => return None,
    };
    let sources: Option<Vec<Source>> = items.iter().map(|item| source(item.as_object()?)).collect();
    sources.filter(|sources| !sources.is_empty())
}

fn source(item: &Map<String, Value>) -> Option<Source> {
    let known = ["title", "author", "issued"].iter().any(|key| item.contains_key(*key));
    let id = id_of(item, "id").filter(|_| known)?;
    item.get("type").filter(|kind| kind.is_string())?;
    let doi = first(item, &["DOI"]).map(|doi| doi_address(&doi));
    let mut addresses = first(item, &["URL"]).into_iter().chain(doi);
    let facts = [
        ("author", people(item, "author")),
        ("editor", people(item, "editor")),
        ("year", year(item)),
        ("in", first(item, &["container-title", "publisher"])),
    ];
    let fact = |(key, value): (&str, Option<String>)| value.map(|value| (key.to_owned(), value));
    let mut source = Source {
        id,
        id_from: IdFrom::Text,
        title: first(item, &["title", "title-short"]),
        url: addresses.next(),
        also_at: addresses.collect(),
        metadata: facts.into_iter().filter_map(fact).collect(),
        ..Source::default()
    };
    with_abstract(&mut source, first(item, &["abstract"]));
    Some(source)
}

fn people(item: &Map<String, Value>, key: &str) -> Option<String> {
    let name = |person: &Value| {
        let person = person.as_object()?;
        let parts = ["given", "non-dropping-particle", "family"];
        let parts: Vec<String> = parts.iter().filter_map(|part| first(person, &[part])).collect();
        first(person, &["literal"]).or_else(|| (!parts.is_empty()).then(|| parts.join(" ")))
    };
    let people: Vec<String> = item.get(key)?.as_array()?.iter().filter_map(name).collect();
    (!people.is_empty()).then(|| people.join("; "))
}

/// Returns the year of `issued`: `{"date-parts": [[2021, 3]]}`, `{"raw": "…"}` or a text.
fn year(item: &Map<String, Value>) -> Option<String> {
    let issued = item.get("issued")?;
    match issued.pointer("/date-parts/0/0") {
        Some(Value::Number(year)) => Some(year.to_string()),
        Some(Value::String(year)) => Some(year.clone()),
        _ => issued
            .as_str()
            .map(str::to_owned)
            .or_else(|| first(issued.as_object()?, &["raw", "literal"])),
    }
}
