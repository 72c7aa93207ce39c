//! Answers a question in the foot.

use crossterm::event::KeyCode;

use crate::tui::actions::verdicts::{Shown, begin_review, record_verdict, toggle_reason};
use crate::tui::keymap::Key;
use crate::tui::panel::question::REASON_KEYS;
use crate::tui::state::effect::Effect;
use crate::tui::state::question::{Question, SavePrompt};
use crate::tui::state::screen::{Mode, State};

/// Answers the question with a key; `None` if the key is not an answer and keeps its usual effect.
pub fn answer(state: &mut State, question: Question, key: Key) -> Option<Vec<Effect>> {
    state.mode = Mode::Browse;
    if key.code == KeyCode::Esc && !matches!(question, Question::Reasons(_)) {
        return Some(Vec::new());
    }
    match (question, key.character()) {
        (Question::Quit, Some('d')) => Some(vec![Effect::Discard]),
        (Question::Quit, Some('s')) => {
            ask_for_file(state, true);
            Some(Vec::new())
        }
        (Question::Quit, _) => Some(Vec::new()),
        (Question::Begin(verdict), Some('y')) => Some(begin_review(state, verdict)),
        (Question::Unresolved(verdict), Some('y')) => {
            Some(record_verdict(state, verdict, Shown::Nothing))
        }
        (Question::Unresolved(verdict), Some('e')) => {
            Some(record_verdict(state, verdict, Shown::Elsewhere))
        }
        (Question::Reasons(subject), Some(c)) => {
            let index = REASON_KEYS.chars().position(|key| key == c)?;
            state.review.reasons_for = Some(subject);
            let effects = toggle_reason(state, index);
            state.review.reasons_for = None;
            state.mode = Mode::Ask(Question::Reasons(subject));
            Some(effects)
        }
        (Question::Begin(_) | Question::Unresolved(_) | Question::Reasons(_), _) => None,
    }
}

/// Asks for a file to save verdicts in; `quits` ends the program when that is done.
pub fn ask_for_file(state: &mut State, quits: bool) {
    let path = "review.jsonl".to_owned();
    state.mode = Mode::SaveAs(SavePrompt { path, quits });
}

/// Takes a key into the name of the file that verdicts are to be saved in.
pub fn type_file_name(state: &mut State, key: Key) -> Vec<Effect> {
    let Mode::SaveAs(prompt) = &mut state.mode else { return Vec::new() };
    match (key.code, key.character()) {
        (KeyCode::Esc, _) => state.mode = Mode::Browse,
        (KeyCode::Enter, _) => {
            let SavePrompt { path, quits } = std::mem::take(prompt);
            state.mode = Mode::Browse;
            if !path.trim().is_empty() {
                return vec![Effect::SaveAs { path: path.into(), quits }];
            }
        }
        (KeyCode::Backspace, _) => {
            prompt.path.pop();
        }
        (_, Some(c)) => prompt.path.push(c),
        _ => {}
    }
    Vec::new()
}
