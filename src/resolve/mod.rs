//! From a target to its passage: which source, which bytes, how they were found, or why not.

use crate::text::Span;

/// What a target resolves to.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// The passage.
    Found(Passage),
    /// No passage, and why.
    Missing(Missing),
    /// The source's lines are not counted far enough yet; index of the source in the case.
    Pending(usize),
}

/// A place in a source.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Index into the case's sources.
    pub source: usize,
    /// Bytes of the source's text, without the last line's end.
    pub span: Span,
    /// First line, by the number the locator counts; `None` where lines are not counted (whole
    /// sources still being counted).
    pub first_line: Option<u64>,
    /// Last line, inclusive.
    pub last_line: Option<u64>,
    /// Which step found it.
    pub how: How,
    /// What a reader should know before trusting it, as sentences.
    pub doubts: Vec<String>,
}

/// How a passage was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// By the numbers printed in the source.
    Label,
    /// By physical lines.
    Line,
    /// The whole source is cited.
    Whole,
}

impl How {
    /// The name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Line => "line",
            Self::Whole => "whole",
        }
    }
}

/// Why there is no passage.
#[derive(Debug, Clone, PartialEq)]
pub struct Missing {
    /// The kind, with a stable short name.
    pub reason: Reason,
    /// One or two sentences: what was looked for and the nearest facts.
    pub message: String,
    /// Sources that come near: the ambiguous ones, or the one whose lines do not reach.
    pub candidates: Vec<usize>,
}

/// The kinds of [`Missing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No source has the id.
    UnknownSource,
    /// Several sources have the id.
    AmbiguousSource,
    /// The lines lie (partly) outside the source.
    OutOfRange,
    /// The range ends before it starts.
    Reversed,
    /// The source prints no such label.
    MissingLabel,
    /// The locator is no locator.
    BadLocator,
    /// The source is known but its text is not available.
    NoText,
    /// The citation names no source at all.
    NoTarget,
}

impl Reason {
    /// The name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnknownSource => "unknown-source",
            Self::AmbiguousSource => "ambiguous-source",
            Self::OutOfRange => "out-of-range",
            Self::Reversed => "reversed",
            Self::MissingLabel => "missing-label",
            Self::BadLocator => "bad-locator",
            Self::NoText => "no-text",
            Self::NoTarget => "no-target",
        }
    }
}
