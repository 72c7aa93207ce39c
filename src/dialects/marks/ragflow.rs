//! The marks of `RAGFlow`: `[ID:0]`, in older versions `##0$$`.
//!
//! Its server mends what models make of them (`(ID: 1)`, `【ID:1】`, `ref1`) before it stores an
//! answer, and its pages also take `[0]`; both only where there is such a source, and so do we.
//! Digits may be Arabic-Indic or Persian. Lists (`[ID:0, ID:2]`) are forbidden to its models and come
//! all the same.

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
    units: "none: marks stand in the text",
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
