//! Merges several journals.

use std::collections::BTreeMap;

use super::{Entry, EventId};

/// Merged journals.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Merged {
    /// Every entry once, by time.
    pub entries: Vec<Entry>,
    /// Ids for which the journals have different entries; the first one is kept.
    pub conflicts: Vec<EventId>,
}

/// Merges journals. Entries of one journal keep their order even if its clock went back: an undo
/// never comes before the decision that it undoes.
pub fn merge(journals: impl IntoIterator<Item = Vec<Entry>>) -> Merged {
    let mut known: BTreeMap<EventId, Entry> = BTreeMap::new();
    let mut conflicts = Vec::new();
    let mut timed = Vec::new();
    for journal in journals {
        let mut latest = None;
        for entry in journal {
            latest = latest.max(Some(entry.at));
            match known.get(&entry.id) {
                Some(same) if *same == entry => {}
                Some(_) if conflicts.contains(&entry.id) => {}
                Some(_) => conflicts.push(entry.id),
                None => {
                    known.insert(entry.id.clone(), entry.clone());
                    timed.push((latest, entry));
                }
            }
        }
    }
    timed.sort_by_key(|(at, _)| *at);
    Merged { entries: timed.into_iter().map(|(_, entry)| entry).collect(), conflicts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Event, Judgement};

    fn entry(id: &str, second: i64) -> Entry {
        Entry {
            id: EventId(id.to_owned()),
            at: jiff::Timestamp::from_second(second).unwrap(),
            reviewer: "ann".to_owned(),
            event: Event::Judged(Box::default()),
        }
    }

    fn ids(merged: &Merged) -> String {
        merged.entries.iter().map(|entry| entry.id.0.as_str()).collect()
    }

    #[test]
    fn entries_come_once_and_by_time() {
        let merged =
            merge([vec![entry("a", 1), entry("c", 5)], vec![entry("b", 3), entry("c", 5)]]);
        assert_eq!((ids(&merged).as_str(), merged.conflicts.len()), ("abc", 0));
    }

    #[test]
    fn a_clock_that_goes_back_does_not_change_the_order_within_a_journal() {
        let merged = merge([vec![entry("a", 9), entry("b", 2)], vec![entry("c", 5)]]);
        assert_eq!(ids(&merged), "cab");
    }

    #[test]
    fn one_id_for_two_entries_is_reported_and_the_first_kept() {
        let mut other = entry("a", 1);
        other.event = Event::Judged(Box::new(Judgement {
            note: "changed".to_owned(),
            ..Judgement::default()
        }));
        let merged = merge([vec![entry("a", 1)], vec![other.clone(), other]]);
        assert_eq!((merged.entries, merged.conflicts.len()), (vec![entry("a", 1)], 1));
    }
}
