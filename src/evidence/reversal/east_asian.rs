//! Negations of Chinese, Japanese and Korean: signs and endings inside words, which no list of words finds.

use std::sync::LazyLock;

use regex::Regex;

use super::sentence::{LISTS, ReadText};
use crate::evidence::word_lists::list;
use crate::evidence::words::Word;
use crate::text::Span;

/// The maximum length of what follows the negation of the last verb of a sentence, in characters: `ないです`.
const MAX_AFTER: usize = 4;

/// A negation of a sentence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Negation {
    pub(super) span: Span,
    /// True if it negates the last verb of a Japanese sentence, and so what the sentence says.
    is_of_sentence: bool,
}

static CHINESE: LazyLock<Option<Regex>> = LazyLock::new(|| pattern("Chinese"));
static JAPANESE: LazyLock<Option<Regex>> = LazyLock::new(|| pattern("Japanese"));
static KOREAN: LazyLock<Option<Regex>> = LazyLock::new(|| pattern("Korean"));

/// Returns a pattern whose group is a negation of a language. What only looks like one comes first.
fn pattern(language: &str) -> Option<Regex> {
    let listed = |kind: &str| list(LISTS, &format!("{kind} of {language}")).join("|");
    Regex::new(&format!("{}|({})", listed("no negations"), listed("negations"))).ok()
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}')
}

/// Returns the last negation of the part of a text that some words are of.
pub(super) fn negation(sentence: ReadText<'_>) -> Option<Negation> {
    let span = sentence.span()?;
    let text = span.slice(sentence.text).filter(|text| !text.is_ascii())?;
    let is_japanese = text.contains(is_kana);
    let pattern = if is_japanese {
        &JAPANESE
    } else if text.contains(|c| matches!(c, '\u{ac00}'..='\u{d7a3}')) {
        &KOREAN
    } else if text.contains(|c| matches!(c, '\u{4e00}'..='\u{9fff}')) {
        &CHINESE
    } else {
        return None;
    };
    let found = pattern.as_ref()?.captures_iter(text).filter_map(|found| found.get(1)).last()?;
    let after = text.get(found.end()..)?;
    let is_of_sentence = is_japanese && after.chars().nth(MAX_AFTER).is_none();
    let span = Span::new(found.start(), found.end()).shifted(span.start);
    Some(Negation { span, is_of_sentence })
}

/// Returns the places in claim and passage of the last verbs of two Japanese sentences of which only one negates
/// it, and the other negates nothing.
pub(super) fn differing(claim: ReadText<'_>, passage: ReadText<'_>) -> Option<(Span, Span)> {
    let is_turned = match (negation(claim), negation(passage)) {
        (Some(one), None) | (None, Some(one)) => one.is_of_sentence,
        _ => false,
    };
    if is_turned { last_verb(claim).zip(last_verb(passage)) } else { None }
}

/// Returns the place of the last word of a sentence that is not syllables alone, with its endings.
fn last_verb(sentence: ReadText<'_>) -> Option<Span> {
    let span = sentence.span()?;
    let last: &Word = sentence.words.iter().rfind(|word| word.class.is_content())?;
    let before = sentence.text.get(span.start..last.span.start)?;
    let stem = before.trim_end_matches(|c: char| c.is_alphabetic() && !is_kana(c));
    Some(Span::new(span.start + stem.len(), span.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::words::words;

    fn negated(text: &str) -> Option<(&str, bool)> {
        let words = words(text);
        let found = negation(ReadText { text, words: &words })?;
        Some((found.span.slice(text)?, found.is_of_sentence))
    }

    #[test]
    fn words_that_look_like_negations_are_none() {
        for (text, expected) in [
            ("会員は領収書が必要ありません。", Some(("ません", true))),
            ("男性は立っていないです。", Some(("ない", true))),
            ("休みなく働いている人がいる。", Some(("なく", false))),
            ("会員は領収書を出さなければならない。", None),
            ("雨だけでなく雪も降る。", None),
            ("会員退款不需要收据。", Some(("不", false))),
            ("不仅如此，价格不同。", None),
            ("회원은 영수증이 필요하지 않습니다.", Some(("않", false))),
            ("냄새를 없애준다.", None),
            ("Членам не нужен чек.", None),
            ("No receipt.", None),
        ] {
            assert_eq!(negated(text), expected, "{text}");
        }
    }
}
