//! Links to files.

use super::MAX_LENGTH;
use crate::text::brackets::enclosed;
use crate::text::{Span, address};

/// True for the address of a link, and not for a part of a source: `[reg_4](1)`.
pub(super) fn is_link(after: &str) -> bool {
    let end = after.bytes().take(MAX_LENGTH).position(|byte| matches!(byte, b')' | b'\n'));
    let target = end.and_then(|end| after.strip_prefix('(')?.get(..end.checked_sub(1)?));
    target.is_some_and(|target| target.is_empty() || target.contains(['/', '.', '#', ':']))
}

/// A link to a file.
pub(super) struct Link<'t> {
    /// From `[` to `)`.
    pub(super) span: Span,
    pub(super) label: &'t str,
    /// The path, without percent-encoding.
    pub(super) target: String,
}

/// Returns the links to files in a text.
pub(super) fn links(text: &str) -> impl Iterator<Item = Link<'_>> {
    enclosed(text, '[', ']', &[]).filter_map(move |(span, inner)| {
        let after = text.get(span.end..)?.strip_prefix('(')?;
        let ends = |byte: u8| matches!(byte, b')' | b'\n');
        let len = after.bytes().take(MAX_LENGTH).position(ends)?;
        let (target, rest) = after.split_at_checked(len)?;
        let is_image = text.get(..span.start)?.ends_with('!');
        let is_file = !target.is_empty() && !target.contains("://") && rest.starts_with(')');
        (is_file && !is_image).then(|| Link {
            span: Span::new(span.start, span.end + len + 2),
            label: inner.slice(text).unwrap_or_default(),
            target: address::decoded(target),
        })
    })
}

/// Returns the links of a text to documents: `[Timetable](papers/timetable.pdf)`.
pub(crate) fn document_links(text: &str) -> Vec<Span> {
    const ENDS: [&str; 4] = [".pdf", ".docx", ".pptx", ".xlsx"];
    let is_document = |link: &Link<'_>| {
        let target = link.target.split('#').next().unwrap_or_default().to_lowercase();
        ENDS.iter().any(|end| target.ends_with(end))
    };
    links(text).filter(is_document).map(|link| link.span).collect()
}
