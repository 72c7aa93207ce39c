//! The output of Granite 3.3 with citations, as text.
//!
//! Spec: the prompt and the output parser in `granite_io/io/granite_3_3` of `ibm-granite/granite-io`, and
//! its recorded outputs.
//!
//! ```text
//! It lists words and their meaning <|start_of_cite|>{"document_id": "1"}<|end_of_cite|>.
//!
//! # Citations:
//! 1: "A thesaurus lists words by their meaning."
//! ```
//!
//! A mark names a document, counted from 1; the text after the braces in it is the claim, else the
//! mark follows the text it supports. A line of the list names a document and repeats its words;
//! the n-th line of a document belongs to its n-th mark.
//!
//! # Incomplete support
//!
//! The available recordings have no list; its form is that of the parser.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::excerpts::Excerpts;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::statements::cites;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "granite-cite",
    title: "text of IBM Granite 3.3 with its marks and citation list",
    recognised_by: "`<|start_of_cite|>{\"document_id\": \"1\"}<|end_of_cite|>`",
    sources_from: "the words that the list repeats; the files given, in the order of the documents",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?s)<\|?start_of_cite\|?>\s*\{\s*"?document_id"?\s*:\s*"?([0-9A-Za-z_-]{1,64})"?\s*\}((?:[^<]|<[^|s]|<\|[^s]|<s[^t]|<st[^a])*?)<\|?end_of_cite\|?>"#)
        .expect("the pattern is sound")
});

/// A line of the list: the number of the citation or of the document, and the words.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?mi)^[ \t*-]*(?:[0-9]{1,4}\.[ \t]*)?(?:\[?document\s*)?([0-9]{1,4})\]?\s*:\s*(.+)$",
    )
    .expect("the pattern is sound")
});

static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?mi)^[#* \t]*citations:?\**:?[ \t\r]*$").expect("the pattern is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("start_of_cite") {
        return None;
    }
    let found = read(text, families).citations.len();
    (found > 0).then(|| format!("{} such as `<|start_of_cite|>`", count(found, "mark")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    let list = HEADING.find(text).map_or(text.len(), |heading| heading.start());
    let mut quotes = quotes(text.get(list..).unwrap_or_default());
    let mut excerpts = Excerpts::new(false, &[]);
    for mark in MARK.captures_iter(text.get(..list).unwrap_or_default()) {
        let (Some(whole), Some(id), Some(inner)) = (mark.get(0), mark.get(1), mark.get(2)) else {
            continue;
        };
        let span = Span::from(whole.range());
        let words = inner.as_str();
        let start = inner.start() + (words.len() - words.trim_start().len());
        let claim = Span::new(start, start + words.trim().len());
        let (kind, anchor) = if claim.is_empty() {
            (AnchorKind::Marker, span)
        } else {
            let around = [Span::new(span.start, claim.start), Span::new(claim.end, span.end)];
            found.cards.extend(around.into_iter().map(hidden));
            (AnchorKind::Claim, claim)
        };
        let mut cited = cites(id.as_str(), None, None);
        let own = quotes.get_mut(id.as_str());
        cited.target.quote = own.and_then(|own| (!own.is_empty()).then(|| own.remove(0)));
        excerpts.add(&mut cited, &[]);
        found.citations.push(Citation {
            family: "cite".to_owned(),
            raw: whole.as_str().to_owned(),
            anchor: Anchor { kind, span: anchor },
            targets: vec![cited.target],
            ..Citation::default()
        });
    }
    let left: usize = quotes.values().map(Vec::len).sum();
    if left > 0 {
        found.notes.push(format!("{} of the list marked nowhere in the text", count(left, "line")));
    }
    excerpts.finish(&mut found.sources, &mut found.notes);
    found.sources.retain(|source| source.excerpt);
    found
}

/// Returns the words that the list repeats of each document, in order.
fn quotes(list: &str) -> BTreeMap<String, Vec<String>> {
    let mut quotes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in ENTRY.captures_iter(list) {
        let (Some(id), Some(words)) = (entry.get(1), entry.get(2)) else { continue };
        let words = words.as_str().trim().trim_matches('"').trim();
        quotes.entry(id.as_str().to_owned()).or_default().push(words.to_owned());
    }
    quotes
}

fn hidden(span: Span) -> Card {
    Card { family: "cite".to_owned(), span, label: None, known: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_behind_its_claim_or_holds_it() {
        let text = "It is <|start_of_cite|>{\"document_id\": \"1\"}<|end_of_cite|>. So \
                    <|start_of_cite|>{document_id: 2} my fact <|end_of_cite|>.\n\n# Citations:\n\
                    1: \"It was.\"\n2: Facts.\n";
        let found = read(text, &Families::default());
        let claims: Vec<_> = found
            .citations
            .iter()
            .map(|it| (it.anchor.kind, it.targets[0].id.as_str(), it.targets[0].quote.as_deref()))
            .collect();
        assert_eq!(
            claims,
            [(AnchorKind::Marker, "1", Some("It was.")), (AnchorKind::Claim, "2", Some("Facts."))]
        );
        assert_eq!(found.citations[1].anchor.span.slice(text), Some("my fact"));
        assert_eq!((found.sources.len(), found.notes.len()), (2, 0));
    }
}
