//! A response as text or Markdown with private-use markers, in any spelling.
//!
//! The markers themselves are read by [`crate::dialects::shared::markers`]; this is their entry in the table.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::markers::{Families, QUOTED, has_quoted, read_response};
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Card, Response};
use crate::text::Span;
use crate::text::prose::count;
use crate::text::span_set::SpanSet;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "markers",
    title: "text or Markdown with the citation guide's private-use markers",
    recognised_by: "U+E200 … U+E202 … U+E201, their `\\ue200` escapes, `citeturn0file0`, or `cite: turn0file0` in code",
    sources_from: "the files given",
    units: "none: markers are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

fn detect(text: &str, _: &Families) -> Option<String> {
    if text.contains('\u{e200}') {
        return Some("private-use citation markers".to_owned());
    }
    if text.contains("\\ue200") || text.contains("\\uE200") {
        return Some("citation markers written as `\\ue200` escapes".to_owned());
    }
    let lost = "citation markers whose private-use characters were lost";
    if text.contains("citeturn") {
        return Some(lost.to_owned());
    }
    has_quoted(text).then(|| lost.to_owned())
}

/// True if a marker may begin outside of some places of a text, without reading it.
pub(crate) fn may_be_outside(text: &str, places: &SpanSet) -> bool {
    ["\u{e200}", "\\ue200", "\\uE200", "citeturn", QUOTED].into_iter().any(|beginning| {
        let mut found = text.match_indices(beginning);
        found.any(|(at, mark)| !places.overlaps(Span::new(at, at + mark.len())))
    })
}

fn read(text: &str, families: &Families) -> TextMarks {
    let response = read_response(text.to_owned(), families);
    let notes = unread_links(&response).into_iter().collect();
    TextMarks { citations: response.citations, cards: response.cards, notes, ..TextMarks::NONE }
}

/// Returns a note on markers of addresses that are links in sentences.
fn unread_links(response: &Response) -> Option<String> {
    let has_target = |card: &Card| {
        let raw = card.span.slice(&response.text).unwrap_or_default();
        raw.matches('\u{e202}').count() + raw.matches("\\ue202").count() > 1
    };
    let mut links = response.cards.iter().filter(|it| it.family == "url" && has_target(it));
    let first = links.next()?.label.clone().unwrap_or_default();
    let number = count(links.count() + 1, "link");
    Some(format!("{number} in sentences not read as citations, such as `{first}`"))
}
