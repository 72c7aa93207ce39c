//! Where checked cases go: the report on standard output, everything else on standard error.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use super::known::Known;
use super::tally::Tally;
use super::{Colour, ToldArgs};
use crate::cases::Scores;
use crate::cli::progress::Progress;
use crate::cli::{tell_lines, tell_some};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::report::findings::{Checked, Options, Writer, text};

/// What is reported on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    /// One case.
    One,
    /// Several, which may take a while.
    Several,
    /// One case whose repaired text goes to standard output: the report goes to standard error.
    Repaired,
}

/// What becomes of checked cases, in their order.
pub(super) struct Output<'c> {
    config: &'c Config,
    known: Known,
    tally: Tally,
    writer: Box<dyn Writer>,
    out: BufWriter<Box<dyn Write>>,
    /// Whether findings are printed.
    prints: bool,
    /// Whether they are printed for people, who want a sum and the errors as well.
    for_people: bool,
    statistics: bool,
    progress: Option<Progress>,
    root: Option<std::path::PathBuf>,
}

impl<'c> Output<'c> {
    pub(super) fn new(told: &ToldArgs, config: &'c Config, known: Known, of: Of) -> Self {
        let (is_terminal, out): (bool, Box<dyn Write>) = if of == Of::Repaired {
            (io::stderr().is_terminal(), Box::new(io::stderr()))
        } else {
            (io::stdout().is_terminal(), Box::new(io::stdout().lock()))
        };
        let colour = match told.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                is_terminal && !refused
            }
        };
        let prints = !told.quiet && !known.is_written();
        let is_seen = prints && is_terminal;
        let watched = of == Of::Several && io::stderr().is_terminal() && !is_seen;
        Self {
            config,
            known,
            tally: Tally::default(),
            writer: (told.format.begin)(Options { colour }),
            out: BufWriter::new(out),
            prints,
            for_people: told.format.name == text::REPORT.name,
            statistics: told.statistics,
            progress: watched.then(Progress::at_once),
            root: std::path::absolute(".").ok(),
        }
    }

    /// Whether anything is printed.
    pub(super) const fn prints(&self) -> bool {
        self.prints
    }

    /// Of each finding of a case, whether it is not known.
    pub(super) fn are_new(&self, checked: &Checked) -> Vec<bool> {
        self.known.are_new(&checked.remarks)
    }

    /// Tells the next cases.
    pub(super) fn cases(&mut self, cases: Vec<Checked>) -> Result<()> {
        for mut checked in cases {
            self.relate(&mut checked);
            self.known.sift(&mut checked.remarks);
            self.tally.add(&checked);
            if self.prints {
                self.writer.case(&checked, &mut self.out).map_err(unwritten)?;
            }
            if let Some((error, hint)) = checked.error.filter(|_| self.for_people) {
                self.out.flush().map_err(unwritten)?;
                self.pause();
                tell_lines(&error, hint.as_deref());
            }
        }
        self.out.flush().map_err(unwritten)?;
        if let Some(progress) = &mut self.progress {
            progress.show(|| self.tally.sum());
        }
        Ok(())
    }

    /// Ends the report, tells what there is besides, and says how it went.
    ///
    /// Scores that could not be read, or belong to no citation, are not among what was checked.
    pub(super) fn finish(mut self, scores: &Scores) -> Result<ExitCode> {
        let mut notices = Vec::new();
        if self.prints {
            notices = self.writer.finish(&mut self.out).map_err(unwritten)?;
        }
        self.out.flush().map_err(unwritten)?;
        self.pause();
        for notice in notices {
            tell_lines(&notice, None);
        }
        let ran = |name: &str| {
            crate::rules::rule(name).is_some_and(|rule| self.config.severity(rule).is_some())
        };
        self.known.finish(ran)?;
        if self.statistics {
            tell_text(&self.tally.statistics());
        }
        if self.for_people && self.prints {
            tell_text(&self.tally.sum());
        } else if self.tally.failed > 0 && self.tally.cases > 1 {
            tell_text(&self.tally.unchecked());
        }
        tell_some(&scores.unmet());
        let status = self.tally.status(self.config);
        Ok(ExitCode::from(if scores.faults().is_empty() { status } else { 2 }))
    }

    /// Names the input relative to the current folder, where it is beneath it.
    fn relate(&self, checked: &mut Checked) {
        let Some(root) = &self.root else { return };
        if let Ok(relative) = Path::new(&checked.input).strip_prefix(root) {
            checked.input = relative.to_string_lossy().into_owned();
        }
    }

    /// Takes the progress off the screen.
    fn pause(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.clear();
        }
    }
}

fn unwritten(error: io::Error) -> Error {
    Error::io("write", "standard output", error)
}

/// Prints lines on standard error; a closed one leaves only the exit status to speak.
fn tell_text(text: &str) {
    drop(writeln!(io::stderr(), "{}", text.trim_end()));
}
