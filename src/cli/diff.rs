//! `pincite diff`: compares the claims and citations of two responses.

use std::collections::BTreeSet;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::case::CaseArgs;
use super::console::{
    is_coloured, is_dumb, print, print_error, print_line, print_message, print_report,
};
use super::progress::read_documents;
use super::review_args::ReviewArgs;
use super::table_arg::entry_of;
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect::{Inspection, inspect, resolved, weigh_only};
use crate::model::Case;
use crate::report::Options;
use crate::report::compare::{Pair, REPORTS, Report, Sum};
use crate::report::schema;
use crate::review::compare::{
    CaseKey, Comparison, DIFFERENCES, Difference, Side, compare, pair_cases,
};
use crate::review::journal::default_path;
use crate::review::{Journal, Ledger};
use crate::text::prose::count;
use crate::tui;
use crate::tui::compare::Compared;
use crate::tui::verdict_saver::Reviewing;

/// Compare two answers to one prompt, or two batches
///
/// Claims are paired by their words and citations by the text they lead to, so two dialects can be
/// compared. The worst changes come first: verdicts that got worse, citations that were lost,
/// support that fell. Cases of batches are paired by id, then by question, then by position.
///
/// On a terminal, two answers open side by side, and `n` moves between changes. Otherwise, with
/// `--format` and for batches, the changes are printed.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Diff {
    /// The first answer or batch; `-` for standard input
    #[arg(value_name = "A", required_unless_present = "schema")]
    before: Option<String>,

    /// The second answer or batch; `-` for standard input
    #[arg(value_name = "B", required_unless_present = "schema")]
    after: Option<String>,

    /// Files and folders that the answers cite
    #[arg(value_name = "SOURCE")]
    sources: Vec<PathBuf>,

    /// Sources: files and folders, instead of SOURCE
    #[arg(long = "sources", value_name = "PATH", num_args = 1.., conflicts_with = "sources",
        help_heading = "Input")]
    separate: Vec<PathBuf>,

    #[command(flatten)]
    reading: super::reading_args::ReadingArgs,

    /// Journal with the verdicts on A [default: A.review.jsonl]
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    review_a: Option<PathBuf>,

    /// Journal with the verdicts on B [default: B.review.jsonl]
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    review_b: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    screen: super::screen_args::ScreenArgs,

    /// Exit with status 1 on these differences, `any` or `never`
    #[arg(long, value_name = "DIFFERENCE", value_delimiter = ',', value_parser = fail_on_parser(),
        default_value = "verdict-worse,lost,fell,missing", hide_possible_values = true,
        help_heading = "Output", long_help = fail_on_help())]
    fail_on: Vec<FailOn>,

    /// Print the JSON Schema of `--format json` and exit
    #[arg(long, help_heading = "Output")]
    schema: bool,
}

/// Options for printing.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct OutputArgs {
    /// Print in this format, even on a terminal
    #[arg(long, value_parser = entry_of(REPORTS, |it| (it.name, it.summary)))]
    format: Option<&'static Report>,

    /// Lines of context around each passage
    #[arg(long, value_name = "LINES", default_value_t = 0)]
    context: usize,

    /// Print long passages in full
    #[arg(long)]
    full: bool,

    /// Print nothing; report through the exit status only
    #[arg(long, short)]
    quiet: bool,

    /// Print counts per kind of difference to standard error
    #[arg(long)]
    statistics: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite diff monday.md tuesday.md docs/
  pincite diff old.jsonl new.jsonl docs/ --statistics
  pincite diff --fail-on any before.json after.md docs/
  pincite diff --format json a.md b.md docs/ | jq '.changes[].differences'

Exit status: 0 no difference named by --fail-on; 1 at least one; 2 something could not be compared.";

/// The value of `--fail-on` for a case without an answer to compare it with, and its meaning.
const MISSING: (&str, &str) = ("missing", "a case of the first batch is missing in the second");

/// The value of `--fail-on` for every difference, and its meaning.
const ANY: (&str, &str) =
    ("any", "any of these, a sentence without citation, or a case that only one batch has");

/// The value of `--fail-on` for no difference, and its meaning.
const NEVER: (&str, &str) = ("never", "nothing fails");

/// A difference that makes the comparison fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FailOn {
    Never,
    Any,
    Missing,
    On(Difference),
}

/// One of the two inputs.
struct Input {
    cases: Cases,
    ledger: Ledger,
    keys: Vec<CaseKey>,
    /// The cases that cannot be read, by index.
    failed: BTreeSet<usize>,
}

impl Diff {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let (Some(before), Some(after), false) = (&self.before, &self.after, self.schema) else {
            print(|out| writeln!(out, "{}", schema::of("diff").unwrap_or_default()))?;
            return Ok(ExitCode::SUCCESS);
        };
        if before == "-" && after == "-" {
            let why = "it cannot be used for both answers";
            return Err(
                Error::new("read", "standard input", why).hint("save one of them to a file")
            );
        }
        let reviewing = [(before, &self.review_a), (after, &self.review_b)]
            .map(|(name, review)| ReviewArgs::verdicts_on(name, review.clone()));
        let both = [before, after].map(PathBuf::from);
        let before = self.input(before, &both, self.review_a.as_deref())?;
        let after = self.input(after, &both, self.review_b.as_deref())?;
        if let (true, [_], [_]) = (self.is_on_screen(), &*before.keys, &*after.keys) {
            return self.screen(before, after, reviewing);
        }
        self.report(&before, &after)
    }

    /// True if the responses are shown on the screen and not printed.
    fn is_on_screen(&self) -> bool {
        let printed = self.output.format.is_some() || self.output.quiet || self.output.statistics;
        !printed && std::io::stdout().is_terminal() && !is_dumb()
    }

    /// Opens the two responses side by side.
    fn screen(&self, before: Input, after: Input, on: [Reviewing; 2]) -> Result<ExitCode> {
        let (old, new) = (before.inspection(0)?, after.inspection(0)?);
        let comparison = compare(
            &Side { inspection: &old, ledger: &before.ledger },
            &Side { inspection: &new, ledger: &after.ledger },
        );
        let mut sum = Sum::default();
        sum.add(&Pair { before: Some(&old), after: Some(&new), comparison: &comparison });
        let [on_old, on_new] = on;
        let compared = |inspection, input: Input, reviewing| Compared {
            inspection,
            cases: Arc::new(input.cases),
            reviewing,
        };
        let responses = (compared(old, before, on_old), compared(new, after, on_new));
        let options = self.screen.options(None, false)?;
        let ended = tui::compare::run(responses, comparison, &options)?;
        Ok(ExitCode::from(ended.unwrap_or_else(|| self.status(&sum, false))))
    }

    /// Prints the changes of each pair of cases.
    fn report(&self, before: &Input, after: &Input) -> Result<ExitCode> {
        let format = self.output.format.or(REPORTS.first()).ok_or_else(|| {
            Error::new("write", "standard output", "there is no report of comparisons")
        })?;
        let colour = is_coloured(&std::io::stdout());
        let (context, full) = (self.output.context, self.output.full);
        let options = Options { context, full, colour, ..Options::default() };
        let mut sum = Sum::default();
        for (old, new) in pair_cases(&before.keys, &after.keys) {
            if old.is_some_and(|at| before.failed.contains(&at))
                || new.is_some_and(|at| after.failed.contains(&at))
            {
                continue;
            }
            let old = old.map(|at| before.weighed(at)).transpose()?;
            let new = new.map(|at| after.weighed(at)).transpose()?;
            let comparison = match (&old, &new) {
                (Some(old), Some(new)) => compare(
                    &Side { inspection: old, ledger: &before.ledger },
                    &Side { inspection: new, ledger: &after.ledger },
                ),
                _ => Comparison::default(),
            };
            let pair = Pair { before: old.as_ref(), after: new.as_ref(), comparison: &comparison };
            sum.add(&pair);
            if !self.output.quiet {
                print_report(format.name, |out| (format.write)(&pair, &options, out))?;
            }
        }
        if !self.output.quiet {
            print_report(format.name, |out| (format.end)(&sum, out))?;
        }
        if self.output.statistics {
            sum.statistics().lines().for_each(print_line);
        }
        let failed = !before.failed.is_empty() || !after.failed.is_empty();
        Ok(ExitCode::from(self.status(&sum, failed)))
    }

    /// Returns the exit status; `failed` is true if a case could not be read.
    fn status(&self, sum: &Sum, failed: bool) -> u8 {
        if sum.citations == 0 && !failed {
            let hint = "`pincite show` says what was read and in which format";
            print_message("no citation in either answer: nothing is compared", Some(hint));
        }
        if failed || sum.citations == 0 { 2 } else { u8::from(self.fails(sum)) }
    }

    fn fails(&self, sum: &Sum) -> bool {
        let alone = sum.only_before + sum.only_after > 0;
        let uncited = sum.uncited_removed + sum.uncited_added > 0;
        self.fail_on.iter().any(|fail_on| match fail_on {
            FailOn::Never => false,
            FailOn::Missing => sum.only_before > 0,
            FailOn::Any => alone || uncited || !sum.counts.is_empty(),
            FailOn::On(difference) => sum.counts.contains_key(difference),
        })
    }

    fn input(&self, name: &str, both: &[PathBuf], review: Option<&Path>) -> Result<Input> {
        let sources = self.sources.iter().chain(&self.separate).cloned().collect();
        let case = CaseArgs::new(name.to_owned(), sources).beside(both.to_vec());
        let cases = case.read_as(&self.reading).open()?;
        let mut input = Input {
            cases,
            ledger: ledger(name, review)?,
            keys: Vec::new(),
            failed: BTreeSet::new(),
        };
        for index in (0..).take_while(|&index| input.cases.has(index)) {
            let key = input.key(index).unwrap_or_else(|error| {
                print_error(&error);
                input.failed.insert(index);
                CaseKey::default()
            });
            input.keys.push(key);
        }
        Ok(input)
    }
}

impl Input {
    fn key(&self, index: usize) -> Result<CaseKey> {
        let case = self.cases.read(index)?;
        let own = self.cases.is_folder() || case.id != self.cases.default_id(index);
        Ok(CaseKey { id: own.then_some(case.id), question: case.question })
    }

    /// Returns a case to be shown.
    fn inspection(&self, index: usize) -> Result<Inspection> {
        Ok(inspect(self.case(index)?))
    }

    /// Returns a case to be compared: differences of findings are not reported.
    fn weighed(&self, index: usize) -> Result<Inspection> {
        let mut inspection = resolved(self.case(index)?);
        weigh_only(&mut inspection);
        Ok(inspection)
    }

    fn case(&self, index: usize) -> Result<Case> {
        let mut case = self.cases.read(index)?;
        read_documents(&mut case);
        Ok(case)
    }
}

/// Returns the verdicts on an input: those in `review`, else those next to it, if any.
fn ledger(name: &str, review: Option<&Path>) -> Result<Ledger> {
    let beside = default_path(name).filter(|path| path.exists());
    let Some(path) = review.map(Path::to_path_buf).or(beside) else { return Ok(Ledger::default()) };
    let (entries, damaged) = Journal::read(&path)?;
    if !damaged.is_empty() {
        let message = count(damaged.len(), "damaged line");
        print_message(&format!("{}: {message} skipped", path.display()), None);
    }
    Ok(Ledger::of(entries))
}

/// Returns the long help of `--fail-on`, with the meaning of each difference.
fn fail_on_help() -> String {
    let own = DIFFERENCES.iter().map(|(_, name, summary)| (*name, *summary));
    let lines =
        own.chain([MISSING, ANY, NEVER]).map(|(name, summary)| format!("- {name}: {summary}"));
    let lines: Vec<String> = lines.collect();
    let first = "Exit with status 1 on these differences, separated by commas:";
    format!("{first}\n\n{}", lines.join("\n"))
}

fn fail_on_parser() -> impl TypedValueParser<Value = FailOn> {
    let values =
        DIFFERENCES.iter().map(|(_, name, summary)| PossibleValue::new(*name).help(*summary));
    let special = [MISSING, ANY, NEVER].map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values.chain(special)).map(|name| {
        let own = DIFFERENCES.iter().find(|(_, own, _)| *own == name);
        match own {
            Some((difference, ..)) => FailOn::On(*difference),
            None if name == MISSING.0 => FailOn::Missing,
            None if name == ANY.0 => FailOn::Any,
            None => FailOn::Never,
        }
    })
}
