//! The files that a request carries: `inlineData` parts with `mimeType` and base64 in `data`.

use serde_json::{Map, Value};

use crate::dialects::payload::gemini::answer::inner;
use crate::dialects::shared::carried::carried;
use crate::dialects::shared::cursor::get;
use crate::input::Record;
use crate::model::Source;

/// Returns the files of a request, without ids: at most a name is given (`displayName` of Vertex
/// AI).
pub(crate) fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    let objects = payload.documents.iter().filter_map(|document| inner(document).as_object());
    let contents = objects.flat_map(|request| items(request, "contents"));
    let parts = contents.flat_map(|content| items(content, "parts"));
    let files: Vec<Source> = parts.filter_map(file).collect();
    (!files.is_empty()).then_some(files)
}

fn items<'v>(
    object: &'v Map<String, Value>,
    key: &str,
) -> impl Iterator<Item = &'v Map<String, Value>> {
    let items = get(object, key).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_object)
}

fn file(part: &Map<String, Value>) -> Option<Source> {
    let data = get(part, "inlineData")?.as_object()?;
    let text = |key| get(data, key).and_then(Value::as_str);
    Some(Source {
        title: text("displayName").map(str::to_owned),
        text: carried(text("mimeType").unwrap_or_default(), text("data")?),
        ..Source::default()
    })
}
