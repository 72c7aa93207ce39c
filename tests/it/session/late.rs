//! A session whose worker takes its time: jobs are handed over, done and applied when the test says
//! so, as the threads of the program do.

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use pincite::tui::actions::due_jobs;
use pincite::tui::actions::receive::receive_late;
use pincite::tui::stale_keys::{SelectedItem, Turn};
use pincite::tui::state::job;
use pincite::tui::state::{Job, Outcome, Round};

use super::*;

/// The time from one draw to the key after it: more than a frame.
const LATER: Duration = Duration::from_millis(20);

/// The threads of the program: each does its jobs in order.
const LANES: usize = 3;

/// A session and what is under way in it.
pub(crate) struct Late {
    pub(crate) session: Session,
    turn: Turn,
    summaries: Worker,
    lanes: [VecDeque<(Round, Job)>; LANES],
    inbox: VecDeque<(Round, Outcome)>,
    asked: BTreeSet<job::Key>,
    drawn: Option<(SelectedItem, String)>,
    /// The item selected when the last key was pressed, with its texts. A source that is written over is read anew
    /// only after a while, so later the text may be another one than the key was about.
    pressed_on: Option<(SelectedItem, String)>,
    /// The number of jobs done.
    pub(crate) done: usize,
    /// The number of times a judge was asked.
    pub(crate) judged: usize,
}

impl Late {
    /// Draws the first screen; nothing is asked of the worker yet.
    pub(crate) fn new(session: Session) -> Self {
        let summaries = Worker::new(Arc::clone(&session.cases), Arc::default());
        let mut late = Self {
            session,
            turn: Turn::default(),
            summaries,
            lanes: Default::default(),
            inbox: VecDeque::new(),
            asked: BTreeSet::new(),
            drawn: None,
            pressed_on: None,
            done: 0,
            judged: 0,
        };
        late.draw();
        late
    }

    /// Draws the screen.
    pub(crate) fn draw(&mut self) {
        self.session.buffer();
        self.turn.drew(&self.session.state);
        self.drawn = Some(self.seen());
    }

    /// Returns the item selected, and the claim and passage that are shown with it.
    fn seen(&self) -> (SelectedItem, String) {
        let state = &self.session.state;
        let passage = state.target_view().and_then(|view| view.text());
        let claim = state.claim().and_then(|claim| state.response_text(claim));
        (SelectedItem::of(state), format!("{claim:?} {passage:?}"))
    }

    /// Hands over what the screen waits for.
    pub(crate) fn ask(&mut self) {
        for job in due_jobs(&self.session.state) {
            if self.asked.insert(job.key()) {
                self.hand_over(job);
            }
        }
    }

    fn hand_over(&mut self, job: Job) {
        self.judged += usize::from(matches!(job, Job::Judge(..)));
        let lane = match job {
            Job::Read { .. } => 1,
            Job::Summarize { .. } => 2,
            _ => 0,
        };
        self.lanes[lane].push_back((self.session.state.round, job));
    }

    /// Does the next job of a thread; false if it has none.
    pub(crate) fn work(&mut self, lane: usize) -> bool {
        let Some((round, job)) = self.lanes[lane].pop_front() else { return false };
        let worker = if lane == 2 { &mut self.summaries } else { &mut self.session.worker };
        self.inbox.extend(worker.attempt(job).map(|outcome| (round, outcome)));
        self.done += 1;
        true
    }

    /// Applies the next outcome, as the loop of the program does; false if there is none.
    pub(crate) fn take(&mut self) -> bool {
        let Some((round, mut outcome)) = self.inbox.pop_front() else { return false };
        let before = SelectedItem::of(&self.session.state);
        let is_awaited = self.session.state.is_opening(&outcome);
        match &mut outcome {
            Outcome::Opened { .. } => self.asked.retain(job::is_asked_once),
            Outcome::Reread(reread) => {
                if let Some(cases) = reread.cases.take() {
                    self.summaries = Worker::new(Arc::clone(&cases), Arc::default());
                    self.session.cases = cases;
                }
                if reread.files.take().is_some() {
                    self.asked.retain(job::is_asked_once);
                }
            }
            _ => {}
        }
        receive_late(&mut self.session.state, round, outcome);
        let elsewhere = before != SelectedItem::of(&self.session.state);
        if let Some(why) = self.turn.took(is_awaited, elsewhere) {
            self.session.state.warn(why);
        }
        true
    }

    /// Presses a key, unless it is dropped because the screen has changed.
    pub(crate) fn press(&mut self, key: &str) {
        self.session.pressed.push_str(key);
        for key in Key::sequence(key).unwrap() {
            let event = Event::Key(KeyEvent::new(key.code, key.modifiers));
            if self.turn.is_stale(&self.session.state, &event, Instant::now() + LATER) {
                self.turn.drops(&mut self.session.state);
                continue;
            }
            self.pressed_on = Some(self.seen());
            let effects = update(&mut self.session.state, &event);
            self.carry_out(effects);
        }
    }

    /// Gives the window another size.
    pub(crate) fn resize(&mut self, size: (u16, u16)) {
        let effects = update(&mut self.session.state, &Event::Resize(size.0, size.1));
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Work(job) => self.hand_over(job),
                Effect::Record(entry) => {
                    self.check_entry(&entry);
                    let session = &mut self.session;
                    session.saver.as_mut().unwrap().save_entry(entry, &mut session.state);
                    let effects = std::mem::take(&mut self.session.state.effects);
                    self.carry_out(effects);
                }
                Effect::Save => {
                    let session = &mut self.session;
                    session.saver.as_mut().unwrap().save(&mut session.state);
                }
                _ => {}
            }
        }
    }

    /// Checks that a new verdict is on the claim and the passage that the screen showed.
    fn check_entry(&self, entry: &Entry) {
        let review = &self.session.state.review;
        let RecordedEvent::Judged(judgement) = &entry.event else { return };
        let key = judgement.fingerprint;
        let at = review.subjects().iter().position(|subject| subject.fingerprint == key);
        let known = at.and_then(|at| review.own(at));
        let known = known.map(|own| &own.judgement);
        if known.is_some_and(|known| known.verdict == judgement.verdict) {
            return;
        }
        assert_eq!(at, self.session.state.subject(), "another item is judged");
        assert_eq!(self.pressed_on, self.drawn, "judged without having been on the screen");
        let judged = Some(SelectedItem::of(&self.session.state));
        let drawn = self.drawn.as_ref().map(|(item, _)| item.clone());
        assert_eq!(judged, drawn, "another item is selected than was on the screen");
    }

    /// Lets everything that is under way come to its end, and returns the number of jobs it took.
    pub(crate) fn rest(&mut self) -> usize {
        let before = self.done;
        loop {
            self.ask();
            let is_busy = (0..LANES).filter(|&lane| self.work(lane)).count() > 0;
            if !self.take() && !is_busy {
                self.draw();
                return self.done - before;
            }
            assert!(self.done - before < 1000, "jobs without an end: {:?}", self.asked);
        }
    }
}
