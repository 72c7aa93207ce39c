//! The note on a subject.

use crate::review::{Entry, Event, Fingerprint};
use crate::tui::actions::verdicts::{judgement_of, ready_subject, record};
use crate::tui::keymap::Key;
use crate::tui::note_editor::{insert, press};
use crate::tui::state::areas::note_areas;
use crate::tui::state::{ClosedDraft, Effect, Mode, NoteDraft, State};

/// Opens the editor for the note on the subject selected.
pub fn open_note(state: &mut State) {
    let Some(selected) = ready_subject(state) else { return };
    // Right after a verdict, the note is about its subject, not about the one shown next.
    let index = state.review.just_judged.take().unwrap_or(selected);
    let draft = subject_key(state, index).and_then(|it| state.review.note_drafts.remove(&it));
    let note = state.review.own(index).map(|own| own.judgement.note.clone());
    state.mode = Mode::Note(match draft {
        Some(closed) => NoteDraft { subject: index, ..closed.draft },
        None => NoteDraft::new(index, &note.unwrap_or_default()),
    });
}

/// Takes a key into the note being written.
pub fn write_in_note(state: &mut State, key: Key) {
    let (_, inside) = note_areas(state.size);
    if let Mode::Note(draft) = &mut state.mode {
        press(draft, key, inside);
    }
}

/// Takes a text into the note being written.
pub fn write_note(state: &mut State, text: &str) {
    if let Mode::Note(draft) = &mut state.mode {
        insert(draft, text);
    }
}

/// Saves the note being written, or closes it and keeps the text as a draft.
pub fn close_note(state: &mut State, save: bool) {
    let Mode::Note(draft) = std::mem::take(&mut state.mode) else { return };
    let saved = state.review.own(draft.subject).map(|own| own.judgement.note.as_str());
    if !save && draft.note() != saved.unwrap_or_default() {
        if let Some(subject) = subject_key(state, draft.subject) {
            let about = judgement_of(state, draft.subject);
            state.review.note_drafts.insert(subject, ClosedDraft { draft, about });
            state.notify(format!("draft kept: `{}` continues it", state.key("note")));
        }
        return;
    }
    if !save {
        return;
    }
    let mut judgement = judgement_of(state, draft.subject);
    judgement.note = draft.note();
    record(state, judgement);
}

/// Returns an entry for each draft of a note that is still kept, also for the note being written, and
/// drops the drafts. With these entries, the drafts are the notes of their subjects.
pub fn take_drafts(state: &mut State) -> Vec<Entry> {
    if matches!(state.mode, Mode::Note(_)) {
        close_note(state, false);
    }
    let drafts = std::mem::take(&mut state.review.note_drafts);
    let (reviewer, ledger) = (&state.review.reviewer, &state.review.ledger);
    let entry = |(key, closed): (Fingerprint, ClosedDraft)| {
        let shown = state.review.subjects().iter().position(|it| it.fingerprint == key);
        let decided = || ledger.decision(reviewer, &key).map(|(_, judgement)| judgement.clone());
        let mut judgement = match shown {
            Some(index) => judgement_of(state, index),
            None => match decided() {
                Some(decided) => closed.about.with_answers_of(decided),
                None => closed.about,
            },
        };
        judgement.note = closed.draft.note();
        Entry::new(reviewer.clone(), Event::Judged(Box::new(judgement)))
    };
    drafts.into_iter().map(entry).collect()
}

fn subject_key(state: &State, index: usize) -> Option<Fingerprint> {
    state.review.subjects().get(index).map(|subject| subject.fingerprint)
}

/// Hands the note being written to the user's editor.
pub fn hand_over_note(state: &mut State) {
    if let Mode::Note(draft) = &state.mode {
        state.request(Effect::WriteNote(draft.note()));
    }
}

/// Applies the note from the user's editor.
pub fn set_note(state: &mut State, text: &str) {
    if let Mode::Note(draft) = &mut state.mode {
        *draft = NoteDraft::new(draft.subject, text);
    }
}
