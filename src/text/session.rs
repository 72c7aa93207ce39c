//! Sessions of Python and `IPython` pasted into a text without a fence: `>>> fares[1]`, `In [3]: fares[1]`,
//! `Out[3]: 12`.

use crate::text::Span;

/// The minimum number of inputs that show a session.
const MIN_INPUTS: usize = 3;

/// Returns the paragraphs of a session that begin with a prompt, in order; none in a text with few of them.
/// A paragraph with a mark after a sentence is an answer's own, whatever it begins with.
pub(crate) fn prompted(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    if ["In [", PYTHON]
        .iter()
        .all(|it| memchr::memmem::find(text.as_bytes(), it.as_bytes()).is_none())
    {
        return spans;
    }
    let (mut start, mut inputs, mut open, mut cites) = (0, 0_usize, None, false);
    for line in text.split_inclusive('\n') {
        let words = line.trim_start();
        let is_input = is_prompt(words, "In [") || is_statement(words);
        inputs += usize::from(is_input);
        if line.trim().is_empty() {
            spans.extend(open.take().filter(|_| !cites).map(|from| Span::new(from, start)));
            cites = false;
        } else if open.is_none() && (is_input || is_prompt(words, "Out[")) {
            open = Some(start);
        }
        cites |= has_mark_after_sentence(line);
        start += line.len();
    }
    spans.extend(open.filter(|_| !cites).map(|from| Span::new(from, start)));
    if inputs < MIN_INPUTS {
        spans.clear();
    }
    spans
}

/// The prompt of Python.
const PYTHON: &str = ">>> ";

/// True for a statement after the prompt of Python, and not for words that are quoted three times: `>>> fares[1]`.
fn is_statement(line: &str) -> bool {
    const KEYWORDS: [&str; 8] = ["import", "from", "for", "with", "if", "def", "class", "del"];
    let Some(code) = line.strip_prefix(PYTHON) else { return false };
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let rest = code.trim_start_matches(is_of_name);
    let name = code.get(..code.len() - rest.len()).unwrap_or_default();
    let is_variable = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with('.');
    rest.starts_with(['(', '['])
        || is_variable && (rest.trim().is_empty() || rest.starts_with(" = "))
        || KEYWORDS.contains(&name)
}

/// True for a line that begins with such a prompt: `In [3]:`.
fn is_prompt(line: &str, kind: &str) -> bool {
    let Some((number, _)) = line.strip_prefix(kind).and_then(|rest| rest.split_once("]:")) else {
        return false;
    };
    (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a line with a number in brackets after the words of a sentence: `It takes 9 days. [1]`, `9 days [1].`
fn has_mark_after_sentence(line: &str) -> bool {
    const MIN_WORDS: usize = 3;
    /// Bytes that are searched for words.
    const NEAR: usize = 200;
    line.match_indices(" [").any(|(at, _)| {
        let (before, rest) = line.split_at(at);
        let number = rest.get(2..).unwrap_or_default();
        let digits = number.bytes().take_while(u8::is_ascii_digit).count();
        let after = number.get(digits..).and_then(|rest| rest.strip_prefix(']'));
        let Some(after) = after.filter(|_| (1..=3).contains(&digits)) else { return false };
        let ends = before.trim_end().ends_with(['.', '!', '?'])
            || after.trim_start().is_empty()
            || after.starts_with(['.', ',', ';']);
        let is_word = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
        let near = before.get(before.ceil_char_boundary(at.saturating_sub(NEAR))..);
        ends && near.unwrap_or_default().split_whitespace().filter(is_word).count() >= MIN_WORDS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_with_a_mark_is_no_part_of_a_session() {
        let text = "In [1]: fares[1]\nOut[1]: 12\n\nIn [2]: print(fares [1])\n\nIn [3]: The fee is due in 9 days. [1]\n";
        let found: Vec<&str> = prompted(text).iter().filter_map(|span| span.slice(text)).collect();
        assert_eq!(found, ["In [1]: fares[1]\nOut[1]: 12\n", "In [2]: print(fares [1])\n"]);
        let ends = "In [1]: a\n\nIn [2]: b\n\nOut[3]: The fee is due in 9 days [1].\n\nIn [3]: c";
        assert_eq!(prompted(ends).len(), 3);
        assert!(prompted("In [1]: a\n\nIn [2]: b").is_empty());
        let python =
            ">>> import fares\n>>> fares[1]\n[1, 2]\n\nIt is 2.\n\n>>> days = fares[1, 2]\n";
        let found: Vec<&str> =
            prompted(python).iter().filter_map(|span| span.slice(python)).collect();
        assert_eq!(found, [">>> import fares\n>>> fares[1]\n[1, 2]\n", ">>> days = fares[1, 2]\n"]);
        assert!(prompted(">>> It leaves\n>>> at noon [1]\n>>> and at nine [2]\n").is_empty());
    }
}
