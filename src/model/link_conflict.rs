//! A link of a response that leads elsewhere than the source that it names.

/// The two addresses of a cited source: the one that the response gives, in a link or in its own list, and the
/// one that the source has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkConflict {
    /// The address that the response gives.
    pub linked: String,
    /// Id of the source that the number or name in the response means.
    pub named: String,
    /// An address of that source.
    pub address: String,
    /// Id of another source that has the linked address: the one that is cited.
    pub other: Option<String>,
}
