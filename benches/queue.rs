//! The cost of the queue of a large batch: `cargo bench --bench queue [-- CASES]`.
//!
//! A batch of small cases is opened, its list is looked at while the cases are inspected, and keys
//! are pressed all the while. Printed is the longest time that the screen's thread was held, by what
//! held it, and the memory at the end.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEvent};
use pincite::cases;
use pincite::dialects::shared::markers::Families;
use pincite::input::Input;
use pincite::inspect;
use pincite::tui::actions::{due_jobs, open, receive};
use pincite::tui::keymap::{Key, Keymap};
use pincite::tui::state::{Batch, Effect, State};
use pincite::tui::theme::Theme;
use pincite::tui::update::update;
use pincite::tui::view;
use pincite::tui::worker::Worker;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn main() {
    let cases = std::env::args().find_map(|it| it.parse().ok()).unwrap_or(20_000);
    for (name, keys) in [
        ("as given", "l"),
        ("worst first", "l<tab>"),
        ("filtered", "lresol"),
        ("both, list closed", "l<tab>resol<enter>"),
    ] {
        let mut session = Session::open(cases);
        session.press(keys);
        session.survey();
        session.press("<esc>n}{}l<down><down><pagedown>");
        session.press("open<backspace><backspace><backspace><backspace><esc>");
        session.print(name);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    println!("{cases} cases, {}", most.split_whitespace().collect::<Vec<_>>().join(" "));
}

fn batch(cases: usize) -> String {
    let mut text = String::new();
    for case in 0..cases {
        let response = "The ferry runs daily.\u{e200}cite\u{e202}a\u{e202}L1\u{e201} \
            Dogs travel free.\u{e200}cite\u{e202}a\u{e202}L2\u{e201}";
        let sources = "[{\"id\": \"a\", \"text\": \"The ferry runs every day.\\nDogs pay.\"}]";
        writeln!(
            text,
            "{{\"id\": \"case {case}\", \"response\": \"{response}\", \"sources\": {sources}}}"
        )
        .unwrap();
    }
    text
}

/// An inspector without a terminal.
struct Session {
    state: State,
    worker: Worker,
    buffer: Buffer,
    longest: BTreeMap<&'static str, Duration>,
    total: Duration,
}

impl Session {
    fn open(cases: usize) -> Self {
        let input = Input::new("batch.jsonl", batch(cases).into_bytes());
        let cases = Arc::new(cases::open(input, None, &Families::default()).unwrap());
        while !cases.counted().all {
            cases.count_on();
        }
        let inspection = inspect::begin(cases.read(0).unwrap());
        let keys = Keymap::built_in().unwrap();
        Self {
            state: open(inspection, Batch::of(&cases), keys, (120, 40)),
            worker: Worker::new(cases, Arc::default()),
            buffer: Buffer::empty(Rect::new(0, 0, 120, 40)),
            longest: BTreeMap::new(),
            total: Duration::ZERO,
        }
    }

    /// Does something on the thread of the screen, up to the drawing of it.
    fn held<R>(&mut self, what: &'static str, act: impl FnOnce(&mut State) -> R) -> R {
        let begun = Instant::now();
        let result = act(&mut self.state);
        view::draw(&self.state, Theme::COLOUR, &mut self.buffer);
        let took = begun.elapsed();
        let longest = self.longest.entry(what).or_default();
        *longest = took.max(*longest);
        self.total += took;
        result
    }

    fn press(&mut self, keys: &str) {
        for key in Key::sequence(keys).unwrap() {
            let event = Event::Key(KeyEvent::new(key.code, key.modifiers));
            let effects = self.held("key", |state| update(state, &event));
            for effect in effects {
                if let Effect::Work(job) = effect {
                    self.work(job);
                }
            }
        }
    }

    fn work(&mut self, job: pincite::tui::state::job::Job) {
        if let Some(outcome) = self.worker.carry_out(job) {
            self.held("outcome", |state| receive(state, outcome));
        }
    }

    /// Lets the cases be inspected, with a key in between.
    fn survey(&mut self) {
        let mut asked = std::collections::BTreeSet::new();
        loop {
            let mut jobs = self.held("asking", |state| due_jobs(state));
            jobs.retain(|job| asked.insert(job.key()));
            if jobs.is_empty() {
                return;
            }
            for job in jobs {
                self.work(job);
            }
            self.press("<down>");
        }
    }

    fn print(&self, name: &str) {
        print!("{name:<18}");
        for (what, longest) in &self.longest {
            print!("  {what} {:>6.1} ms", longest.as_secs_f64() * 1e3);
        }
        println!("  in all {:>6.2} s", self.total.as_secs_f64());
    }
}
