//! JSON as it is written out.

use serde_json::{Map, Value};

use crate::text::safe::json_safe;

/// Returns a value on one line, with its end; what might act on a terminal is written as an escape.
pub(super) fn json(value: &Value) -> String {
    format!("{}\n", json_safe(&value.to_string()))
}

/// An object of those fields that have a value.
pub(super) fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Map<String, Value> {
    let given = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    given.collect()
}
