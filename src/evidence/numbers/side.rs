//! One side of a comparison of numbers: a claim or a passage, read once.

use std::cell::OnceCell;

use super::bounds;
use super::context::{self, Context, context, sorted};
use super::read::{Meaning, Quantity, read};
use crate::evidence::words::{Class, Key, Language, Word, words};
use crate::text::Span;
use crate::text::wrapped::FlowingText;

/// Maximum number of quantities of one claim, and of one passage, that are compared.
const MAX_IN_CLAIM: usize = 64;
const MAX_IN_PASSAGE: usize = 20_000;

/// A text with its quantities and, once they are needed, its words.
#[derive(Debug)]
pub(in crate::evidence) struct Side<'t> {
    /// The text with its lines joined.
    flowing: FlowingText<'t>,
    /// The offset of the text in the response or in the source, in bytes.
    at: usize,
    pub(super) quantities: Vec<Quantity>,
    /// The words of the text, where they are known from another comparison.
    known_words: Option<&'t [Word]>,
    words: OnceCell<Vec<Word>>,
    /// The spans of the quantities that are not shadows.
    spans: OnceCell<Vec<Span>>,
}

impl<'t> Side<'t> {
    fn new(flowing: FlowingText<'t>, at: usize, max: usize) -> Self {
        let mut quantities = read(flowing.text());
        quantities.truncate(max);
        let (words, spans) = (OnceCell::new(), OnceCell::new());
        Self { flowing, at, quantities, known_words: None, words, spans }
    }

    /// Reads a passage that begins at byte `at` of its source.
    pub(in crate::evidence) fn of_passage(text: &'t str, at: usize) -> Self {
        Self::new(FlowingText::new(text), at, MAX_IN_PASSAGE)
    }

    /// Takes numbers as they are written in the language of the text, where that is known: `1.250` is more
    /// than one in English, and may be more than a thousand elsewhere.
    pub(in crate::evidence) fn in_language(
        mut self,
        language: &dyn Fn() -> Option<Language>,
    ) -> Self {
        if !self.is_empty() && language() == Some(Language::English) {
            for quantity in &mut self.quantities {
                quantity.read_in_english();
            }
        }
        self
    }

    /// Reads a claim that begins at byte `at` of the response.
    pub(in crate::evidence) fn of_claim(claim: &'t str, at: usize) -> Self {
        let mut side = Self::new(FlowingText::of_blanked(claim), at, MAX_IN_CLAIM);
        let text = side.flowing.text();
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
    pub(in crate::evidence) fn with_words(self, words: &'t [Word]) -> Self {
        Self { known_words: self.flowing.keeps_places().then_some(words), ..self }
    }

    /// True if the text has no number.
    pub(in crate::evidence) fn is_empty(&self) -> bool {
        self.quantities.is_empty()
    }

    /// Returns the text with its lines joined.
    pub(super) fn text(&self) -> &str {
        self.flowing.text()
    }

    fn words(&self) -> &[Word] {
        self.known_words.unwrap_or_else(|| self.words.get_or_init(|| words(self.text())))
    }

    /// Returns the bytes of the response or of the source that are a part of the text.
    pub(super) fn place(&self, part: Span) -> Span {
        self.flowing.original(part).shifted(self.at)
    }

    pub(super) fn context(&self, span: Span) -> Context {
        let words = self.words();
        let spans = self.spans.get_or_init(|| {
            let shown = self.quantities.iter().filter(|quantity| !quantity.is_shadow);
            shown.map(|quantity| quantity.span).collect()
        });
        context(self.text(), words, spans, span)
    }

    /// Returns the content words of the sentence from the number before a number to this one; sorted.
    pub(super) fn lead(&self, span: Span) -> Vec<Key> {
        sorted(self.content_words(self.leading(span)))
    }

    /// Returns the first of these words: mostly what the number is about.
    pub(super) fn subject(&self, span: Span) -> Option<Key> {
        self.content_words(self.leading(span)).next()
    }

    pub(super) fn leading(&self, span: Span) -> Span {
        let sentence = context::sentence(self.text(), span);
        let before = self.quantities.iter().map(|it| it.shown_end.max(it.span.end));
        let before = before.filter(|end| *end <= span.start).max().unwrap_or(0);
        let from = sentence.start.max(before);
        // A label or an introduction leads to what follows it.
        let label = self.text().get(from..span.start).and_then(|lead| lead.rfind(": "));
        Span::new(label.map_or(from, |at| from + at + 2), span.start)
    }

    /// Returns the content words of the clause that leads to a number: from the last number, sign or
    /// conjunction before it.
    pub(super) fn clause_before(&self, span: Span) -> Vec<Key> {
        const JOINS: [&str; 5] = [" and ", " but ", " or ", " while ", " whereas "];
        let from = self.leading(span).start;
        let clause = self.text().get(from..span.start).unwrap_or_default();
        let sign = clause.rfind([',', ';', ':', '|', '\n', '(']).map(|at| at + 1);
        let join = JOINS.iter().filter_map(|join| Some(clause.rfind(join)? + join.len())).max();
        let from = from + sign.max(join).unwrap_or(0);
        sorted(self.content_words(Span::new(from, span.start)))
    }

    /// Returns the content words of the sentence of a number; sorted.
    pub(super) fn sentence_words(&self, span: Span) -> Vec<Key> {
        sorted(self.content_words(context::sentence(self.text(), span)))
    }

    /// Returns the pairs of content words beside each other in a part of the text, those of lower case and some
    /// letters: a word and the noun that it distinguishes.
    pub(super) fn plain_pairs(&self, part: Span) -> Vec<(Key, Key)> {
        const MIN_LETTERS: usize = 4;
        let words = self.words();
        let at = |byte: usize| words.partition_point(|word| word.span.start < byte);
        let inside = words.get(at(part.start)..at(part.end)).unwrap_or_default();
        let is_plain = |word: &Word| {
            let text = word.span.slice(self.text()).unwrap_or_default();
            word.class == Class::Content
                && text.len() >= MIN_LETTERS
                && text.bytes().all(|byte| byte.is_ascii_lowercase())
        };
        let beside = inside.windows(2).filter_map(|pair| match pair {
            [one, two] if is_plain(one) && is_plain(two) => Some((one.key, two.key)),
            _ => None,
        });
        beside.collect()
    }

    fn content_words(&self, part: Span) -> impl Iterator<Item = Key> {
        let words = self.words();
        let at = |byte: usize| words.partition_point(|word| word.span.start < byte);
        let inside = words.get(at(part.start)..at(part.end)).unwrap_or_default().iter();
        let inside = inside.filter(move |it| it.span.end <= part.end);
        let content = inside.filter(|it| matches!(it.class, Class::Content | Class::Name));
        content.map(|word| word.key)
    }

    pub(super) fn written(&self, quantity: &Quantity) -> String {
        let shown = Span::new(quantity.span.start, quantity.shown_end.max(quantity.span.end));
        shown.slice(self.text()).unwrap_or_default().to_owned()
    }

    /// Returns the span of a quantity with the words that bound it; bytes of the text.
    pub(super) fn bounded(&self, quantity: &Quantity) -> Span {
        let Quantity { span, bound: Some(_), .. } = *quantity else { return quantity.span };
        let before = context::tail(self.text(), span.start);
        let after = self.text().get(span.end..).unwrap_or_default();
        let is_time = matches!(quantity.what, Meaning::Date(_) | Meaning::Clock(_));
        let (lead, trail) = bounds::lengths(before, after, is_time);
        Span::new(span.start - lead, span.end + trail)
    }
}
