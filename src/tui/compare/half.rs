//! One of two responses: a separate inspector with its own journal.

use std::sync::Arc;

use crate::cases::Cases;
use crate::inspect::Inspection;
use crate::tui::actions::moves::resize;
use crate::tui::actions::open;
use crate::tui::actions::settle::settle;
use crate::tui::keymap::Keymap;
use crate::tui::state::review::Seeking;
use crate::tui::state::{Batch, Effect, Mode, Review, State};
use crate::tui::verdict_saver::{Reviewing, VerdictSaver};
use crate::tui::worker::Worker;

/// A response to be compared, inspected to the end.
#[derive(Debug)]
pub struct Compared {
    /// Its inspection.
    pub inspection: Inspection,
    /// The cases it is the first of.
    pub cases: Arc<Cases>,
    /// The review of it.
    pub reviewing: Reviewing,
}

/// One of the two responses on the screen.
pub struct Half {
    /// Its state.
    pub state: State,
    worker: Worker,
    saver: VerdictSaver,
}

impl Half {
    pub(super) fn new(compared: Compared, keymap: &Keymap, size: (u16, u16)) -> Self {
        let Compared { inspection, cases, reviewing } = compared;
        let batch = Batch { count: 1, counting: None, ..Batch::of(&cases) };
        let mut state = open(inspection, batch, keymap.clone(), size);
        (state.split.stacked, state.split.is_fixed) = (Some(true), true);
        state.review = Review::new(reviewing.reviewer.clone(), reviewing.blind);
        state.review.stays = true;
        let mut half = Self {
            state,
            worker: Worker::new(cases, Arc::default()),
            saver: VerdictSaver::new(reviewing),
        };
        half.saver.begin(&mut half.state);
        half.state.review.seeking = Seeking::No;
        half.work();
        half
    }

    /// True if it takes all keys: it asks something, or something is typed or listed in it.
    pub(super) fn is_asking(&self) -> bool {
        !matches!(self.state.mode, Mode::Browse | Mode::Prompt(_))
    }

    pub(super) fn resize(&mut self, size: (u16, u16)) {
        resize(&mut self.state, size);
        settle(&mut self.state);
    }

    /// Runs the pending jobs of this half.
    pub(super) fn work(&mut self) {
        self.worker.settle(&mut self.state);
    }

    /// Carries out an effect; returns it if it needs the terminal.
    pub(super) fn carry_out(&mut self, effect: Effect) -> Option<Effect> {
        match effect {
            Effect::Work(job) => self.worker.do_now(job, &mut self.state),
            Effect::Record(entry) => self.saver.save_entry(entry, &mut self.state),
            Effect::Save => self.saver.save(&mut self.state),
            Effect::SaveAs { path, quits } => {
                self.saver.save_as(&path, quits, &mut self.state);
                return (quits && !self.state.review.has_unsaved()).then_some(Effect::Quit);
            }
            effect => return Some(effect),
        }
        None
    }

    /// Returns the entries that are not on disk, a line each.
    pub(super) fn unsaved(&self) -> Vec<String> {
        self.saver.unsaved()
    }
}
