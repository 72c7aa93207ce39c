//! `pincite review report`: the figures of a review.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::inspect_each;
use super::journals::{Journals, refuse_strangers};
use crate::cli::print;
use crate::error::Result;
use crate::report::review::{REVIEW_REPORTS, ReviewReport};
use crate::review::metrics::{MIN_REMARKS, numbers};
use crate::review::{SourceHashes, subjects};

/// Print the figures of a review, each with its definition
///
/// AIS rate, citation precision and recall by ALCE and by Liu et al., weighted support as in TREC
/// RAG, changed minds and time; figures a source; and how often each rule agreed with people, with
/// those that could be turned off. Verdicts on an earlier run of the prompt, whose citation is gone or
/// changed since, count as well unless `--input` names the response as it is now. Where reviewers differ the subject is left out until somebody
/// settles it, or one reviewer is named.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Review journals
    #[arg(required = true, value_name = "JOURNAL")]
    journals: Vec<PathBuf>,

    /// The response as it is now, and its sources: verdicts on what is not in it any more are left
    /// out and counted
    #[arg(long, num_args = 1.., value_names = ["RESPONSE", "SOURCE"])]
    input: Vec<String>,

    /// What to print
    #[arg(long, default_value = "text", value_parser = report_parser())]
    format: &'static ReviewReport,

    /// Count the verdicts of NAME only; may be repeated
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,

    /// Propose to turn a rule off only when it remarked at least N times on what was judged
    #[arg(long, value_name = "N", default_value_t = MIN_REMARKS)]
    least_remarks: usize,
}

impl Report {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let journals = Journals::read(&self.journals)?;
        let mut status = journals.status;
        let mut ledger = journals.ledger();
        refuse_strangers(&ledger, &self.reviewer)?;
        let mut earlier = 0;
        if !self.input.is_empty() {
            let mut present = Vec::new();
            let read = inspect_each(&self.input, &mut |inspection| {
                present.extend(subjects(inspection, &mut SourceHashes::default()));
            })?;
            status = status.max(read);
            (ledger, earlier) = ledger.about(&present);
        }
        let mut numbers = numbers(&ledger, &self.reviewer, self.least_remarks);
        numbers.earlier = earlier;
        print(|out| (self.format.write)(&numbers, out))?;
        Ok(Journals::exit(status))
    }
}

fn report_parser() -> impl TypedValueParser<Value = &'static ReviewReport> {
    let values = REVIEW_REPORTS.iter().map(|it| PossibleValue::new(it.name).help(it.summary));
    PossibleValuesParser::new(values).try_map(|name| {
        let report = REVIEW_REPORTS.iter().find(|report| report.name == name);
        report.ok_or_else(|| format!("there is no report `{name}`"))
    })
}
