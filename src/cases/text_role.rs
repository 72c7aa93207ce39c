//! The use of a text that another file encloses: an answer, cited or not, or none.

use crate::dialects::Dialect;
use crate::dialects::dialect::{CODE_REFERENCES, PLAIN};
use crate::dialects::lookup::{RECOGNIZERS, detect, text_reader};
use crate::dialects::shared::markers::Families;
use crate::input::{Input, Record};
use crate::text::prose::count;

/// The use of an enclosed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextRole {
    None,
    /// It is an answer without citations.
    Answer,
    Cited,
}

/// Returns the input as these texts, of which `cited` cite.
pub(super) fn enclosing(
    input: Input,
    texts: &[(String, String)],
    what: &str,
    noun: &str,
    cited: usize,
) -> Input {
    if texts.is_empty() {
        return input;
    }
    let mut opened = input.enclosing(texts);
    let cite = if cited == 1 { "cites" } else { "cite" };
    opened.notes.push(format!("{what}{} in it {cite}", count(cited, noun)));
    opened
}

/// Returns the texts that are answers, cited or not, and the best use of one.
pub(super) fn answers(
    input: &Input,
    texts: Vec<(String, String)>,
    families: &Families,
) -> (Vec<(String, String)>, TextRole) {
    let whole = input.enclosing(&texts);
    let mut best = TextRole::None;
    let mut kept = texts;
    kept.retain(|(_, text)| {
        let own = role_of(&whole, text, None, families);
        best = best.max(own);
        own >= TextRole::Answer
    });
    (kept, best)
}

/// Returns the use of a text.
pub(super) fn role_of(
    input: &Input,
    text: &str,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> TextRole {
    let record = Record::new(input, text, None, &RECOGNIZERS);
    let format = forced.or_else(|| detect(&record, families).map(|(format, _)| format));
    let Some(format) = format.filter(|it| ![PLAIN, CODE_REFERENCES].contains(&it.name)) else {
        return TextRole::None;
    };
    match format.read(&record, &text_reader(families)) {
        Ok(case) if !case.response.citations.is_empty() => TextRole::Cited,
        Ok(case) if !case.response.text.trim().is_empty() => TextRole::Answer,
        _ => TextRole::None,
    }
}
