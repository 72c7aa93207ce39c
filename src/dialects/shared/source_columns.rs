//! Sources whose data are spread over the columns of a row: `first_citation_source`,
//! `first_citation_snippet`, as tables of evaluations have them.

use serde_json::{Map, Value};

use crate::model::Source;

/// Last words of what columns of one source have in common, perhaps with a number after them.
const NOUNS: &[&str] =
    &["citation", "source", "context", "chunk", "document", "doc", "passage", "evidence"];

/// Words in it that say the source was not given to the model.
const EXPECTED: &[&str] = &["gold", "golden", "expected", "ground", "truth", "ideal", "correct"];

/// The words after it, by the data that they hold.
const TEXTS: &[&str] = &["snippet", "text", "content", "excerpt", "quote"];
const NAMES: &[&str] = &["source", "title", "file", "filename", "doc", "document", "url", "name"];
const OTHERS: &[&str] = &["page", "section", "score"];

/// Returns the sources in the columns of a row, each made by `source` of an object, and the beginning
/// of the columns of the first.
pub(crate) fn of_columns(
    row: &Map<String, Value>,
    source: impl Fn(&Value) -> Source,
) -> Option<(Vec<Source>, Option<String>)> {
    let mut found: Vec<(&str, Map<String, Value>)> = Vec::new();
    for (key, value) in row {
        let Some((prefix, field)) = parts(key) else { continue };
        if value.as_str().is_none_or(|text| text.trim().is_empty()) && !value.is_number() {
            continue;
        }
        let at = found.iter().position(|(known, _)| *known == prefix).unwrap_or(found.len());
        if at == found.len() {
            found.push((prefix, Map::new()));
        }
        if let Some((_, fields)) = found.get_mut(at) {
            // Beside a title, this is the name of the document.
            let field = if field == "source" { "document" } else { field };
            fields.insert(field.to_owned(), value.clone());
        }
    }
    found.retain(|(_, fields)| {
        let has = |known: &[&str]| fields.keys().any(|field| known.contains(&field.as_str()));
        has(TEXTS) && has(NAMES)
    });
    let first = found.first().map(|(prefix, _)| format!("{prefix}_…"))?;
    let named = |(_, mut fields): (&str, Map<String, Value>)| {
        let name = ["document", "doc", "file", "filename"];
        let id = name.iter().find_map(|key| fields.get(*key).filter(|it| it.is_string())).cloned();
        fields.extend(id.map(|id| ("id".to_owned(), id)));
        source(&Value::Object(fields))
    };
    Some((found.into_iter().map(named).collect(), Some(first)))
}

/// Returns the two parts of the name of a column of a source.
fn parts(key: &str) -> Option<(&str, &str)> {
    let (prefix, field) = key.rsplit_once('_')?;
    let is_field = [TEXTS, NAMES, OTHERS].iter().any(|known| known.contains(&field));
    let mut words = prefix.split('_').filter(|word| !word.bytes().all(|b| b.is_ascii_digit()));
    let is_expected = words.clone().any(|word| EXPECTED.contains(&word));
    let last = words.next_back()?.trim_end_matches(|c: char| c.is_ascii_digit());
    (is_field && !is_expected && NOUNS.contains(&last)).then_some((prefix, field))
}
