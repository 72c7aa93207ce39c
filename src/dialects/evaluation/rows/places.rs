//! Sources by their places in a row, for marks that are numbers.

use std::collections::BTreeMap;

use crate::dialects::evaluation::rows::labels::is_key;
use crate::dialects::shared::contexts::is_file;
use crate::model::{Citation, IdFrom, Source};

/// The minimum number of digits of a number that a database gave.
const MIN_RECORD: usize = 4;

/// The maximum number of files whose names are searched for.
const MAX_FILES: usize = 50;

/// Gives pieces without ids the name of the file that several of them are from, if `text` names it.
pub(super) fn name_pieces(text: &str, sources: &mut [Source]) {
    let file = |source: &Source| {
        source.title.clone().filter(|title| source.id.is_empty() && is_file(title))
    };
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for file in sources.iter().filter_map(file) {
        *files.entry(file).or_default() += 1;
    }
    files.retain(|_, pieces| *pieces > 1);
    let named: Vec<String> =
        files.into_keys().take(MAX_FILES).filter(|file| text.contains(file.as_str())).collect();
    for source in sources.iter_mut().filter(|_| !named.is_empty()) {
        if let Some(file) = file(source).filter(|file| named.contains(file)) {
            (source.id, source.id_from) = (file, IdFrom::Text);
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
