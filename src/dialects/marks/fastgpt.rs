//! The marks of `FastGPT`: `[65f0c3b2a1d4e5f60718293a](CITE)`, the same without `(CITE)`, and
//! `[quote:65f0c3b2a1d4e5f60718293a]` of older versions.
//!
//! In place of the address of a link, it has the word CITE. The app adds a missing one, but not
//! before another round bracket.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::app_marks::fastgpt::marks;
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "fastgpt-text",
    title: "text copied out of FastGPT",
    recognised_by: "`[` 24 hexadecimal digits `](CITE)` in the text",
    sources_from: "the files given; `--source ID=PATH` gives the row that a mark means",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

fn detect(text: &str, _: &Families) -> Option<String> {
    // Most texts have none, and need not wait until the pattern is compiled.
    let is_id = |id: &[u8]| id.iter().all(u8::is_ascii_hexdigit);
    let ends_id = |end: usize| {
        let id = end.checked_sub(24).and_then(|start| text.as_bytes().get(start..end));
        id.is_some_and(is_id)
    };
    if !memchr::memchr_iter(b']', text.as_bytes()).any(ends_id) {
        return None;
    }
    apps::evidence_of(&marks(text))
}

fn read(text: &str, _: &Families) -> TextMarks {
    TextMarks { citations: marks(text), ..TextMarks::default() }
}
