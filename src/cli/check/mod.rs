//! `pincite check`: the rules over a response or a batch, as a gate for people and for CI.
//!
//! Cases are checked on all cores, a block of lines at a time, and told in their order, while the
//! next block is being checked. Nothing but
//! results goes to standard output.

mod batch;
mod known;
mod output;
mod repair;
mod tally;

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::case::CaseArgs;
use super::judge_args::{JudgeArgs, judged};
use super::print;
use super::progress::read_documents;
use super::rule_args::{FailOn, RuleArgs, fail_on};
use super::watch::{Between, watch};
use crate::cases::{Cases, files};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::inspect::{self, Inspection};
use crate::model::Case;
use crate::report::findings::{Checked, Lines, REPORTS, Report, collect, text};
use crate::review::judge::Judge;
use output::{Of, Output};
use repair::Repair;

/// The most cases that a core takes at a time: at the end of a block the others wait for it.
const AT_ONCE: usize = 4;

/// How many cases of an input that is no batch are checked at a time.
const AT_A_TIME: usize = 64;

/// Check citations against the rules
///
/// Prints each finding with the place in the response and the line of the source that shows it.
/// Of a batch, each line is a case; a line that cannot be read costs only itself. `pincite rules`
/// lists the rules, `pincite explain RULE` says more of one.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Check {
    #[command(flatten)]
    case: CaseArgs,

    #[command(flatten)]
    rules: RuleArgs,

    /// Exit with status 1 from this severity on: `error`, `warning` (the default), `note`, `never`
    #[arg(long, value_name = "SEVERITY", value_parser = fail_on)]
    fail_on: Option<FailOn>,

    #[command(flatten)]
    told: ToldArgs,

    #[command(flatten)]
    repair: Repair,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Leave out the findings that FILE holds
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Write the findings to FILE, as known from now on, instead of telling them
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,

    /// Let `--write-baseline` replace a file that holds fewer findings
    #[arg(long, requires = "write_baseline")]
    force: bool,

    /// Take every line of the response for a case, whatever the first ones look like
    #[arg(long)]
    batch: bool,

    /// Check again after each change of the response, its sources, scores, configuration or
    /// baseline, until Ctrl-C; the status is that of the last check
    ///
    /// A terminal is cleared in between; elsewhere a line `--- TIME changed: FILE` stands between
    /// (on standard error unless findings are printed as text).
    #[arg(long, conflicts_with_all = ["fix", "write_baseline", "show_config"])]
    watch: bool,

    /// Print the configuration in force and nothing else
    #[arg(long)]
    show_config: bool,
}

/// What is printed.
#[derive(Debug, Args)]
struct ToldArgs {
    /// What to print
    #[arg(long, default_value = "text", value_parser = report_parser())]
    format: &'static Report,

    /// Colours in text; `auto` is for a terminal and unless `NO_COLOR` is set
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: Colour,

    /// Print no findings: the exit status tells
    #[arg(long, short)]
    quiet: bool,

    /// Count the findings of each rule, on standard error
    #[arg(long)]
    statistics: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite check answer.md docs/
  pincite check --format github --fail-on error answer.md docs/
  pincite check --format json batch.jsonl > findings.jsonl   a result for each line
  pincite check --diff answer.md docs/                       what --fix would repair
  pincite check --select P,M --severity unknown-source=warning answer.md docs/
  pincite check --write-baseline known.json batch.jsonl      accept what there is
  pincite check --watch answer.md docs/                      again whenever a file is saved
  pincite check --baseline known.json batch.jsonl            tell what is new

In the response, <!-- pincite-ignore RULE: reason --> keeps the findings of its line from being
told; alone on a line, those of the next.

Exit status: 0 no findings; 1 findings of --fail-on or worse; 2 something could not be checked.
With --watch, that of the last check.";

/// When to colour.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

impl Check {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        self.case = self.case.configured(self.rules.config_from());
        if let Some(lines) = self.case.explanation()? {
            return super::explain(&lines);
        }
        let judge = self.judge.judge_to_end()?;
        if !self.watch {
            return self.once(judge.as_ref());
        }
        let for_people = self.told.format.name == text::REPORT.name && !self.told.quiet;
        let between = if for_people { Between::Output } else { Between::Error };
        let config = self.rules.config_from().file(self.case.input());
        let besides: Vec<PathBuf> = config.into_iter().chain(self.baseline.clone()).collect();
        watch(&self.case, &besides, between, &|| self.once(judge.as_ref()))
    }

    fn once(&self, judge: Option<&Arc<Judge>>) -> Result<ExitCode> {
        let config = self.rules.config(self.case.input(), self.fail_on)?;
        if self.show_config {
            print(|out| out.write_all(config.to_toml().as_bytes()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let known =
            known::Known::open(self.baseline.clone(), self.write_baseline.clone(), self.force)?;
        let how = How { config: &config, judge, has_judged: AtomicBool::new(true) };
        if self.case.is_folder() {
            return self.folder(&how, known);
        }
        let mut lines = batch::Lines::new(self.case.input(), files::reader(self.case.input())?);
        let is_batch = self.batch || lines.is_batch()?;
        if self.repair.is_asked_for() {
            if is_batch {
                return Err(Repair::refuse(self.case.input(), "it is a batch of JSON Lines"));
            }
            let of = if self.repair.prints_text(&self.case) { Of::Repaired } else { Of::One };
            let output = Output::new(&self.told, &config, known, of);
            return self.repair.run(&self.case, lines.into_reader(), &config, output);
        }
        let status = if is_batch {
            let cases = self.case.lines()?;
            let mut output = Output::new(&self.told, &config, known, Of::Several);
            check_lines(&mut lines, &cases, &how, &mut output)?;
            output.finish(cases.scores())?
        } else {
            let cases = self.case.open_from(lines.into_reader())?;
            let of = if cases.len() > 1 { Of::Several } else { Of::One };
            let mut output = Output::new(&self.told, &config, known, of);
            check_cases(&cases, &how, &mut output)?;
            output.finish(cases.scores())?
        };
        Ok(how.status(status))
    }

    /// Checks the responses of a folder.
    fn folder(&self, how: &How<'_>, known: known::Known) -> Result<ExitCode> {
        let name = self.case.input();
        if self.repair.is_asked_for() {
            return Err(Repair::refuse(name, "it is a folder"));
        }
        if self.batch {
            let why = "it is a folder, and `--batch` reads the lines of one file";
            return Err(Error::new("read", name, why).hint("leave `--batch` out"));
        }
        let cases = self.case.open()?;
        let mut output = Output::new(&self.told, how.config, known, Of::Several);
        check_cases(&cases, how, &mut output)?;
        Ok(how.status(output.finish(cases.scores())?))
    }
}

/// How cases are checked.
struct How<'c> {
    config: &'c Config,
    judge: Option<&'c Arc<Judge>>,
    /// Whether the judge answered whatever it was asked.
    has_judged: AtomicBool,
}

impl How<'_> {
    /// The exit status, where that of the findings is `status`: what a judge was to judge and did
    /// not is not checked.
    fn status(&self, status: ExitCode) -> ExitCode {
        if self.has_judged.load(Ordering::Relaxed) { status } else { ExitCode::from(2) }
    }
}

/// Checks every line of a batch.
fn check_lines(
    lines: &mut batch::Lines<impl std::io::Read + Send>,
    cases: &Cases,
    how: &How<'_>,
    output: &mut Output<'_>,
) -> Result<()> {
    let name = cases.input().name.clone();
    let check = |number: u64, bytes: &[u8]| {
        let line = Input::record(&name, bytes.trim_ascii_end().to_vec());
        match cases.read_line(&line, number) {
            Ok(read) => merged(read, &line, number, how),
            Err(error) => failed(line_name(&line, number), Some(number), &error),
        }
    };
    let (checked, to_tell) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        let checking = scope.spawn(|| {
            // Nobody listens any more when what is told cannot be written.
            let checked = checked;
            while let Some(block) = lines.block()? {
                let lines = block.lines().par_iter().with_max_len(AT_ONCE);
                let all = lines.map(|(number, range)| check(*number, block.bytes(range)));
                if checked.send(all.collect()).is_err() {
                    break;
                }
            }
            Ok(())
        });
        for cases in to_tell {
            output.cases(cases)?;
        }
        checking.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Checks the cases of an input that is no batch.
fn check_cases(cases: &Cases, how: &How<'_>, output: &mut Output<'_>) -> Result<()> {
    let check = |index: usize| match cases.read(index) {
        Ok(case) => checked(case, cases.line(index), how),
        Err(error) => {
            failed((cases.default_id(index), cases.file_name(index)), cases.line(index), &error)
        }
    };
    for from in (0..cases.len()).step_by(AT_A_TIME) {
        let to = cases.len().min(from + AT_A_TIME);
        let range = (from..to).into_par_iter().with_max_len(AT_ONCE);
        output.cases(range.map(check).collect())?;
    }
    Ok(())
}

fn checked(case: Case, line: Option<u64>, how: &How<'_>) -> Checked {
    let resolved = |mut inspection| {
        let judged = judged(how.judge, &mut inspection);
        how.has_judged.fetch_and(judged, Ordering::Relaxed);
        inspection
    };
    collect(&inspected(case, how.config, &resolved), line)
}

/// A case inspected to the end, with the findings that `config` asks for; `resolved` may add to it
/// what the rules are to know.
pub(super) fn inspected(
    mut case: Case,
    config: &Config,
    resolved: &dyn Fn(Inspection) -> Inspection,
) -> Inspection {
    read_documents(&mut case);
    let mut inspection = resolved(inspect::resolved(case));
    inspect::check(&mut inspection, &config.settings(), &|rule| config.severity(rule));
    inspection
}

/// What there is to tell of one line: of its case, or of all its cases as one.
fn merged(cases: Vec<Case>, line: &Input, number: u64, how: &How<'_>) -> Checked {
    let several = cases.len() > 1;
    let mut all = cases.into_iter().map(|case| checked(case, Some(number), how));
    let Some(mut first) = all.next() else {
        let why = Error::new("read", line.title(), "it holds no case").at(format!("line {number}"));
        return failed(line_name(line, number), Some(number), &why);
    };
    if several {
        let name = |checked: &mut Checked| {
            let id = checked.id.clone();
            checked.remarks.iter_mut().for_each(|remark| remark.case = Some(id.clone()));
        };
        name(&mut first);
        for mut other in all {
            name(&mut other);
            first.remarks.append(&mut other.remarks);
        }
        first.id = line_name(line, number).0;
    }
    first
}

/// What a line of a batch is called, and the batch.
fn line_name(line: &Input, number: u64) -> (String, String) {
    (format!("{}:{number}", line.file_name()), line.name.clone())
}

/// What there is to tell of the case of that id in that file, which cannot be read.
fn failed((id, input): (String, String), line: Option<u64>, error: &Error) -> Checked {
    Checked {
        id,
        input,
        lines: line.map_or(Lines::Within, Lines::In),
        remarks: Vec::new(),
        error: Some((error.to_string(), error.advice().map(str::to_owned))),
    }
}

fn report_parser() -> impl TypedValueParser<Value = &'static Report> {
    PossibleValuesParser::new(REPORTS.iter().map(|report| report.name))
        .map(|name| REPORTS.iter().find(|report| report.name == name).unwrap_or(&text::REPORT))
}
