//! Parts of a text between brackets.
//!
//! By hand, because nearly every text has brackets, and a pattern takes longer to compile than most
//! texts take to read.

use super::Span;

/// Returns each `open` with the `close` after it, and what they hold, in order: at least one
/// character, all on one line, and none of `open`, `close` and `others` among them.
pub(crate) fn enclosed(
    text: &str,
    open: char,
    close: char,
    others: &'static [char],
) -> impl Iterator<Item = (Span, Span)> {
    text.match_indices(open).filter_map(move |(at, sign)| {
        let start = at + sign.len();
        let ends = |c: char| [open, close, '\n'].contains(&c) || others.contains(&c);
        let (len, end) = text.get(start..)?.match_indices(ends).next()?;
        let inner = Span::new(start, start + len);
        (len > 0 && end.starts_with(close)).then(|| (Span::new(at, inner.end + end.len()), inner))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            enclosed(text, '[', ']', &[]).filter_map(|(_, inner)| inner.slice(text)).collect();
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
        let text = "(a) (b [c]) ([d) (\u{e9})";
        let found: Vec<&str> = enclosed(text, '(', ')', &['[', ']'])
            .filter_map(|(whole, _)| whole.slice(text))
            .collect();
        assert_eq!(found, ["(a)", "(\u{e9})"]);
    }
}
