//! Long work that is done in the background: counting lines, searching, colouring, opening cases.
//!
//! [`Worker::carry_out`] runs a [`Job`], on a thread in the program and directly in tests
//! ([`Job::Read`] has a thread of its own, see `state/reading.rs`); its [`Outcome`] goes to
//! `actions/receive.rs`. The state lists the jobs to do. Jobs run in order; a newer search cancels
//! an older one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::cases::Cases;
use crate::inspect;
use crate::model::Case;
use crate::report::cut::Cut;
use crate::sources::Store;
use crate::text::Span;
use crate::tui::actions::jobs::due_jobs;
use crate::tui::actions::receive;
use crate::tui::actions::subjects::drafted;
use crate::tui::colours::CodeLine;
use crate::tui::documents::read_document;
use crate::tui::highlight::{Paint, Syntaxes};
use crate::tui::reread::Reopen;
use crate::tui::role::Role;
use crate::tui::state::job::internal_error;
use crate::tui::state::search::{in_store, in_stores};
use crate::tui::state::{CaseName, Job, Outcome, State};

/// The number of cases named in one go, so that other work gets a turn in between.
const NAMED_AT_ONCE: usize = 500;

/// The time for which cases are named or inspected in one go.
const BATCHED_FOR: Duration = Duration::from_millis(100);

/// The distance above the view at which parsing starts if no nearer state is saved, in rows.
const LEAD_IN: usize = 100;

/// The interval in lines at which a parser state is saved.
const KEEP_EVERY: usize = 64;

/// Runs the jobs. Holds what is expensive to create: syntaxes, parser states.
pub struct Worker {
    cases: Arc<Cases>,
    input: Option<Arc<dyn Reopen>>,
    syntaxes: Option<Syntaxes>,
    paints: BTreeMap<(usize, usize), Paint>,
    searches: Arc<SearchNumbers>,
}

/// The numbers of the searches that were handed over: a newer one cancels an older one of its kind.
#[derive(Debug, Default)]
pub struct SearchNumbers {
    in_source: AtomicU64,
    in_sources: AtomicU64,
}

impl SearchNumbers {
    /// Notes that a job is handed over.
    pub fn hands_over(&self, job: &Job) {
        match job {
            Job::Find { .. } => drop(self.in_source.fetch_add(1, Ordering::Relaxed)),
            Job::FindInSources { .. } => drop(self.in_sources.fetch_add(1, Ordering::Relaxed)),
            _ => {}
        }
    }
}

impl Worker {
    /// Returns a worker for the cases of one input; whoever hands it jobs counts the `searches`.
    pub fn new(cases: Arc<Cases>, searches: Arc<SearchNumbers>) -> Self {
        Self { cases, input: None, syntaxes: None, paints: BTreeMap::new(), searches }
    }

    /// Carries out a job at once, and shows the state what came of it.
    pub fn do_now(&mut self, job: Job, state: &mut State) {
        if let Some(outcome) = self.carry_out(job) {
            receive(state, outcome);
        }
    }

    /// Does at once what the screen waits for, each thing once.
    pub fn settle(&mut self, state: &mut State) {
        let mut asked = BTreeSet::new();
        loop {
            let mut jobs = due_jobs(state);
            jobs.retain(|job| asked.insert(job.key()));
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                self.do_now(job, state);
            }
        }
    }

    /// Takes the input, to be opened again when its files change.
    pub fn set_input(&mut self, input: Option<Arc<dyn Reopen>>) {
        self.input = input;
    }

    /// Runs a job; if the program fails at it, the outcome says so. The hook for panics must keep the
    /// screen as it is.
    pub fn attempt(&mut self, job: Job) -> Option<Outcome> {
        let failure = job.failure();
        catch_unwind(AssertUnwindSafe(|| self.carry_out(job))).unwrap_or(Some(failure))
    }

    /// Runs a job; `None` if it has no outcome.
    pub fn carry_out(&mut self, job: Job) -> Option<Outcome> {
        match job {
            Job::Count { source, store } => {
                store.count_lines(&|| true);
                Some(Outcome::Counted { source })
            }
            Job::Find { source, store, words, pattern } => {
                let is_latest = is_latest(&self.searches.in_source);
                let matches = in_store(&store, &pattern, &is_latest);
                is_latest().then_some(Outcome::Found { source, words, matches })
            }
            Job::FindInSources { words, pattern, by_words, stores } => {
                let is_latest = is_latest(&self.searches.in_sources);
                let hits = in_stores(&stores, &pattern, by_words, &is_latest);
                is_latest().then_some(Outcome::FoundInSources { words, hits })
            }
            Job::ColourSource { source, store, language, view } => {
                let (within, spans) = self.colour(source, &store, &language, view)?;
                Some(Outcome::Coloured { source: Some(source), within, spans })
            }
            Job::ColourBlock { language, lines, within } => {
                let spans = self.colour_block(&language, &lines)?;
                Some(Outcome::Coloured { source: None, within, spans })
            }
            Job::Open { index } => {
                self.paints.clear();
                let opened = self.cases.read(index).map(|case| {
                    let inspection = inspect::begin(case);
                    let cut = Cut::of(&inspection);
                    (inspection, cut)
                });
                Some(Outcome::Opened { index, opened: Box::new(opened) })
            }
            Job::Again(again) => {
                self.paints.clear();
                let input = Arc::clone(self.input.as_ref()?);
                let reread = again.carry_out(input.as_ref(), &mut self.cases);
                Some(Outcome::Reread(Box::new(reread)))
            }
            Job::Weigh { index, inspection } => {
                let mut inspection = Box::new((*inspection).clone());
                inspect::weigh(&mut inspection);
                Some(Outcome::Weighed { index, inspection })
            }
            Job::Subjects { index, inspection } => {
                Some(Outcome::Subjects { index, subjects: drafted(&inspection) })
            }
            Job::Read { index, source, document } => {
                let document = (&document, self.cases.extractor());
                Some(read_document((index, source), document, &mut |_| true).into())
            }
            Job::CountCases { .. } => Some(self.count_cases()),
            Job::Compare { index, place, inspection } => {
                let comparison = Box::new(inspect::compare_better(&inspection, place)?);
                Some(Outcome::Compared { index, place, comparison })
            }
            Job::Judge(..) => None,
            Job::Summarize { from } => Some(self.summarize(from)),
            Job::Name { from } => Some(self.name(from)),
        }
    }

    fn colour_block(&mut self, language: &str, lines: &[CodeLine]) -> Option<Vec<(Span, Role)>> {
        let syntaxes = self.syntaxes.get_or_insert_with(Syntaxes::load);
        let mut paint = syntaxes.begin(language)?;
        let mut spans = Vec::new();
        for line in lines {
            syntaxes.colour(&mut paint, line, &mut spans);
        }
        Some(spans)
    }

    fn count_cases(&self) -> Outcome {
        self.cases.count_on();
        Outcome::CasesCounted { counted: self.cases.counted() }
    }

    /// Finds the names of the cases from `from` on.
    fn name(&self, from: usize) -> Outcome {
        let name = |index| (index, self.named(index, |case| CaseName::of(&case)));
        let (began, mut names) = (Instant::now(), Vec::new());
        for index in (from..from + NAMED_AT_ONCE).take_while(|&index| self.cases.has(index)) {
            names.push(name(index));
            if began.elapsed() > BATCHED_FOR {
                break;
            }
        }
        Outcome::Named { names }
    }

    /// Inspects cases from `from` on, at least one.
    fn summarize(&self, from: usize) -> Outcome {
        let (began, mut summaries) = (Instant::now(), Vec::new());
        for index in (from..).take_while(|&index| self.cases.has(index)) {
            let summarized =
                |case| CaseName::summarized(&inspect::inspect_with(case, self.cases.extractor()));
            summaries.push((index, self.named(index, summarized)));
            if began.elapsed() > BATCHED_FOR {
                break;
            }
        }
        Outcome::Summarized { from, summaries }
    }

    /// Returns what `name` makes of a case. One at which the program fails costs itself.
    fn named(&self, index: usize, name: impl Fn(Case) -> CaseName) -> CaseName {
        let named = || Ok(name(self.cases.read(index)?));
        let named = catch_unwind(AssertUnwindSafe(named));
        named
            .unwrap_or_else(|_| Err(internal_error("read", index)))
            .unwrap_or_else(|error| CaseName::unreadable(&error))
    }

    /// Colours from the nearest parser state above the view to the view's end.
    fn colour(
        &mut self,
        source: usize,
        store: &Store,
        language: &str,
        view: Span,
    ) -> Option<(Span, Vec<(Span, Role)>)> {
        let syntaxes = self.syntaxes.get_or_insert_with(Syntaxes::load);
        let mut start = view.start;
        for _ in 0..LEAD_IN {
            match store.row_before(start) {
                Some(row) => start = row.span.start,
                None => break,
            }
        }
        let near = (Bound::Included((source, start)), Bound::Included((source, view.start)));
        let near = self.paints.range(near).next_back();
        let (mut at, mut paint) = match near {
            Some(((_, at), paint)) => (*at, paint.clone()),
            None => (start, syntaxes.begin(language)?),
        };
        let from = at;
        let mut spans = Vec::new();
        let mut lines = 0;
        while let Some(row) = store.row_at(at).filter(|_| at < view.end) {
            if lines > 0 && lines % KEEP_EVERY == 0 {
                self.paints.insert((source, at), paint.clone());
            }
            let line = CodeLine { start: row.span.start, text: row.text + "\n" };
            syntaxes.colour(&mut paint, &line, &mut spans);
            at = row.next;
            lines += 1;
        }
        self.paints.insert((source, at), paint);
        Some((Span::new(from, at), spans))
    }
}

/// Returns a question that is true as long as no newer search is handed over.
fn is_latest(number: &AtomicU64) -> impl Fn() -> bool {
    let mine = number.load(Ordering::Relaxed);
    move || number.load(Ordering::Relaxed) == mine
}
