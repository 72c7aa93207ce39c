//! The changes of the files while they are shown.

use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::review::Difference;

/// The changes of the files while they are shown.
#[derive(Debug, Default)]
pub struct Watching {
    /// True if the case is read again after a change.
    pub on: bool,
    pub(in crate::tui) changes: usize,
    pub(in crate::tui) read: usize,
    /// The time of the last reading, as `12:05:31`.
    pub at: Option<String>,
    pub(in crate::tui) failed: Option<String>,
    /// The differences between the targets of citations and their earlier state, by citation and
    /// target.
    pub differences: BTreeMap<(usize, usize), Difference>,
    pub(in crate::tui) gone: usize,
    /// The number of times a case took the place of its earlier version.
    pub(in crate::tui) renewals: usize,
}

impl Watching {
    /// Returns true if the citation at `index` is marked as changed.
    pub fn marks(&self, index: usize) -> bool {
        self.differences.range((index, 0)..=(index, usize::MAX)).next().is_some()
    }

    /// Forgets the changes, because another case is shown.
    pub fn leave_case(&mut self) {
        let Self { on, changes, read, failed, renewals, .. } = std::mem::take(self);
        *self = Self { on, changes, read, failed, renewals, ..Self::default() };
    }

    /// Returns true if a change needs no word, because the case is read again.
    pub const fn looks_itself(&self) -> bool {
        self.on && self.failed.is_none()
    }

    pub(in crate::tui) fn changed(&self) -> usize {
        let mut citations: Vec<usize> = self.differences.keys().map(|key| key.0).collect();
        citations.dedup();
        citations.len()
    }
}
