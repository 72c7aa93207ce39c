//! A target together with the source of its id.

use std::rc::Rc;
use std::sync::Arc;

use super::find::{Searched, Searches};
use super::lines::CitedSource;
use super::{Doubt, How, Passage, Reason, Resolution};
use crate::model::{Source, Target};
use crate::sources::Store;
use crate::text::Span;

/// Maximum that is read of the pages or blocks that a citation states, in bytes.
pub(super) const MAX_BYTES: usize = 64 * 1024 * 1024;

/// A target in its source.
pub(super) struct TargetInSource<'c> {
    pub(super) place: CitedSource<'c>,
    pub(super) source: &'c Source,
    pub(super) target: &'c Target,
    pub(super) searches: &'c Searches,
}

impl TargetInSource<'_> {
    pub(super) fn store(&self) -> &Arc<Store> {
        self.place.store
    }

    /// Returns the whole text of the source, to look through it.
    pub(super) fn searched(&self) -> Option<Rc<Searched>> {
        self.searches.of(self.place.index, self.store())
    }

    pub(super) fn quote(&self) -> Option<&str> {
        let quote = self.target.quote.as_deref()?;
        (!quote.trim().is_empty()).then_some(quote)
    }

    pub(super) fn too_large(&self) -> Resolution {
        self.missing(Reason::Unreadable, format!("`{}` is too large to search", self.target.id))
    }

    pub(super) fn found(&self, span: Span, how: How, shift: i64, doubts: Vec<Doubt>) -> Resolution {
        let store = self.store();
        let last = span.end.saturating_sub(1).max(span.start);
        Resolution::Found(Passage {
            source: self.place.index,
            span,
            first_line: store.line_at(span.start),
            last_line: store.line_at(last),
            how,
            normalised: false,
            shift,
            doubts,
        })
    }

    pub(super) fn missing(&self, reason: Reason, message: String) -> Resolution {
        Resolution::missing(reason, message, vec![self.place.index])
    }
}

/// Returns the characters that blocks are compared by: separators differ from format to format.
pub(super) fn without_blanks(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !c.is_whitespace())
}
