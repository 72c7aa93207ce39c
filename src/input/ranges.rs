//! The ranges of the values in a JSON document, by their paths.
//!
//! The document is read by its signs alone, once, so that one that is damaged has ranges up to that place.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::strings::{end_of_string, unescaped};
use crate::text::Span;

/// An object or list that is not closed yet.
struct Open {
    start: usize,
    is_list: bool,
    /// The number of values that ended in it.
    items: usize,
    /// The length of its path.
    path: usize,
}

/// Returns the ranges of the values at these paths, such as `records[2].report`; strings with their quotes.
pub(crate) fn ranges(text: &str, paths: &BTreeSet<&str>) -> BTreeMap<String, Span> {
    let mut found = BTreeMap::new();
    each(text, |path, span| {
        if paths.contains(path) {
            found.insert(path.to_owned(), span);
        }
        ControlFlow::Continue(())
    });
    found
}

/// Passes the path and the range of each string, object and list to `see` when it ends, until `see` breaks.
pub(crate) fn each(text: &str, mut see: impl FnMut(&str, Span) -> ControlFlow<()>) {
    let (mut open, mut path, mut from) = (Vec::<Open>::new(), String::new(), 0);
    let bytes = text.as_bytes();
    let is_sign = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']' | b',');
    while let Some(at) = bytes.get(from..).and_then(|rest| rest.iter().position(is_sign)) {
        let start = from + at;
        from = start + 1;
        match bytes.get(start) {
            Some(b'"') => {
                let Some(end) = end_of_string(bytes, from) else { break };
                let string = Span::new(from, end);
                from = end + 1;
                let after = bytes.get(from..).unwrap_or_default();
                let is_key = after.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
                match open.last() {
                    Some(object) if is_key && !object.is_list => {
                        path.truncate(object.path);
                        if !path.is_empty() {
                            path.push('.');
                        }
                        path.extend(unescaped(string.slice(text).unwrap_or_default()));
                    }
                    container => {
                        name_item(&mut path, container);
                        if see(&path, Span::new(start, from)).is_break() {
                            return;
                        }
                    }
                }
            }
            Some(b'{' | b'[') => {
                name_item(&mut path, open.last());
                let is_list = bytes.get(start) == Some(&b'[');
                open.push(Open { start, is_list, items: 0, path: path.len() });
            }
            Some(b'}' | b']') => {
                let Some(container) = open.pop() else { break };
                path.truncate(container.path);
                if see(&path, Span::new(container.start, from)).is_break() {
                    return;
                }
            }
            _ => {
                if let Some(container) = open.last_mut() {
                    container.items += 1;
                }
            }
        }
    }
}

/// Makes the path that of the next value of a list.
fn name_item(path: &mut String, container: Option<&Open>) {
    if let Some(list) = container.filter(|it| it.is_list) {
        path.truncate(list.path);
        // Writing to a string does not fail.
        let _ = write!(path, "[{}]", list.items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_paths() {
        let text = r#"{"a": [1, {"b": "x,]", "c\n": {}}, [ "y" ]], "d" : "z", "a.e": 2, "f": ["#;
        let paths = ["", "a", "a[1]", "a[1].b", "a[1].c\n", "a[2][0]", "a[0]", "d", "f"];
        let found = ranges(text, &paths.into());
        let found: Vec<(&str, &str)> =
            found.iter().map(|(path, span)| (path.as_str(), span.slice(text).unwrap())).collect();
        let expected = [
            ("a", r#"[1, {"b": "x,]", "c\n": {}}, [ "y" ]]"#),
            ("a[1]", r#"{"b": "x,]", "c\n": {}}"#),
            ("a[1].b", r#""x,]""#),
            ("a[1].c\n", "{}"),
            ("a[2][0]", r#""y""#),
            ("d", r#""z""#),
        ];
        assert_eq!(found, expected);
    }
}
