//! Reasons why a source has no text.

/// The reason why a page has no text.
pub(crate) const ADDRESS_ONLY: &str =
    "the answer gives title and address only; pass the saved page with `--source`";
