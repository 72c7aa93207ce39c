//! Numbers in other digits than plain ones, or with marks between them and their units: `**9** days`, `"9" days`,
//! `\u{1d7d7} days`, `&#57; days`.

use std::cell::OnceCell;

use super::Span;

/// Marks of style at the end of words, the longest first.
const STYLES_END: [&str; 15] = [
    "***",
    "**",
    "*",
    "__",
    "_",
    "</b>",
    "</i>",
    "</u>",
    "</em>",
    "</strong>",
    "</span>",
    "</mark>",
    "</code>",
    "</kbd>",
    "</font>",
];

/// Marks of style at the start of words, the longest first.
const STYLES_START: [&str; 10] =
    ["***", "**", "*", "__", "_", "<b>", "<i>", "<u>", "<em>", "<strong>"];

/// Signs that enclose a number alone.
const PAIRS: [(&str, &str); 16] = [
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("$", "$"),
    ("==", "=="),
    ("{", "}"),
    ("\\(", "\\)"),
    ("\u{201c}", "\u{201d}"),
    ("\u{201d}", "\u{201d}"),
    ("\u{201e}", "\u{201c}"),
    ("\u{201e}", "\u{201d}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{2019}", "\u{2019}"),
    ("\u{ab}", "\u{bb}"),
    ("\u{2039}", "\u{203a}"),
    ("\u{300c}", "\u{300d}"),
];

/// Other ways to write a blank.
const BLANKS: [&str; 12] = [
    "&nbsp;", "&#160;", "&#xa0;", "&#xA0;", "&thinsp;", "&ensp;", "&emsp;", "&#8239;", "\\ ",
    "\\,", "\\;", "~",
];

/// Words for small numbers, which are as often in bold as digits.
const NUMERALS: [&str; 20] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "ninety", "hundred",
];

/// Numbers in digits, from 0.
const NUMBERS: [&str; 21] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20",
];

/// True for the first bytes of all these signs, and of tags, entities and other digits.
const fn may_begin(byte: u8) -> bool {
    matches!(
        byte,
        b'*' | b'_'
            | b'<'
            | b'&'
            | b'"'
            | b'\''
            | b'`'
            | b'$'
            | b'='
            | b'{'
            | b'\\'
            | b'~'
            | b'}'
            | 0xc2
            | 0xcc
            | 0xcd
            | 0xe2
            | 0xe3
            | 0xf0
    )
}

/// The maximum number of marks between a number and its unit.
const MAX_MARKS: usize = 4;

/// The maximum length of a comment that is skipped, in bytes.
const MAX_COMMENT: usize = 200;

/// A part of a text, and what it is read as.
type Cut = (Span, &'static str);

/// Returns the marks between a number and its unit, which are read as nothing, what stands for a blank there, and
/// the digits that are not plain ones.
pub(super) fn cuts(text: &str) -> Vec<Cut> {
    let mut cuts = Vec::new();
    if !text.bytes().any(may_begin) {
        return cuts;
    }
    let mut from = 0;
    let once = OnceCell::new();
    let is_only = || *once.get_or_init(|| text.chars().filter(|c| is_circled(*c)).nth(1).is_none());
    let is_mark = |c: char| is_beginning(c) || digit(c).is_some() || is_circled(c);
    while let Some(found) = text.get(from..).and_then(|rest| rest.find(is_mark)) {
        let start = from + found;
        let rest = text.get(start..).unwrap_or_default();
        let number = other_digit(rest).or_else(|| circled(text, start, &is_only));
        if let Some((length, number)) = number {
            cuts.push((Span::new(start, start + length), number));
            from = start + length;
            continue;
        }
        from = start + rest.chars().next().map_or(1, char::len_utf8);
        let Some(number) = number_before(text, start) else {
            let before = text.get(..start).and_then(|before| before.strip_suffix(' '));
            if before.is_some_and(|before| number_before(text, before.len()).is_some()) {
                cuts.extend(style_before_word(text, start));
            }
            continue;
        };
        if let Some(end) = after_number(text, number, start, &mut cuts) {
            let blanks = usize::from(text.get(end..).is_some_and(|rest| rest.starts_with(' ')));
            cuts.extend(style_before_word(text, end + blanks));
            from = end;
        }
    }
    cuts
}

/// Returns what is in the place of markup in a text, and what it is read as: several blanks as one, except between two
/// numbers, and characters that show nothing as none.
pub(super) fn gaps(text: &str) -> Vec<Cut> {
    const UNSEEN: [char; 2] = ['\u{ad}', '\u{200d}'];
    let mut cuts = Vec::new();
    if !text.contains("  ") && !text.contains(UNSEEN) {
        return cuts;
    }
    let mut from = 0;
    let is_gap = |at: &usize| {
        let rest = text.get(*at..).unwrap_or_default();
        rest.starts_with("  ") || rest.starts_with(UNSEEN)
    };
    while let Some(start) = (from..text.len()).find(is_gap) {
        let (before, rest) = text.split_at_checked(start).unwrap_or_default();
        let is_unseen = rest.starts_with(UNSEEN);
        let after =
            if is_unseen { rest.trim_start_matches(UNSEEN) } else { rest.trim_start_matches(' ') };
        from = start + rest.len() - after.len();
        let is_digit = |c: char| c.is_ascii_digit();
        if is_unseen || !(before.ends_with(is_digit) && after.starts_with(is_digit)) {
            cuts.push((Span::new(start, from), if is_unseen { "" } else { " " }));
        }
    }
    cuts
}

/// True for the first sign of a mark after a number.
const fn is_beginning(c: char) -> bool {
    matches!(
        c,
        '*' | '_'
            | '<'
            | '&'
            | '"'
            | '\''
            | '`'
            | '$'
            | '='
            | '}'
            | '\\'
            | '~'
            | '\u{bb}'
            | '\u{201c}'
            | '\u{201d}'
            | '\u{2019}'
            | '\u{203a}'
            | '\u{300d}'
            | '\u{300}'..='\u{36f}'
    )
}

/// Adds the marks at byte `start` after the number `number`, if a blank, a hyphen or a sign of percent follows them.
/// Returns their end.
fn after_number(text: &str, number: Span, start: usize, cuts: &mut Vec<Cut>) -> Option<usize> {
    let mut end = start;
    let mut opened = number.start;
    for _ in 0..MAX_MARKS {
        let rest = text.get(end..)?;
        let before = text.get(..opened)?;
        if let Some((open, close)) =
            PAIRS.iter().find(|(open, close)| rest.starts_with(close) && before.ends_with(open))
        {
            end += close.len();
            opened -= open.len();
        } else if let Some(length) = style_at(rest) {
            end += length;
            opened -= style_before(before);
        } else {
            break;
        }
    }
    let after = text.get(end..)?;
    let blank = BLANKS.iter().find(|blank| after.starts_with(**blank));
    let is_blank = |blank: &&&str| {
        let next = after.get(blank.len()..).unwrap_or_default();
        next.starts_with(char::is_alphabetic) || blank.starts_with('&')
    };
    if let Some(blank) = blank.filter(is_blank) {
        end += blank.len();
        cuts.push((Span::new(start, end), " "));
    } else if end > start && after.starts_with([' ', '\u{a0}', '-', '%']) {
        cuts.push((Span::new(start, end), ""));
    } else {
        return None;
    }
    if opened < number.start {
        cuts.push((Span::new(opened, number.start), ""));
    }
    Some(end)
}

/// Returns the length of the mark of style, the comment or the combining mark that a text begins with.
fn style_at(rest: &str) -> Option<usize> {
    if let Some(mark) = STYLES_END.iter().find(|mark| rest.starts_with(**mark)) {
        return Some(mark.len());
    }
    if rest.starts_with("<!--") {
        let near = rest.get(..rest.floor_char_boundary(MAX_COMMENT))?;
        return near.find("-->").map(|end| end + "-->".len());
    }
    let first = rest.chars().next()?;
    matches!(first, '\u{300}'..='\u{36f}').then(|| first.len_utf8())
}

/// Returns the length of the mark of style or the comment that a text ends with.
fn style_before(before: &str) -> usize {
    if let Some(mark) = STYLES_START.iter().find(|mark| before.ends_with(**mark)) {
        return mark.len();
    }
    if !before.ends_with('>') {
        return 0;
    }
    let from = before.ceil_char_boundary(before.len().saturating_sub(MAX_COMMENT));
    let near = before.get(from..).unwrap_or_default();
    let tag = near.rfind('<').and_then(|at| near.get(at..)).unwrap_or_default();
    let is_style = |end: &str| {
        let name = end.strip_prefix("</").and_then(|name| name.strip_suffix('>'));
        let rest = name.and_then(|name| tag.strip_prefix('<')?.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with([' ', '>']))
    };
    let is_skipped = tag.starts_with("<!--") || STYLES_END.iter().any(|end| is_style(end));
    if is_skipped { tag.len() } else { 0 }
}

/// Returns the mark of style or the quotation mark before a word at byte `at`.
fn style_before_word(text: &str, at: usize) -> Option<Cut> {
    const QUOTES: [(&str, &str); 4] =
        [("\"", "\""), ("\u{201c}", "\u{201d}"), ("'", "'"), ("`", "`")];
    let rest = text.get(at..)?;
    let word_after = |mark: &str| {
        let rest = rest.strip_prefix(mark)?;
        let after = rest.trim_start_matches(char::is_alphabetic);
        (after.len() < rest.len()).then_some(after)
    };
    let style = STYLES_START.iter().find(|mark| word_after(mark).is_some());
    let is_quote = |(open, close): &&(&str, &str)| {
        word_after(open).is_some_and(|after| after.starts_with(close))
    };
    let mark = style.copied().or_else(|| QUOTES.iter().find(is_quote).map(|(open, _)| *open))?;
    Some((Span::new(at, at + mark.len()), ""))
}

/// Returns the number that ends at byte `end`: digits, with a sign of percent, or a word.
fn number_before(text: &str, end: usize) -> Option<Span> {
    const MAX_NUMBER: usize = 40;
    let from = text.ceil_char_boundary(end.saturating_sub(MAX_NUMBER));
    let before = text.get(from..end)?;
    let is_of_number =
        |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '%') || digit(c).is_some();
    let digits = before.trim_end_matches(is_of_number);
    let last = before.chars().next_back()?;
    if last.is_ascii_digit() || last == '%' || digit(last).is_some() {
        return Some(Span::new(from + digits.len(), end));
    }
    let word = before.rsplit(|c: char| !c.is_ascii_alphabetic()).next()?;
    let is_numeral = NUMERALS.iter().any(|numeral| word.eq_ignore_ascii_case(numeral));
    is_numeral.then(|| Span::new(end - word.len(), end))
}

/// Returns the digit that a text begins with in another form, and its length: `\u{1d7d7}`, `&#57;`.
fn other_digit(rest: &str) -> Option<(usize, &'static str)> {
    let first = rest.chars().next()?;
    if let Some(value) = digit(first) {
        return NUMBERS.get(value).map(|number| (first.len_utf8(), *number));
    }
    let end = rest.get(..rest.floor_char_boundary(10))?.find(';')?;
    let number = rest.get(..end)?.strip_prefix("&#")?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => number.parse(),
    };
    let value = char::from_u32(code.ok()?)?.to_digit(10)?;
    NUMBERS.get(usize::try_from(value).ok()?).map(|number| (end + 1, *number))
}

/// Returns the value of a digit of a mathematical alphabet or of a display.
fn digit(c: char) -> Option<usize> {
    let value = match c {
        '\u{1d7ce}'..='\u{1d7ff}' => (u32::from(c) - 0x1_d7ce) % 10,
        '\u{1fbf0}'..='\u{1fbf9}' => u32::from(c) - 0x1_fbf0,
        _ => return None,
    };
    usize::try_from(value).ok()
}

const fn is_circled(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{2473}')
}

/// Returns the number in a circle at byte `at`, and its length: between a word and a unit, and the only one. Several
/// count what the text lists.
fn circled(text: &str, at: usize, is_only: &dyn Fn() -> bool) -> Option<(usize, &'static str)> {
    let rest = text.get(at..)?;
    let first = rest.chars().next().filter(|c| is_circled(*c))?;
    let length = first.len_utf8();
    let is_after_word =
        text.get(..at)?.strip_suffix(' ').is_some_and(|it| it.ends_with(char::is_alphanumeric));
    let unit = rest.get(length..)?.strip_prefix(' ').unwrap_or_default();
    let value = usize::try_from(u32::from(first) - 0x2460 + 1).ok()?;
    let is_number = is_after_word && unit.starts_with(char::is_lowercase) && is_only();
    NUMBERS.get(value).filter(|_| is_number).map(|number| (length, *number))
}

#[cfg(test)]
mod tests {
    use super::super::wrapped::FlowingText;
    use super::*;

    #[test]
    fn a_style_does_not_divide_a_number_from_its_unit() {
        for (text, expected) in [
            ("It takes **9** days.", "It takes 9 days."),
            ("It takes **nine** days.", "It takes nine days."),
            ("It takes **9** **days**.", "It takes 9 days**."),
            ("It takes <b>9</b> days.", "It takes 9 days."),
            ("It takes 9&nbsp;days.", "It takes 9 days."),
            ("It takes **9**&nbsp;days.", "It takes 9 days."),
            ("It takes \"9\" days.", "It takes 9 days."),
            ("It takes \u{201c}nine\u{201d} days.", "It takes nine days."),
            ("It takes $9$ days, \\(9\\) days.", "It takes 9 days, 9 days."),
            ("It takes ==9== days, {9} days.", "It takes 9 days, 9 days."),
            ("It takes <mark>9</mark> days.", "It takes 9 days."),
            ("It takes 9 \"days\".", "It takes 9 days\"."),
            ("It takes \"**9**\" days.", "It takes 9 days."),
            ("It takes <span class=\"x\">9</span> days.", "It takes 9 days."),
            ("It takes 9~days.", "It takes 9 days."),
            ("It takes 9~days, 9\\,days.", "It takes 9 days, 9 days."),
            ("It takes 9<!-- x --> days.", "It takes 9 days."),
            ("It takes 9\u{332} days.", "It takes 9 days."),
            ("It takes \u{1d7d7} days.", "It takes 9 days."),
            ("It takes \u{1d7cf}\u{1d7ce} days.", "It takes 10 days."),
            ("It takes &#57; or &#x31;&#50; days.", "It takes 9 or 12 days."),
            ("It takes \u{2468} days.", "It takes 9 days."),
            ("It takes \u{246b} days.", "It takes 12 days."),
            ("It is **9**% or *9*-fold.", "It is 9% or 9-fold."),
        ] {
            let flowing = FlowingText::new(text);
            assert_eq!(flowing.text(), expected, "{text}");
        }
        let text = "It takes **9** days.";
        let flowing = FlowingText::new(text);
        let at = flowing.text().find("9 days").unwrap();
        assert_eq!(flowing.original(Span::new(at, at + 6)).slice(text), Some("9** days"));
        for text in ["It takes \u{1d7d7}", "It takes &#57;", "It takes \u{1d7d7}, or so"] {
            let flowing = FlowingText::new(text);
            let at = flowing.text().find('9').unwrap();
            let digit = flowing.original(Span::new(at, at + 1)).slice(text);
            assert!(["\u{1d7d7}", "&#57;"].contains(&digit.unwrap()), "{text}");
        }
        for same in [
            "3*4 is 12",
            "5* 3",
            "* 12 euros",
            "a_1_b",
            "x_1 days",
            "**9 days** or",
            "9 &amp; 10",
            "a 5\" pipe and a 6' man",
            "$9 a day",
            "the \"top 9\" days",
            "fee\u{2460} and more",
            "covers \u{2460} price and \u{2461} days",
            "\u{2460} days are counted",
            "10\u{2079} days",
            "about ~9 days",
        ] {
            let flowing = FlowingText::new(same);
            assert!(flowing.keeps_places() || same == "5* 3", "{same}: {}", flowing.text());
        }
    }
}
