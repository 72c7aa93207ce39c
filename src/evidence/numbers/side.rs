//! One side of a comparison of numbers: a claim or a passage.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::bounds;
use super::context::{self, Context, context};
use super::read::{Meaning, Quantity, read};
use crate::evidence::words::{Class, Key, Word, words};
use crate::text::Span;
use crate::text::wrapped::FlowingText;

/// Maximum number of quantities of one claim, and of one passage, that are compared.
const MAX_IN_CLAIM: usize = 64;
pub(super) const MAX_IN_PASSAGE: usize = 20_000;

/// A text with its quantities and, once they are needed, its words.
pub(super) struct Side<'t> {
    pub(super) text: &'t str,
    /// The text with its lines joined.
    flowing: &'t FlowingText<'t>,
    /// Where the text begins in the response or in the source.
    at: usize,
    pub(super) quantities: Vec<Quantity>,
    pub(super) words: OnceCell<Cow<'t, [Word]>>,
    /// The spans of the quantities that are not shadows.
    pub(super) spans: OnceCell<Vec<Span>>,
}

impl<'t> Side<'t> {
    pub(super) fn new(flowing: &'t FlowingText<'t>, at: usize, max: usize) -> Self {
        let text = flowing.text();
        let mut quantities = read(text);
        quantities.truncate(max);
        Self { text, flowing, at, quantities, words: OnceCell::new(), spans: OnceCell::new() }
    }

    pub(super) fn of_claim(flowing: &'t FlowingText<'t>, at: usize) -> Self {
        let mut side = Self::new(flowing, at, MAX_IN_CLAIM);
        let text = side.text;
        // `First, …` orders the text; `first edition` counts.
        let counts = |quantity: &Quantity| {
            let after = text.get(quantity.span.end..).unwrap_or_default();
            let next = after.strip_prefix([' ', '-']).unwrap_or(after);
            !matches!(quantity.what, Meaning::Ordinal(..)) || next.starts_with(char::is_alphabetic)
        };
        side.quantities.retain(|quantity| !quantity.is_shadow && counts(quantity));
        side
    }

    /// Takes the words of the text, which are read already.
    pub(super) fn know_words(&mut self, words: &'t [Word]) {
        self.words = OnceCell::from(Cow::from(words));
    }

    /// Returns the bytes of the response or of the source that are a part of the text.
    pub(super) fn place(&self, part: Span) -> Span {
        self.flowing.original(part).shifted(self.at)
    }

    pub(super) fn context(&self, span: Span) -> Context {
        let words = self.words.get_or_init(|| words(self.text).into());
        let spans = self.spans.get_or_init(|| {
            let shown = self.quantities.iter().filter(|quantity| !quantity.is_shadow);
            shown.map(|quantity| quantity.span).collect()
        });
        context(self.text, words, spans, span)
    }

    /// Returns the content words of the sentence from the number before a number to this one; sorted.
    pub(super) fn lead(&self, span: Span) -> Vec<Key> {
        let words = self.words.get_or_init(|| words(self.text).into());
        let sentence = context::sentence(self.text, span);
        let before = self.quantities.iter().map(|it| it.shown_end.max(it.span.end));
        let before = before.filter(|end| *end <= span.start).max().unwrap_or(0);
        let from = sentence.start.max(before);
        let inside = words.iter().filter(|it| it.span.start >= from && it.span.end <= span.start);
        let content = inside.filter(|it| matches!(it.class, Class::Content | Class::Name));
        let mut keys: Vec<Key> = content.map(|word| word.key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    pub(super) fn written(&self, quantity: &Quantity) -> String {
        let shown = Span::new(quantity.span.start, quantity.shown_end.max(quantity.span.end));
        shown.slice(self.text).unwrap_or_default().to_owned()
    }

    /// Returns the span of a quantity with the words that bound it; bytes of the text.
    pub(super) fn bounded(&self, quantity: &Quantity) -> Span {
        let Quantity { span, bound: Some(_), .. } = *quantity else { return quantity.span };
        let before = context::tail(self.text, span.start);
        let after = self.text.get(span.end..).unwrap_or_default();
        let is_time = matches!(quantity.what, Meaning::Date(_) | Meaning::Clock(_));
        let (lead, trail) = bounds::lengths(before, after, is_time);
        Span::new(span.start - lead, span.end + trail)
    }
}
