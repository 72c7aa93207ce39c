//! The files that a request carries: `input_file` parts of Responses, `file` parts of Chat
//! Completions, both with `filename` and a `data:` URL in `file_data`.

use serde_json::Value;

use crate::dialects::payload::openai::documents;
use crate::dialects::shared::carried::carried_in_url;
use crate::input::container::Payload;
use crate::input::json::{list, text};
use crate::model::Source;

/// Returns the files of a request, without ids: only their names are given.
pub(crate) fn files(payload: &Payload) -> Option<Vec<Source>> {
    let messages = documents(payload)
        .flat_map(|document| list(document, "input").iter().chain(list(document, "messages")));
    let parts = messages.flat_map(|message| list(message, "content"));
    let files: Vec<Source> = parts.filter_map(file).collect();
    (!files.is_empty()).then_some(files)
}

fn file(part: &Value) -> Option<Source> {
    let file = match text(part, "type") {
        "input_file" => part,
        "file" => part.get("file")?,
        _ => return None,
    };
    let title = Some(text(file, "filename")).filter(|name| !name.is_empty());
    Some(Source {
        title: title.map(str::to_owned),
        text: carried_in_url(text(file, "file_data"))?,
        ..Source::default()
    })
}
