//! Reports of findings for `check`: one output per file.
//!
//! The results of a case are first collected into plain owned data ([`Checked`]), on any thread; a
//! [`Writer`] then takes the cases in order. The output is safe on a terminal and depends only on
//! the results.

mod baseline;
mod citation_lines;
mod cited;
mod collect;
mod conditions;
mod csv;
mod excerpt;
mod fingerprint;
mod github;
mod json;
mod junit;
mod known_texts;
pub mod markdown;
mod positions;
mod rows;
mod sarif;
pub mod text;

pub use baseline::Baseline;
#[cfg(feature = "schemas")]
pub(super) use baseline::layout as baseline_layout;
#[cfg(feature = "schemas")]
pub(super) use citation_lines::layout as citation_layout;
pub use cited::{CheckedCitation, CitedTarget, Counts};
pub use collect::{collect, ignored};
pub use conditions::{Condition, CountedAgainst, NamedCitation, Unmet};
pub use excerpt::Excerpt;
pub use fingerprint::Fingerprint;
#[cfg(feature = "schemas")]
pub(super) use json::layout;
pub(crate) use markdown::{
    as_block as markdown_as_block, plain as markdown_text, plain_block as markdown_block,
};

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Deref;
use std::sync::Arc;

use crate::error::Error;
use crate::report::figures::{Gate, Metrics, Outcomes};
use crate::report::secrets::SecretWords;
use crate::rules::{Rule, Severity};
use crate::text::Span;

/// A way of writing findings.
#[derive(Debug)]
pub struct Report {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// Its purpose.
    pub summary: &'static str,
    /// Its syntax.
    pub syntax: Syntax,
    /// True for the first 4 KiB of a document in this form, and for no text that only quotes one.
    pub begins: fn(head: &str) -> bool,
    /// Starts a document.
    pub begin: fn(Options) -> Box<dyn Writer>,
}

/// The syntax of a report, on which it depends how text of an answer is kept from being a command in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// Text and Markdown, for people.
    Text,
    /// JSON, whole or in lines.
    Json,
    /// XML.
    Xml,
    /// Rows, for spreadsheets.
    Csv,
    /// Commands to the service itself.
    Commands,
}

/// Every report of findings.
pub const REPORTS: &[Report] = &[
    text::REPORT,
    json::REPORT,
    csv::REPORT,
    citation_lines::REPORT,
    sarif::REPORT,
    junit::REPORT,
    github::REPORT,
    markdown::REPORT,
];

/// Options of a report.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// True if text has colours.
    pub colour: bool,
    /// True if text names the cases that could not be checked, since nothing next to it does.
    pub with_errors: bool,
}

/// A document being written.
pub trait Writer: Sync {
    /// Returns what [`Self::case`] writes of a case, if that depends on no other case. Several threads may call it
    /// at once.
    fn rendered(&self, checked: &Checked) -> Option<io::Result<Vec<u8>>> {
        _ = checked;
        None
    }

    /// Writes the results of the next case.
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()>;

    /// Ends the document with a summary of the check. Returns sentences about the data that it
    /// could not hold.
    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>>;
}

/// The results over all cases.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The number of cases.
    pub cases: usize,
    /// The reason why nothing was checked, if there are no cases or no rule ran.
    pub unchecked: Option<&'static str>,
    /// The citations by the result of resolving them.
    pub counts: Counts,
    /// The number of findings that comments in responses silence.
    pub ignored: usize,
    /// The number of findings that the baseline has.
    pub known: usize,
    /// The figures for a file of metrics, if they are requested.
    pub metrics: Option<Metrics>,
    /// The results of the minimums for shares.
    pub gates: Vec<Gate>,
    /// The conditions that are not met.
    pub unmet: Vec<Unmet>,
    /// The summary in words, a line each.
    pub lines: Vec<String>,
}

impl Summary {
    /// Returns lines of the summary, with the citations that count against a condition below it.
    pub fn with_named(&self, lines: &[String]) -> Vec<String> {
        let mut all = Vec::with_capacity(lines.len());
        for line in lines {
            all.push(line.clone());
            let unmet = self.unmet.iter().filter(|unmet| unmet.text == *line);
            all.extend(unmet.flat_map(|unmet| unmet.against.lines()));
        }
        all
    }
}

/// A part of a result that is in memory on its own. It takes the place of evidence that is let go while the result is
/// collected; a vector of 100,000 parts would need as much memory beside the evidence.
pub type Apart<T> = Box<T>;

/// A checked case: one line of a batch, or a whole input.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The case's id, else the name of its input and the line.
    pub id: String,
    /// The file it was read from, relative if possible; `-` for standard input.
    pub input: String,
    /// The relation of the lines of the response to those of the input.
    pub lines: ResponseLines,
    /// The findings, by their place in the response.
    pub findings: Vec<Apart<ReportFinding>>,
    /// The citations, in reading order.
    pub citations: Vec<Apart<CheckedCitation>>,
    /// The number of citations by the result of resolving them.
    pub counts: Counts,
    /// The id of each case of a line with several, and its citations by the result of checking them.
    pub cases: Vec<(String, Outcomes)>,
    /// The findings that comments in the response silence.
    pub ignored: Vec<IgnoredFinding>,
    /// The findings that the baseline has, which are not among the others.
    pub known: Vec<Apart<ReportFinding>>,
    /// Notes on what was not read, left out or assumed.
    pub notes: Vec<String>,
    /// The configuration file in force.
    pub configuration: Option<String>,
    /// The reason why it could not be checked, and advice.
    pub error: Option<(String, Option<String>)>,
    /// The words of secrets in the response.
    pub secret_words: SecretWords,
    /// The conditions in force.
    pub conditions: Vec<Condition>,
}

impl Checked {
    /// Returns the result for a case that cannot be read, with this id in this file.
    pub(crate) fn failed((id, input): (String, String), line: Option<u64>, error: &Error) -> Self {
        Self {
            id,
            input,
            lines: line.or_else(|| error.line()).map_or(ResponseLines::Within, ResponseLines::In),
            findings: Vec::new(),
            citations: Vec::new(),
            counts: Counts::default(),
            cases: Vec::new(),
            ignored: Vec::new(),
            known: Vec::new(),
            notes: Vec::new(),
            configuration: None,
            error: Some((error.to_string(), error.advice().map(str::to_owned))),
            secret_words: SecretWords::default(),
            conditions: Vec::new(),
        }
    }

    /// Returns the result of a check that checked nothing.
    fn without_case(why: &str) -> Self {
        let names = (String::new(), String::new());
        let failed = Self::failed(names, None, &Error::new("check", "", why));
        Self { error: Some((why.to_owned(), None)), ..failed }
    }
}

/// A finding that a comment in the response silences.
#[derive(Debug, Clone)]
pub struct IgnoredFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// The line of the response.
    pub line: u64,
    /// The reason that the comment gives; may be empty.
    pub reason: String,
}

/// The relation of the lines of a response to those of its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseLines {
    /// The input is the response: they are the input's.
    Own,
    /// The response begins in this line of the input, from 1, or is in the document there.
    In(u64),
    /// The response is somewhere in the input.
    Within,
}

impl std::fmt::Display for IgnoredFinding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { rule, line, reason } = self;
        write!(f, "{} {} ignored by a comment at line {line}", rule.code, rule.name)?;
        if reason.is_empty() { Ok(()) } else { write!(f, ": {reason}") }
    }
}

impl Checked {
    /// Names the case in its findings and citations, as one of several of a line.
    pub(crate) fn named(mut self) -> Self {
        let id = || Some(self.id.clone());
        self.findings.iter_mut().for_each(|entry| entry.case = id());
        self.citations.iter_mut().for_each(|cited| cited.case = id());
        self.cases = vec![(self.id.clone(), self.counts.outcomes)];
        self
    }

    /// Returns the result for this and another case of the same line.
    pub(crate) fn with(mut self, mut other: Self) -> Self {
        self.findings.append(&mut other.findings);
        self.citations.append(&mut other.citations);
        self.counts += other.counts;
        self.cases.append(&mut other.cases);
        self.ignored.append(&mut other.ignored);
        self.notes.append(&mut other.notes);
        self.secret_words.add(&other.secret_words);
        self
    }

    /// Returns each case with its citations by the result of checking them, and its findings.
    pub(crate) fn each_case(&self) -> Vec<(Outcomes, Vec<&ReportFinding>)> {
        let findings = || self.findings.iter().map(Deref::deref);
        if self.cases.is_empty() {
            return vec![(self.counts.outcomes, findings().collect())];
        }
        let mut of_case: BTreeMap<Option<&str>, Vec<&ReportFinding>> = BTreeMap::new();
        findings().for_each(|entry| of_case.entry(entry.case.as_deref()).or_default().push(entry));
        let cases = self.cases.iter();
        cases
            .map(|(id, outcomes)| {
                (*outcomes, of_case.remove(&Some(id.as_str())).unwrap_or_default())
            })
            .collect()
    }

    /// Returns the name of the response before a line number: the file, or the place in it.
    fn origin(&self) -> String {
        let input = crate::input::record::input_title(&self.input);
        match self.lines {
            ResponseLines::Own => input.to_owned(),
            ResponseLines::In(line) => format!("{input}:{line}, response"),
            ResponseLines::Within => format!("{input}, response of {}", self.id),
        }
    }

    /// Returns the findings about each citation, by case and number.
    fn by_citation(&self) -> BTreeMap<(Option<&str>, usize), Vec<&ReportFinding>> {
        let mut all: BTreeMap<_, Vec<&ReportFinding>> = BTreeMap::new();
        for entry in &self.findings {
            if let Some(number) = entry.citation {
                all.entry((entry.case.as_deref(), number)).or_default().push(entry);
            }
        }
        all
    }

    /// Returns the entry's first and last position by lines of the input; `None` if it has no lines
    /// for a finding.
    fn in_input(&self, entry: &ReportFinding) -> Option<(Position, Position)> {
        match self.lines {
            ResponseLines::Own => Some((entry.start, entry.end)),
            ResponseLines::In(line) => {
                Some(entry.in_file.unwrap_or_else(|| Position::of_line(line)))
            }
            ResponseLines::Within => None,
        }
    }
}

/// A finding with everything a report shows of it.
#[derive(Debug, Clone)]
pub struct ReportFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its severity.
    pub severity: Severity,
    /// True if it makes the check fail.
    pub fails: bool,
    /// The fault.
    pub message: Cow<'static, str>,
    /// Advice.
    pub help: Option<String>,
    /// The citation's number in reading order, from 1.
    pub citation: Option<usize>,
    /// The id of the target it is about, as written.
    pub target: Option<Arc<str>>,
    /// The name of the source that the target was matched to, or that shows it.
    pub source: Option<Arc<str>>,
    /// The case it belongs to, if a line of a batch has several.
    pub case: Option<String>,
    /// Bytes of the response.
    pub span: Span,
    /// Its start in the response.
    pub start: Position,
    /// Its end, exclusive.
    pub end: Position,
    /// Its start and end in the file, if the response is a text in it that was found there.
    pub in_file: Option<(Position, Position)>,
    /// Its lines in the response.
    pub excerpt: Excerpt,
    /// The place in a source that shows it.
    pub passage: Option<Box<PassageShown>>,
    /// The repair that `--fix` makes in the file.
    pub fix: Option<Box<ReportFix>>,
    /// A hash that stays the same when lines move.
    pub fingerprint: Fingerprint,
}

/// A place in a source that shows a finding.
#[derive(Debug, Clone)]
pub struct PassageShown {
    /// The name of the source.
    pub name: Arc<str>,
    /// The source's file, for a document with the page, or that it is the extracted text; the name of a
    /// source that has no file, and that it has none.
    pub path: Arc<str>,
    /// The line of the place in that file, from 1; the excerpt has the numbers of the source's own lines.
    pub line: u64,
    /// The column of the place, from 1, in code points; `None` in a line that is too long to count, or
    /// that has a label in the file.
    pub column: Option<usize>,
    /// The lines.
    pub excerpt: Excerpt,
}

/// A repair of the response's file.
#[derive(Debug, Clone)]
pub struct ReportFix {
    /// The effect, in a few words.
    pub summary: String,
    /// The start and the end of each replaced place, and the new text.
    pub edits: Vec<(Position, Position, String)>,
    /// True if it moves a locator, which only `--fix-locators` does.
    pub moves_locator: bool,
}

impl ReportFinding {
    /// True if plain `--fix` repairs it.
    pub fn is_fixable(&self) -> bool {
        self.fix.as_ref().is_some_and(|fix| !fix.moves_locator)
    }
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in code points.
    pub column: u32,
}

impl Position {
    /// Returns a position; there are many, so that they are kept small.
    fn new(line: u64, column: usize) -> Self {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Self { line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Returns the start and the end of a place that is somewhere in a line.
    fn of_line(line: u64) -> (Self, Self) {
        let start = Self::new(line, 1);
        (start, start)
    }
}
