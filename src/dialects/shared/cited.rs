//! A citation as a payload states it, before its source is settled.

use serde_json::Value;

use crate::dialects::shared::position::Position;
use crate::model::Target;

/// A citation as its payload has it.
#[derive(Debug)]
pub(crate) struct Cited {
    /// The kind of citation, as the payload calls it.
    pub(crate) kind: String,
    /// Targets that it points at.
    pub(crate) cites: Cites,
    /// The same as the model has it.
    pub(crate) target: Target,
    /// The title that it gives its source.
    pub(crate) title: Option<String>,
    /// The address or name that it gives its source.
    pub(crate) origin: Option<String>,
}

/// The name by which a citation refers to its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cites {
    /// `document_index`.
    Document(u64),
    /// `search_result_index`.
    SearchResult(u64),
    /// An index that no source can have, as written, after the name of the thing that it counts.
    Malformed(String),
    /// An address.
    Page(String),
    /// A title or another name.
    Titled(String),
    /// A title, for want of the index that this kind of citation must have; without a title, what
    /// the index would count.
    Unindexed(String),
}

impl Cites {
    /// Reads an index: `of` turns it into a source's number, and `noun` names what it counts.
    /// `None` if there is none. The words that the payload repeats never replace an index.
    pub(crate) fn index(value: Option<&Value>, noun: &str, of: fn(u64) -> Self) -> Option<Self> {
        if value.is_some_and(Value::is_string) {
            return value.map(|value| Self::Malformed(format!("{noun} {value}")));
        }
        Some(match Position::read(value)? {
            Position::At(number) => of(number),
            Position::Malformed(written) => Self::Malformed(format!("{noun} {written}")),
        })
    }

    /// True if it counts the sources of the request, or should, so that one beyond them does not
    /// exist.
    pub(crate) fn is_index(&self) -> bool {
        !matches!(self, Self::Page(_) | Self::Titled(_))
    }

    /// Returns the source of a citation of some `kind`: by its index, else by its address, title or kind.
    /// `counted` names what an index counts that this kind must have.
    pub(crate) fn of(
        index: Option<Self>,
        (kind, counted): (&str, Option<&str>),
        (origin, title): (Option<&str>, Option<&str>),
    ) -> Self {
        if let Some(index) = index {
            return index;
        }
        let title = title.map(str::to_owned);
        match (counted, origin) {
            (Some(noun), _) => {
                Self::Unindexed(title.unwrap_or_else(|| format!("{noun} without an index")))
            }
            (None, Some(origin)) => Self::Page(origin.to_owned()),
            (None, None) => Self::Titled(title.unwrap_or_else(|| kind.to_owned())),
        }
    }

    /// Returns the id of the source.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Document(index) => format!("document {index}"),
            Self::SearchResult(index) => format!("search result {index}"),
            Self::Malformed(name)
            | Self::Page(name)
            | Self::Titled(name)
            | Self::Unindexed(name) => name.clone(),
        }
    }
}
