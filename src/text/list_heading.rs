//! Headings: their level, and headings of a list of sources with what is below them.

use unicode_normalization::UnicodeNormalization as _;

use super::Span;
use super::list_names::{HEADINGS, ORIGINS, SINGULAR};

/// Words for a list after those for sources, in lower case: `출처 목록`, `Quellenliste`.
const LISTS: &[&str] =
    &[" list", "liste", " 목록", "목록", "列表", "清单", "清單", "一覧", "リスト", "目录"];

/// Words for a list before those for sources, in lower case.
const LISTS_OF: &[&str] = &[
    "list of ",
    "liste der ",
    "liste des ",
    "lista de ",
    "lista delle ",
    "elenco delle ",
    "verwendete ",
    "used ",
    "cited ",
];

/// Words for where a list is used after those for sources, in lower case.
const USED: &[&str] = &[
    " used in this section",
    " used in this report",
    " used in this answer",
    " cited in this section",
    " cited in this report",
    " for this section",
    " for further exploration",
    " for further reading",
    " for further information",
    " in this section",
];

/// The maximum length of these words, in bytes; most lines of a text are longer.
const MAX_HEADING: usize = 48;

/// Maximum length of a line that may be a heading, and of one that begins with `#`, in bytes.
const MAX_LINE: usize = 120;
const MAX_MARKED_LINE: usize = 400;

/// Maximum length of a number before such words, with what parts the two, in bytes.
const MAX_NUMBER: usize = 32;

/// Digits of such a number in Chinese and Japanese, and of a Roman one.
const NUMERALS: &str = "一二三四五六七八九十";
const ROMAN: &str = "IVX";

/// Names of these apps.
const APPS: &[&str] = &["Bing", "Copilot", "必应"];

/// Minimum number of digits of a date.
const MIN_DATE: usize = 6;

/// Last words of a line with a colon that announces a list, in lower case.
const ANNOUNCED: &[&str] = &["references", "sources", "citations"];

/// Maximum number of words of such a line, without those in parentheses.
const MAX_ANNOUNCING: usize = 3;

/// Level and words of a heading: `## Words`, `<h2>Words</h2>`, `**Words**`, `Words:` or the bare words.
pub(crate) fn heading(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    if let Some(heading) = html_heading(line) {
        return Some(heading);
    }
    let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
    let words = line.trim_start_matches('#');
    // A question may be a heading, and is as long as a sentence.
    let is_marked = (1..=6).contains(&hashes) && words.starts_with(' ');
    let max_length = if is_marked { MAX_MARKED_LINE } else { MAX_LINE };
    if line.len() > max_length || line.is_empty() {
        return None;
    }
    let level = if (1..=6).contains(&hashes) { hashes } else { 7 };
    Some((level, words.trim()))
}

/// Level and words of a heading in HTML: `<h2 id="sources">Sources</h2>`.
fn html_heading(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("<h")?;
    let level = usize::from(rest.bytes().next()?.checked_sub(b'0')?);
    let (attributes, inner) = rest.get(1..)?.split_once('>')?;
    let (words, after) = inner.split_once("</h")?;
    let is_plain = after.len() == "2>".len() && !words.contains('<') && !attributes.contains('<');
    let fits = (1..=6).contains(&level) && is_plain && words.len() <= MAX_MARKED_LINE;
    fits.then(|| (level, words.trim()))
}

/// True if a line is over a list of sources: a heading that names it, or words that announce it.
pub(crate) fn is_name(line: &str) -> bool {
    is_heading_of_list(line) || announces(line)
}

/// True for the line over the list of an answer that was copied from Bing or Copilot, with the date:
/// `Source: Conversation with Copilot, 9/18/2024`.
pub(crate) fn names_conversation(line: &str) -> bool {
    let line = line.trim_matches(|c: char| !c.is_alphanumeric());
    let conversation = || {
        let (word, rest) = line.split_once([':', '：'])?;
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        let is_dated = digits >= MIN_DATE && APPS.iter().any(|app| rest.contains(app));
        is_dated.then(|| word.trim().to_lowercase())
    };
    // Most lines are longer, or end with a word.
    line.len() <= MAX_LINE
        && line.ends_with(|c: char| c.is_ascii_digit())
        && conversation().is_some_and(|word| {
            SINGULAR.contains(&word.as_str()) || ORIGINS.contains(&word.as_str())
        })
}

/// True if the words of a heading name a list of sources, in any of many languages.
pub(crate) fn is_heading_of_list(line: &str) -> bool {
    if names_conversation(line) {
        return true;
    }
    let words = line.trim_matches(|c: char| !c.is_alphanumeric());
    // Most lines are sentences.
    if words.len() > MAX_HEADING + MAX_NUMBER && !words.contains('(') {
        return false;
    }
    // A heading that is too long by itself can only lose a number before it or words in parentheses.
    let begins = |c: char| c.is_ascii_digit() || NUMERALS.contains(c) || ROMAN.contains(c);
    if words.len() > MAX_HEADING && !words.starts_with(begins) && !words.contains(" (") {
        return false;
    }
    // `Sources (12)`, `12 Sources`
    let words = words.split(" (").next().unwrap_or(words);
    let counted =
        words.split_once(' ').filter(|(count, _)| count.bytes().all(|b| b.is_ascii_digit()));
    let words = counted.map_or(words, |(_, words)| words);
    // `12. References`, `七、参考文献`, `3. 【引用来源】`
    let numbered = words.find(['.', '、', ')']).and_then(|at| {
        let (number, rest) = words.split_at_checked(at)?;
        (number.chars().count() <= 4 && number.chars().all(begins))
            .then(|| rest.trim_start_matches(|c: char| !c.is_alphanumeric()))
    });
    let words = numbered.unwrap_or(words);
    if words.len() > MAX_HEADING {
        return false;
    }
    let mut words = words.to_lowercase();
    // Letters and their accents may be apart, as in the text of a PDF.
    if !words.is_ascii() {
        words = words.nfc().collect();
    }
    // `Reference(s):`
    if words.ends_with("(s") {
        words = words.replace("(s", "s");
    }
    let is_one = |words: &str| HEADINGS.contains(&words.trim());
    is_one(&words)
        || USED.iter().any(|used| words.strip_suffix(used).is_some_and(is_one))
        || LISTS.iter().any(|list| words.strip_suffix(list).is_some_and(is_one))
        || LISTS_OF.iter().any(|list| words.strip_prefix(list).is_some_and(is_one))
}

/// True for a line such as `Retrieved (k=5) sources:`, which announces a list.
fn announces(line: &str) -> bool {
    let Some(line) = line.trim().strip_suffix(':') else { return false };
    let mut words: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    for word in line.split_whitespace() {
        let before = depth;
        depth = (depth + word.matches('(').count()).saturating_sub(word.matches(')').count());
        if before == 0 && !word.starts_with('(') {
            words.push(word.to_lowercase());
        }
    }
    let named = words.last().is_some_and(|last| ANNOUNCED.contains(&last.as_str()));
    named && words.len() <= MAX_ANNOUNCING
}

/// A list of sources in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceList {
    /// Its bytes, without the words over it or before it.
    pub(crate) span: Span,
    /// True for the rest of a line that begins with `Sources:`, and not for entries below a heading.
    pub(crate) is_labelled: bool,
}

/// Returns the lists of sources in a text, in order.
pub(crate) fn lists(text: &str) -> Vec<SourceList> {
    let mut lists: Vec<SourceList> = Vec::new();
    // The end of the line over a list, or of its last entry, and the blanks before the line over it.
    let mut open: Option<(usize, usize)> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let end = at + line.trim_end().len();
        if line.trim().is_empty() {
            continue;
        }
        // `Sources:` inside an item of another list is over what is in this item.
        let indent = line.len() - line.trim_start().len();
        let is_inside = |(_, over): &(usize, usize)| indent >= *over && is_entry(line);
        if let Some((before, over)) = open.filter(is_inside) {
            match lists.last_mut().filter(|list| list.span.end == before) {
                Some(list) => list.span.end = end,
                None => lists.push(SourceList { span: Span::new(at, end), is_labelled: false }),
            }
            open = Some((end, over));
        } else if heading(line).is_some_and(|(_, words)| is_name(words)) {
            open = Some((end, indent));
        } else {
            open = None;
            let labelled = |len| SourceList { span: Span::new(at + len, end), is_labelled: true };
            lists.extend(label(line).map(labelled));
        }
    }
    lists
}

/// True for an entry of a list, or a line that continues one.
fn is_entry(line: &str) -> bool {
    let words = line.trim_start();
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let numbered =
        digits > 0 && words.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')', ':']));
    let bullet = words.strip_prefix(['-', '*', '+', '•', '–']);
    let bulleted = bullet.is_some_and(|rest| rest.starts_with([' ', '\t']));
    numbered || bulleted || words.len() < line.len() || words.starts_with(['[', '|'])
}

/// True for `Sources:`, `Source:` or `Source(s)`, before names in a line or over them in a table.
pub(crate) fn is_label(words: &str) -> bool {
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    // `Key Supporting Source(s)`: the two numbers of a word are no count.
    let words = match words.strip_suffix("(s") {
        Some(word) => word.rsplit(' ').next().unwrap_or(word),
        None => words,
    };
    is_heading_of_list(words) || is_heading_of_list(&format!("{words}s"))
}

/// True for a word for one source in lower case, in any of many languages.
pub(crate) fn is_one_source(word: &str) -> bool {
    SINGULAR.contains(&word)
}

/// True for the head of a column or a row with sources, which may be one word for a source in many languages.
pub(crate) fn heads_cells(words: &str) -> bool {
    let word = || words.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    is_label(words) || SINGULAR.contains(&word().as_str())
}

/// Returns the length of `Sources:` or `**Source:**` at the beginning of a line with more after it, in
/// bytes.
fn label(line: &str) -> Option<usize> {
    let (words, rest) = line.split_at_checked(line.find([':', '\u{ff1a}'])?)?;
    let after = rest.trim_start_matches(|c: char| " \t:\u{ff1a}*_".contains(c));
    (is_label(words) && !after.trim().is_empty()).then(|| line.len() - after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_where_other_words_begin() {
        let text = "Sources:\nIt rose.\n\n**Source:** a.md, b.md\nSources differ: c.md\n\n## Sources\n\n\
                    - a.md\n- b.md\n\n1. c.md\n   and more\nIt fell.\n- d.md\n\nQuelle: e.md\n";
        let found: Vec<(&str, bool)> = lists(text)
            .iter()
            .map(|list| (list.span.slice(text).unwrap(), list.is_labelled))
            .collect();
        let nested = "1. It rose.\n   Sources:\n   - a.md\n\n2. It fell.\n   Source: b.md\n";
        let inside: Vec<&str> =
            lists(nested).iter().map(|list| list.span.slice(nested).unwrap()).collect();
        assert_eq!(inside, ["   - a.md", "b.md"]);
        let below = "- a.md\n- b.md\n\n1. c.md\n   and more";
        assert_eq!(found, [("a.md, b.md", true), (below, false), ("e.md", true)]);
    }
}
