//! `LibreChat`'s marks in running text, with real private-use characters or as the six ASCII
//! characters of their escapes: the model is instructed to type the latter, and exports keep them.
//! Markdown renderers remove the backslash (`ue202turn0search0`), which is read in the same way.
//!
//! | mark | meaning |
//! |---|---|
//! | `\ue202turn{T}{kind}{I}` | a source: `I`-th of its kind in the search `T`, both from 0 |
//! | `\ue200 … \ue201` | several of them in one place |
//! | `\ue203 … \ue204` | the claim of the next mark, if that begins within five characters |
//! | `\ue206` | nothing; removed |
//!
//! There is no family word, which distinguishes them from the markers of the citation guide.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::app_marks::librechat::{anchors, marks};
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::text::prose::count;

/// The entry in the table of formats: answers pasted without their chat.
pub const DIALECT: Dialect = Dialect {
    name: "librechat-text",
    title: "LibreChat's marks in a text: `\\ue202turn0search0`, without a family word",
    recognised_by: "`\\ue202turn0search0`, as characters or escapes, and no `\\ue200cite`",
    sources_from: "the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// True if a word follows the opening of a marker, as in the markers of other apps.
fn has_family(text: &str) -> bool {
    let follows = |end: usize| text.as_bytes().get(end).is_some_and(u8::is_ascii_lowercase);
    let opens = |open: &str| text.match_indices(open).any(|(at, open)| follows(at + open.len()));
    opens("\u{e200}") || opens("ue200")
}

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("turn") || has_family(text) {
        return None;
    }
    let anchors = anchors(text);
    let first = anchors.first()?.slice(text).unwrap_or_default().replace('\u{e202}', "\\ue202");
    Some(format!("{} such as `{first}`, without a family word", count(anchors.len(), "mark")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    marks(text)
}
