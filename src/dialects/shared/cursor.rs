//! A cursor over JSON: an object with its path, whose fields are read by their type.
//!
//! A value of a wrong type is noted with its path and affects only itself. A name is given in
//! camelCase or in `snake_case`; a camelCase name also finds the `snake_case` spelling, in which
//! Python libraries dump camelCase fields. Zeros and empty texts may be left out, and 64-bit
//! numbers may be texts.

use serde_json::{Map, Value};

use crate::input::json::{A_TEXT, Reader, join};

/// An object and its path in the document.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'v> {
    map: &'v Map<String, Value>,
    path: String,
}

impl<'v> Cursor<'v> {
    /// Points at an object.
    pub(crate) fn new(map: &'v Map<String, Value>, path: impl Into<String>) -> Self {
        Self { map, path: path.into() }
    }

    /// Returns the fields of `value`; adds a note if it is not an object.
    pub(crate) fn of(reader: &mut Reader, value: &'v Value, path: String) -> Option<Self> {
        match value {
            Value::Object(map) => Some(Self { map, path }),
            other => {
                reader.expected(&path, "an object", other);
                None
            }
        }
    }

    /// Returns a field by its camelCase name, in either spelling. Null is absent.
    pub(crate) fn get(&self, camel: &str) -> Option<&'v Value> {
        get(self.map, camel)
    }

    /// Returns the path of a field, in the spelling it has.
    pub(crate) fn at(&self, camel: &str) -> String {
        if self.map.contains_key(camel) {
            return join(&self.path, camel);
        }
        let snake = snake(camel);
        let known = self.map.contains_key(&snake);
        join(&self.path, if known { &snake } else { camel })
    }

    /// Returns an object in a field.
    pub(crate) fn object(&self, reader: &mut Reader, camel: &str) -> Option<Self> {
        Self::of(reader, self.get(camel)?, self.at(camel))
    }

    /// Returns the items of a list in a field that are objects, each with its place in the list.
    pub(crate) fn objects(&self, reader: &mut Reader, camel: &str) -> Vec<Self> {
        let path = self.at(camel);
        let items = self.list(reader, camel).iter().enumerate();
        items
            .filter_map(|(index, item)| Self::of(reader, item, format!("{path}[{index}]")))
            .collect()
    }

    /// Returns a list in a field; empty if it is absent.
    pub(crate) fn list(&self, reader: &mut Reader, camel: &str) -> &'v [Value] {
        match self.get(camel) {
            None => &[],
            Some(Value::Array(items)) => items,
            Some(other) => {
                reader.expected(&self.at(camel), "a list", other);
                &[]
            }
        }
    }

    /// Returns a text that is not empty.
    pub(crate) fn text(&self, reader: &mut Reader, camel: &str) -> Option<&'v str> {
        match self.get(camel)? {
            Value::String(text) => Some(text.as_str()).filter(|text| !text.is_empty()),
            other => {
                reader.expected(&self.at(camel), A_TEXT, other);
                None
            }
        }
    }

    /// Returns a text, even an empty one.
    pub(crate) fn string(&self, reader: &mut Reader, camel: &str) -> Option<String> {
        match self.get(camel)? {
            Value::String(text) => Some(text.clone()),
            other => {
                reader.expected(&self.at(camel), A_TEXT, other);
                None
            }
        }
    }

    /// Returns a text that is not blank.
    pub(crate) fn filled(&self, reader: &mut Reader, camel: &str) -> Option<String> {
        self.string(reader, camel).filter(|text| !text.trim().is_empty())
    }

    /// Returns the fields of an object as texts: a text as it is, any other value as compact JSON.
    pub(crate) fn pairs(&self, reader: &mut Reader, camel: &str) -> Vec<(String, String)> {
        let fields = self.object(reader, camel);
        let fields = fields.iter().flat_map(|fields| fields.map);
        let shown = fields.filter(|(_, value)| !value.is_null());
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        shown.map(|(name, value)| (name.clone(), text(value))).collect()
    }

    /// Returns the texts of a list.
    pub(crate) fn texts(&self, reader: &mut Reader, camel: &str) -> Vec<&'v str> {
        self.list(reader, camel).iter().filter_map(Value::as_str).collect()
    }

    /// Returns a whole number.
    pub(crate) fn integer(&self, reader: &mut Reader, camel: &str) -> Option<i64> {
        let value = self.get(camel)?;
        let number = integer(value);
        if number.is_none() {
            reader.expected(&self.at(camel), "a whole number", value);
        }
        number
    }

    /// Returns an offset in the answer: 0 if it is absent or no number, because a zero may be left
    /// out, and one that fits nowhere for a number that is no offset.
    pub(crate) fn offset(&self, reader: &mut Reader, camel: &str) -> i64 {
        let other = if self.get(camel).is_some_and(Value::is_number) { -1 } else { 0 };
        self.integer(reader, camel).unwrap_or(other)
    }

    /// Returns a number.
    pub(crate) fn number(&self, reader: &mut Reader, camel: &str) -> Option<f64> {
        let value = self.get(camel)?;
        let number = value.as_f64();
        if number.is_none() {
            reader.expected(&self.at(camel), "a number", value);
        }
        number
    }

    /// Returns an id: a text that is not empty, or a number as it is written.
    pub(crate) fn id(&self, reader: &mut Reader, camel: &str) -> Option<String> {
        match self.get(camel)? {
            Value::Number(number) => Some(number.to_string()),
            _ => self.text(reader, camel).map(str::to_owned),
        }
    }

    /// Returns the fields that have none of these names, as texts, for a reader to see.
    pub(crate) fn others(&self, known: &[&str]) -> Vec<(String, String)> {
        let spelled: Vec<String> = known.iter().map(|name| snake(name)).collect();
        let shown = |name: &String| !known.contains(&name.as_str()) && !spelled.contains(name);
        let mut pairs = Vec::new();
        for (name, value) in self.map.iter().filter(|(name, value)| shown(name) && !value.is_null())
        {
            match value {
                Value::String(text) if text.is_empty() => {}
                Value::String(text) => pairs.push((name.clone(), text.clone())),
                Value::Array(items) if items.iter().all(is_pair) => {
                    pairs.extend(items.iter().filter_map(pair));
                }
                other => pairs.push((name.clone(), other.to_string())),
            }
        }
        pairs
    }

    /// Returns the fields themselves.
    pub(crate) fn map(&self) -> &'v Map<String, Value> {
        self.map
    }

    /// Returns the object as JSON, for the raw view.
    pub(crate) fn raw(&self) -> String {
        serde_json::to_string(self.map).unwrap_or_default()
    }
}

/// Returns a field by its camelCase name, in either spelling. Null is absent.
pub(crate) fn get<'v>(map: &'v Map<String, Value>, camel: &str) -> Option<&'v Value> {
    map.get(camel).or_else(|| map.get(&snake(camel))).filter(|value| !value.is_null())
}

/// Returns a whole number, as such or in a text.
pub(crate) fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

fn snake(camel: &str) -> String {
    let mut name = String::with_capacity(camel.len() + 4);
    for c in camel.chars() {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

/// True if an item is one of `customMetadata`: a key with a value of some type.
fn is_pair(item: &Value) -> bool {
    pair(item).is_some()
}

fn pair(item: &Value) -> Option<(String, String)> {
    let map = item.as_object()?;
    let key = map.get("key")?.as_str()?;
    let names = ["stringValue", "numericValue", "stringListValue"];
    let value = names.iter().find_map(|name| get(map, name))?;
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Some((key.to_owned(), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::json::parse;

    #[test]
    fn wrong_types_are_noted_with_their_path() {
        let parsed = parse(r#"{"a": 3, "b": "x", "c": null, "m": {"n": 1, "s": "t"}}"#).unwrap();
        let object = parsed.value.as_object().unwrap();
        let mut reader = Reader::default();
        let cursor = Cursor::new(object, "sources[0]");
        assert_eq!(cursor.string(&mut reader, "a"), None);
        assert_eq!(cursor.id(&mut reader, "a"), Some("3".to_owned()));
        assert_eq!(cursor.number(&mut reader, "b"), None);
        assert_eq!(cursor.string(&mut reader, "c"), None);
        assert_eq!(cursor.pairs(&mut reader, "m").len(), 2);
        assert_eq!(
            reader.notes,
            [
                "`sources[0].a` should be a text but is a number",
                "`sources[0].b` should be a number but is a text"
            ]
        );
    }

    #[test]
    fn a_name_is_found_in_either_spelling() {
        let parsed = parse(r#"{"start_index": "7", "endIndex": 9, "page_title": 3}"#).unwrap();
        let mut reader = Reader::default();
        let cursor = Cursor::new(parsed.value.as_object().unwrap(), "a[0]");
        assert_eq!(cursor.integer(&mut reader, "startIndex"), Some(7));
        assert_eq!(cursor.integer(&mut reader, "endIndex"), Some(9));
        assert_eq!(cursor.text(&mut reader, "pageTitle"), None);
        assert_eq!(reader.notes, ["`a[0].page_title` should be a text but is a number"]);
    }
}
