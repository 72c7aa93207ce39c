//! The loop on a terminal.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;

use super::{Compare, Compared, draw};
use crate::error::{Error, Result};
use crate::review::compare::Comparison;
use crate::text::prose::count;
use crate::tui::Options;
use crate::tui::actions::note::take_note;
use crate::tui::background;
use crate::tui::clipboard;
use crate::tui::editor;
use crate::tui::guard::Guard;
use crate::tui::outside::{self, Message, Reader};
use crate::tui::state::Effect;
use crate::tui::terminal::{self, Screen};
use crate::tui::theme::Theme;

const NO_TERMINAL: &str = "`pincite diff --format text` prints the same without a terminal";

/// Shows two responses and their changes until the user leaves. Returns the code of the signal that
/// ended it, or `None` if the user did.
pub fn run(
    responses: (Compared, Compared),
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
    let ended = until_left(&mut compare, (&mut screen, &reader), &inbox, (answered.theme, options));
    if let Some(guard) = guard {
        guard.release();
    }
    terminal::leave();
    drop(reader);
    let unsaved: Vec<String> = compare.halves.iter().flat_map(super::Half::unsaved).collect();
    if unsaved.is_empty() || matches!(ended, Ok(Ended::Discarded)) {
        return ended.map(Ended::signal);
    }
    let what = count(unsaved.len(), "verdict");
    Err(Error::new("save", what, "the comparison ended before they could be saved")
        .hint(format!("not saved: {}", unsaved.join("; "))))
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
    (screen, reader): (&mut Screen, &Reader),
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
            Message::Outcome(_) | Message::Changed(_) | Message::Failed(_) => Vec::new(),
        };
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(Ended::Left),
                Effect::Discard => return Ok(Ended::Discarded),
                Effect::Redraw => screen.forget(),
                Effect::Copy(text) => copy(compare, (&text, options), screen).map_err(failed)?,
                Effect::Open(address) => {
                    compare.message = Some(format!("copied {address}"));
                    copy(compare, (&address, options), screen).map_err(failed)?;
                }
                Effect::Suspend if outside::can_stop() => {
                    terminal::leave();
                    outside::stop();
                    screen.take().map_err(failed)?;
                    measure(compare);
                }
                effect => {
                    let pause = reader.pause();
                    terminal::leave();
                    let edited = edit(compare, effect, (&options.editor, &reader.ending()));
                    screen.take().map_err(failed)?;
                    measure(compare);
                    drop(pause);
                    if let Err(error) = edited {
                        compare.message = Some(error.to_string());
                    }
                }
            }
        }
    }
}

/// Puts a text on the clipboard, and says which way it went.
fn copy(
    compare: &mut Compare,
    (text, options): (&str, &Options),
    screen: &mut Screen,
) -> io::Result<()> {
    let (clean, removed) = clipboard::clean(text);
    match clipboard::copy(&options.clipboard, &clean) {
        Ok(copied) => {
            let said = compare.message.take().unwrap_or_else(|| "copied".to_owned());
            let parts = [Some(format!("{said} {}", copied.way)), removed];
            compare.message = Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
            screen.send(&copied.bytes)
        }
        Err(why) => {
            compare.message = Some(format!("not copied: {why}"));
            Ok(())
        }
    }
}

/// Hands the terminal to an editor for an effect that needs one.
fn edit(
    compare: &mut Compare,
    effect: Effect,
    (editor, ending): (&str, &AtomicBool),
) -> Result<()> {
    match effect {
        Effect::Edit { path, line } => editor::open(editor, &path, line, ending),
        Effect::Read { name, text, line } => editor::open_text(editor, &name, &text, line, ending),
        Effect::WriteNote(text) => {
            let text = editor::write(editor, &text, ending)?;
            compare.halves.iter_mut().for_each(|half| take_note(&mut half.state, &text));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn measure(compare: &mut Compare) {
    if let Ok(size) = crossterm::terminal::size() {
        compare.resize(size);
    }
}
