//! The loop on a terminal.

use std::sync::mpsc;

use super::{Compare, Compared, draw};
use crate::error::{Error, Result};
use crate::review::compare::Comparison;
use crate::tui::Options;
use crate::tui::background;
use crate::tui::effects;
use crate::tui::state::Effect;
use crate::tui::terminal::{self, Screen};
use crate::tui::terminal_guard::Guard;
use crate::tui::theme::Theme;
use crate::tui::threads::{self, InputReader, Message};

const NO_TERMINAL: &str = "`pincite diff --format text` prints the same without a terminal";

/// Shows two responses and their changes until the user leaves. Returns the code of the signal that
/// ended it, or `None` if the user did.
pub fn run(
    responses: (Compared, Compared),
    comparison: Comparison,
    options: &Options,
) -> Result<Option<u8>> {
    let signals = threads::catch_signals()?;
    let answered = background::settle(options.theme);
    let failed = |error| Error::io("open", "the terminal", error).hint(NO_TERMINAL);
    let size = crossterm::terminal::size().map_err(failed)?;
    let mut compare = Compare::new(responses, comparison, &options.keymap, size);
    threads::restore_on_panic();
    let mut screen = Screen::enter(false).map_err(failed)?;
    let (outbox, inbox) = mpsc::channel();
    let reader = threads::start(signals, &outbox, answered.is_late);
    let guard = Guard::start();
    let ended = until_left(&mut compare, (&mut screen, &reader), &inbox, (answered.theme, options));
    if let Some(guard) = guard {
        guard.release();
    }
    terminal::leave();
    drop(reader);
    let unsaved: Vec<String> = compare.halves.iter().flat_map(super::Half::unsaved).collect();
    if unsaved.is_empty() {
        return ended.map(Ended::signal);
    }
    Err(effects::not_saved(
        &unsaved,
        match ended {
            Ok(Ended::Discarded) => effects::DISCARDED,
            _ => "the comparison ended before they could be saved",
        },
    ))
}

/// The reason why the comparison ended.
enum Ended {
    Left,
    Discarded,
    Signal(u8),
}

impl Ended {
    /// Returns the exit code of the signal that ended it.
    const fn signal(self) -> Option<u8> {
        match self {
            Self::Signal(code) => Some(code),
            Self::Left | Self::Discarded => None,
        }
    }
}

fn until_left(
    compare: &mut Compare,
    (screen, reader): (&mut Screen, &InputReader),
    inbox: &mpsc::Receiver<Message>,
    (theme, options): (Theme, &Options),
) -> Result<Ended> {
    let failed = |error| Error::io("draw on", "the terminal", error);
    loop {
        let drawn = screen.draw(compare.size, Vec::new(), |buffer| draw(compare, theme, buffer));
        drawn.map_err(failed)?;
        let Ok(message) = inbox.recv() else { return Ok(Ended::Left) };
        let effects = match message {
            Message::Event(event, _) => compare.update(&event),
            Message::Stop => vec![Effect::Suspend],
            Message::Continued => {
                screen.take().map_err(failed)?;
                measure(compare);
                Vec::new()
            }
            Message::Resized => {
                measure(compare);
                Vec::new()
            }
            Message::Interrupted(signal) | Message::End(signal) => {
                return Ok(Ended::Signal(128_u8.wrapping_add(signal)));
            }
            // No worker and no watch is started here.
            Message::Outcome(..) | Message::Changed(_) => Vec::new(),
        };
        for effect in effects {
            match effect {
                // The other half may have something that is not saved.
                Effect::Quit if compare.asks_to_quit() => {}
                Effect::Quit => return Ok(Ended::Left),
                Effect::Discard => return Ok(Ended::Discarded),
                Effect::Redraw => screen.forget(),
                Effect::Copy(text) => {
                    let said = (compare.message.take(), text.as_str());
                    let message = effects::copy(screen, options, said).map_err(failed)?;
                    compare.message = Some(message.text);
                }
                Effect::Open(address) => {
                    let said = (Some(format!("copied {address}")), address.as_str());
                    let message = effects::copy(screen, options, said).map_err(failed)?;
                    compare.message = Some(message.text);
                }
                Effect::Suspend if threads::can_stop() => {
                    terminal::leave();
                    threads::stop();
                    screen.take().map_err(failed)?;
                    measure(compare);
                }
                effect => {
                    let pause = reader.pause();
                    terminal::leave();
                    let edited = effects::edit(&options.editor, effect, &reader.ending());
                    screen.take().map_err(failed)?;
                    measure(compare);
                    drop(pause);
                    match edited {
                        Ok(note) => compare.set_note(note.as_deref()),
                        Err(error) => compare.message = Some(error.to_string()),
                    }
                }
            }
        }
    }
}

fn measure(compare: &mut Compare) {
    if let Ok(size) = crossterm::terminal::size() {
        compare.resize(size);
    }
}
