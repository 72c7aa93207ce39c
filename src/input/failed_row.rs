//! Rows of a list of answers whose program failed before it had an answer.

use std::collections::BTreeSet;

use serde_json::Value;

/// Keys of a row whose program failed before it had an answer.
pub const FAILURES: [&str; 5] = ["error", "errors", "exception", "traceback", "failed"];

/// Keys of the parts of one conversation or stream.
const PARTS: [&str; 3] = ["role", "type", "event"];

/// True if an item of a list of answers may have failed before it became one: it is no object, or an object
/// that is empty, names an error, or has the `keys` of the answers in half of its own.
pub fn is_failed_row(item: &Value, keys: &BTreeSet<String>) -> bool {
    let Some(object) = item.as_object() else { return !item.is_array() };
    let has_any = |keys: &[&str]| keys.iter().any(|key| object.contains_key(*key));
    let shared = object.keys().filter(|key| keys.contains(*key)).count();
    !has_any(&PARTS) && (shared * 2 >= object.len() || has_any(&FAILURES))
}

/// True if an item says itself that it failed: it is `null`, an empty object, or an object that names an error.
pub fn has_failed(item: &Value) -> bool {
    match item {
        Value::Null => true,
        Value::Object(object) => {
            object.is_empty()
                || stated_error(item).is_some()
                    && !PARTS.iter().any(|key| object.contains_key(*key))
        }
        _ => false,
    }
}

/// Returns the key and the value of the error that an object names.
pub fn stated_error(item: &Value) -> Option<(&'static str, &Value)> {
    let is_stated = |value: &Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Number(number) => number.as_i64() != Some(0),
        Value::Bool(true) => true,
    };
    FAILURES.iter().find_map(|key| Some((*key, item.get(*key).filter(|it| is_stated(it))?)))
}
