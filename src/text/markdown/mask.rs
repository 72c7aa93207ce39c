//! The copy of a text that is parsed instead of it, in which every masked span is inert.
//!
//! The filler is as long as the span it replaces, so offsets hold. It is ASCII that can start
//! nothing in Markdown: no list, no tag, no entity, no table border, no line end. Its two ends need
//! care, because the characters next to `**` determine if it opens or closes. After a code fence
//! the filler is blank, because a fence followed by words closes nothing, and a marker is often
//! attached to the closing fence.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::Span;

/// A code fence with nothing but marks in brackets after it, which are group 1.
static FENCE_AND_MARKS: LazyLock<Regex> = LazyLock::new(|| {
    let mark = r"(?:\[[^\[\]\n]+\]|【[^【】\n]+】|\u{e200}[^\u{e201}\n]+\u{e201})";
    let line = format!(r"(?m)^[ \t>]*(?:`{{3,}}|~{{3,}})[ \t]*({mark}(?:[ \t]*{mark})*)[ \t\r]*$");
    Regex::new(&line).expect("the pattern is fixed")
});

/// Punctuation that means nothing in Markdown, at a line start or after a digit either.
const COMMA: char = ',';

/// A letter that forms no entity, tag or number with its neighbours.
const LETTER: char = 'z';

/// Returns `text` with each span of `masked` overwritten.
pub(super) fn masked_copy(text: &str, masked: &[Span]) -> String {
    let mut copy = String::with_capacity(text.len());
    // True if the line has only a fence and masked spans.
    let mut fenced = false;
    for (index, span) in masked.iter().enumerate() {
        let before = text.get(copy.len()..span.start).unwrap_or_default();
        copy.push_str(before);
        fenced = match before.rsplit_once('\n') {
            Some((_, line)) => is_fence(line) && ends_line(text, masked, index),
            None if index == 0 => is_fence(before) && ends_line(text, masked, index),
            None => fenced,
        };
        if fenced {
            copy.extend(std::iter::repeat_n(' ', span.len()));
            continue;
        }
        let next = masked.get(index + 1).map_or(text.len(), |next| next.start);
        let after = text.get(span.end..next).unwrap_or_default();
        match span.len() {
            0 => {}
            1 => copy.push(left_end(before)),
            length => {
                copy.push(left_end(before));
                copy.extend(std::iter::repeat_n(COMMA, length - 2));
                copy.push(right_end(after));
            }
        }
    }
    copy.push_str(text.get(copy.len()..).unwrap_or_default());
    copy
}

/// Returns the bytes of the marks that are all that follows a code fence on its line, in order.
pub(super) fn marks_behind_fences(text: &str) -> Vec<Span> {
    // Compiling the pattern takes longer than looking for fences.
    if !text.contains("```") && !text.contains("~~~") {
        return Vec::new();
    }
    let marks = FENCE_AND_MARKS.captures_iter(text).filter_map(|line| line.get(1));
    marks.map(|marks| Span::from(marks.range())).collect()
}

/// True if a line is a code fence without words after it, in a block quote or not.
fn is_fence(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '>']).trim_end();
    line.len() > 2 && ['`', '~'].iter().any(|&tick| line.chars().all(|c| c == tick))
}

/// True if only blanks and further masked spans follow the span at `index` on its line.
fn ends_line(text: &str, masked: &[Span], index: usize) -> bool {
    for (at, span) in masked.iter().enumerate().skip(index) {
        let next = masked.get(at + 1).map_or(text.len(), |next| next.start);
        let after = text.get(span.end..next).unwrap_or_default();
        let line = after.split('\n').next().unwrap_or_default();
        if !line.trim().is_empty() || line.len() < after.len() {
            return line.trim().is_empty();
        }
    }
    true
}

/// Returns the filler's first character after `before`, the text since the masked span before it.
///
/// `**bold.**` closes only if no letter follows, `**bold**` in either case, and `word**` followed
/// by punctuation never opens; so a letter follows a letter, and punctuation follows everything
/// else. `_` neither opens nor closes inside a word. A backslash would vanish before punctuation.
fn left_end(before: &str) -> char {
    match before.chars().next_back() {
        Some('\\') => LETTER,
        Some(run @ ('*' | '~')) => beside(before.trim_end_matches(run).chars().next_back()),
        _ => COMMA,
    }
}

/// Returns the filler's last character before `after`, the text up to the next masked span.
fn right_end(after: &str) -> char {
    match after.chars().next() {
        Some(run @ ('*' | '~')) => beside(after.trim_start_matches(run).chars().next()),
        _ => COMMA,
    }
}

fn beside(beyond_the_run: Option<char>) -> char {
    if beyond_the_run.is_some_and(char::is_alphanumeric) { LETTER } else { COMMA }
}
