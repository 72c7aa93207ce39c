//! What takes long and is done beside the screen, and what came of it.

use std::sync::Arc;

use regex::bytes::Regex;

use crate::error::Result;
use crate::inspect::{Comparison, Inspection};
use crate::model::Document;
use crate::report::cut::Cut;
use crate::review::{Judgement, Subject};
use crate::sources::Store;
use crate::sources::store::Counted;
use crate::text::Span;
use crate::tui::colours::CodeLine;
use crate::tui::role::Role;
use crate::tui::state::judging::Judged;
use crate::tui::state::reading::Reading;
use crate::tui::state::reread::{Again, Reread};
use crate::tui::state::survey::CaseName;

/// Something to be done.
#[derive(Debug, Clone)]
pub enum Job {
    /// Count the lines of a source to the end.
    Count {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
    },
    /// Find all matches in a source.
    Find {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
        /// What was typed, to tell whether the outcome is still wanted.
        words: String,
        /// The same as a pattern.
        pattern: Regex,
    },
    /// Colour the lines of a source that are in view.
    ColourSource {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
        /// Its file's extension.
        language: String,
        /// Bytes in view, from one row's start to another's.
        view: Span,
    },
    /// Colour a code block of the response.
    ColourBlock {
        /// The fence's language word.
        language: String,
        /// Its lines.
        lines: Vec<CodeLine>,
        /// Bytes of the response it takes.
        within: Span,
    },
    /// Count cases a step further.
    CountCases {
        /// How far they are counted.
        from: usize,
    },
    /// Ask the judge about a case as it was opened in this round, if there is a judge.
    Judge(usize, Arc<Inspection>),
    /// Say what the next cases are called, for their list.
    Name {
        /// The first of them.
        from: usize,
    },
    /// Inspect the next cases, for their list.
    Survey {
        /// The first of them.
        from: usize,
    },
    /// Compare claims and passages, and run the rules.
    Weigh {
        /// Index of the case.
        index: usize,
        /// What is known about it so far.
        inspection: Arc<Inspection>,
    },
    /// Get the text out of a document.
    Read {
        /// Index of the case.
        index: usize,
        /// Index of the source.
        source: usize,
        /// The document.
        document: Document,
    },
    /// Find out what there is to judge.
    Subjects {
        /// Index of the case.
        index: usize,
        /// What is known about it.
        inspection: Arc<Inspection>,
    },
    /// Compare a claim with a better match that is looked at.
    Compare {
        /// Index of the case.
        index: usize,
        /// Indexes of the citation, of its target, and of the match among the better ones.
        place: (usize, usize, usize),
        /// What is known about the case.
        inspection: Arc<Inspection>,
    },
    /// Read the case again.
    Again(Again),
    /// Open another case.
    Open {
        /// Its index.
        index: usize,
    },
}

/// What makes two jobs the same, so that neither is asked for twice.
pub type Key = (u8, Option<usize>, Span);

impl Job {
    /// Its key.
    pub fn key(&self) -> Key {
        match self {
            Self::Count { source, .. } => (0, Some(*source), Span::default()),
            Self::Find { source, .. } => (1, Some(*source), Span::default()),
            Self::ColourSource { source, view, .. } => (2, Some(*source), *view),
            Self::ColourBlock { within, .. } => (3, None, *within),
            Self::Open { index } => (4, Some(*index), Span::default()),
            Self::Weigh { index, .. } => (6, Some(*index), Span::default()),
            Self::Name { from } => (5, Some(*from), Span::default()),
            Self::CountCases { from } => (7, Some(*from), Span::default()),
            Self::Survey { from } => (11, Some(*from), Span::default()),
            Self::Subjects { index, .. } => (9, Some(*index), Span::default()),
            Self::Again(again) => (10, Some(again.index), Span::at(again.told)),
            Self::Compare { place: (citation, target, better), .. } => {
                (13, Some(*citation), Span::new(*better, better + target))
            }
            Self::Judge(round, _) => (12, None, Span::at(*round)),
            Self::Read { index, source, .. } => (8, Some(*source), Span::at(*index)),
        }
    }
}

/// What came of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The lines of a source are counted.
    Counted {
        /// Index of the source.
        source: usize,
    },
    /// All matches in a source.
    Found {
        /// Index of the source.
        source: usize,
        /// What was looked for.
        words: String,
        /// Where it stands.
        matches: Vec<Span>,
    },
    /// Colours of a stretch of a source, or of the response (`None`).
    Coloured {
        /// Index of the source.
        source: Option<usize>,
        /// The bytes that were looked at.
        within: Span,
        /// The colours.
        spans: Vec<(Span, Role)>,
    },
    /// What there is to judge in a case.
    Subjects {
        /// Its index.
        index: usize,
        /// What there is, each with a judgement to fill in.
        subjects: Vec<(Subject, Judgement)>,
    },
    /// A claim is compared with a better match.
    Compared {
        /// Index of the case.
        index: usize,
        /// Indexes of the citation, of its target, and of the match among the better ones.
        place: (usize, usize, usize),
        /// The result of the comparison.
        comparison: Box<Comparison>,
    },
    /// The judge said something.
    Judged(Judged),
    /// A document is read, or a part of it.
    Read(Box<Reading>),
    /// A case, inspected.
    Opened {
        /// Its index.
        index: usize,
        /// What is known about it, and its response taken apart.
        opened: Box<Result<(Inspection, Cut)>>,
    },
    /// The case is read again.
    Reread(Box<Reread>),
    /// A case is weighed.
    Weighed {
        /// Its index.
        index: usize,
        /// The same with its evidence.
        inspection: Box<Inspection>,
    },
    /// Cases are counted further.
    CasesCounted {
        /// How many are known.
        counted: Counted,
    },
    /// What inspecting cases found.
    Surveyed {
        /// The first of them.
        from: usize,
        /// By index, one after the other.
        surveys: Vec<(usize, CaseName)>,
    },
    /// What some cases are called.
    Named {
        /// By index.
        names: Vec<(usize, CaseName)>,
    },
}

/// The outcome of a reading.
impl From<Reading> for Outcome {
    fn from(reading: Reading) -> Self {
        Self::Read(Box::new(reading))
    }
}
