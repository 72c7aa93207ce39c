//! Numbers without brackets that cite: `the trend.1`, `the trend 1.`, as a copy through a word processor
//! leaves raised ones.
//!
//! The text has to list its sources under a heading and with addresses, and several have to be cited
//! so. Numbers before a full stop have more uses than those after one: more of them are wanted, and
//! words that count (`in phase 1.`) are left out.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::{Form, Mark, in_address, number, text_before};
use crate::dialects::marks::numbered::series::{is_counting, series};
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::code::Code;
use crate::text::Span;
use crate::text::table_columns::labelled_cells;

/// The minimum number of marks before full stops that show that a text is cited so.
const MIN_SPACED: usize = 5;

/// The minimum number of different sources that they name.
const MIN_DIFFERENT: usize = 3;

/// True for a number that may begin a sentence of Chinese and count its first word: `。2 个端口`.
fn may_count(text: &str, mark: &Mark) -> bool {
    let word = text.get(mark.span.end..).and_then(|rest| rest.strip_prefix(' '));
    word.is_some_and(|word| word.starts_with(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)))
}

/// Returns the numbers without brackets that cite.
pub(super) fn lowered(text: &str, closed: &[Span], list: &List) -> Vec<Mark> {
    let with_address = list.entries.iter().filter(|entry| entry.url.is_some()).count();
    if list.heading.is_none() || with_address * 2 <= list.entries.len() {
        return Vec::new();
    }
    let listed = list.counted();
    let is_listed = |mark: &Mark| mark.items.iter().all(|(number, _)| listed.contains(number));
    let mut marks = bare(text, closed);
    marks.retain(is_listed);
    if marks.len() < MIN_SPACED && marks.iter().all(|mark| may_count(text, mark)) {
        marks.clear();
    }
    let mut cited = marks.iter().flat_map(|mark| &mark.items).map(|(number, _)| number);
    let enough = match (listed.len(), cited.clone().collect::<BTreeSet<_>>().len()) {
        (1, _) => cited.clone().count() > 1,
        (_, different) => different > 1 && cited.any(|number| *number == 1 || *number == 2),
    };
    if enough {
        let raised: BTreeSet<u64> =
            marks.iter().flat_map(|mark| &mark.items).map(|(number, _)| *number).collect();
        let is_known = |mark: &Mark| mark.items.iter().all(|(number, _)| raised.contains(number));
        // `(a folder) 17:` of a text that is cited so, `these steps 17:` before a list, and the end of a
        // cell, there with a number that is cited elsewhere.
        let closes = |mark: &Mark| {
            let rest = text.get(mark.span.end..).unwrap_or_default();
            let ends_line = rest.trim_start_matches(['*', '_']).strip_prefix(':');
            text_before(text, mark.span.start).ends_with(") ")
                || ends_line.is_some_and(|rest| rest.is_empty() || rest.starts_with(['\n', '\r']))
                || ends_cell(rest) && is_known(mark)
        };
        let more = spaced(text, closed).into_iter().filter(|mark| is_listed(mark) && closes(mark));
        let more: Vec<Mark> = more.chain(in_columns(text, closed).filter(is_listed)).collect();
        marks.extend(more);
        marks.sort_by_key(|mark| mark.span);
        marks.dedup_by_key(|mark| mark.span);
        return marks;
    }
    // Bullets have no numbers that a word and its number could mean.
    if list.is_unnumbered() {
        return Vec::new();
    }
    let mut marks = spaced(text, closed);
    marks.retain(is_listed);
    let different: BTreeSet<u64> =
        marks.iter().flat_map(|mark| &mark.items).map(|(number, _)| *number).collect();
    let enough =
        marks.len() >= MIN_SPACED && different.len() >= MIN_DIFFERENT && different.contains(&1);
    if enough { marks } else { Vec::new() }
}

/// Returns the numbers that are all of a cell in a column of sources.
fn in_columns(text: &str, closed: &[Span]) -> impl Iterator<Item = Mark> {
    let mark = move |cell: Span| {
        let (items, rest) = row(cell.slice(text)?)?;
        (rest.is_empty() && !inside(closed, cell.start)).then(|| bare_mark(cell, items))
    };
    labelled_cells(text).into_iter().filter_map(mark)
}

/// True if the cell of a table ends before this text.
fn ends_cell(rest: &str) -> bool {
    rest.starts_with(' ') && rest.trim_start_matches(' ').starts_with('|')
}

/// Returns the numbers between a blank and the end of a clause: `the trend 1. Next`, `the trend 1, 2, so`.
fn spaced(text: &str, closed: &[Span]) -> Vec<Mark> {
    let mut marks: Vec<(&str, &str, Mark)> = Vec::new();
    // Words with a number inside a sentence: `Windows 11 is`. At its end, the number is as much a part of
    // the name.
    let mut names: BTreeSet<(&str, &str)> = BTreeSet::new();
    let series = series(text);
    for (blank, _) in text.match_indices(' ') {
        let start = blank + 1;
        let Some(rest) = text.get(start..).filter(|rest| begins_number(rest)) else { continue };
        let Some((items, after)) = row(rest) else { continue };
        let before = text_before(text, blank);
        let word = last_word(before);
        let written = rest.get(..rest.len() - after.len()).unwrap_or_default();
        let goes_on = after.strip_prefix(' ').is_some_and(|it| it.starts_with(char::is_alphabetic));
        if goes_on && !word.is_empty() {
            names.insert((word, written));
        }
        let is_begun = marks.last().is_some_and(|(.., mark)| mark.span.end > start);
        let is_open =
            !is_begun && !inside(closed, start) && !in_address(before) && !labels(before, after);
        let is_open = is_open && !series.contains(word);
        if is_open && closes_clause(after) && follows_words(before, word) {
            let span = Span::new(start, text.len() - after.len());
            marks.push((word, written, bare_mark(span, items)));
        }
    }
    marks.retain(|(word, written, _)| !names.contains(&(*word, *written)));
    marks.into_iter().map(|(.., mark)| mark).collect()
}

/// True if a word or two and their number begin a line and have a colon after them: `**Strategy 1: Wait**`
/// is the label of a part.
fn labels(before: &str, after: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    after.starts_with(':') && words.count() < 3
}

fn begins_number(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_digit())
}

/// True if a clause ends with what is before `after`.
fn closes_clause(after: &str) -> bool {
    let after = after.trim_start_matches(['*', '_', '"', '”']);
    let rest = after.strip_prefix(['.', ',', ';', ':', '!', '?', ')']);
    let rest = rest.map_or(after, |rest| rest.trim_start_matches([')', '.', '*', '_', '"', '”']));
    let ends = rest.is_empty() || rest.starts_with(['\n', '\r']);
    ends || rest.len() < after.len() && rest.starts_with(' ') || ends_cell(after)
}

/// True for words that a number of a source may follow, and none that count.
fn follows_words(before: &str, word: &str) -> bool {
    let closes = |c: char| c.is_alphabetic() || ")]\"”’'*_`%»?!".contains(c);
    before.ends_with(closes) && !is_counting(word)
}

fn last_word(before: &str) -> &str {
    before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// Returns the number of bare numbers at ends of sentences.
pub(crate) fn raised_in(text: &str) -> usize {
    bare(text, &Code::of(text).into_spans()).len()
}

/// Abbreviations before the number of a version or a part: `Rev.3`, `No.7`.
const ABBREVIATED: [&str; 14] =
    ["Rev", "rev", "No", "Nr", "Vol", "vol", "Ver", "Art", "Abs", "Sec", "Fig", "Tab", "Ch", "Pt"];

/// The largest number that can be a source without brackets.
const MAX_BARE: u64 = 300;

/// Returns the numbers at the end of a sentence, outside the sorted spans of `closed`, as word
/// processors leave raised ones: `the trend.1 Next`, `the trend.1, 2`, `趋势 1。`.
pub(super) fn bare(text: &str, closed: &[Span]) -> Vec<Mark> {
    if !may_have_bare(text, 1) {
        return Vec::new();
    }
    let mut marks = bare_before_stops(text, closed);
    for (stop, _) in text.match_indices(['.', '!', '?', '。']) {
        let at = text.ceil_char_boundary(stop + 1);
        let (before, after) = text.split_at_checked(stop).unwrap_or_default();
        // `in 2026\.31`: Markdown escapes the full stop after a number.
        let before = before.strip_suffix('\\').unwrap_or(before);
        let closes = |c: char| {
            c.is_alphabetic()
                || matches!(
                    c,
                    ')' | ']' | '"' | '”' | '’' | '\'' | '*' | '_' | '`' | '%' | '?' | '!'
                )
        };
        // `is defined as .33`: a formula before the full stop was lost in the copy.
        let is_parted = before
            .strip_suffix(' ')
            .is_some_and(|it| it.ends_with(|c: char| c.is_alphabetic() || c == ':'));
        let behind = after.get(at - stop..).unwrap_or_default();
        let behind = behind.trim_start_matches(['"', '”', '’', '*', '_']);
        let start = text.len() - behind.len();
        let is_said = is_parted
            || before.ends_with(closes)
            || (ends_with_year(before) || ends_with_value(before)) && opens_sentence(behind);
        if !behind.starts_with(|c: char| c.is_ascii_digit())
            || !is_said
            || inside(closed, start)
            || in_address(before)
            || ABBREVIATED.contains(&last_word(before))
        {
            continue;
        }
        let Some((items, rest)) = row(behind) else { continue };
        let ends =
            |c: char| c.is_whitespace() || matches!(c, '|' | '*' | '_' | '"' | '”' | ')' | '<');
        let ends_line = rest.is_empty() || rest.starts_with(['\n', '\r']);
        let ends_sentence = rest.starts_with(ends) || opens_next(rest) && ends_word(before);
        if !ends_line && (is_parted || !ends_sentence) {
            continue;
        }
        marks.push(bare_mark(Span::new(start, text.len() - rest.len()), items));
    }
    marks.sort_by_key(|mark| mark.span);
    marks.dedup_by_key(|mark| mark.span);
    marks
}

/// True if a text has so many digits beside a stop: most texts have few, and are not searched.
pub(super) fn may_have_bare(text: &str, number: usize) -> bool {
    // The last bytes of the signs before such a number, and the first ones of those after it.
    let is_before = |byte: u8| b".!?\"*_\x82\x99\x9d".contains(&byte);
    let is_behind = |byte: u8| matches!(byte, 0xe3 | 0xef);
    let pairs = text.bytes().zip(text.bytes().skip(1)).filter(|(one, two)| {
        two.is_ascii_digit() && is_before(*one) || one.is_ascii_digit() && is_behind(*two)
    });
    pairs.take(number).count() == number
}

/// True if a sentence begins directly after a number, as a copy that lost its line breaks has it:
/// `the trend.1However, it`.
fn opens_next(rest: &str) -> bool {
    let mut letters = rest.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// True if a text ends with a word that is no abbreviation, or with the sign that closes one.
fn ends_word(text: &str) -> bool {
    const MIN_WORD: usize = 3;
    let letters = text.chars().rev().take_while(|c| c.is_alphabetic()).take(MIN_WORD + 1);
    let number = letters.count();
    number > MIN_WORD || number == 0
}

/// True if a text ends with a year, after which a number is no decimal: `in 1972.1 The`.
fn ends_with_year(text: &str) -> bool {
    let start = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let year = text.get(start.len()..).and_then(|digits| digits.parse::<u64>().ok());
    year.is_some_and(|year| (1500..2100).contains(&year)) && start.ends_with([' ', '\u{a0}', '–'])
}

/// Returns what is before the decimal at the end of a text; `None` without one.
fn before_decimal(text: &str) -> Option<&str> {
    let is_digit = |c: char| c.is_ascii_digit();
    let whole = text.trim_end_matches(is_digit).strip_suffix('.')?;
    let start = whole.trim_end_matches(is_digit);
    (text.ends_with(is_digit) && start.len() < whole.len()).then_some(start)
}

/// True if a text ends with a decimal that a sign makes a value, as no number of a section or version is:
/// `a ratio >2.5`, `$1.2`.
fn ends_with_value(text: &str) -> bool {
    let signs = ['<', '>', '≤', '≥', '≈', '~', '$', '€', '£'];
    before_decimal(text).is_some_and(|start| start.ends_with(signs) && !begins_line(start))
}

/// True if a text is empty or ends at the beginning of a line, or after the signs of Markdown there.
fn begins_line(text: &str) -> bool {
    let line = text.trim_end_matches([' ', '\t', '#', '*', '_', '-', '>', '|', '\\']);
    line.is_empty() || line.ends_with('\n')
}

/// Returns the decimals at the end of a sentence with a number after them that may cite or be a part of them:
/// `a ratio of 2.5.6 The next`. Numbers at the beginning of a line are those of sections, and those after a
/// name are of versions.
pub(super) fn after_decimals(text: &str) -> Vec<(Span, u64)> {
    let place = |(stop, _): (usize, &str)| {
        let (before, after) = text.split_at_checked(stop)?;
        let behind = after.get(1..)?;
        let (number, rest) = number(behind)?;
        let start = before_decimal(before)?;
        let word = last_word(start.trim_end_matches(' '));
        let is_name = word.starts_with(char::is_uppercase) || start.ends_with(char::is_alphabetic);
        let is_open =
            !is_name && !begins_line(start) && !start.ends_with('.') && opens_sentence(behind);
        is_open.then(|| (Span::new(start.len(), text.len() - rest.len()), number))
    };
    text.match_indices('.').filter_map(place).collect()
}

/// True if numbers end a line or come before a sentence.
fn opens_sentence(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '–'));
    let next = rest.trim_start_matches([' ', '\t', '\r']);
    next.is_empty()
        || next.starts_with('\n')
        || next.len() < rest.len() && next.starts_with(char::is_uppercase)
}

fn bare_mark(span: Span, items: Vec<(u64, u64)>) -> Mark {
    let (located, names, label, url) = (Vec::new(), Vec::new(), None, None);
    Mark { span, form: Form::Bare, items, located, names, label, url }
}

/// Returns the numbers between a blank and a full stop or comma of Chinese or Japanese.
fn bare_before_stops(text: &str, closed: &[Span]) -> Vec<Mark> {
    /// The maximum length of such numbers, in bytes.
    const MAX_ROW: usize = 24;
    let mark = |(stop, _): (usize, &str)| {
        let near = text.floor_char_boundary(stop.saturating_sub(MAX_ROW));
        let before = text.get(near..stop)?;
        let numbers = before.trim_start_matches(|c: char| !c.is_ascii()).trim_start();
        let numbers = numbers.rsplit(|c: char| !c.is_ascii()).next()?.trim_start();
        let start = stop - numbers.len();
        let words = text.get(..start)?.strip_suffix(' ')?;
        let said = |c: char| !c.is_ascii() && (c.is_alphabetic() || "）」』”》】％".contains(c));
        let (items, rest) = row(numbers).filter(|_| words.ends_with(said))?;
        (rest.is_empty() && !inside(closed, start))
            .then(|| bare_mark(Span::new(start, stop), items))
    };
    text.match_indices(['。', '，', '；', '、']).filter_map(mark).collect()
}

/// Returns the numbers at the start of `text`, with commas between them, and the text after them.
fn row(text: &str) -> Option<(Vec<(u64, u64)>, &str)> {
    let (mut numbers, mut rest) = (Vec::new(), text);
    loop {
        let (first, after) = number(rest)?;
        if first == 0 || first > MAX_BARE || rest.starts_with('0') {
            return None;
        }
        numbers.push((first, first));
        let next = after.strip_prefix(',').map(|it| it.trim_start_matches(' '));
        match next.filter(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
            Some(next) if number(next).is_some_and(|(next, _)| next <= MAX_BARE) => rest = next,
            _ => return Some((numbers, after)),
        }
    }
}
