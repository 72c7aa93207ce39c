//! `url_to_info.json` of STORM: the pages behind the numbers in its articles.
//!
//! Spec: `stanford-oval/storm`. `url_to_unified_index` gives each address its number; the reader
//! inverts it. `url_to_info` has title, description and the snippets found. The article itself is
//! text with `[1]` and is read as numbered.

use serde_json::Value;

use crate::cases::lists::list::{List, first};
use crate::input::Record;
use crate::model::{IdFrom, Source, SourceText};

pub(crate) const LIST: List = List {
    name: "storm",
    title: "STORM's `url_to_info.json`",
    recognised_by: "`url_to_unified_index` beside `url_to_info`",
    read,
};

fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let object = record.payload()?.document()?.as_object()?;
    let numbers = object.get("url_to_unified_index")?.as_object()?;
    let pages = object.get("url_to_info")?.as_object()?;
    let mut sources: Vec<(u64, Source)> = numbers
        .iter()
        .filter_map(|(url, number)| {
            let number = number.as_u64()?;
            Some((number, page(url, number, pages.get(url))))
        })
        .collect();
    sources.sort_by_key(|(number, _)| *number);
    (!sources.is_empty()).then(|| sources.into_iter().map(|(_, source)| source).collect())
}

fn page(url: &str, number: u64, info: Option<&Value>) -> Source {
    let info = info.and_then(Value::as_object);
    let snippets = info.and_then(|info| info.get("snippets")?.as_array());
    let snippets: Vec<&str> =
        snippets.into_iter().flatten().filter_map(Value::as_str).map(str::trim).collect();
    let text = match snippets.join("\n\n") {
        found if found.is_empty() => SourceText::Absent(
            "STORM kept no snippet of the page; pass the saved page with `--source`".to_owned(),
        ),
        found => SourceText::Inline(found.into()),
    };
    let description = info.and_then(|info| first(info, &["description"]));
    Source {
        id: number.to_string(),
        id_from: IdFrom::Text,
        title: info.and_then(|info| first(info, &["title"])),
        url: Some(url.to_owned()),
        metadata: description.map(|it| ("description".to_owned(), it)).into_iter().collect(),
        text,
        ..Source::default()
    }
}
