//! The list items around a block, whose text its citations may take over.

use super::Hole;
use super::segment::{Segment, SegmentKind};
use crate::text::Span;

/// The open list items, outermost first.
#[derive(Default)]
pub(super) struct Items {
    /// For each item, the number of lists it is in, and its text so far with that of its nested
    /// items.
    open: Vec<(usize, Span)>,
    /// The last entries of a list that have no citation.
    entries: Option<Span>,
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

    /// Returns what a citation alone in a block supports: the uncited entries of the list that ended
    /// above, or the block `above`; nothing in code.
    pub(super) fn block_above(&self, segment: &Segment, above: Option<Span>) -> Option<Span> {
        let entries = self.entries.filter(|_| segment.list_depth == 0);
        entries.or(above).filter(|_| segment.kind != SegmentKind::Code)
    }

    /// Returns the words of a block that a citation alone in the next block may support, of those that
    /// are `open` to it, and remembers them if the block is an entry without a citation.
    pub(super) fn carry(
        &mut self,
        segment: &Segment,
        open: Option<Span>,
        here: &[Hole],
    ) -> Option<Span> {
        let open = open.filter(|_| segment.kind.carries());
        let is_uncited = here.iter().all(|hole| hole.citation.is_none());
        let own = open.filter(|_| segment.list_depth > 0 && is_uncited);
        let start = |own: Span| self.entries.map_or(own.start, |entries| entries.start);
        self.entries = own.map(|own| Span::new(start(own), own.end));
        open
    }
}

/// The maximum length of what begins the entry of a list, in bytes.
const MAX_BULLET: usize = 24;

/// Returns the line before byte `at` of a text; `None` if it is longer than what begins the entry of a list.
pub(super) fn short_before(text: &str, at: usize) -> Option<&str> {
    let near = text.floor_char_boundary(at.saturating_sub(MAX_BULLET));
    let before = text.get(near..at)?;
    let line = before.rsplit_once('\n').map(|(_, line)| line);
    line.or_else(|| (near == 0).then_some(before))
}
