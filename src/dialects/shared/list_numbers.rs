//! The numbers of sources in the list that a model was shown, which its marks name.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::{IdFrom, Source};

/// Fields with the number of a source in the list that a model was shown.
const NUMBERS: &[&str] =
    &["n", "number", "ref", "ref_id", "citation_number", "source_number", "index", "idx", "rank"];

/// Those of them that may as well count the pieces of a document.
const COUNTS: &[&str] = &["index", "idx", "rank"];

/// Fields that number the pieces of each document.
const PIECES: &[&str] = &["chunk_id", "doc_id", "document_id", "source_id"];

/// Gives sources the numbers of their list as ids, in place of those of the pieces of each document.
pub(crate) fn number<'v>(
    items: &(impl Iterator<Item = &'v Value> + Clone),
    sources: &mut [Source],
) {
    let is_piece = |item: &Value| {
        let has = |key: &&str| item.get(*key).is_some();
        !["id", "_id"].iter().any(has) && PIECES.iter().any(has)
    };
    let is_counted = |source: &Source| source.id.parse::<u64>().is_ok();
    let ids: BTreeSet<&str> = sources.iter().map(|source| source.id.as_str()).collect();
    if !items.clone().all(is_piece) || ids.len() == sources.len() && !sources.iter().all(is_counted)
    {
        return;
    }
    let numbers = |key: &&str| -> Option<Vec<u64>> {
        let number = |item: &Value| item.get(*key)?.as_u64();
        let numbers: Vec<u64> = items.clone().map(number).collect::<Option<_>>()?;
        let different: BTreeSet<u64> = numbers.iter().copied().collect();
        let first = different.first().copied().filter(|first| *first < 2)?;
        let counts = || numbers.iter().copied().eq(first..first + numbers.len() as u64);
        let is_own = !COUNTS.contains(key) || counts();
        (is_own && different.len() == numbers.len()).then_some(numbers)
    };
    let Some(numbers) = NUMBERS.iter().find_map(numbers) else { return };
    for (source, number) in sources.iter_mut().zip(numbers) {
        let piece = std::mem::replace(&mut source.id, number.to_string());
        source.metadata.push(("chunk_id".to_owned(), piece));
    }
}

/// Gives texts the numbers before them as ids, `[7] Refunds take five days`, if these are not their places in the
/// list, as after a selection or a new order.
pub(crate) fn by_labels<'v>(items: impl Iterator<Item = &'v Value>, sources: &mut [Source]) {
    const MAX_DIGITS: usize = 4;
    let label = |item: &Value| -> Option<u64> {
        let (number, _) = item.as_str()?.trim_start().strip_prefix('[')?.split_once("] ")?;
        let is_number =
            number.len() <= MAX_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse().ok().filter(|_| is_number)
    };
    let Some(numbers) = items.map(label).collect::<Option<Vec<u64>>>() else { return };
    let different: BTreeSet<u64> = numbers.iter().copied().collect();
    let are_places = |first: u64| numbers.iter().copied().eq(first..first + numbers.len() as u64);
    let are_unnamed = sources.iter().all(|source| source.id.is_empty());
    if numbers.len() < 2
        || different.len() != numbers.len()
        || sources.len() != numbers.len()
        || !are_unnamed
        || are_places(0)
        || are_places(1)
    {
        return;
    }
    for (source, number) in sources.iter_mut().zip(numbers) {
        source.id = number.to_string();
        source.id_from = IdFrom::Text;
    }
}
