//! Documents that are read beside the screen: shown page by page as they arrive.
//!
//! What is known so far replaces what was known before. It only ever grows at its end, so the view
//! on it stays where it is.

use std::time::{Duration, Instant};

use super::commands::arrive;
use super::layout::source::SourceFlow;
use super::state::State;
use super::worker::{Job, Outcome};
use crate::inspect;
use crate::model::{Document, DocumentText};
use crate::sources::documents::{Extractor, Limits, extract};

/// The screen is brought up to date no more often than this.
const BREATH: Duration = Duration::from_millis(200);

/// A document of a case, as far as it is read.
#[derive(Debug)]
pub struct Reading {
    /// Index of the case.
    pub index: usize,
    /// Index of the source.
    pub source: usize,
    /// The name of the document's kind.
    pub kind: &'static str,
    /// What is known.
    pub text: DocumentText,
    /// How many pages are read, and how many there are; `None` when all is read.
    pub going_on: Option<Progress>,
}

/// How far a document is read: pages read, and pages in all where that is known.
pub type Progress = (u64, Option<u64>);

/// Reads a document to its end and hands over what is known on the way, if it takes longer;
/// `emit` says whether to go on. What is returned is all of it.
pub fn read(
    (index, source): (usize, usize),
    (document, extractor): (&Document, &Extractor),
    emit: &mut dyn FnMut(Reading) -> bool,
) -> Reading {
    let kind = document.kind;
    let (mut told, mut length) = (Instant::now(), 0);
    let text = extract(document, extractor, Limits::default(), &mut |assembling| {
        // A growing text is copied each time, so the steps grow with it.
        if told.elapsed() < BREATH || assembling.len() < length + length / 2 {
            return true;
        }
        let (text, going_on) = (assembling.text(), Some(assembling.pages()));
        (told, length) = (Instant::now(), text.text.len());
        emit(Reading { index, source, kind, text, going_on })
    });
    Reading { index, source, kind, text: text.clone(), going_on: None }
}

impl State {
    /// Jobs for the documents of the case that are not read to their end: first those that are
    /// cited.
    pub(super) fn unread(&self) -> Vec<Job> {
        let sources = &self.inspection.case.sources;
        let cited = self.digest.pending.iter().copied();
        let all = cited.chain(0..sources.len());
        let job = |source: usize| {
            let document = sources.get(source)?.document()?.clone();
            Some(Job::Read { index: self.batch.index, source, document })
        };
        all.filter_map(job).collect()
    }

    /// Whether every document of the case is read to its end.
    pub(super) fn has_read_all(&self) -> bool {
        let inspection = &self.inspection;
        inspection.growing.is_empty()
            && inspection.case.sources.iter().all(|source| source.document().is_none())
    }

    /// Takes over what is known of a document.
    pub(super) fn take_reading(&mut self, reading: &Reading) {
        if reading.index != self.batch.index || self.loading {
            return;
        }
        let source = reading.source;
        match reading.going_on {
            Some(progress) => self.reading.insert(source, progress),
            None => self.reading.remove(&source),
        };
        let mut inspection = (*self.inspection).clone();
        let all = reading.going_on.is_none();
        inspect::learn(&mut inspection, source, (reading.kind, &reading.text), all);
        self.know_more(inspection);
        if self.source.source == Some(source) {
            let flow = SourceFlow::new(&self.inspection, source);
            if let (Some(before), Some(mut flow)) = (&self.source.flow, flow) {
                flow.set_folded(before.fold().is_some() || !before.has_rest());
                self.source.flow = Some(flow);
            } else {
                self.source.source = None;
                self.open_source(source);
            }
        }
        self.settle();
        arrive(self);
    }
}

/// How far a document is read, for people.
pub fn told((read, all): Progress) -> String {
    match all {
        Some(all) => format!("Reading page {} of {all} …", (read + 1).min(all)),
        None => "Reading …".to_owned(),
    }
}

/// The outcome of a reading.
impl From<Reading> for Outcome {
    fn from(reading: Reading) -> Self {
        Self::Read(Box::new(reading))
    }
}
