//! A note on words that name a source by a number and were not read: `(Kaynak 1, 2)`, `According to Source 1`;
//! beside a list of sources also on other series of names: `(Finding 1)`, `(Finding 2)`; and beside contexts that
//! came with the text also on words for any document with the number of one: `According to Context 2`.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::dialect::ROWS;
use crate::dialects::marks::named_sources::{names_source, source_word};
use crate::dialects::marks::numbered::{is_counting, listed_in, series};
use crate::dialects::shared::code::Code;
use crate::model::{Case, SourceText};
use crate::text::Span;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Maximum length of a word and the signs before its number, in bytes.
const MAX_WORD: usize = 48;

/// Maximum number of digits of such a number.
const MAX_DIGITS: usize = 3;

/// Minimum number of different marks in brackets that show a series.
const MIN_SERIES: usize = 3;

/// Returns a note on sources named by a word and a number in a text.
pub(super) fn note(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    let mut series = series(text);
    let listed = (!series.is_empty()).then(|| listed_in(text));
    if listed.as_ref().is_some_and(Vec::is_empty) {
        series.clear();
    }
    let mut named = named(text, &series, contexts(case));
    named.extend(in_round_brackets(text));
    named.sort_unstable();
    named.dedup_by(|next, before| next.overlaps(*before));
    if named.is_empty() {
        return None;
    }
    let (code, listed) = (Code::of(text), listed.unwrap_or_else(|| listed_in(text)));
    let read = SpanSet::new(case.response.citations.iter().map(|it| it.anchor.span));
    named.retain(|span| {
        !code.overlaps(*span) && !Span::any_contains(&listed, span.start) && !read.overlaps(*span)
    });
    let first = one_line(named.first()?.slice(text)?);
    let are = if named.len() == 1 { "may be a citation" } else { "may be citations" };
    let words = count(named.len(), "word");
    Some(format!("{words} with a number, such as `{first}`, {are}: read in square brackets only"))
}

/// Returns the words before numbers in brackets that name a series, `[Finding 1]`, `[Finding 2, 3]`; not those
/// that count parts of a text, such as `[Figure 1]`.
pub(super) fn bracketed_series<'t>(text: &'t str, marks: &[Span]) -> BTreeSet<&'t str> {
    let mut spellings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for span in marks {
        if let Some(word) = bracketed_word(text, *span).filter(|word| !is_counting(word)) {
            spellings.entry(word).or_default().insert(span.slice(text).unwrap_or_default());
        }
    }
    spellings.retain(|_, own| own.len() >= MIN_SERIES);
    spellings.into_keys().collect()
}

/// Returns the word before the numbers in a bracket that names no source by it: `Finding` of `[Finding 1]`.
pub(super) fn bracketed_word(text: &str, span: Span) -> Option<&str> {
    let inner = span.slice(text)?.strip_prefix('[')?;
    let (word, rest) = inner.split_once(' ')?;
    let is_word = word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_number = |c: char| c.is_ascii_digit() || ", ]".contains(c);
    (is_word && rest.chars().all(is_number) && !names_source(word)).then_some(word)
}

/// Returns the round brackets with a word for a source and its number: `（来源1）`, `（见文档2、3）`, `(Document 2)`.
fn in_round_brackets(text: &str) -> Vec<Span> {
    /// Words before such a word.
    const SEEN: [&str; 6] = ["参见", "參見", "详见", "根据", "见", "見"];
    /// Words with a blank after them for what a model was given.
    const PIECES: [&str; 6] = ["doc", "docs", "document", "documents", "chunk", "passage"];
    /// The maximum length of what is in the brackets, in bytes.
    const MAX_INNER: usize = 60;
    let mut found = Vec::new();
    for (at, open) in text.match_indices(['（', '(']) {
        let rest = text.get(at + open.len()..).unwrap_or_default();
        let near = rest.get(..rest.floor_char_boundary(MAX_INNER)).unwrap_or_default();
        let Some(end) = near.find(['）', ')']) else { continue };
        let inner = near.get(..end).unwrap_or_default();
        let inner = SEEN.iter().find_map(|word| inner.strip_prefix(word)).unwrap_or(inner);
        let number = inner.trim_start_matches(|c: char| c.is_alphabetic());
        let word = inner.get(..inner.len() - number.len()).unwrap_or_default();
        let is_piece = PIECES.iter().any(|piece| word.eq_ignore_ascii_case(piece));
        let (number, is_own) = match number.strip_prefix(' ') {
            Some(number) => (number, is_piece),
            None => (number, !word.is_ascii() && names_source(word)),
        };
        let is_number = |c: char| c.is_ascii_digit() || " ,，、;；-–".contains(c);
        if is_own
            && number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(is_number)
        {
            let close = near.get(end..).and_then(|rest| rest.chars().next());
            let end = at + open.len() + end + close.map_or(0, char::len_utf8);
            found.push(Span::new(at, end));
        }
    }
    found
}

/// Returns the number of texts that came with a case, or of the sources that a row names without their texts; none
/// for only one, which nobody numbers.
fn contexts(case: &Case) -> usize {
    let texts = case.sources.iter().filter(|it| matches!(it.text, SourceText::Inline(_))).count();
    let named = if case.format.name == ROWS { case.sources.len() } else { 0 };
    let number = if texts > 0 { texts } else { named };
    if number > 1 { number } else { 0 }
}

/// Returns the words for a source with a number after them, or for any document with the number of one of the
/// `contexts`, outside of square brackets and not at the beginning of a line that describes the source.
fn named(text: &str, series: &BTreeSet<&str>, contexts: usize) -> Vec<Span> {
    let mut found = Vec::new();
    let mut end = 0;
    // The last bytes of a blank and of no-break spaces.
    for at in memchr::memchr3_iter(b' ', 0xa0, 0xaf, text.as_bytes()) {
        let digits = text.get(at + 1..).unwrap_or_default();
        let len = digits.bytes().take_while(u8::is_ascii_digit).count();
        let Some(number) = digits.get(..len).filter(|it| (1..=MAX_DIGITS).contains(&it.len()))
        else {
            continue;
        };
        let near = text.ceil_char_boundary(at.saturating_sub(MAX_WORD));
        let before = text.get(near..text.floor_char_boundary(at)).unwrap_or_default();
        let words = before.trim_end_matches(|c: char| c.is_whitespace() || "#.:№".contains(c));
        let start = words.rfind(|c: char| !c.is_alphabetic());
        let start = start.map_or(0, |at| words.ceil_char_boundary(at + 1));
        let word = words.get(start..).unwrap_or_default();
        let outer = words.get(..start).unwrap_or_default();
        let between = before.get(words.len()..).unwrap_or_default();
        // `open source.`, then the heading `### 4 Prices`.
        let is_torn = between.contains('\n') && between.contains(['.', '#']);
        let after = digits.get(number.len()..).unwrap_or_default();
        let line = outer.rsplit('\n').next().unwrap_or_default();
        let opens = line.len() < outer.len() || near == 0;
        let opens = opens && !line.contains(char::is_alphanumeric);
        let behind_marks = after.trim_start_matches(['*', '_', ' ', ']']);
        let describes = opens && behind_marks.starts_with([':', '–', '—', '-', '|', '：']);
        // `<co>1</co> Document 2: "…"` describes it, `as stated in Document 2: "…"` quotes it.
        let is_context = || {
            // `the documents. 5. The form` counts what follows.
            number.parse().is_ok_and(|number: usize| number <= contexts)
                && names_source(word)
                && !between.contains('.')
                && (!behind_marks.starts_with([':', '：']) || outer.ends_with(" in "))
        };
        if near + start >= end
            && (source_word(word) || series.contains(word) || is_context())
            && !outer.ends_with('[')
            && !describes
            && !is_torn
            && !after.starts_with(|c: char| c.is_alphanumeric() || c == '%')
        {
            end = at + 1 + number.len();
            found.push(Span::new(near + start, end));
        }
    }
    found.sort_unstable();
    found
}
