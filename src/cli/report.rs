//! `pincite report`: writes a file about a case or a batch, to archive, print or send.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::case::CaseArgs;
use super::check::inspected;
use super::console::{print, print_error, print_errors};
use super::file;
use super::judge_args::{JudgeArgs, judged};
use super::progress::Progress;
use super::review::journals::Journals;
use super::rule_args::RuleArgs;
use crate::cases::Cases;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::report::dossier::{Dossier, Extent, Summary};
use crate::report::handout::{HANDOUTS, Handout, Part};
use crate::report::html;
use crate::review::Ledger;
use crate::review::journal::default_path;
use crate::review::judge::Judge;
use crate::sources::gate;
use crate::text::SafeText;

/// Bytes at the start of a file in which a report identifies itself.
const HEAD: u64 = 4096;

/// Write a report to archive, print or send
///
/// The report shows the answer, and for each citation its passage, evidence, findings, verdicts and
/// notes. The HTML is one file without scripts that loads nothing. It contains text of the sources:
/// look at it before you send it. Verdicts come from the journal next to the answer, if there is
/// one.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Report {
    #[command(flatten)]
    case: CaseArgs,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Output format
    #[arg(long, default_value = "html", value_parser = handout_parser(), help_heading = "Output")]
    format: &'static Handout,

    /// Write to FILE; only an existing report is replaced
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Replace any existing file
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,

    /// Journal with verdicts (repeatable) [default: RESPONSE.review.jsonl]
    #[arg(long, value_name = "JOURNAL", conflicts_with = "no_review", help_heading = "Review")]
    review: Vec<PathBuf>,

    /// Leave out verdicts and notes
    #[arg(long, help_heading = "Review")]
    no_review: bool,

    /// Lines of context around each passage
    #[arg(long, value_name = "LINES", default_value_t = 2, help_heading = "Output")]
    context: usize,

    /// Include long sources in full, not only around cited passages
    #[arg(long, help_heading = "Output")]
    whole_sources: bool,

    /// Order the cases of a batch by severity
    #[arg(long, help_heading = "Output")]
    worst_first: bool,

    /// Show N cases; the index lists all
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Output")]
    cases: usize,
}

const AFTER_HELP: &str = "\
Examples:
  pincite report answer.md docs/ -o answer.html
  pincite report cases.jsonl --worst-first -o batch.html
  pincite report answer.md docs/ --review ann.jsonl --review bob.jsonl -o reviewed.html

Exit status: 0 written; 2 something could not be read (the rest is written).";

impl Report {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        self.case = self.case.configured(self.rules.config_from());
        if let Some(lines) = self.case.explanation()? {
            return super::explain(&lines);
        }
        self.refuse_bad_output()?;
        let config = self.rules.config(self.case.input(), None, None)?;
        let judge = self.judge.judge_to_end()?;
        let cases = self.case.open()?;
        let (ledger, mut status) = self.ledger()?;
        if !cases.scores().faults().is_empty() {
            status = 2;
        }
        let about = About {
            cases: &cases,
            config: &config,
            ledger: &ledger,
            judge: judge.as_ref(),
            has_judged: Cell::new(true),
        };
        let parts = self.parts(&about);
        if !about.has_judged.get() || parts.iter().any(|part| part.summary.is_err()) {
            status = 2;
        }
        self.write(&parts)?;
        print_errors(&cases.scores().unmet());
        Ok(ExitCode::from(status))
    }

    /// Fails before the work is done where its outcome could not be written.
    fn refuse_bad_output(&self) -> Result<()> {
        match &self.output {
            Some(path) if !self.force => refuse_foreign(path),
            None if !self.format.for_terminals && io::stdout().is_terminal() => {
                let why = format!("{} is not written to a terminal", self.format.name);
                Err(Error::new("write", "standard output", why)
                    .hint("add `-o report.html`, or use `--format markdown`"))
            }
            _ => Ok(()),
        }
    }

    /// Reads the verdicts; the status is 2 if some could not be read.
    fn ledger(&self) -> Result<(Ledger, u8)> {
        let beside = || default_path(self.case.input()).filter(|path| path.is_file());
        let journals = match self.review.as_slice() {
            _ if self.no_review => Vec::new(),
            [] => beside().into_iter().collect(),
            named => named.to_vec(),
        };
        let journals = Journals::read(&journals)?;
        let status = journals.status;
        Ok((journals.ledger(), status))
    }

    /// The cases, in the order asked for. Of those that are to stand in the index only, no more
    /// text is kept than of the others.
    fn parts(&self, about: &About<'_>) -> Vec<Part> {
        let cases = about.cases;
        let is_batch = cases.has(1);
        let mut progress = Progress::after_a_while();
        let mut parts: Vec<Part> = Vec::new();
        for index in (0..).take_while(|&index| cases.has(index)) {
            progress.show(|| format!("case {} …", index + 1));
            let number = is_batch.then_some(index + 1);
            parts.push(match self.part(about, index, number) {
                Ok(part) => part,
                Err(error) => {
                    progress.clear();
                    print_error(&error);
                    failed(cases, index, &error)
                }
            });
            if parts.len().is_multiple_of(self.cases.clamp(1, 64)) {
                self.thin(&mut parts);
            }
        }
        self.thin(&mut parts);
        parts
    }

    /// Puts the parts in order, and takes the text from those that are too many.
    fn thin(&self, parts: &mut [Part]) {
        if self.worst_first {
            parts.sort_by_key(|part| part.summary.as_ref().ok().map(Summary::badness));
        }
        for part in parts.iter_mut().skip(self.cases) {
            part.text = None;
        }
    }

    fn part(&self, about: &About<'_>, index: usize, number: Option<usize>) -> Result<Part> {
        let resolved = |mut inspection| {
            about.has_judged.set(judged(about.judge, &mut inspection) && about.has_judged.get());
            inspection
        };
        let inspection = inspected(about.cases.read(index)?, about.config, &resolved);
        let extent = Extent { context: self.context, whole: self.whole_sources };
        let dossier = Dossier::of(&inspection, about.ledger, extent, number);
        let unmade = |error| Error::io("make a report of", inspection.case.id.clone(), error);
        let text = (self.format.part)(&inspection, &dossier).map_err(unmade)?;
        Ok(Part {
            name: dossier.id,
            prefix: dossier.prefix,
            summary: Ok(dossier.summary),
            text: Some(text),
        })
    }

    fn write(&self, parts: &[Part]) -> Result<()> {
        let Some(path) = &self.output else { return print(|out| (self.format.bind)(parts, out)) };
        let unwritten = |error| Error::io("write", path.display().to_string(), error);
        let mut bytes = Vec::new();
        (self.format.bind)(parts, &mut bytes).map_err(unwritten)?;
        file::replace(path, &bytes).map_err(unwritten)
    }
}

/// The inputs of a report.
struct About<'a> {
    cases: &'a Cases,
    config: &'a Config,
    ledger: &'a Ledger,
    judge: Option<&'a Arc<Judge>>,
    /// True if the judge answered all questions.
    has_judged: Cell<bool>,
}

fn failed(cases: &Cases, index: usize, error: &Error) -> Part {
    let name = match cases.line(index) {
        Some(line) => format!("{}:{line}", cases.input().file_name()),
        None => cases.input().file_name(),
    };
    Part {
        name: SafeText::new(&name),
        prefix: String::new(),
        summary: Err(SafeText::new(&error.to_string())),
        text: None,
    }
}

/// Fails for a file that is there and none of ours.
fn refuse_foreign(path: &Path) -> Result<()> {
    let name = path.display().to_string();
    let mut head = Vec::new();
    if !file::is_in_the_way(path) {
        return Ok(());
    }
    let unreadable = |error| Error::io("write", name.clone(), error);
    let (file, _) = gate::open(path, File::options().read(true)).map_err(unreadable)?;
    file.take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
    let head = String::from_utf8_lossy(&head);
    if head.is_empty() || HANDOUTS.iter().any(|handout| head.contains(handout.mark)) {
        return Ok(());
    }
    Err(Error::new("write", name, "the file exists and is not a report of pincite")
        .hint("choose another name, or add `--force` to replace it"))
}

fn handout_parser() -> impl TypedValueParser<Value = &'static Handout> {
    let values = HANDOUTS.iter().map(|it| PossibleValue::new(it.name).help(it.summary));
    PossibleValuesParser::new(values)
        .map(|name| HANDOUTS.iter().find(|it| it.name == name).unwrap_or(&html::HANDOUT))
}
