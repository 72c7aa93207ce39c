//! Two responses side by side, with commands to step through the changes.
//!
//! Each half is a separate inspector, the response above and the passage below: two [`State`]s
//! drawn by the same views. The keys are those of the inspector: moving and searching act in both
//! halves; commands on a citation act on the second response, or on the first if the second has no
//! such citation.

mod half;
mod run;
mod view;

use crossterm::event::{Event, KeyEventKind};

use super::actions::note::set_note;
use super::actions::passage::focus_pane;
use super::actions::questions::{answer, type_file_name};
use super::actions::select::{select, select_aside};
use super::commands::{COMMANDS, find};
use super::keymap::{Key, Keymap, Section};
use super::stale_keys::VERDICTS;
use super::state::areas::clamp;
use super::state::list::{List, ListKind};
use super::state::question::Question;
use super::state::{Aside, Effect, Mode, State};
use super::update::{keys, update};
use crate::review::compare::{Change, ClaimText, ComparedTarget, Comparison};

pub use half::{Compared, Half};
pub use run::run;
pub use view::draw;

/// The rows below the halves: the change, two for its details, and the keys.
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
    "next-match-inside",
    "previous-match-inside",
    "toggle-wrap",
    "toggle-raw",
    "toggle-rest",
    "search",
    "previous-match",
    "clear",
];

/// The commands that act on the current citation, besides [`VERDICTS`].
const OF_THE_CITATION: &[&str] = &[
    "select-lines",
    "undo",
    "redo",
    "save",
    "detail",
    "show-earlier",
    "copy-passage",
    "copy-reference",
    "edit",
];

/// Those of the comparison as a whole.
const OWN: &[&str] =
    &["next", "previous", "next-target", "previous-target", "keys", "redraw", "suspend", "quit"];

/// Summaries of the commands that act differently than in the inspector.
const SUMMARIES: &[(&str, &str)] = &[
    ("next", "next change; next match while a search is on"),
    ("previous", "previous change"),
    ("next-target", "next citation of the change"),
    ("previous-target", "previous citation of the change"),
    ("switch-pane", "to the passages, or back to the responses"),
];

/// One of the two responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Before,
    /// The second.
    After,
}

/// Everything the screen depends on.
pub struct Compare {
    /// Terminal cells, columns and rows.
    pub size: (u16, u16),
    /// The halves: the first and the second response.
    pub halves: [Half; 2],
    /// The changes, the worst first.
    pub changes: Vec<Change>,
    /// The current change, from 0.
    pub at: usize,
    /// The current citation of that change, from 0.
    pub citation: usize,
    /// The number of unchanged citations.
    pub unchanged: usize,
    /// The message in the last row instead of the keys, until the next one.
    pub message: Option<String>,
    /// The commands, while they are listed.
    pub list: Option<List>,
    keymap: Keymap,
    /// The requests of the last event that need the terminal.
    effects: Vec<Effect>,
}

impl Compare {
    /// Takes two inspected responses and their changes; starts at the first change.
    pub fn new(
        (before, after): (Compared, Compared),
        comparison: Comparison,
        keymap: &Keymap,
        size: (u16, u16),
    ) -> Self {
        let half = |compared| Half::new(compared, keymap, size);
        let mut compare = Self {
            size,
            halves: [half(before), half(after)],
            changes: comparison.changes,
            at: 0,
            citation: 0,
            unchanged: comparison.unchanged,
            message: None,
            list: None,
            keymap: keymap.clone(),
            effects: Vec::new(),
        };
        compare.resize(size);
        compare.show();
        compare
    }

    /// Returns the current change.
    pub fn change(&self) -> Option<&Change> {
        self.changes.get(self.at)
    }

    /// Returns the half of a response.
    pub fn half(&self, side: Side) -> &Half {
        let [before, after] = &self.halves;
        match side {
            Side::Before => before,
            Side::After => after,
        }
    }

    fn half_mut(&mut self, side: Side) -> &mut Half {
        let [before, after] = &mut self.halves;
        match side {
            Side::Before => before,
            Side::After => after,
        }
    }

    /// Returns the response whose citation a verdict is about.
    pub fn judged(&self) -> Side {
        let is_cited = self.half(Side::After).state.selected.is_some();
        if is_cited { Side::After } else { Side::Before }
    }

    /// Returns the half that gets all keys, because it shows a question or an input.
    pub fn asking(&self) -> Option<&State> {
        let mut states = self.halves.iter().map(|half| &half.state);
        states.find(|state| !matches!(state.mode, Mode::Browse | Mode::Prompt(_)))
    }

    /// Handles an event from the terminal; returns the effects to carry out.
    pub fn update(&mut self, event: &Event) -> Vec<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.message = None;
                self.press((*key).into(), event);
            }
            Event::Resize(width, height) => self.resize((*width, *height)),
            _ => {}
        }
        for half in &mut self.halves {
            half.work();
        }
        std::mem::take(&mut self.effects)
    }

    fn press(&mut self, key: Key, event: &Event) {
        if self.list.is_some() {
            return self.press_in_list(key);
        }
        for side in [Side::Before, Side::After] {
            if self.half(side).is_asking() {
                if self.answer(side, key, event) {
                    return;
                }
                // Not an answer: the key keeps its usual effect.
                self.half_mut(side).state.mode = Mode::Browse;
            }
        }
        if matches!(self.half(Side::Before).state.mode, Mode::Prompt(_)) {
            return self.both(event);
        }
        if let Some(name) = self.keymap.command(Section::Browse, key).map(str::to_owned) {
            return self.run(&name, event);
        }
        let unbound = key.character().map(|c| format!("`{c}` is not bound"));
        self.message = unbound.map(|text| crate::text::SafeText::new(&text).to_string());
    }

    fn run(&mut self, name: &str, event: &Event) {
        let searching = self.halves.iter().any(|half| half.state.search().is_some());
        match name {
            "quit" if self.asks_to_quit() => {}
            "quit" => self.effects.push(Effect::Quit),
            "redraw" => self.effects.push(Effect::Redraw),
            "suspend" => self.effects.push(Effect::Suspend),
            "next" | "previous-match" if searching => self.both(event),
            "next" => self.step(1),
            "previous" => self.step(-1),
            "next-target" => self.step_citation(1),
            "previous-target" => self.step_citation(-1),
            "keys" => {
                let names = [OWN, SHARED, VERDICTS, OF_THE_CITATION].concat();
                let mut rows = keys(&self.half(self.judged()).state);
                let name_of = |index: usize| COMMANDS.get(index).map(|command| command.name);
                rows.retain(|row| name_of(row.index).is_some_and(|name| names.contains(&name)));
                for row in &mut rows {
                    let own = SUMMARIES.iter().find(|(name, _)| Some(*name) == name_of(row.index));
                    if let (Some((_, summary)), Some(last)) = (own, row.columns.last_mut()) {
                        (*summary).clone_into(last);
                        row.muted = false;
                    }
                }
                self.list = Some(List::new(ListKind::Keys, rows));
            }
            name if SHARED.contains(&name) => self.both(event),
            name if VERDICTS.contains(&name) || OF_THE_CITATION.contains(&name) => {
                let side = self.judged();
                self.pass(side, event);
                self.share_focus(side);
            }
            name => {
                let summary = find(name).map_or(name, |command| command.summary);
                let keys = self.keymap.keys_of(Section::Browse, "keys").next().unwrap_or("keys");
                let message =
                    format!("not in a comparison: {summary}; `{keys}` lists the commands");
                self.message = Some(message);
            }
        }
    }

    /// Asks before the program ends while a verdict or a draft of a note is not saved in a half.
    pub fn asks_to_quit(&mut self) -> bool {
        let unsaved = self.halves.iter_mut().find(|half| half.state.review.has_unsaved());
        unsaved.map(|half| half.state.ask(Question::Quit)).is_some()
    }

    fn both(&mut self, event: &Event) {
        self.pass(Side::Before, event);
        self.pass(Side::After, event);
    }

    /// Passes an event to a half.
    fn pass(&mut self, side: Side, event: &Event) {
        let effects = update(&mut self.half_mut(side).state, event);
        self.carry_out(side, effects);
    }

    /// Gives the keys to the same pane in both halves: a verdict may have shown the other one.
    fn share_focus(&mut self, from: Side) {
        let focus = self.half(from).state.focus;
        for half in self.halves.iter_mut().filter(|half| half.state.focus != focus) {
            focus_pane(&mut half.state, focus);
        }
    }

    /// Takes a key into the list of commands.
    fn press_in_list(&mut self, key: Key) {
        let Some(list) = &mut self.list else { return };
        match (self.keymap.command(Section::List, key), key.character()) {
            (Some("list-down"), _) => list.step(1),
            (Some("list-up"), _) => list.step(-1),
            (Some("list-page-down"), _) => list.step(10),
            (Some("list-page-up"), _) => list.step(-10),
            (Some("erase"), _) => {
                let mut filter = list.filter.clone();
                filter.pop();
                list.set_filter(filter);
            }
            (Some("erase-all"), _) => list.set_filter(String::new()),
            (Some("list-accept"), _) => {
                let chosen = list.chosen().and_then(|row| COMMANDS.get(row.index));
                self.list = None;
                let key = chosen.and_then(|command| self.key_of(command.name));
                // A command is run by its key, so that it does the same as typed.
                if let Some((command, event)) = chosen.zip(key) {
                    self.run(command.name, &event);
                }
            }
            (Some("close"), _) => self.list = None,
            (None, Some(c)) => {
                let filter = format!("{}{c}", list.filter);
                list.set_filter(filter);
            }
            _ => {}
        }
    }

    fn key_of(&self, command: &str) -> Option<Event> {
        let mut entries = self.keymap.entries().iter();
        let entry = entries.find(|it| it.section == Section::Browse && it.command == command)?;
        let key = crossterm::event::KeyEvent::new(entry.key.code, entry.key.modifiers);
        Some(Event::Key(key))
    }

    /// Passes a key to the question or popup of a half. False if the key is not an answer.
    fn answer(&mut self, side: Side, key: Key, event: &Event) -> bool {
        let state = &mut self.half_mut(side).state;
        let is_answer = match state.mode {
            Mode::Ask(question) => answer(state, question, key),
            Mode::SaveAs(_) => {
                type_file_name(state, key);
                true
            }
            _ => {
                self.pass(side, event);
                return true;
            }
        };
        if is_answer {
            let effects = std::mem::take(&mut state.effects);
            self.carry_out(side, effects);
        }
        is_answer
    }

    /// Carries out the effects of a half, except those that need the terminal.
    fn carry_out(&mut self, side: Side, effects: Vec<Effect>) {
        let half = self.half_mut(side);
        half.state.review.just_judged = None;
        let outside: Vec<Effect> =
            effects.into_iter().filter_map(|effect| half.carry_out(effect)).collect();
        let judged = half.state.review.just_judged.is_some() && half.state.search().is_none();
        let message = half.state.message.clone().map(|message| message.text);
        self.message = message.or(self.message.take());
        self.effects.extend(outside);
        if judged {
            self.go_on();
        }
    }

    /// Moves on after a verdict: to the next citation of the change, or the next change.
    fn go_on(&mut self) {
        let all = self.change().map_or(0, |change| change.citations.len());
        if self.citation + 1 < all {
            self.citation += 1;
        } else if self.at + 1 < self.changes.len() {
            (self.at, self.citation) = (self.at + 1, 0);
        } else {
            return;
        }
        self.show();
    }

    /// Applies the note that a half had the user's editor change.
    fn set_note(&mut self, note: Option<&str>) {
        if let Some(note) = note {
            self.halves.iter_mut().for_each(|half| set_note(&mut half.state, note));
        }
    }

    /// Adapts to a new size of the screen.
    pub fn resize(&mut self, size: (u16, u16)) {
        self.size = clamp(size);
        let widths = self.widths();
        for (half, width) in self.halves.iter_mut().zip(widths) {
            // The foot of a half is not drawn: the row below the halves is ours.
            half.resize((width, self.size.1.saturating_sub(FOOT_ROWS) + 1));
        }
    }

    /// Returns the columns of the two halves.
    fn widths(&self) -> [u16; 2] {
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
        for ((half, cited), parts) in self.halves.iter_mut().zip(cited).zip(parts) {
            show(&mut half.state, cited, parts, is_reworded_only);
        }
    }
}

/// Shows a citation, or the claim that has none.
fn show(
    side: &mut State,
    cited: Option<ComparedTarget>,
    parts: &[ClaimText],
    is_reworded_only: bool,
) {
    if let Some(cited) = cited {
        select(side, cited.citation, cited.target);
        return;
    }
    let message = match parts {
        [] => "this response has no such claim",
        _ if is_reworded_only => "the claim has other words; its citations are the same",
        _ => "this response lacks a citation that the other has for this claim",
    };
    select_aside(side, Aside { span: parts.first().map(|part| part.span), message });
}

/// The keys that the last row names, by command.
pub(in crate::tui) const HINTS: &[(&str, &str)] = &[
    ("next", "next change"),
    ("previous", "previous"),
    ("next-target", "next citation"),
    ("switch-pane", "passages"),
    ("supports", "supports"),
    ("partly", "partly"),
    ("does-not-support", "no"),
    ("contradicts", "contradicts"),
    ("search", "search"),
    ("keys", "keys"),
    ("quit", "quit"),
];

/// True if a command does something now for the state of the half it is about.
fn is_available(name: &str, state: &State) -> bool {
    OWN.contains(&name) || find(name).is_some_and(|command| (command.available)(state))
}
