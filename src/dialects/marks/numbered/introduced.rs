//! Words before a link that make it a citation: `Source: [Timetable](https://…)`, `according to [the ministry](https://…)`.

use crate::dialects::marks::numbered::marks::text_before;
use crate::text::Span;
use crate::text::list_heading::is_one_source;

/// True if words that make it a citation are before a link.
pub(super) fn follows_words(text: &str, span: Span) -> bool {
    is_announced(text, span) || is_announced_after_sentence(text, span) || is_attributed(text, span)
}

/// Words before a link that is a citation beside those for one source, in lower case.
const ANNOUNCING: &[&str] = &[
    "sources:",
    "quellen:",
    "fuentes:",
    "來源：",
    "來源:",
    "资料来源：",
    "資料來源：",
    "参照文書名:",
    "参照文書名：",
    "参照文書:",
    "参照文書：",
    "参照情報:",
    "参照情報：",
    "источники:",
];

/// True if words in lower case begin with a word for a source and a colon.
pub(super) fn announces(words: &str) -> bool {
    let one = words.split_once([':', '：']).map(|(word, _)| word.trim_end());
    one.is_some_and(is_one_source) || ANNOUNCING.iter().any(|word| words.starts_with(word))
}

/// Words directly before a link that make it a citation, in lower case.
const ATTRIBUTING: &[&str] = &[
    "according to",
    "per",
    "reported by",
    "reported in",
    "noted by",
    "noted in",
    "described in",
    "discussed in",
    "detailed in",
    "documented in",
    "stated in",
    "estimated by",
    "published by",
    "cited in",
    "cited by",
    "based on",
    "data from",
    "statistics from",
    "figures from",
    "analysis from",
    "laut",
    "gemäß",
    "selon",
    "d'après",
    "según",
    "segundo",
    "secondo",
    "根据",
    "根據",
    "据",
];

/// True if a link follows such words: `according to [the ministry](https://…)`.
fn is_attributed(text: &str, span: Span) -> bool {
    const MAX_WORDS: usize = 24;
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_WORDS));
    let before = text.get(near..span.start).unwrap_or_default().to_lowercase();
    let before = before.trim_end_matches([' ', '*', '_']);
    let before = before.strip_suffix(" the").unwrap_or(before);
    let is_one = |words: &&str| {
        let words = before.strip_suffix(words);
        words.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphabetic() && c.is_ascii()))
    };
    let is_excluded = NOT_ATTRIBUTING.iter().any(|words| before.ends_with(words));
    !is_excluded && ATTRIBUTING.iter().any(is_one)
}

/// Words that end as those do, and say something about the page or ask the reader to follow it: `The format is
/// based on [Keep a Changelog](https://…)`.
const NOT_ATTRIBUTING: &[&str] = &[
    " is based on",
    " are based on",
    " was based on",
    " were based on",
    " be based on",
    " been based on",
    "请根据",
    "請根據",
];

/// Maximum distance of these words from the link, in bytes: a line may hold any number of links.
const MAX_ANNOUNCED: usize = 400;

/// True if a line or a bracket begins `Source: …` and a link follows.
fn is_announced(text: &str, span: Span) -> bool {
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_ANNOUNCED));
    let before = text.get(near..span.start).unwrap_or_default();
    let Some(words) = before.rsplit(['\n', '(', '（', '|']).next() else { return false };
    if words.len() == before.len() && near > 0 {
        return false;
    }
    let is_one = |words: &str| {
        let words = words.trim_start_matches([' ', '*', '_', '>', '-', '\t']);
        let words = words.get(..words.floor_char_boundary(16)).unwrap_or_default();
        announces(&words.replace('*', "").to_lowercase())
    };
    // `**Source:** NBC | **Read more:** [ferries](https://…)`
    let line = before.rsplit('\n').next().unwrap_or_default();
    is_one(words) || is_one(line)
}

/// True for the first link after such words, which follow a sentence: `It is full. Sources: [Timetable](https://…)`.
fn is_announced_after_sentence(text: &str, span: Span) -> bool {
    const MAX_WORDS: usize = 48;
    let near = text.floor_char_boundary(span.start.saturating_sub(MAX_WORDS));
    let before = text.get(near..span.start).unwrap_or_default().to_lowercase();
    let before = before.trim_end_matches([' ', '*', '_', '\u{a0}']);
    let one = || {
        let words = before.strip_suffix([':', '：'])?.trim_end();
        let said = words.trim_end_matches(char::is_alphabetic);
        is_one_source(words.get(said.len()..)?).then_some(said)
    };
    let said = ANNOUNCING.iter().find_map(|words| before.strip_suffix(words)).or_else(one);
    said.is_some_and(|said| {
        said.trim_end_matches([' ', '*', '_', '\u{a0}'])
            .ends_with(['.', '!', '?', ')', '”', '。', '！', '？', '）', '；'])
    })
}

/// True for the link of `(Source: [Timetable](https://…))`, or of a line `Source: …` below a sentence.
pub(super) fn is_announced_alone(text: &str, span: Span) -> bool {
    let before = text_before(text, span.start);
    let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
    let is_said = above.trim_end().ends_with(['.', '!', '?', '。', ')', '”']);
    is_announced(text, span) && (is_said || line.contains(['(', '（']))
}
