//! Names beside a bar: a section after it, `Timetable | Winter`, or the origin before it, `forum | threads.md`.

use super::places::narrowed;
use super::spelling::plain;
use super::{Meant, Names, is_lead};

/// The maximum length of the words for a part of a document, in bytes.
const MAX_SECTION: usize = 200;

impl Names<'_> {
    /// Returns what `Timetable | Winter` means: a context, and words that no other is called by.
    pub(super) fn section(&self, inner: &str) -> Option<Vec<Meant>> {
        let (whole, words) = inner.split_once(" | ")?;
        let contexts = self.named(whole)?;
        let words = words.trim();
        if words.is_empty() || words.len() > MAX_SECTION || words.contains('|') {
            return None;
        }
        if let Some(both) = self.parts.get(&plain(words)).and_then(|own| narrowed(&contexts, own)) {
            return Some(vec![Meant { contexts: both, ..Meant::default() }]);
        }
        let place = Some(self.heading_of(&contexts, words));
        Some(vec![Meant { contexts, place, missing: None }])
    }

    /// Returns what `forum | threads.md` means: a word for the origin of the file comes before it.
    pub(super) fn with_origin(&self, inner: &str) -> Option<Vec<Meant>> {
        let (origin, name) = inner.rsplit_once('|')?;
        if !is_lead(&origin.replacen(':', "", 1)) {
            return None;
        }
        let meant = self.meant(name.trim(), false)?;
        // Files of one origin may have it as their title.
        let is_origin = self.named(origin).is_none_or(|all| {
            meant.iter().flat_map(|own| &own.contexts).all(|context| all.contains(context))
        });
        is_origin.then_some(meant)
    }
}
