//! The output of Granite 3.2 with citations, as text.
//!
//! Spec: the output processor of the vendor's `granite-io`, and its recorded outputs.
//!
//! ```text
//! RAG stands for Retrieval-Augmented Generation <co>1</co>. It …
//!
//! # Citations:
//! <co>1</co> Document 1: "RAG, retrieval-augmented generation, is …"
//!
//! # Hallucinations:
//! 1. Risk low: RAG stands for …
//! ```
//!
//! A mark follows the text it supports, before the full stop. Its number is that of a line of the
//! list, which names a document, counted from 1, and repeats its words. Some outputs write `<c>`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::cited::{Cited, Cites};
use crate::dialects::shared::excerpts::Excerpts;
use crate::dialects::shared::granite::risks;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::input::json;
use crate::model::{Anchor, AnchorKind, Citation, Problem, ProblemKind, Source, Target};
use crate::text::Span;
use crate::text::prose::ticked;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "granite-text",
    title: "text of IBM Granite with its citation list",
    recognised_by: "`<co>1</co>` in the text, with `# Citations:` after it",
    sources_from: "the words that the list repeats; the files given, in the order of the documents",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"<(?:co|c)>\s*([0-9]{1,9})\s*</(?:co|c)>").expect("it is sound"));

/// A line of the list, up to its words.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    let entry = r"(?m)^\s*<(?:co|c)>\s*([0-9]{1,9})\s*</(?:co|c)>\s*Document\s+([0-9]{1,9})\s*:";
    Regex::new(entry).expect("it is sound")
});

static RISK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?mi)^\s*[0-9]+\.\s*Risk\s+(low|high)\s*:").expect("it is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    // Most texts have none, and need not wait until the pattern is compiled.
    if !text.contains("</co>") && !text.contains("</c>") {
        return None;
    }
    let listed = heading(text, "Citations")
        .is_some_and(|at| MARK.is_match(text.get(at..).unwrap_or_default()));
    if listed {
        return Some("marks such as `<co>1</co>` and a list `# Citations:`".to_owned());
    }
    let marked = MARK.find_iter(text).any(|mark| mark.as_str().starts_with("<co>"));
    marked.then(|| "marks such as `<co>1</co>`".to_owned())
}

/// Finds the beginning of the line `# NAME:`, in bytes.
fn heading(text: &str, name: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim().trim_start_matches('#').trim().trim_end_matches(':');
        if line.starts_with('#') && words.eq_ignore_ascii_case(name) {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// A line of the list.
#[derive(Debug, Clone)]
struct Entry {
    /// The number of its document.
    id: String,
    /// The words it repeats.
    quote: Option<String>,
}

fn read(text: &str, _: &Families) -> TextMarks {
    let list = heading(text, "Citations");
    let risky = heading(text, "Hallucinations").unwrap_or(text.len());
    let end = list.unwrap_or(risky).min(risky);
    let entries = list.and_then(|at| text.get(at..risky)).map(entries).unwrap_or_default();
    let mut found = TextMarks::default();
    let mut used: BTreeSet<u64> = BTreeSet::new();
    for mark in MARK.captures_iter(text.get(..end).unwrap_or_default()) {
        let (Some(whole), Some(number)) = (mark.get(0), mark.get(1)) else { continue };
        let Ok(number) = number.as_str().parse::<u64>() else { continue };
        used.insert(number);
        let span = Span::new(whole.start(), whole.end());
        found.citations.push(citation(whole.as_str(), span, number, &entries));
    }
    found.sources = sources(entries.values());
    let unused = entries.keys().filter(|number| !used.contains(number)).map(u64::to_string);
    let unused: Vec<String> = unused.collect();
    if !unused.is_empty() {
        let numbers = ticked(unused.iter().map(String::as_str), 6);
        found.notes.push(format!("listed but marked nowhere in the text: {numbers}"));
    }
    let judged = RISK.captures_iter(text.get(risky..).unwrap_or_default());
    let (mut high, mut all) = (0, 0);
    for risk in judged {
        all += 1;
        high += usize::from(risk.get(1).is_some_and(|it| it.as_str().eq_ignore_ascii_case("high")));
    }
    found.notes.extend(risks(high, all));
    found
}

fn citation(raw: &str, span: Span, number: u64, entries: &BTreeMap<u64, Entry>) -> Citation {
    let entry = entries.get(&number);
    let problem = entry.is_none().then(|| {
        let message = format!("no line of the list `# Citations:` has the number {number}");
        Problem::new(ProblemKind::NoId, message)
    });
    let target = |entry: &Entry| Target {
        id: entry.id.clone(),
        quote: entry.quote.clone(),
        ..Target::default()
    };
    Citation {
        family: "co".to_owned(),
        raw: raw.to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span },
        targets: entry.map(target).into_iter().collect(),
        problem,
        ..Citation::default()
    }
}

/// Returns the lines of the list by their numbers.
fn entries(list: &str) -> BTreeMap<u64, Entry> {
    let starts: Vec<regex::Captures<'_>> = ENTRY.captures_iter(list).collect();
    let mut entries = BTreeMap::new();
    for (index, start) in starts.iter().enumerate() {
        let (Some(whole), Some(number), Some(id)) = (start.get(0), start.get(1), start.get(2))
        else {
            continue;
        };
        let next = starts.get(index + 1).and_then(|next| next.get(0));
        let end = next.map_or(list.len(), |next| next.start());
        let words = list.get(whole.end()..end).unwrap_or_default().trim();
        let Ok(number) = number.as_str().parse() else { continue };
        entries.insert(number, Entry { id: id.as_str().to_owned(), quote: quoted(words) });
    }
    entries
}

/// Returns the words between quotation marks, whose escapes are those of JSON.
fn quoted(words: &str) -> Option<String> {
    let inner = words.strip_prefix('"').unwrap_or(words);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let parsed = inner.contains('\\').then(|| json::parse(&format!("\"{inner}\"")).ok()).flatten();
    let text = match parsed.map(|parsed| parsed.value) {
        Some(Value::String(text)) => text,
        _ => inner.to_owned(),
    };
    (!text.trim().is_empty()).then_some(text)
}

/// Returns the documents as far as the list repeats them.
fn sources<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut excerpts = Excerpts::new(false, &sources);
    for entry in entries {
        let target =
            Target { id: entry.id.clone(), quote: entry.quote.clone(), ..Target::default() };
        let cites = Cites::Titled(entry.id.clone());
        let kind = "citation".to_owned();
        let mut cited = Cited { kind, cites, target, title: None, origin: None };
        excerpts.add(&mut cited, &sources);
    }
    excerpts.finish(&mut sources, &mut Vec::new());
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> TextMarks {
        assert!(detect(text, &Families::default()).is_some(), "{text}");
        read(text, &Families::default())
    }

    #[test]
    fn a_mark_and_its_document_have_numbers_of_their_own() {
        let text = "A <co>1</co>. B <co>2</co>.\n\n# Citations:\n<co>1</co> Document 3: \"a \\\"x\\\"\"\n<co>2</co> Document 3: \"b\"\n";
        let found = read_all(text);
        let ids: Vec<&str> = found.citations.iter().map(|c| c.targets[0].id.as_str()).collect();
        assert_eq!(ids, ["3", "3"]);
        assert_eq!(found.citations[0].targets[0].quote.as_deref(), Some("a \"x\""));
        assert_eq!(found.sources.len(), 1);
        assert_eq!(found.notes, [""; 0]);
    }

    #[test]
    fn marks_without_a_line_and_lines_without_a_mark_are_reported() {
        let text = "A <c>2</c>.\n# Citations:\n<c>1</c> Document 1: \"a\"\n# Hallucinations:\n1. Risk high: A <c>2</c>.\n2. Risk low: B\n";
        let found = read_all(text);
        let problems: Vec<_> =
            found.citations.iter().map(|c| c.problem.as_ref().map(|p| p.kind)).collect();
        assert_eq!(problems, [Some(ProblemKind::NoId)]);
        assert_eq!(
            found.notes,
            [
                "listed but marked nowhere in the text: `1`",
                "the model rates 1 of 2 sentences as of high risk to be made up"
            ]
        );
    }

    #[test]
    fn other_tags_are_left_alone() {
        assert_eq!(detect("<c>1</c> and <code>2</code>", &Families::default()), None);
        assert_eq!(detect("<co: 1>x</co: 1>", &Families::default()), None);
    }
}
