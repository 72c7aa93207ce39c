//! The words of the sources nearest to a quote that was not found.

use similar::{Algorithm, DiffOp, capture_diff_slices};

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

/// A place whose words are close to a quote.
struct Near {
    source: usize,
    span: Span,
    share: f64,
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
    Some(FoundQuote {
        status: QuoteStatus::Altered,
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
    let quote = quote.get(..quote.len().min(MAX_WORDS))?;
    let ops = capture_diff_slices(Algorithm::Myers, &keys(quote), &keys(&there));
    let equal = |op: &&DiffOp| matches!(op, DiffOp::Equal { .. });
    let first = ops.iter().find(equal)?.new_range().start;
    let last = ops.iter().rev().find(equal)?.new_range().end;
    let matched: usize = ops.iter().filter(equal).map(|op| op.old_range().len()).sum();
    let span = Span::new(there.get(first)?.span.start, there.get(last.checked_sub(1)?)?.span.end);
    let pieces = |op: &DiffOp| {
        let range = op.new_range();
        let new = range.start.max(first)..range.end.min(last).max(range.start.max(first));
        let slice = |tokens: &[Token], range: std::ops::Range<usize>, text: &str| {
            let tokens = tokens.get(range).unwrap_or_default();
            let ends = tokens.first().zip(tokens.last());
            let span = ends.map(|(first, last)| Span::new(first.span.start, last.span.end));
            span.and_then(|span| span.slice(text)).unwrap_or_default().to_owned()
        };
        (slice(quote, op.old_range(), words), slice(&there, new, text))
    };
    let differing = ops.iter().filter(|op| !equal(op)).map(pieces);
    let differing: Vec<(String, String)> =
        differing.filter(|(old, new)| !old.is_empty() || !new.is_empty()).collect();
    let turns = |(old, new): &(String, String)| turning(old).is_some() != turning(new).is_some();
    #[expect(clippy::cast_precision_loss, reason = "at most hundreds of words")]
    let share = matched as f64 / quote.len().max(1) as f64;
    let begun = ops.iter().find(|op| !op.old_range().is_empty());
    let stop = begun.filter(equal).map(|op| op.old_range().end);
    let note = note(&differing, stop.map(|end| quote.get(..end).unwrap_or_default()), words);
    Some(Near { source, span, share, turned: differing.iter().any(turns), note })
}

/// Describes the words that differ, and the last words up to which all is the same.
fn note(differing: &[(String, String)], same: Option<&[Token]>, words: &str) -> String {
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

fn difference((quote, source): &(String, String)) -> String {
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
