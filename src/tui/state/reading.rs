//! A document that is read beside the screen.

use crate::model::DocumentText;

/// A document of a case, as far as it is read.
#[derive(Debug)]
pub struct Reading {
    /// Index of the case.
    pub index: usize,
    /// Index of the source.
    pub source: usize,
    /// The name of the document's kind.
    pub kind: &'static str,
    /// What is known.
    pub text: DocumentText,
    /// How many pages are read, and how many there are; `None` when all is read.
    pub going_on: Option<Progress>,
}

/// How far a document is read: pages read, and pages in all where that is known.
pub type Progress = (u64, Option<u64>);

/// How far a document is read, for people.
pub fn reading_progress((read, all): Progress) -> String {
    match all {
        Some(all) => format!("Reading page {} of {all} …", (read + 1).min(all)),
        None => "Reading …".to_owned(),
    }
}
