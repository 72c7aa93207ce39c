//! Text without any citation that is known. It comes last: it can still be looked at.

use crate::dialects::marks::markers::{Families, read_response};
use crate::dialects::{Dialect, InText, Reader};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "plain",
    title: "text or Markdown without citations",
    recognised_by: "text of no other dialect",
    sources_from: "the files given",
    units: "none",
    reader: Reader::Text { detect, read },
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of every text dialect")]
fn detect(_: &str) -> Option<String> {
    Some("plain text without markers".to_owned())
}

fn read(text: &str, families: &Families) -> InText {
    let response = read_response(text.to_owned(), families);
    InText { citations: response.citations, cards: response.cards, ..InText::default() }
}
