//! The sources that the list of a text gives.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::links;
use crate::dialects::marks::numbered::list::{self, List};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::code::Code;
use crate::model::{IdFrom, Source, SourceText};
use crate::text::Span;

/// Returns the numbered sources that a text lists.
pub(crate) fn sources_in(text: &str) -> Vec<Source> {
    let list = list::find(text, &Code::of(text).into_spans());
    if list.is_unnumbered() { Vec::new() } else { of(&list, false) }
}

/// Returns the sources that the list of a text gives. Links name those without numbers by address.
pub(super) fn of(list: &List, is_unmarked: bool) -> Vec<Source> {
    let is_linked = is_unmarked && list.is_unnumbered();
    let url = |entry: &Entry| {
        let page = |url: &str| links::page_and_words(url).0.to_owned();
        entry.url.as_deref().map(|url| if is_linked { page(url) } else { url.to_owned() })
    };
    let id = |entry: &Entry| entry.id.clone().or_else(|| url(entry).filter(|_| is_linked));
    let text = |entry: &Entry| match &entry.text {
        Some(text) => SourceText::Inline(text.as_str().into()),
        None => SourceText::Absent(ADDRESS_ONLY.to_owned()),
    };
    let source = |entry: &Entry| Source {
        excerpt: entry.text.is_some(),
        id: id(entry).unwrap_or_default(),
        id_from: if id(entry).is_some() { IdFrom::Text } else { IdFrom::Position },
        title: entry.title.clone(),
        url: url(entry),
        text: text(entry),
        ..Source::default()
    };
    let mut sources: Vec<Source> = list.entries.iter().map(source).collect();
    // A model may list a source twice.
    let mut known = BTreeSet::new();
    sources.retain(|it| {
        it.id.is_empty() || known.insert((it.id.clone(), it.title.clone(), it.url.clone()))
    });
    if is_linked {
        let mut pages = BTreeSet::new();
        sources.retain(|source| source.id.is_empty() || pages.insert(source.id.clone()));
    }
    sources
}

/// Returns a page without text as a source.
pub(super) fn page(id: &str, url: &str, title: Option<&str>) -> Source {
    Source {
        id: id.to_owned(),
        id_from: IdFrom::Text,
        title: title.map(str::to_owned),
        url: Some(url.to_owned()),
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    }
}

/// Returns the places at which a text lists its sources, with the heading over them; sorted.
pub fn listed_in(text: &str) -> Vec<Span> {
    let list = list::find(text, &Code::of(text).into_spans());
    let mut spans = list.spans();
    if let (Some(heading), Some(first)) = (&list.heading, spans.first_mut()) {
        let above = text.get(..first.start).unwrap_or_default();
        if let Some(at) = above.trim_end().rfind('\n').map_or(Some(0), |at| Some(at + 1))
            && above.get(at..).is_some_and(|line| line.contains(heading.as_str()))
        {
            first.start = at;
        }
    }
    spans
}
