//! The JSON Schemas of every layout that is written or read: the files in `assets/schemas/`. Those of
//! layouts that are written are made of their types by a test.

#[cfg(feature = "schemas")]
use schemars::Schema;

#[cfg(feature = "schemas")]
use super::{compare, figures::Metrics, findings, json, review, rules};

/// A layout.
#[derive(Debug)]
pub struct Layout {
    /// The name that `pincite schema` takes.
    pub name: &'static str,
    /// The data that has it, in a few words.
    pub summary: &'static str,
    schema: &'static str,
}

/// Makes a layout of the file with its name.
macro_rules! layout {
    ($name:literal, $summary:literal) => {
        Layout {
            name: $name,
            summary: $summary,
            schema: include_str!(concat!("../../assets/schemas/", $name, ".json")),
        }
    };
}

/// Every layout.
pub const LAYOUTS: &[Layout] = &[
    layout!("inspection", "a line of `pincite show --format json`"),
    layout!("findings", "a case of `pincite check --format json`"),
    layout!("citation", "a line of `pincite check --format jsonl-citations`"),
    layout!("metrics", "figures of a run: `--metrics FILE`"),
    layout!("baseline", "a file of `pincite check --write-baseline`"),
    layout!("report", "a line of `pincite report --format json`"),
    layout!("diff", "a pair of `pincite diff --format json`"),
    layout!("review", "`pincite review report --format json`"),
    layout!("agreement", "`pincite review agreement --format json`"),
    layout!("rules", "`pincite rules --format json`"),
    layout!("case", "an answer with its sources, as input"),
    layout!("judge", "a question to `--judge`"),
    layout!("journal", "an entry of a review journal"),
];

/// Returns the name and the schema of each layout that is written, made of its types.
#[cfg(feature = "schemas")]
pub fn of_types() -> Vec<(&'static str, Schema)> {
    vec![
        ("inspection", json::layout()),
        ("findings", findings::layout()),
        ("citation", findings::citation_layout()),
        ("metrics", Metrics::layout()),
        ("baseline", findings::baseline_layout()),
        ("report", json::report_layout()),
        ("diff", compare::layout()),
        ("review", review::layout()),
        ("agreement", review::agreement_layout()),
        ("rules", rules::layout()),
    ]
}

impl Layout {
    /// Returns the schema as indented JSON.
    pub fn text(&self) -> &'static str {
        self.schema.trim_end()
    }
}

/// Returns the schema of the layout with this name, as indented JSON.
pub fn of(name: &str) -> Option<&'static str> {
    LAYOUTS.iter().find(|layout| layout.name == name).map(Layout::text)
}
