//! Reports of findings: what `check` prints, one output a file.
//!
//! The findings of a case are first collected into plain owned data ([`Checked`]), which can be
//! done on any thread; a [`Writer`] then takes the cases in their order. What is written is safe on
//! a terminal and depends on nothing but the findings.

mod baseline;
mod collect;
mod excerpt;
mod fingerprint;
mod github;
mod json;
mod junit;
mod markdown;
mod sarif;
pub mod text;

pub use baseline::Baseline;
pub use collect::collect;
pub use excerpt::Excerpt;
pub use fingerprint::Fingerprint;
pub(in crate::report) use markdown::plain as markdown_text;

use std::io::{self, Write};

use crate::rules::{Rule, Severity};
use crate::text::Span;

/// A way of writing findings.
#[derive(Debug)]
pub struct Report {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// Purpose, in a few words.
    pub summary: &'static str,
    /// Starts a document.
    pub begin: fn(Options) -> Box<dyn Writer>,
}

/// Every report of findings.
pub const REPORTS: &[Report] =
    &[text::REPORT, json::REPORT, sarif::REPORT, junit::REPORT, github::REPORT, markdown::REPORT];

/// Options of a report.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// True to colour the text.
    pub colour: bool,
}

/// A document being written.
pub trait Writer {
    /// Writes what there is to tell of the next case.
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()>;

    /// Ends the document. What it could not hold is reported in sentences.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<Vec<String>>;
}

/// A checked case: one line of a batch, or a whole input.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The case's id, else the name of its input and the line.
    pub id: String,
    /// The file it came from, relative where that can be; `-` for standard input.
    pub input: String,
    /// Mapping from lines of the response to the input.
    pub lines: Lines,
    /// In the order of their places.
    pub remarks: Vec<Remark>,
    /// The error that prevented the check, and its hint.
    pub error: Option<(String, Option<String>)>,
}

/// Mapping from lines of a response to its input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// The input is the response: they are the input's.
    Own,
    /// All of it stands in this line of the input, from 1.
    In(u64),
    /// Somewhere in a JSON document.
    Within,
}

impl Checked {
    /// Returns the name of the response before a line number: the file, or the place in it.
    fn origin(&self) -> String {
        let input = crate::input::record::input_title(&self.input);
        match self.lines {
            Lines::Own => input.to_owned(),
            Lines::In(line) => format!("{input}:{line}, response"),
            Lines::Within => format!("{input}, response of {}", self.id),
        }
    }

    /// The remark's first and last position by lines of the input; `None` where it has no lines
    /// that a remark could stand on.
    fn in_input(&self, remark: &Remark) -> Option<(Position, Position)> {
        let whole = |line| Position { line, column: 1 };
        match self.lines {
            Lines::Own => Some((remark.start, remark.end)),
            Lines::In(line) => Some((whole(line), whole(line))),
            Lines::Within => None,
        }
    }
}

/// A finding with everything a report shows of it.
#[derive(Debug, Clone)]
pub struct Remark {
    /// The rule.
    pub rule: &'static Rule,
    /// Severity.
    pub severity: Severity,
    /// Message.
    pub message: String,
    /// Suggestion.
    pub help: Option<String>,
    /// The citation's number in reading order, from 1.
    pub citation: Option<usize>,
    /// The id of the target it is about, as written.
    pub target: Option<String>,
    /// The name of the source that the target was matched to, or that shows it.
    pub source: Option<String>,
    /// The case it belongs to, where a line of a batch holds several.
    pub case: Option<String>,
    /// Bytes of the response.
    pub span: Span,
    /// Start in the response.
    pub start: Position,
    /// End, exclusive.
    pub end: Position,
    /// Excerpt of the response.
    pub excerpt: Excerpt,
    /// The name of the source that shows it, and an excerpt.
    pub passage: Option<(String, Excerpt)>,
    /// Fingerprint that is stable when lines move.
    pub fingerprint: Fingerprint,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u64,
    /// From 1, in code points.
    pub column: usize,
}
