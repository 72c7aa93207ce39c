//! Lists of citations from which a program dropped what the answer does not cite: `[1]` and `[4]` beside
//! two entries.

use std::collections::BTreeSet;

use crate::model::{Citation, IdFrom, Source};

/// Numbers the sources of a list with one entry for each number that an answer cites, if some number
/// is beyond the list. Marks that are not in the order of their numbers leave open which entry is
/// whose, and the entries get names instead. Returns a note.
pub(super) fn number(sources: &mut [Source], citations: &[Citation]) -> Option<String> {
    // Of entries that state their numbers, none is open.
    let is_stated = |own: &Source| own.id_from == IdFrom::Text && own.id.parse::<u64>().is_ok();
    if sources.iter().all(is_stated) {
        return None;
    }
    let targets = citations.iter().flat_map(|citation| &citation.targets);
    let cited: Option<Vec<u64>> = targets.map(|target| target.id.parse().ok()).collect();
    let cited = cited?;
    let numbers: BTreeSet<u64> = cited.iter().copied().collect();
    let is_short = numbers.last().is_some_and(|last| *last > sources.len() as u64);
    if !is_short || numbers.contains(&0) || numbers.len() != sources.len() {
        return None;
    }
    let mut seen = BTreeSet::new();
    if cited.into_iter().filter(|number| seen.insert(*number)).is_sorted() {
        for (source, number) in sources.iter_mut().zip(numbers) {
            (source.id, source.id_from) = (number.to_string(), IdFrom::Position);
        }
        return Some(
            "`citations` lists the cited sources only, in the order of the marks".to_owned(),
        );
    }
    for (source, place) in sources.iter_mut().zip(1_usize..) {
        let own = source.metadata.iter().find(|(key, _)| key == "id").map(|(_, id)| id.clone());
        let name = own.or_else(|| source.title.clone()).filter(|name| name.parse::<u64>().is_err());
        source.id = name.unwrap_or_else(|| format!("citation {place}"));
        source.id_from = IdFrom::Text;
    }
    Some(
        "`citations` lists the cited sources only, in an order that the marks leave open"
            .to_owned(),
    )
}
