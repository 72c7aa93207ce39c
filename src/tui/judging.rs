//! The judge, asked beside the screen: its answers appear as they come.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::state::State;
use super::worker::Job;
use crate::inspect::Inspection;
use crate::review::judge::{Answer, Judge, first_faults};

/// So many faults of a judge are noted of one case.
const MAX_FAULTS: usize = 5;

/// Whether a judge is asked, and about what.
#[derive(Debug, Clone, Copy, Default)]
pub struct Judging {
    /// There is a judge.
    pub on: bool,
    /// How often a case was opened or read again: an answer about an earlier one is late.
    pub round: usize,
}

/// What a judge said of the case that was opened in a round.
#[derive(Debug)]
pub struct Judged {
    /// The round.
    pub round: usize,
    /// What it said by now.
    pub answers: Vec<Answer>,
    /// What went wrong, as sentences without a stop.
    pub faults: Vec<String>,
}

/// Asks about a case unless `latest` says that another one is shown; `emit` is given the answers as
/// they come, and at last the faults.
pub fn ask(
    judge: &Judge,
    (round, inspection): (usize, &Inspection),
    latest: &AtomicUsize,
    emit: &mut dyn FnMut(Judged),
) {
    let wanted = || latest.load(Ordering::SeqCst) == round;
    let faults = judge.ask(inspection, &wanted, &mut |answer| {
        emit(Judged { round, answers: vec![answer], faults: Vec::new() });
    });
    emit(Judged { round, answers: Vec::new(), faults });
}

impl State {
    /// The job of asking the judge, when all there is to know is known.
    pub(super) fn unjudged(&self) -> Option<Job> {
        let wanted = self.review.judging.on && self.is_whole() && self.inspection.is_weighed;
        let inspection = Arc::clone(&self.inspection);
        wanted.then_some(Job::Judge(self.review.judging.round, inspection))
    }

    /// Takes over what the judge said.
    pub(super) fn take_judged(&mut self, judged: Judged) {
        if judged.round != self.review.judging.round || self.loading {
            return;
        }
        let mut inspection = (*self.inspection).clone();
        for answer in judged.answers {
            answer.add_to(&mut inspection);
        }
        let told = first_faults(&judged.faults, MAX_FAULTS);
        inspection.case.notes.extend(told.iter().map(|fault| format!("{fault}.")));
        self.know_more(inspection);
        if let Some(first) = told.into_iter().next() {
            self.complain(first);
        }
    }
}
