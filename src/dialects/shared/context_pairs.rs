//! Contexts that are pairs: `["table_3", "Fares of 2024"]`, `["Timetable", ["It leaves at noon.", "It returns."]]`.

use serde_json::Value;

use crate::model::{IdFrom, Source, SourceText};
use crate::text::word_count::has_words;

/// Returns a context that is a pair of its id or title and its text or sentences: `["table_3", "Fares of 2024"]`.
pub(super) fn of_pair(pair: &[Value]) -> Option<Source> {
    const MAX_NAME: usize = 120;
    let [Value::String(name), words] = pair else { return None };
    let text = match words {
        Value::String(text) => text.clone(),
        Value::Array(sentences) => {
            let sentences: Option<Vec<&str>> = sentences.iter().map(Value::as_str).collect();
            let trimmed = sentences?.into_iter().map(str::trim);
            trimmed.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
        }
        _ => return None,
    };
    let is_named = !name.trim().is_empty() && name.len() <= MAX_NAME && !name.contains('\n');
    let is_id = !name.contains(char::is_whitespace);
    (is_named && has_words(&text, 2)).then(|| Source {
        id: if is_id { name.clone() } else { String::new() },
        id_from: if is_id { IdFrom::Text } else { IdFrom::Position },
        title: (!is_id).then(|| name.clone()),
        text: SourceText::Inline(text.into()),
        ..Source::default()
    })
}
