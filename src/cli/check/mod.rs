//! `pincite check`: the rules over a response or a batch, as a gate for people and for CI.
//!
//! Cases are checked on all cores, a block of lines at a time, and reported in their order while
//! the next block is being checked. Only results go to standard output.

mod batch;
mod code;
mod hook;
mod inspected;
mod baseline;
mod checking;
mod output;
mod repair;
mod responses;
mod tally;

pub(super) use inspected::{CheckSettings, inspected};

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::case::CaseArgs;
use super::console::{print_errors, print_message, print_unmet};
use super::gate_args::GateArgs;
use super::judge_args::{JudgeArgs, judging_ended};
use super::overwriting::{self, Kind, Written};
use super::passed_text::print_passed;
use super::rule_args::{FailOn, RuleArgs, fail_on};
use super::watch::{Separator, watch};
use crate::cases::{Cases, files};
use crate::config::{Config, Requirement};
use crate::error::{Error, ErrorKind, Result};
use crate::report::findings::{Checked, text};
use crate::review::judge::Judge;
use crate::sources::files;
use checking::{check_cases, check_lines};
use code::CodeArgs;
use output::{Output, OutputArgs};
use repair::{Mended, Repair};

/// Check citations against the rules
///
/// Prints each finding with its place in the response and the line of the source that shows it.
/// Each line of a batch is a case; a line that cannot be read is reported, and the others are checked.
/// `pincite rules` lists the rules, `pincite explain RULE` describes one.
///
/// The first path is a response. Files after it that hold citation markers are responses too, and so are
/// texts with citations of code if the first response has no other citations; all other paths are
/// sources. After `--sources` or `--` every path is a source, and every path before it a response. If
/// `pincite.toml` names the sources, every file is a response.
///
/// `--root DIR`, or `--from code-references`, with a folder as the first path checks the citations of
/// code in all paths: of texts, and of comments in files of code.
#[derive(Debug, Args)]
#[command(after_help = SHORT_AFTER_HELP, after_long_help = AFTER_HELP)]
// A stop hook gives its JSON on standard input.
#[command(mut_args(|argument| match argument.get_id().as_str() {
    "response" => argument
        .required(false)
        .required_unless_present("hook")
        .default_value_if("hook", "true", "-"),
    // Several responses may be before it.
    "separate" => argument
        .conflicts_with(clap::builder::Resettable::Reset)
        .hide_short_help(false)
        .help("Sources: files and folders; every path before this option is a response"),
    _ => argument,
}))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Check {
    #[command(flatten)]
    case: CaseArgs,

    /// The sources of `--sources`.
    #[arg(skip)]
    separate: Vec<PathBuf>,

    /// Read every path as a response, as `--` at the end does: for hooks that append the files of a commit
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    only_responses: bool,

    /// Sources, after `--`
    #[arg(last = true, value_name = "PATH", hide = true)]
    after: Vec<PathBuf>,

    #[command(flatten)]
    rules: RuleArgs,

    /// Fail on findings of this severity or worse: `error`, `warning` (the default), `note`, `never`
    #[arg(long, value_name = "SEVERITY", value_parser = fail_on, help_heading = "Selection")]
    fail_on: Option<FailOn>,

    /// Fail unless every cited source has text (`text`), every case has citations (`citations`), or every
    /// claim was compared with text (`compared`)
    ///
    /// A claim is not compared if it is in another language than the passage, has too few words, or its
    /// passage is cut off.
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = requirement_parser(),
        help_heading = "Selection")]
    require: Option<Vec<Requirement>>,

    #[command(flatten)]
    gates: GateArgs,

    #[command(flatten)]
    report: OutputArgs,

    #[command(flatten)]
    repair: Repair,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Leave out the findings recorded in FILE
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    baseline: Option<PathBuf>,

    /// Record the current findings in FILE as the baseline
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    write_baseline: Option<PathBuf>,

    /// Let `--write-baseline` also record findings that an earlier baseline lacks, and `--output` and
    /// `--metrics` replace any file that is not read
    #[arg(long, hide_short_help = true, help_heading = "Selection")]
    force: bool,

    /// Read every line of the response as a case, whatever the first lines look like
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    batch: bool,

    /// Maximum number of cases checked in parallel [default: one per core]
    #[arg(long, hide_short_help = true, help_heading = "Output", value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Check again after each change of a file, until Ctrl-C
    ///
    /// The response, its sources, scores, configuration and baseline are watched. The exit status is
    /// that of the last check. A terminal is cleared in between; elsewhere a line `--- TIME changed:
    /// FILE` separates the checks (on standard error unless findings are printed as text).
    #[arg(long, help_heading = "Output",
        conflicts_with_all = ["fix", "fix_locators", "write_baseline", "show_config"])]
    watch: bool,

    /// Print the configuration in force and exit
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    show_config: bool,

    #[command(flatten)]
    code: CodeArgs,
}

const SHORT_AFTER_HELP: &str = "\
Examples:
  pincite check answer.md docs/
  pincite check --format github --fail-on error answer.md docs/
  pincite check --diff answer.md docs/      what --fix would repair

Exit status: 0 no findings; 1 findings of --fail-on or worse; 2 something could not be checked.";

const AFTER_HELP: &str = "\
Examples:
  pincite check answer.md docs/
  pincite check answers/*.md --sources docs/                 several responses
  pincite check --format github --fail-on error answer.md docs/
  pincite check --format json batch.jsonl > findings.jsonl   a result for each line
  pincite check --diff answer.md docs/                       what --fix would repair
  pincite check --select P,M --severity unknown-source=warning answer.md docs/
  pincite check --require text,citations batch.jsonl         fail on what cannot be checked
  pincite check --min supported=0.9 --metrics now.json --trend before.json batch.jsonl
  pincite check --write-baseline known.json batch.jsonl      accept the current findings
  pincite check --baseline known.json batch.jsonl            report new findings only
  pincite check --watch answer.md docs/                      again whenever a file is saved
  pincite check docs/ src/ --root .                          citations of code, such as src/a.rs:42

With --allow-ignores, <!-- pincite-ignore RULE: reason --> in a text file silences the findings
of its line; on a line of its own, those of the next.

Exit status:
    0  every case was checked, without findings of --fail-on (warning) or worse
    1  findings of --fail-on or worse, or --require or --min is not met
    2  something could not be read or checked
  141  the reader of the output ended first, so not everything was checked
With --watch, the status is that of the last check. With --diff, 1 means that there are repairs.";

impl Check {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        self.separate = self.case.take_separate();
        if self.only_responses {
            responses::refuse_options_that_are_files()?;
        }
        self.case = self.case.configured(self.rules.config_from());
        if let Some(lines) = self.case.explanation()? {
            return super::explain(&lines);
        }
        self.refuse_overwriting()?;
        if let Some(jobs) = self.jobs {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs));
            let failed = |error: rayon::ThreadPoolBuildError| {
                Error::new("start", "the threads", error.to_string())
            };
            pool.build_global().map_err(failed)?;
        }
        let secure = self.judge.is_secure();
        let since = match self.code.since(secure) {
            Err(error) if !self.code.hook => return Err(self.report_failure(None, error)),
            since => since?,
        };
        self.case = self.case.comparing(self.code.compare(secure), since);
        let judge = match self.judge.judge_to_end() {
            Err(error) if !self.code.hook => return Err(self.report_failure(None, error)),
            judge => judge?,
        };
        if !self.watch {
            return self.once(judge.as_ref());
        }
        let for_people = self.report.format.name == text::REPORT.name && !self.report.quiet;
        let between = if for_people { Separator::Stdout } else { Separator::Stderr };
        let config = self.rules.config_from().file(self.case.input());
        let baseline = self.baseline.clone();
        let others = self.separate.iter().chain(&self.after).flat_map(|path| files(path));
        let besides: Vec<PathBuf> = config.into_iter().chain(baseline).chain(others).collect();
        watch(&self.case, &besides, between, &|| self.once(judge.as_ref()))
    }

    fn once(&self, judge: Option<&Arc<Judge>>) -> Result<ExitCode> {
        if self.show_config {
            let config = self.config(self.case.input())?;
            print_passed(&config.to_toml(), None)?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.code.hook {
            return Ok(hook::report(self.hook_findings()));
        }
        let mut output = match self.output() {
            Ok(output) => output,
            Err(error) => return Err(self.report_failure(None, error)),
        };
        let mut run = Run { has_judged: AtomicBool::new(true), judge, mended: Vec::new() };
        let status = match self.responses(&mut run, &mut output) {
            Ok(status) => status,
            Err(error) => return Err(self.report_failure(Some(output), error)),
        };
        if self.repair.is_dry() {
            return Ok(ExitCode::from(u8::from(run.mended.contains(&Mended::Shown))));
        }
        let finished = output.finish()?;
        let has_judged = run.has_judged.load(Ordering::Relaxed) && !self.judge.is_refused();
        let is_all = judging_ended(judge) && has_judged && status == ExitCode::SUCCESS;
        Ok(if is_all { finished } else { ExitCode::from(2) })
    }

    /// Fails if the check would write to a file that it reads.
    fn refuse_overwriting(&self) -> Result<()> {
        let config = self.rules.config_from().file(self.case.input());
        let (metrics, trend) = self.gates.files();
        let compared = [self.baseline.as_ref(), trend, config.as_ref()].into_iter().flatten();
        let given = self.separate.iter().chain(&self.after).chain(compared).map(PathBuf::as_path);
        let written = [
            ("--output", self.report.output.as_ref(), None, Kind::Report),
            ("--metrics", metrics, trend, Kind::Metrics),
            (
                "--write-baseline",
                self.write_baseline.as_ref(),
                self.baseline.as_ref(),
                Kind::Baseline,
            ),
        ];
        let written = written.into_iter().filter_map(|(option, path, replaces, kind)| {
            Some(Written { option, path: path?, replaces, kind, force: self.force })
        });
        let written: Vec<Written<'_>> = written.collect();
        overwriting::refuse("check", self.case.named_paths().chain(given), &written)
    }

    /// Returns the findings in the message of an agent.
    fn hook_findings(&self) -> Result<Vec<hook::ForAgent>> {
        let input = files::reader(self.case.input())?;
        let config = self.config(self.case.input())?;
        let compare = self.code.compare(self.judge.is_secure());
        let inspect = |case| inspected(case, &config, &|inspection| inspection);
        hook::findings(input, &config, compare, &inspect)
    }

    /// Opens the output, with the files that its findings are compared with.
    fn output(&self) -> Result<Output> {
        let known = baseline::BaselineFiles::open(
            self.baseline.clone(),
            self.write_baseline.clone(),
            self.force,
        )?
        .of_paths(self.paths());
        let gates = self.gates.open()?;
        Output::new(&self.report, known, gates, self.repair.prints_text(&self.case))
    }

    /// Ends the report with the error that ends the check, and returns that error: the report of an earlier run, or an
    /// empty one, would pass for the result.
    fn report_failure(&self, output: Option<Output>, error: Error) -> Error {
        if self.repair.is_dry() {
            return error;
        }
        let bare = || {
            let known = baseline::BaselineFiles::default();
            Output::new(&self.report, known, self.gates.without_trend(), false)
        };
        let name = self.case.input().to_owned();
        let failed = Checked::failed((name.clone(), name), None, &error);
        let ended = output.map_or_else(bare, Ok).and_then(|output| output.abort(failed, &error));
        if let Err(unwritten) = ended
            && !unwritten.is_broken_pipe()
            && unwritten.to_string() != error.to_string()
        {
            print_errors(&[unwritten]);
        }
        error
    }

    /// Checks every response. The status is 2 if scores could not be read or used.
    fn responses(&self, run: &mut Run<'_>, output: &mut Output) -> Result<ExitCode> {
        let (cases, doubtful) = self.cases()?;
        output.expect_responses_among_sources(doubtful);
        if let [only] = cases.as_slice() {
            return self.response(only, run, output);
        }
        self.refuse_for_several(cases.len())?;
        output.expect_several();
        let cites_code = self.case.cites_checkout();
        for case in &cases {
            if let Err(error) = self.response(case, run, output) {
                // A folder in which no file cites code has passed.
                if cites_code && error.kind() == ErrorKind::Unrecognized {
                    continue;
                }
                if error.is_broken_pipe() {
                    return Err(error);
                }
                let name = case.input().to_owned();
                let failed = Checked::failed((name.clone(), name), None, &error);
                // A configuration that cannot be read ends the check of its responses only.
                let config = self.config(case.input()).unwrap_or_default();
                output.cases(vec![failed], &config)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the arguments of each response, and the number of files read as sources that may be
    /// responses too.
    fn cases(&self) -> Result<(Vec<CaseArgs>, usize)> {
        let separate: Vec<PathBuf> = self.separate.iter().chain(&self.after).cloned().collect();
        if separate.is_empty() && self.case.cites_checkout() {
            let cases = self.case.each_citing_code();
            let asked = self.repair.is_asked_for();
            return Ok((if asked { repair::files_of(&cases)? } else { cases }, 0));
        }
        let has_sources = !separate.is_empty() || !self.case.source_paths().is_empty();
        if self.repair.is_asked_for() && self.case.is_folder() && !has_sources {
            return Ok((repair::files_of(std::slice::from_ref(&self.case))?, 0));
        }
        let is_divided =
            self.only_responses || !separate.is_empty() || responses::ends_with_separator();
        let divided = responses::divide(
            &self.case,
            is_divided.then_some(separate.as_slice()),
            self.requires_citations()?,
        )?;
        let case = self.case.clone().with_source_paths(divided.sources);
        if let [only] = divided.responses.as_slice() {
            return Ok((vec![case.for_response(only.clone())], divided.doubtful));
        }
        let others = divided.responses.iter().map(PathBuf::from).collect();
        let case = case.beside(others).sharing_sources()?;
        let responses = divided.responses.into_iter();
        Ok((responses.map(|response| case.for_response(response)).collect(), divided.doubtful))
    }

    fn config(&self, input: &str) -> Result<Config> {
        self.rules.config(input, self.fail_on, self.require.clone())
    }

    /// Returns the paths on the command line.
    fn paths(&self) -> Vec<PathBuf> {
        let given = self.case.source_paths().iter().chain(&self.separate).chain(&self.after);
        std::iter::once(PathBuf::from(self.case.input())).chain(given.cloned()).collect()
    }

    /// True if a response without citations fails, by an option or by `pincite.toml`.
    fn requires_citations(&self) -> Result<bool> {
        Ok(self.config(self.case.input())?.requires(Requirement::Citations))
    }

    /// Fails for options that only one response can have.
    fn refuse_for_several(&self, responses: usize) -> Result<()> {
        if self.case.has_scores() {
            let why = format!("there are {responses} responses, and scores belong to one");
            return Err(Error::new("use", "`--scores`", why).hint("check the responses one by one"));
        }
        Ok(())
    }

    /// Checks one response, batch or folder. The status is 2 if scores could not be read or used.
    fn response(
        &self,
        case: &CaseArgs,
        run: &mut Run<'_>,
        output: &mut Output,
    ) -> Result<ExitCode> {
        let config = self.config(case.input())?;
        let how = CheckSettings { config: &config, judge: run.judge, has_judged: &run.has_judged };
        if case.is_folder() {
            return self.folder(case, &how, output);
        }
        let mut lines = batch::BatchLines::new(case.input(), files::reader(case.input())?);
        let is_batch = self.batch || lines.is_batch()?;
        if self.repair.is_asked_for() {
            if is_batch {
                return Err(Repair::refuse(case.input(), "it is a batch of JSON Lines"));
            }
            let mended = self.repair.run(case, lines.into_reader(), &config, output)?;
            run.mended.push(mended);
            return Ok(ExitCode::SUCCESS);
        }
        let cases = if is_batch {
            let cases = case.lines()?.with_head(lines.head());
            output.expect_several();
            check_lines(&mut lines, &cases, &how, output)?;
            cases
        } else {
            let cases = case.open_from(lines.into_reader())?;
            if cases.len() > 1 {
                output.expect_several();
            }
            check_cases(&cases, &how, output)?;
            cases
        };
        Ok(scores_status(&cases))
    }

    /// Checks the responses of a folder.
    fn folder(
        &self,
        case: &CaseArgs,
        how: &CheckSettings<'_>,
        output: &mut Output,
    ) -> Result<ExitCode> {
        let name = case.input();
        if self.repair.is_asked_for() {
            return Err(Repair::refuse(name, "it is a folder"));
        }
        if self.batch {
            let why = "it is a folder, and `--batch` reads the lines of one file";
            return Err(Error::new("read", name, why).hint("leave `--batch` out"));
        }
        output.expect_several();
        if let Some(unused) = self.rules.config_from().unused(name) {
            let unused = unused.display();
            let message = format!("warning: {unused} is not used: it is among the answers");
            print_message(&message, Some("name it with --config to use it"));
        }
        let cases = case.open()?;
        check_cases(&cases, how, output)?;
        output.unread_answers(cases.unread_answers(), how.config);
        Ok(scores_status(&cases))
    }
}

/// State shared by all responses of a call.
struct Run<'r> {
    judge: Option<&'r Arc<Judge>>,
    /// True if the judge answered whatever it was asked.
    has_judged: AtomicBool,
    /// The results of the repairs.
    mended: Vec<Mended>,
}

/// Reports the scores that belong to no citation. The status is 2 if some could not be read, or if no score of a
/// file belongs to one.
fn scores_status(cases: &Cases) -> ExitCode {
    if print_unmet(cases.scores()) { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

fn requirement_parser() -> impl TypedValueParser<Value = Requirement> {
    PossibleValuesParser::new(Requirement::ALL.map(Requirement::name))
        .try_map(|name| Requirement::parse(&name))
}
