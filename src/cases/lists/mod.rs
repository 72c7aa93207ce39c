//! Lists of sources next to responses, without a response: bibliographies, tables of pages.
//!
//! A list may be much longer than a case needs, so a case takes from it only the sources whose ids
//! it names ([`Source::listed`]). Each kind has its file and an entry in [`LISTS`].
//!
//! *Incomplete support.* JSON Lines of more than [`crate::input::record::MAX_BYTES`] are not read as a list.

mod bibtex;
mod csl;
mod list;
mod papers;
mod storm;

pub use list::List;

use crate::input::Record;
use crate::model::Source;

/// Every kind of list, in the order in which they are asked.
pub const LISTS: &[List] = &[bibtex::LIST, storm::LIST, papers::LIST, csl::LIST];

/// Returns the sources of a record that is a list; `None` for any other.
pub(crate) fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let mut sources = LISTS.iter().find_map(|list| (list.read)(record))?;
    for source in &mut sources {
        source.listed = true;
    }
    Some(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_texts_are_no_sentences() {
        for (index, list) in LISTS.iter().enumerate() {
            assert!(LISTS[..index].iter().all(|other| other.name != list.name), "{}", list.name);
            assert!(!list.title.ends_with('.') && !list.recognised_by.ends_with('.'));
        }
    }
}
