//! Output of checked cases: the report on standard output or in a file, everything else on standard
//! error.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use rayon::prelude::*;

use super::baseline::BaselineFiles;
use super::tally::Tally;
use crate::cli::ci::{self, TextForm};
use crate::cli::console::{is_coloured, print_line, print_message};
use crate::cli::file::{self, Pending, SHARED};
use crate::cli::gate_args::{Gates, Measured};
use crate::cli::progress::Progress;
use crate::cli::table_arg::entry_of;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::report::concealing::Concealing;
use crate::report::findings::{Checked, Options, REPORTS, Report, Syntax, Writer, text};
use crate::report::secrets::Concealer;
use crate::rules::{rule, rules};
use crate::text::prose::listed;

/// Options for the report.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// The format of the report
    #[arg(long, default_value = "text", value_parser = entry_of(REPORTS, |it| (it.name, it.summary)))]
    pub(super) format: &'static Report,

    /// Write the report to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Keep secrets and private paths in the report
    ///
    /// By default, access tokens, keys, passwords in addresses and the folders of absolute paths become
    /// `xxxx` in every format, and their number is reported.
    #[arg(long, hide_short_help = true)]
    pub(super) keep_secrets: bool,

    /// Print no findings; report through the exit status only
    #[arg(long, short)]
    pub(super) quiet: bool,

    /// Count the findings of each rule and name the configuration in force, on standard error
    #[arg(long, hide_short_help = true)]
    pub(super) statistics: bool,
}

/// The maximum number of findings of a case that is rendered before it is written: the text of more may take more
/// memory than the case.
const MAX_RENDERED: usize = 50;

/// A writer that holds text back until more comes.
trait Finish: Write {
    /// Writes all that is held back.
    fn finish(&mut self) -> io::Result<()>;
}

impl Finish for Concealing<Box<dyn Write>> {
    fn finish(&mut self) -> io::Result<()> {
        Self::finish(self)
    }
}

impl<W: Finish> Finish for ci::Defused<W> {
    fn finish(&mut self) -> io::Result<()> {
        self.end()?.finish()
    }
}

/// Writes checked cases, in order.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts about the output")]
pub(super) struct Output {
    known: BaselineFiles,
    tally: Tally,
    concealer: Concealer,
    /// The codes of the rules that ran.
    ran: BTreeSet<&'static str>,
    /// The configuration files in force.
    configurations: BTreeSet<String>,
    /// Those of them that change what is read, what is found or what fails, by what they change.
    changed: BTreeMap<String, BTreeSet<String>>,
    writer: Box<dyn Writer>,
    out: BufWriter<Box<dyn Finish>>,
    file: Option<Pending>,
    /// The name of the output in messages.
    name: String,
    /// True if findings are printed.
    prints: bool,
    /// True if they are printed for people, who want a sum and the errors as well.
    for_people: bool,
    statistics: bool,
    /// True if the output goes to a terminal.
    is_seen: bool,
    progress: Option<Progress>,
    /// The error printed last.
    last_error: String,
    root: Option<PathBuf>,
}

impl Output {
    /// Opens the output. A repaired text on standard output sends the report to standard error.
    pub(super) fn new(
        options: &OutputArgs,
        known: BaselineFiles,
        gates: Gates,
        prints_repaired: bool,
    ) -> Result<Self> {
        let mut file = None;
        let mut name = "standard output".to_owned();
        let (is_terminal, colour, out): (bool, bool, Box<dyn Write>) =
            match file::named(options.output.as_ref()) {
                Some(path) => {
                    let failed = |error| Error::io("write", path.to_string_lossy(), error);
                    let pending = Pending::open(path, SHARED).map_err(failed)?;
                    let out = pending.file().map_err(failed)?;
                    name = path.to_string_lossy().into_owned();
                    file = Some(pending);
                    (false, is_coloured(&out), Box::new(out))
                }
                None if prints_repaired => {
                    let err = io::stderr();
                    "standard error".clone_into(&mut name);
                    (err.is_terminal(), is_coloured(&err), Box::new(err))
                }
                None => {
                    let out = io::stdout().lock();
                    (out.is_terminal(), is_coloured(&out), Box::new(out))
                }
            };
        let for_people = options.format.name == text::REPORT.name;
        let concealer = Concealer::new(options.keep_secrets);
        let out = Concealing::new(out, concealer.clone());
        let form = match options.format.syntax {
            Syntax::Text => Some(TextForm::Plain),
            Syntax::Json => Some(TextForm::Json),
            Syntax::Xml => Some(TextForm::Xml),
            Syntax::Csv | Syntax::Commands => None,
        };
        let out: Box<dyn Finish> = match form {
            Some(form) if file.is_none() && ci::is_ci() => Box::new(ci::Defused::of(form, out)),
            _ => Box::new(out),
        };
        let prints = !options.quiet && !known.is_written();
        Ok(Self {
            tally: Tally::new(gates, known.name()),
            known,
            concealer,
            ran: BTreeSet::new(),
            configurations: BTreeSet::new(),
            changed: BTreeMap::new(),
            writer: (options.format.begin)(Options { colour, with_errors: file.is_some() }),
            out: BufWriter::new(out),
            file,
            name,
            prints,
            for_people,
            statistics: options.statistics,
            is_seen: prints && is_terminal,
            progress: None,
            last_error: String::new(),
            root: std::path::absolute(".").ok(),
        })
    }

    /// Shows progress on the terminal, for an input that may take a while.
    pub(super) fn expect_several(&mut self) {
        if self.progress.is_none() && io::stderr().is_terminal() && !self.is_seen {
            self.progress = Some(Progress::at_once());
        }
    }

    /// Records that so many files with citations were read as sources.
    pub(super) const fn expect_responses_among_sources(&mut self, doubtful: usize) {
        self.tally.doubtful = doubtful;
    }

    /// True if anything is printed.
    pub(super) const fn prints(&self) -> bool {
        self.prints
    }

    /// Returns for each finding of a case whether it is new.
    pub(super) fn are_new(&self, checked: &Checked) -> Vec<bool> {
        self.known.are_new(&checked.findings)
    }

    /// Notes that this many answers of a folder were not read.
    pub(super) fn unread_answers(&mut self, number: usize, config: &Config) {
        self.tally.add_unread_answers(number, config);
    }

    /// Reports the next cases, which were checked with `config`.
    pub(super) fn cases(&mut self, mut cases: Vec<Checked>, config: &Config) -> Result<()> {
        self.ran.extend(rules().filter(|it| config.severity(it).is_some()).map(|it| it.code));
        for checked in &mut cases {
            self.add(checked, config);
        }
        let name = self.name.clone();
        let unwritten = |error| Error::io("write", &name, error);
        let (prints, writer) = (self.prints, &*self.writer);
        // One thread that renders all could not keep up with many that check.
        let render = |checked: &Checked| {
            let is_short = checked.findings.len() <= MAX_RENDERED;
            (prints && is_short).then(|| writer.rendered(checked)).flatten()
        };
        let rendered: Vec<Option<io::Result<Vec<u8>>>> = cases.par_iter().map(render).collect();
        for (checked, rendered) in cases.into_iter().zip(rendered) {
            if !checked.secret_words.is_empty() {
                // The cases before this one do not depend on its secrets.
                self.out.flush().map_err(unwritten)?;
                self.concealer.learn(&checked.secret_words);
            }
            match rendered {
                _ if !self.prints => Ok(()),
                Some(text) => text.and_then(|text| self.out.write_all(&text)),
                None => self.writer.case(&checked, &mut self.out),
            }
            .map_err(unwritten)?;
            // A fault of an option is that of every case.
            let error = checked.error.filter(|_| self.for_people);
            if let Some((error, hint)) = error.filter(|(error, _)| *error != self.last_error) {
                self.out.flush().map_err(unwritten)?;
                self.pause();
                print_message(&error, hint.as_deref());
                self.last_error = error;
            }
        }
        self.out.flush().map_err(unwritten)?;
        if let Some(progress) = &mut self.progress {
            progress.show(|| self.tally.lines(None).join("; "));
        }
        Ok(())
    }

    /// Counts a case, and completes it with what depends on the configuration, the baseline and the cases before it.
    fn add(&mut self, checked: &mut Checked, config: &Config) {
        checked.configuration = config.file().map(|file| self.related(&file.to_string_lossy()));
        self.configurations.extend(checked.configuration.clone());
        if let Some((changes, file)) = config.changes().zip(checked.configuration.clone()) {
            self.changed.entry(changes).or_default().insert(file);
        }
        checked.input = self.related(&checked.input);
        if checked.error.is_some() {
            self.known.fail(&checked.input);
        }
        checked.known = self.known.apply(&mut checked.findings, &checked.input);
        for entry in &mut checked.findings {
            entry.fails = config.fails(entry.severity);
        }
        checked.conditions = self.tally.conditions(config);
        self.tally.add(checked, config);
    }

    /// Ends the report, prints the summary, and returns the exit status.
    pub(super) fn finish(mut self) -> Result<ExitCode> {
        let mut notices = Vec::new();
        let name = std::mem::take(&mut self.name);
        let unwritten = |error| Error::io("write", &name, error);
        let measured = self.tally.measured();
        let measured = measured.as_ref();
        let summary = self.tally.summary(measured);
        if self.prints {
            notices = self.writer.finish(&summary, &mut self.out).map_err(unwritten)?;
        }
        self.out.flush().map_err(unwritten)?;
        self.pause();
        for notice in notices {
            print_message(&notice, None);
        }
        let ran = |name: &str| rule(name).is_some_and(|rule| self.ran.contains(rule.code));
        self.known.finish(ran)?;
        if self.statistics {
            self.tally.statistics().lines().for_each(print_line);
            if !self.configurations.is_empty() {
                let names: Vec<&str> = self.configurations.iter().map(String::as_str).collect();
                print_line(&format!("configuration: {}", names.join(", ")));
            }
        }
        let mut lines = if self.for_people && self.prints || summary.unchecked.is_some() {
            summary.with_named(&self.tally.lines(measured))
        } else if self.tally.failed() > 0 && self.tally.cases() > 1 {
            vec![self.tally.unchecked()]
        } else {
            let measured = measured.filter(|measured| !measured.is_met());
            measured.map(Measured::lines).unwrap_or_default()
        };
        if self.for_people && self.prints {
            lines.extend(self.changed.iter().map(|(changes, files)| {
                format!("{changes} as set in {}", listed(files.iter().cloned(), 0, ", "))
            }));
        }
        if self.prints {
            lines.extend(self.tally.notes());
        }
        for line in &lines {
            print_line(&self.concealer.conceal(line));
        }
        self.out.flush().and_then(|()| self.out.get_mut().finish()).map_err(unwritten)?;
        drop(self.out);
        if let Some(note) = self.concealer.note() {
            print_line(&note);
        }
        if let Some(file) = self.file {
            file.commit(true).map_err(unwritten)?;
        }
        self.tally.write_metrics(measured)?;
        Ok(ExitCode::from(self.tally.status(measured)))
    }

    /// Ends the report with a failure that `error` describes, which its caller prints. No baseline is written.
    pub(super) fn abort(mut self, failed: Checked, error: &Error) -> Result<()> {
        if error.is_broken_pipe() || error.is_unwritten() {
            return Ok(());
        }
        // Text on standard output is read next to the error.
        self.prints &= !self.for_people || self.file.is_some();
        self.known = BaselineFiles::default();
        self.last_error = error.to_string();
        self.cases(vec![failed], &Config::default())?;
        self.finish().map(|_| ())
    }

    /// Returns a path relative to the current folder, if it is below it.
    fn related(&self, path: &str) -> String {
        let relative = self.root.as_ref().and_then(|root| Path::new(path).strip_prefix(root).ok());
        relative.map_or_else(|| path.to_owned(), |path| path.to_string_lossy().into_owned())
    }

    /// Takes the progress off the screen.
    fn pause(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
    }
}
