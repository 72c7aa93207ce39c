//! A response as text or Markdown, with private-use markers in any spelling, or with none.
//!
//! The markers themselves are read by [`super::markers`]; this is their entry in the table of
//! formats. It comes last: whatever is text and in no other dialect can still be looked at.

use super::markers::{Families, read_response};
use super::{Format, Record};
use crate::error::Result;
use crate::model::Case;

/// The entry in the table of formats.
pub const FORMAT: Format = Format {
    name: "markers",
    title: "text or Markdown with the citation guide's private-use markers",
    recognised_by: "U+E200 … U+E202 … U+E201, their `\\ue200` escapes, or text of no other dialect",
    sources_from: "the files given",
    units: "none: markers stand in the text",
    beginning_reads: true,
    detect,
    read,
};

fn detect(record: &Record<'_>) -> Option<String> {
    if record.line.is_some() {
        return None;
    }
    let text = record.text;
    if text.contains('\u{e200}') {
        return Some("private-use citation markers".to_owned());
    }
    if contains_escape(text) {
        return Some("citation markers written as `\\ue200` escapes".to_owned());
    }
    if record.looks_like_json()
        && (record.json().is_some() || record.input.has_extension(&["json"]))
    {
        return None;
    }
    Some(if text.contains("citeturn") {
        "citation markers whose private-use characters were lost".to_owned()
    } else {
        "plain text without markers".to_owned()
    })
}

/// Whether `\ue200` is written out, in any case of its hex letter.
fn contains_escape(text: &str) -> bool {
    text.contains("\\ue200") || text.contains("\\uE200")
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of every format; others can fail")]
fn read(record: &Record<'_>, families: &Families) -> Result<Case> {
    let response = read_response(record.text.to_owned(), families);
    Ok(Case { response, ..Case::default() })
}
