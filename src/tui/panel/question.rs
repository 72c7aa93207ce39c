//! The words of a question in the foot.

use crate::review::REASONS;
use crate::text::prose::count;
use crate::tui::layout::Row;
use crate::tui::panel::fold::one_line;
use crate::tui::panel::review::subject_label;
use crate::tui::role::Role;
use crate::tui::state::review::verdict_text::decided;
use crate::tui::state::{Question, State};

/// The keys that pick a reason, in the order of [`REASONS`].
pub const REASON_KEYS: &str = "1234567890-";

/// Returns a question with its answers: `key label` each, as many as fit `width` cells.
pub fn question_row(state: &State, question: Question, width: usize) -> Row {
    let (text, role) = match question {
        Question::Quit => {
            (format!("{} not saved:", count(state.review.unsaved, "verdict")), Role::Trouble)
        }
        Question::Begin(verdict) => {
            (format!("start a review with \u{201c}{}\u{201d}?", verdict.kind().title), Role::Text)
        }
        Question::Unresolved(verdict) => (
            format!("unresolved: no passage was shown; {} anyway?", verdict.kind().title),
            Role::Trouble,
        ),
        Question::Reasons(subject) => {
            let own = state.review.own(subject).map(|own| decided(&own.judgement));
            let label = subject_label(state, subject);
            let said = format!("{label}: {}", one_line(&own.unwrap_or_default()));
            let message = state.message.as_ref().map(|message| message.text.clone());
            (format!("{} · why?", message.unwrap_or(said)), Role::Text)
        }
    };
    let mut row = Row::default();
    row.decorate(&format!(" {text} "), role);
    let row = row.cut(0, width);
    answers(question).into_iter().fold(row, |row, (key, label)| {
        let mut answer = Row::default();
        answer.decorate(" ", Role::Text);
        answer.decorate(&key, Role::Key);
        answer.decorate(&format!(" {label}"), Role::Muted);
        let mut longer = row.clone();
        longer.append(&answer);
        if longer.width() <= width { longer } else { row }
    })
}

fn answers(question: Question) -> Vec<(String, &'static str)> {
    let own = |(key, label): (&str, &'static str)| (key.to_owned(), label);
    match question {
        Question::Quit => {
            [("s", "save elsewhere"), ("d", "discard and quit"), ("esc", "stay")].map(own).to_vec()
        }
        Question::Begin(_) => [("y", "yes"), ("esc", "no")].map(own).to_vec(),
        Question::Unresolved(_) => {
            [("y", "yes"), ("e", "yes, seen elsewhere"), ("esc", "no")].map(own).to_vec()
        }
        Question::Reasons(_) => {
            let reasons = REASON_KEYS.chars().zip(REASONS);
            let reasons = reasons.map(|(key, (code, _))| (key.to_string(), *code));
            reasons.chain([("C".to_owned(), "note")]).collect()
        }
    }
}
