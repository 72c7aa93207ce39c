//! Answers a question in the foot.

use std::path::Path;

use crossterm::event::KeyCode;

use crate::tui::actions::note::{close_note, take_drafts};
use crate::tui::actions::verdicts::{TextSeen, begin_review, record_verdict, toggle_reason};
use crate::tui::keymap::{Key, Section};
use crate::tui::panel::question::REASON_KEYS;
use crate::tui::state::list::ListKind;
use crate::tui::state::{Effect, Mode, Question, SavePrompt, State};

/// Answers the question with a key. False if the key is not an answer and keeps its usual effect.
pub fn answer(state: &mut State, question: Question, key: Key) -> bool {
    state.end_question();
    if key.code == KeyCode::Esc {
        return true;
    }
    match (question, key.character()) {
        (Question::Quit, Some('d')) => {
            state.review.note_drafts.clear();
            let is_saved = state.review.unsaved == 0;
            state.request(if is_saved { Effect::Quit } else { Effect::Discard });
        }
        (Question::Quit, Some('s')) => save_and_quit(state),
        (Question::Quit, _) => {}
        (Question::Begin(_, subject) | Question::Unresolved(_, subject), _)
            if state.subject() != Some(subject) =>
        {
            return false;
        }
        (Question::Begin(verdict, _), Some('y')) => begin_review(state, verdict),
        (Question::Unresolved(verdict, _), Some('y')) => {
            record_verdict(state, verdict, TextSeen::Nothing);
        }
        (Question::Unresolved(verdict, _), Some('e')) => {
            record_verdict(state, verdict, TextSeen::Elsewhere);
        }
        (Question::Reasons(subject), Some(c)) => {
            let Some(index) = REASON_KEYS.chars().position(|key| key == c) else { return false };
            state.review.reasons_for = Some(subject);
            toggle_reason(state, index);
            state.review.reasons_for = None;
            state.ask(Question::Reasons(subject));
        }
        (Question::Begin(..) | Question::Unresolved(..) | Question::Reasons(_), _) => return false,
    }
    true
}

/// Saves the drafts as notes, and asks for a file if there are verdicts that could not be saved.
fn save_and_quit(state: &mut State) {
    for entry in take_drafts(state) {
        state.request(Effect::Record(entry));
    }
    match state.review.unsaved {
        0 => state.request(Effect::Quit),
        _ => ask_for_file(state, true),
    }
}

/// Ends what is asked or typed about a subject that is no longer there; a note stays as a draft.
pub fn leave_subject(state: &mut State) {
    match &state.mode {
        Mode::Note(_) => close_note(state, false),
        Mode::List(list) if list.kind == ListKind::Reasons => state.mode = Mode::Browse,
        _ if state.question() != Some(Question::Quit) => state.end_question(),
        _ => {}
    }
    (state.review.just_judged, state.review.reasons_for) = (None, None);
}

/// Asks for a file to save verdicts in; `quits` ends the program when that is done.
pub fn ask_for_file(state: &mut State, quits: bool) {
    let path = "review.jsonl".to_owned();
    state.mode = Mode::SaveAs(SavePrompt { path, is_suggested: true, quits, error: None });
}

/// Asks again after `error`, with the name as it was typed.
pub fn ask_for_file_again(state: &mut State, path: &Path, quits: bool, error: String) {
    let path = path.to_string_lossy().into_owned();
    state.mode = Mode::SaveAs(SavePrompt { path, is_suggested: false, quits, error: Some(error) });
}

/// Takes a key into the name of the file that verdicts are to be saved in.
pub fn type_file_name(state: &mut State, key: Key) {
    let command = state.keymap.command(Section::Prompt, key).map(str::to_owned);
    let Mode::SaveAs(prompt) = &mut state.mode else { return };
    match (command.as_deref(), key.character()) {
        (Some("prompt-cancel"), _) => state.mode = Mode::Browse,
        (Some("prompt-accept"), _) => {
            let SavePrompt { path, quits, .. } = std::mem::take(prompt);
            state.mode = Mode::Browse;
            if !path.trim().is_empty() {
                state.request(Effect::SaveAs { path: path.into(), quits });
            }
        }
        (Some("erase"), _) => {
            prompt.is_suggested = false;
            prompt.path.pop();
        }
        (Some("erase-all"), _) => {
            prompt.is_suggested = false;
            prompt.path.clear();
        }
        (Some("suspend"), _) => state.request(Effect::Suspend),
        (None, Some(c)) => type_in_file_name(prompt, c),
        _ => {}
    }
}

/// Adds a character to the name.
pub fn type_in_file_name(prompt: &mut SavePrompt, c: char) {
    if std::mem::take(&mut prompt.is_suggested) {
        prompt.path.clear();
    }
    prompt.path.push(c);
}
