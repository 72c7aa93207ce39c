//! Reports: the inspection for people and for machines, without a screen; one file each.

pub mod citations;
pub mod compare;
pub mod concealing;
pub mod cut;
pub mod diff;
pub mod dossier;
pub mod findings;
pub mod evidence;
pub mod figures;
pub mod handout;
pub mod html;
pub mod json;
mod lines;
pub mod outcome;
mod reason;
pub mod markdown;
pub mod markdown_table;
pub mod review;
pub mod rules;
pub mod schema;
mod safe_writer;
pub mod secrets;
mod source_words;
pub mod standing;
pub(crate) mod styled;
pub mod text;

use std::io::{self, Write};

use handout::Handout;

use crate::inspect::Inspection;
use crate::text::Unit;

/// A way of writing an inspection.
#[derive(Debug)]
pub struct Report {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// Purpose, in a few words.
    pub summary: &'static str,
    /// Writes one inspected case. What it writes is safe on a terminal.
    pub write: fn(&Inspection, &Options, &mut dyn Write) -> io::Result<()>,
}

/// Every report.
pub const REPORTS: &[Report] = &[text::REPORT, json::REPORT];

/// Every handout.
pub const HANDOUTS: &[Handout] = &[html::HANDOUT, markdown::HANDOUT, json::HANDOUT];

/// Options of reports; each uses those that apply.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Unit of offsets.
    pub unit: Unit,
    /// Lines of context around a passage.
    pub context: usize,
    /// True to show long passages in full.
    pub full: bool,
    /// True to colour text for people.
    pub colour: bool,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_report_has_its_own_name_and_a_summary() {
        let of_inspections: Vec<_> = REPORTS.iter().map(|it| (it.name, it.summary)).collect();
        let of_findings = findings::REPORTS.iter().map(|it| (it.name, it.summary)).collect();
        for reports in [of_inspections, of_findings] {
            let names: BTreeSet<&str> = reports.iter().map(|(name, _)| *name).collect();
            assert_eq!(names.len(), reports.len(), "{names:?}");
            assert!(reports.iter().all(|(_, it)| !it.is_empty() && !it.ends_with('.')));
        }
    }
}
