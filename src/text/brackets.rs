//! Parts of a text between brackets.
//!
//! By hand, because nearly every text has brackets, and a pattern takes longer to compile than most
//! texts take to read.

use super::Span;

/// Returns the bytes between each `open` and the `close` after it, in order: at least one, all on one
/// line, and none of `open`, `close` and `others` among them. All of these are ASCII.
pub(crate) fn enclosed(
    text: &str,
    open: u8,
    close: u8,
    others: &'static [u8],
) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(open, bytes).filter_map(move |at| {
        let start = at + 1;
        let ends = |byte: &u8| [open, close, b'\n'].contains(byte) || others.contains(byte);
        let len = bytes.get(start..)?.iter().position(ends)?;
        (len > 0 && bytes.get(start + len) == Some(&close)).then(|| Span::new(start, start + len))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            enclosed(text, b'[', b']', b"").filter_map(|inner| inner.slice(text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_innermost_brackets_of_a_line_count() {
        check("a [b] c [[d]] [] [e\nf] [g [h] é[\u{e9}]", &["b", "d", "h", "\u{e9}"]);
        check("[", &[]);
        check("[a", &[]);
        check("]a[", &[]);
    }

    #[test]
    fn other_signs_end_it() {
        let text = "(a) (b [c]) ([d) (e)";
        let found: Vec<&str> =
            enclosed(text, b'(', b')', b"[]").filter_map(|inner| inner.slice(text)).collect();
        assert_eq!(found, ["a", "e"]);
    }
}
