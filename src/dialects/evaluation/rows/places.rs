//! Sources by their places in a row, for marks that are numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::evaluation::rows::labels::is_key;
use crate::dialects::shared::context_names::PAGES;
use crate::dialects::shared::contexts::is_file;
use crate::locator;
use crate::model::{Citation, IdFrom, Locator, Source};

/// The minimum number of digits of a number that a database gave.
const MIN_RECORD: usize = 4;

/// The minimum length of the name of a document before a page, in bytes.
const MIN_DOCUMENT: usize = 4;

/// The maximum number of documents whose names are searched for.
const MAX_DOCUMENTS: usize = 50;

/// Gives pieces without ids the name of the document that several of them are from, if `text` names it: a file
/// anywhere, other documents alone in brackets.
pub(super) fn name_pieces(text: &str, sources: &mut [Source]) {
    let title = |source: &Source| source.title.clone().filter(|_| source.id.is_empty());
    let mut documents: BTreeMap<String, usize> = BTreeMap::new();
    for title in sources.iter().filter_map(title) {
        *documents.entry(title).or_default() += 1;
    }
    documents.retain(|title, pieces| *pieces > 1 && !is_number(title));
    if documents.is_empty() {
        return;
    }
    let low = text.to_lowercase();
    let is_named = |title: &String| {
        is_file(title) && text.contains(title.as_str())
            || low.contains(&format!("[{}]", title.to_lowercase()))
    };
    let named: Vec<String> = documents.into_keys().take(MAX_DOCUMENTS).filter(is_named).collect();
    for source in sources.iter_mut().filter(|_| !named.is_empty()) {
        if let Some(title) = title(source).filter(|title| named.contains(title)) {
            (source.id, source.id_from) = (title, IdFrom::Text);
        }
    }
}

/// Gives pieces of one document the names of their pages if `text` cites it by pages, `[Rules, p. 24]`: together
/// they would be one source without pages.
pub(super) fn name_pages(text: &str, sources: &mut [Source]) {
    let mut documents: BTreeMap<String, (BTreeSet<Option<&str>>, BTreeSet<&str>)> = BTreeMap::new();
    for source in sources.iter() {
        let Some(name) = document(source) else { continue };
        let (pages, titles) = documents.entry(name).or_default();
        pages.insert(page(source));
        titles.extend(source.title.as_deref());
    }
    documents.retain(|_, (pages, _)| pages.len() > 1 && !pages.contains(&None));
    if documents.is_empty() {
        return;
    }
    let low = text.to_lowercase();
    let is_cited = |name: &str| {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().trim().to_lowercase();
        name.len() >= MIN_DOCUMENT && is_before_page(&low, &name)
    };
    let cited: Vec<String> = documents
        .iter()
        .take(MAX_DOCUMENTS)
        .filter(|(name, (_, titles))| is_cited(name) || titles.iter().any(|title| is_cited(title)))
        .map(|(name, _)| name.clone())
        .collect();
    for source in sources.iter_mut().filter(|_| !cited.is_empty()) {
        let name = document(source).filter(|name| cited.contains(name));
        if let Some((name, page)) = name.and_then(|name| Some((name, page(source)?.to_owned()))) {
            let id = std::mem::replace(&mut source.id, format!("{name} p. {page}"));
            source.id_from = IdFrom::Text;
            source.metadata.extend((!id.is_empty()).then(|| ("document_id".to_owned(), id)));
        }
    }
}

/// Returns the id of the document of a piece, or its title.
fn document(source: &Source) -> Option<String> {
    Some(source.id.clone()).filter(|id| !id.is_empty()).or_else(|| source.title.clone())
}

/// Returns the page that a piece states.
fn page(source: &Source) -> Option<&str> {
    let stated = source.metadata.iter().find(|(key, _)| PAGES.contains(&key.as_str()));
    stated.map(|(_, page)| page.as_str()).filter(|page| is_number(page))
}

/// True if a text, in lower case, names a page after a name: `rules, p. 24`, `rules (page 3)`, `rules, p24`.
fn is_before_page(low: &str, name: &str) -> bool {
    const MAX_PLACE: usize = 24;
    low.match_indices(name).any(|(at, _)| {
        let rest = low.get(at + name.len()..).unwrap_or_default();
        let rest = rest.get(..rest.floor_char_boundary(MAX_PLACE)).unwrap_or_default();
        let place = rest.trim_start_matches([' ', ',', '(', ':', '|', ';']);
        let place = place.split([']', ')', ';', ',', '\n', '】']).next().unwrap_or_default();
        let glued =
            place.strip_prefix('p').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        let place = glued.map_or_else(|| place.to_owned(), |rest| format!("p. {rest}"));
        matches!(locator::read(&place), Some(Locator::Pages { .. }))
    })
}

fn is_number(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// True if an answer cites, and by numbers alone.
pub(super) fn are_numbers(citations: &[Citation]) -> bool {
    let mut cited = citations.iter().flat_map(|citation| &citation.targets).peekable();
    cited.peek().is_some() && cited.all(|target| is_number(&target.id))
}

/// Returns the sources by their places from `first`, if they have ids that are not numbers, or only numbers
/// far beyond their places that `text` does not name, as databases give them.
pub(super) fn by_place(text: &str, sources: &[Source], first: u64) -> Option<Vec<Source>> {
    let named = sources.iter().any(|source| !source.id.is_empty());
    let last = first + sources.len() as u64;
    let is_record = |id: &str| {
        id.len() >= MIN_RECORD && id.parse().is_ok_and(|id: u64| id > last) && !text.contains(id)
    };
    let are_apart = sources.iter().all(|own| is_number(&own.id) && is_record(&own.id));
    // Marks that name the ids do not count.
    if sources.iter().any(|own| is_key(&own.id) && text.contains(&format!("[{}]", own.id))) {
        return None;
    }
    if !named || !are_apart && sources.iter().any(|source| is_number(&source.id)) {
        return None;
    }
    let placed = |(number, source): (u64, &Source)| {
        let mut source = source.clone();
        let id = std::mem::replace(&mut source.id, number.to_string());
        // Without a text, its name is all that is known of it.
        if source.title.is_none() && source.text.why_not().is_some() {
            source.title = Some(id.clone()).filter(|id| !id.is_empty());
        }
        source.metadata.extend((!id.is_empty()).then(|| ("id".to_owned(), id)));
        source.id_from = IdFrom::Position;
        source
    };
    Some((first..).zip(sources).map(placed).collect())
}
