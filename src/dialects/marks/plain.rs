//! Text without any known citation. It comes last, so that the text can still be shown.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::markers::{Families, read_response};
use crate::dialects::shared::text_marks::TextMarks;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "plain",
    title: "text or Markdown without citations",
    recognised_by: "text of no other dialect",
    sources_from: "the files given",
    units: "none",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// Text is no answer if a program printed that there is none.
fn detect(text: &str, _: &Families) -> Option<String> {
    (text.trim() != "null").then(|| "plain text without markers".to_owned())
}

fn read(text: &str, families: &Families) -> TextMarks {
    let response = read_response(text.to_owned(), families);
    TextMarks { citations: response.citations, cards: response.cards, ..TextMarks::default() }
}
