//! Rows anywhere in a document of unknown shape.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{answer, is_nested, question};
use crate::input::json;

/// Maximum depth at which rows are searched for, and their maximum number.
const MAX_DEPTH: usize = 12;
const MAX_ROWS: usize = 10_000;

/// Returns the rows anywhere in a document of unknown shape, with their paths. A question beside the
/// object with the answer is that of the row.
pub(crate) fn rows_within(document: &Value) -> Vec<(String, Value)> {
    let mut rows = Vec::new();
    collect(document, "", None, 0, &mut rows);
    // A list and its first item may be saved both. Without a question, answers only look alike.
    let said = |row: &Value| {
        let object = row.as_object()?;
        let (_, text) = answer(object)?;
        Some((question(object, None)?.to_owned(), text.to_owned()))
    };
    let mut seen = BTreeSet::new();
    rows.retain(|(_, row)| said(row).is_none_or(|said| seen.insert(said)));
    rows
}

fn collect(
    value: &Value,
    path: &str,
    asked_above: Option<&str>,
    depth: usize,
    rows: &mut Vec<(String, Value)>,
) {
    if depth > MAX_DEPTH || rows.len() >= MAX_ROWS {
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &format!("{path}[{index}]"), asked_above, depth + 1, rows);
            }
        }
        Value::Object(object) => {
            let own = question(object, None);
            if own.is_none()
                && let Some(above) = asked_above
                && answer(object).is_some()
            {
                let mut row = object.clone();
                row.insert("question".to_owned(), above.into());
                if is_nested(&row) {
                    rows.push((path.to_owned(), Value::Object(row)));
                    return;
                }
            }
            if is_nested(object) {
                rows.push((path.to_owned(), value.clone()));
                return;
            }
            for (key, inner) in object {
                collect(inner, &json::join(path, key), own.or(asked_above), depth + 1, rows);
            }
        }
        _ => {}
    }
}
