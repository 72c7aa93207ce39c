//! The sources of a case.

use std::collections::BTreeMap;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::inspect::Inspection;
use crate::model::DivisionKind;

/// A source.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonSource {
    /// Its id, else its file name.
    id: String,
    title: Option<String>,
    url: Option<String>,
    /// The kind of document that its text was got out of, such as `pdf`; null for text.
    extracted_from: Option<&'static str>,
    /// Number of lines as locators count them; null without text.
    lines: Option<u64>,
    /// The encoding its bytes were read in; null for UTF-8.
    encoding: Option<&'static str>,
    /// Number of pages; null if it has none.
    pages: Option<usize>,
    /// Labels of pages that differ from their number, by number from 1.
    page_labels: BTreeMap<u64, String>,
    /// The pages that have no text layer.
    pages_without_text: Vec<u64>,
    /// The pages that could not be read, by number, and why.
    lost_pages: BTreeMap<u64, String>,
    /// True if nothing but the response vouches for its text, such as quotes in its citations.
    repeated: bool,
    /// Number of targets in it.
    cited: usize,
    /// Notes on how its text was read: missing pages, truncation.
    notes: Vec<String>,
}

/// Returns the sources of a case, in the order given.
pub(super) fn sources(inspection: &Inspection) -> Vec<JsonSource> {
    let cited = inspection.times_cited();
    let sources = inspection.case.sources.iter().enumerate().zip(cited);
    sources
        .map(|((index, source), cited)| JsonSource {
            id: inspection.source_name(index),
            title: source.title.clone(),
            url: source.url.clone(),
            extracted_from: source.extracted_from,
            lines: line_count(inspection, index),
            encoding: source.encoding,
            pages: Some(source.pages().count()).filter(|pages| *pages > 0),
            page_labels: source.outline.page_labels.clone(),
            pages_without_text: source.outline.pages_without_text.clone(),
            lost_pages: source.outline.lost_pages.clone(),
            repeated: source.repeated,
            cited,
            notes: source.notes.clone(),
        })
        .collect()
}

/// Returns the number of lines of the source at `index` as locators count them: its printed labels,
/// else its physical lines, which are now counted to the end.
pub(crate) fn line_count(inspection: &Inspection, index: usize) -> Option<u64> {
    let source = inspection.case.sources.get(index)?;
    let labels =
        source.divisions.iter().filter(|division| division.kind == DivisionKind::Line).count();
    if labels > 0 {
        return Some(labels as u64);
    }
    let store = inspection.store(index)?;
    if store.line_count().is_none() {
        store.count_lines(&|| true);
    }
    store.line_count()
}
