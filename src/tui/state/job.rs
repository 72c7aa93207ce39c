//! Long work that is done in the background, and its results.

use std::sync::Arc;

use regex::bytes::Regex;

use crate::error::{Error, Result};
use crate::inspect::{Comparison, Inspection};
use crate::model::Document;
use crate::report::cut::Cut;
use crate::review::{Judgement, Subject};
use crate::sources::Store;
use crate::sources::store::Counted;
use crate::text::Span;
use crate::tui::colours::CodeLine;
use crate::tui::role::Role;
use crate::tui::state::{Again, CaseName, DocumentReading, Hit, Judged, Reread};

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
        /// The text typed, to check that the outcome is still wanted.
        words: String,
        /// The same as a pattern.
        pattern: Regex,
    },
    /// Find the lines of all sources that have a match.
    FindInSources {
        /// The text typed, or the words of a claim.
        words: String,
        /// The same as a pattern.
        pattern: Regex,
        /// True if the lines with most of the words come first.
        by_words: bool,
        /// Each source that has a text.
        stores: Vec<(usize, Arc<Store>)>,
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
        /// The progress of counting them.
        from: usize,
    },
    /// Ask the judge, if there is one, about a case as opened in this round.
    Judge(usize, Arc<Inspection>),
    /// Find the names of the next cases, for their list.
    Name {
        /// The first of them.
        from: usize,
    },
    /// Inspect the next cases, for their list.
    Summarize {
        /// The first of them.
        from: usize,
    },
    /// Compare claims and passages, and run the rules.
    Weigh {
        /// Index of the case.
        index: usize,
        /// Its inspection so far.
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
    /// Find the subjects of the case.
    Subjects {
        /// Index of the case.
        index: usize,
        /// Its inspection.
        inspection: Arc<Inspection>,
    },
    /// Compare a claim with a better match.
    Compare {
        /// Index of the case.
        index: usize,
        /// Indexes of the citation, of its target, and of the match among the better ones.
        place: (usize, usize, usize),
        /// The inspection of the case.
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

/// The identity of a job, so that none is started twice.
pub type Key = (u8, Option<usize>, Span);

/// The number in the key of a job for the judge.
const JUDGE: u8 = 12;

/// True if a job is never started again, whatever was opened or read again since: its key names the
/// round that it is about.
pub const fn is_asked_once(key: &Key) -> bool {
    key.0 == JUDGE
}

impl Job {
    /// Its key.
    pub fn key(&self) -> Key {
        match self {
            Self::Count { source, .. } => (0, Some(*source), Span::default()),
            Self::Find { source, .. } => (1, Some(*source), Span::default()),
            Self::FindInSources { .. } => (14, None, Span::default()),
            Self::ColourSource { source, view, .. } => (2, Some(*source), *view),
            Self::ColourBlock { within, .. } => (3, None, *within),
            Self::Open { index } => (4, Some(*index), Span::default()),
            Self::Weigh { index, .. } => (6, Some(*index), Span::default()),
            Self::Name { from } => (5, Some(*from), Span::default()),
            Self::CountCases { from } => (7, Some(*from), Span::default()),
            Self::Summarize { from } => (11, Some(*from), Span::default()),
            Self::Subjects { index, .. } => (9, Some(*index), Span::default()),
            Self::Again(again) => (10, Some(again.index), Span::at(again.changes)),
            Self::Compare { place: (citation, target, better), .. } => {
                (13, Some(*citation), Span::new(*better, better + target))
            }
            Self::Judge(round, _) => (JUDGE, None, Span::at(*round)),
            Self::Read { index, source, .. } => (8, Some(*source), Span::at(*index)),
        }
    }

    /// Returns the outcome if the program fails at the job.
    pub fn failure(&self) -> Outcome {
        match self {
            Self::Open { index } => {
                let failed = Err(internal_error("open", *index));
                Outcome::Opened { index: *index, opened: Box::new(failed) }
            }
            Self::Again(again) => {
                let failed = internal_error("read", again.index);
                Outcome::Reread(Box::new(Reread::failed(again.index, again.changes, failed)))
            }
            Self::Weigh { .. } | Self::Subjects { .. } | Self::Count { .. } => {
                Outcome::Failed { ends_case: true }
            }
            _ => Outcome::Failed { ends_case: false },
        }
    }
}

/// Returns the error for a case at which the program itself failed.
pub fn internal_error(action: &'static str, index: usize) -> Error {
    Error::new(action, format!("case {}", index + 1), "internal error of pincite: please report it")
}

/// The result of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The program failed at the job.
    Failed {
        /// True if the case cannot be judged without the job.
        ends_case: bool,
    },
    /// The lines of a source are counted.
    Counted {
        /// Index of the source.
        source: usize,
    },
    /// All matches in a source.
    Found {
        /// Index of the source.
        source: usize,
        /// The text searched for.
        words: String,
        /// The matches.
        matches: Vec<Span>,
    },
    /// The lines of all sources that have a match.
    FoundInSources {
        /// The text searched for.
        words: String,
        /// The lines.
        hits: Vec<Hit>,
    },
    /// Colours of a stretch of a source, or of the response (`None`).
    Coloured {
        /// Index of the source.
        source: Option<usize>,
        /// The bytes that were coloured.
        within: Span,
        /// The colours.
        spans: Vec<(Span, Role)>,
    },
    /// The subjects of a case.
    Subjects {
        /// Its index.
        index: usize,
        /// The subjects, each with a judgement to fill in.
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
    Read(Box<DocumentReading>),
    /// A case, inspected.
    Opened {
        /// Its index.
        index: usize,
        /// Its inspection, and its response taken apart.
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
        /// The known number.
        counted: Counted,
    },
    /// The results of inspecting cases.
    Summarized {
        /// The first of them.
        from: usize,
        /// In consecutive order of the index.
        summaries: Vec<(usize, CaseName)>,
    },
    /// The names of some cases.
    Named {
        /// By index.
        names: Vec<(usize, CaseName)>,
    },
}

impl From<DocumentReading> for Outcome {
    fn from(reading: DocumentReading) -> Self {
        Self::Read(Box::new(reading))
    }
}
