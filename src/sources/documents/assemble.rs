//! Putting the parts of a document together as they arrive.

use std::sync::Arc;

use super::Part;
use crate::model::{Anchored, Division, DivisionKind, DocumentText, Stamp};
use crate::text::Span;

/// The most notes that are kept of a document.
const MOST_NOTES: usize = 50;

/// A document's text as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Assembly {
    known: DocumentText,
    text: String,
}

impl Assembly {
    /// Of a file that was like this when it was opened.
    pub(super) fn of_file(stamp: Option<Stamp>) -> Self {
        let known = DocumentText { stamp, ..DocumentText::default() };
        Self { known, ..Self::default() }
    }

    /// Takes in the next part. Fails on a page that is not the next one, which only a child gives
    /// that no longer does what it should.
    pub(super) fn take(&mut self, part: Part) -> Result<(), ()> {
        match part {
            Part::Head { title, url, pages } => {
                let known = &mut self.known;
                known.title = title.or_else(|| known.title.take());
                known.url = url.or_else(|| known.url.take());
                known.pages = pages.or(known.pages);
            }
            Part::Page { number, label, text } if number == self.pages() + 1 => {
                self.page(number, label, &text);
            }
            Part::Page { .. } => return Err(()),
            Part::Text(text) => self.text.push_str(&text),
            Part::Anchor { name, start, end } => {
                let span = Span::new(start, end);
                if span.slice(&self.text).is_some() {
                    self.known.outline.anchors.push(Anchored { name, span });
                }
            }
            Part::Rest => self.known.outline.main_end = Some(self.text.len()),
            Part::Note(note) => self.note(note),
        }
        Ok(())
    }

    /// Notes a sentence; there are never more than a screen of them.
    pub(super) fn note(&mut self, note: String) {
        if self.known.notes.len() < MOST_NOTES {
            self.known.notes.push(note);
        }
    }

    fn page(&mut self, number: u64, label: Option<String>, text: &str) {
        let start = self.text.len();
        let file_line = 0;
        self.text.push_str(&with_plain_line_ends(text));
        let span = Span::new(start, self.text.len());
        self.text.push('\n');
        let outline = &mut self.known.outline;
        if text.trim().is_empty() {
            outline.pages_without_text.push(number);
        }
        if let Some(label) = label {
            outline.page_labels.insert(number, label);
        }
        let kind = DivisionKind::Page;
        self.known.divisions.push(Division { kind, number, span, file_line });
    }

    /// A page that cannot be read: an empty one, so that the others keep their numbers.
    pub(super) fn lost_page(&mut self, why: &str) -> u64 {
        let number = self.pages() + 1;
        self.page(number, None, "");
        self.known.outline.pages_without_text.pop();
        self.note(format!("Page {number} cannot be read: {why}."));
        number
    }

    /// How many pages are known.
    pub(super) fn pages(&self) -> u64 {
        self.known.divisions.len() as u64
    }

    /// How many pages the document says it has.
    pub(super) fn pages_stated(&self) -> Option<u64> {
        self.known.pages
    }

    /// Whether there is no text so far.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Bytes of text so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// What is known so far.
    pub(super) fn so_far(&self) -> DocumentText {
        DocumentText { text: Arc::from(self.text.as_str()), ..self.known.clone() }
    }

    /// All of it; `failed` says why the rest is missing. A document of which nothing is known but
    /// that has failed.
    pub(super) fn finish(mut self, failed: Option<String>) -> DocumentText {
        match failed {
            Some(why) if self.is_blank() => self.known.failed = Some(why),
            Some(why) => self.known.notes.push(format!("The rest is missing: {why}.")),
            None => {}
        }
        // Whoever names an inner element comes behind the one around it.
        self.known.outline.anchors.sort_by_key(|anchor| anchor.span.start);
        DocumentText { text: Arc::from(self.text), ..self.known }
    }
}

/// `text` with LF for CRLF and CR, and for the form feeds that some put between pages, without
/// blank lines at its end.
fn with_plain_line_ends(text: &str) -> String {
    let text = text.trim_end_matches(['\n', '\r', '\u{c}', ' ']);
    text.replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n")
}
