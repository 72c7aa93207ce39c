//! The list items around a block, whose text its citations may take over.

use super::segment::Segment;
use crate::text::Span;

/// The open list items, outermost first.
#[derive(Default)]
pub(super) struct Items {
    /// For each item, the number of lists it is in, and its text so far with that of its nested
    /// items.
    open: Vec<(usize, Span)>,
}

impl Items {
    /// Closes the items that a block in `depth` lists is not inside of.
    pub(super) fn close_to(&mut self, depth: usize) {
        self.open.retain(|(own, _)| *own < depth);
    }

    /// Returns the text of the innermost item around.
    pub(super) fn content(&self) -> Option<Span> {
        self.open.last().map(|(_, text)| *text)
    }

    /// Adds the text of a block to the items around it, and opens its own.
    pub(super) fn add(&mut self, segment: &Segment, text: Option<Span>) {
        let Some(text) = text else { return };
        for (_, around) in &mut self.open {
            around.end = around.end.max(text.end);
        }
        if segment.list_depth > 0 {
            self.open.push((segment.list_depth, text));
        }
    }
}
