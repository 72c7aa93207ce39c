//! Names of contexts that are plain texts, from a list beside them that repeats the texts:
//! `{"contexts": ["It leaves."], "chunks": [{"text": "It leaves.", "source": "times.pdf"}]}`.

use serde_json::{Map, Value};

use crate::model::{Source, SourceText};

/// Fields with the name of a document, the surest first.
const NAMES: [&str; 7] = ["title", "file_name", "filename", "file", "document", "doc", "source"];

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

/// Returns the name in an object that repeats the text of a context.
fn name<'v>((item, source): (&'v Value, &Source)) -> Option<&'v str> {
    let fields = item.as_object()?;
    let SourceText::Inline(text) = &source.text else { return None };
    let repeats = |value: &Value| value.as_str().is_some_and(|own| own.trim() == text.trim());
    fields.values().any(repeats).then_some(())?;
    let names = NAMES.iter().filter_map(|key| fields.get(*key)?.as_str());
    names.map(str::trim).find(|name| !name.is_empty() && *name != text.trim())
}
