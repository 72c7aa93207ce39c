//! `--since`: the citations that changed, and those whose code did.

use std::collections::BTreeMap;

use super::lines::{equal_lines, inline};
use crate::dialects::marks::code_references::{FAMILY, as_read};
use crate::history::History;
use crate::model::{Case, Revision};
use crate::sources::{Checkout, from_root};
use crate::text::lines::LineIndex;

/// The choice of citations that changed, or whose code changed.
pub(super) struct ChangedSince<'r> {
    pub(super) history: &'r History,
    pub(super) checkout: &'r Checkout,
    pub(super) since: Revision,
    pub(super) folder: &'r str,
}

impl ChangedSince<'_> {
    /// Drops all other citations.
    pub(super) fn retain(&self, case: &mut Case, path: Option<&str>) {
        let text = &case.response.text;
        let before = path.map(|path| self.lines_before(path, text)).unwrap_or_default();
        let index = LineIndex::new(text);
        let mut code: BTreeMap<String, bool> = BTreeMap::new();
        case.response.citations.retain(|citation| {
            let line = index.number(citation.anchor.span.start).checked_sub(1);
            let line = line.and_then(|line| usize::try_from(line).ok());
            let is_old = line.and_then(|line| before.get(line)).copied().unwrap_or(false);
            let mut ids = citation.targets.iter().map(|target| &target.id);
            let is_code = citation.family == FAMILY;
            !is_old
                || is_code
                    && ids.any(|id| *code.entry(id.clone()).or_insert_with(|| self.has_changed(id)))
        });
    }

    /// Returns, for each line of a text, true if it existed at the revision.
    fn lines_before(&self, path: &str, text: &str) -> Vec<bool> {
        let changed = self.history.changed(&self.since.id);
        let renamed = changed.iter().find(|(old, new)| old.is_some() && new == path);
        let before = renamed.and_then(|(old, _)| old.as_deref()).unwrap_or(path);
        let Some(before) = self.history.text(&self.since.id, before) else { return Vec::new() };
        let images = equal_lines(&as_read(path, &before), text);
        images.into_iter().map(|image| image.is_some()).collect()
    }

    /// Returns true if a cited file was changed, committed or not.
    fn has_changed(&self, id: &str) -> bool {
        let Some(path) = self.checkout.find(id, self.folder) else { return true };
        let changed = self.history.changed(&self.since.id);
        if changed.iter().any(|(_, new)| *new == path) {
            return true;
        }
        let source = from_root(self.checkout.root(), &path);
        let now = inline(&source.text);
        now.is_some() && self.history.committed(&path).as_deref() != now.map(|now| &**now)
    }
}
