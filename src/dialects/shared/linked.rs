//! Marks that are links to the sources beside an answer: `[5](https://pier.example/times)`.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{IdFrom, Source};
use crate::text::address;

/// Lets the links of an answer cite the sources beside it at the same addresses, instead of sources of
/// their own.
pub(crate) fn join(found: &mut TextMarks, sources: &mut [Source]) {
    let mut linked = std::mem::take(&mut found.sources);
    if linked.iter().any(|link| at_address(link, sources).is_some()) {
        for (number, own) in (1_usize..).zip(&mut *sources) {
            if own.id.is_empty() {
                (own.id, own.id_from) = (number.to_string(), IdFrom::Position);
            }
        }
        // Entries without numbers are counted in their order.
        for (number, entry) in (1_usize..).zip(&mut linked) {
            if entry.id.is_empty() {
                (entry.id, entry.id_from) = (number.to_string(), IdFrom::Position);
            }
        }
    }
    let placed = sources.iter().filter(|own| own.id_from == IdFrom::Position);
    let placed: BTreeSet<String> =
        placed.map(|own| own.id.clone()).filter(|id| !id.is_empty()).collect();
    // All ids are replaced at once: the new id of one link may be the old id of another.
    let mut joined: BTreeMap<String, String> = BTreeMap::new();
    for mut link in linked {
        if let Some(own) = at_address(&link, sources) {
            joined.insert(link.id, own.id.clone());
            continue;
        }
        // The answer's own list decides what a number means, and not the place of a source.
        if link.url.is_some() && placed.contains(&link.id) {
            let own = format!("{} (list)", link.id);
            joined.insert(std::mem::replace(&mut link.id, own.clone()), own);
        }
        found.sources.push(link);
    }
    for target in found.citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        if let Some(own) = joined.get(&target.id) {
            target.id.clone_from(own);
        }
    }
}

/// Returns the source at the address of a link: of several the one with its number, else the first.
fn at_address<'s>(link: &Source, sources: &'s mut [Source]) -> Option<&'s mut Source> {
    let page = link.url.as_deref().map(address::plain)?;
    let is_same = |own: &Source| own.url.as_deref().map(address::plain).as_ref() == Some(&page);
    let same = |at: &usize| sources.get(*at).is_some_and(is_same);
    let mut all = (0..sources.len()).filter(same);
    let first = all.clone().next()?;
    let at = all.find(|at| sources.get(*at).is_some_and(|own| own.id == link.id));
    sources.get_mut(at.unwrap_or(first))
}
