//! The pane that takes the keys.

/// The pane that takes the keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Focus {
    /// The response.
    #[default]
    Response,
    /// The source.
    Source,
}
