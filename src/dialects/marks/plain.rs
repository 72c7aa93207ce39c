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

#[expect(clippy::unnecessary_wraps, reason = "the signature of every text dialect")]
fn detect(_: &str, _: &Families) -> Option<String> {
    Some("plain text without markers".to_owned())
}

fn read(text: &str, families: &Families) -> TextMarks {
    let response = read_response(text.to_owned(), families);
    TextMarks { citations: response.citations, cards: response.cards, ..TextMarks::default() }
}
