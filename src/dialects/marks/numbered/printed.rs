//! Lists of sources that a program printed in one line, as the call of a tool or a test run is shown:
//! `references: ['https://pier.example/times']`, `Citations: [{"idx": 1, "source": "fares.pdf", "page": 4}]`.

use serde_json::{Map, Value};

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::line::Line;
use crate::dialects::shared::list_address;
use crate::input::json::parse;
use crate::input::python;
use crate::locator;
use crate::model::Locator;
use crate::text::list_heading::is_label;

/// Fields with the number of a source.
const NUMBERS: &[&str] = &["idx", "index", "n", "number", "num", "ref", "id", "rank"];

/// Fields with its name.
const NAMES: &[&str] = &["title", "name", "source", "file", "filename", "document", "doc", "path"];

/// Fields with its address.
const PAGES: &[&str] = &["url", "uri", "link", "source_url"];

/// Fields with its words.
const TEXTS: &[&str] = &["text", "snippet", "quote", "content", "excerpt", "cited_text"];

/// Returns the lists that a program printed below words for sources, each with these words.
pub(super) fn printed(lines: &[Line<'_>]) -> Vec<(Option<String>, Vec<Entry>)> {
    let listed = |line: &Line<'_>| {
        let (words, list) = line.text.split_once(':')?;
        let list = list.trim();
        let is_list = list.starts_with('[') && list.ends_with(']') && is_label(words);
        let items = is_list.then(|| items(list)).flatten()?;
        let entries = (1..).zip(&items).map(|(place, item)| entry(place, item, line));
        let entries: Vec<Entry> = entries.collect::<Option<_>>()?;
        (!entries.is_empty()).then(|| (Some(words.trim().to_owned()), entries))
    };
    lines.iter().filter_map(listed).collect()
}

/// Returns the items of a list as JSON or Python writes it.
fn items(list: &str) -> Option<Vec<Value>> {
    let parsed = parse(list).ok().map(|parsed| parsed.value).or_else(|| python::parse(list))?;
    match parsed {
        Value::Array(items) => Some(items),
        _ => None,
    }
}

fn entry(place: usize, item: &Value, line: &Line<'_>) -> Option<Entry> {
    let own = Entry { id: Some(place.to_string()), span: line.span(), ..Entry::default() };
    match item {
        Value::String(page) if page.contains("://") => {
            let (title, url) = list_address::title_and_url(page);
            Some(Entry { title, url, ..own })
        }
        Value::Object(fields) => {
            let text = |keys: &[&str]| {
                let own = keys.iter().find_map(|key| fields.get(*key)?.as_str());
                own.map(str::to_owned).filter(|words| !words.trim().is_empty())
            };
            let (title, url) = (text(NAMES), text(PAGES));
            let is_source = title.is_some() || url.is_some();
            let id = number(fields).or(own.id.clone());
            let (text, locator) = (text(TEXTS), page(fields));
            let own = Entry { id, in_brackets: true, ..own };
            is_source.then_some(Entry { title, url, text, locator, ..own })
        }
        _ => None,
    }
}

/// Returns the number that an item states.
fn number(fields: &Map<String, Value>) -> Option<String> {
    let stated = NUMBERS.iter().find_map(|key| fields.get(*key))?;
    let number = stated.as_u64().map(|number| number.to_string());
    number.or_else(|| stated.as_str().filter(|it| it.parse::<u64>().is_ok()).map(str::to_owned))
}

/// Returns the page that an item states.
fn page(fields: &Map<String, Value>) -> Option<Locator> {
    let page = fields.get("page").or_else(|| fields.get("page_number"))?;
    let page = page.as_u64().filter(|page| *page > 0)?;
    locator::read(&format!("p. {page}"))
}
