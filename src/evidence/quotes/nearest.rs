//! The words of the sources nearest to a quote that was not found.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::edges::{may_follow, may_precede};
use super::grams::beginnings;
use super::turns::turning;
use super::wording::shown;
use super::{FoundQuote, QuoteScope, QuoteStatus};
use crate::text::Span;
use crate::text::bare::{Bare, is_unspaced};

/// The minimum share of a quote's words that must be in a place, in order.
const ENOUGH: f64 = 0.5;

/// The maximum number of words of a quote that are compared.
const MAX_WORDS: usize = 500;

/// The maximum number of differences in a note.
const MAX_DIFFERENCES: usize = 3;

/// Notes on a quote of which a text that was cut within a sentence has the rest.
const BEGINS_BEFORE: &str =
    "its first words would be before the text of the source, which begins within a sentence";
const ENDS_AFTER: &str =
    "its last words would be after the text of the source, which ends within a sentence";

/// Reference marks, which quotes leave out: `[17]`, `[5, 7\u{2013}9]`.
static MARKS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[[0-9]{1,4}(?:\s*[,;\u{2013}-]\s*[0-9]{1,4})*\]").ok());

/// Returns a text without its reference marks.
fn without_marks(text: &str) -> Cow<'_, str> {
    MARKS
        .as_ref()
        .filter(|_| text.contains('['))
        .map_or(Cow::Borrowed(text), |it| it.replace_all(text, ""))
}

/// A place whose words are close to a quote.
struct Near {
    source: usize,
    span: Span,
    share: f64,
    status: QuoteStatus,
    turned: bool,
    note: String,
}

/// Searches for the nearest words: in the cited source, then in the others if it has nothing close.
pub(super) fn find(words: &str, bare: &Bare, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    let quote = tokens(words, 0);
    let near = |source| compare(words, &quote, place(words, bare, source, cited)?, source, cited);
    let found = near(cited.source).filter(|near| near.share >= ENOUGH).or_else(|| {
        let all = cited.others().filter_map(near).filter(|near| near.share >= ENOUGH);
        all.max_by(|one, other| {
            one.share.total_cmp(&other.share).then(other.source.cmp(&one.source))
        })
    })?;
    let is_elsewhere = found.status == QuoteStatus::Normalised && found.source != cited.source;
    Some(FoundQuote {
        status: if is_elsewhere { QuoteStatus::Elsewhere } else { found.status },
        source: found.source,
        span: found.span,
        turned: found.turned,
        note: Some(found.note),
    })
}

/// Returns the bytes of a source where most words of the quote begin in its order.
fn place(words: &str, bare: &Bare, source: usize, cited: QuoteScope<'_>) -> Option<Span> {
    let text = cited.texts.get(source)?;
    let folded = cited.texts.bare(source)?;
    let grams = cited.texts.grams(source)?;
    let length = bare.as_str().len();
    // Each word votes for the beginning that its own place implies. Words put in or left out shift
    // the votes a little.
    let mut votes: Vec<usize> = Vec::new();
    for at in beginnings(words, bare).take(MAX_WORDS) {
        votes.extend(grams.places(bare, at).map(|place| (place + length).saturating_sub(at)));
    }
    votes.sort_unstable();
    let slack = (length / 4).max(40);
    let mut first = 0;
    let mut best: Option<(usize, usize, usize)> = None;
    for (last, vote) in votes.iter().enumerate() {
        while votes.get(first).is_some_and(|start| start + slack < *vote) {
            first += 1;
        }
        let count = last - first + 1;
        if best.is_none_or(|(most, ..)| count > most) {
            best = Some((count, *votes.get(first)?, *vote));
        }
    }
    let (_, from, to) = best?;
    let start = from.saturating_sub(length);
    let last = folded.as_str().len().min(to).checked_sub(1)?;
    let start = folded.origin(start.min(last))?;
    let end = folded.origin(last)?;
    // Different words make the place a little longer or shorter than the quote.
    let wide = |at: usize, by: isize| text.floor_char_boundary(at.saturating_add_signed(by));
    let by = isize::try_from(slack).unwrap_or_default();
    Some(Span::new(wide(start, -by), wide(end, by).min(text.len())))
}

/// A word as it is compared, with its place.
struct Token {
    span: Span,
    bare: String,
}

/// Returns the words of `text`, which begins at `offset`; each character counts as one in a script
/// without blanks.
fn tokens(text: &str, offset: usize) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut push = |start: usize, end: usize| {
        let word = text.get(start..end).unwrap_or_default();
        let bare = Bare::new(word).as_str().to_owned();
        if !bare.is_empty() && tokens.len() < MAX_WORDS * 2 {
            tokens.push(Token { span: Span::new(offset + start, offset + end), bare });
        }
    };
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if !c.is_whitespace() && !is_unspaced(c) {
            continue;
        }
        let end = at + c.len_utf8();
        push(start, at);
        // Blanks are not compared.
        if !c.is_whitespace() {
            push(at, end);
        }
        start = end;
    }
    push(start, text.len());
    tokens
}

/// Returns the keys that words are compared by.
fn keys(tokens: &[Token]) -> Vec<&str> {
    tokens.iter().map(|token| token.bare.as_str()).collect()
}

/// Words of a quote that are others in the source.
struct Difference {
    quote: String,
    source: String,
    is_first: bool,
    is_last: bool,
}

impl Difference {
    /// True if only the reference marks of the source and the hyphens at the ends of its lines differ.
    fn is_typographic(&self) -> bool {
        Bare::new(&self.quote).as_str() == Bare::new(&without_marks(&self.source)).as_str()
    }

    /// True if the source may have these words before or after `text`, of which `span` has the rest of the quote.
    fn is_outside(&self, text: &str, span: Span) -> bool {
        self.source.is_empty()
            && (self.is_first && may_precede(text, span.start, &self.quote)
                || self.is_last && may_follow(text, span.end, &self.quote))
    }

    fn turns(&self) -> bool {
        turning(&self.quote).is_some() != turning(&self.source).is_some()
    }
}

/// Compares a quote with a place word by word.
fn compare(
    words: &str,
    quote: &[Token],
    place: Span,
    source: usize,
    cited: QuoteScope<'_>,
) -> Option<Near> {
    let text = cited.texts.get(source)?;
    let there = tokens(place.slice(text)?, place.start);
    let is_whole = quote.len() <= MAX_WORDS;
    let quote = quote.get(..quote.len().min(MAX_WORDS))?;
    let ops = capture_diff_slices(Algorithm::Myers, &keys(quote), &keys(&there));
    let equal = |op: &&DiffOp| matches!(op, DiffOp::Equal { .. });
    let first = ops.iter().find(equal)?.new_range().start;
    let last = ops.iter().rev().find(equal)?.new_range().end;
    let matched: usize = ops.iter().filter(equal).map(|op| op.old_range().len()).sum();
    let span = Span::new(there.get(first)?.span.start, there.get(last.checked_sub(1)?)?.span.end);
    let difference = |op: &DiffOp| {
        let (old, range) = (op.old_range(), op.new_range());
        let new = range.start.max(first)..range.end.min(last).max(range.start.max(first));
        Difference {
            is_first: old.start == 0,
            is_last: old.end == quote.len(),
            quote: slice(quote, old, words),
            source: slice(&there, new, text),
        }
    };
    let all = ops.iter().filter(|op| !equal(op)).map(difference);
    let (typographic, differing): (Vec<_>, Vec<_>) = all.partition(Difference::is_typographic);
    let has_marks = typographic.iter().any(|it| without_marks(&it.source) != it.source);
    let begins_outside = differing.first().is_some_and(|it| it.is_first);
    #[expect(clippy::cast_precision_loss, reason = "at most hundreds of words")]
    let share = matched as f64 / quote.len().max(1) as f64;
    let near = |status, turned, note| Some(Near { source, span, share, status, turned, note });
    if is_whole && differing.is_empty() && has_marks {
        return near(QuoteStatus::Normalised, false, "the same but for reference marks".to_owned());
    }
    if is_whole && !differing.is_empty() && differing.iter().all(|it| it.is_outside(text, span)) {
        let note = if begins_outside { BEGINS_BEFORE } else { ENDS_AFTER };
        return near(QuoteStatus::Unknown, false, note.to_owned());
    }
    let begun = ops.iter().find(|op| !op.old_range().is_empty());
    let stop = begun.filter(equal).map(|op| op.old_range().end);
    let note = note(&differing, stop.map(|end| quote.get(..end).unwrap_or_default()), words);
    near(QuoteStatus::Altered, differing.iter().any(Difference::turns), note)
}

/// Returns the part of `text` from the first of these tokens to the last.
fn slice(tokens: &[Token], range: Range<usize>, text: &str) -> String {
    let tokens = tokens.get(range).unwrap_or_default();
    let ends = tokens.first().zip(tokens.last());
    let span = ends.map(|(first, last)| Span::new(first.span.start, last.span.end));
    span.and_then(|span| span.slice(text)).unwrap_or_default().to_owned()
}

/// Describes the words that differ, and the last words up to which all is the same.
fn note(differing: &[Difference], same: Option<&[Token]>, words: &str) -> String {
    let mut notes: Vec<String> = differing.iter().take(MAX_DIFFERENCES).map(difference).collect();
    if let Some(more) = differing.len().checked_sub(MAX_DIFFERENCES).filter(|more| *more > 0) {
        notes.push(format!("{more} more"));
    }
    let stop = same.and_then(|same| {
        let last = same.last()?;
        let first = same.get(same.len().saturating_sub(3)..)?.first()?;
        Span::new(first.span.start, last.span.end).slice(words)
    });
    let stop = match stop {
        Some(words) => format!("the same up to \u{201c}{}\u{201d}", shown(words)),
        None => "differs from its first word on".to_owned(),
    };
    if notes.is_empty() { stop } else { format!("{}; {stop}", notes.join("; ")) }
}

fn difference(Difference { quote, source, .. }: &Difference) -> String {
    match (quote.is_empty(), source.is_empty()) {
        (false, false) => format!(
            "\u{201c}{}\u{201d} where the source has \u{201c}{}\u{201d}",
            shown(quote),
            shown(source)
        ),
        (false, true) => format!("\u{201c}{}\u{201d} is not in the source", shown(quote)),
        _ => format!("\u{201c}{}\u{201d} of the source is left out", shown(source)),
    }
}
