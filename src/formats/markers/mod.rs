//! Stub of the markers reader until the real one is merged.

use crate::model::Response;

/// Which family words are citations.
#[derive(Debug, Clone, Default)]
pub struct Families;

/// Reads a response.
pub fn read_response(text: String, _families: &Families) -> Response {
    Response { text, ..Response::default() }
}
