//! The note on a subject.

use crate::tui::actions::verdicts::{judgement_of, ready_subject, record};
use crate::tui::keymap::Key;
use crate::tui::note_editor::{insert, press};
use crate::tui::state::areas::note_areas;
use crate::tui::state::effect::Effect;
use crate::tui::state::note::NoteDraft;
use crate::tui::state::screen::{Mode, State};

/// Opens the editor for the note on the subject selected.
pub fn open_note(state: &mut State) {
    let Some(index) = ready_subject(state) else { return };
    let note = state.review.own(index).map(|own| own.judgement.note.clone());
    state.mode = Mode::Note(NoteDraft::new(index, &note.unwrap_or_default()));
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

/// Keeps the note being written; `None` leaves it as it was.
pub fn close_note(state: &mut State, keep: bool) -> Vec<Effect> {
    let Mode::Note(draft) = std::mem::take(&mut state.mode) else { return Vec::new() };
    if !keep {
        return Vec::new();
    }
    let mut judgement = judgement_of(state, draft.subject);
    judgement.note = draft.note();
    record(state, judgement)
}

/// Hands the note being written to the user's editor.
pub fn hand_over_note(state: &State) -> Vec<Effect> {
    match &state.mode {
        Mode::Note(draft) => vec![Effect::WriteNote(draft.note())],
        _ => Vec::new(),
    }
}

/// Takes over what the note was made in the user's editor.
pub fn take_note(state: &mut State, text: &str) {
    if let Mode::Note(draft) = &mut state.mode {
        *draft = NoteDraft::new(draft.subject, text);
    }
}
