//! Answers a question in the foot.

use crossterm::event::KeyCode;

use crate::tui::actions::verdicts::{TextSeen, begin_review, record_verdict, toggle_reason};
use crate::tui::keymap::Key;
use crate::tui::panel::question::REASON_KEYS;
use crate::tui::state::{Effect, Mode, Question, SavePrompt, State};

/// Answers the question with a key. False if the key is not an answer and keeps its usual effect.
pub fn answer(state: &mut State, question: Question, key: Key) -> bool {
    state.mode = Mode::Browse;
    if key.code == KeyCode::Esc && !matches!(question, Question::Reasons(_)) {
        return true;
    }
    match (question, key.character()) {
        (Question::Quit, Some('d')) => state.request(Effect::Discard),
        (Question::Quit, Some('s')) => ask_for_file(state, true),
        (Question::Quit, _) => {}
        (Question::Begin(verdict), Some('y')) => begin_review(state, verdict),
        (Question::Unresolved(verdict), Some('y')) => {
            record_verdict(state, verdict, TextSeen::Nothing);
        }
        (Question::Unresolved(verdict), Some('e')) => {
            record_verdict(state, verdict, TextSeen::Elsewhere);
        }
        (Question::Reasons(subject), Some(c)) => {
            let Some(index) = REASON_KEYS.chars().position(|key| key == c) else { return false };
            state.review.reasons_for = Some(subject);
            toggle_reason(state, index);
            state.review.reasons_for = None;
            state.mode = Mode::Ask(Question::Reasons(subject));
        }
        (Question::Begin(_) | Question::Unresolved(_) | Question::Reasons(_), _) => return false,
    }
    true
}

/// Asks for a file to save verdicts in; `quits` ends the program when that is done.
pub fn ask_for_file(state: &mut State, quits: bool) {
    let path = "review.jsonl".to_owned();
    state.mode = Mode::SaveAs(SavePrompt { path, quits });
}

/// Takes a key into the name of the file that verdicts are to be saved in.
pub fn type_file_name(state: &mut State, key: Key) {
    let Mode::SaveAs(prompt) = &mut state.mode else { return };
    match (key.code, key.character()) {
        (KeyCode::Esc, _) => state.mode = Mode::Browse,
        (KeyCode::Enter, _) => {
            let SavePrompt { path, quits } = std::mem::take(prompt);
            state.mode = Mode::Browse;
            if !path.trim().is_empty() {
                state.request(Effect::SaveAs { path: path.into(), quits });
            }
        }
        (KeyCode::Backspace, _) => {
            prompt.path.pop();
        }
        (_, Some(c)) => prompt.path.push(c),
        _ => {}
    }
}
