//! Words and signs around a sentence that retract it: `Are refunds paid? No.`, `Wrong: …`, `…: false`, `❌ …`.

use std::sync::LazyLock;

use regex::Regex;

use super::sentence::{LISTS, ReadText, is_in_list, without_label};
use crate::evidence::word_lists::list;
use crate::text::Span;

/// The maximum distance from a sentence to the words after it that retract it, in bytes: marks may be between.
pub(in crate::evidence) const MAX_AFTER: usize = 160;

/// The maximum distance to a sign.
const MAX_SIGN: usize = 16;

/// Signs that stand for `no` or `wrong`.
const SIGNS: [char; 8] = [
    '\u{274c}',
    '\u{2717}',
    '\u{2718}',
    '\u{2716}',
    '\u{274e}',
    '\u{1f6ab}',
    '\u{26d4}',
    '\u{1f44e}',
];

/// A label of what follows: `Wrong`, `Common myth`, `Myth 2`.
static LABELS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let labels = listed("denying labels");
    let more = r"(?:\s+(?:statement|claim|answer|belief|\d+))?\W*";
    Regex::new(&format!(r"(?i)^(?:common\s+|popular\s+)?(?:{labels}){more}$")).ok()
});

/// The words after a question or a statement that deny it. After a full stop, only a sentence of their own.
static ENDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let (answers, ends) = (listed("denying answers"), listed("denying ends"));
    let close = r#"[ \t*_~"')\]”’»]*"#;
    let open = r#"[ \t*_"(“«]*"#;
    let stop = r#"[*_")\]”»]*(?:[ \t]*(?:[.!,;–—\r\n]|$)|[ \t]{2})"#;
    let verb = r"(?:is|was|are|were)[ \t]+(?:(?:simply|plainly|just|completely)[ \t]+)?";
    let question = format!(r"\?{close}\n?{open}({answers})(?:{stop}|[ \t]*:)");
    let end = format!(
        r"(?:[,:;(–—]|[ \t]-[ \t]){open}((?:(?:which|that|this)[ \t]+{verb})?(?:{ends})){stop}"
    );
    let next = format!(r"[.!]{close}{open}((?:(?:that|this|it)[ \t]+{verb})?(?:{ends})){stop}");
    Regex::new(&format!("(?i)^{close}(?:{question}|{end}|{next})")).ok()
});

/// The first words of what [`ENDS`] finds, in small letters: nearly all text after a sentence begins with others.
static FIRST_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lists = ["denying answers", "denying ends"].into_iter().flat_map(|it| list(LISTS, it));
    let first = lists.filter_map(|phrase| phrase.split(|c: char| !c.is_alphanumeric()).next());
    let mut words: Vec<&str> = first.chain(["it", "that", "this", "which"]).collect();
    words.sort_unstable();
    words
});

/// True if [`ENDS`] may find something at the start of a text.
fn may_deny(after: &str) -> bool {
    let start = after.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = start.find(|c: char| !c.is_alphanumeric()).unwrap_or(start.len());
    start.get(..end).is_some_and(|word| !word.is_empty() && is_in_list(word, &FIRST_WORDS))
}

fn listed(heading: &str) -> String {
    list(LISTS, heading).join("|").replace(' ', r"\s+")
}

/// Returns the place of the words that take a sentence back: those of its label, or at its end or after it.
pub(super) fn words(sentence: ReadText<'_>) -> Option<Span> {
    label(sentence).or_else(|| end(sentence))
}

fn label(sentence: ReadText<'_>) -> Option<Span> {
    let start = sentence.span()?.start;
    let end = without_label(sentence).words.first()?.span.start;
    let label = sentence.text.get(start..end).filter(|label| !label.is_empty())?;
    LABELS.as_ref()?.is_match(label).then(|| {
        let words = label.trim_end_matches(|c: char| !c.is_alphanumeric());
        Span::new(start, start + words.len())
    })
}

/// Its last words may be the ones that deny it: `Refunds are paid: false`.
fn end(sentence: ReadText<'_>) -> Option<Span> {
    let ReadText { text, words } = sentence;
    let ends = ENDS.as_ref()?;
    words.iter().rev().take(MAX_LAST).find_map(|word| {
        let from = word.span.end;
        let after = text.get(from..text.floor_char_boundary(from + MAX_AFTER))?;
        // Between most words there is only a blank.
        let sign = after.trim_start_matches(|c: char| c.is_whitespace() || CLOSING.contains(c));
        if sign.starts_with(char::is_alphanumeric) || !may_deny(sign) {
            return None;
        }
        let found = ends.captures(after)?.iter().skip(1).flatten().next()?;
        Some(Span::new(found.start(), found.end()).shifted(from))
    })
}

/// Signs between a word and the one that shows where its clause ends, as in [`ENDS`].
const CLOSING: &str = "*_~\"')]\u{201d}\u{2019}\u{bb}";

/// The maximum number of last words of a sentence that may deny it.
const MAX_LAST: usize = 6;

/// True if a text has a sign that may take something back.
pub(super) fn has_sign(text: &str) -> bool {
    !text.is_ascii() && text.contains(SIGNS)
}

/// True if such a sign is in a part of a text or near it.
pub(super) fn has_sign_near(text: &str, part: Span) -> bool {
    let from = text.floor_char_boundary(part.start.saturating_sub(MAX_SIGN));
    let to = text.floor_char_boundary(part.end + MAX_SIGN);
    text.get(from..to).is_some_and(has_sign)
}

/// Returns the place of a sign before or after a sentence that takes it back.
pub(super) fn sign(sentence: ReadText<'_>) -> Option<Span> {
    let ReadText { text, .. } = sentence;
    let Span { start, end } = sentence.span()?;
    let is_sign = |(_, c): &(usize, char)| SIGNS.contains(c);
    let is_between = |(_, c): &(usize, char)| {
        matches!(c, ' ' | '\t' | '*' | '_' | '\u{fe0f}' | '.' | '!' | ')' | '(')
    };
    let before = text.get(text.floor_char_boundary(start.saturating_sub(MAX_SIGN))..start)?;
    let after = text.get(end..text.floor_char_boundary(end + MAX_SIGN))?;
    let shift =
        |from: usize| move |(at, c): (usize, char)| Span::new(from + at, from + at + c.len_utf8());
    let last = before.char_indices().rev().find(|it| !is_between(it)).filter(is_sign);
    let next = after.char_indices().find(|it| !is_between(it)).filter(is_sign);
    last.map(shift(start - before.len())).or_else(|| next.map(shift(end)))
}
