//! The loop on a terminal.

use std::sync::mpsc;

use super::{Compare, draw};
use crate::error::{Error, Result};
use crate::inspect::Inspection;
use crate::review::compare::Comparison;
use crate::tui::Options;
use crate::tui::background;
use crate::tui::guard::Guard;
use crate::tui::outside::{self, Message};
use crate::tui::state::Effect;
use crate::tui::terminal::{self, Screen};
use crate::tui::theme::Theme;

const NO_TERMINAL: &str = "`pincite diff --format text` prints the same without a terminal";

/// Shows two responses and what changed until the user leaves. The code of the signal that ended
/// it; `None` where the user did.
pub fn run(
    responses: (Inspection, Inspection),
    comparison: Comparison,
    options: &Options,
) -> Result<Option<u8>> {
    let signals = outside::catch_signals()?;
    let answered = background::settle(options.theme);
    let failed = |error| Error::io("open", "the terminal", error).hint(NO_TERMINAL);
    let size = crossterm::terminal::size().map_err(failed)?;
    let mut compare = Compare::new(responses, comparison, &options.keymap, size);
    outside::restore_on_panic();
    let mut screen = Screen::enter(false).map_err(failed)?;
    let (outbox, inbox) = mpsc::channel();
    let reader = outside::start(signals, &outbox, answered.is_late);
    let guard = Guard::start();
    let ended = until_left(&mut compare, &mut screen, &inbox, answered.theme);
    if let Some(guard) = guard {
        guard.release();
    }
    terminal::leave();
    drop(reader);
    ended
}

fn until_left(
    compare: &mut Compare,
    screen: &mut Screen,
    inbox: &mpsc::Receiver<Message>,
    theme: Theme,
) -> Result<Option<u8>> {
    let failed = |error| Error::io("draw on", "the terminal", error);
    loop {
        let drawn = screen.draw(compare.size, Vec::new(), |buffer| draw(compare, theme, buffer));
        drawn.map_err(failed)?;
        let Ok(message) = inbox.recv() else { return Ok(None) };
        let effect = match message {
            Message::Event(event, _) => compare.update(&event),
            Message::Stop => Some(Effect::Suspend),
            Message::Continued => {
                screen.take().map_err(failed)?;
                measure(compare);
                None
            }
            Message::Resized => {
                measure(compare);
                None
            }
            Message::Interrupted(signal) | Message::End(signal) => {
                return Ok(Some(128_u8.wrapping_add(signal)));
            }
            // Neither a worker nor a watch is started here.
            Message::Outcome(_) | Message::Changed(_) | Message::Failed(_) => None,
        };
        match effect {
            Some(Effect::Quit) => return Ok(None),
            Some(Effect::Redraw) => screen.forget(),
            Some(Effect::Suspend) if outside::can_stop() => {
                terminal::leave();
                outside::stop();
                screen.take().map_err(failed)?;
                measure(compare);
            }
            _ => {}
        }
    }
}

fn measure(compare: &mut Compare) {
    if let Ok(size) = crossterm::terminal::size() {
        compare.resize(size);
    }
}
