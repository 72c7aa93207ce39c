//! `--fix` and `--diff`: the response with the repairs of its findings.
//!
//! Only a response that is a whole file can be repaired: everything outside the repairs stays
//! unchanged, byte for byte, which a rewritten JSON document could not guarantee.

use std::io::Read;
use std::path::Path;

use clap::Args;

use super::inspected::inspected;
use super::output::Output;
use crate::cases::{Cases, InFile, is_all_of};
use crate::cli::case::CaseArgs;
use crate::cli::console::{MAX_NAMED, print_message};
use crate::cli::file;
use crate::cli::passed_text::print_passed;
use crate::config::Config;
use crate::dialects::marks::code_references;
use crate::error::{Error, ErrorKind, Result};
use crate::input::Input;
use crate::input::record::{MAX_BYTES, input_title};
use crate::report::diff::unified;
use crate::report::findings::{Checked, ReportFinding, collect};
use crate::rules::{Finding, fix};
use crate::sources::gate;
use crate::text::prose::{count, listed};

/// The maximum number of rounds. Two or three are enough, because only repairs that touch each
/// other wait for the next one.
const MAX_ROUNDS: usize = 20;

/// The rule on locators that belong to other lines.
const DRIFTED: &str = "drifted-locator";

/// Options for findings that can be repaired.
#[derive(Debug, Args)]
pub(super) struct Repair {
    /// Repair the response without changing what it says, and report the remaining findings; for
    /// standard input, print the repaired text
    #[arg(long, conflicts_with_all = ["write_baseline", "scores"])]
    fix: bool,

    /// Print the changes of `--fix` as a diff instead of findings, and write nothing
    #[arg(long, conflicts_with_all = ["write_baseline", "format", "statistics", "scores"])]
    diff: bool,

    /// Like `--fix`, and also correct locators that clearly belong to other lines, and paths of renamed
    /// files; with `--diff`, print the changes
    #[arg(long, conflicts_with_all = ["write_baseline", "scores"])]
    fix_locators: bool,
}

/// A response, repaired.
struct Repaired {
    text: String,
    /// The number of repairs made.
    made: usize,
    /// The findings that are left.
    checked: Checked,
    /// The number of further locators that could be moved.
    movable: usize,
    /// The locators with a better match that no repair moves.
    unmoved: Vec<Unmoved>,
    /// True if nothing repairable is left.
    is_all: bool,
}

/// A locator that is not moved, although there is a better match for the claim.
struct Unmoved {
    line: u64,
    kind: UnmovedKind,
}

/// The kinds of citations whose locators are not moved, each for a reason of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UnmovedKind {
    /// A marker of the kind in which locators are moved.
    Marker,
    /// A reference to code.
    Code,
    Other,
}

/// The result of a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mended {
    /// The findings that are left were reported.
    Reported,
    /// A diff was printed.
    Shown,
    /// There is nothing to show a diff of.
    Nothing,
}

impl Repair {
    pub(super) const fn is_dry(&self) -> bool {
        self.diff
    }

    pub(super) const fn is_asked_for(&self) -> bool {
        self.fix || self.diff || self.fix_locators
    }

    /// True if the repaired text takes the place of findings on standard output.
    pub(super) fn prints_text(&self, case: &CaseArgs) -> bool {
        self.is_asked_for() && !self.diff && case.input() == "-"
    }

    /// Returns the error for an input of several responses.
    pub(super) fn refuse(name: &str, why: &str) -> Error {
        refused(name, why)
    }

    /// Repairs the response that `input` holds.
    pub(super) fn run(
        &self,
        case: &CaseArgs,
        input: impl Read,
        config: &Config,
        output: &mut Output,
    ) -> Result<Mended> {
        let name = case.input();
        let mut bytes = Vec::new();
        let failed = |error| Error::io("read", input_title(name), error);
        input.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
        let cases = case.open_from(bytes.as_slice())?;
        let (mark, text) = own_text(&cases, &bytes)?;
        let repaired = self.repaired(text, &cases, config, output)?;
        let (before, after) = (format!("{mark}{text}"), format!("{mark}{}", repaired.text));
        if self.diff {
            let diff = unified(name, &before, &after);
            if output.prints() {
                print_passed(&diff, None)?;
            }
            repaired.report("could be made", output, name);
            return Ok(if diff.is_empty() { Mended::Nothing } else { Mended::Shown });
        }
        if name == "-" {
            print_passed(&after, None)?;
        } else if after != before {
            write(name, &bytes, &after)?;
        }
        repaired.report("made", output, name);
        output.cases(vec![repaired.checked], config)?;
        Ok(Mended::Reported)
    }

    /// Repairs until nothing is left to repair.
    fn repaired(
        &self,
        text: &str,
        cases: &Cases,
        config: &Config,
        output: &Output,
    ) -> Result<Repaired> {
        let moves = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.moves_locator);
        let mut text = text.to_owned();
        let mut made = 0;
        let mut rounds = 0;
        loop {
            let inspection = inspected(cases.read_again(&text)?, config, &|it| it);
            let mut findings = inspection.findings.clone();
            let checked = collect(inspection, &InFile::whole());
            // Findings in the baseline are not reported, so they are not repaired either.
            let are_new = output.are_new(&checked);
            for (finding, is_new) in findings.iter_mut().zip(&are_new) {
                finding.fix = finding.fix.take().filter(|_| *is_new);
            }
            let chosen = |finding: &Finding| self.fix_locators || !moves(finding);
            let (next, now) = fix::apply_safely(&text, &findings, chosen, &|text| {
                Some(cases.read_again(text).ok()?.response)
            });
            let is_all = now == 0 || next == text;
            if is_all || rounds == MAX_ROUNDS {
                let movable = findings.iter().filter(|finding| moves(finding)).count();
                let movable = if self.fix_locators { 0 } else { movable };
                let new = checked.findings.iter().zip(&are_new).filter(|(_, is_new)| **is_new);
                let unmoved = new.filter_map(|(finding, _)| unmoved(finding, &text));
                let unmoved = unmoved.filter(|_| self.fix_locators).collect();
                return Ok(Repaired { text, made, checked, movable, unmoved, is_all });
            }
            text = next;
            made += now;
            rounds += 1;
        }
    }
}

/// Returns the arguments for each file that cites code, in these folders and files.
///
/// Fails for a folder with other answers, whose sources may be beside them.
pub(super) fn files_of(cases: &[CaseArgs]) -> Result<Vec<CaseArgs>> {
    let mut files = Vec::new();
    for case in cases {
        if !case.is_folder() {
            files.push(case.clone());
            continue;
        }
        let all = match case.open() {
            Err(error) if error.kind() == ErrorKind::Unrecognized => continue,
            all => all?,
        };
        for index in 0..all.len() {
            if all.read(index)?.format.name != code_references::DIALECT.name {
                let why = "it is a folder with answers that cite no code";
                return Err(refused(case.input(), why));
            }
            files.push(case.for_response(all.file_name(index)));
        }
    }
    Ok(files)
}

impl Repaired {
    /// Reports the locators that are not moved, by the reason.
    fn report_unmoved(&self) {
        for (kind, why) in [
            (
                UnmovedKind::Other,
                "only locators in markers such as `\\ue200cite\\ue202ID\\ue202L4\\ue201` and in references to \
                 code are moved",
            ),
            (UnmovedKind::Marker, "the better match is not clear enough"),
            (
                UnmovedKind::Code,
                "lines of code are moved only if the history shows where they went",
            ),
        ] {
            let lines = self.unmoved.iter().filter(|it| it.kind == kind);
            let mut lines: Vec<u64> = lines.map(|it| it.line).collect();
            if lines.is_empty() {
                continue;
            }
            let what = count(lines.len(), "locator");
            lines.dedup();
            let more = lines.len().saturating_sub(MAX_NAMED);
            let named = lines.iter().take(MAX_NAMED).map(u64::to_string);
            let noun = if lines.len() == 1 { "line" } else { "lines" };
            let places = listed(named, more, ", ");
            let hint = "the findings name the lines to cite";
            print_message(&format!("{what} not moved ({noun} {places}): {why}"), Some(hint));
        }
    }

    /// Reports the number of repairs, and the findings that were not repaired.
    fn report(&self, done: &str, output: &Output, name: &str) {
        if !output.prints() {
            return;
        }
        let hint = (self.movable > 0).then(|| {
            let locators = count(self.movable, "locator");
            format!("`--fix-locators` also moves {locators} to the lines with the words")
        });
        let made = match self.made {
            0 if !self.unmoved.is_empty() => "no repair".to_owned(),
            0 => "nothing to repair".to_owned(),
            made => format!("{} {done}", count(made, "repair")),
        };
        print_message(&format!("{made} in {}", input_title(name)), hint.as_deref());
        self.report_unmoved();
        if !self.is_all {
            print_message("some repairs are left", Some("run it again"));
        }
    }
}

/// Returns the locator of a finding that says where the claim has a better match in the cited source, if no
/// repair moves it.
fn unmoved(finding: &ReportFinding, text: &str) -> Option<Unmoved> {
    let has_match = finding.passage.is_some() && finding.fix.is_none();
    let mark = finding.span.slice(text).unwrap_or_default();
    let is_marker = ["\u{e200}", "\\ue200", "\\uE200"].iter().any(|opening| mark.contains(opening));
    let kind = if is_marker {
        UnmovedKind::Marker
    } else if code_references::may_cite("", mark) {
        UnmovedKind::Code
    } else {
        UnmovedKind::Other
    };
    (finding.rule.name == DRIFTED && has_match)
        .then_some(Unmoved { line: u64::from(finding.start.line), kind })
}

/// Returns the byte order mark of an input and the text after it, if the text is the whole
/// response.
fn own_text<'b>(cases: &Cases, bytes: &'b [u8]) -> Result<(&'static str, &'b str)> {
    const MARK: &str = "\u{feff}";
    let format = cases.format();
    let refuse = |why: &str| refused(&cases.input().name, why);
    if Input::unpacks(bytes) {
        return Err(refuse("it has to be unpacked or recoded to be read"));
    }
    if !format.beginning_reads() {
        return Err(refuse(&format!("the response is inside a document (`{}`)", format.name)));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(refuse("it is not wholly UTF-8"));
    };
    let (mark, text) = text.strip_prefix(MARK).map_or(("", text), |text| (MARK, text));
    if cases.len() != 1 || !is_all_of(&cases.read(0)?.response.text, text) {
        return Err(refuse("the response is not all of it"));
    }
    Ok((mark, text))
}

fn refused(name: &str, why: &str) -> Error {
    Error::new("repair", input_title(name), why)
        .hint("what can be repaired is a response in a text or Markdown file of its own")
}

/// Writes the repaired response to its file, unless the file has changed since it was read.
fn write(name: &str, before: &[u8], after: &str) -> Result<()> {
    let path = Path::new(name);
    let failed = |error| Error::io("write", name, error);
    if gate::read(path, MAX_BYTES)? != before {
        return Err(Error::new("write", name, "it was changed while it was checked")
            .hint("nothing was written; run it again"));
    }
    file::replace(path, after.as_bytes()).map_err(failed)
}
