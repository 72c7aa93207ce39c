//! The citations that a text dialect finds in a text.

use crate::dialects::shared::reasoning;
use crate::model::{Card, Citation, Source};

/// The result of reading a text in a text dialect.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextMarks {
    /// In the order of their anchors.
    pub citations: Vec<Citation>,
    /// Markers that are no citations.
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

    /// Drops what was read in the model's thoughts at the beginning of `text`, and folds these away.
    #[must_use]
    pub(crate) fn without_thoughts(mut self, text: &str) -> Self {
        let Some(card) = reasoning::thoughts(text) else { return self };
        self.citations.retain(|citation| citation.anchor.span.start >= card.span.end);
        self.cards.retain(|other| other.span.start >= card.span.end);
        self.cards.insert(0, card);
        self
    }
}
