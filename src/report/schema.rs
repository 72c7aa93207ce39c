//! The JSON Schemas of every layout that is written or read. `assets/schemas/` holds them as files.

use schemars::Schema;

use super::figures::Metrics;
use super::{compare, findings, json, review, rules};

/// A layout.
#[derive(Debug)]
pub struct Layout {
    /// The name that `pincite schema` takes.
    pub name: &'static str,
    /// The data that has it, in a few words.
    pub summary: &'static str,
    schema: Origin,
}

#[derive(Debug)]
enum Origin {
    /// Derived from the types that are written.
    Types(fn() -> Schema),
    /// Written by hand, for input.
    File(&'static str),
}

/// Every layout.
pub const LAYOUTS: &[Layout] = &[
    by_types("inspection", "a line of `pincite show --format json`", json::layout),
    by_types("findings", "a case of `pincite check --format json`", findings::layout),
    by_types(
        "citation",
        "a line of `pincite check --format jsonl-citations`",
        findings::citation_layout,
    ),
    by_types("metrics", "figures of a run: `--metrics FILE`", Metrics::layout),
    by_types("baseline", "a file of `pincite check --write-baseline`", findings::baseline_layout),
    by_types("report", "a line of `pincite report --format json`", json::report_layout),
    by_types("diff", "a pair of `pincite diff --format json`", compare::layout),
    by_types("review", "`pincite review report --format json`", review::layout),
    by_types("agreement", "`pincite review agreement --format json`", review::agreement_layout),
    by_types("rules", "`pincite rules --format json`", rules::layout),
    by_hand(
        "case",
        "an answer with its sources, as input",
        include_str!("../../assets/schemas/case.json"),
    ),
    by_hand("judge", "a question to `--judge`", include_str!("../../assets/schemas/judge.json")),
    by_hand(
        "journal",
        "an entry of a review journal",
        include_str!("../../assets/schemas/journal.json"),
    ),
];

const fn by_types(name: &'static str, summary: &'static str, schema: fn() -> Schema) -> Layout {
    Layout { name, summary, schema: Origin::Types(schema) }
}

const fn by_hand(name: &'static str, summary: &'static str, text: &'static str) -> Layout {
    Layout { name, summary, schema: Origin::File(text) }
}

impl Layout {
    /// Returns the schema as indented JSON.
    pub fn text(&self) -> String {
        match self.schema {
            Origin::Types(schema) => serde_json::to_string_pretty(&schema()).unwrap_or_default(),
            Origin::File(text) => text.trim_end().to_owned(),
        }
    }
}

/// Returns the schema of the layout with this name, as indented JSON.
pub fn of(name: &str) -> Option<String> {
    LAYOUTS.iter().find(|layout| layout.name == name).map(Layout::text)
}
