//! `pincite show`: prints the inspection without a screen.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::case::CaseArgs;
use super::console::{is_coloured, print, print_error, print_json, print_readable, print_unmet};
use super::in_order::{AT_A_TIME, in_order};
use super::judge_args::{JudgeArgs, judged, judging_ended};
use super::progress::read_documents;
use super::rule_args::ConfigArgs;
use super::table_arg::{entry_of, offset_unit};
use super::watch::{Separator, watch};
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect::{Inspection, inspect};
use crate::report::{self, REPORTS, Report, schema, text};
use crate::review::judge::Judge;
use crate::text::Unit;

/// Print every claim with the lines it cites
///
/// Text without cursor movement, for pipes, files and screen readers; in colour on a terminal only.
/// With `--format json`, one JSON object per case.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Show {
    #[command(flatten)]
    case: Option<CaseArgs>,

    #[command(flatten)]
    config: ConfigArgs,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Output format
    #[arg(long, default_value = "text", value_parser = entry_of(REPORTS, |it| (it.name, it.summary)), help_heading = "Output")]
    format: &'static Report,

    /// Unit of offsets in JSON
    #[arg(long, default_value = "bytes", value_parser = offset_unit(), help_heading = "Output")]
    unit: Unit,

    /// Lines of context around each passage
    #[arg(long, value_name = "LINES", default_value_t = 0, help_heading = "Output")]
    context: usize,

    /// Print long passages in full
    #[arg(long, help_heading = "Output")]
    full: bool,

    /// Exit with status 1 if a citation is malformed or unresolved, or a part of the input unreadable
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

/// The conditions for an exit status other than 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExitRule {
    /// A case that cannot be read (2).
    UnreadableFails,
    /// A record that cannot be read, or a citation that is unresolved (1).
    UnresolvedFails,
}

impl Show {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.schema {
            print(|out| writeln!(out, "{}", schema::of("inspection").unwrap_or_default()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(case) = self.case else { return Ok(ExitCode::SUCCESS) };
        let case = case.configured(self.config.origin());
        let case = case.with_history(self.judge.is_secure());
        let colour = is_coloured(&io::stdout());
        let options =
            report::Options { unit: self.unit, context: self.context, full: self.full, colour };
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

/// Prints every case of an input, in order; reports cases that cannot be read and failures of a
/// judge, and continues.
///
/// A judge is asked about one case after another, because its answers take the most time.
pub(super) fn show(
    cases: &Cases,
    report: &Report,
    options: &report::Options,
    (exit_rule, judge): (ExitRule, Option<&Arc<Judge>>),
) -> Result<ExitCode> {
    let mut status = 0;
    let is_alone = !cases.has(1);
    let at_a_time = if judge.is_some() { 1 } else { AT_A_TIME };
    let render = |index: usize| -> Result<PrintedCase> {
        let mut case = cases.read(index)?;
        read_documents(&mut case);
        let mut inspection = inspect(case);
        let is_judged = judged(judge, &mut inspection);
        let is_whole = inspection.unresolved() == 0 && inspection.case.dropped == 0;
        let content = if is_alone {
            PrintedContent::Inspection(Box::new(inspection))
        } else {
            let mut text = Vec::new();
            (report.write)(&inspection, options, &mut text)
                .map_err(|error| Error::io("write", "the report", error))?;
            PrintedContent::Text(text)
        };
        Ok(PrintedCase { content, is_judged, is_whole })
    };
    in_order(cases, at_a_time, render, |index, shown| {
        match shown {
            Ok(shown) => {
                let fails = exit_rule == ExitRule::UnresolvedFails && !shown.is_whole;
                status = status.max(u8::from(fails));
                status = status.max(if shown.is_judged { 0 } else { 2 });
                let is_text = report.name == text::REPORT.name;
                let write = |out: &mut dyn io::Write| {
                    if index > 0 && is_text {
                        writeln!(out)?;
                    }
                    match &shown.content {
                        PrintedContent::Text(text) => out.write_all(text),
                        PrintedContent::Inspection(it) => (report.write)(it, options, out),
                    }
                };
                if is_text { print_readable(write)? } else { print_json(write)? }
            }
            Err(error) => {
                print_error(&error);
                status = 2;
            }
        }
        Ok(())
    })?;
    let is_judged = judging_ended(judge);
    let is_whole = print_unmet(cases.scores()) && is_judged;
    Ok(ExitCode::from(if is_whole { status } else { 2 }))
}

/// A case as it is printed.
struct PrintedCase {
    content: PrintedContent,
    is_judged: bool,
    /// True if every citation leads to a passage and no record was dropped.
    is_whole: bool,
}

/// The output for one case.
enum PrintedContent {
    /// Its report. Those of several cases are written at the same time.
    Text(Vec<u8>),
    /// The only case, whose report may be large: it is written straight to the output.
    Inspection(Box<Inspection>),
}
