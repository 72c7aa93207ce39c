//! `pincite review step`: a review without a screen, one citation after another.

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use rustix::event::{PollFd, PollFlags, Timespec};

use super::right_place::right_place;
use super::typed::{Typed, TypedVerdict, help};
use super::verdicts::Verdicts;
use crate::cases::Cases;
use crate::cli::case::CaseArgs;
use crate::cli::console::{is_coloured, print_error, print_message, print_readable};
use crate::cli::progress::read_documents;
use crate::cli::review_args::user;
use crate::cli::screen_args::ScreenArgs;
use crate::error::{Error, Result};
use crate::inspect::{Inspection, inspect};
use crate::report;
use crate::report::styled::{HEADING, PLAIN, TROUBLE, write_line};
use crate::report::text::{Part, write_target};
use crate::resolve::Resolution;
use crate::review::journal::default_path;
use crate::review::{
    Carried, Drafts, Event, Judgement, MAX_LOOK_LENGTH, SourceHashes, Subject, SubjectPart,
    Verdict, carry, decided,
};
use crate::text::prose::{count, one_line};

/// Lines around a passage that is printed again.
const CONTEXT: usize = 3;

/// Review an answer one citation after another, without a screen
///
/// Prints each claim that has no verdict of yours with the lines it cites and the evidence, asks for a
/// verdict and saves it in the journal of the inspector: for screen readers, terminals without cursor
/// movement and slow lines. Nothing that is printed moves the cursor, and colour is never needed.
///
/// A verdict is one letter, followed by reasons and a note if you like: `x number: 14, not 41`. `?`
/// lists the verdicts, reasons and commands.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Step {
    #[command(flatten)]
    case: CaseArgs,

    /// Save verdicts in FILE [default: RESPONSE.review.jsonl]
    #[arg(long, value_name = "FILE", help_heading = "Review")]
    review: Option<PathBuf>,

    /// Review as NAME [default: the user name]
    #[arg(long, value_name = "NAME", help_heading = "Review")]
    reviewer: Option<String>,

    /// Hide the evidence of a citation until it has a verdict
    #[arg(long, help_heading = "Review")]
    blind: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite review step answer.md docs/
  pincite review step --blind --reviewer ann answers.jsonl

Exit status: 0 done or left; 2 something could not be read, a verdict could not be saved, or a line of a file or
pipe had no effect.";

impl Step {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let input = self.case.input().to_owned();
        let settings = ScreenArgs::default().settings(Some(&input))?;
        let configured = Some(settings.text("review.reviewer")).filter(|it| !it.trim().is_empty());
        let reviewer = self.reviewer.or(configured).unwrap_or_else(user);
        let Some(path) = self.review.or_else(|| default_path(&input)) else {
            return Err(Error::new(
                "save",
                "verdicts",
                "the answer has no file to put them next to",
            )
            .hint("name a journal with `--review FILE`"));
        };
        let mut verdicts = Verdicts::open(path, reviewer, input)?;
        let cases = self.case.open()?;
        verdicts.ledger.set_one_case(!cases.has(1));
        let colour = is_coloured(&io::stdout());
        let options = report::Options { colour, ..report::Options::default() };
        Reviewing { verdicts, options, blind: self.blind, status: 0, refused: 0 }.run(&cases)
    }
}

/// A review in progress.
struct Reviewing {
    verdicts: Verdicts,
    options: report::Options,
    blind: bool,
    status: u8,
    /// The number of lines that had no effect.
    refused: usize,
}

/// The choices of the reviewer after a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Case,
    End,
}

impl Reviewing {
    fn run(mut self, cases: &Cases) -> Result<ExitCode> {
        self.status = if cases.scores().faults().is_empty() { 0 } else { 2 };
        let (mut judged, mut all) = (0, 0);
        for index in (0..).take_while(|&index| cases.has(index)) {
            let mut case = match cases.read(index) {
                Ok(case) => case,
                Err(error) => {
                    print_error(&error);
                    self.status = 2;
                    continue;
                }
            };
            read_documents(&mut case);
            let inspection = inspect(case);
            let drafts = Drafts::new(&inspection, &mut SourceHashes::default());
            let next = self.case(&inspection, &drafts)?;
            judged += drafts.subjects().len() - self.open(&inspection, &drafts).len();
            all += drafts.subjects().len();
            if next == Next::End {
                break;
            }
        }
        let unsaved = self.verdicts.finish();
        if unsaved > 0 {
            let name = self.verdicts.path.display();
            print_message(&format!("NOT SAVED in {name}: {}", count(unsaved, "verdict")), None);
            self.status = 2;
        }
        self.end(judged, all)?;
        // Nobody corrects what a file or pipe says.
        let is_typed = io::stdin().is_terminal();
        if !is_typed {
            self.refused += lines_left()?;
        }
        if self.refused > 0 && !is_typed {
            let refused = count(self.refused, "line");
            print_message(&format!("{refused} of standard input had no effect"), None);
            self.status = 2;
        }
        Ok(ExitCode::from(self.status))
    }

    /// Prints how many of all subjects are judged.
    fn end(&self, judged: usize, all: usize) -> Result<()> {
        if all == 0 {
            return Self::say("nothing to judge: no citation was found");
        }
        let saved = self.verdicts.journal.as_ref().map(|it| it.path().display());
        let saved = saved.map(|path| format!(", saved in {path}")).unwrap_or_default();
        Self::say(&format!("{judged} of {all} judged{saved}"))
    }

    /// Returns the subjects without a verdict that holds, by their indexes.
    fn open(&self, inspection: &Inspection, drafts: &Drafts<'_>) -> Vec<usize> {
        let Verdicts { ledger, reviewer, .. } = &self.verdicts;
        let (carried, _) = carry(ledger, reviewer, &inspection.case.id, drafts.subjects());
        let is_open = |carried: &Option<Carried<'_>>| {
            let holds = |it: &Carried<'_>| it.standing.holds() && it.judgement.verdict.is_some();
            !carried.as_ref().is_some_and(holds)
        };
        carried.iter().enumerate().filter(|(_, it)| is_open(it)).map(|(index, _)| index).collect()
    }

    /// Asks about the subjects of a case that are open.
    fn case(&mut self, inspection: &Inspection, drafts: &Drafts<'_>) -> Result<Next> {
        let all = drafts.subjects().len();
        let open = self.open(inspection, drafts);
        let Some(mut at) = open.first().copied() else { return Ok(Next::Case) };
        Self::say(&format!("case: {}", inspection.case.id))?;
        if let Some(question) = &inspection.case.question {
            Self::say(&format!("question: {}", one_line(question)))?;
        }
        Self::say(&format!("{} of {all} to judge; `?` is help", open.len()))?;
        self.subject(inspection, drafts, at, self.options)?;
        let mut since = Instant::now();
        loop {
            let Some(line) = ask("verdict: ")? else { return Ok(Next::End) };
            let typed = match Typed::parse(&line) {
                Ok(typed) => typed,
                Err(what) => {
                    self.trouble(&format!("{what}; `?` is help"))?;
                    continue;
                }
            };
            let next = match typed {
                Typed::Quit => return Ok(Next::End),
                Typed::Help => {
                    help().iter().try_for_each(|line| Self::say(line))?;
                    continue;
                }
                Typed::More => {
                    let options = report::Options { full: true, context: CONTEXT, ..self.options };
                    self.subject(inspection, drafts, at, options)?;
                    continue;
                }
                Typed::Note(note) => {
                    let judgement = Judgement { note, ..self.judgement(inspection, drafts, at) };
                    self.record(judgement)?;
                    continue;
                }
                Typed::Undo | Typed::Redo => match self.undo(drafts, typed == Typed::Redo)? {
                    Some(index) => Some(index),
                    None => continue,
                },
                Typed::Back => at.checked_sub(1).or(Some(0)),
                Typed::Skip => self.open_after(inspection, drafts, at),
                Typed::Verdict(typed) => {
                    let seconds = since.elapsed().as_secs_f64();
                    if !self.decide(inspection, drafts, at, typed, seconds)? {
                        continue;
                    }
                    self.open_after(inspection, drafts, at)
                }
            };
            let Some(next) = next else { return Ok(Next::Case) };
            at = next;
            self.subject(inspection, drafts, at, self.options)?;
            since = Instant::now();
        }
    }

    /// Returns the open subject after the one at `at`.
    fn open_after(&self, inspection: &Inspection, drafts: &Drafts<'_>, at: usize) -> Option<usize> {
        self.open(inspection, drafts).into_iter().find(|index| *index > at)
    }

    /// Prints a subject and asks for a verdict.
    fn subject(
        &self,
        inspection: &Inspection,
        drafts: &Drafts<'_>,
        at: usize,
        options: report::Options,
    ) -> Result<()> {
        let subjects = drafts.subjects();
        let Some(subject) = subjects.get(at) else { return Ok(()) };
        let own = self.own(inspection, drafts, at);
        print_readable(|out| {
            writeln!(out)?;
            let heading = format!("{} of {}: {}", at + 1, subjects.len(), one_line(&subject.claim));
            write_line(out, (HEADING, options.colour), &heading)?;
            match subject.what {
                SubjectPart::Cited { citation, target } => {
                    let place = (citation, target);
                    write_target(inspection, place, Part::Passage, &options, out)?;
                    if !self.blind || own.as_ref().is_some_and(|it| it.verdict.is_some()) {
                        write_target(inspection, place, Part::Evidence, &options, out)?;
                    }
                }
                SubjectPart::Uncited(_) => {
                    let why = "  no citation: say whether it needs one (`+`) or none (`=`)";
                    write_line(out, (PLAIN, false), why)?;
                }
            }
            if let Some(own) = own {
                write_line(out, (PLAIN, false), &format!("      yours: {}", decided(&own)))?;
            }
            Ok(())
        })
    }

    /// Returns the reviewer's decision on a subject that holds.
    fn own(&self, inspection: &Inspection, drafts: &Drafts<'_>, at: usize) -> Option<Judgement> {
        let Verdicts { ledger, reviewer, .. } = &self.verdicts;
        let (carried, _) = carry(ledger, reviewer, &inspection.case.id, drafts.subjects());
        let own = carried.get(at)?.as_ref().filter(|it| it.standing.holds())?;
        Some(own.judgement.clone())
    }

    /// Returns a judgement on a subject with the answers that were given before.
    fn judgement(&self, inspection: &Inspection, drafts: &Drafts<'_>, at: usize) -> Judgement {
        let before = self.own(inspection, drafts, at).unwrap_or_default();
        let Some(subject) = drafts.subjects().get(at) else { return before };
        drafts.judgement(subject).with_answers_of(before)
    }

    /// Asks what a verdict of support on a subject without a passage is based on. Returns whether it is based
    /// on no passage; `None` to leave the subject open.
    fn ask_without_passage(
        &mut self,
        inspection: &Inspection,
        subject: &Subject,
    ) -> Result<Option<bool>> {
        let SubjectPart::Cited { citation, target } = subject.what else { return Ok(Some(false)) };
        let resolution = inspection.resolution(citation, target);
        if resolution.and_then(Resolution::passage).is_some() {
            return Ok(Some(false));
        }
        let question = "there is no passage. `e`: you saw the text elsewhere; `y`: record it, though it \
            counts in no figure; Enter: leave it open: ";
        let answer = ask(question)?;
        Ok(match answer.as_deref().map(str::trim) {
            Some("e") => Some(false),
            Some("y") => Some(true),
            Some("") => None,
            // The verdict is not saved, though nobody chose to leave it open.
            Some(_) | None => {
                self.refused += 1;
                None
            }
        })
    }

    /// Records a verdict, or says why it cannot be one. Returns true if the subject is judged.
    fn decide(
        &mut self,
        inspection: &Inspection,
        drafts: &Drafts<'_>,
        at: usize,
        typed: TypedVerdict,
        seconds: f64,
    ) -> Result<bool> {
        let Some(subject) = drafts.subjects().get(at) else { return Ok(false) };
        let TypedVerdict { verdict, reasons, lines, note } = typed;
        if verdict.kind().uncited == subject.is_cited() {
            self.trouble(if subject.is_cited() {
                "this verdict is for sentences without a citation"
            } else {
                "this sentence has no citation: say whether it needs one (`+`) or none (`=`)"
            })?;
            return Ok(false);
        }
        let mut judgement = self.judgement(inspection, drafts, at);
        let is_judged = judgement.verdict.is_some();
        let mut place = None;
        if let (Verdict::WrongPlace, SubjectPart::Cited { citation, target }) =
            (verdict, subject.what)
        {
            match right_place(inspection, (citation, target), lines) {
                Ok(right) => place = Some(right),
                Err(why) => {
                    self.trouble(&why)?;
                    return Ok(false);
                }
            }
        }
        let supports = verdict.support().is_some_and(|support| support > 0.0);
        let without_passage =
            if supports { self.ask_without_passage(inspection, subject)? } else { Some(false) };
        let Some(without_passage) = without_passage else { return Ok(false) };
        let concealed = self.blind && !is_judged;
        if self.blind && is_judged && !judgement.saw_evidence {
            judgement.blind_verdict = judgement.verdict;
        }
        judgement = Judgement {
            verdict: Some(verdict),
            reasons,
            note: note.unwrap_or(judgement.note),
            place,
            without_passage,
            saw_evidence: !concealed,
            seconds: Some(seconds).filter(|seconds| *seconds <= MAX_LOOK_LENGTH),
            ..judgement
        };
        if !self.record(judgement)? {
            return Ok(false);
        }
        if let (true, SubjectPart::Cited { citation, target }) = (concealed, subject.what) {
            let place = (citation, target);
            print_readable(|out| {
                write_target(inspection, place, Part::Evidence, &self.options, out)
            })?;
            Self::say("the evidence is above: another verdict, or Enter")?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Saves a judgement and says what was saved, or why it was not. Returns true if it is on disk.
    fn record(&mut self, judgement: Judgement) -> Result<bool> {
        let words = decided(&judgement);
        match self.verdicts.save(Event::Judged(Box::new(judgement))) {
            Ok(()) => {
                Self::say(&format!("saved: {words}"))?;
                Ok(true)
            }
            Err(error) => {
                print_error(&error);
                Ok(false)
            }
        }
    }

    /// Undoes the last decision, or redoes the last one undone. Returns the subject if it is one of
    /// this case.
    fn undo(&mut self, drafts: &Drafts<'_>, redo: bool) -> Result<Option<usize>> {
        let Verdicts { ledger, reviewer, .. } = &self.verdicts;
        let entry = if redo { ledger.to_redo(reviewer) } else { ledger.to_undo(reviewer) };
        let Some((of, Event::Judged(judgement))) =
            entry.map(|entry| (entry.id.clone(), entry.event.clone()))
        else {
            self.trouble(if redo { "nothing to redo" } else { "nothing to undo" })?;
            return Ok(None);
        };
        let event = if redo { Event::Redone { of } } else { Event::Undone { of } };
        if let Err(error) = self.verdicts.save(event) {
            print_error(&error);
            return Ok(None);
        }
        let done = if redo { "redone" } else { "undone" };
        let index = drafts.subjects().iter().position(|it| it.fingerprint == judgement.fingerprint);
        let elsewhere =
            if index.is_none() { format!(" in {}", judgement.case) } else { String::new() };
        Self::say(&format!("{done}{elsewhere}: {}", decided(&judgement)))?;
        Ok(index)
    }

    fn say(line: &str) -> Result<()> {
        print_readable(|out| write_line(out, (PLAIN, false), line))
    }

    /// Says why a line has no effect.
    fn trouble(&mut self, line: &str) -> Result<()> {
        self.refused += 1;
        print_readable(|out| write_line(out, (TROUBLE, self.options.colour), line))
    }
}

/// Prints a question and reads the line that is typed after it; `None` at the end of standard input.
fn ask(question: &str) -> Result<Option<String>> {
    print_readable(|out| write!(out, "{question}"))?;
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    let read = read.map_err(|error| Error::io("read", "standard input", error))?;
    if read == 0 {
        print_readable(|out| writeln!(out))?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Returns the number of lines that are left on standard input, up to a limit. Only what is there already
/// counts: a program that keeps its pipe open may wait for the end of this one.
fn lines_left() -> Result<usize> {
    const MAX_COUNTED: usize = 1000;
    let mut left = 0;
    while left < MAX_COUNTED && has_input() {
        let mut line = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut line);
        if read.map_err(|error| Error::io("read", "standard input", error))? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&line);
        let is_end = matches!(Typed::parse(&line), Ok(Typed::Quit));
        left += usize::from(!is_end && !line.trim().is_empty());
    }
    Ok(left)
}

/// True if reading standard input does not wait.
fn has_input() -> bool {
    let stdin = io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    rustix::event::poll(&mut fds, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
}
