//! The marks of `RAGFlow`: `[ID:0]`, in older versions `##0$$`.
//!
//! The server repairs variants that models write (`(ID: 1)`, `【ID:1】`, `ref1`) before it stores an
//! answer, and its pages also accept `[0]`; both only if there is such a source, which also applies
//! here. Digits may be Arabic-Indic or Persian. Its models may not write lists (`[ID:0, ID:2]`) but
//! do.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::app_marks::ragflow::marks;
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "ragflow-text",
    title: "text copied out of RAGFlow",
    recognised_by: "`[ID:0]` or `##0$$` in the text",
    sources_from: "the files given; `--source 0=PATH` gives the chunk that `[ID:0]` means",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("ID") && !text.contains("##") {
        return None;
    }
    apps::evidence_of(&marks(text, None))
}

fn read(text: &str, _: &Families) -> TextMarks {
    TextMarks { citations: marks(text, None), ..TextMarks::default() }
}
