//! kotaemon: what its models write when they cite within the answer.
//!
//! Spec: the app's source (`citation_qa_inline.py`) and its prompt.
//!
//! ```text
//! CITATION LIST
//!
//! CITATION【1】
//!
//! START_PHRASE: High water at the gauge is
//! END_PHRASE: an hour behind the bridge.
//!
//! FINAL ANSWER
//! High water comes later up the river 【1】.
//! ```
//!
//! A number names an entry of the list, which repeats the first and the last words of a passage but
//! does not name its document: these words are its source. The app shows the text after FINAL
//! ANSWER; the list is folded here.
//!
//! # Incomplete support
//!
//! Answers that were copied out of the app have lost the list and are read as numbered text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Card, Citation, IdFrom, Locator, Source, SourceText};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "kotaemon",
    title: "an answer as kotaemon's models write it, with its list of citations",
    recognised_by: "`CITATION【1】` with `START_PHRASE` and `END_PHRASE`, and marks `【1】`",
    sources_from: "the first and last words in the list; `--source 1=PATH` gives the document",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// Reason that a listed passage without words has no text.
const NO_PHRASES: &str = "its entry in the list has no START_PHRASE and no END_PHRASE";

/// The note on every list.
const GIVEN: &str = "the list gives the first and the last words of each passage and no more: pass the \
                     document with `--source 1=PATH` to see all of it";

/// An entry of the list, and its words up to the next one.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t*#]*CITATION[ \t]*[【\[]([0-9]{1,6})[】\]]")
        .expect("the pattern is sound")
});

static PHRASE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t*]*(?:START|END)_PHRASE[ \t*]*:[ \t*]*(.*?)[ \t\r]*$")
        .expect("the pattern is sound")
});

static FINAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^[ \t*#]*FINAL ANSWER[ \t*:]*\r?$").expect("the pattern is sound")
});

/// The marks, of which those in the list are none.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[【\[]([0-9]{1,6}(?:\s?[,，、]\s?[0-9]{1,6})*)[】\]]")
        .expect("the pattern is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("_PHRASE") {
        return None;
    }
    let entries = listed(text).len();
    (entries > 0).then(|| format!("a list of {}", count(entries, "citation")))
}

/// Finds the beginning of the answer, after the list.
fn answer_at(text: &str) -> usize {
    let after = FINAL.find_iter(text).last().map(|heading| heading.end());
    after.unwrap_or_else(|| {
        // Without the heading the answer follows the last words of the list.
        let last = PHRASE.find_iter(text).last();
        last.map_or(0, |phrase| phrase.end())
    })
}

/// Returns the numbers of the list and the words of each.
fn listed(text: &str) -> Vec<(String, Vec<String>)> {
    let list = text.get(..answer_at(text)).unwrap_or_default();
    let entries: Vec<_> = ENTRY.captures_iter(list).collect();
    let mut listed = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let (Some(whole), Some(number)) = (entry.get(0), entry.get(1)) else { continue };
        let next = entries.get(index + 1).and_then(|next| next.get(0));
        let end = next.map_or(list.len(), |next| next.start());
        let body = list.get(whole.end()..end).unwrap_or_default();
        let words = PHRASE.captures_iter(body).filter_map(|phrase| phrase.get(1));
        let words = words.map(|words| words.as_str().to_owned()).filter(|words| !words.is_empty());
        if let Ok(number) = number.as_str().parse::<u64>() {
            listed.push((number.to_string(), words.collect()));
        }
    }
    listed
}

fn read(text: &str, _: &Families) -> TextMarks {
    let start = answer_at(text);
    let mut citations: Vec<Citation> = apps::marks(text, &MARK, "number", |found| {
        let digits = found.get(1).map(|numbers| numbers.as_str()).unwrap_or_default();
        let numbers =
            digits.split([',', '，', '、']).filter_map(|it| it.trim().parse::<u64>().ok());
        numbers.map(|number| number.to_string()).collect()
    });
    citations.retain(|citation| citation.anchor.span.start >= start);
    let listed = listed(text);
    let words: BTreeMap<&str, &[String]> =
        listed.iter().map(|(id, words)| (id.as_str(), words.as_slice())).collect();
    for target in citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        target.locator = words.get(target.id.as_str()).and_then(|words| from_to(words));
    }
    let sources = listed.into_iter().map(|(id, words)| Source {
        id,
        id_from: IdFrom::Text,
        excerpt: true,
        repeated: !words.is_empty(),
        text: match words.as_slice() {
            [] => SourceText::Absent(NO_PHRASES.to_owned()),
            words => SourceText::Inline(words.join(" … ").into()),
        },
        ..Source::default()
    });
    let sources: Vec<Source> = sources.collect();
    let label = Some(format!("[{}]", count(sources.len(), "listed citation")));
    let span = Span::new(0, start);
    let cards = vec![Card { family: "list".to_owned(), span, label, known: true }];
    let notes = vec![GIVEN.to_owned()];
    TextMarks { citations, cards, sources, notes }
}

/// Returns the passage between its first and last words, as the text directive of an address says
/// it.
fn from_to(words: &[String]) -> Option<Locator> {
    let encoded: Vec<String> = words.iter().map(|words| encoded(words)).collect();
    (!encoded.is_empty()).then(|| Locator::Fragment(format!(":~:text={}", encoded.join(","))))
}

fn encoded(words: &str) -> String {
    let encode = |byte: u8| match byte {
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    words.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "CITATION LIST\n\nCITATION【1】\n\nSTART_PHRASE: High water at the gauge\n\
                          END_PHRASE: behind the bridge.\n\nCITATION【2】\nSTART_PHRASE: Boats wait\n\n\
                          FINAL ANSWER\nIt comes later 【1】. So boats wait 【1,2】.\n";

    #[test]
    fn the_list_is_folded_and_its_words_are_the_sources() {
        let read = read(ANSWER, &Families::default());
        let raw: Vec<&str> = read.citations.iter().map(|it| it.raw.as_str()).collect();
        assert_eq!(raw, ["【1】", "【1,2】"]);
        assert_eq!(read.citations[1].targets.len(), 2);
        let place = read.citations[0].targets[0].locator.as_ref().unwrap().to_string();
        assert_eq!(place, "#:~:text=High water at the gauge,behind the bridge.");
        let texts: Vec<&SourceText> = read.sources.iter().map(|source| &source.text).collect();
        let first = SourceText::Inline("High water at the gauge … behind the bridge.".into());
        assert_eq!(texts, [&first, &SourceText::Inline("Boats wait".into())]);
        assert!(read.cards[0].span.slice(ANSWER).unwrap().ends_with("FINAL ANSWER"));
    }

    #[test]
    fn without_its_heading_the_answer_stands_behind_the_list() {
        let text = ANSWER.replace("FINAL ANSWER\n", "");
        assert_eq!(read(&text, &Families::default()).citations.len(), 2);
        assert!(
            detect(&text, &Families::default()).is_some()
                && detect("So it is 【1】.", &Families::default()).is_none()
        );
    }
}
