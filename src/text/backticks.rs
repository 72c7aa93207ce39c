//! Code between backticks, in a piece of Markdown that may begin or end anywhere.
//!
//! A run of backticks opens code only if the next run has its length ([code spans of
//! CommonMark](https://spec.commonmark.org/0.31.2/#code-spans), without those that hold backticks). A run
//! without its partner is text: whoever takes it for the beginning of code takes all that follows for code.

use crate::text::Span;

/// The least length of a run that is a fence, which may have blank lines before its partner.
pub(crate) const FENCE: usize = 3;

/// The length from which on runs have no partners: nobody writes code between four backticks in a sentence.
const TOO_LONG: usize = 4;

/// The runs of backticks of a text. All spans are bytes, in order, and do not overlap.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Backticks {
    /// The contents of code, without backticks.
    pub(crate) code: Vec<Span>,
    /// Pairs of runs with nothing between them, and single runs that may be such a pair.
    pub(crate) empty: Vec<Span>,
}

impl Backticks {
    /// Finds the runs of a text, in linear time.
    pub(crate) fn of(text: &str) -> Self {
        let runs = runs(text);
        let mut found = Self::default();
        let mut rest = runs.as_slice();
        while let [run, after @ ..] = rest {
            rest = after;
            let closing = after.first().filter(|it| it.len() == run.len() && run.len() < TOO_LONG);
            let content = closing.map(|closing| Span::new(run.end, closing.start));
            match content.zip(content.and_then(|it| it.slice(text))) {
                Some((content, inner)) if inner.trim().is_empty() => {
                    found.empty.push(Span::new(run.start, content.end + run.len()));
                    rest = after.get(1..).unwrap_or_default();
                }
                Some((content, inner)) if is_code(inner, run.len()) => {
                    found.code.push(content);
                    rest = after.get(1..).unwrap_or_default();
                }
                _ if run.len().is_multiple_of(2) => found.empty.push(*run),
                _ => {}
            }
        }
        found
    }
}

fn runs(text: &str) -> Vec<Span> {
    let mut runs: Vec<Span> = Vec::new();
    for at in memchr::memchr_iter(b'`', text.as_bytes()) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(Span::new(at, at + 1)),
        }
    }
    runs
}

/// True if the text between two runs of a length is code. Two backticks are also the quotation marks of
/// typesetters and tagged corpora, closed by two apostrophes, or two empty pairs with words between them.
fn is_code(inner: &str, length: usize) -> bool {
    let is_apart = inner.starts_with(' ') && inner.ends_with(' ') || inner.contains("''");
    (length != 2 || !is_apart) && (length >= FENCE || !has_blank_line(inner))
}

fn has_blank_line(text: &str) -> bool {
    text.match_indices('\n').any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_without_its_partner_opens_nothing() {
        let cases: [(&str, &[&str]); 9] = [
            ("Set `port` to `8081`.", &["port", "8081"]),
            ("rt` is the default. It takes 9 days.", &[]),
            ("`` The rate is 9 days.", &[]),
            ("`` Fresh '' in 9 days and `` mixed '' in 8.", &[]),
            ("A ``let x = `1`; `` b", &["1"]),
            ("A ``let x = 1;`` b", &["let x = 1;"]),
            ("`a\n\nb` c", &[]),
            ("```\na\n\nb\n``` c", &["\na\n\nb\n"]),
            ("It's ` and `` and ` again.", &[]),
        ];
        for (text, code) in cases {
            let found = Backticks::of(text).code;
            let found: Vec<&str> = found.iter().filter_map(|span| span.slice(text)).collect();
            assert_eq!(found, code, "{text}");
        }
    }

    #[test]
    fn empty_pairs_are_known() {
        let empty = |text: &str| {
            let starts = Backticks::of(text).empty.into_iter().map(|span| span.start);
            starts.collect::<Vec<usize>>()
        };
        assert_eq!(empty("``name`` (````) and ````."), [10, 20]);
        assert_eq!(empty("`` and `` pass `x`"), [0, 7]);
        assert_eq!(empty("`a.b` then ``c d``"), [0; 0]);
        assert_eq!(empty("the `          ` was here"), [4]);
    }
}
