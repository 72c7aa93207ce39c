//! Limits on the shape of a CSL file, checked before the engine parses it.
//!
//! The engine compares every attribute of an element with all its others, and recurses for each
//! nested element.

/// Maximum number of attributes of one element.
const MAX_ATTRIBUTES: usize = 64;

/// Maximum depth of nested elements.
const MAX_DEPTH: usize = 64;

/// Returns why a style has a shape that no style needs, as the end of a sentence.
pub(super) fn refusal(xml: &str) -> Option<String> {
    let mut depth = 0_usize;
    let mut rest = xml;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, next, attributes) = tag(after);
        rest = next;
        if attributes > MAX_ATTRIBUTES {
            return Some(format!("an element has more than {MAX_ATTRIBUTES} attributes"));
        }
        match tag.as_bytes() {
            [b'?' | b'!', ..] | [.., b'/'] => {}
            [b'/', ..] => depth = depth.saturating_sub(1),
            _ => depth += 1,
        }
        if depth > MAX_DEPTH {
            return Some(format!("more than {MAX_DEPTH} elements are within each other"));
        }
    }
    None
}

/// Returns a tag without its brackets, the text after it, and the number of its attributes.
fn tag(text: &str) -> (&str, &str, usize) {
    if let Some(comment) = text.strip_prefix("!--") {
        return ("!", comment.split_once("-->").map_or("", |(_, next)| next), 0);
    }
    let mut quote = None;
    let mut attributes = 0;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => {
                let (tag, next) = text.split_at_checked(at).unwrap_or((text, ""));
                return (tag, next, attributes);
            }
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    (text, "", attributes)
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn shapes_that_no_style_needs_are_refused() {
        let with = |count: usize| format!("<style {}/>", "a=\">\" b='=' ".repeat(count / 2));
        assert_eq!(refusal(&with(64)), None);
        assert_eq!(refusal(&with(66)).unwrap(), "an element has more than 64 attributes");
        let nested = |depth: usize| "<group>".repeat(depth) + &"</group>".repeat(depth);
        assert_eq!(refusal(&nested(64)), None);
        assert!(refusal(&nested(65)).unwrap().contains("within each other"));
        assert_eq!(refusal(&"<text/><!-- <group> a=b -->".repeat(1000)), None);
        assert_eq!(refusal(&"<".repeat(3)), None);
    }
}
