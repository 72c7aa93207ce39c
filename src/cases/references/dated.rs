//! The commit that wrote a citation, where later ones only wrote its line again.

use std::collections::BTreeMap;

use crate::history::History;
use crate::model::Revision;

/// The commits before the writers of lines, found once for each file.
pub(super) struct Dated<'h> {
    pub(super) history: &'h History,
    /// The path of the citing text from the root.
    pub(super) path: &'h str,
    /// The commits that changed the text up to one, by that one.
    earlier: BTreeMap<String, Vec<Revision>>,
}

impl<'h> Dated<'h> {
    pub(super) const fn new(history: &'h History, path: &'h str) -> Self {
        Self { history, path, earlier: BTreeMap::new() }
    }

    /// Returns the commit that wrote a citation as it is, if one before `writer` did, the commit of its
    /// line. `None` if the number of such citations shows that the writer added one.
    pub(super) fn first(&mut self, writer: &Revision, raw: &str) -> Option<Revision> {
        // A shallow history begins with a commit that looks like the writer of everything.
        if self.history.is_shallow() || raw.is_empty() {
            return None;
        }
        let number = |text: &str| text.matches(raw).count();
        let mut known = number(&self.history.text(&writer.id, self.path)?);
        let before = number(&self.history.before(&writer.id, self.path)?);
        if before == 0 || before < known {
            return None;
        }
        let path = self.path;
        let earlier = self
            .earlier
            .entry(writer.id.clone())
            .or_insert_with(|| self.history.commits_of(&writer.id, path));
        let mut first = None;
        for commit in earlier.iter().filter(|commit| commit.id != writer.id) {
            let text = self.history.text(&commit.id, path);
            let before = text.map_or(0, |text| number(&text));
            if before == 0 || before < known {
                break;
            }
            known = before;
            first = Some(commit.clone());
        }
        first
    }
}
