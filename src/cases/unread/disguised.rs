//! Numbers in brackets that a reader sees as `[1]` although other characters make them up: entities, tags, marks of
//! emphasis, no-break spaces, invisible characters, digits of other scripts.

use crate::text::Span;
use crate::text::entities::entity;
use crate::text::span_set::SpanSet;

/// The maximum length of one, in bytes; each bracket is read up to there.
const MAX_LENGTH: usize = 120;

/// The maximum number of digits of a number.
const MAX_DIGITS: usize = 3;

/// A part of such a mark.
enum Part {
    Open,
    Close,
    Digit,
    /// A sign between two numbers.
    Between,
    /// A plain space.
    Space,
    /// Shown as nothing or as a space, or as the style of the rest.
    Unseen,
}

/// Adds the numbers in brackets that are not written with ASCII digits and spaces alone, unless they are the words
/// of a link, to marks in order.
pub(super) fn add(text: &str, marks: &mut Vec<Span>) {
    let known = SpanSet::new(marks.clone());
    let is_link = |span: Span| text.get(span.end..).is_some_and(|after| after.starts_with('('));
    let is_new = |span: &Span| !known.overlaps(*span) && !is_link(*span);
    marks.extend(disguised(text).into_iter().filter(is_new));
    marks.sort_unstable();
}

/// Returns these numbers in brackets, in order.
fn disguised(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['[', '&'])) {
        let start = at + next;
        let length = text.get(start..).and_then(length_of);
        found.extend(length.map(|length| Span::new(start, start + length)));
        at = start + length.unwrap_or(1);
    }
    found
}

/// Returns the length of the mark that `text` begins with.
fn length_of(text: &str) -> Option<usize> {
    let (Part::Open, mut at, is_entity) = part(text)? else { return None };
    let (mut is_disguised, mut digits, mut has_digits) = (is_entity, 0, false);
    loop {
        let (part, length, is_odd) = part(text.get(at..)?)?;
        at += length;
        is_disguised |= is_odd;
        match part {
            Part::Digit if digits < MAX_DIGITS => (digits, has_digits) = (digits + 1, true),
            Part::Between if digits > 0 => digits = 0,
            Part::Space | Part::Unseen => {}
            Part::Close if has_digits => break,
            Part::Open | Part::Close | Part::Digit | Part::Between => return None,
        }
        if at > MAX_LENGTH {
            return None;
        }
    }
    is_disguised.then_some(at)
}

/// Returns the part that `text` begins with, its length in bytes, and true if a plain mark has none like it.
fn part(text: &str) -> Option<(Part, usize, bool)> {
    let c = text.chars().next()?;
    let part = match c {
        '[' => (Part::Open, 1, false),
        ']' => (Part::Close, 1, false),
        '0'..='9' => (Part::Digit, 1, false),
        ' ' | '\t' => (Part::Space, 1, false),
        ',' | ';' | '-' | '\u{2013}' => (Part::Between, c.len_utf8(), false),
        '*' | '_' => (Part::Unseen, 1, true),
        '&' => of_entity(text)?,
        '<' => (Part::Unseen, tag(text)?, true),
        _ => (of_other(c)?, c.len_utf8(), true),
    };
    Some(part)
}

/// Returns the part that a character outside ASCII is.
const fn of_other(c: char) -> Option<Part> {
    match c {
        // Digits that stand for themselves in answers: Arabic, Persian, Devanagari, Bengali, Thai and wide ones.
        '\u{660}'..='\u{669}'
        | '\u{6f0}'..='\u{6f9}'
        | '\u{966}'..='\u{96f}'
        | '\u{9e6}'..='\u{9ef}'
        | '\u{e50}'..='\u{e59}'
        | '\u{ff10}'..='\u{ff19}' => Some(Part::Digit),
        '\u{a0}'
        | '\u{ad}'
        | '\u{180e}'
        | '\u{2000}'..='\u{200f}'
        | '\u{202a}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}'
        | '\u{3000}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' => Some(Part::Unseen),
        _ => None,
    }
}

/// Returns the part that the entity at the start of `text` is shown as.
fn of_entity(text: &str) -> Option<(Part, usize, bool)> {
    let (c, length) = entity(text)?;
    let part = match c {
        '[' => Part::Open,
        ']' => Part::Close,
        '0'..='9' => Part::Digit,
        ' ' => Part::Unseen,
        _ => of_other(c)?,
    };
    Some((part, length, true))
}

/// Returns the length of the tag that `text` begins with, if it sets nothing but the style of characters.
fn tag(text: &str) -> Option<usize> {
    const STYLES: [&str; 10] = ["b", "i", "u", "s", "em", "strong", "span", "sup", "small", "font"];
    let end = text.get(..text.floor_char_boundary(MAX_LENGTH))?.find('>')?;
    let inner = text.get(1..end)?.trim_start_matches('/');
    let name = inner.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    STYLES.iter().any(|style| name.eq_ignore_ascii_case(style)).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_as_a_number_in_brackets_is_found() {
        for mark in [
            "&lbrack;1&rbrack;",
            "&#91;1&#93;",
            "[&#49;]",
            "[&#x31;]",
            "[\u{a0}1\u{a0}]",
            "[\u{ad}1]",
            "[1\u{200b}2]",
            "[**1**]",
            "[<b>1</b>]",
            "<b>[</b>1<b>]</b>",
            "[\u{661}]",
            "[\u{661}, \u{662}]",
        ] {
            let text = format!("Fees are kept {mark}.");
            let found = disguised(&text);
            let shown: Vec<&str> = found.iter().filter_map(|span| span.slice(&text)).collect();
            let core = mark.trim_start_matches("<b>").trim_end_matches("</b>");
            assert_eq!(shown, [core], "{mark}");
        }
    }

    #[test]
    fn plain_marks_and_other_brackets_are_left_alone() {
        for text in [
            "[1]",
            "[ 1 ]",
            "[1, 2]",
            "[1-3]",
            "[*see*]",
            "[]",
            "[**]",
            "[,]",
            "[&amp;]",
            "[1",
            "[<a href=x>1</a>]",
            "[12345&nbsp;]",
            "&#91;",
            "[[[[",
        ] {
            assert!(disguised(text).is_empty(), "{text}");
        }
    }
}
