//! JSON that was cut off, as programs shorten what they print.

use crate::input::json;

/// Completes the documents that are cut off, each after its name, and returns their number.
pub(crate) fn complete(documents: &mut [(String, String)]) -> usize {
    let mut number = 0;
    for (_, document) in documents {
        let whole = json::parse(document).is_err().then(|| completed(document)).flatten();
        if let Some(whole) = whole.filter(|whole| json::parse(whole).is_ok()) {
            *document = whole;
            number += 1;
        }
    }
    number
}

/// Returns a document up to its last whole value, with the brackets closed that are open there; `None`
/// if it has no whole value.
fn completed(text: &str) -> Option<String> {
    let mut open = Vec::new();
    // The end of the last whole value, and the number of brackets that are open there.
    let mut last = None;
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if is_text {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => is_text = false,
                // No text goes on in the next line.
                b'\n' => break,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => {
                open.pop().filter(|closing| *closing == char::from(byte))?;
                last = Some((at + 1, open.len()));
            }
            b',' => last = Some((at, open.len())),
            _ => {}
        }
    }
    let (end, depth) = last?;
    let mut whole = text.get(..end)?.to_owned();
    whole.extend(open.get(..depth)?.iter().rev());
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_is_kept() {
        for (cut, expected) in [
            (r#"{"a": "b, c", "d": [{"e": 1}, {"e": "x"#, r#"{"a": "b, c", "d": [{"e": 1}]}"#),
            (r#"{"a": [1, 2], "b": {"c": "d"}, "e""#, r#"{"a": [1, 2], "b": {"c": "d"}}"#),
            ("{\"a\": \"\\\"\", \"b\": \"c\n...", "{\"a\": \"\\\"\"}"),
        ] {
            assert_eq!(completed(cut).as_deref(), Some(expected), "{cut}");
        }
        assert_eq!(completed(r#"{"a": "b"#), None);
        assert_eq!(completed("{]"), None);
    }
}
