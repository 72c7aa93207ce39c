//! Numbers that are raised, in a circle or in round brackets: `1921.¹`, `1921<sup>1</sup>`, `1921①。`, `1921 (1).`
//!
//! All have other uses: powers and units (`m²`), and parts of a sentence that are counted. Raised ones
//! count where a list has their numbers, or where several count from 1; those in circles and round brackets where
//! they close parts of sentences and a list has them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::dialects::marks::numbered::anchors;
use crate::dialects::marks::numbered::digits::{self, is_raised};
use crate::dialects::marks::numbered::marks::{Form, Mark, text_before};
use crate::dialects::marks::numbered::spans::{first_word, inside};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::list_address::without_tags;
use crate::text::Span;

/// The numbers in circles from 1 to 20.
const CIRCLED: RangeInclusive<char> = '①'..='⑳';

/// The maximum length of what `<sup>` encloses, in bytes.
const MAX_LENGTH: usize = 200;

/// The maximum length of raised digits with the signs between them, in bytes.
const MAX_RAISED: usize = 400;

/// The maximum length of a unit or variable before a power, in code points.
const MAX_UNIT: usize = 2;

/// Longer units that have powers.
const UNITS: &[&str] = &["inch", "feet", "foot", "yard", "mile", "mil", "sec", "min"];

/// The minimum number of digits of a year or a large number, which is seldom raised to a power.
const MIN_DIGITS: usize = 4;

/// The largest raised number that is noted in a text without a list.
const MAX_NOTED: u64 = 100;

/// The first code point of scripts that write words without letters.
const CJK: char = '\u{2e80}';

/// The numbers of a mark, and its length in bytes.
type Numbers = (Vec<u64>, usize);

/// True if a text may have such numbers.
pub(crate) fn may_have(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find(bytes, b"<sup").is_some()
        || memchr::memchr2_iter(0xc2, 0xe2, bytes).any(|at| {
            let digit = |(at, len): (usize, usize)| text.get(at..at + len)?.chars().next();
            let sign = digit((at, 2)).or_else(|| digit((at, 3)));
            sign.is_some_and(|sign| is_raised(sign) || CIRCLED.contains(&sign))
        })
        || memchr::memchr_iter(b'(', bytes)
            .any(|at| bytes.get(at + 1).is_some_and(u8::is_ascii_digit))
}

/// Returns the raised numbers at the beginning of a line, and the text after them: `¹ Report`,
/// `<sup>1</sup> Report`, `① Report`.
pub(crate) fn leading(line: &str) -> Option<(u64, &str)> {
    let (items, len) = mark_at(line)?;
    let [number] = items.as_slice() else { return None };
    Some((*number, line.get(len..)?.trim_start_matches([':', ' ', '\t'])))
}

/// True if a line has this sign as a mark: a number in a circle only where it closes a part of a sentence.
pub(super) fn has_mark(line: &str, sign: char) -> bool {
    let is_mark = |at: usize| !CIRCLED.contains(&sign) || closes_part(line, at);
    line.match_indices(sign).any(|(at, _)| is_mark(at))
}

/// Returns the number in round brackets at the beginning of a line, and the text after it:
/// `(1) Report`.
pub(crate) fn leading_round(line: &str) -> Option<(u64, &str)> {
    let (items, len) = round_at(line)?;
    let [number] = items.as_slice() else { return None };
    Some((*number, line.get(len..)?.strip_prefix([' ', '\t', ':'])?.trim_start()))
}

/// Returns the raised numbers outside the sorted spans of `closed` that cite, where `listed` are those
/// of the list.
pub(crate) fn raised(text: &str, closed: &[Span], listed: &BTreeSet<u64>) -> Vec<Mark> {
    let (mut marks, powers) = candidates(text, closed, !listed.is_empty());
    if listed.is_empty() {
        if text.lines().any(leads_name) {
            return Vec::new();
        }
        marks.retain(|mark| follows_words(text, mark));
        let numbers: BTreeSet<u64> = numbers(&marks).collect();
        let counts = numbers.len() > 1 && numbers.iter().copied().eq(1..=numbers.len() as u64);
        return if counts { marks } else { Vec::new() };
    }
    marks.retain(|mark| mark.items.iter().all(|(number, _)| listed.contains(number)));
    // Among many powers, `(∝ overlap²)` is one more.
    if marks.len() < powers {
        marks.retain(|mark| is_circled(text, mark) || follows_stop(text, mark));
    }
    let circled: BTreeSet<_> =
        marks.iter().filter(|mark| is_circled(text, mark)).map(|mark| &mark.items).collect();
    // One number in a circle may count what is said.
    if circled.len() == 1 && listed.len() > 1 {
        marks.retain(|mark| !is_circled(text, mark));
    }
    marks
}

/// Returns the raised numbers outside the sorted spans of `closed` that may cite, and the number of powers.
fn candidates(text: &str, closed: &[Span], has_list: bool) -> (Vec<Mark>, usize) {
    // The first bytes of `<sup`, of `¹²³`, and of the other digits and brackets.
    let places = memchr::memchr3_iter(b'<', 0xc2, 0xe2, text.as_bytes());
    let mut marks = scan(text, places, closed, Form::Raised, mark_at);
    let mut powers = 0_usize;
    marks.retain(|mark| {
        let at = mark.span.start;
        if is_circled(text, mark) {
            return closes_part(text, at) && has_list;
        }
        let is_power = is_power(text_before(text, at)) || is_chemical(text, mark.span);
        powers += usize::from(is_power);
        !is_power
    });
    (marks, powers)
}

/// Returns the raised numbers that are no powers, whether they cite or not.
pub(crate) fn superscripts_in(text: &str) -> Vec<Span> {
    if !may_have(text) {
        return Vec::new();
    }
    let (mut marks, _) = candidates(text, &Code::of(text).into_spans(), true);
    marks.retain(|mark| {
        let is_small = mark.items.iter().all(|(number, _)| *number <= MAX_NOTED);
        is_small && follows_words(text, mark) && !is_circled(text, mark)
    });
    marks.into_iter().map(|mark| mark.span).collect()
}

fn is_circled(text: &str, mark: &Mark) -> bool {
    mark.span.slice(text).is_some_and(|mark| mark.starts_with(|c| CIRCLED.contains(&c)))
}

/// True if a number in a circle is after a word and before the end of a part of a sentence: `中午开航①，`. In
/// `图①`, it is the number of a figure; before words, it counts these.
fn closes_part(text: &str, at: usize) -> bool {
    const COUNTED: [char; 8] = ['第', '图', '圖', '図', '表', '式', '步', '项'];
    // Marks next to each other, of which any number may follow.
    const MAX_RUN: usize = 8;
    let circled = |c| CIRCLED.contains(&c);
    let (mut before, mut after) = (text_before(text, at), text.get(at..).unwrap_or_default());
    for _ in 0..MAX_RUN {
        before = before.strip_suffix(circled).unwrap_or(before);
        after = after.strip_prefix(circled).unwrap_or(after);
    }
    let follows = before.ends_with(|c: char| c.is_alphanumeric() || "”」》）)。！？%".contains(c));
    let is_word = before.ends_with(char::is_alphanumeric);
    let ends = |c: char| "\n\r，。；、！？：）」,.;!?)|".contains(c) || is_word && c == ' ';
    follows && !before.ends_with(COUNTED) && (after.is_empty() || after.starts_with(ends))
}

/// True for the charge of an ion, `SO₄²⁻`, and the mass of an isotope, `¹³⁷Cs`.
fn is_chemical(text: &str, span: Span) -> bool {
    let (before, after) = (text_before(text, span.start), text.get(span.end..).unwrap_or_default());
    let is_free = before.is_empty() || before.ends_with([' ', '\n', '(', '*', '_', '/', '|', '+']);
    after.starts_with(['⁺', '⁻'])
        || before.ends_with(|c: char| ('₀'..='₉').contains(&c))
        || is_free && after.starts_with(|c: char| c.is_ascii_uppercase())
}

/// True if a raised number follows the end of a sentence or of a part of one.
fn follows_stop(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start);
    before.ends_with(['.', ',', ';', ':', '!', '?', '"', '”', '’', '»', '。', '，', '、', '；'])
}

/// True for a line that begins with a raised number before a name, `¹University of Nordby`, as those below the names of
/// authors.
fn leads_name(line: &str) -> bool {
    let name = line.trim_start_matches(is_raised);
    name.len() < line.len() && name.starts_with(char::is_alphabetic)
}

/// True if a raised number follows a word or the end of a sentence, and no formula.
fn follows_words(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start);
    before.ends_with(|c: char| c.is_alphabetic() || ".,;:!?\"”’»。，".contains(c))
}

/// Returns the numbers in round brackets outside the sorted spans of `closed` that close parts of
/// sentences, if several of those that are listed do.
pub(crate) fn round(text: &str, closed: &[Span], listed: &BTreeSet<u64>) -> Vec<Mark> {
    let places = text.match_indices('(').map(|(at, _)| at);
    let mut marks = scan(text, places, closed, Form::Round, round_at);
    marks.retain(|mark| {
        let before = text_before(text, mark.span.start);
        let after = text.get(mark.span.end..).unwrap_or_default();
        let said = before.strip_suffix(' ').unwrap_or(before);
        let said = said.ends_with(|c: char| c.is_alphanumeric() || ".!?)\"”’%*_`€£$".contains(c));
        // `26(11):832` is the issue of a volume.
        let said = said && !before.ends_with(|c: char| c.is_ascii_digit());
        let rest = after.trim_start_matches(['*', '_']);
        let ends = |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\n' | '\r' | '|');
        said && (rest.is_empty()
            || rest.starts_with(ends)
            || rest.starts_with('(')
            || rest.starts_with(" ("))
            && mark.items.iter().all(|(number, _)| listed.contains(number))
    });
    let different: BTreeSet<u64> = numbers(&marks).collect();
    if different.len() > 1 || listed.len() == 1 && !marks.is_empty() { marks } else { Vec::new() }
}

fn numbers(marks: &[Mark]) -> impl Iterator<Item = u64> {
    marks.iter().flat_map(|mark| &mark.items).map(|(number, _)| *number)
}

/// Reads the marks at these places, none inside another.
fn scan(
    text: &str,
    places: impl Iterator<Item = usize>,
    closed: &[Span],
    form: Form,
    read: fn(&str) -> Option<Numbers>,
) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut next = 0;
    for at in places {
        let Some(rest) = text.get(at..).filter(|_| at >= next) else { continue };
        let Some((items, len)) = read(rest) else {
            // The rest of a number that is no mark is none either.
            next = at + rest.find(|c: char| !is_raised(c)).unwrap_or(rest.len());
            continue;
        };
        next = at + len;
        // The tags of a page are closed, and what they enclose is not.
        let digits = rest.get(..len).and_then(first_word).unwrap_or_default();
        if inside(closed, at + digits) {
            continue;
        }
        let items = items.into_iter().map(|number| (number, number)).collect();
        let (located, names, label, url) = (Vec::new(), Vec::new(), None, None);
        marks.push(Mark { span: Span::new(at, at + len), form, items, located, names, label, url });
    }
    marks
}

/// Reads raised numbers at the start of `rest`; also returns their length in bytes.
fn mark_at(rest: &str) -> Option<Numbers> {
    if let Some(behind) = rest.strip_prefix("<sup") {
        let (inner, _) =
            behind.get(..behind.floor_char_boundary(MAX_LENGTH))?.split_once("</sup>")?;
        // A number that links to a page is read as this link.
        if anchors::lead_to_page(inner) {
            return None;
        }
        let len = "<sup".len() + inner.len() + "</sup>".len();
        let shown = without_tags(inner.split_once('>')?.1);
        return Some((list(shown.trim().trim_matches(['[', ']', '(', ')']))?, len));
    }
    if let Some(sign) = rest.chars().next().filter(|sign| CIRCLED.contains(sign)) {
        let number = u64::from(u32::from(sign) - u32::from(*CIRCLED.start()) + 1);
        return Some((vec![number], sign.len_utf8()));
    }
    rest.starts_with(|c| is_raised(c) || c == '⁽').then_some(())?;
    let signs = |c: char| is_raised(c) || matches!(c, '˒' | '⁾' | '⁽' | ',' | ' ');
    let shown = rest.get(..rest.floor_char_boundary(MAX_RAISED))?;
    let len = match shown.find(|c: char| !signs(c)) {
        Some(len) => len,
        None if shown.len() < rest.len() => return None,
        None => rest.len(),
    };
    let raised = rest.get(..len)?.trim_end_matches([',', ' ']);
    let plain: String = raised
        .chars()
        .map(|c| match digits::value(c).and_then(|value| char::from_digit(value, 10)) {
            Some(digit) => digit,
            None if c == '˒' || c == ' ' => ',',
            None => c,
        })
        .filter(|c| !matches!(c, '⁽' | '⁾'))
        .collect();
    Some((list(&plain)?, raised.len()))
}

/// Reads `(1)` or `(1, 2)` at the start of `rest`; also returns its length in bytes.
fn round_at(rest: &str) -> Option<Numbers> {
    if !rest.starts_with('(') {
        return None;
    }
    let end = rest.bytes().take(MAX_LENGTH).position(|byte| byte == b')')?;
    Some((list(rest.get(1..end)?.trim())?, end + 1))
}

/// Reads numbers from 1 to 999 with commas between them.
fn list(text: &str) -> Option<Vec<u64>> {
    let number = |part: &str| {
        let part = part.trim();
        let digits = (1..=3).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
        part.parse::<u64>().ok().filter(|number| digits && *number > 0)
    };
    text.split([',', ';'])
        .filter(|part| !part.trim().is_empty() || text.is_empty())
        .map(number)
        .collect()
}

/// True if a raised number after `before` is a power or part of a unit or formula.
fn is_power(before: &str) -> bool {
    // `T<sub>b</sub>²`
    if before.ends_with(['⁻', '⁺']) || before.ends_with("</sub>") {
        return true;
    }
    let other = |c: char| !c.is_alphanumeric();
    let word = before.rsplit(other).next().unwrap_or_default();
    let len = word.chars().count();
    if len > 0 && word.chars().all(|c| c.is_ascii_digit()) {
        return len < MIN_DIGITS;
    }
    // `η²`, `km²`, `8mm²`, `断面積mm²`; a word of Chinese or Japanese may be as short.
    let unit = word.rsplit(|c: char| c.is_ascii_digit() || c >= CJK).next().unwrap_or_default();
    (1..=MAX_UNIT).contains(&unit.chars().count()) || UNITS.contains(&unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the marks with their numbers.
    #[track_caller]
    fn check(text: &str, listed: &[u64], expected: &[&str]) {
        let listed = listed.iter().copied().collect();
        let mut marks = raised(text, &[], &listed);
        marks.extend(round(text, &[], &listed));
        let found: Vec<String> = marks
            .iter()
            .map(|mark| {
                let numbers: Vec<String> =
                    mark.items.iter().map(|(number, _)| number.to_string()).collect();
                format!("{}={}", mark.span.slice(text).unwrap(), numbers.join("+"))
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn raised_numbers_in_their_forms() {
        check(
            "It rose.¹ It fell.²,³ It stood in 1921¹².",
            &[1, 2, 3, 12],
            &["¹=1", "²,³=2+3", "¹²=12"],
        );
        check(
            "It rose<sup>1</sup>, it fell.<sup class=\"x\"><a href=\"#fn2\">[2]</a></sup> So <sup>1, 3</sup>.",
            &[1, 2, 3],
            &[
                "<sup>1</sup>=1",
                "<sup class=\"x\"><a href=\"#fn2\">[2]</a></sup>=2",
                "<sup>1, 3</sup>=1+3",
            ],
        );
    }

    #[test]
    fn powers_and_other_raised_words_are_none() {
        check(
            "9 m², 4 km³, 10² and x¹, the 2<sup>nd</sup>, CO² and 10<sup>6</sup>.",
            &[1, 2, 3, 6],
            &[],
        );
        check("(x - a)² + (y - b)¹", &[], &[]);
        check("F = 7.2, p < 0.01, η² = 0.09, 3 μm², χ², 5 км².", &[1, 2, 3], &[]);
        check("It rose.¹ It fell.⁴", &[], &[]);
        check("It rose.¹ It fell.²", &[], &["¹=1", "²=2"]);
        check("It rose.⁷", &[1, 2], &[]);
    }

    #[test]
    fn numbers_in_round_brackets_close_parts_of_sentences() {
        check("It rose (1), and fell (1, 2).", &[1, 2], &["(1)=1", "(1, 2)=1+2"]);
        check("It (1) rose and (2) fell.", &[1, 2], &[]);
        check("It rose (1).", &[1, 2], &[]);
        check("It rose (3). It fell (4).", &[1, 2], &[]);
        check("Tides, 26(2):832. Boats, 4(1), 67.", &[1, 2], &[]);
    }
}
