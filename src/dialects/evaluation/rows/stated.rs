//! The citations that a row states in fields of its own: `"citation": "Fares 2024 p. 7"`, or columns such
//! as `first_citation_source`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::dialects::shared::contexts::{CITATION, named};
use crate::dialects::shared::located;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Citation, IdFrom, Locator, Source, SourceText, Target};
use crate::text::Span;

/// The field with a list of what an answer cites.
pub(super) const CITATIONS: &str = "citations";

/// Its values for an answer that cites nothing.
const NOTHING: &[&str] = &["", "-", "none", "(none)", "n/a", "null", "no citation"];

/// Words at its end that say a source has no page.
const WITHOUT_PAGE: &[&str] = &["(no page)", "(no pages)", "(page unknown)"];

/// Returns the citations that the fields of a row state, which have no place in `text`, and adds what
/// they name to its sources. `columns` is where these were read from, and `entries` are these before those with
/// one id were merged.
pub(super) fn add(
    row: &Map<String, Value>,
    columns: &str,
    text: &str,
    sources: &mut Vec<Source>,
    entries: &[Source],
) -> Vec<Citation> {
    let mut citations = Vec::new();
    let is_stated = columns.ends_with('…') && columns.contains(CITATION);
    if [CITATION, CITATIONS].contains(&columns) || is_stated {
        for source in sources.iter_mut().filter(|source| source.id.is_empty()) {
            (source.id, source.id_from) = (label(source), IdFrom::Text);
        }
        let is_merged = sources.len() < entries.len();
        let listed = if is_merged { entries } else { sources.as_slice() };
        for source in listed {
            let raw = label(source);
            let id = if source.id.is_empty() { &raw } else { &source.id };
            if raw.is_empty() {
                continue;
            }
            let place = located::place(source);
            let is_excerpt = is_merged || place.is_some();
            let mut own = citation(&raw, id, place, text);
            // Words given with it are the cited piece: a page cannot be looked up in them.
            if let (true, SourceText::Inline(words)) = (is_excerpt, &source.text) {
                own.targets.iter_mut().for_each(|it| it.quote = Some(words.to_string()));
            }
            citations.push(own);
        }
        // Two places in one document are no two documents.
        let mut seen = BTreeSet::new();
        sources.retain(|own| own.text.why_not().is_none() || seen.insert(own.id.clone()));
    }
    let entries: Vec<&str> = match row.get(CITATION) {
        Some(Value::String(entries)) => entries.split(';').collect(),
        Some(Value::Array(entries)) => entries.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for (raw, name, place) in entries.into_iter().filter_map(entry) {
        let is_own = |own: &Source| own.id == name || own.title.as_deref() == Some(name);
        let id = sources.iter().find(|own| is_own(own)).map(|own| own.id.clone());
        if id.is_none() {
            sources.extend(named(std::iter::once(name)));
        }
        let id = id.filter(|id| !id.is_empty());
        citations.push(citation(raw, id.as_deref().unwrap_or(name), place, text));
    }
    citations
}

/// Returns what a source is called.
fn label(source: &Source) -> String {
    let name = source.title.clone().filter(|title| !title.is_empty());
    let url = source.url.clone().filter(|_| source.id.is_empty());
    name.or(url).unwrap_or_else(|| source.id.clone())
}

/// Returns a note on what a row states beside an answer with marks.
pub(super) fn unread(row: &Map<String, Value>) -> Option<String> {
    let stated = row.get(CITATION)?.as_str()?.trim();
    let is_nothing = NOTHING.iter().any(|known| stated.eq_ignore_ascii_case(known));
    (!is_nothing).then(|| format!("`{CITATION}` of the row not read: the answer has marks"))
}

/// Returns a citation without a place in the text.
pub(super) fn citation(raw: &str, id: &str, place: Option<Locator>, text: &str) -> Citation {
    let target = Target { id: id.to_owned(), locator: place, ..Target::default() };
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
