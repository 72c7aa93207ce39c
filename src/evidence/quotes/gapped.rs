//! A quote in pieces: with words left out (`…`) or put in (`[…]`).
//!
//! The pieces must be in one source, in order, close together, long enough to be recognizable, and
//! without a heading between them. The text between them is read: a negation or a number that is
//! left out is reported, and so are the words that a bracket replaces.

use memchr::memmem;

use super::parts::{Join, QuotePiece, QuotePieces, parts};
use super::turns::{has_content, number, share_a_word, turning};
use super::wording::{shown, word_count};
use super::{FoundQuote, MIN_WORDS, QuoteScope, QuoteStatus};
use crate::text::Span;
use crate::text::bare::{Bare, is_word_edge};

/// The maximum length of the text that an ellipsis may replace, in letters.
const MAX_LEFT_OUT: usize = 500;

/// The maximum length of the text that a bracket may replace, in letters.
const MAX_REPLACED: usize = 60;

/// The maximum number of places of the first piece from which the others are searched for.
const MAX_STARTS: usize = 1000;

/// Searches for the pieces of a quote: in the cited source, then in the others. Reports a quote
/// whose pieces are far apart, or too short to be recognized, as such.
pub(super) fn find(words: &str, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    let whole = parts(words, false)?;
    let split = whole.has_brackets.then(|| parts(words, true)).flatten();
    let ways = || [Some(&whole), split.as_ref()].into_iter().flatten();
    let long_enough = |way: &&QuotePieces| way.pieces.iter().all(|part| part.words >= MIN_WORDS);
    let own = ways().filter(long_enough).find_map(|way| in_source(way, cited.source, cited));
    own.or_else(|| {
        let mut all = cited.others();
        let found = all.find_map(|source| {
            ways().filter(long_enough).find_map(|way| in_source(way, source, cited))
        })?;
        Some(FoundQuote { status: QuoteStatus::Elsewhere, ..found })
    })
    .or_else(|| apart(&whole, cited))
}

fn in_source(parts: &QuotePieces, source: usize, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    let text = cited.texts.get(source)?;
    let bare = cited.texts.bare(source)?;
    let passage = if source == cited.source { cited.passage } else { Span::default() };
    let places = chain(parts, Source { text, bare }, passage)?;
    let span = Span::new(places.first()?.start, places.last()?.end);
    let (turned, notes) = changes(parts, &places, text);
    let note = (!notes.is_empty()).then(|| notes.join("; "));
    Some(FoundQuote { status: QuoteStatus::Gapped, source, span, turned, note })
}

#[derive(Clone, Copy)]
struct Source<'t> {
    text: &'t str,
    bare: &'t Bare,
}

impl Source<'_> {
    /// Returns the place of a piece at `at` of the bare text, if it begins and ends at word
    /// boundaries.
    fn place(self, part: &QuotePiece, at: usize, next: &Join) -> Option<Span> {
        let span = self.bare.span(self.text, at, at + part.bare.as_str().len())?;
        let begins = part.join.cuts_after || is_word_edge(self.text, span.start);
        (begins && (next.cuts_before || is_word_edge(self.text, span.end))).then_some(span)
    }

    /// Returns the first place of a piece from the bare byte `from` that its join allows, and its
    /// end in the bare text.
    fn next(self, part: &QuotePiece, from: usize, next: &Join) -> Option<(Span, usize)> {
        let most = if part.join.left_out { MAX_LEFT_OUT } else { MAX_REPLACED };
        let bytes = self.bare.as_str().as_bytes();
        let words = part.bare.as_str();
        let end = bytes.len().min(from + most * 4 + words.len());
        let window = bytes.get(from..end)?;
        let mut places = memmem::find_iter(window, words.as_bytes()).map(|at| from + at);
        let (at, span) = places.find_map(|at| Some((at, self.place(part, at, next)?)))?;
        let gap = self.bare.as_str().get(from..at)?;
        (gap.chars().count() <= most).then_some((span, at + words.len()))
    }
}

/// Returns the places of all pieces in order, each near the one before it. Prefers the passage, and
/// the chain that leaves out least.
fn chain(parts: &QuotePieces, source: Source<'_>, passage: Span) -> Option<Vec<Span>> {
    let (first, rest) = parts.pieces.split_first()?;
    let words = first.bare.as_str();
    let starts = memmem::find_iter(source.bare.as_str().as_bytes(), words.as_bytes());
    let joins = parts.pieces.iter().skip(1).map(|part| &part.join).chain([&parts.end]);
    let joins: Vec<&Join> = joins.collect();
    let mut best: Option<((bool, usize), Vec<Span>)> = None;
    for start in starts.take(MAX_STARTS) {
        let Some(span) = source.place(first, start, joins.first()?) else { continue };
        let mut places = vec![span];
        let mut at = start + words.len();
        for (part, next) in rest.iter().zip(joins.iter().skip(1)) {
            let Some((span, end)) = source.next(part, at, next) else { break };
            let gap = Span::new(places.last()?.end, span.start);
            if has_heading(gap.slice(source.text).unwrap_or_default()) {
                break;
            }
            places.push(span);
            at = end;
        }
        if places.len() < parts.pieces.len() {
            continue;
        }
        let whole = Span::new(span.start, places.last()?.end);
        let rank = (whole.intersect(passage) != Some(whole), whole.len());
        if best.as_ref().is_none_or(|(other, _)| rank < *other) {
            best = Some((rank, places));
        }
    }
    best.map(|(_, places)| places)
}

/// Returns true if a Markdown heading or a page end is in `gap`.
fn has_heading(gap: &str) -> bool {
    let is_rule = |line: &str| line.len() >= 3 && line.bytes().all(|b| matches!(b, b'=' | b'-'));
    gap.contains('\u{c}')
        || gap.lines().skip(1).any(|line| line.starts_with('#') || is_rule(line.trim()))
}

/// Describes the words left out and put in; also returns true if they change the sense of the
/// sentence.
fn changes(parts: &QuotePieces, places: &[Span], text: &str) -> (bool, Vec<String>) {
    let mut turned = false;
    let mut notes = Vec::new();
    let mut before: Option<Span> = None;
    for (part, place) in parts.pieces.iter().zip(places) {
        let gap = match before {
            Some(last) => Span::new(last.end, place.start).slice(text).unwrap_or_default(),
            None => words_before(text, place.start, &part.join),
        };
        let is_left_out = part.join.left_out && before.is_some();
        if is_left_out {
            turned |= left_out(gap, &mut notes);
        }
        let replaced = if is_left_out { "" } else { gap };
        for put in &part.join.put {
            turned |= put_in(put, replaced, &mut notes);
        }
        for put in &part.inner {
            turned |= put_in(put, "", &mut notes);
        }
        before = Some(*place);
    }
    for put in &parts.end.put {
        turned |= put_in(put, "", &mut notes);
    }
    (turned, notes)
}

/// Notes that words are left out; returns true if one of them changes the sense of the sentence.
/// Whole sentences between the two quoted ones change neither.
fn left_out(gap: &str, notes: &mut Vec<String>) -> bool {
    let count = word_count(gap);
    if count == 0 {
        return false;
    }
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\u{3002}' | '\u{ff01}' | '\u{ff1f}');
    let is_end = |(at, sign): &(usize, &str)| {
        let after = gap.get(at + sign.len()..).unwrap_or_default();
        !sign.is_ascii() || after.starts_with(char::is_whitespace)
    };
    let borders: Vec<usize> =
        gap.match_indices(ends).filter(is_end).map(|(at, sign)| at + sign.len()).collect();
    let head = borders.first().map_or(gap, |end| gap.get(..*end).unwrap_or_default());
    let tail = borders.last().map_or("", |start| gap.get(*start..).unwrap_or_default());
    let word = turning(head).or_else(|| turning(tail));
    let plural = if count == 1 { "word" } else { "words" };
    let turning_word = word.map(|word| {
        format!("among them \u{201c}{}\u{201d}, which may turn the sentence", shown(word))
    });
    let left_out_number = number(gap).map(|number| format!("the number {}", shown(number)));
    notes.push(match (turning_word, left_out_number) {
        (None, None) => format!("leaves out {count} {plural}"),
        (Some(one), Some(other)) => format!("leaves out {count} {plural}, {one}, and {other}"),
        (Some(one), None) => format!("leaves out {count} {plural}, {one}"),
        (None, Some(other)) => format!("leaves out {count} {plural}, among them {other}"),
    });
    word.is_some()
}

/// Notes a bracket and the words it replaces; returns true if it changes the sense of the sentence:
/// by a negation, or by replacing words of another meaning.
fn put_in(put: &str, replaced: &str, notes: &mut Vec<String>) -> bool {
    let replaced = replaced.trim();
    let is_remark = put.chars().all(|c| !c.is_alphabetic()) || put.eq_ignore_ascii_case("sic");
    if is_remark && word_count(replaced) == 0 {
        return false;
    }
    let put = shown(put);
    if word_count(replaced) == 0 {
        let turns = turning(&put).is_some();
        let ending = if turns { ", which may turn the sentence" } else { "" };
        notes.push(format!("puts in \u{201c}{put}\u{201d}{ending}"));
        return turns;
    }
    let old = shown(replaced);
    notes.push(format!("puts \u{201c}{put}\u{201d} where the source has \u{201c}{old}\u{201d}"));
    turning(replaced).is_some() != turning(&put).is_some()
        || (has_content(replaced) && !share_a_word(replaced, &put))
}

/// Returns the words of the sentence before `at`, as many as are in the brackets at the start of
/// the quote.
fn words_before<'t>(text: &'t str, at: usize, join: &Join) -> &'t str {
    let count: usize = join.put.iter().map(|put| word_count(put)).sum();
    let before = text.get(..at).unwrap_or_default();
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ':' | ';' | '\n' | '\u{3002}');
    let mut left = count;
    let mut start = before.len();
    let mut inside = false;
    for (index, c) in before.char_indices().rev() {
        let is_word = c.is_alphanumeric();
        if ends(c) || (left == 0 && !(inside && is_word)) {
            break;
        }
        if is_word && !inside {
            left -= 1;
        }
        inside = is_word;
        start = index;
    }
    before.get(start..).unwrap_or_default()
}

/// Returns a quote whose pieces are in the sources but not together, or are too short to be
/// recognized.
fn apart(parts: &QuotePieces, cited: QuoteScope<'_>) -> Option<FoundQuote> {
    if parts.pieces.len() < 2 {
        return None;
    }
    let place = |part: &QuotePiece| {
        let sources = [cited.source].into_iter().chain(cited.others());
        sources.into_iter().find_map(|source| {
            let text = cited.texts.get(source)?;
            let bare = cited.texts.bare(source)?;
            let words = part.bare.as_str();
            let at = memmem::find(bare.as_str().as_bytes(), words.as_bytes())?;
            Some((source, bare.span(text, at, at + words.len())?))
        })
    };
    let long = parts.pieces.iter().filter(|part| part.words >= MIN_WORDS);
    let places: Vec<Option<(usize, Span)>> = long.map(place).collect();
    let places: Option<Vec<(usize, Span)>> = places.into_iter().collect();
    let places = places?;
    let first = parts.pieces.iter().find_map(place)?;
    let is_short = places.len() < parts.pieces.len();
    let in_one = places.iter().all(|(source, _)| *source == first.0);
    let (status, note) = match (is_short, in_one) {
        (true, _) => (QuoteStatus::Short, "pieces of one or two words may be put together at will"),
        (false, true) => (QuoteStatus::Altered, "its pieces are in the source, but not together"),
        (false, false) => (QuoteStatus::Altered, "its pieces are in different sources"),
    };
    let (source, span) = places.first().copied().unwrap_or(first);
    Some(FoundQuote { status, source, span, turned: false, note: Some(note.to_owned()) })
}
