//! Reading shared by traces: retrievals, the model's input, and the final output.
//!
//! A trace does not state the number that the model was given for a document. If the model's input
//! is in the trace, the documents are numbered in the order there; otherwise in the order in which
//! they were retrieved, with a note if that is uncertain.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::apps::Answer;
use crate::dialects::shared::documents;
use crate::model::{Case, Source, SourceText};
use crate::text::prose::count;

/// Maximum length of the prompt that is searched, in bytes.
const MAX_NAMED: usize = 4 * 1024 * 1024;

/// Maximum number of documents that are searched for in it.
const MAX_SEARCHED: usize = 1000;

/// Groups the spans of a list by the id of their trace, the trace of the first one first.
pub(crate) fn by_trace<T>(
    spans: impl IntoIterator<Item = T>,
    id: impl Fn(&T) -> String,
) -> Vec<Vec<T>> {
    let mut traces: Vec<Vec<T>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for span in spans {
        let place = *places.entry(id(&span)).or_insert(traces.len());
        match traces.get_mut(place) {
            Some(spans) => spans.push(span),
            None => traces.push(vec![span]),
        }
    }
    traces
}

/// A trace taken apart.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) question: Option<String>,
    pub(crate) answer: Option<String>,
    /// Retrieved sources, in the order of the retrievals.
    pub(crate) retrievals: Vec<Vec<Source>>,
    /// The result of the last reranker, if there is one.
    pub(crate) reranked: Option<Vec<Source>>,
    /// Prompt of the model before it answered: that of the last call.
    pub(crate) prompt: Option<String>,
    /// Oddities, as sentences.
    pub(crate) notes: Vec<String>,
}

impl Trace {
    /// Returns the case of the trace.
    pub(crate) fn case(mut self, text_reader: &TextReader<'_>) -> Case {
        let text = self.answer.take().unwrap_or_default();
        let mut sources = self.ordered();
        documents::number(&mut sources, &text, text_reader);
        let question = self.question.filter(|asked| !asked.trim().is_empty());
        Answer { question, text, sources, notes: self.notes }.case(Vec::new(), text_reader)
    }

    /// Returns the documents, each once, in the order in which they are counted.
    fn ordered(&mut self) -> Vec<Source> {
        let retrievals = self.retrievals.iter().filter(|found| !found.is_empty()).count();
        let reranked = self.reranked.take().filter(|found| !found.is_empty());
        let sure = reranked.is_some() || retrievals < 2;
        let mut all: Vec<Source> = Vec::new();
        let mut seen = BTreeSet::new();
        for source in reranked.into_iter().flatten().chain(self.retrievals.drain(..).flatten()) {
            let text = match &source.text {
                SourceText::Inline(text) => Arc::clone(text),
                _ => Arc::default(),
            };
            if text.is_empty() || seen.insert((source.title.clone(), text)) {
                all.push(source);
            }
        }
        let prompt = self.prompt.take().unwrap_or_default();
        let prompt = prompt.get(..prompt.floor_char_boundary(MAX_NAMED)).unwrap_or_default();
        let looked_for = all.iter().take(MAX_SEARCHED).map(|source| place(source, prompt));
        let places: Vec<Option<usize>> =
            looked_for.chain(std::iter::repeat(None)).take(all.len()).collect();
        let found = places.iter().flatten().count();
        if found == 0 {
            if !sure {
                self.notes.push(format!(
                    "the documents of {retrievals} retrievals are numbered in order of time; the trace \
                     does not show the numbers that the model was given, which may differ"
                ));
            }
            return all;
        }
        let mut ordered: Vec<(usize, Source)> =
            places.into_iter().map(|place| place.unwrap_or(usize::MAX)).zip(all).collect();
        let moved = !ordered.is_sorted_by_key(|(place, _)| *place);
        ordered.sort_by_key(|(place, _)| *place);
        if moved || !sure {
            self.notes.push("documents are numbered in the order of the model's prompt".to_owned());
        }
        let left = ordered.len() - found;
        if left > 0 {
            let what = count(left, "retrieved document");
            self.notes.push(format!("{what} not in the model's prompt: listed last"));
        }
        ordered.into_iter().map(|(_, source)| source).collect()
    }
}

/// Finds the text of a source in the model's prompt.
fn place(source: &Source, prompt: &str) -> Option<usize> {
    let SourceText::Inline(text) = &source.text else { return None };
    let text = text.trim();
    if text.is_empty() || prompt.is_empty() {
        return None;
    }
    prompt.find(text)
}
