//! Putting the parts of a document together as they arrive.

use std::sync::Arc;

use super::DocumentPart;
use crate::model::{Anchored, Division, DivisionKind, DocumentText, Outline, Stamp};
use crate::sources::recode::Encoding;
use crate::text::Span;
use crate::text::prose::{count, listed};

/// Maximum number of stretches of pages in a note, and of notes on pages.
const LISTED: usize = 6;

/// Advice for a document without text.
const SCANNED: &str = "it is most likely scanned; give a text version";

/// Maximum number of notes on a document.
const MAX_NOTES: usize = 50;

/// The number of pages read, and the total if it is known.
pub type PagesRead = (u64, Option<u64>);

/// The text of a document as far as it has been read.
#[derive(Debug, Default)]
pub struct Assembly {
    known: DocumentText,
    text: String,
}

impl Assembly {
    /// Starts a document whose file had this stamp when it was opened.
    pub(super) fn of_file(stamp: Option<Stamp>) -> Self {
        let known = DocumentText { stamp, ..DocumentText::default() };
        Self { known, ..Self::default() }
    }

    /// Adds the next part. Fails on a page that is out of order, which only a compromised child
    /// sends.
    pub(super) fn take(&mut self, part: DocumentPart) -> Result<(), ()> {
        match part {
            DocumentPart::Head { encoding, title, url, pages } => {
                let known = &mut self.known;
                let encoding = encoding.as_deref().and_then(Encoding::labelled);
                known.encoding = encoding.map(Encoding::name).or(known.encoding);
                known.title = title.or_else(|| known.title.take());
                known.url = url.or_else(|| known.url.take());
                known.pages = pages.or(known.pages);
            }
            DocumentPart::Page { number, .. } | DocumentPart::LostPage { number, .. }
                if number != self.pages() + 1 =>
            {
                return Err(());
            }
            DocumentPart::Page { number, label, text } => {
                if text.trim().is_empty() {
                    self.known.outline.pages_without_text.push(number);
                }
                self.page(number, label, &text);
            }
            DocumentPart::LostPage { number, label, why } => {
                self.page(number, label, "");
                self.known.outline.lost_pages.insert(number, why);
            }
            DocumentPart::Text(text) => self.text.push_str(&text),
            DocumentPart::Anchor { name, start, end } => {
                let span = Span::new(start, end);
                if span.slice(&self.text).is_some() {
                    self.known.outline.anchors.push(Anchored { name, span });
                }
            }
            DocumentPart::Rest => self.known.outline.main_end = Some(self.text.len()),
            DocumentPart::Note(note) => self.note(note),
        }
        Ok(())
    }

    /// Adds a note; their number is limited to about a screen.
    pub(super) fn note(&mut self, note: String) {
        if self.known.notes.len() < MAX_NOTES {
            self.known.notes.push(note);
        }
    }

    fn page(&mut self, number: u64, label: Option<String>, text: &str) {
        let start = self.text.len();
        let file_line = 0;
        self.text.push_str(&with_plain_line_ends(text));
        let span = Span::new(start, self.text.len());
        self.text.push('\n');
        if let Some(label) = label {
            self.known.outline.page_labels.insert(number, label);
        }
        let kind = DivisionKind::Page;
        self.known.divisions.push(Division { kind, number, span, file_line });
    }

    /// Adds an empty page for one that cannot be read, so that the others keep their numbers.
    #[cfg(feature = "documents")]
    pub(super) fn lose_page(&mut self, why: String) {
        let number = self.pages() + 1;
        let outline = &mut self.known.outline;
        outline.lost_pages.insert(number, why);
        self.page(number, None, "");
    }

    /// Returns the number of pages read.
    pub(super) fn pages(&self) -> u64 {
        self.known.divisions.len() as u64
    }

    /// Returns the number of pages that the document states.
    pub(super) fn pages_stated(&self) -> Option<u64> {
        self.known.pages
    }

    /// True if there is no text so far.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns the length of the text so far, in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the progress.
    pub fn progress(&self) -> PagesRead {
        (self.pages(), self.pages_stated())
    }

    /// Returns a copy of the text so far.
    pub fn text(&self) -> DocumentText {
        DocumentText { text: Arc::from(self.text.as_str()), ..self.known.clone() }
    }

    /// Returns the complete text; `failed` is the reason why the rest is missing. A document of
    /// which nothing was read has failed.
    pub(super) fn finish(mut self, failed: Option<String>) -> DocumentText {
        if self.is_blank() {
            self.known.failed = failed.or_else(|| self.why_empty());
        } else {
            self.known.notes.extend(without_text(&self.known.outline));
            self.known.notes.extend(failed.map(|why| format!("the rest is missing: {why}")));
        }
        // Inner elements come after the ones around them.
        self.known.outline.anchors.sort_by_key(|anchor| anchor.span.start);
        DocumentText { text: Arc::from(self.text), ..self.known }
    }

    /// Returns the reason why a fully read document has no text; `None` if it has no pages either.
    fn why_empty(&self) -> Option<String> {
        let outline = &self.known.outline;
        let pages = self.known.divisions.len();
        let why =
            outline.lost_pages.values().next().filter(|_| outline.pages_without_text.is_empty());
        match (pages, why) {
            (0, _) => None,
            (1, Some(why)) => Some(format!("its only page cannot be read: {why}")),
            (_, Some(why)) => Some(format!("none of its {pages} pages can be read: {why}")),
            (1, None) => Some(format!("its only page has no text layer: {SCANNED}")),
            (_, None) => Some(format!("none of its {pages} pages has a text layer: {SCANNED}")),
        }
    }
}

/// Notes on pages that have no text, by the reason.
fn without_text(outline: &Outline) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<u64>)> = Vec::new();
    for (&page, why) in &outline.lost_pages {
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, pages)) => pages.push(page),
            None => reasons.push((why, vec![page])),
        }
    }
    let scanned = &outline.pages_without_text;
    let mut notes = Vec::new();
    if !scanned.is_empty() {
        notes.push(format!("no text layer on {} (probably scanned)", listed_pages(scanned)));
    }
    let more = reasons.len().saturating_sub(LISTED);
    let reasons = reasons.iter().take(LISTED);
    notes.extend(reasons.map(|(why, pages)| format!("cannot read {}: {why}", listed_pages(pages))));
    if more > 0 {
        notes.push(format!("further pages are not read, for {}", count(more, "other reason")));
    }
    notes
}

/// Returns `page 4`, or `pages 4, 6-9 and 12`; `pages` ascend.
fn listed_pages(pages: &[u64]) -> String {
    let stretches: Vec<&[u64]> = pages.chunk_by(|one, next| one + 1 == *next).collect();
    let first = stretches.iter().take(LISTED).map(|stretch| match stretch {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    let more = stretches.len().saturating_sub(LISTED);
    let noun = if pages.len() == 1 { "page" } else { "pages" };
    format!("{noun} {}", listed(first, more, ", "))
}

/// Returns `text` with LF for CRLF, CR and form feeds between pages, without blank lines at its
/// end.
fn with_plain_line_ends(text: &str) -> String {
    let text = text.trim_end_matches(['\n', '\r', '\u{c}', ' ']);
    text.replace("\r\n", "\n").replace(['\r', '\u{c}'], "\n")
}
