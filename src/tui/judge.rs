//! Asks the judge in the background; its answers appear as they come.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::inspect::Inspection;
use crate::review::judge::Judge;
use crate::tui::state::Judged;

/// Asks about a case unless `latest` names another one; `emit` receives the answers as they come,
/// and finally the faults.
pub fn ask_judge(
    judge: &Judge,
    (round, inspection): (usize, &Inspection),
    latest: &AtomicUsize,
    emit: &mut dyn FnMut(Judged),
) {
    let is_latest = || latest.load(Ordering::SeqCst) == round;
    let faults = judge.ask(inspection, &is_latest, &mut |answer| {
        emit(Judged { round, answers: vec![answer], faults: Vec::new() });
    });
    emit(Judged { round, answers: Vec::new(), faults });
}
