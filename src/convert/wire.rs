//! JSON as it is written out.

use serde_json::{Map, Value};

use crate::text::safe::json_safe;

/// Returns a value on one line, with its end; characters that a terminal might act on are escaped.
pub(super) fn json(value: &Value) -> String {
    format!("{}\n", json_safe(&value.to_string()))
}

/// Returns an object of the fields that have a value.
pub(super) fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Map<String, Value> {
    let given = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    given.collect()
}
