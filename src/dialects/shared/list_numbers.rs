//! The numbers of sources in the list that a model was shown, which its marks name.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::Source;

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
