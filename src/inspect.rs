//! The façade: a case in, everything that is known about it out.

use std::sync::Arc;

use crate::model::Case;
use crate::resolve::Resolution;
use crate::sources::Store;
use crate::text::Span;

/// A case with what was found out about it. What the screen, the commands and the reports show.
#[derive(Debug, Clone)]
pub struct Inspection {
    /// The case as read.
    pub case: Case,
    /// The text of each source, parallel to `case.sources`; the reason where it cannot be read.
    pub stores: Vec<Result<Arc<Store>, String>>,
    /// What was found for each citation, parallel to `case.response.citations`.
    pub findings: Vec<Inspected>,
    /// How the ids used in the citations were matched to sources, one entry an id that matched by
    /// anything else than the source's own id; in order of first use.
    pub matches: Vec<IdMatch>,
}

/// What was found for one citation.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspected {
    /// The response text it stands behind.
    pub claim: Option<Claim>,
    /// Parallel to the citation's targets.
    pub targets: Vec<Resolution>,
}

/// The response text a citation stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the response; may hold markers of other citations.
    pub span: Span,
    /// Whether it was inferred from where the marker stands.
    pub inferred: bool,
}

/// How an id was matched to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdMatch {
    /// The id as cited.
    pub id: String,
    /// Index into the case's sources.
    pub source: usize,
    /// What matched.
    pub by: crate::model::IdFrom,
}

/// Inspects a case to the end: opens its sources, counts lines as far as needed, resolves.
pub fn inspect(_case: Case) -> Inspection {
    panic!("stub")
}

/// Inspects as far as can be done at once; targets that need more lines counted stay
/// [`Resolution::Pending`] until [`resume`].
pub fn begin(_case: Case) -> Inspection {
    panic!("stub")
}

/// Resolves again what was pending, with the lines counted by now.
pub fn resume(_inspection: &mut Inspection) {}
