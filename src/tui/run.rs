//! The inspector: set-up, the loop, and carrying out effects.
//!
//! One thread reads the terminal, one does long work, one waits for signals and one for the
//! terminal to go away; all send to the loop through one channel. Only the loop touches the state
//! and the screen.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant, SystemTime};

use signal_hook::iterator::Signals;

use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::tui::actions::guide::begin_guide;
use crate::tui::actions::jobs::due_jobs;
use crate::tui::actions::moves::resize;
use crate::tui::actions::note::set_note;
use crate::tui::actions::passage::notice_change;
use crate::tui::actions::reread::files_changed;
use crate::tui::actions::{open, receive_late};
use crate::tui::options::Options;
use crate::tui::reread::Reopen;
use crate::tui::stale_keys::{SelectedItem, Turn};
use crate::tui::state::areas::clamp;
use crate::tui::state::job::{self, Job, Outcome};
use crate::tui::state::{Batch, Effect, Round, State};
use crate::tui::terminal::Screen;
use crate::tui::terminal_guard::Guard;
use crate::tui::theme::Theme;
use crate::tui::threads::{InputReader, Message};
use crate::tui::update::update;
use crate::tui::verdict_saver::{Reviewing, VerdictSaver};
use crate::tui::worker::{SearchNumbers, Worker};
use crate::tui::{background, effects, terminal, threads, view};

/// The opened input: its cases, and the way to open them again when their files change.
#[derive(Debug)]
pub struct Opened {
    /// The cases.
    pub cases: Cases,
    /// The input they come from; `None` if it is not watched.
    pub input: Option<Arc<dyn Reopen>>,
    /// The time at which reading of the input began.
    pub since: SystemTime,
    /// The guide's texts for each citation, shown in the foot; empty outside the demo.
    pub guide: &'static [&'static str],
}

/// Opens the inspector on the cases of one input, until the user leaves it.
pub fn run(opened: Opened, options: Options, reviewing: Reviewing) -> Result<ExitCode> {
    let Opened { cases, input, since, guide } = opened;
    let answered = background::settle(options.theme);
    cases.count_on();
    let mut batch = Batch::of(&cases);
    let (inspection, loading) = effects::first_case(&cases, &mut batch)?;
    let signals = threads::catch_signals()?;
    let opened = |error| Error::io("open", "the terminal", error).hint(NO_TERMINAL);
    let size = crossterm::terminal::size().map_err(opened)?;
    let mut state = open(inspection, batch, options.keymap.clone(), clamp(size));
    begin_guide(&mut state, guide);
    effects::begin_review(&mut state, &reviewing);
    effects::apply_options(&mut state, &options);
    state.loading = loading;
    state.watching.on = input.is_some();
    threads::restore_on_panic();
    let screen = Screen::enter(options.mouse).map_err(opened)?;
    let mut running = Loop::new(cases, options, state, (screen, VerdictSaver::new(reviewing)));
    running.input = input;
    running.theme = answered.theme;
    running.typed_before = answered.typed;
    let ended = running.run(signals, since, answered.is_late);
    let ended = ended.or_else(|error| threads::status_after(error, &running.inbox));
    if let Some(guard) = running.guard.take() {
        guard.release();
    }
    if let Some(judge) = &running.options.judge {
        judge.stop();
    }
    terminal::leave();
    let why = if running.is_discarded {
        effects::DISCARDED
    } else {
        running.saver.save_at_end(&mut running.state);
        "the review ended before they could be saved"
    };
    let unsaved = running.saver.unsaved();
    if unsaved.is_empty() { ended } else { Err(effects::not_saved(&unsaved, why)) }
}

/// Ctrl-C in the editor reaches us too, and maybe a little after the editor ended of it.
const INTERRUPT_FOR_EDITOR: Duration = Duration::from_secs(1);

/// The interval for checking whether the file shown has changed.
const LOOK_AT_FILE: Duration = Duration::from_secs(1);

const NO_TERMINAL: &str = "`pincite show` prints the same without a terminal";

/// The running program.
struct Loop {
    state: State,
    screen: Screen,
    options: Options,
    cases: Arc<Cases>,
    inbox: Receiver<Message>,
    outbox: Sender<Message>,
    jobs: Option<Sender<(Round, Job)>>,
    documents: Option<Sender<(Round, Job)>>,
    input: Option<Arc<dyn Reopen>>,
    watched: Option<Sender<Vec<PathBuf>>>,
    summaries: Option<Sender<(Round, Job)>>,
    judge: Option<Sender<(Round, Job)>>,
    saver: VerdictSaver,
    asked: BTreeSet<job::Key>,
    searches: Arc<SearchNumbers>,
    reader: Option<Rc<InputReader>>,
    edited: Option<Instant>,
    theme: Theme,
    guard: Option<Guard>,
    /// The input typed before the first screen.
    typed_before: Vec<u8>,
    turn: Turn,
    /// The time of the last look at the files.
    looked: Instant,
    /// True if the user discarded unsaved entries.
    is_discarded: bool,
}

impl Loop {
    fn new(
        cases: Cases,
        options: Options,
        state: State,
        (screen, saver): (Screen, VerdictSaver),
    ) -> Self {
        let (outbox, inbox) = mpsc::channel();
        Self {
            state,
            screen,
            options,
            cases: Arc::new(cases),
            inbox,
            outbox,
            jobs: None,
            documents: None,
            input: None,
            watched: None,
            summaries: None,
            judge: None,
            saver,
            asked: BTreeSet::new(),
            searches: Arc::default(),
            reader: None,
            edited: None,
            theme: Theme::COLOUR,
            guard: None,
            typed_before: Vec::new(),
            turn: Turn::default(),
            looked: Instant::now(),
            is_discarded: false,
        }
    }

    /// Draws first; the threads are started once there is something to see.
    fn run(&mut self, signals: Signals, since: SystemTime, is_late: bool) -> Result<ExitCode> {
        if effects::drop_typed(&mut self.state, &mut self.typed_before) {
            return Ok(ExitCode::SUCCESS);
        }
        self.draw()?;
        self.reader = Some(Rc::new(threads::start(signals, &self.outbox, is_late)));
        self.guard = Guard::start();
        self.saver.begin(&mut self.state);
        let journal: Vec<PathBuf> = self.saver.file().into_iter().collect();
        self.watched = self
            .input
            .clone()
            .map(|input| threads::watch_files(input, journal, since, &self.outbox));
        loop {
            self.ask();
            let mut next = match self.inbox.recv_timeout(LOOK_AT_FILE) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Disconnected) => return Ok(ExitCode::SUCCESS),
                Err(RecvTimeoutError::Timeout) => None,
            };
            // Work without a pause does not keep changes from being noticed.
            let has_changed = self.looked.elapsed() >= LOOK_AT_FILE && self.look_at_files();
            if next.is_none() && !has_changed {
                continue;
            }
            while let Some(message) = next {
                if let Some(code) = self.take(message)? {
                    return Ok(code);
                }
                next = self.inbox.try_recv().ok();
            }
            self.draw()?;
        }
    }

    /// Looks for entries of others and for a change of the file shown. Returns true if the screen changed.
    fn look_at_files(&mut self) -> bool {
        self.looked = Instant::now();
        let others = self.saver.reload(&mut self.state);
        notice_change(&mut self.state) || others
    }

    fn draw(&mut self) -> Result<()> {
        let (state, theme) = (&self.state, self.theme);
        let links = if self.options.hyperlinks { view::links::links(state) } else { Vec::new() };
        let drawn = self.screen.draw(state.size, links, |buffer| view::draw(state, theme, buffer));
        self.turn.drew(&self.state);
        drawn.map_err(|error| Error::io("draw on", "the terminal", error))
    }

    /// Handles a message; an exit code ends the program.
    fn take(&mut self, message: Message) -> Result<Option<ExitCode>> {
        let effects = match message {
            Message::Event(event, at) if self.turn.is_stale(&self.state, &event, at) => {
                self.turn.drops(&mut self.state);
                Vec::new()
            }
            Message::Event(event, _) => {
                #[cfg(feature = "internals")]
                crate::tui::terminal_guard::fail_on_request(&event);
                update(&mut self.state, &event)
            }
            Message::Outcome(round, outcome) => {
                let before = SelectedItem::of(&self.state);
                let is_awaited = self.state.is_opening(&outcome);
                self.receive(round, *outcome);
                if let Some(why) =
                    self.turn.took(is_awaited, before != SelectedItem::of(&self.state))
                {
                    self.state.warn(why);
                }
                Vec::new()
            }
            Message::Changed(files) => {
                self.changed(&files);
                Vec::new()
            }
            Message::Stop => vec![Effect::Suspend],
            Message::Continued => {
                self.resume()?;
                Vec::new()
            }
            Message::Resized => {
                self.measure();
                Vec::new()
            }
            Message::Interrupted(_) if self.just_edited() => Vec::new(),
            Message::Interrupted(signal) | Message::End(signal) => {
                return Ok(Some(threads::status_of(signal)));
            }
        };
        for effect in effects {
            if let Some(code) = self.carry_out(effect)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    fn receive(&mut self, round: Round, mut outcome: Outcome) {
        match &mut outcome {
            Outcome::Opened { .. } => self.asked.retain(job::is_asked_once),
            Outcome::Reread(reread) => {
                if let Some(cases) = reread.cases.take() {
                    self.state.batch.files = Batch::files_of(&cases);
                    // Whoever inspected the cases as they were has nothing more to say.
                    (self.cases, self.summaries) = (cases, None);
                }
                if let (Some(files), Some(watched)) = (reread.files.take(), &self.watched) {
                    self.asked.retain(job::is_asked_once);
                    // Without a watcher, nothing is read again; everything else still works.
                    drop(watched.send(files));
                }
            }
            _ => {}
        }
        receive_late(&mut self.state, round, outcome);
    }

    /// Handles a change of files: others added to the journal, or the case changed.
    fn changed(&mut self, files: &[PathBuf]) {
        let journal = self.saver.file();
        let is_journal = |file: &PathBuf| Some(file) == journal.as_ref();
        if files.iter().any(is_journal) {
            self.saver.reload(&mut self.state);
        }
        if !files.iter().all(is_journal) {
            files_changed(&mut self.state);
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Result<Option<ExitCode>> {
        let done = match effect {
            Effect::Quit => return Ok(effects::quit(&mut self.saver, &mut self.state)),
            Effect::Copy(text) => {
                let said = self.state.message.take().map(|message| message.text);
                effects::copy(&mut self.screen, &self.options, (said, &text))
                    .map(|message| self.state.message = Some(message))
            }
            Effect::Open(address) => {
                effects::open(&mut self.state, &mut self.screen, &self.options, &address)
            }
            Effect::Mouse(on) => self.screen.set_mouse(on),
            Effect::Redraw => {
                self.screen.forget();
                Ok(())
            }
            Effect::Suspend if !threads::can_stop() => {
                self.state.warn("no shell to return from: not suspended");
                Ok(())
            }
            Effect::Suspend => {
                terminal::leave();
                threads::stop();
                return self.resume().map(|()| None);
            }
            Effect::Edit { .. } | Effect::Read { .. } | Effect::WriteNote(_) => {
                return self.edit(effect).map(|()| None);
            }
            Effect::Record(entry) => {
                self.saver.save_entry(entry, &mut self.state);
                // The last verdict of a case may open the next one.
                for effect in std::mem::take(&mut self.state.effects) {
                    if let Some(code) = self.carry_out(effect)? {
                        return Ok(Some(code));
                    }
                }
                Ok(())
            }
            Effect::Save => {
                self.saver.save(&mut self.state);
                Ok(())
            }
            Effect::SaveAs { path, quits } => {
                self.saver.save_as(&path, quits, &mut self.state);
                if quits && !self.state.review.has_unsaved() {
                    return Ok(Some(ExitCode::SUCCESS));
                }
                Ok(())
            }
            Effect::Discard => {
                self.is_discarded = true;
                return Ok(Some(ExitCode::SUCCESS));
            }
            Effect::Work(job) => {
                self.hand_over(job);
                Ok(())
            }
            // `update` has carried these out.
            Effect::ShowKeys | Effect::Run(_) => Ok(()),
        };
        done.map_err(|error| Error::io("write to", "the terminal", error)).map(|()| None)
    }

    /// Leaves the terminal to an editor.
    fn edit(&mut self, effect: Effect) -> Result<()> {
        if self.options.secure {
            self.state.warn("no editor is started: `--secure` was given");
            return Ok(());
        }
        let reader = self.reader.clone();
        let pause = reader.as_deref().map(InputReader::pause);
        let ending = reader.as_deref().map(InputReader::ending).unwrap_or_default();
        terminal::leave();
        let edited = effects::edit(&self.options.editor, effect, &ending);
        self.edited = Some(Instant::now());
        self.resume()?;
        drop(pause);
        notice_change(&mut self.state);
        match edited {
            Ok(Some(note)) => set_note(&mut self.state, &note),
            Ok(None) => {}
            Err(error) => self.state.warn(error.to_string()),
        }
        Ok(())
    }

    fn resume(&mut self) -> Result<()> {
        let taken = self.screen.take();
        self.measure();
        taken.map_err(|error| Error::io("take back", "the terminal", error))
    }

    fn measure(&mut self) {
        if let Ok(size) = crossterm::terminal::size() {
            resize(&mut self.state, size);
        }
    }

    /// True if the editor has ended only now, so that an interrupt was most likely meant for it.
    fn just_edited(&self) -> bool {
        self.edited.is_some_and(|edited| edited.elapsed() < INTERRUPT_FOR_EDITOR)
    }

    /// Sends the worker the jobs that the view needs, each once.
    fn ask(&mut self) {
        for job in due_jobs(&self.state) {
            if self.asked.insert(job.key()) {
                self.hand_over(job);
            }
        }
    }

    fn hand_over(&mut self, job: Job) {
        let round = self.state.round;
        self.searches.hands_over(&job);
        // A document can take long; nothing else waits for it.
        if matches!(job, Job::Read { .. }) {
            let documents = self.documents.get_or_insert_with(|| {
                threads::read_documents(self.cases.extractor().clone(), &self.outbox)
            });
            if documents.send((round, job)).is_err() {
                self.state.warn("the document reader has ended: restart to read documents");
            }
            return;
        }
        // The same applies to a judge.
        if matches!(job, Job::Judge(..))
            && let Some(judge) = self.options.judge.clone()
        {
            let judges = self.judge.get_or_insert_with(|| threads::ask_judge(judge, &self.outbox));
            if judges.send((round, job)).is_err() {
                self.state.warn("the judge has stopped: restart to use it");
            }
            return;
        }
        let place = match job {
            Job::Summarize { .. } => &mut self.summaries,
            _ => &mut self.jobs,
        };
        let jobs = place.get_or_insert_with(|| {
            let mut worker = Worker::new(Arc::clone(&self.cases), Arc::clone(&self.searches));
            worker.set_input(self.input.clone());
            threads::start_worker(worker, &self.outbox)
        });
        if jobs.send((round, job)).is_err() {
            self.state.batch.opening = None;
            self.state.warn("the background worker has ended: restart to search or open cases");
        }
    }
}
