//! What is in view and has no colours yet.

use std::path::Path;
use std::sync::Arc;

use super::highlight::CodeLine;
use super::state::State;
use super::worker::Job;
use crate::text::Span;

impl State {
    /// The rows of the source in view, where they have no colours.
    pub(super) fn source_colours(&self) -> Option<Job> {
        let flow = self.source.flow.as_ref()?;
        // The text got out of a document is not in the language of its file.
        let source = self.shown_source().filter(|source| source.extracted_from.is_none())?;
        let language = language(&source.origin.as_ref()?.path)?;
        let first = self.source.window.visible.first()?.place.item;
        let last = self.source.window.visible.last()?.place.item;
        let view = Span::new(first, flow.span(last).end);
        let known = self.colours.get(&Some(flow.source));
        if known.is_some_and(|colours| colours.covers(view)) {
            return None;
        }
        let (source, store) = (flow.source, Arc::clone(&flow.store));
        Some(Job::ColourSource { source, store, language, view })
    }

    pub(super) fn block_colours(&self) -> Vec<Job> {
        let (Some(first), Some(last)) =
            (self.response_window.visible.first(), self.response_window.visible.last())
        else {
            return Vec::new();
        };
        let text = &self.inspection.case.response.text;
        let known = self.colours.get(&None);
        let mut jobs = Vec::new();
        for (language, spans) in self.response.code_blocks(first.place.item, last.place.item) {
            let (Some(start), Some(end)) = (spans.first(), spans.last()) else { continue };
            let within = Span::new(start.start, end.end);
            let covered = known.is_some_and(|colours| colours.covers(within));
            if covered || !super::highlight::worth_loading(language) {
                continue;
            }
            let mut lines = Vec::new();
            for span in spans {
                let mut start = span.start;
                for line in span.slice(text).unwrap_or_default().split_inclusive('\n') {
                    lines.push(CodeLine { start, text: line.to_owned() });
                    start += line.len();
                }
            }
            jobs.push(Job::ColourBlock { language: language.to_owned(), lines, within });
        }
        jobs
    }
}

fn language(path: &Path) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    super::highlight::worth_loading(extension).then(|| extension.to_owned())
}
