//! Remarks on the size of a cited range: too broad, or cut off before a qualification.

use super::{Window, qualifier};
use crate::model::Source;
use crate::resolve::{How, Passage, lines_of};
use crate::sources::Store;
use crate::text::Span;
use crate::text::sentences::starts;

/// A range of fewer lines is never too wide.
const WIDE: u64 = 12;

/// A range is too wide if it has this many times the lines that hold its part of the claim.
const TIMES: u64 = 4;

/// Lines hold a range's part of the claim if they lack less than this share of the claim.
const LACKING: f64 = 0.05;

/// With a smaller share of the claim in the range, its size is not the problem.
const HELD: f64 = 0.5;

/// A range with fewer letters says nothing that could be qualified.
const MIN_LETTERS: usize = 4;

/// The distance after a range within which a qualification is searched for, in bytes.
const REACH: usize = 600;

/// The distance within the rest of a cut sentence at which a qualifying word still belongs to the
/// range, in bytes.
const NEAR: usize = 160;

/// An upper limit for the length of a phrase of [`qualifier::opening`] and the character after it,
/// in bytes.
const MAX_OPENING: usize = 64;

/// A remark on the start or end of a cited range.
#[derive(Debug, Clone, PartialEq)]
pub enum RangeRemark {
    /// The range is far larger than the lines that hold its part of the claim.
    TooWide(Window),
    /// The next sentence qualifies the range.
    Qualified {
        /// The qualifying sentence; bytes of the source.
        span: Span,
        /// The number of the line it begins on, as locators count.
        line: u64,
        /// The word that qualifies, as written.
        word: String,
    },
}

/// A cited range with what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Range<'r> {
    /// The range.
    pub passage: &'r Passage,
    /// The source it is in.
    pub source: &'r Source,
    /// The text of that source.
    pub store: &'r Store,
    /// The lines of it that have most of the claim; `None` if it is short.
    pub tightest: Option<Window>,
    /// The share of the claim that is in the range, computed like a window's support.
    pub held: f64,
    /// All that is cited for the same claim: index of the source, bytes.
    pub cited: &'r [(usize, Span)],
}

/// True if somebody chose the range: it is not a whole source, page, block or section.
pub(super) fn is_chosen(how: How) -> bool {
    !matches!(how, How::Whole | How::Page | How::Block | How::Anchor)
}

/// Looks at the ends of a range. `text` is the source's, byte for byte; `None` if it is too
/// large to be looked at.
pub fn remarks(range: &Range<'_>, text: Option<&str>) -> Vec<RangeRemark> {
    if !is_chosen(range.passage.how) {
        return Vec::new();
    }
    let qualified = text.filter(|_| !range.source.excerpt).and_then(|text| qualified(range, text));
    too_wide(range).into_iter().chain(qualified).collect()
}

fn too_wide(range: &Range<'_>) -> Option<RangeRemark> {
    let window = range.tightest?;
    let lines = |first: u64, last: u64| last.saturating_sub(first) + 1;
    let cited = lines(range.passage.first_line?, range.passage.last_line?);
    let needed = lines(window.first_line, window.last_line);
    let holds_all = range.held >= HELD && window.support + LACKING >= range.held;
    (cited >= WIDE && cited >= TIMES * needed && holds_all).then_some(RangeRemark::TooWide(window))
}

fn qualified(range: &Range<'_>, text: &str) -> Option<RangeRemark> {
    let passage = range.passage;
    let after = Behind::of(text, passage.span)?;
    let found = after.opening().or_else(|| after.rest())?;
    let Qualifier { span, word } = found;
    let covers = |(source, cited): &(usize, Span)| {
        *source == passage.source && cited.intersect(span).is_some()
    };
    if range.cited.iter().any(covers) {
        return None;
    }
    let (line, _) = lines_of(range.source, Some(range.store), span)?;
    Some(RangeRemark::Qualified { span, line, word })
}

struct Qualifier {
    span: Span,
    word: String,
}

/// The text after a range up to the end of its paragraph, with line ends as blanks.
struct Behind {
    text: String,
    /// Its start in the source.
    start: usize,
    /// True if the range ends inside a sentence that continues here.
    cut: bool,
}

impl Behind {
    /// Reads the text after a range; `None` if that is empty or begins with a blank line, a heading
    /// or a table.
    fn of(text: &str, passage: Span) -> Option<Self> {
        let said = passage.slice(text)?.trim_end();
        let mut letters = said.chars().filter(|c| c.is_alphabetic());
        letters.nth(MIN_LETTERS - 1)?;
        let rest = text.get(passage.end..text.floor_char_boundary(passage.end + REACH))?;
        let blank = rest.len() - rest.trim_start().len();
        let gap = rest.get(..blank)?;
        if gap.matches('\n').count().max(gap.matches('\r').count()) > 1 || gap.contains('\u{c}') {
            return None;
        }
        let of_line = gap.contains(['\n', '\r']);
        let (mut start, mut rest) = (passage.end + blank, rest.get(blank..)?);
        if of_line && rest.starts_with(['#', '|', '<', '=', '`', '~']) {
            return None;
        }
        let (above, below) = (said.lines().next_back()?, rest.lines().next()?);
        let bullet = rest.len() - rest.trim_start_matches(BULLETS).len();
        let is_item = of_line && bullet > 0 && rest.get(bullet..)?.starts_with(' ');
        // Characters that close the sentence before which the range stops.
        let closing = rest.len() - rest.trim_start_matches(closes).len();
        let skipped = if is_item { bullet } else { closing };
        rest = rest.get(skipped..)?;
        start += skipped + (rest.len() - rest.trim_start().len());
        rest = rest.trim_start();
        let ended = skipped > 0 || said.trim_end_matches(wraps).ends_with(ENDS);
        let goes_on = !of_line || rest.starts_with(char::is_lowercase);
        let cut = !ended && goes_on;
        // The rest of this function is expensive; most texts have no such word at their start.
        let head = rest.get(..rest.floor_char_boundary(MAX_OPENING))?;
        if !cut && qualifier::opening(&of_one_line(head)).is_none() {
            return None;
        }
        // `except`, `not` and `only` are also words of programming languages.
        if is_code(above) || is_code(below) {
            return None;
        }
        let text = of_one_line(rest.get(..paragraph_end(rest))?);
        (!text.is_empty()).then_some(Self { text, start, cut })
    }

    /// Returns the next sentence, where it begins with a word that retracts or limits.
    fn opening(&self) -> Option<Qualifier> {
        // In a cut sentence, a lower-case letter only continues it.
        let goes_on = self.cut && self.text.starts_with(char::is_lowercase);
        if goes_on { None } else { self.found(qualifier::opening, self.text.len()) }
    }

    /// Returns the rest of a sentence that the range cuts off, if it qualifies.
    fn rest(&self) -> Option<Qualifier> {
        if self.cut { self.found(qualifier::inside, NEAR) } else { None }
    }

    fn found(&self, word_in: fn(&str) -> Option<&str>, most: usize) -> Option<Qualifier> {
        // Finding the end of the sentence is expensive; most texts have no such word nearby.
        word_in(self.text.get(..self.text.floor_char_boundary(most))?)?;
        let end = starts(&self.text).get(1).copied().unwrap_or(self.text.len());
        let sentence = self.text.get(..end)?.trim_end();
        let near = sentence.get(..sentence.floor_char_boundary(most))?;
        let word = word_in(near)?.to_owned();
        Some(Qualifier { span: Span::new(self.start, self.start + sentence.len()), word })
    }
}

const BULLETS: [char; 6] = ['-', '*', '+', '\u{2022}', '\u{2013}', '\u{b7}'];

/// Signs that end a sentence.
const ENDS: [char; 10] =
    ['.', '!', '?', ':', '\u{2026}', '\u{3002}', '\u{ff01}', '\u{ff1f}', '\u{ff61}', '\u{ff1a}'];

/// True for characters that may follow the end of a sentence and belong to it.
fn wraps(c: char) -> bool {
    matches!(
        c,
        ')' | ']' | '"' | '\'' | '*' | '_' | '\u{201d}' | '\u{2019}' | '\u{bb}' | '\u{300d}'
    )
}

fn closes(c: char) -> bool {
    ENDS.contains(&c) || wraps(c)
}

/// Replaces line ends by blanks.
fn of_one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Returns the end of the paragraph at the start of `text`: before a blank line, a list item, a
/// heading, a table row or a new page.
fn paragraph_end(text: &str) -> usize {
    let end = text.match_indices(['\n', '\u{c}']).find_map(|(at, sign)| {
        let (above, below) = (text.get(..at)?, text.get(at + 1..)?);
        let next = below.trim_start_matches([' ', '\t']);
        if sign == "\n" && (next.starts_with('\n') || next.starts_with("\r\n")) {
            return Some(above.strip_suffix('\r').unwrap_or(above).len());
        }
        (sign != "\n" || opens_block(below.trim_ascii_start())).then_some(at)
    });
    end.unwrap_or(text.len())
}

/// Returns true if a line is an item, a heading or a row of a table.
fn opens_block(line: &str) -> bool {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['#', '|', '*', '+', '\u{2022}', '-'])
        || after.len() < line.len() && after.starts_with(['.', ')'])
}

/// Returns true if a line looks like code rather than prose.
fn is_code(line: &str) -> bool {
    const SIGNS: [&str; 5] = ["==", "=>", "->", "::", "\"\"\""];
    const CLAUSES: [&str; 3] = ["try:", "else:", "finally:"];
    let trimmed = line.trim_ascii();
    trimmed.ends_with([';', '{', '}', '(', '='])
        || SIGNS.iter().any(|sign| line.contains(sign))
        || CLAUSES.iter().any(|clause| trimmed.starts_with(clause))
        || calls_or_assigns(line.as_bytes())
}

/// True if a line has `f(x)`, `f(x,`, `a=b`, `a = b` or `a[b`; `x` and `b` may be in quotes.
fn calls_or_assigns(line: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let assigns = |bytes: &[u8]| match bytes {
        [name, b'[' | b'=', value] if is_word(name) => is_word(value) || is_quote(value),
        [before, b'=', behind] => before.is_ascii_whitespace() && behind.is_ascii_whitespace(),
        _ => false,
    };
    let calls = |(at, bytes): (usize, &[u8])| {
        let argument = |byte: &&u8| is_word(byte) || is_quote(byte) || **byte == b'.';
        let behind = || line.iter().skip(at + 2).find(|byte| !argument(byte));
        matches!(bytes, [name, b'('] if is_word(name)) && matches!(behind(), Some(b',' | b')'))
    };
    line.windows(3).any(assigns) || line.windows(2).enumerate().any(calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sentence and the word found after the part of `text` up to `|`.
    fn behind(marked: &str) -> Option<(String, String)> {
        let (before, after) = marked.split_once('|').unwrap();
        let text = format!("{before}{after}");
        let behind = Behind::of(&text, Span::new(0, before.len()))?;
        let found = behind.opening().or_else(|| behind.rest())?;
        let sentence = found.span.slice(&text).unwrap().to_owned();
        Some((sentence, found.word))
    }

    #[test]
    fn a_qualification_right_behind_is_found() {
        let cases = [
            (
                "Refunds are free.|\nHowever, sale items are not. More.",
                "However",
                "However, sale items are not.",
            ),
            (
                "Refunds are free|. But not for\nsale items.\n\nNext",
                "But",
                "But not for\nsale items.",
            ),
            (
                "Staff may work at home|\nunless the manager says no.",
                "unless",
                "unless the manager says no.",
            ),
            (
                "Staff may work at home, |in all towns, but not if new.",
                "but",
                "in all towns, but not if new.",
            ),
            ("Fees:\n- all\n- none|\n- Except on Sunday\n", "Except", "Except on Sunday"),
            (
                "返品は無料です。|\nただし、セール品は対象外です。次。",
                "ただし",
                "ただし、セール品は対象外です。",
            ),
            ("全部免费。|但周日除外。", "但", "但周日除外。"),
            ("Alles frei.|\nAusnahmen: sonntags.", "Ausnahmen", "Ausnahmen: sonntags."),
            ("A.|\nDas ist so. Jedoch nicht hier.", "", ""),
        ];
        for (text, word, sentence) in cases {
            let expected = (!word.is_empty()).then(|| (sentence.to_owned(), word.to_owned()));
            assert_eq!(behind(text), expected, "{text}");
        }
    }

    #[test]
    fn a_blank_line_a_heading_or_a_table_between_is_none() {
        for text in [
            "It is free.|\n\nHowever, it is not.",
            "It is free.|\n# However\n",
            "It is free.|\n| But | not |\n",
            "It is free.|\nIt is not a butler.",
            "It is free|\nNot so fast",
            "It is free.|",
        ] {
            assert_eq!(behind(text), None, "{text}");
        }
    }
}
