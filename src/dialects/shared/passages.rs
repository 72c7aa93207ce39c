//! The passages of a source that a payload repeats, combined into its text.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::model::{Division, DivisionKind, Source, SourceText};
use crate::text::Span;

/// Text between two passages of one source.
const BETWEEN: &str = "\n\n";

/// The passages of one source, each once: searches often find the same twice.
#[derive(Debug, Default)]
pub(crate) struct Passages {
    list: Vec<String>,
    seen: BTreeSet<String>,
    /// The words that citations repeat of the source.
    quotes: Vec<String>,
}

impl Passages {
    /// Adds a passage, unless it is blank or there already.
    pub(crate) fn add(&mut self, passage: &str) {
        if !passage.trim().is_empty() && self.seen.insert(passage.to_owned()) {
            self.list.push(passage.to_owned());
        }
    }

    /// Adds words that a citation repeats: they are the text of the source if no passage came with the response.
    pub(crate) fn add_quote(&mut self, quote: &str) {
        self.quotes.push(quote.to_owned());
    }

    /// Makes them the text of `source`, one block each, counted from 0. Without any it stays as it is.
    pub(crate) fn finish(mut self, source: &mut Source) {
        source.repeated = self.list.is_empty();
        if source.repeated {
            for quote in std::mem::take(&mut self.quotes) {
                self.add(&quote);
            }
        }
        if self.list.is_empty() {
            source.repeated = false;
            return;
        }
        let mut text = String::new();
        for (number, passage) in (0..).zip(&self.list) {
            if number > 0 {
                text.push_str(BETWEEN);
            }
            let span = Span::new(text.len(), text.len() + passage.len());
            text.push_str(passage);
            let kind = DivisionKind::Block;
            source.divisions.push(Division { kind, number, span, file_line: 0 });
        }
        source.text = SourceText::Inline(Arc::from(text));
        source.excerpt = true;
    }
}

/// Returns the words of a retrieved passage, by which it is found in its document.
pub(crate) fn quote(passage: &Source) -> Option<String> {
    match &passage.text {
        SourceText::Inline(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    }
}
