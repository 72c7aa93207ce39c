//! Decides which keys act: a key acts on what was on the screen when it was pressed, or not at all.
//!
//! Changes made by a key are fine: the next key is meant for their result. Other changes are not,
//! such as a requested case, or one whose files changed. Until the reviewer has seen it, keys that
//! were already on their way are dropped, and the foot says so.
//!
//! A verdict is stricter: it acts only if the selected item was on the screen for a frame when the
//! key was pressed, whatever selected it. Nobody judges what they have not seen.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind, MouseEventKind};

use crate::text::Span;
use crate::tui::keymap::Section;
use crate::tui::state::{Mode, State};

/// Commands that do not depend on the case shown.
const ALWAYS: &[&str] =
    &["quit", "suspend", "redraw", "next-case", "previous-case", "toggle-mouse"];

/// Commands that record a verdict or change one, or begin to.
pub(super) const VERDICTS: &[&str] = &[
    "supports",
    "partly",
    "does-not-support",
    "contradicts",
    "wrong-place",
    "cannot-tell",
    "needs-citation",
    "fine",
    "reasons",
    "note",
];

/// The time for which an item is on the screen before a verdict on it counts: a frame of 60 Hz.
const FRAME: Duration = Duration::from_millis(16);

/// The message for a key that was pressed before the screen showed the selection.
const UNUSED: &str = "the screen has changed; the key was not used";

/// The selected item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedItem {
    index: usize,
    case: String,
    selected: Option<usize>,
    target: usize,
    sentence: Option<usize>,
    /// The number of times that files changed under it.
    renewals: usize,
}

/// The selected item with the passage that is shown for it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ShownItem {
    item: SelectedItem,
    passage: Option<(usize, Span)>,
}

impl ShownItem {
    fn of(state: &State) -> Self {
        let passage = state.passage().map(|passage| (passage.source, passage.span));
        Self { item: SelectedItem::of(state), passage }
    }
}

impl SelectedItem {
    /// Returns the selection of a state.
    pub fn of(state: &State) -> Self {
        Self {
            index: state.batch.index,
            case: state.inspection.case.id.clone(),
            selected: state.selected,
            target: state.target,
            sentence: state.review.sentence,
            renewals: state.watching.renewals,
        }
    }
}

/// The reviewer's knowledge of the screen.
#[derive(Debug, Default)]
pub struct Turn {
    /// True if the selection differs from the one on the screen.
    is_unseen: bool,
    /// The time at which the screen first showed the selection.
    seen_since: Option<Instant>,
    /// The item that the screen showed last, and since when.
    drawn: Option<(ShownItem, Instant)>,
    /// True if a key was dropped while a case was being opened.
    has_dropped: bool,
}

impl Turn {
    /// Records that the outcome of a job was taken over: the case that was awaited, or a change of the
    /// selection. Returns the message for keys that were dropped until a case was open.
    pub fn took(&mut self, is_awaited: bool, is_elsewhere: bool) -> Option<&'static str> {
        self.is_unseen |= is_awaited || is_elsewhere;
        (is_awaited && std::mem::take(&mut self.has_dropped)).then_some(UNUSED)
    }

    /// Notes that the screen was drawn.
    pub fn drew(&mut self, state: &State) {
        let now = Instant::now();
        if std::mem::take(&mut self.is_unseen) {
            self.seen_since = Some(now);
        }
        let item = ShownItem::of(state);
        if self.drawn.as_ref().is_none_or(|(drawn, _)| *drawn != item) {
            self.drawn = Some((item, now));
        }
    }

    /// True if an event that came `at` was meant for something that the screen no longer shows, or
    /// is about to replace.
    pub fn is_stale(&self, state: &State, event: &Event, at: Instant) -> bool {
        let is_too_early = self.is_unseen || self.seen_since.is_some_and(|since| at < since);
        let is_waiting = state.batch.opening.is_some() || is_too_early;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                let is_free = matches!(state.mode, Mode::Browse | Mode::Ask(_) | Mode::Detail(_));
                let command = state.keymap.command(Section::Browse, (*key).into());
                let is_one_of = |names: &[&str]| command.is_some_and(|name| names.contains(&name));
                is_free
                    && (is_waiting && !is_one_of(ALWAYS)
                        || is_one_of(VERDICTS) && !self.has_shown(state, at))
            }
            Event::Mouse(mouse) if matches!(mouse.kind, MouseEventKind::Down(_)) => {
                // In the foot, a click is the key under it, which may judge.
                let is_key = state.areas().foot.contains((mouse.column, mouse.row).into());
                is_waiting || is_key && !self.has_shown(state, at)
            }
            _ => false,
        }
    }

    /// True if the selected item had been on the screen for a frame at a time.
    fn has_shown(&self, state: &State, at: Instant) -> bool {
        self.drawn.as_ref().is_some_and(|(item, since)| {
            at.saturating_duration_since(*since) >= FRAME && *item == ShownItem::of(state)
        })
    }

    /// Notes that a key was dropped, and says why.
    pub fn drops(&mut self, state: &mut State) {
        state.warn(match state.batch.opening {
            Some(index) => {
                self.has_dropped = true;
                format!("opening case {} …; the key was not used", index + 1)
            }
            None => UNUSED.to_owned(),
        });
    }
}
