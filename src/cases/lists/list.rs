//! A kind of list, and the code that all kinds share.

use serde_json::{Map, Value};

use crate::input::Record;
use crate::model::{Source, SourceText};

/// A kind of list.
#[derive(Debug)]
pub struct List {
    /// The short name.
    pub name: &'static str,
    /// Name.
    pub title: &'static str,
    /// Fields or marks that recognition rests on.
    pub recognised_by: &'static str,
    pub(crate) read: fn(&Record<'_>) -> Option<Vec<Source>>,
}

/// The reason why an entry of a bibliography has no text.
pub(crate) const ENTRY_ONLY: &str = "the bibliography has the entry only; give its file, or its saved page with `--source`, to see the passage";

/// Sets an entry's abstract, if there is one, as part of the text until a file provides all of it.
pub(crate) fn with_abstract(source: &mut Source, text: Option<String>) {
    match text.filter(|text| !text.trim().is_empty()) {
        Some(text) => {
            source.text = SourceText::Inline(text.into());
            source.notes.push("abstract only: the bibliography has no more of its text".to_owned());
        }
        None => source.text = SourceText::Absent(ENTRY_ONLY.to_owned()),
    }
}

/// Returns the address of a DOI, which may be written as one; its case says nothing.
pub(crate) fn doi_address(doi: &str) -> String {
    let bare = ["https://doi.org/", "http://doi.org/", "http://dx.doi.org/", "doi:"]
        .iter()
        .find_map(|prefix| doi.strip_prefix(prefix))
        .unwrap_or(doi);
    format!("https://doi.org/{}", bare.trim().to_ascii_lowercase())
}

/// Returns the first of these fields that holds a text or a number.
pub(crate) fn first(fields: &Map<String, Value>, keys: &[&str]) -> Option<String> {
    let text = |key: &&str| match fields.get(*key)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    keys.iter().find_map(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doi_has_one_address() {
        for doi in ["10.1/X", "doi:10.1/x", "https://doi.org/10.1/x"] {
            assert_eq!(doi_address(doi), "https://doi.org/10.1/x");
        }
    }
}
