//! Pictures of the inspector's screen, made without a terminal: the same state, keys and drawing, in
//! a buffer that is written as SVG or as text with ANSI styles.
//!
//! Whatever the screen would wait for is done before the next key, so a picture never depends on
//! how fast something was.

mod ansi;
mod cells;
mod svg;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::actions::guide::begin_guide;
use super::actions::open;
use super::actions::subjects::{apply_ledger, resume};
use super::actions::verdicts::apply_entry;
use super::effects::{apply_options, begin_review};
use super::keymap::Key;
use super::options::Options;
use super::state::{Batch, Effect, State};
use super::update::update;
use super::verdict_saver::{Reviewing, SaveTarget};
use super::view;
use super::worker::Worker;
use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect;
use crate::review::{Journal, Ledger, merge};

/// The largest picture, in cells to a side.
pub const MAX_CELLS: u16 = 500;

/// The content of a picture.
#[derive(Debug, Clone)]
pub struct Picture {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The keys pressed before it is taken, as the table of keys writes them: `nnn`, `d<enter>`.
    pub keys: String,
    /// The theme, keys and layout.
    pub options: Options,
    /// The review that it shows: its journal is read, and nothing is written.
    pub reviewing: Reviewing,
    /// The guide's texts for each citation, shown in the foot; empty outside the demo.
    pub guide: &'static [&'static str],
}

/// A way of writing a picture.
#[derive(Debug)]
pub struct Form {
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// Renders a buffer.
    pub write: fn(&Buffer) -> String,
}

/// Every way of writing a picture.
pub const FORMS: &[Form] = &[svg::FORM, ansi::FORM];

impl Picture {
    /// Returns the screen that `cases` open with, after the keys. Nothing outside is touched: no
    /// verdict is saved, nothing is copied, no editor is started.
    ///
    /// Fails for an invalid key name, for an empty size or one of more than [`MAX_CELLS`], and for
    /// a first case that cannot be read.
    pub fn take(&self, cases: Cases) -> Result<Buffer> {
        let keys = Key::sequence(&self.keys).ok_or_else(|| {
            Error::new("press", format!("the keys `{}`", self.keys), "one of them is not a key")
                .hint("letters as they are, others as `<enter>`, `<tab>`, `<ctrl-d>`")
        })?;
        let (width, height) = self.size;
        if [width, height].iter().any(|cells| !(1..=MAX_CELLS).contains(cells)) {
            let why = format!("both sides are from 1 to {MAX_CELLS} cells");
            return Err(Error::new("draw", format!("{width}x{height} cells"), why));
        }
        let Self { options, guide, .. } = self;
        let inspection = inspect::begin(cases.read(0)?);
        let cases = Arc::new(cases);
        let batch = Batch { count: cases.len(), ..Batch::of(&cases) };
        let mut state = open(inspection, batch, options.keymap.clone(), self.size);
        begin_review(&mut state, &self.reviewing);
        begin_guide(&mut state, guide);
        apply_options(&mut state, options);
        show_review(&mut state, &self.reviewing)?;
        let mut drawn = Session { state, worker: Worker::new(cases, Arc::default()) };
        drawn.worker.settle(&mut drawn.state);
        for key in keys {
            drawn.press(key);
        }
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        view::draw(&drawn.state, options.theme.theme(None), &mut buffer);
        Ok(buffer)
    }
}

/// Shows the verdicts in the journals of a review, and continues it as the inspector does.
fn show_review(state: &mut State, reviewing: &Reviewing) -> Result<()> {
    let mut all = Vec::new();
    for path in &reviewing.disagreements {
        all.push(Journal::read(path)?.0);
        state.review.begin_settling();
    }
    if let SaveTarget::File(path) = &reviewing.save_to
        && path.exists()
    {
        all.push(Journal::read(path)?.0);
    }
    let entries = merge(all).entries;
    if !entries.is_empty() {
        apply_ledger(state, Ledger::of(entries));
        resume(state);
    }
    Ok(())
}

/// An inspector without a terminal.
struct Session {
    state: State,
    worker: Worker,
}

impl Session {
    fn press(&mut self, key: Key) {
        let event = crossterm::event::KeyEvent::new(key.code, key.modifiers);
        for effect in update(&mut self.state, &crossterm::event::Event::Key(event)) {
            match effect {
                Effect::Work(job) => self.worker.do_now(job, &mut self.state),
                Effect::Record(entry) => apply_entry(&mut self.state, entry),
                _ => {}
            }
        }
        self.worker.settle(&mut self.state);
    }
}
