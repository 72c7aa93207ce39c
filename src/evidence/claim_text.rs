//! The words of a response without its markers and the markup of HTML.

use crate::model::{AnchorKind, Response};
use crate::text::entities::entities;
use crate::text::not_shown::{NotShown, is_style};
use crate::text::span_set::SpanSet;
use crate::text::unshown::Unshown;
use crate::text::{Span, markdown};

/// A part of a text, and the character that it is shown as, if any.
type Hole = (Span, Option<char>);

/// Characters of two and of three bytes that words are read without.
const OF_TWO: char = '\u{ad}';
const OF_THREE: char = '\u{200d}';

/// Returns the response's text with every marker replaced by blanks, byte for byte, so that offsets
/// are those of the response.
///
/// Citations that cover their claim stay, as do markers in code, which are literal text. Cards are
/// blanked as well: the text that a chat app shows for them is not a claim of the response. Nor is what is
/// struck out, or what no reader sees, such as the tags of HTML. Entities are what they are shown as.
pub fn without_markers(response: &Response) -> String {
    let citations = response.citations.iter();
    let marked = citations.filter(|c| c.anchor.kind == AnchorKind::Marker && !c.in_code);
    let marked = marked.map(|citation| citation.anchor.span);
    let Unshown { struck, commented, hidden, tags, entities } = Unshown::of(&response.text);
    let unshown = [&struck, &commented, &hidden, &tags].into_iter().flat_map(SpanSet::iter);
    let blank = marked.chain(response.cards.iter().map(|card| card.span)).chain(unshown);
    let mut holes: Vec<Hole> = blank.map(|span| (span, None)).collect();
    holes.extend(entities.into_iter().map(|(span, c)| (span, Some(c))));
    holes.sort_unstable();
    let whole = response.text.as_str();
    let mut text = String::with_capacity(whole.len());
    let mut at = 0;
    for (hole, shown) in holes {
        let start = hole.start.max(at);
        text.push_str(whole.get(at..start).unwrap_or_default());
        at = hole.end.max(at);
        let next = whole.get(at..).and_then(|rest| rest.chars().next());
        let around = (text.chars().next_back(), next);
        let is_part = start > hole.start;
        match shown {
            Some(c) if !is_part => push_shown(&mut text, c, at - start, around),
            None if !is_part && goes_on(whole, hole, around) => push_joiners(&mut text, at - start),
            _ => push_blanks(&mut text, at - start),
        }
    }
    text.push_str(whole.get(at..).unwrap_or_default());
    text
}

/// Returns the text of a claim without tags of HTML, with the characters that its entities mean.
pub(crate) fn without_markup(claim: String) -> String {
    if memchr::memchr2(b'<', b'&', claim.as_bytes()).is_none() {
        return claim;
    }
    let code = SpanSet::new(markdown::code_spans(&claim, &[]));
    let is_code = |at: usize| code.overlaps(Span::new(at, at + 1));
    let tags = NotShown::of(&claim, &is_code).tags.into_iter().map(|span| (span, None));
    let entities = entities(&claim).filter(|(span, _)| !is_code(span.start));
    let mut holes: Vec<Hole> = tags.chain(entities.map(|(span, c)| (span, Some(c)))).collect();
    holes.sort_unstable();
    let mut words = String::with_capacity(claim.len());
    let mut at = 0;
    for (hole, shown) in holes {
        if hole.start < at {
            continue;
        }
        words.push_str(claim.get(at..hole.start).unwrap_or_default());
        at = hole.end;
        let next = claim.get(at..).and_then(|rest| rest.chars().next());
        let is_number = is_inside_number(words.chars().next_back(), next);
        let is_joined = hole.slice(&claim).is_some_and(is_style_tag) && !is_number;
        words.extend(shown.or((!is_joined).then_some(' ')));
    }
    words.push_str(claim.get(at..).unwrap_or_default());
    words
}

/// True for a tag of style inside a word, `H<sub>2</sub>O`, but not inside a number.
fn goes_on(text: &str, tag: Span, (before, next): (Option<char>, Option<char>)) -> bool {
    let is_word = [before, next].iter().all(|it| it.is_some_and(char::is_alphanumeric));
    is_word && !is_inside_number(before, next) && tag.slice(text).is_some_and(is_style_tag)
}

/// True between two digits: `10<sup>6</sup>` is not 106.
fn is_inside_number(before: Option<char>, next: Option<char>) -> bool {
    [before, next].iter().all(|it| it.is_some_and(char::is_numeric))
}

/// True for a tag that changes the style of words: they go on after it.
fn is_style_tag(tag: &str) -> bool {
    // `<sup>1</sup>` is a marker.
    let inner = tag.strip_prefix('<').filter(|inner| !inner.contains('<'));
    let inner = inner.map(|inner| inner.trim_start_matches('/'));
    let name = inner.and_then(|inner| inner.split(|c: char| !c.is_ascii_alphanumeric()).next());
    name.is_some_and(|name| is_style(&name.to_ascii_lowercase()))
}

/// Adds a character and as many others as make up `length` bytes.
fn push_shown(
    text: &mut String,
    c: char,
    length: usize,
    (before, next): (Option<char>, Option<char>),
) {
    let [is_after, is_before] =
        [before, next].map(|it| it.is_some_and(|c: char| c.is_alphanumeric()));
    let rest = length.saturating_sub(c.len_utf8());
    let is_apostrophe = matches!(c, '\'' | '\u{2019}') && is_after && is_before;
    if c.is_whitespace() || c.is_control() {
        push_blanks(text, length);
    } else if is_apostrophe {
        // Beside joiners, the sign on keyboards ends a word.
        text.push('\u{2019}');
        push_joiners(text, length.saturating_sub('\u{2019}'.len_utf8()));
    } else if c.is_alphanumeric() {
        text.push(c);
        push_joiners(text, rest);
    } else if is_before || before.is_none_or(char::is_whitespace) {
        push_blanks(text, rest);
        text.push(c);
    } else {
        text.push(c);
        push_blanks(text, rest);
    }
}

fn push_blanks(text: &mut String, length: usize) {
    text.extend(std::iter::repeat_n(' ', length));
}

/// Returns words of a response without markers as they are shown.
pub(crate) fn without_joiners(words: &str) -> String {
    words.replace([OF_TWO, OF_THREE], "")
}

/// Adds that many bytes of characters that words are read without; blanks if there are none of that length.
fn push_joiners(text: &mut String, length: usize) {
    let threes = length % 2;
    let Some(of_twos) = length.checked_sub(OF_THREE.len_utf8() * threes) else {
        return push_blanks(text, length);
    };
    text.extend(std::iter::repeat_n(OF_THREE, threes));
    text.extend(std::iter::repeat_n(OF_TWO, of_twos / OF_TWO.len_utf8()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(text: &str) -> String {
        let response = Response { text: text.to_owned(), ..Response::default() };
        let blanked = without_markers(&response);
        assert_eq!(blanked.len(), text.len(), "{text}");
        blanked.replace(['\u{ad}', '\u{200d}'], "")
    }

    #[test]
    fn tags_and_entities_are_as_a_reader_sees_them() {
        for (text, seen, shown) in [
            (
                "<p class=\"x\">It <b>rose</b>.</p>",
                "             It    rose    .    ",
                " It rose. ",
            ),
            ("CO<sub>2</sub>, 10<sup>6</sup>", "CO2      , 10     6      ", "CO2, 10 6"),
            (
                "a<br>b don&#39;t &quot;x&quot;",
                "a    b don\u{2019}t      \"x\"     ",
                "a b don't \"x\"",
            ),
            ("&lt;5&nbsp;days &amp; &#57;", "   <5      days     & 9", "<5\u{a0}days & 9"),
            ("Vec<T> and `<b>&amp;` <x>", "Vec<T> and `<b>&amp;` <x>", "Vec<T> and `<b>&amp;` <x>"),
        ] {
            assert_eq!(blanked(text), seen);
            assert_eq!(without_markup(text.to_owned()), shown);
        }
    }

    #[test]
    fn a_marker_in_tags_joins_no_words() {
        assert!(is_style_tag("</SUP>") && is_style_tag("<span class=\"x\">"));
        assert!(!is_style_tag("<sup>1</sup>") && !is_style_tag("<p>"));
    }
}
