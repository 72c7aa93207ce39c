//! Several lists of one text: those of parts, which count on or count anew, and those of several answers.

use std::collections::BTreeMap;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::line::{Lead, Line};
use crate::dialects::marks::numbered::unheaded;
use crate::text::span_set::SpanSet;

/// The words over a list, and its entries.
pub(super) type Headed = (Option<String>, Vec<Entry>);

/// Adds the lists without headings, if a number means different pages in them: a report put together from several
/// answers has the list of each after it.
pub(super) fn with_others(lines: &[Line<'_>], lists: Vec<Headed>) -> Vec<Headed> {
    let begin = |(_, entries): &Headed| entries.first().map_or(0, |entry| entry.span.start);
    let known = SpanSet::new(lists.iter().flat_map(|(_, entries)| entries).map(|entry| entry.span));
    let mut others = unheaded::in_one_line(lines);
    others.extend(unheaded::titles_in_one_line(lines));
    if lists.iter().any(|(words, _)| words.is_some()) || !others.is_empty() {
        others.extend(unheaded::runs(lines, &[Lead::Bracket]));
    }
    let is_known = |entry: &Entry| known.overlaps(entry.span);
    others.retain(|entries| !entries.iter().any(is_known));
    if others.is_empty() {
        return lists;
    }
    let mut all = lists.clone();
    all.extend(others.into_iter().map(|entries| (None, entries)));
    all.sort_by_key(begin);
    if lists.is_empty() || are_apart(&all) || count_on(&all) { all } else { lists }
}

/// True if an entry of a list has a number.
pub(super) fn has_numbers((_, entries): &Headed) -> bool {
    entries.iter().any(|entry| entry.id.is_some())
}

/// True if each entry of a list has a number.
pub(super) fn is_numbered((_, entries): &Headed) -> bool {
    entries.iter().all(|entry| entry.id.is_some())
}

/// True if there are several numbered lists with addresses, or with titles after brackets, and a number
/// means different pages in them.
pub(super) fn are_apart(lists: &[Headed]) -> bool {
    let numbered = || lists.iter().filter(|list| is_numbered(list));
    let mut pages: BTreeMap<&str, &str> = BTreeMap::new();
    let mut differ = false;
    for entry in numbered().flat_map(|(_, entries)| entries) {
        let Some(id) = &entry.id else { continue };
        let title = entry.title.as_ref().filter(|_| entry.in_brackets);
        let Some(url) = entry.url.as_ref().or(title) else { continue };
        let first = pages.entry(id).or_insert(url);
        differ |= *first != url;
    }
    differ && numbered().count() > 1
}

/// True for several numbered lists of parts of a text, each of which counts on from the one above it.
pub(super) fn count_on(lists: &[Headed]) -> bool {
    let numbered = || lists.iter().filter(|list| is_numbered(list));
    let entries = numbered().flat_map(|(_, entries)| entries);
    let mut last = 0_u64;
    let mut is_next = |entry: &Entry| {
        let number = entry.id.as_ref().and_then(|id| id.parse().ok()).unwrap_or_default();
        let is_next = number > last;
        last = number;
        is_next
    };
    numbered().count() > 1 && entries.into_iter().all(&mut is_next)
}
