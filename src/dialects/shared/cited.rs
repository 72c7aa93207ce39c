//! A citation as a payload states it, before its source is settled.

use crate::model::Target;

/// A citation as its payload has it.
#[derive(Debug)]
pub(crate) struct Cited {
    /// The kind of citation, as the payload calls it.
    pub(crate) kind: String,
    /// What it points at.
    pub(crate) cites: Cites,
    /// The same as the model has it.
    pub(crate) target: Target,
    /// The title that it gives its source.
    pub(crate) title: Option<String>,
    /// The address or name that it gives its source.
    pub(crate) origin: Option<String>,
}

/// What a citation names its source by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cites {
    /// `document_index`.
    Document(u64),
    /// `search_result_index`.
    SearchResult(u64),
    /// An address.
    Page(String),
    /// A title, for want of an index; the type of the citation, for want of a title.
    Titled(String),
}

impl Cites {
    /// The id of the source.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Document(index) => format!("document {index}"),
            Self::SearchResult(index) => format!("search result {index}"),
            Self::Page(name) | Self::Titled(name) => name.clone(),
        }
    }
}
