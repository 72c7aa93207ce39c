//! JSON read into values, with a record of keys that occur more than once in one object.
//!
//! JSON has no rule for them, and readers differ: most take the last, some the first. A payload
//! that two programs read differently must not go unnoticed. The value is the one that `serde_json`
//! makes, so the last counts; keys are compared while they are inserted, at no extra cost.

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};

use crate::text::prose::listed;

/// Maximum number of repeated keys that are named; the others are counted.
const NAMED: usize = 3;

/// The most characters of a key that are note.
const MAX_OF_KEY: usize = 80;

/// Keys that occur more than once in one object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repeated {
    /// The paths of the first few.
    paths: Vec<String>,
    /// The number of the others.
    more: usize,
}

impl Repeated {
    /// Returns a note on them; `None` if there are none.
    pub fn note(&self) -> Option<String> {
        noted(self.paths.iter(), self.more)
    }

    /// Returns a note on those of the outermost object, which a part of the document does not have.
    pub fn outer_note(&self) -> Option<String> {
        noted(self.paths.iter().filter(|path| !path.contains(['.', '['])), 0)
    }

    /// Adds those of an inner document, which is called `name` here.
    pub fn add(&mut self, inside: Self, name: &str) {
        self.more += inside.more;
        for path in inside.paths {
            self.push(|| format!("{name}{path}"));
        }
    }

    fn push(&mut self, path: impl FnOnce() -> String) {
        if self.paths.len() < NAMED {
            self.paths.push(path());
        } else {
            self.more += 1;
        }
    }
}

fn noted<'p>(paths: impl Iterator<Item = &'p String>, more: usize) -> Option<String> {
    let mut paths = paths.map(|path| format!("`{path}`")).peekable();
    paths.peek()?;
    let keys = listed(paths, more, ", ");
    Some(format!("keys given more than once, the last one counts: {keys}"))
}

/// Reads one JSON document.
pub fn parse(text: &str) -> serde_json::Result<(Value, Repeated)> {
    let mut repeated = Repeated::default();
    let mut source = serde_json::Deserializer::from_str(text);
    let value = Node { path: &Path::Root, repeated: &mut repeated }.deserialize(&mut source)?;
    source.end()?;
    Ok((value, repeated))
}

/// The place of a value, from the inside out.
enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// Returns the path with a key appended, as `sources[2].text`.
    fn with(&self, key: &str) -> String {
        let mut path = self.path();
        if !path.is_empty() {
            path.push('.');
        }
        path.extend(key.chars().take(MAX_OF_KEY));
        path
    }

    fn path(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Key(parent, key) => parent.with(key),
            Self::Item(parent, index) => format!("{}[{index}]", parent.path()),
        }
    }
}

/// A value about to be read.
struct Node<'p, 'r> {
    path: &'p Path<'p>,
    repeated: &'r mut Repeated,
}

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let path = Path::Item(self.path, values.len());
            let node = Node { path: &path, repeated: &mut *self.repeated };
            match items.next_element_seed(node)? {
                Some(value) => values.push(value),
                None => return Ok(Value::Array(values)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let path = Path::Key(self.path, &key);
            let node = Node { path: &path, repeated: &mut *self.repeated };
            let value = fields.next_value_seed(node)?;
            match object.entry(key) {
                Entry::Vacant(field) => {
                    field.insert(value);
                }
                Entry::Occupied(mut field) => {
                    self.repeated.push(|| self.path.with(field.key()));
                    field.insert(value);
                }
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_value_is_the_one_that_the_parser_makes() {
        let text = r#" {"a": [null, true, -1, 18446744073709551615, 1.5e3, "\u00e4\n", {}],
                        "b": {"c": 1, "c": [2]}} "#;
        let (value, _) = parse(text).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
        for broken in ["", "{", "[1,]", "{} {}", "1e999", r#"{"a": 1,}"#] {
            let own = parse(broken).unwrap_err().to_string();
            assert_eq!(own, serde_json::from_str::<Value>(broken).unwrap_err().to_string());
        }
    }

    #[test]
    fn repeated_keys_are_reported_with_their_path() {
        let (value, repeated) =
            parse(r#"{"x": {"x": 1}, "l": [0, {"t": "first", "t": "last"}], "x": 2}"#).unwrap();
        assert_eq!(value, json!({"x": 2, "l": [0, {"t": "last"}]}));
        let note = "keys given more than once, the last one counts: `l[1].t` and `x`";
        assert_eq!(repeated.note().as_deref(), Some(note));
        assert_eq!(parse(r#"[{"a": 1}, {"a": 1}]"#).unwrap().1.note(), None);
    }

    #[test]
    fn many_are_counted_and_not_named() {
        let text = format!("{{{}\"k\": 0}}", "\"k\": 0,".repeat(5000));
        let note = parse(&text).unwrap().1.note().unwrap();
        assert!(note.ends_with("`k`, `k`, `k` and 4997 more"), "{note}");
        let long = "k".repeat(70_000);
        let note = parse(&format!("{{\"{long}\": 1, \"{long}\": 2}}")).unwrap().1.note().unwrap();
        assert!(note.len() < 200, "{}", note.len());
    }
}
