//! `pincite show`: the inspection without a screen.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::case::CaseArgs;
use super::judge_args::{JudgeArgs, judged};
use super::progress::read_documents;
use super::watch::{Between, watch};
use super::{print, tell, tell_some, unit_parser};
use crate::cases::Cases;
use crate::error::Result;
use crate::inspect::inspect;
use crate::report::{self, REPORTS, Report, json, text};
use crate::review::judge::Judge;
use crate::text::Unit;

/// Print every claim with the lines it cites, from top to bottom
///
/// Nothing moves the cursor and nothing is coloured: made for pipes, files and screen readers.
/// With `--format json`, one JSON object a case.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Show {
    #[command(flatten)]
    case: Option<CaseArgs>,

    #[command(flatten)]
    judge: JudgeArgs,

    /// What to print
    #[arg(long, default_value = "text", value_parser = report_parser())]
    format: &'static Report,

    /// What the offsets in JSON count
    #[arg(long, default_value = "bytes", value_parser = unit_parser())]
    unit: Unit,

    /// Show this many lines around each passage
    #[arg(long, value_name = "LINES", default_value_t = 0)]
    context: usize,

    /// Show long passages whole
    #[arg(long)]
    full: bool,

    /// Exit with status 1 when a citation is faulty or does not resolve
    ///
    /// One whose source comes without text (a title, an address) resolves to its source: it cannot
    /// be checked, which is told as `without text`, but nothing is wrong with it.
    #[arg(long)]
    strict: bool,

    /// Print again after each change of the response, its sources and scores, until Ctrl-C
    ///
    /// A terminal is cleared in between; elsewhere a line `--- TIME changed: FILE` stands between
    /// (with `--format json` on standard error). The status is that of the last run.
    #[arg(long)]
    watch: bool,

    /// Print the JSON Schema of `--format json` and nothing else
    #[arg(long, conflicts_with_all = ["response", "strict", "watch"])]
    schema: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite show answer.md docs/ --context 2
  pincite show --watch answer.md docs/        prints again whenever a file is saved
  pincite show --strict cases.jsonl           fails when a citation does not resolve
  pincite show --format json cases.jsonl | jq '.citations[].targets[].reason'";

/// What makes the exit status other than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failing {
    /// A case that cannot be read (2).
    Unreadable,
    /// That, or a citation that is unresolved (1).
    Unresolved,
}

impl Show {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.schema {
            print(|out| writeln!(out, "{}", json::schema()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(case) = self.case else { return Ok(ExitCode::SUCCESS) };
        let options = report::Options { unit: self.unit, context: self.context, full: self.full };
        let failing = if self.strict { Failing::Unresolved } else { Failing::Unreadable };
        if let Some(lines) = case.explanation()? {
            return super::explain(&lines);
        }
        let judge = self.judge.judge_to_end()?;
        let run = || show(&case.open()?, self.format, &options, (failing, judge.as_ref()));
        if !self.watch {
            return run();
        }
        let for_people = self.format.name == text::REPORT.name;
        watch(&case, &[], if for_people { Between::Output } else { Between::Error }, &run)
    }
}

/// Prints every case of an input; one that cannot be read is told and the rest still printed. So is
/// what a judge fails at.
pub(super) fn show(
    cases: &Cases,
    report: &Report,
    options: &report::Options,
    (failing, judge): (Failing, Option<&Arc<Judge>>),
) -> Result<ExitCode> {
    let mut status = if cases.scores().faults().is_empty() { 0 } else { 2 };
    for index in (0..).take_while(|&index| cases.has(index)) {
        let mut case = match cases.read(index) {
            Ok(case) => case,
            Err(error) => {
                tell(&error);
                status = 2;
                continue;
            }
        };
        read_documents(&mut case);
        let mut inspection = inspect(case);
        if !judged(judge, &mut inspection) {
            status = 2;
        }
        if failing == Failing::Unresolved && inspection.unresolved() > 0 {
            status = status.max(1);
        }
        print(|out| {
            if index > 0 && report.name == text::REPORT.name {
                writeln!(out)?;
            }
            (report.write)(&inspection, options, out)
        })?;
    }
    tell_some(&cases.scores().unmet());
    Ok(ExitCode::from(status))
}

fn report_parser() -> impl clap::builder::TypedValueParser<Value = &'static Report> {
    PossibleValuesParser::new(REPORTS.iter().map(|report| report.name))
        .map(|name| REPORTS.iter().find(|report| report.name == name).unwrap_or(&text::REPORT))
}
