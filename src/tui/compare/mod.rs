//! Two responses side by side, with what changed stepped through.
//!
//! Each half is an inspector of its own, the response above and the passage below: [`State`] twice,
//! drawn by the same views. The keys are those of the inspector's table, where they mean something
//! here; what moves a view moves both.

mod run;
mod view;

use crossterm::event::{Event, KeyEventKind};

use super::actions::moves::resize;
use super::actions::open;
use super::actions::select::{look_aside, select};
use super::actions::settle::settle;
use super::keymap::{Key, Keymap, Section};
use super::state::areas::clamp;
use super::state::{Aside, Batch, Effect, State};
use super::update::update;
use crate::inspect::Inspection;
use crate::review::compare::{Change, Cited, ClaimText, Comparison};

pub use run::run;
pub use view::draw;

/// Rows below the halves: what changed, two for in what, and the keys.
const FOOT_ROWS: u16 = 4;

/// The commands of the inspector that both halves carry out.
const SHARED: &[&str] = &[
    "down",
    "up",
    "half-page-down",
    "half-page-up",
    "page-down",
    "page-up",
    "top",
    "bottom",
    "left",
    "right",
    "switch-pane",
    "show-passage",
    "show-better",
    "toggle-wrap",
    "toggle-raw",
    "toggle-rest",
];

/// Everything the screen depends on.
#[derive(Debug)]
pub struct Compare {
    /// Terminal cells, columns and rows.
    pub size: (u16, u16),
    /// The halves: the first and the second response.
    pub sides: [State; 2],
    /// The changes, the worst first.
    pub changes: Vec<Change>,
    /// The one looked at, from 0.
    pub at: usize,
    /// Which of its citations is looked at, from 0.
    pub citation: usize,
    /// How many citations are as they were.
    pub unchanged: usize,
    /// What to say in the last row instead of the keys, until the next one.
    pub message: Option<String>,
    keymap: Keymap,
}

impl Compare {
    /// Two responses, inspected to the end, and what changed; on the first change.
    pub fn new(
        (before, after): (Inspection, Inspection),
        comparison: Comparison,
        keymap: &Keymap,
        size: (u16, u16),
    ) -> Self {
        let side = |inspection| {
            let batch = Batch { count: 1, ..Batch::default() };
            let mut state = open(inspection, batch, keymap.clone(), size);
            state.split.stacked = Some(true);
            state
        };
        let mut compare = Self {
            size,
            sides: [side(before), side(after)],
            changes: comparison.changes,
            at: 0,
            citation: 0,
            unchanged: comparison.unchanged,
            message: None,
            keymap: keymap.clone(),
        };
        compare.resize(size);
        compare.show();
        compare
    }

    /// The change looked at.
    pub fn change(&self) -> Option<&Change> {
        self.changes.get(self.at)
    }

    /// Takes in an event from the terminal; says what is to happen outside.
    pub fn update(&mut self, event: &Event) -> Option<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.message = None;
                let key: Key = (*key).into();
                let command = self.keymap.command(Section::Browse, key).map(str::to_owned);
                return self.press(key, command.as_deref(), event);
            }
            Event::Resize(width, height) => self.resize((*width, *height)),
            _ => {}
        }
        None
    }

    fn press(&mut self, key: Key, command: Option<&str>, event: &Event) -> Option<Effect> {
        match command {
            Some("quit") => return Some(Effect::Quit),
            Some("redraw") => return Some(Effect::Redraw),
            Some("suspend") => return Some(Effect::Suspend),
            Some("next") => self.step(1),
            Some("previous") => self.step(-1),
            Some("next-target") => self.step_citation(1),
            Some("previous-target") => self.step_citation(-1),
            Some(name) if SHARED.contains(&name) => {
                for side in &mut self.sides {
                    // What moves a view asks for nothing outside.
                    drop(update(side, event));
                }
            }
            _ => {
                let told = key.character().map(|c| format!("`{c}` is not bound"));
                self.message = told.map(|told| crate::text::SafeText::new(&told).to_string());
            }
        }
        None
    }

    /// The screen has another size now.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = clamp(size);
        let halves = self.halves();
        for (side, width) in self.sides.iter_mut().zip(halves) {
            // The foot of a half is not drawn: the row below the halves is ours.
            resize(side, (width, self.size.1.saturating_sub(FOOT_ROWS) + 1));
            settle(side);
        }
    }

    /// The columns of the two halves.
    fn halves(&self) -> [u16; 2] {
        let left = self.size.0 / 2;
        [left, self.size.0 - left]
    }

    fn step(&mut self, by: isize) {
        let next = self.at.checked_add_signed(by).filter(|next| *next < self.changes.len());
        match next {
            Some(next) => {
                (self.at, self.citation) = (next, 0);
                self.show();
            }
            None if self.changes.is_empty() => self.message = Some("nothing changed".to_owned()),
            None => {
                let end = if by > 0 { "last" } else { "first" };
                self.message = Some(format!("this is the {end} change"));
            }
        }
    }

    fn step_citation(&mut self, by: isize) {
        let all = self.change().map_or(0, |change| change.citations.len());
        match self.citation.checked_add_signed(by).filter(|next| *next < all) {
            Some(next) => {
                self.citation = next;
                self.show();
            }
            None => self.message = Some("no further citation of this claim changed".to_owned()),
        }
    }

    /// Brings the change into view in both halves.
    fn show(&mut self) {
        let Some(change) = self.changes.get(self.at) else {
            return;
        };
        let citation = change.citations.get(self.citation);
        let cited = [citation.and_then(|it| it.before), citation.and_then(|it| it.after)];
        let parts = [change.before.as_slice(), change.after.as_slice()];
        let is_reworded_only = citation.is_none();
        for ((side, cited), parts) in self.sides.iter_mut().zip(cited).zip(parts) {
            show(side, cited, parts, is_reworded_only);
        }
    }
}

/// Shows a citation, or the claim that has none.
fn show(side: &mut State, cited: Option<Cited>, parts: &[ClaimText], is_reworded_only: bool) {
    if let Some(cited) = cited {
        select(side, cited.citation, cited.target);
        return;
    }
    let told = match parts {
        [] => "This response has no such claim.",
        _ if is_reworded_only => "The claim has other words; its citations are the same.",
        _ => "The other response has a citation for this claim that this one has not.",
    };
    look_aside(side, Aside { span: parts.first().map(|part| part.span), told });
}
