//! The case read again because a file changed: the request and its result.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect::Inspection;
use crate::report::cut::Cut;
use crate::review::{Judgement, Subject, Trace};
use crate::sources::store::Counted;

/// The request to the worker: the case as it is now.
#[derive(Debug, Clone)]
pub struct Again {
    /// Index of the case shown.
    pub index: usize,
    /// The number of changes noticed before the request.
    pub changes: usize,
    pub(in crate::tui) before: Arc<Inspection>,
    pub(in crate::tui) subjects: Vec<Subject>,
}

/// The result.
#[derive(Debug)]
pub struct Reread {
    pub(in crate::tui) index: usize,
    pub(in crate::tui) changes: usize,
    /// The files to watch from now on; `None` if the input could not be read.
    pub files: Option<Vec<PathBuf>>,
    /// The cases as they are now; `None` likewise.
    pub cases: Option<Arc<Cases>>,
    pub(in crate::tui) counted: Option<Counted>,
    pub(in crate::tui) changed: Result<Option<ChangedCase>>,
}

impl Reread {
    /// Returns the result for a case that could not be read: what was shown stays.
    pub const fn failed(index: usize, changes: usize, error: Error) -> Self {
        Self { index, changes, files: None, cases: None, counted: None, changed: Err(error) }
    }
}

/// A case that changed.
#[derive(Debug)]
pub struct ChangedCase {
    pub(in crate::tui) index: usize,
    pub(in crate::tui) inspection: Inspection,
    pub(in crate::tui) cut: Cut,
    pub(in crate::tui) drafted: Vec<(Subject, Judgement)>,
    pub(in crate::tui) traces: Vec<Trace>,
}
