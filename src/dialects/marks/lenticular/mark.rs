//! A mark in lenticular brackets, or a directive.

use crate::model::{Problem, Target};
use crate::text::Span;

/// The family of citations whose ids are paths in a checkout.
pub const FILE: &str = "file";

/// The longest mark, in bytes.
pub(crate) const MAX_LENGTH: usize = 2048;

/// A mark in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    pub(crate) span: Span,
    pub(crate) family: &'static str,
    pub(crate) target: Option<Target>,
    pub(crate) label: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) problem: Option<Problem>,
    /// Not a citation but a link of a tool's page.
    pub(crate) card: bool,
    /// True if the text can be recognized by it.
    pub(crate) is_definite: bool,
}

/// Returns the line at the start of `rest`, as far as a mark may reach.
pub(crate) fn line(rest: &str) -> &str {
    let limit = rest.get(..rest.floor_char_boundary(MAX_LENGTH)).unwrap_or_default();
    let end = memchr::memchr2(b'\n', b'\r', limit.as_bytes()).unwrap_or(limit.len());
    limit.get(..end).unwrap_or_default()
}
