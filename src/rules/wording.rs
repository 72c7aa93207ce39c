//! Wording of messages: names of places, and words of the texts.

use std::collections::BTreeSet;

use super::Subject;
use crate::evidence::claim_text::without_joiners;
use crate::evidence::{Evidence, Window};
use crate::model::Citation;
use crate::resolve::{Passage, own_name, place_of};
use crate::text::Span;
use crate::text::prose::ticked;

/// The maximum length of a text that a message repeats, in characters.
const MAX_LENGTH: usize = 80;

/// The maximum number of single words that a message names.
const MAX_WORDS: usize = 5;

/// A weighed target of a citation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weighed<'s> {
    /// Index of the citation.
    pub(super) index: usize,
    pub(super) citation: &'s Citation,
    /// Index of the target.
    pub(super) target: usize,
    /// The claim; bytes of the response.
    pub(super) claim: Span,
    pub(super) passage: &'s Passage,
    pub(super) evidence: &'s Evidence,
}

/// Returns every weighed target of a case, in order.
pub(super) fn weighed<'s>(subject: &Subject<'s>) -> impl Iterator<Item = Weighed<'s>> {
    let citations = subject.case.response.citations.iter().zip(subject.inspected).enumerate();
    citations.flat_map(|(index, (citation, found))| {
        let targets = found.evidence.iter().zip(&found.targets).enumerate();
        targets.filter_map(move |(target, (evidence, resolution))| {
            let (claim, passage) = found.claim.zip(resolution.passage())?;
            let evidence = evidence.as_deref()?;
            Some(Weighed { index, citation, target, claim: claim.span, passage, evidence })
        })
    })
}

/// Returns the name of a source, as code; of one without a name its place in the list.
pub(super) fn source(subject: &Subject<'_>, index: usize) -> String {
    match subject.case.sources.get(index).map(own_name) {
        Some(None) => format!("source {}", index + 1),
        name => format!("`{}`", shown(&name.flatten().unwrap_or_default())),
    }
}

/// Returns the lines or pages of a place in its source, as `L8-L13` or `p. 3`; empty if unknown.
pub(super) fn place_in_source(subject: &Subject<'_>, index: usize, span: Span) -> String {
    let store = subject.stores.get(index).and_then(|store| store.as_ref().ok());
    let found = subject.case.sources.get(index);
    let found = found.and_then(|it| place_of(it, store.map(std::sync::Arc::as_ref), span));
    found.map(|place| place.to_string()).unwrap_or_default()
}

/// Returns a window by its source and lines or pages.
pub(super) fn window(subject: &Subject<'_>, window: &Window) -> String {
    place(subject, window.source, window.span)
}

/// Returns a cited passage by its source and lines or pages.
pub(super) fn passage(subject: &Subject<'_>, passage: &Passage) -> String {
    match passage.how {
        crate::resolve::How::Whole => source(subject, passage.source),
        _ => place(subject, passage.source, passage.span),
    }
}

/// Returns a place in a source by its name and lines or pages.
pub(super) fn place(subject: &Subject<'_>, index: usize, span: Span) -> String {
    let place = format!("{} {}", source(subject, index), place_in_source(subject, index, span));
    place.trim_end().to_owned()
}

/// Returns words of the response, each once, as code.
pub(super) fn words(subject: &Subject<'_>, spans: &[Span]) -> String {
    let words = spans.iter().filter_map(|span| span.slice(subject.response));
    let mut known = BTreeSet::new();
    let words: Vec<String> = words
        .map(|word| shown(&without_joiners(word)))
        .filter(|word| known.insert(word.clone()))
        .collect();
    ticked(words.iter().map(String::as_str), MAX_WORDS)
}

/// Returns a text on one line, shortened if it is long.
pub(super) fn shown(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ").replace('`', "'");
    match line.char_indices().nth(MAX_LENGTH) {
        Some((at, _)) => format!("{}\u{2026}", line.get(..at).unwrap_or_default().trim_end()),
        None => line,
    }
}
