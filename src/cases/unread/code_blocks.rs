//! A note on marks in blocks of code: after sentences, or in indented lines of prose.

use std::collections::BTreeSet;

use crate::cases::unread::shapes;
use crate::dialects::shared::code::Code;
use crate::model::Case;
use crate::text::Span;
use crate::text::prose::{count, one_line};

/// Minimum number of marks in blocks of code that are noted.
pub(crate) const MIN_IN_CODE: usize = 2;

/// Maximum length of the line before a mark that is read, in bytes.
const MAX_LINE: usize = 400;

/// Signs after a mark in prose that is written without blanks.
const WIDE_STOPS: [char; 5] = ['，', '。', '、', '；', '（'];

/// Maximum length of further marks after one, in bytes.
const MAX_MARKS: usize = 64;

/// Returns a note on marks after sentences in blocks of code, as in a printed session.
pub(super) fn in_code(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let sources: BTreeSet<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
    let marks = marks_in_code(text, &sources);
    let first = one_line(marks.first()?.slice(text)?);
    // One alone may be an index, unless it cites a source as marks outside of code do.
    let is_cited = |mark: &Span| {
        let raw = mark.slice(text).unwrap_or_default();
        let mut read = case.response.citations.iter().filter(|it| !it.in_code);
        sources.contains(raw.trim_matches(['[', ']'])) && read.any(|it| is_alike(&it.raw, raw))
    };
    (marks.len() >= MIN_IN_CODE || marks.iter().any(is_cited)).then(|| {
        format!(
            "{} in blocks of code not read, such as `{first}`: save such a block as a file",
            count(marks.len(), "mark")
        )
    })
}

/// True if two marks are numbers in the same brackets.
fn is_alike(one: &str, other: &str) -> bool {
    let frame = |mark: &str| mark.replace(|c: char| c.is_ascii_digit(), "");
    frame(one) == frame(other)
}

/// True for a sign of marks that are numbers.
fn is_of_marks(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '[' | ']')
}

/// True if the last line of a text says something and is not code.
fn is_prose(before: &str) -> bool {
    const MIN_WORDS: usize = 5;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || "'’.,:()-".contains(c));
    !line.contains(['=', ';', '{']) && line.split_whitespace().filter(is_word).count() >= MIN_WORDS
}

/// True for one of the marks in a row that end a sentence of prose: `… in time [1][2].`
fn closes_sentence(before: &str, after: &str) -> bool {
    let near = after.get(..after.floor_char_boundary(MAX_MARKS)).unwrap_or_default();
    let before = before.get(before.ceil_char_boundary(before.len().saturating_sub(MAX_LINE))..);
    let said = before.unwrap_or_default().trim_end_matches(is_of_marks);
    said.ends_with(' ') && near.trim_start_matches(is_of_marks).starts_with('.') && is_prose(said)
}

/// True if the last line of a text is a branch of a drawn tree: `│   ├── the ferry leaves at noon `.
fn is_branch(before: &str) -> bool {
    let near = before.get(before.ceil_char_boundary(before.len().saturating_sub(MAX_LINE))..);
    let line = near.unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with(['│', '├', '└', '|']) && line.contains(char::is_alphabetic)
}

/// Returns the marks in blocks of code after sentences, and those after words that name one of these
/// sources.
pub(crate) fn marks_in_code(text: &str, sources: &BTreeSet<&str>) -> Vec<Span> {
    if !text.contains("```") && !text.contains("\n    ") {
        return Vec::new();
    }
    let code = Code::of(text);
    let is_cited = |span: &Span| {
        let before = text.get(..span.start).unwrap_or_default();
        let after = text.get(span.end..).unwrap_or_default();
        let said = before.trim_end().ends_with(['.', '!', '?', '”']) && !before.ends_with('\n');
        // The marks of a text whose fences a formatter has put into one more block.
        let said = said || before.trim_end_matches(is_of_marks).ends_with("```");
        let block = code.at(span.start).and_then(|code| code.slice(text));
        let is_block = block.is_some_and(|block| block.trim_end().contains('\n'));
        let number = span.slice(text).unwrap_or_default().trim_matches(['[', ']']);
        let closes = after.is_empty() || after.starts_with([',', ';', ')', '\n']);
        let names = closes && sources.contains(number);
        let near = after.get(..after.floor_char_boundary(MAX_MARKS)).unwrap_or_default();
        let lines = || near.trim_start_matches(is_of_marks).starts_with('\n') && is_prose(before);
        let is_indented = block.is_some_and(|it| !it.trim_start().starts_with(['`', '~']));
        is_block
            && (said
                || before.ends_with(' ') && (after.starts_with('.') || names)
                || closes_sentence(before, after)
                || before.ends_with(' ') && after.trim_start_matches(' ').starts_with(WIDE_STOPS)
                || is_indented && lines()
                || before.ends_with(' ') && closes && !sources.is_empty() && is_branch(before))
    };
    shapes::marks(text).filter(is_cited).collect()
}
