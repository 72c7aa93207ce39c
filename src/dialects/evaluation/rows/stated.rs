//! The citations that a row states in fields of its own: `"citation": "Fares 2024 p. 7"`, or columns such
//! as `first_citation_source`.

use serde_json::{Map, Value};

use crate::dialects::shared::contexts::named;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Citation, Locator, Source, Target};
use crate::text::Span;

/// The field.
pub(super) const FIELD: &str = "citation";

/// Its values for an answer that cites nothing.
const NOTHING: &[&str] = &["", "-", "none", "(none)", "n/a", "null", "no citation"];

/// Words at its end that say a source has no page.
const WITHOUT_PAGE: &[&str] = &["(no page)", "(no pages)", "(page unknown)"];

/// Returns the citations that the field states, which have no place in `text`, and their sources.
pub(super) fn read(row: &Map<String, Value>, text: &str) -> (Vec<Citation>, Vec<Source>) {
    let entries: Vec<&str> = match row.get(FIELD) {
        Some(Value::String(entries)) => entries.split(';').collect(),
        Some(Value::Array(entries)) => entries.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let (mut citations, mut names) = (Vec::new(), Vec::new());
    for (raw, name, place) in entries.into_iter().filter_map(entry) {
        let target = Target { id: name.to_owned(), locator: place, ..Target::default() };
        citations.push(citation(raw, target, text));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (citations, named(names.into_iter()))
}

/// Returns the citations of sources in columns that begin with `columns`, if these are called so.
pub(super) fn in_columns(columns: &str, sources: &[Source], text: &str) -> Vec<Citation> {
    let are_cited = columns.ends_with('…') && columns.contains(FIELD);
    let named = sources.iter().filter(|source| are_cited && !source.id.is_empty());
    let cited = |source: &Source| {
        let target = Target { id: source.id.clone(), ..Target::default() };
        citation(source.title.as_ref().unwrap_or(&source.id), target, text)
    };
    named.map(cited).collect()
}

/// Returns a citation without a place in the text.
fn citation(raw: &str, target: Target, text: &str) -> Citation {
    Citation {
        family: "name".to_owned(),
        raw: raw.to_owned(),
        anchor: Anchor { kind: AnchorKind::Point, span: Span::at(text.len()) },
        targets: vec![target],
        ..Citation::default()
    }
}

/// Returns an entry, its source, and the page in it.
fn entry(text: &str) -> Option<(&str, &str, Option<Locator>)> {
    let text = text.trim();
    if NOTHING.iter().any(|known| text.eq_ignore_ascii_case(known)) {
        return None;
    }
    let without = WITHOUT_PAGE.iter().find_map(|words| text.strip_suffix(words));
    let name = without.unwrap_or(text).trim_end();
    // `p.7` is one word, `p. 7` two.
    for words in 1..=2 {
        let Some((at, _)) = name.rmatch_indices(' ').nth(words - 1) else { break };
        let (before, place) = name.split_at(at);
        if let Some(place @ Locator::Pages { .. }) = locator::read(place.trim()) {
            return Some((text, before.trim_end_matches([' ', ',']), Some(place)));
        }
    }
    Some((text, name, None))
}
