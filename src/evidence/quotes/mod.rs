//! Quotes: checks that quoted words are in the source.

mod attributed;
mod disowned;
mod edges;
mod gapped;
mod grams;
mod marks;
mod nearest;
mod parts;
mod turns;
mod whole;
mod wording;

use crate::evidence::texts::Texts;
use crate::resolve::Passage;
use crate::text::Span;
use crate::text::bare::Bare;

pub(crate) use grams::Grams;
pub use marks::quoted;
pub(crate) use wording::word_count;

/// A quote and its place in the sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteMatch {
    /// The quoted words without the marks around them.
    pub text: String,
    /// The quote in the response, in bytes; `None` for words that the citation itself repeats
    /// (`cited_text`, `quote`).
    pub span: Option<Span>,
    /// The match with the sources.
    pub status: QuoteStatus,
    /// The source that has the words, or words close to them; index into the case's sources.
    pub source: Option<usize>,
    /// The place in that source, in bytes.
    pub found: Option<Span>,
    /// True if words left out (`…`) or put in (`[…]`) change the sense of the sentence.
    pub turned: bool,
    /// A note for the reader, as a sentence: the words that differ, and the point up to which all
    /// is the same.
    pub note: Option<String>,
}

impl QuoteMatch {
    /// Accepts that the passage was found by these words: they cross the border of two pages, with
    /// headers or footers in between.
    pub(super) fn accept(&mut self, passage: &Passage) {
        let agrees = self.status <= QuoteStatus::Normalised || self.status == QuoteStatus::Short;
        if passage.normalised && !agrees {
            self.status = QuoteStatus::Normalised;
            (self.source, self.found) = (Some(passage.source), Some(passage.span));
            self.turned = false;
            let note = "the same except for footers and headers between its pages";
            self.note = Some(note.to_owned());
        }
    }

    /// True if the passage has the quote, or the text says that the cited lines of code have it.
    pub(super) fn is_of_code(&self, response: &str, citation: Span) -> bool {
        let is_attributed = |quote: Span| attributed::is_attributed(response, quote, citation);
        !self.status.fails() || self.span.is_none_or(is_attributed)
    }

    /// Leaves a quote open that no passage has if the answer says that none does, or that it is wrong.
    pub(super) fn leave_disowned(&mut self, response: &str) {
        let around = self
            .span
            .filter(|_| self.status.fails())
            .and_then(|it| Some((response.get(..it.start)?, response.get(it.end..)?)));
        if around.is_some_and(|(before, after)| disowned::is_disowned(before, after)) {
            self.status = QuoteStatus::Unknown;
            (self.source, self.found, self.turned) = (None, None, false);
            self.note = Some("the answer does not say that a source has it".to_owned());
        }
    }
}

/// The match of a quote with the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuoteStatus {
    /// Character by character.
    Verbatim,
    /// Except for case, blanks and typography.
    Normalised,
    /// In pieces, in order and near one another, with an ellipsis or brackets between.
    Gapped,
    /// With other words in it.
    Altered,
    /// In a source other than the cited one.
    Elsewhere,
    /// In no source.
    Absent,
    /// Too short to decide.
    Short,
    /// Not found, and it may be a title, or not every source could be searched.
    Unknown,
}

impl QuoteStatus {
    /// Returns true if the passage does not have the quote as the claim gives it.
    pub const fn fails(self) -> bool {
        matches!(self, Self::Altered | Self::Elsewhere | Self::Absent)
    }

    /// Returns the name in JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verbatim => "verbatim",
            Self::Normalised => "normalised",
            Self::Gapped => "gapped",
            Self::Altered => "altered",
            Self::Elsewhere => "elsewhere",
            Self::Absent => "absent",
            Self::Short => "short",
            Self::Unknown => "unknown",
        }
    }
}

/// A quote to search for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The quoted words.
    pub text: String,
    /// The quote in the response; `None` for words that the citation itself repeats.
    pub span: Option<Span>,
}

/// The minimum number of words in a quote: fewer may occur together anywhere.
const MIN_WORDS: usize = 3;

/// The texts to search for a quote, and the cited passage.
#[derive(Debug, Clone, Copy)]
struct QuoteScope<'t> {
    texts: &'t Texts,
    source: usize,
    passage: Span,
}

impl QuoteScope<'_> {
    /// Returns the indexes of the other sources.
    fn others(&self) -> impl Iterator<Item = usize> {
        self.texts.iter().map(|(index, _)| index).filter(|index| *index != self.source)
    }
}

/// The result of a search.
#[derive(Debug, Clone)]
struct FoundQuote {
    status: QuoteStatus,
    source: usize,
    span: Span,
    turned: bool,
    note: Option<String>,
}

/// Searches for a quote in the cited passage (`source` and bytes of it), then in the rest of that
/// source, then in the others; then for its pieces; then for the words nearest to it.
///
/// A quote of fewer than three words is always [`QuoteStatus::Short`]; `found` is then its place in
/// the passage, if it has one.
pub fn find(quote: Quote, texts: &Texts, source: usize, passage: Span) -> QuoteMatch {
    let cited = QuoteScope { texts, source, passage };
    let words = quote.text.trim();
    let found = search(words, cited);
    let may_be_title = quote.span.is_some()
        && found.as_ref().is_none_or(|it| it.status == QuoteStatus::Altered)
        && is_title(words);
    let Quote { text, span } = quote;
    if may_be_title {
        let (status, note) = (QuoteStatus::Unknown, Some("it may be a title".to_owned()));
        return QuoteMatch { text, span, status, source: None, found: None, turned: false, note };
    }
    let Some(found) = found else {
        let partial = texts.is_partial();
        let note = partial.then(|| "not every source could be searched".to_owned());
        let status = match word_count(&text) {
            ..MIN_WORDS => QuoteStatus::Short,
            _ if partial => QuoteStatus::Unknown,
            _ => QuoteStatus::Absent,
        };
        return QuoteMatch { text, span, status, source: None, found: None, turned: false, note };
    };
    QuoteMatch {
        text,
        span,
        status: found.status,
        source: Some(found.source),
        found: Some(found.span),
        turned: found.turned,
        note: found.note,
    }
}

/// True for words that are all written with a capital but for short ones, as those of titles are: a work
/// that the claim names is no quote of the passage.
fn is_title(words: &str) -> bool {
    const SHORT: usize = 3;
    let mut capitals = 0;
    let fits = words.split(|c: char| !c.is_alphanumeric()).all(|word| {
        let is_capital =
            word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
        capitals += usize::from(is_capital);
        is_capital || word.chars().count() <= SHORT || !word.starts_with(char::is_alphabetic)
    });
    let opens = words.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    fits && opens && capitals >= 2 && !words.ends_with(['.', '!', '?', ','])
}

fn search(words: &str, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    let is_short = word_count(words) < MIN_WORDS;
    if let Some(span) = whole::in_passage(words, cited) {
        let status = if is_short { QuoteStatus::Short } else { QuoteStatus::Verbatim };
        let source = cited.source;
        return Some(FoundQuote { status, source, span, turned: false, note: None });
    }
    if is_short {
        return None;
    }
    let bare = Bare::new(words);
    whole::in_source(words, &bare, cited.source, cited)
        .or_else(|| whole::elsewhere(words, &bare, cited))
        .or_else(|| gapped::find(words, cited))
        .or_else(|| nearest::find(words, &bare, cited))
}
