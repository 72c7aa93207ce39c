//! Lines and columns of a response.

use std::borrow::Cow;

use super::Position;
use crate::cases::batch::Document;
use crate::text::units::Offsets;
use crate::text::{LineIndex, Span, Unit};

/// The lines and columns of a text.
pub(super) struct Positions<'t> {
    text: &'t str,
    lines: Cow<'t, LineIndex>,
    /// Columns in a long line, without counting it anew for every place.
    offsets: Offsets<'t>,
}

impl<'t> Positions<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, lines: Cow::Owned(LineIndex::new(text)), offsets: Offsets::new(text) }
    }

    fn of(document: &'t Document<'t>) -> Self {
        let (text, index) = (document.text(), document.index());
        Self { text, lines: Cow::Borrowed(index.lines()), offsets: index.offsets(text) }
    }

    /// Returns the position of a byte.
    pub(super) fn at(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.lines.number(offset).max(1);
        let start = self.lines.span(line).map_or(0, |span| span.start);
        let range = self.offsets.range(Span::new(start, offset.max(start)), Unit::CodePoints);
        let column = range.map_or(0, |(start, end)| end - start) + 1;
        Position::new(line, column)
    }
}

/// The lines and columns of a response in its file.
pub(super) struct FilePositions<'t> {
    document: &'t Document<'t>,
    positions: Positions<'t>,
}

impl<'t> FilePositions<'t> {
    pub(super) fn new(document: &'t Document<'t>) -> Self {
        Self { document, positions: Positions::of(document) }
    }

    /// Returns the start and the end of a part of the response; whole lines if the columns are not counted.
    pub(super) fn of(&self, part: Span) -> Option<(Position, Position)> {
        let span = self.document.span(part)?;
        let in_file = |offset| {
            let Position { line, column } = self.positions.at(offset);
            let before = if line == 1 { self.document.column? } else { 0 };
            let line = self.document.line.saturating_sub(1) + u64::from(line);
            Some(Position::new(line, before + column as usize))
        };
        match (in_file(span.start), in_file(span.end)) {
            (Some(start), Some(end)) => Some((start, end)),
            _ => Some(Position::of_line(self.document.line)),
        }
    }
}
