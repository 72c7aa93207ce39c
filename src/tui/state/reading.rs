//! A document that is read in the background.

use crate::model::DocumentText;

/// A document of a case, as far as it is read.
#[derive(Debug)]
pub struct DocumentReading {
    /// Index of the case.
    pub index: usize,
    /// Index of the source.
    pub source: usize,
    /// The name of the document's kind.
    pub kind: &'static str,
    /// Its text, as far as it is read.
    pub text: DocumentText,
    /// The number of pages read, and of all pages; `None` if all is read.
    pub going_on: Option<Progress>,
}

/// The progress of reading a document: pages read, and the total if it is known.
pub type Progress = (u64, Option<u64>);

/// Returns the progress of reading a document, in words.
pub fn reading_progress((read, all): Progress) -> String {
    match all {
        Some(all) => format!("reading page {} of {all} …", (read + 1).min(all)),
        None => "reading …".to_owned(),
    }
}
