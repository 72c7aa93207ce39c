//! The cases of records that list several answers: each is a case of its own, so that none goes unchecked.
//!
//! Only these records are kept. A record is parsed for it only if its signs show several items.

use std::sync::{Arc, Mutex, PoisonError};

use crate::cases::records::{RecordPlaces, ResponsePlace};
use crate::dialects::lookup::detect;
use crate::dialects::shared::answers::{ListedAnswer, answers, may_be_several};
use crate::dialects::shared::markers::Families;
use crate::dialects::{DIALECTS, Dialect};
use crate::input::Input;
use crate::input::record_facts::RecordFacts;
use crate::sources::store::Counted;

/// The maximum number of records that are looked at in one go.
const MAX_LOOKED_AT: usize = 200;

/// The maximum number of searches in one step of the count.
const MAX_SEARCHES: usize = 8;

/// The answers of the records of an input.
#[derive(Debug)]
pub(super) struct Answers {
    /// The format of all records; `None` if each is recognized by itself.
    format: Option<&'static Dialect>,
    families: Families,
    /// The fields that list answers.
    keys: Vec<&'static str>,
    known: Mutex<KnownAnswers>,
}

/// The records that were looked at so far.
#[derive(Debug, Default)]
struct KnownAnswers {
    records: usize,
    all: bool,
    /// Records before this one are looked at one by one.
    one_by_one: usize,
    /// The facts about the first record, if it was parsed before.
    first: Option<Arc<RecordFacts>>,
    several: Vec<SeveralAnswers>,
}

/// A record with several answers.
#[derive(Debug)]
struct SeveralAnswers {
    record: usize,
    /// The number of its first case.
    case: usize,
    answers: Vec<ListedAnswer>,
}

impl KnownAnswers {
    /// Returns the number of cases of the records that were looked at.
    fn cases(&self) -> usize {
        let of_last =
            |it: &SeveralAnswers| it.case + it.answers.len() + self.records - it.record - 1;
        self.several.last().map_or(self.records, of_last)
    }

    /// Returns the record of a case, and its answer if the record has several.
    fn record(&self, case: usize) -> (usize, Option<ListedAnswer>) {
        let next = self.several.partition_point(|it| it.case <= case);
        let Some(last) = next.checked_sub(1).and_then(|it| self.several.get(it)) else {
            return (case, None);
        };
        match last.answers.get(case - last.case) {
            Some(answer) => (last.record, Some(*answer)),
            None => (last.record + 1 + case - last.case - last.answers.len(), None),
        }
    }
}

impl Answers {
    /// Returns the answers of records in `format`, or in any if it is `None`; `None` if the format lists none.
    pub(super) fn new(
        format: Option<&'static Dialect>,
        families: &Families,
        first: Option<Arc<RecordFacts>>,
    ) -> Option<Self> {
        let dialects = format.map_or(DIALECTS, std::slice::from_ref);
        let mut keys: Vec<&str> = dialects.iter().flat_map(|it| it.answers).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        let known = Mutex::new(KnownAnswers { first, ..KnownAnswers::default() });
        (!keys.is_empty()).then(|| Self { format, families: families.clone(), keys, known })
    }

    /// Returns the place of a case; `None` if there is no such case. Looks at records as far as is needed.
    pub(super) fn place(
        &self,
        case: usize,
        records: &RecordPlaces,
        input: &Input,
    ) -> Option<ResponsePlace> {
        let (record, answer) = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            while known.cases() <= case && !known.all {
                self.look_on(&mut known, records, input);
            }
            if known.cases() <= case {
                return None;
            }
            known.record(case)
        };
        Some(ResponsePlace { answer, ..records.place(record)? })
    }

    /// Returns the number of the record that a case is in.
    pub(super) fn record(&self, case: usize) -> usize {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).record(case).0
    }

    /// Returns the progress of the count of cases, beside that of the records.
    pub(super) fn counted(&self) -> Counted {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Counted { count: known.cases(), all: known.all, progress: known.records }
    }

    /// Looks at the next records that are counted. Between two searches another thread may ask for a case.
    pub(super) fn count_on(&self, records: &RecordPlaces, input: &Input) {
        let mut searches = 0..MAX_SEARCHES;
        while searches.next().is_some() && self.search_on(records, input) {}
    }

    /// Looks at the next records that are counted, up to the end of a search; true if one was searched to its end.
    fn search_on(&self, records: &RecordPlaces, input: &Input) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = records.counted();
        // The last of those that are counted may go on.
        let ended = if counted.all { counted.count } else { counted.count.saturating_sub(1) };
        for _ in 0..MAX_LOOKED_AT {
            if known.records >= ended {
                known.all |= counted.all;
                return false;
            }
            let is_search = known.records >= known.one_by_one;
            self.look_on(&mut known, records, input);
            if is_search {
                return true;
            }
        }
        false
    }

    fn look_on(&self, known: &mut KnownAnswers, records: &RecordPlaces, input: &Input) {
        if known.records >= known.one_by_one {
            let may_be = |bytes: &[u8], end| may_be_several(bytes, end, &self.keys, true);
            let next = records.search(known.records, may_be);
            let is_further = next.start > known.records;
            (known.records, known.one_by_one) = (next.start, next.end);
            if is_further {
                // The record there may be long, and is not read before its case is needed.
                return;
            }
        }
        let Some(place) = records.place(known.records) else {
            known.all = true;
            return;
        };
        let first = known.first.take().filter(|_| known.records == 0);
        let answers = self.of_record(place, input, first);
        if !answers.is_empty() {
            let (record, case) = (known.records, known.cases());
            known.several.push(SeveralAnswers { record, case, answers });
        }
        known.records += 1;
    }

    /// Returns the answers of a record; empty if its only answer is the first.
    fn of_record(
        &self,
        place: ResponsePlace,
        input: &Input,
        facts: Option<Arc<RecordFacts>>,
    ) -> Vec<ListedAnswer> {
        let is_parsed = facts.is_some();
        // A fault is reported when the case is read.
        let found = place.with_record(input, facts.unwrap_or_default(), |record, _| {
            let bytes = record.text.as_bytes();
            if !is_parsed && !may_be_several(bytes, bytes.len(), &self.keys, false) {
                return None;
            }
            let listed = answers(record.payload()?, &self.keys);
            let key = listed.first()?.key;
            let known = |format: &&Dialect| format.answers.contains(&key);
            let own = self.format.or_else(|| Some(detect(record, &self.families)?.0));
            own.filter(known).map(|_| listed)
        });
        found.ok().flatten().unwrap_or_default()
    }
}
