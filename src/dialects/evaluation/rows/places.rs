//! Sources by their places in a row, for marks that are numbers.

use std::collections::BTreeMap;

use crate::dialects::evaluation::rows::labels::is_key;
use crate::dialects::shared::contexts::is_file;
use crate::model::{Citation, IdFrom, Source};

/// The minimum number of digits of a number that a database gave.
const MIN_RECORD: usize = 4;

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
