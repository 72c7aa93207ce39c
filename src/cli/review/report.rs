//! `pincite review report`: prints the figures of a review.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::input::inspect_each;
use super::journals::Journals;
use crate::cli::console::print_report;
use crate::cli::table_arg::entry_of;
use crate::error::Result;
use crate::report::review::{REVIEW_REPORTS, ReviewReport};
use crate::review::metrics::{MIN_FINDINGS, numbers};
use crate::review::{SourceHashes, subjects};

/// Print the figures of a review with their definitions
///
/// AIS rate; citation precision and recall after ALCE and after Liu et al.; weighted support as in
/// TREC RAG; changed minds; time; figures per source; and how often each rule agreed with people,
/// with rules that could be turned off. If reviewers differ, the citation is left out until one of
/// them settles it or `--reviewer` names one. Verdicts on citations that are gone or changed count
/// as well, unless `--input` names the current answer.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite review report answer.md.review.jsonl
  pincite review report --format csv ann.jsonl bob.jsonl > figures.csv
  pincite review report ann.jsonl --input answer.md docs/")]
pub(crate) struct Report {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// The current answer and its sources
    ///
    /// Verdicts on citations that are no longer in it are left out and counted.
    #[arg(long, help_heading = "Input", num_args = 1.., value_names = ["RESPONSE", "SOURCE"])]
    input: Vec<String>,

    /// Output format
    #[arg(long, help_heading = "Output", default_value = "text", value_parser = entry_of(REVIEW_REPORTS, |it| (it.name, it.summary)))]
    format: &'static ReviewReport,

    /// Count only the verdicts of NAME (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    reviewer: Vec<String>,

    /// Findings on reviewed citations needed to suggest turning a rule off
    #[arg(long, value_name = "N", default_value_t = MIN_FINDINGS, help_heading = "Selection")]
    min_findings: usize,
}

impl Report {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (mut ledger, mut status) = Journals::ledger(&self.journals, &self.reviewer)?;
        let mut earlier = 0;
        if !self.input.is_empty() {
            let (mut present, mut cases) = (Vec::new(), 0);
            let read = inspect_each(&self.input, &mut |inspection| {
                cases += 1;
                present.extend(subjects(inspection, &mut SourceHashes::default()));
            })?;
            status = status.max(read);
            ledger.set_one_case(cases == 1);
            (ledger, earlier) = ledger.about(&present);
        }
        let mut numbers = numbers(&ledger, &self.reviewer, self.min_findings);
        numbers.earlier = earlier;
        print_report(self.format.name, |out| (self.format.write)(&numbers, out))?;
        Ok(Journals::exit(status))
    }
}
