//! The reasons that go with a decision: a list to tick.

use crate::review::REASONS;
use crate::tui::commands::Effect;
use crate::tui::list::ListRow;
use crate::tui::state::State;

/// The rows of the list: what is ticked, the code, what it means.
pub fn rows(state: &State) -> Vec<ListRow> {
    let own = state.subject().and_then(|subject| state.review.own(subject));
    let ticked = own.map(|own| own.judgement.reasons.as_slice()).unwrap_or_default();
    let row = |(index, (code, meaning)): (usize, &(&str, &str))| {
        let mark = if ticked.iter().any(|it| it == code) { "[x]" } else { "[ ]" };
        let columns = vec![mark.to_owned(), (*code).to_owned(), (*meaning).to_owned()];
        ListRow { index, columns, ..ListRow::default() }
    };
    REASONS.iter().enumerate().map(row).collect()
}

impl State {
    /// Ticks the reason at `index`, or takes the tick away.
    pub(in crate::tui) fn toggle_reason(&mut self, index: usize) -> Vec<Effect> {
        let Some((code, _)) = REASONS.get(index) else { return Vec::new() };
        let Some(subject) = self.ready_subject() else { return Vec::new() };
        let mut judgement = self.judgement(subject);
        let before = judgement.reasons.len();
        judgement.reasons.retain(|ticked| ticked != code);
        if judgement.reasons.len() == before {
            judgement.reasons.push((*code).to_owned());
        }
        // The order of the list, whatever the order of the ticks.
        let place = |code: &String| REASONS.iter().position(|(other, _)| other == code);
        judgement.reasons.sort_by_key(place);
        self.record(judgement)
    }
}
