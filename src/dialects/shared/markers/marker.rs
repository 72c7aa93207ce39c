//! One marker of a text.

use crate::text::Span;

/// The end of a marker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a close.
    #[default]
    Closed,
    /// The input, `MARKER_LIMIT` or `PROSE_LIMIT` ended first.
    Unclosed,
    /// Another opening came first.
    SecondOpening,
}

/// One marker of a text.
#[derive(Debug, Default)]
pub(crate) struct Marker {
    /// The marker's own text. For a broken one, the longest part that reads like a marker.
    pub(crate) span: Span,
    /// The family, then every other field, untrimmed.
    pub(crate) fields: Vec<Span>,
    /// Its end.
    pub(crate) ending: Ending,
    /// True if any of its marks is an escape.
    pub(crate) escaped: bool,
    /// True if its family is one of those searched for, or it broke off before the family.
    pub(crate) asked: bool,
}

impl Marker {
    /// Returns the field before the first separator.
    pub(crate) fn head(&self) -> Span {
        self.fields.first().copied().unwrap_or_default()
    }
}
