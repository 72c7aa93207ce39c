//! What takes long, done beside the screen: counting lines, searching, colours, opening cases.
//!
//! A [`Job`] is carried out by [`Worker::carry_out`], on a thread in the program and at once in
//! tests ([`Job::Read`] on a thread of its own, see [`super::reading`]); its [`Outcome`] goes to
//! [`State::receive`]. Which jobs there are to do is [`State::wanted`]. Jobs are done in order; a
//! newer search makes an older one give up.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use regex::bytes::Regex;

use super::commands::arrive;
use super::highlight::{CodeLine, Paint, Syntaxes};
use super::layout::response::Cut;
use super::reading::{self, Reading};
use super::reread::{Again, Reopen, Reread};
use super::review::drafted;
use super::search;
use super::state::{Focus, State};
use super::survey::CaseName;
use super::theme::Role;
use crate::cases::Cases;
use crate::error::Result;
use crate::inspect::{self, Inspection};
use crate::model::Document;
use crate::review::{Judgement, Subject};
use crate::sources::Store;
use crate::sources::store::Counted;
use crate::text::Span;

/// Something to be done.
#[derive(Debug, Clone)]
pub enum Job {
    /// Count the lines of a source to the end.
    Count {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
    },
    /// Find all matches in a source.
    Find {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
        /// What was typed, to tell whether the outcome is still wanted.
        words: String,
        /// The same as a pattern.
        pattern: Regex,
    },
    /// Colour the lines of a source that are in view.
    ColourSource {
        /// Index of the source.
        source: usize,
        /// Its text.
        store: Arc<Store>,
        /// Its file's extension.
        language: String,
        /// Bytes in view, from one row's start to another's.
        view: Span,
    },
    /// Colour a code block of the response.
    ColourBlock {
        /// The fence's language word.
        language: String,
        /// Its lines.
        lines: Vec<CodeLine>,
        /// Bytes of the response it takes.
        within: Span,
    },
    /// Count cases a step further.
    CountCases {
        /// How far they are counted.
        from: usize,
    },
    /// Ask the judge about a case as it was opened in this round, if there is a judge.
    Judge(usize, Arc<Inspection>),
    /// Say what the next cases are called, for their list.
    Name {
        /// The first of them.
        from: usize,
    },
    /// Inspect the next cases, for their list.
    Survey {
        /// The first of them.
        from: usize,
    },
    /// Compare claims and passages, and run the rules.
    Weigh {
        /// Index of the case.
        index: usize,
        /// What is known about it so far.
        inspection: Arc<Inspection>,
    },
    /// Get the text out of a document.
    Read {
        /// Index of the case.
        index: usize,
        /// Index of the source.
        source: usize,
        /// The document.
        document: Document,
    },
    /// Find out what there is to judge.
    Subjects {
        /// Index of the case.
        index: usize,
        /// What is known about it.
        inspection: Arc<Inspection>,
    },
    /// Read the case again.
    Again(Again),
    /// Open another case.
    Open {
        /// Its index.
        index: usize,
    },
}

/// What makes two jobs the same, so that neither is asked for twice.
pub type Key = (u8, Option<usize>, Span);

impl Job {
    /// Its key.
    pub fn key(&self) -> Key {
        match self {
            Self::Count { source, .. } => (0, Some(*source), Span::default()),
            Self::Find { source, .. } => (1, Some(*source), Span::default()),
            Self::ColourSource { source, view, .. } => (2, Some(*source), *view),
            Self::ColourBlock { within, .. } => (3, None, *within),
            Self::Open { index } => (4, Some(*index), Span::default()),
            Self::Weigh { index, .. } => (6, Some(*index), Span::default()),
            Self::Name { from } => (5, Some(*from), Span::default()),
            Self::CountCases { from } => (7, Some(*from), Span::default()),
            Self::Survey { from } => (11, Some(*from), Span::default()),
            Self::Subjects { index, .. } => (9, Some(*index), Span::default()),
            Self::Again(again) => (10, Some(again.index), Span::at(again.told)),
            Self::Judge(round, _) => (12, None, Span::at(*round)),
            Self::Read { index, source, .. } => (8, Some(*source), Span::at(*index)),
        }
    }
}

/// What came of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The lines of a source are counted.
    Counted {
        /// Index of the source.
        source: usize,
    },
    /// All matches in a source.
    Found {
        /// Index of the source.
        source: usize,
        /// What was looked for.
        words: String,
        /// Where it stands.
        matches: Vec<Span>,
    },
    /// Colours of a stretch of a source, or of the response (`None`).
    Coloured {
        /// Index of the source.
        source: Option<usize>,
        /// The bytes that were looked at.
        within: Span,
        /// The colours.
        spans: Vec<(Span, Role)>,
    },
    /// What there is to judge in a case.
    Subjects {
        /// Its index.
        index: usize,
        /// What there is, each with a judgement to fill in.
        subjects: Vec<(Subject, Judgement)>,
    },
    /// The judge said something.
    Judged(super::judging::Judged),
    /// A document is read, or a part of it.
    Read(Box<Reading>),
    /// A case, inspected.
    Opened {
        /// Its index.
        index: usize,
        /// What is known about it, and its response taken apart.
        opened: Box<Result<(Inspection, Cut)>>,
    },
    /// The case is read again.
    Reread(Box<Reread>),
    /// A case is weighed.
    Weighed {
        /// Its index.
        index: usize,
        /// The same with its evidence.
        inspection: Box<Inspection>,
    },
    /// Cases are counted further.
    CasesCounted {
        /// How many are known.
        counted: Counted,
    },
    /// What inspecting cases found.
    Surveyed {
        /// The first of them.
        from: usize,
        /// By index, one after the other.
        surveys: Vec<(usize, CaseName)>,
    },
    /// What some cases are called.
    Named {
        /// By index.
        names: Vec<(usize, CaseName)>,
    },
}

/// Cases named in one go, so that other work gets a turn in between.
const NAMED_AT_ONCE: usize = 500;

/// How long cases are inspected in one go.
const SURVEYED_AT_ONCE: Duration = Duration::from_millis(100);

/// How far above the view parsing starts when no state is kept nearer, in rows.
const LEAD_IN: usize = 100;

/// A parser state is kept every so many lines.
const KEEP_EVERY: usize = 64;

/// Does the jobs. Holds what is dear to make: syntaxes, parser states.
pub struct Worker {
    cases: Arc<Cases>,
    input: Option<Arc<dyn Reopen>>,
    syntaxes: Option<Syntaxes>,
    kept: BTreeMap<(usize, usize), Paint>,
    latest_search: Arc<AtomicU64>,
}

impl Worker {
    /// A worker for the cases of one input; `latest_search` is counted up by whoever hands it
    /// searches.
    pub fn new(cases: Arc<Cases>, latest_search: Arc<AtomicU64>) -> Self {
        Self { cases, input: None, syntaxes: None, kept: BTreeMap::new(), latest_search }
    }

    /// Takes the input, to be opened again when its files change.
    pub fn take_input(&mut self, input: Option<Arc<dyn Reopen>>) {
        self.input = input;
    }

    /// Does a job; `None` when nothing came of it.
    pub fn carry_out(&mut self, job: Job) -> Option<Outcome> {
        match job {
            Job::Count { source, store } => {
                store.count_lines(&|| true);
                Some(Outcome::Counted { source })
            }
            Job::Find { source, store, words, pattern } => {
                let mine = self.latest_search.load(Ordering::Relaxed);
                let go_on = || self.latest_search.load(Ordering::Relaxed) == mine;
                let matches = search::in_store(&store, &pattern, &go_on);
                Some(Outcome::Found { source, words, matches })
            }
            Job::ColourSource { source, store, language, view } => {
                let (within, spans) = self.colour(source, &store, &language, view)?;
                Some(Outcome::Coloured { source: Some(source), within, spans })
            }
            Job::ColourBlock { language, lines, within } => {
                let syntaxes = self.syntaxes.get_or_insert_with(Syntaxes::load);
                let mut paint = syntaxes.begin(&language)?;
                let mut spans = Vec::new();
                for line in &lines {
                    syntaxes.colour(&mut paint, line, &mut spans);
                }
                Some(Outcome::Coloured { source: None, within, spans })
            }
            Job::Open { index } => {
                self.kept.clear();
                let opened = self.cases.read(index).map(|case| {
                    let inspection = inspect::begin(case);
                    let cut = Cut::of(&inspection);
                    (inspection, cut)
                });
                Some(Outcome::Opened { index, opened: Box::new(opened) })
            }
            Job::Again(again) => {
                self.kept.clear();
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
            Job::Read { index, source, document } => Some(
                reading::read((index, source), (&document, self.cases.extractor()), &mut |_| true)
                    .into(),
            ),
            Job::CountCases { .. } => {
                self.cases.count_on();
                Some(Outcome::CasesCounted { counted: self.cases.counted() })
            }
            Job::Judge(..) => None,
            Job::Survey { from } => Some(self.survey(from)),
            Job::Name { from } => Some(self.name(from)),
        }
    }

    /// Says what the cases from `from` on are called.
    fn name(&self, from: usize) -> Outcome {
        let name = |index| match self.cases.read(index) {
            Ok(case) => (index, CaseName::of(&case)),
            Err(error) => (index, CaseName::unreadable(&error)),
        };
        let known = (from..from + NAMED_AT_ONCE).take_while(|&index| self.cases.has(index));
        Outcome::Named { names: known.map(name).collect() }
    }

    /// Inspects cases from `from` on, at least one.
    fn survey(&self, from: usize) -> Outcome {
        let (began, mut surveys) = (Instant::now(), Vec::new());
        for index in (from..).take_while(|&index| self.cases.has(index)) {
            surveys.push((
                index,
                match self.cases.read(index) {
                    Ok(case) => {
                        CaseName::surveyed(&inspect::inspect_with(case, self.cases.extractor()))
                    }
                    Err(error) => CaseName::unreadable(&error),
                },
            ));
            if began.elapsed() > SURVEYED_AT_ONCE {
                break;
            }
        }
        Outcome::Surveyed { from, surveys }
    }

    /// Colours from the nearest kept parser state above the view to the view's end.
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
        let kept = self.kept.range(near).next_back();
        let (mut at, mut paint) = match kept {
            Some(((_, at), paint)) => (*at, paint.clone()),
            None => (start, syntaxes.begin(language)?),
        };
        let from = at;
        let mut spans = Vec::new();
        let mut lines = 0;
        while let Some(row) = store.row_at(at).filter(|_| at < view.end) {
            if lines > 0 && lines % KEEP_EVERY == 0 {
                self.kept.insert((source, at), paint.clone());
            }
            let line = CodeLine { start: row.span.start, text: row.text + "\n" };
            syntaxes.colour(&mut paint, &line, &mut spans);
            at = row.next;
            lines += 1;
        }
        self.kept.insert((source, at), paint);
        Some((Span::new(from, at), spans))
    }
}

impl State {
    /// Takes over what came of a job.
    pub fn receive(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Counted { source } => self.counted(source),
            Outcome::Found { source, words, matches } => {
                let wanted = self.searches.of(Focus::Source);
                let wanted = wanted.is_some_and(|search| search.words == words);
                if wanted && self.source.source == Some(source) {
                    self.take_matches(Focus::Source, matches);
                }
            }
            Outcome::Coloured { source, within, spans } => {
                let colours = Rc::make_mut(self.colours.entry(source).or_default());
                colours.add(within, spans);
                let colours = Rc::clone(self.colours.entry(source).or_default());
                match (source, &mut self.source.flow) {
                    (None, _) => self.response.set_colours(colours),
                    (Some(source), Some(flow)) if flow.source == source => {
                        flow.set_colours(colours);
                    }
                    _ => {}
                }
            }
            Outcome::Subjects { index, subjects } => {
                if index == self.batch.index && !self.loading {
                    self.take_subjects(subjects);
                }
            }
            Outcome::Judged(judged) => self.take_judged(judged),
            Outcome::Read(reading) => self.take_reading(&reading),
            Outcome::Opened { index, opened } => self.opened(index, *opened),
            Outcome::Reread(reread) => self.take_reread(*reread),
            Outcome::Weighed { index, inspection } => {
                if index == self.batch.index && !self.loading {
                    self.know_more(*inspection);
                }
            }
            Outcome::CasesCounted { counted } => {
                self.batch.counted(counted);
                self.renew_lists();
            }
            Outcome::Named { names } => {
                self.take_names(names);
            }
            Outcome::Surveyed { from, surveys } => self.take_surveys(from, surveys),
        }
        self.settle();
    }

    fn counted(&mut self, source: usize) {
        if self.digest.pending.contains(&source) {
            let mut inspection = (*self.inspection).clone();
            inspect::resume(&mut inspection);
            self.know_more(inspection);
        }
        if let Some(flow) = self.source.flow.as_mut().filter(|flow| flow.source == source) {
            flow.take_count();
        }
        arrive(self);
    }

    fn opened(&mut self, index: usize, opened: Result<(Inspection, Cut)>) {
        self.message = None;
        let again = self.loading;
        self.keep_place();
        self.batch.index = index;
        match opened {
            Ok((inspection, cut)) => {
                self.batch.failed = None;
                self.set_case(inspection, cut);
                if !again {
                    self.return_to_place();
                }
            }
            Err(error) => {
                self.batch.failed = Some(error.to_string());
                self.set_case(Inspection::default(), Cut::default());
            }
        }
    }
}
