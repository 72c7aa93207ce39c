//! The elements of Markdown that markers do not belong into.

use pulldown_cmark::{Event, Tag};

use super::{build, mask};
use crate::text::Span;

/// A piece of markup with its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Its kind.
    pub kind: ElementKind,
    /// Bytes of the text, from the first byte of its opening markup to the last of its closing one.
    pub span: Span,
}

/// The kinds of [`Element`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ElementKind {
    /// `*italic*` or `**bold**`.
    Emphasis,
    /// A link or an image, with its address.
    Link,
    /// `` `code` ``.
    Code,
    /// A fenced or indented code block.
    CodeBlock,
    /// A heading of any level.
    Heading,
}

impl ElementKind {
    /// True if text inside is shown as it is.
    pub const fn is_code(self) -> bool {
        matches!(self, Self::Code | Self::CodeBlock)
    }
}

/// Returns the elements of `text`, in the order of their starts, an outer one before an inner one;
/// `masked` as for [`super::parse`].
pub fn elements(text: &str, masked: &[Span]) -> Vec<Element> {
    let copy = mask::masked_copy(text, masked);
    let found = build::events(&copy).filter_map(|(event, range)| {
        let kind = match event {
            Event::Start(Tag::Emphasis | Tag::Strong) => ElementKind::Emphasis,
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => ElementKind::Link,
            Event::Code(_) => ElementKind::Code,
            Event::Start(Tag::CodeBlock(_)) => ElementKind::CodeBlock,
            Event::Start(Tag::Heading { .. }) => ElementKind::Heading,
            _ => return None,
        };
        Some(Element { kind, span: Span::from(range) })
    });
    found.collect()
}
