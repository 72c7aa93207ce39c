//! `pincite report`: writes a file about a case or a batch, to archive, print or send.

use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rayon::prelude::*;

use super::case::CaseArgs;
use super::check::CheckSettings;
use super::console::{print_error, print_message, print_unmet};
use super::file;
use super::gate_args::GateArgs;
use super::judge_args::{JudgeArgs, judging_ended};
use super::overwriting::{self, Kind, Written};
use super::progress::Progress;
use super::report_output::{Folder, To, Writing, is_folder, refuse_foreign};
use super::review::journals::Journals;
use super::rule_args::RuleArgs;
use super::spool::Spool;
use super::table_arg::entry_of;
use crate::cases::Cases;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::input::record::input_title;
use crate::inspect::Inspection;
use crate::report::HANDOUTS;
use crate::report::dossier::{Dossier, Extent};
use crate::report::figures::{Figures, Outcomes, now};
use crate::report::handout::{Handout, HandoutCase, Head, Keys};
use crate::report::html;
use crate::report::outcome::outcomes;
use crate::report::secrets::{Concealer, SecretWords};
use crate::review::Ledger;
use crate::review::journal::default_path;
use crate::rules::{Severity, rules};
use crate::sources::folder::is_within;
use crate::text::SafeText;
use crate::text::prose::{count, listed};

/// Number of cases that are inspected at a time.
const AT_A_TIME: usize = 64;

/// Number of cases that are shown in one file.
const DEFAULT_CASES: usize = 100;

/// Maximum number of sources that the head names.
const MAX_SOURCES: usize = 5;

/// Write a report to archive, print or send
///
/// The report shows the answer, and for each citation its passage, evidence, findings, verdicts and
/// notes. The HTML is one file that loads nothing, or a folder with a page per case; a script in it
/// adds search, filters and keys. It contains text of the sources: look at it before you send it.
/// Verdicts come from the journal next to the answer, if there is one.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Report {
    #[command(flatten)]
    case: CaseArgs,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    gates: GateArgs,

    #[command(flatten)]
    judge: JudgeArgs,

    /// Output format
    #[arg(long, default_value = "html", value_parser = entry_of(HANDOUTS, |it| (it.name, it.summary)), help_heading = "Output")]
    format: &'static Handout,

    /// Write to PATH; only an existing report is replaced
    ///
    /// If PATH is a folder or ends with `/`, an index and a page per case are written there.
    #[arg(long, short, value_name = "PATH", help_heading = "Output")]
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

    /// Keep secrets and private paths in the report
    ///
    /// By default, access tokens, keys, passwords in addresses and the folders of absolute paths become
    /// `xxxx` in every format, and the report says how many.
    #[arg(long, help_heading = "Output")]
    keep_secrets: bool,

    /// Order the cases of a batch by severity; the index of a page always is
    #[arg(long, help_heading = "Output")]
    worst_first: bool,

    /// Show N cases; the index lists all [default: 100 in a file, all in a folder]
    #[arg(long, value_name = "N", help_heading = "Output")]
    cases: Option<usize>,
}

const AFTER_HELP: &str = "\
Examples:
  pincite report answer.md docs/ -o answer.html
  pincite report cases.jsonl --worst-first -o batch.html
  pincite report cases.jsonl -o report/                   an index and a page per case
  pincite report cases.jsonl --min supported=0.9 --trend last.json -o batch.html
  pincite report answer.md docs/ --review ann.jsonl --review bob.jsonl -o reviewed.html

Exit status: 0 written; 1 written, and --min is not met; 2 something could not be read (the rest is
written).";

impl Report {
    pub(crate) fn run(mut self) -> Result<ExitCode> {
        let case = self.case.configured(self.rules.config_from());
        self.case = case.with_history(self.judge.is_secure());
        if let Some(lines) = self.case.explanation()? {
            return super::explain(&lines);
        }
        self.refuse_bad_output()?;
        self.refuse_overwriting()?;
        let config = self.rules.config(self.case.input(), None, None)?;
        let mut gates = self.gates.open()?;
        gates.configure(&config);
        let judge = self.judge.judge_to_end()?;
        let cases = self.case.open()?;
        let (mut ledger, mut status) = self.ledger()?;
        ledger.set_one_case(!cases.has(1));
        let has_judged = AtomicBool::new(true);
        let about = About {
            cases: &cases,
            how: CheckSettings { config: &config, judge: judge.as_ref(), has_judged: &has_judged },
            ledger: &ledger,
            concealer: Concealer::new(self.keep_secrets),
            spool: Spool::default(),
        };
        let mut writing = self.writing()?;
        let figures = self.parts(&about, &mut writing)?;
        let has_judged = has_judged.load(Ordering::Relaxed) && !self.judge.is_refused();
        let is_judged = judging_ended(judge.as_ref()) && has_judged;
        if !is_judged || !print_unmet(cases.scores()) || figures.not_checked > 0 {
            status = 2;
        }
        let measured = gates.measure(&figures);
        if status == 0 && measured.as_ref().is_some_and(|measured| !measured.is_met()) {
            status = 1;
        }
        let mut head = Head {
            subject: self.subject(),
            at: now(),
            rules: rules_in_force(&config),
            figures,
            concealed: about.concealer.count(),
            ..Head::default()
        };
        if let Some(measured) = measured {
            gates.write(&measured.metrics)?;
            head.gates = measured.gates;
            head.earlier = measured.earlier;
            head.metrics = Some(measured.metrics);
        }
        writing.finish(&head)?;
        if let Some(note) = about.concealer.note() {
            print_message(&note, None);
        }
        Ok(ExitCode::from(status))
    }

    /// Fails before any work if the result could not be written.
    fn refuse_bad_output(&self) -> Result<()> {
        match file::named(self.output.as_ref()) {
            Some(path) if is_folder(path) && self.format.name != html::HANDOUT.name => {
                let why = format!("{} is written to one file", self.format.name);
                Err(Error::new("write", path.to_string_lossy(), why)
                    .hint("name a file, or use `--format html`"))
            }
            Some(path) if !self.force && is_folder(path) && self.is_among_inputs(path) => {
                let why = "the pages of the report would be read as sources or answers next time";
                Err(Error::new("write", path.to_string_lossy(), why)
                    .hint("name a file such as `report.html`, or another folder"))
            }
            Some(path) if !self.force && !is_folder(path) => refuse_foreign(path),
            None if !self.format.for_terminals && io::stdout().is_terminal() => {
                let why = format!("{} is not written to a terminal", self.format.name);
                Err(Error::new("write", "standard output", why)
                    .hint("add `-o report.html`, or use `--format markdown`"))
            }
            _ => Ok(()),
        }
    }

    /// Fails if the metrics would replace a file that the report reads or writes.
    fn refuse_overwriting(&self) -> Result<()> {
        let (metrics, trend) = self.gates.files();
        let config = self.rules.config_from().file(self.case.input());
        let (output, config) = (self.output.as_ref(), config.as_ref());
        let others = [output, trend, config].into_iter().flatten().map(PathBuf::as_path);
        let read = self.case.named_paths().chain(others);
        let written = metrics.map(|path| Written {
            option: "--metrics",
            path,
            replaces: trend,
            kind: Kind::Metrics,
            force: self.force,
        });
        overwriting::refuse("report", read, written.as_slice())
    }

    /// True if a folder is a folder of sources or answers, or in one. The current folder holds everything.
    fn is_among_inputs(&self, path: &Path) -> bool {
        let inputs = self.case.source_paths().iter().map(PathBuf::as_path);
        let mut inputs = inputs.chain([Path::new(self.case.input())]);
        inputs.any(|input| input != Path::new(".") && is_within(path, input))
    }

    /// Reads the verdicts; the status is 2 if some could not be read.
    fn ledger(&self) -> Result<(Ledger, u8)> {
        let beside = || default_path(self.case.input()).filter(|path| path.exists());
        let journals = match self.review.as_slice() {
            _ if self.no_review => Vec::new(),
            [] => beside().into_iter().collect(),
            named => named.to_vec(),
        };
        Journals::ledger(&journals, &[])
    }

    /// Returns the names of the answer and of the sources, without folders.
    fn subject(&self) -> SafeText {
        let name = |path: &Path| {
            let name = path.file_name().unwrap_or(path.as_os_str());
            input_title(&name.to_string_lossy()).to_owned()
        };
        let answer = name(Path::new(self.case.input()));
        let sources = self.case.source_paths();
        let shown = sources.iter().take(MAX_SOURCES).map(|path| name(path));
        let more = sources.len().saturating_sub(MAX_SOURCES);
        let sources = listed(shown, more, ", ");
        let against = if sources.is_empty() { "" } else { " against " };
        SafeText::new(&format!("{answer}{against}{sources}"))
    }

    /// Opens the output.
    fn writing(&self) -> Result<Writing<'_>> {
        let to = match file::named(self.output.as_ref()) {
            Some(path) if is_folder(path) => To::Folder(Box::new(Folder::new(path, self.force)?)),
            Some(path) => To::File(path),
            None => To::Output,
        };
        let most = match (self.cases, &to) {
            (Some(most), _) => most,
            (None, To::Folder(_)) => usize::MAX,
            (None, _) => DEFAULT_CASES,
        };
        Ok(Writing {
            format: self.format,
            to,
            parts: Vec::new(),
            most,
            worst_first: self.worst_first,
        })
    }

    /// Inspects all cases, a few at a time and on all cores, and passes their parts on in order.
    fn parts(&self, about: &About<'_>, writing: &mut Writing<'_>) -> Result<Figures> {
        let cases = about.cases;
        let is_alone = !cases.has(1);
        let has_own_pages = is_alone || matches!(writing.to, To::Folder(_));
        let mut progress = Progress::after_a_while();
        let (mut keys, mut figures) = (Keys::default(), Figures::default());
        let fails = |severity: Severity| about.how.config.fails(severity);
        for from in (0..).step_by(AT_A_TIME) {
            progress.show(|| format!("case {} …", from + 1));
            let block: Vec<usize> =
                (from..from + AT_A_TIME).take_while(|&index| cases.has(index)).collect();
            let inspected: Vec<Result<Inspection>> = block
                .par_iter()
                .map(|&index| Ok(about.how.inspected(cases.read(index)?)))
                .collect();
            let mut keyed: Vec<Keyed> = Vec::with_capacity(block.len());
            for (&index, inspection) in block.iter().zip(inspected) {
                let id = match &inspection {
                    Ok(inspection) => inspection.case.id.clone(),
                    Err(_) => cases.default_id(index),
                };
                keyed.push(Keyed { index, key: keys.unique(&id), inspection });
            }
            for one in &keyed {
                match &one.inspection {
                    Ok(inspection) => {
                        figures.add(
                            Outcomes::of(inspection, &outcomes(inspection)),
                            Figures::findings(&inspection.findings, &fails),
                        );
                        figures.ignored += inspection.ignored.len();
                    }
                    Err(error) => {
                        progress.clear();
                        print_error(error);
                        figures.add_failed();
                    }
                }
            }
            let parts: Vec<Result<HandoutCase>> = keyed
                .into_par_iter()
                .map(|Keyed { index, key, inspection }| match inspection {
                    Ok(inspection) => self.part(about, &inspection, key, has_own_pages),
                    Err(error) => Ok(failed(cases, index, key, &error)),
                })
                .collect();
            for part in parts {
                writing.add(part?)?;
            }
            if block.len() < AT_A_TIME {
                break;
            }
        }
        Ok(figures)
    }

    fn part(
        &self,
        about: &About<'_>,
        inspection: &Inspection,
        key: String,
        has_own_page: bool,
    ) -> Result<HandoutCase> {
        let extent = Extent { context: self.context, whole: self.whole_sources };
        let prefix = if has_own_page { String::new() } else { format!("{key}-") };
        let dossier = Dossier::of(inspection, about.ledger, extent, prefix);
        let failed = |error| Error::io("make a report of", inspection.case.id.clone(), error);
        let write = |out: &mut dyn Write| (self.format.part)(inspection, &dossier, out);
        let words = SecretWords::of(&inspection.case.response.text);
        let concealer = about.concealer.with(words);
        let text = about.spool.text(&concealer, write).map_err(failed)?;
        let safe = |text: &SafeText| concealer.conceal_safe(text);
        Ok(HandoutCase {
            name: safe(&dossier.id),
            question: dossier.question.as_ref().map(safe),
            key,
            summary: Ok(dossier.summary),
            text: Some(text),
        })
    }
}

/// The inputs of a report.
struct About<'a> {
    cases: &'a Cases,
    how: CheckSettings<'a>,
    ledger: &'a Ledger,
    concealer: Concealer,
    spool: Spool,
}

/// A case under its key, or why it could not be read.
struct Keyed {
    index: usize,
    key: String,
    inspection: Result<Inspection>,
}

/// Describes the active rules and the conditions for failure.
fn rules_in_force(config: &Config) -> SafeText {
    let number = rules().filter(|rule| config.severity(rule).is_some()).count();
    let fails = match config.fail_on_name() {
        "never" => "no finding fails".to_owned(),
        severity => format!("findings of {severity} or worse fail"),
    };
    let file = config.file().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let file = file.map(|name| format!(", {name}")).unwrap_or_default();
    SafeText::new(&format!("{}, {fails}{file}", count(number, "rule")))
}

fn failed(cases: &Cases, index: usize, key: String, error: &Error) -> HandoutCase {
    let name = match cases.line(index) {
        Some(line) => format!("{}:{line}", cases.input().file_name()),
        None => cases.input().file_name(),
    };
    HandoutCase {
        name: SafeText::new(&name),
        question: None,
        key,
        summary: Err(SafeText::new(&error.to_string())),
        text: None,
    }
}
