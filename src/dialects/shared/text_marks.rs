//! The citations that a text dialect finds in a text.

use std::collections::BTreeSet;

use crate::dialects::shared::reasoning;
use crate::model::{Card, Citation, Source};
use crate::text::Span;
use crate::text::prose::count;
use crate::text::span_set::SpanSet;

/// The note on a list of sources without numbers.
pub(crate) const UNNUMBERED: &str = "the list of sources has no numbers: they are counted in order";

/// The result of reading a text in a text dialect.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextMarks {
    /// In the order of their anchors.
    pub citations: Vec<Citation>,
    /// Markers that are not citations.
    pub cards: Vec<Card>,
    /// Sources the text lists itself.
    pub sources: Vec<Source>,
    /// Oddities, as sentences.
    pub notes: Vec<String>,
}

impl TextMarks {
    /// The result for a text without marks.
    pub(crate) const NONE: Self =
        Self { citations: Vec::new(), cards: Vec::new(), sources: Vec::new(), notes: Vec::new() };

    /// Drops the marks in the model's thoughts at the beginning of `text`, and folds these.
    #[must_use]
    pub(crate) fn without_thoughts(mut self, text: &str) -> Self {
        let Some(card) = reasoning::thoughts(text) else { return self };
        let before = self.citations.len();
        self.citations.retain(|citation| citation.anchor.span.start >= card.span.end);
        let dropped = before - self.citations.len();
        if dropped > 0 {
            self.notes.push(format!("{} in the model's thoughts left out", count(dropped, "mark")));
        }
        self.cards.retain(|other| other.span.start >= card.span.end);
        self.cards.insert(0, card);
        self
    }

    /// Adds the results of another dialect for the same text: citations if there is none yet, in
    /// the order of the text, and the sources that they name.
    pub(crate) fn add(&mut self, other: Self, name: &str) {
        if self.outweigh_examples(&other) {
            return;
        }
        let citations = self.citations.iter().map(|it| it.anchor.span);
        let taken = SpanSet::new(citations.chain(self.cards.iter().map(|card| card.span)));
        let is_free = |span: Span| !taken.overlaps(span);
        let free = other.citations.into_iter().filter(|it| is_free(it.anchor.span));
        let before = self.citations.len();
        self.citations.extend(free);
        let added = self.citations.len() - before;
        if added == 0 {
            return;
        }
        self.cards.extend(other.cards.into_iter().filter(|card| is_free(card.span)));
        self.citations.sort_by_key(|citation| citation.anchor.span);
        self.cards.sort_by_key(|card| card.span);
        let mut known: BTreeSet<String> = self.sources.iter().map(|it| it.id.clone()).collect();
        for source in other.sources {
            if source.id.is_empty() || known.insert(source.id.clone()) {
                self.sources.push(source);
            }
        }
        self.notes.extend(other.notes);
        self.notes.push(format!("{} also read as `{name}`", count(added, "mark")));
    }

    /// True if others are a few marks with escaped brackets that no list counts: they show how to write marks, as in
    /// `answers with \\[1], \\[2]`.
    fn outweigh_examples(&self, others: &Self) -> bool {
        let is_listed =
            !others.sources.is_empty() && !others.notes.iter().any(|it| it == UNNUMBERED);
        let is_escaped = |it: &Citation| it.raw.starts_with("\\[");
        others.citations.len() < self.citations.len()
            && !is_listed
            && others.citations.iter().all(is_escaped)
    }
}
