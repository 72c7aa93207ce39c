//! The model that every dialect is read into: a case, its response with citations, its sources.
//!
//! Plain data with public fields. This module does no I/O and knows no JSON; a source in a file is
//! named here and opened by [`crate::sources`]. All spans are bytes of UTF-8.

mod citation;
mod document;
mod link_conflict;
mod past;
mod source;

use crate::text::{Span, Unit};
pub use citation::{
    Anchor, AnchorKind, BoxUnit, Card, Citation, Judgement, Locator, PageBox, Placement, Problem,
    ProblemKind, Spelling, Target,
};
pub use document::{
    Anchored, Cue, Division, DivisionKind, Document, DocumentData, DocumentText, Outline, Stamp,
};
pub use link_conflict::LinkConflict;
pub use past::{Fate, Past, Revision, lines_of};
pub use source::{IdFrom, Origin, Source, SourceText};

/// A response with its sources, from one file, one JSONL line or one exported message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Case {
    /// The case's own id if the input gives one, else the input's name.
    pub id: String,
    /// The file it was read from, as the user named it; `-` for standard input.
    pub input: String,
    /// The dialect it was read as.
    pub format: FormatNote,
    /// The question, if it is known.
    pub question: Option<String>,
    /// The text to be checked.
    pub response: Response,
    /// The sources that can be cited, in the order given.
    pub sources: Vec<Source>,
    /// Notes on what the reader did not understand or had to assume, in whole sentences.
    pub notes: Vec<String>,
    /// Places in the response that look like citations and were not read, in order.
    pub unread: Vec<Span>,
    /// The notes on these places, which are among `notes`.
    pub unread_notes: Vec<String>,
    /// Number of parts of the input, such as events of a stream, that could not be read.
    pub dropped: usize,
    /// The number of citations left out because neither they nor what they cite changed.
    pub unchanged: usize,
    /// True if the response is text in data, such as JSON: another program wrote it.
    pub is_in_data: bool,
}

/// The dialect a case was read as, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormatNote {
    /// The dialect's short name, as `--from` takes it.
    pub name: &'static str,
    /// Reason that the dialect was detected.
    pub reason: String,
    /// The reading of its offsets, if the dialect has any.
    pub reading: Option<OffsetReading>,
}

impl FormatNote {
    /// Describes how offsets were read.
    pub fn offsets(&self) -> Option<&str> {
        self.reading.as_ref().map(|reading| reading.description.as_str())
    }
}

/// The reading of a payload's offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetReading {
    /// The unit they count.
    pub unit: Unit,
    /// True if the end is the last covered place and not the one after it.
    pub inclusive: bool,
    /// A description with the evidence for it: `bytes, end exclusive; 12 of 12 fit`.
    pub description: String,
}

/// The text to be checked, with its citations.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Response {
    /// The original text, including markers.
    pub text: String,
    /// In the order of their anchors.
    pub citations: Vec<Citation>,
    /// Markers that are not citations, in the order of their spans.
    pub cards: Vec<Card>,
}

impl Response {
    /// Returns the indexes of the citations in the order of their positions in the text.
    pub fn reading_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.citations.len()).collect();
        order.sort_by_key(|&at| self.citations.get(at).map(|citation| citation.anchor.shown_at()));
        order
    }
}
