//! Reads documents in the background; pages are shown as they arrive.

use std::time::{Duration, Instant};

use crate::model::Document;
use crate::sources::documents::{Extractor, Limits, extract};
use crate::tui::state::DocumentReading;

/// The screen is brought up to date no more often than this.
const BREATH: Duration = Duration::from_millis(200);

/// Reads a document to its end and returns it. Passes on the part read so far if that takes long;
/// `emit` returns false to stop.
pub fn read_document(
    (index, source): (usize, usize),
    (document, extractor): (&Document, &Extractor),
    emit: &mut dyn FnMut(DocumentReading) -> bool,
) -> DocumentReading {
    let kind = document.kind;
    let (mut last, mut length) = (Instant::now(), 0);
    let text = extract(document, extractor, Limits::default(), &mut |assembling| {
        // A growing text is copied each time, so the steps grow with it.
        if last.elapsed() < BREATH || assembling.len() < length + length / 2 {
            return true;
        }
        let (text, going_on) = (assembling.text(), Some(assembling.progress()));
        (last, length) = (Instant::now(), text.text.len());
        emit(DocumentReading { index, source, kind, text, going_on })
    });
    DocumentReading { index, source, kind, text: text.clone(), going_on: None }
}
