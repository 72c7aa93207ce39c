//! Lines and columns of a response.

use super::Position;
use crate::text::units::Offsets;
use crate::text::{LineIndex, Span, Unit};

/// The lines and columns of a text.
pub(super) struct Positions<'t> {
    text: &'t str,
    lines: LineIndex,
    /// Columns in a long line, without counting it anew for every place.
    offsets: Offsets<'t>,
}

impl<'t> Positions<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, lines: LineIndex::new(text), offsets: Offsets::new(text) }
    }

    /// Returns the position of a byte.
    pub(super) fn at(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.lines.number(offset).max(1);
        let start = self.lines.span(line).map_or(0, |span| span.start);
        let range = self.offsets.range(Span::new(start, offset.max(start)), Unit::CodePoints);
        let column = range.map_or(0, |(start, end)| end - start) + 1;
        Position { line, column }
    }
}
