//! The inspector: set-up, the loop, and the carrying out of effects.
//!
//! One thread reads the terminal, one does what takes long, one waits for signals and one for the
//! terminal to go away; all speak to the loop through one channel. The loop alone touches the
//! state and the screen.

pub mod areas;
pub mod chip;
pub mod commands;
pub mod compare;
pub mod digest;
pub mod editor;
pub mod evidence;
pub mod highlight;
mod hold;
pub mod judging;
pub mod keymap;
pub mod layout;
pub mod list;
pub mod notice;
pub mod outside;
pub mod picture;
pub mod prompt;
pub mod queue;
pub mod reading;
pub mod reread;
pub mod review;
pub mod search;
pub mod state;
pub mod survey;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;
mod wanted;
pub mod worker;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect::{self, Inspection};
use crate::review::judge::Judge;
use commands::Effect;
use keymap::Keymap;
use outside::{Message, Reader};
use reread::Reopen;
use review::{Keeper, Review, Reviewing};
use signal_hook::iterator::Signals;
use state::{Batch, State};
use terminal::Screen;
use theme::Theme;
use worker::Job;

/// What is opened: the cases, and how to open them again when their files change.
#[derive(Debug)]
pub struct Opened {
    /// The cases.
    pub cases: Cases,
    /// The input they come from; `None` when it is not watched.
    pub input: Option<Arc<dyn Reopen>>,
    /// When the reading of the input began.
    pub since: SystemTime,
}

/// What the command line says about the screen.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether the mouse is taken.
    pub mouse: bool,
    /// How roles look.
    pub theme: Theme,
    /// Who is asked about citations beside the screen.
    pub judge: Option<Arc<Judge>>,
    /// Start no other program.
    pub secure: bool,
}

impl Default for Options {
    /// The mouse is taken, the theme is the environment's.
    fn default() -> Self {
        let variable = |name: &str| std::env::var(name).ok();
        let (no_color, term) = (variable("NO_COLOR"), variable("TERM"));
        let theme = Theme::for_environment(no_color.as_deref(), term.as_deref());
        Self { mouse: true, theme, judge: None, secure: false }
    }
}

/// Opens the inspector on the cases of one input, until the user leaves it.
pub fn run(opened: Opened, options: Options, reviewing: Reviewing) -> Result<ExitCode> {
    let Opened { cases, input, since } = opened;
    let keymap = Keymap::built_in()?;
    cases.count_on();
    let mut batch = Batch::of(&cases);
    let preview = cases.preview(0);
    let loading = preview.is_some();
    let inspection = match preview.map_or_else(|| cases.read(0), Ok) {
        Ok(case) => inspect::begin(case),
        Err(error) if cases.has(1) => {
            batch.failed = Some(error.to_string());
            Inspection::default()
        }
        Err(error) => return Err(error),
    };
    let signals = outside::catch_signals()?;
    let size = crossterm::terminal::size()
        .map_err(|error| Error::io("open", "the terminal", error).hint(NO_TERMINAL))?;
    let mut state = State::new(inspection, batch, keymap, view::clamp(size));
    state.mouse = options.mouse;
    state.review = Review::new(reviewing.reviewer.clone(), reviewing.blind);
    state.review.judging.on = options.judge.is_some();
    state.loading = loading;
    state.watching.on = input.is_some();
    outside::restore_on_panic();
    let screen = Screen::enter(options.mouse)
        .map_err(|error| Error::io("open", "the terminal", error).hint(NO_TERMINAL))?;
    let mut running = Loop::new(cases, options, state, (screen, Keeper::new(reviewing)));
    running.input = input;
    let ended = running.run(signals, since);
    if let Some(judge) = &running.options.judge {
        judge.stop();
    }
    terminal::leave();
    ended
}

/// Ctrl-C in the editor reaches us too, and maybe a little after the editor ended of it.
const INTERRUPT_FOR_EDITOR: Duration = Duration::from_secs(1);

/// How often it is looked whether the file shown has changed.
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
    jobs: Option<Sender<Job>>,
    documents: Option<Sender<Job>>,
    input: Option<Arc<dyn Reopen>>,
    watched: Option<Sender<Vec<PathBuf>>>,
    surveys: Option<Sender<Job>>,
    judge: Option<Sender<Job>>,
    keeper: Keeper,
    asked: BTreeSet<worker::Key>,
    latest_search: Arc<AtomicU64>,
    reader: Option<Rc<Reader>>,
    edited: Option<Instant>,
}

impl Loop {
    fn new(
        cases: Cases,
        options: Options,
        state: State,
        (screen, keeper): (Screen, Keeper),
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
            surveys: None,
            judge: None,
            keeper,
            asked: BTreeSet::new(),
            latest_search: Arc::default(),
            reader: None,
            edited: None,
        }
    }

    /// Draws first; the threads are started when there is something to look at.
    fn run(&mut self, signals: Signals, since: SystemTime) -> Result<ExitCode> {
        self.draw()?;
        self.reader = Some(Rc::new(outside::start(signals, &self.outbox)));
        self.keeper.begin(&mut self.state);
        let journal: Vec<PathBuf> = self.keeper.file().into_iter().collect();
        self.watched = self
            .input
            .clone()
            .map(|input| outside::watch_files(input, journal, since, &self.outbox));
        loop {
            self.ask();
            let mut next = match self.inbox.recv_timeout(LOOK_AT_FILE) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Disconnected) => return Ok(ExitCode::SUCCESS),
                Err(RecvTimeoutError::Timeout) => {
                    let others = self.keeper.reload(&mut self.state);
                    if !self.state.notice_change() && !others {
                        continue;
                    }
                    None
                }
            };
            while let Some(message) = next {
                if let Some(code) = self.take(message)? {
                    return Ok(code);
                }
                next = self.inbox.try_recv().ok();
            }
            self.draw()?;
        }
    }

    fn draw(&mut self) -> Result<()> {
        let (state, theme) = (&self.state, self.options.theme);
        let drawn = self.screen.draw(state.size, |buffer| view::draw(state, theme, buffer));
        drawn.map_err(|error| Error::io("draw on", "the terminal", error))
    }

    /// Takes in a message; an exit code ends the program.
    fn take(&mut self, message: Message) -> Result<Option<ExitCode>> {
        let effects = match message {
            Message::Event(event) => self.state.update(&event),
            Message::Outcome(outcome) => {
                self.receive(*outcome);
                Vec::new()
            }
            Message::Changed(files) => {
                self.changed(&files);
                Vec::new()
            }
            Message::Failed(what) => {
                self.state.complain(what);
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
                return Ok(Some(ExitCode::from(128_u8.wrapping_add(signal))));
            }
        };
        for effect in effects {
            if let Some(code) = self.carry_out(effect)? {
                return Ok(Some(code));
            }
        }
        Ok(None)
    }

    fn receive(&mut self, mut outcome: worker::Outcome) {
        match &mut outcome {
            worker::Outcome::Opened { .. } => self.asked.clear(),
            worker::Outcome::Reread(reread) => {
                if let Some(cases) = reread.cases.take() {
                    // Whoever inspected the cases as they were has nothing more to say.
                    (self.cases, self.surveys) = (cases, None);
                }
                if let (Some(files), Some(watched)) = (reread.files.take(), &self.watched) {
                    self.asked.clear();
                    // Without a watcher nothing is read again, and all else goes on.
                    drop(watched.send(files));
                }
            }
            _ => {}
        }
        self.state.receive(outcome);
    }

    /// Files changed on disk: the journal has entries of others, or the case is not what it was.
    fn changed(&mut self, files: &[PathBuf]) {
        let journal = self.keeper.file();
        let is_journal = |file: &PathBuf| Some(file) == journal.as_ref();
        if files.iter().any(is_journal) {
            self.keeper.look(&mut self.state);
        }
        if !files.iter().all(is_journal) {
            self.state.files_changed();
        }
    }

    fn carry_out(&mut self, effect: Effect) -> Result<Option<ExitCode>> {
        let done = match effect {
            Effect::Quit => return Ok(Some(ExitCode::SUCCESS)),
            Effect::Copy(text) => self.screen.copy(&text),
            Effect::Mouse(on) => self.screen.set_mouse(on),
            Effect::Redraw => {
                self.screen.forget();
                Ok(())
            }
            Effect::Suspend if !outside::can_stop() => {
                self.state.complain("there is no shell here that could take it up again");
                Ok(())
            }
            Effect::Suspend => {
                terminal::leave();
                outside::stop();
                return self.resume().map(|()| None);
            }
            Effect::Edit { path, line } => {
                return self.edit(|| editor::open(&path, line)).map(|()| None);
            }
            Effect::Read { name, text, line } => {
                return self.edit(|| editor::open_text(&name, &text, line)).map(|()| None);
            }
            Effect::Record(entry) => {
                self.keeper.keep(entry, &mut self.state);
                Ok(())
            }
            Effect::Save => {
                self.keeper.save(&mut self.state);
                Ok(())
            }
            Effect::WriteNote(text) => {
                let mut written = None;
                self.edit(|| editor::write(&text).map(|text| written = Some(text)))?;
                if let Some(text) = written {
                    self.state.take_note(&text);
                }
                Ok(())
            }
            Effect::Work(job) => {
                self.hand_over(job);
                Ok(())
            }
        };
        done.map_err(|error| Error::io("write to", "the terminal", error)).map(|()| None)
    }

    /// Leaves the terminal to an editor.
    fn edit(&mut self, edit: impl FnOnce() -> Result<()>) -> Result<()> {
        if self.options.secure {
            self.state.complain("no editor is started: `--secure` was given");
            return Ok(());
        }
        let reader = self.reader.clone();
        let pause = reader.as_deref().map(Reader::pause);
        terminal::leave();
        let edited = edit();
        self.edited = Some(Instant::now());
        self.resume()?;
        drop(pause);
        if let Err(error) = edited {
            self.state.complain(error.to_string());
        }
        self.state.notice_change();
        Ok(())
    }

    fn resume(&mut self) -> Result<()> {
        let taken = self.screen.take();
        self.measure();
        taken.map_err(|error| Error::io("take back", "the terminal", error))
    }

    fn measure(&mut self) {
        if let Ok(size) = crossterm::terminal::size() {
            self.state.resize(size);
        }
    }

    /// Whether the editor has ended only now, so that an interrupt was most likely meant for it.
    fn just_edited(&self) -> bool {
        self.edited.is_some_and(|edited| edited.elapsed() < INTERRUPT_FOR_EDITOR)
    }

    /// Asks the worker for what the view calls for, each thing once.
    fn ask(&mut self) {
        for job in self.state.wanted() {
            if self.asked.insert(job.key()) {
                self.hand_over(job);
            }
        }
    }

    fn hand_over(&mut self, job: Job) {
        if matches!(job, Job::Find { .. }) {
            self.latest_search.fetch_add(1, Ordering::Relaxed);
        }
        // A document can take long; nothing else waits for it.
        if matches!(job, Job::Read { .. }) {
            let documents = self.documents.get_or_insert_with(|| {
                outside::read_documents(self.cases.extractor().clone(), &self.outbox)
            });
            if documents.send(job).is_err() {
                self.state.complain("the reader of documents has ended: restart to read them");
            }
            return;
        }
        // So can a judge.
        if matches!(job, Job::Judge(..))
            && let Some(judge) = self.options.judge.clone()
        {
            let judges = self.judge.get_or_insert_with(|| outside::ask_judge(judge, &self.outbox));
            if judges.send(job).is_err() {
                self.state.complain("the judge is asked no more: restart to ask it");
            }
            return;
        }
        let place = match job {
            Job::Survey { .. } => &mut self.surveys,
            _ => &mut self.jobs,
        };
        let jobs = place.get_or_insert_with(|| {
            let latest_search = Arc::clone(&self.latest_search);
            let mut worker = worker::Worker::new(Arc::clone(&self.cases), latest_search);
            worker.take_input(self.input.clone());
            outside::employ(worker, &self.outbox)
        });
        if jobs.send(job).is_err() {
            self.state.complain("the background worker has ended: restart to search or open cases");
        }
    }
}
