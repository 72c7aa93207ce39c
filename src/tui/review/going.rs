//! From one subject to the next, and past what is judged.

use crate::review::What;
use crate::tui::state::State;

impl State {
    /// Selects the subject at `index`.
    pub(in crate::tui) fn select_subject(&mut self, index: usize) {
        let Some(subject) = self.review.subjects().get(index) else { return };
        match subject.what {
            What::Cited { citation, target } => self.select(citation, target),
            What::Uncited(span) => {
                self.select_nothing();
                self.look_at(Some(index));
                self.settle();
                if let Some(place) = self.response.place_of(span.start) {
                    self.response_window.reveal(&self.response, place);
                }
                self.settle();
            }
        }
    }

    /// Goes to the first subject without a verdict that holds, if there is one.
    pub(super) fn first_open(&mut self) {
        let count = self.review.subjects().len();
        if let Some(index) = (0..count).find(|&index| !self.review.is_judged(index)) {
            self.select_subject(index);
        }
    }

    /// Goes to the next subject without a verdict that holds; `around` says so when it starts again
    /// from the first. `false` when there is none.
    pub(in crate::tui) fn next_open(&mut self, around: bool) -> bool {
        let count = self.review.subjects().len();
        let from = self.subject().map_or(0, |subject| subject + 1).min(count);
        let open = |index: &usize| !self.review.is_judged(*index);
        let behind = (from..count).find(open);
        let found = behind.or_else(|| (0..from).find(open));
        if let Some(index) = found {
            if around && index < from {
                self.say("searched on from the first citation");
            }
            let message = self.message.take();
            self.select_subject(index);
            self.message = message.or(self.message.take());
            return true;
        }
        let done = self.message.take().map(|done| format!("{} · ", done.text));
        let done = done.unwrap_or_default();
        let more = if self.batch.count > 1 { ": Space goes to the next case" } else { "" };
        self.say(match count {
            0 => "nothing to judge here".to_owned(),
            _ if self.review.settles() => format!("{done}nothing is left to settle here{more}"),
            _ => format!("{done}all {count} judged{more}"),
        });
        false
    }

    /// The next case will be shown from its first open subject.
    pub(in crate::tui) fn go_on_in_next_case(&mut self) {
        self.review.goes_on = true;
    }

    /// Whether moving passes over a citation: it is judged, and what is judged is hidden.
    pub fn passes_over(&self, citation: usize) -> bool {
        self.review.hides_judged && self.review.is_done(citation)
    }
}
