//! Which jobs of the worker the screen calls for.

use std::sync::Arc;

use super::list::Kind;
use super::queue::MAX_NAMED;
use super::state::{Mode, State};
use super::worker::Job;

impl State {
    /// Jobs that what is in view calls for: counting lines, colours. Asked for after each draw.
    pub fn wanted(&self) -> Vec<Job> {
        if let Some(again) = self.due() {
            return vec![again];
        }
        let mut jobs = Vec::new();
        for &source in &self.digest.pending {
            if let Some(Ok(store)) = self.inspection.stores.get(source) {
                jobs.push(Job::Count { source, store: Arc::clone(store) });
            }
        }
        if self.loading {
            jobs.push(Job::Open { index: self.batch.index });
        }
        jobs.extend(self.unread());
        let whole = self.is_whole();
        if whole && !self.review.is_ready() && self.batch.failed.is_none() {
            let inspection = Arc::clone(&self.inspection);
            jobs.push(Job::Subjects { index: self.batch.index, inspection });
        }
        if whole && !self.inspection.is_weighed && self.batch.failed.is_none() {
            let inspection = Arc::clone(&self.inspection);
            jobs.push(Job::Weigh { index: self.batch.index, inspection });
        }
        jobs.extend(self.batch.counting.map(|from| Job::CountCases { from }));
        jobs.extend(self.unnamed_cases());
        jobs.extend(self.unsurveyed().into_iter().chain(self.unjudged()));
        jobs.extend(self.source_colours());
        jobs.extend(self.block_colours());
        jobs.extend(self.uncounted());
        jobs
    }

    fn uncounted(&self) -> Option<Job> {
        let flow = self.source.flow.as_ref().filter(|_| self.is_counting())?;
        Some(Job::Count { source: flow.source, store: Arc::clone(&flow.store) })
    }

    /// Whether the lines of the source shown are being counted: its title tells how many they are.
    /// Those of a huge one are counted when a line is asked for, or in view, that they are not
    /// counted up to.
    pub(super) fn is_counting(&self) -> bool {
        let Some(flow) = &self.source.flow else { return false };
        let last = self.source.window.visible.last();
        let is_past = || last.is_some_and(|row| flow.is_past_count(row.place.item));
        let unknown = || flow.last_number().is_none();
        self.awaited.is_some() || unknown() && (flow.is_counted_unasked() || is_past())
    }

    /// Whether all of the case is there, with nothing left to count or to read.
    pub(super) fn is_whole(&self) -> bool {
        !self.loading && self.digest.pending.is_empty() && self.has_read_all()
    }

    /// The next cases without a name, while their list is open, or to know those that the journal
    /// tells to be done.
    fn unnamed_cases(&self) -> Option<Job> {
        let is_listed = matches!(&self.mode, Mode::List(list) if list.kind == Kind::Cases);
        let count = self.batch.count.min(MAX_NAMED);
        let unnamed = |index: &usize| !self.batch.names.contains_key(index);
        let wanted = is_listed || self.batch.count > 1 && self.review.has_done_cases();
        let from = (self.queue.named..count).filter(|_| wanted).find(unnamed)?;
        Some(Job::Name { from })
    }
}
