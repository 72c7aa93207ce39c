//! `pincite show`: prints the inspection without a screen.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::case::CaseArgs;
use super::console::{print, print_error, print_errors};
use super::judge_args::{JudgeArgs, judged};
use super::progress::read_documents;
use super::unit_arg::unit_parser;
use super::watch::{Separator, watch};
use crate::cases::Cases;
use crate::error::Result;
use crate::inspect::inspect;
use crate::report::{self, REPORTS, Report, schema, text};
use crate::review::judge::Judge;
use crate::text::Unit;

/// Print every claim with the lines it cites
///
/// Plain text without colour or cursor movement, for pipes, files and screen readers. With
/// `--format json`, one JSON object per case.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Show {
    #[command(flatten)]
    case: Option<CaseArgs>,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Output format
    #[arg(long, default_value = "text", value_parser = report_parser(), help_heading = "Output")]
    format: &'static Report,

    /// Unit of offsets in JSON
    #[arg(long, default_value = "bytes", value_parser = unit_parser(), help_heading = "Output")]
    unit: Unit,

    /// Lines of context around each passage
    #[arg(long, value_name = "LINES", default_value_t = 0, help_heading = "Output")]
    context: usize,

    /// Print long passages in full
    #[arg(long, help_heading = "Output")]
    full: bool,

    /// Exit with status 1 if a citation is malformed or unresolved
    ///
    /// A citation whose source is known by title or address only is listed as `without text`: it
    /// cannot be checked, but it does not count as unresolved.
    #[arg(long, help_heading = "Output")]
    strict: bool,

    /// Print again after each change of a file, until Ctrl-C
    ///
    /// A terminal is cleared between runs; elsewhere a line `--- TIME changed: FILE` separates them
    /// (on standard error with `--format json`). The exit status is that of the last run.
    #[arg(long, help_heading = "Output")]
    watch: bool,

    /// Print the JSON Schema of `--format json` and exit
    #[arg(long, conflicts_with_all = ["response", "strict", "watch"], help_heading = "Output")]
    schema: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite show answer.md docs/ --context 2
  pincite show --strict cases.jsonl           fail if a citation does not resolve
  pincite show --format json cases.jsonl | jq '.citations[].targets[].reason'";

/// The conditions that make the exit status other than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExitRule {
    /// A case that cannot be read (2).
    UnreadableFails,
    /// That, or a citation that is unresolved (1).
    UnresolvedFails,
}

impl Show {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.schema {
            print(|out| writeln!(out, "{}", schema::of("inspection").unwrap_or_default()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(case) = self.case else { return Ok(ExitCode::SUCCESS) };
        let options = report::Options { unit: self.unit, context: self.context, full: self.full };
        let exit_rule =
            if self.strict { ExitRule::UnresolvedFails } else { ExitRule::UnreadableFails };
        if let Some(lines) = case.explanation()? {
            return super::explain(&lines);
        }
        let judge = self.judge.judge_to_end()?;
        let run = || show(&case.open()?, self.format, &options, (exit_rule, judge.as_ref()));
        if !self.watch {
            return run();
        }
        let for_people = self.format.name == text::REPORT.name;
        watch(&case, &[], if for_people { Separator::Stdout } else { Separator::Stderr }, &run)
    }
}

/// Prints every case of an input; one that cannot be read is reported and the rest still printed.
/// So is what a judge fails at.
pub(super) fn show(
    cases: &Cases,
    report: &Report,
    options: &report::Options,
    (exit_rule, judge): (ExitRule, Option<&Arc<Judge>>),
) -> Result<ExitCode> {
    let mut status = if cases.scores().faults().is_empty() { 0 } else { 2 };
    for index in (0..).take_while(|&index| cases.has(index)) {
        let mut case = match cases.read(index) {
            Ok(case) => case,
            Err(error) => {
                print_error(&error);
                status = 2;
                continue;
            }
        };
        read_documents(&mut case);
        let mut inspection = inspect(case);
        if !judged(judge, &mut inspection) {
            status = 2;
        }
        if exit_rule == ExitRule::UnresolvedFails && inspection.unresolved() > 0 {
            status = status.max(1);
        }
        print(|out| {
            if index > 0 && report.name == text::REPORT.name {
                writeln!(out)?;
            }
            (report.write)(&inspection, options, out)
        })?;
    }
    print_errors(&cases.scores().unmet());
    Ok(ExitCode::from(status))
}

fn report_parser() -> impl clap::builder::TypedValueParser<Value = &'static Report> {
    PossibleValuesParser::new(REPORTS.iter().map(|report| report.name))
        .map(|name| REPORTS.iter().find(|report| report.name == name).unwrap_or(&text::REPORT))
}
