//! Entries of the review that are not on disk, and the way to save them.

use std::collections::BTreeSet;

use crate::error::Why;
use crate::review::journal::Journal;
use crate::review::{Entry, Event, EventId, decided};
use crate::tui::actions::verdicts::{Remedy, note_unsaved};
use crate::tui::state::State;

/// Reports that a journal did not take its entries, with the way to save them.
pub(super) fn note_failed(journal: &Journal, unsaved: &Why, state: &mut State) {
    let (why, remedy) = match journal.read_only() {
        _ if journal.is_replaced() => {
            let what = if journal.path().exists() { "replaced" } else { "removed" };
            (format!("the journal was {what}"), Remedy::SamePath)
        }
        Some(_) => (unsaved.to_string(), Remedy::OtherFile),
        None => (unsaved.to_string(), Remedy::Again),
    };
    note_unsaved(state, &why, remedy);
}

/// Returns the number of entries that record what a reviewer did.
pub(super) fn verdicts<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> usize {
    entries.into_iter().filter(|it| !matches!(it.event, Event::Began { .. })).count()
}

/// Tells the state which entries are not on disk.
pub(super) fn set_unsaved(unsaved: &[&Entry], state: &mut State) {
    let review = &mut state.review;
    review.unsaved = verdicts(unsaved.iter().copied());
    if unsaved.is_empty() {
        return review.pending.clear();
    }
    let known: BTreeSet<&EventId> = review.ledger.entries().iter().map(|entry| &entry.id).collect();
    let new = unsaved.iter().filter(|entry| !known.contains(&entry.id));
    let judgement = |entry: &&Entry| match &entry.event {
        Event::Judged(judgement) => Some((judgement.fingerprint, (**judgement).clone())),
        _ => None,
    };
    review.pending = new.filter_map(judgement).collect();
}

/// Returns an entry in a few words: `answer, citation 3: ✗ does not support`.
pub(super) fn describe(entry: &Entry) -> String {
    match &entry.event {
        Event::Judged(judgement) => {
            let number = judgement.citation.map(|number| format!(", citation {number}"));
            let what = number.unwrap_or_else(|| ", sentence".to_owned());
            format!("{}{what}: {}", judgement.case, decided(judgement))
        }
        Event::Undone { .. } => "a verdict undone".to_owned(),
        Event::Redone { .. } => "a verdict redone".to_owned(),
        Event::Began { .. } => "the beginning of the review".to_owned(),
    }
}
