//! Answers of Cohere as its client prints them: the text, and a row for each citation.
//!
//! Spec: none; gathered from the vendor's notebooks.
//!
//! ```text
//! RESPONSE:
//! Emperor penguins are the tallest.
//!
//! CITATIONS:
//! start=0 end=16 text='Emperor penguins' document_ids=['doc_0']
//!
//! DOCUMENTS:
//! {'id': 'doc_0', 'text': 'Emperor penguins are the tallest.'}
//! ```
//!
//! Rows are also printed as dictionaries, or with `sources=[… id='doc_0' …]`. Offsets count code points
//! from where the answer begins, which nothing marks: it is the place at which the words of most rows
//! fit. Several answers may follow one another, each with its rows and documents.
//!
//! # Incomplete support
//!
//! Rows whose answer was printed elsewhere are read in a notebook only, where it is one of the outputs before.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::source_fields::SourceFields;
use crate::dialects::shared::text_marks::TextMarks;
use crate::input::python;
use crate::model::{Anchor, AnchorKind, Citation, Placement, Source, Target};
use crate::text::prose::count;
use crate::text::{Span, Unit, units::Offsets};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "cohere-printed",
    title: "text printed by Cohere's client: an answer with its citations",
    recognised_by: "rows `start=0 end=16 text='…' document_ids=['doc_0']` below an answer",
    sources_from: "the documents printed below, then the files given",
    units: "code points from the beginning of the answer, end exclusive, checked by the repeated words",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// A row of the list of citations.
static ROW: LazyLock<Regex> = LazyLock::new(|| {
    let key = |name: &str| format!(r"['\x22]?{name}['\x22]?\s?[=:]\s?");
    let row = format!(
        r#"(?m)^[ \t]*\{{?{}(?<start>[0-9]{{1,9}}),?\s{{1,3}}{}(?<end>[0-9]{{1,9}}),?\s{{1,3}}{}(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?\s{{1,3}}(?:{}|{})\[(?<ids>.*)$"#,
        key("start"),
        key("end"),
        key("text"),
        key("document_ids"),
        key("sources"),
    );
    Regex::new(&row).expect("it is sound")
});

/// The id of an item of `sources` in a row.
static ID: LazyLock<Regex> = LazyLock::new(|| {
    let id = r#"(?:Source\(|\{)[^(){}]{0,60}\bid['"]?\s?[=:]\s?['"]([^'"]{1,200})['"]"#;
    Regex::new(id).expect("it is sound")
});

/// The maximum number of places, and of rows, that are compared to find where an answer begins.
const MAX_COMPARED: usize = 64;

/// The maximum number of rows whose words are searched for, because they are not where they should be.
const MAX_SEARCHES: usize = 256;

/// A row that was read.
struct Row<'t> {
    line: Span,
    start: usize,
    length: usize,
    words: String,
    ids: Vec<&'t str>,
    /// The sources, as printed.
    sources: &'t str,
}

/// True if a text has such rows.
pub(crate) fn has_rows(text: &str) -> bool {
    !rows(text).is_empty()
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let may = text.contains("start") && (text.contains("document_ids") || text.contains("sources"));
    let read = |row: Captures<'_>| {
        let part = |name: &str| row.name(name).and_then(|it| text.get(it.range()));
        let line = row.get(0)?;
        let (start, end) = (part("start")?.parse().ok()?, part("end")?.parse::<usize>().ok()?);
        let sources = part("ids")?;
        let ids = ids(sources);
        let words = python::text(part("text")?)?;
        let length = end.checked_sub(start)?;
        Some(Row { line: line.range().into(), start, length, words, ids, sources })
    };
    if may { ROW.captures_iter(text).filter_map(read).collect() } else { Vec::new() }
}

/// Returns the ids in the rest of a row, once each.
fn ids(rest: &str) -> Vec<&str> {
    let own = rest.split(']').next().unwrap_or(rest);
    let listed: Vec<&str> = if own.trim_start().starts_with(['\'', '"']) {
        own.split(',').map(|id| id.trim().trim_matches(['\'', '"'])).collect()
    } else {
        ID.captures_iter(rest).filter_map(|id| Some(id.get(1)?.as_str())).collect()
    };
    let mut seen = BTreeSet::new();
    listed.into_iter().filter(|id| !id.is_empty() && seen.insert(*id)).collect()
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let citations = read_rows(text).citations.len();
    (citations > 0).then(|| format!("{} below an answer", count(citations, "printed row")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    read_rows(text)
}

fn read_rows(text: &str) -> TextMarks {
    let rows = rows(text);
    let mut found = TextMarks::default();
    let (mut from, mut unplaced, mut answer, mut searches) = (0, 0, 0, MAX_SEARCHES);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for group in rows.chunk_by(|first, next| adjoin(text, first, next)) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        answer += 1;
        let area = from..first.line.start;
        let next = rows.get(rows.partition_point(|row| row.line.start <= last.line.start));
        let below = last.line.end..next.map_or(text.len(), |next| next.line.start);
        let mut documents = documents(text.get(below.clone()).unwrap_or_default());
        for inside in group.iter().flat_map(|row| documents_in(row.sources)) {
            if documents.iter().all(|own| own.id != inside.id) {
                documents.push(inside);
            }
        }
        // Another answer's documents may have the same ids.
        let again = documents.iter().any(|document| taken.contains(&document.id));
        let named =
            |id: &str| if again { format!("{id} (answer {answer})") } else { id.to_owned() };
        let above = text.get(area.clone()).unwrap_or_default();
        let offsets = Offsets::new(above);
        let base = base(above, &offsets, group);
        for row in group {
            let placed = placed(above, &offsets, row, base).or_else(|| {
                searches = usize::checked_sub(searches, 1)?;
                let found = above.rfind(&row.words)?;
                Some((Span::new(found, found + row.words.len()), Placement::Inherent))
            });
            match placed.map(|(span, placement)| (span.shifted(area.start), placement)) {
                Some((span, placement)) => {
                    let target = |id: &&str| Target { id: named(id), ..Target::default() };
                    found.citations.push(Citation {
                        family: "citation".to_owned(),
                        raw: row.line.slice(text).unwrap_or_default().trim().to_owned(),
                        anchor: Anchor { kind: AnchorKind::Claim, span },
                        targets: row.ids.iter().map(target).collect(),
                        placement,
                        ..Citation::default()
                    });
                }
                None => unplaced += 1,
            }
        }
        taken.extend(documents.iter().map(|document| document.id.clone()));
        let renamed = documents.into_iter().map(|own| Source { id: named(&own.id), ..own });
        found.sources.extend(renamed);
        from = below.start;
    }
    if unplaced > 0 {
        let rows = count(unplaced, "printed citation");
        found.notes.push(format!("{rows} left out: the words are not in the text above"));
    }
    found
}

/// True if only blank lines part two rows.
fn adjoin(text: &str, first: &Row<'_>, next: &Row<'_>) -> bool {
    text.get(first.line.end..next.line.start).is_some_and(|between| between.trim().is_empty())
}

/// Finds the beginning of the answer in the text above its rows, in code points: the place at which
/// the most rows fit.
fn base(above: &str, offsets: &Offsets<'_>, rows: &[Row<'_>]) -> Option<usize> {
    let fits = |base: &usize| {
        let fit = |row: &&Row<'_>| {
            at(offsets, row, *base).is_some_and(|span| span.slice(above) == Some(&row.words))
        };
        rows.iter().take(MAX_COMPARED).filter(fit).count()
    };
    let first = rows.iter().max_by_key(|row| row.words.len())?;
    let (mut counted, mut points) = (0, 0);
    let mut bases = Vec::new();
    for (found, _) in above.match_indices(&first.words).take(MAX_COMPARED) {
        points += above.get(counted..found)?.chars().count();
        counted = found;
        bases.extend(points.checked_sub(first.start));
    }
    bases.into_iter().filter(|base| fits(base) > 0).max_by_key(fits)
}

/// Returns the bytes of a row's words in an area whose answer begins at `base`.
fn at(offsets: &Offsets<'_>, row: &Row<'_>, base: usize) -> Option<Span> {
    let start = base.checked_add(row.start)?;
    offsets.span(start, start.checked_add(row.length)?, Unit::CodePoints)
}

/// Returns the stated place of a row's words in the text above, if they are there.
fn placed(
    above: &str,
    offsets: &Offsets<'_>,
    row: &Row<'_>,
    base: Option<usize>,
) -> Option<(Span, Placement)> {
    let stated = at(offsets, row, base?)?;
    (stated.slice(above) == Some(&row.words)).then_some((stated, Placement::Fitted))
}

/// Returns the documents printed in a row: `sources=[DocumentSource(…, document={'id': 'doc:1', …})]`.
fn documents_in(row: &str) -> Vec<Source> {
    const KEYS: [&str; 2] = ["document={", "tool_output={"];
    let mut found = Vec::new();
    let mut rest = row;
    while let Some(at) = KEYS.iter().filter_map(|key| Some(rest.find(key)? + key.len() - 1)).min() {
        let inner = rest.get(at..).unwrap_or_default();
        let Some(end) = end_of_object(inner) else { break };
        let value = inner.get(..end).and_then(python::parse);
        let source = value.as_ref().and_then(|value| value.as_object());
        let source = source.map(|fields| SourceFields::DOCUMENT.source(fields));
        found.extend(source.filter(|source| !source.id.is_empty()));
        rest = inner.get(end..).unwrap_or_default();
    }
    found
}

/// Returns the end of the object that a text begins with, as Python prints it.
fn end_of_object(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), _) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the documents printed in lines.
fn documents(text: &str) -> Vec<Source> {
    let printed = text.lines().filter(|line| line.trim_start().starts_with('{'));
    let document = |line: &str| {
        let value = python::parse(line.trim())?;
        let fields = value.as_object()?.clone();
        let source = SourceFields::DOCUMENT.source(&fields);
        (!source.id.is_empty()).then_some(source)
    };
    printed.filter_map(document).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, &[&str])]) -> TextMarks {
        let found = read_rows(text);
        let all: Vec<(&str, Vec<&str>)> = found
            .citations
            .iter()
            .map(|citation| {
                let ids = citation.targets.iter().map(|target| target.id.as_str());
                (citation.anchor.span.slice(text).unwrap(), ids.collect())
            })
            .collect();
        let expected: Vec<(&str, Vec<&str>)> =
            expected.iter().map(|(words, ids)| (*words, ids.to_vec())).collect();
        assert_eq!(all, expected);
        found
    }

    #[test]
    fn rows_point_into_the_answer_above_them() {
        let text = "User: It is long?\n\nIt is long. It is “long”.\n\nCITATIONS:\n\
                    start=12 end=24 text='It is “long”' document_ids=['a', 'b']\n\
                    {'start': 6, 'end': 10, 'text': 'long', 'document_ids': ['a']}\n\
                    start=0 end=9 text='not there' document_ids=['a']\n\n\
                    DOCUMENTS:\n{'id': 'a', 'text': 'It\\'s long.', 'title': 'A'}\n";
        let found = check(text, &[("It is “long”", &["a", "b"]), ("long", &["a"])]);
        assert!(found.citations.iter().all(|it| it.placement == Placement::Fitted));
        assert_eq!(found.sources.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["a"]);
        assert_eq!(found.notes.len(), 1);
    }

    #[test]
    fn each_answer_has_its_own_documents() {
        let one = "Ice is cold.\nstart=7 end=11 text='cold' document_ids=['d']\n{'id': 'd', 'text': 'x'}\n";
        let text = format!("{one}\n{}", one.replace("cold", "hard"));
        let found = check(&text, &[("cold", &["d"]), ("hard", &["d (answer 2)"])]);
        assert_eq!(found.sources.len(), 2);
    }

    #[test]
    fn rows_of_the_second_version_name_their_sources() {
        let text = "Ice is cold.\nstart=7 end=11 text=\"cold\" sources=[ToolSource(type='tool', \
                    id='t:0', tool_output={'id': 't:0', 'x': '1'})] type='TEXT_CONTENT'\n";
        check(text, &[("cold", &["t:0"])]);
        check("start=7 end=11 text='cold' document_ids=['d']\n", &[]);
    }
}
