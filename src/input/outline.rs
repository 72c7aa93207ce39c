//! The outline of a list of JSON documents: the first of each shape.
//!
//! A stream has thousands of events of a few shapes. A question about shapes, such as which dialect an
//! answer is in, has the same answer for its outline.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

/// Minimum number of documents in a list that is outlined.
const MIN_DOCUMENTS: usize = 32;

/// Maximum length of a word that tells kinds of documents apart, in bytes.
const MAX_KIND: usize = 64;

/// Keys of words that tell kinds of documents apart, beside those that end in `type`.
const KINDS: [&str; 8] = ["object", "event", "role", "sender", "kind", "source", "obj", "name"];

/// Signs that marks in a text begin with.
const SIGNS: [char; 5] = ['[', '\u{3010}', '<', '#', '\u{e200}'];

/// Returns the first document of each shape; `None` if that leaves out less than half of them.
pub(super) fn of(documents: &[Value]) -> Option<Vec<Value>> {
    if documents.len() < MIN_DOCUMENTS {
        return None;
    }
    let mut seen = BTreeSet::new();
    let first: Vec<&Value> = documents.iter().filter(|it| seen.insert(shape(it, ""))).collect();
    (first.len() * 2 < documents.len()).then(|| first.into_iter().cloned().collect())
}

/// Returns a number for the shape of a value under a key: its keys at every depth, the kinds of its values,
/// and the words that tell documents apart. The number of items in a list is not part of it.
fn shape(value: &Value, key: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    match value {
        Value::Null => 0_u8.hash(&mut hasher),
        Value::Number(_) => 1_u8.hash(&mut hasher),
        Value::Bool(flag) => (2_u8, flag).hash(&mut hasher),
        Value::String(text) if is_kind(key) && text.len() <= MAX_KIND => {
            (3_u8, text).hash(&mut hasher);
        }
        Value::String(text) => {
            (4_u8, text.trim().is_empty(), text.contains(SIGNS)).hash(&mut hasher);
        }
        Value::Array(items) => {
            let items: BTreeSet<u64> = items.iter().map(|item| shape(item, key)).collect();
            (5_u8, items).hash(&mut hasher);
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                (6_u8, key, shape(value, key)).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

fn is_kind(key: &str) -> bool {
    KINDS.contains(&key) || key.ends_with("type") || key.ends_with("Type")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_of_one_shape_count_once() {
        let mut events: Vec<Value> = (0..40).map(|n| json!({"type": "delta", "n": n})).collect();
        events.push(json!({"type": "end", "cited": [{"id": 1}, {"id": 2}]}));
        events.push(json!({"type": "end", "cited": [{"id": 3}]}));
        events.push(json!({"type": "end", "cited": []}));
        let found = of(&events).unwrap();
        assert_eq!(found, [&events[0], &events[40], &events[42]].map(Clone::clone));
        assert_eq!(of(&events[..20]), None);
    }
}
