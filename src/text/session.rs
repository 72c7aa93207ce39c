//! Sessions of `IPython` pasted into a text without a fence: `In [3]: fares[1]`, `Out[3]: 12`.

use crate::text::Span;

/// The minimum number of inputs that show a session.
const MIN_INPUTS: usize = 3;

/// Returns the paragraphs of a session that begin with a prompt, in order; none in a text with few of them.
pub(crate) fn prompted(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    if memchr::memmem::find(text.as_bytes(), b"In [").is_none() {
        return spans;
    }
    let (mut start, mut inputs, mut open) = (0, 0_usize, None);
    for line in text.split_inclusive('\n') {
        let words = line.trim_start();
        let kind = ["In [", "Out["].into_iter().find(|kind| is_prompt(words, kind));
        inputs += usize::from(kind == Some("In ["));
        if line.trim().is_empty() {
            spans.extend(open.take().map(|from| Span::new(from, start)));
        } else if kind.is_some() && open.is_none() {
            open = Some(start);
        }
        start += line.len();
    }
    spans.extend(open.map(|from| Span::new(from, start)));
    if inputs < MIN_INPUTS {
        spans.clear();
    }
    spans
}

/// True for a line that begins with such a prompt: `In [3]:`.
fn is_prompt(line: &str, kind: &str) -> bool {
    let Some((number, _)) = line.strip_prefix(kind).and_then(|rest| rest.split_once("]:")) else {
        return false;
    };
    (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}
