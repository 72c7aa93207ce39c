//! Work outside the program on behalf of a command: copying, opening, editing.

use std::io;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use crate::cases::Cases;
use crate::error::{Error, Result};
use crate::inspect;
use crate::inspect::Inspection;
use crate::text::prose::count;
use crate::tui::actions::moves::resize;
use crate::tui::background;
use crate::tui::clipboard;
use crate::tui::editor;
use crate::tui::options::Options;
use crate::tui::state::{Batch, Effect, Message, Question, Review, State};
use crate::tui::terminal;
use crate::tui::terminal::Screen;
use crate::tui::threads;
use crate::tui::verdict_saver::{Reviewing, VerdictSaver};

/// Starts the requested review.
pub fn begin_review(state: &mut State, reviewing: &Reviewing) {
    state.review = Review::new(reviewing.reviewer.clone(), reviewing.blind);
    // The first screen shows the keys that work on the next one.
    state.review.on = reviewing.is_on();
}

/// Applies the user's settings to the state.
pub fn apply_options(state: &mut State, options: &Options) {
    (state.review.stays, state.review.skips_reasons) = (!options.advance, !options.reasons);
    state.review.opens_next = options.next_case;
    state.review.judging.on = options.judge.is_some();
    state.mouse = options.mouse;
    (state.split, state.wrap) = (options.split, options.wrap);
    state.tab_width = options.tab_width;
    resize(state, state.size);
    if !options.notices.is_empty() {
        state.warn(options.notices.join("; "));
    }
}

/// The byte that Ctrl-C sends.
const CTRL_C: u8 = 0x03;

/// Reads the first case, or only its beginning if that is shown first (true then). An unreadable
/// case is shown as such if there are others.
pub fn first_case(cases: &Cases, batch: &mut Batch) -> Result<(Inspection, bool)> {
    let preview = cases.preview(0);
    let is_beginning = preview.is_some();
    match preview.map_or_else(|| cases.read(0), Ok) {
        Ok(case) => Ok((inspect::begin(case), is_beginning)),
        Err(error) if cases.has(1) => {
            batch.failed = Some(error.to_string());
            Ok((Inspection::default(), is_beginning))
        }
        Err(error) => Err(error),
    }
}

/// Discards the input typed before the first screen, and says so; true if it contained Ctrl-C.
pub fn drop_typed(state: &mut State, typed_before: &mut Vec<u8>) -> bool {
    typed_before.extend(terminal::typed());
    let typed = background::without_answer(&std::mem::take(typed_before));
    if !typed.is_empty() {
        state.warn("keys pressed before the first screen were not used");
    }
    typed.contains(&CTRL_C)
}

/// Ends the program, unless a draft of a note would be lost or verdicts that were on disk are there no
/// longer.
pub fn quit(saver: &mut VerdictSaver, state: &mut State) -> Option<ExitCode> {
    saver.verify(state);
    if !state.review.has_unsaved() {
        return Some(ExitCode::SUCCESS);
    }
    state.ask(Question::Quit);
    None
}

/// The reason for verdicts that are lost because their reviewer gave them up.
pub const DISCARDED: &str = "they were discarded";

/// Returns the error that lists verdicts which are not on disk.
pub fn not_saved(unsaved: &[String], why: &str) -> Error {
    let what = count(unsaved.len(), "verdict");
    Error::new("save", what, why).hint(format!("not saved: {}", unsaved.join("; ")))
}

/// Puts a text on the clipboard. Returns `said` with the way it went, or why it was not copied.
pub fn copy(
    screen: &mut Screen,
    options: &Options,
    (said, text): (Option<String>, &str),
) -> io::Result<Message> {
    let (clean, removed) = clipboard::clean(text);
    let copied = match clipboard::copy(&options.clipboard, &clean) {
        Ok(copied) => copied,
        Err(why) => return Ok(Message { text: format!("not copied: {why}"), trouble: true }),
    };
    screen.send(&copied.bytes)?;
    let said = said.unwrap_or_else(|| "copied".to_owned());
    let parts = [Some(format!("{said} {}", copied.way)), removed];
    let text = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Ok(Message { text, trouble: false })
}

/// Opens an address with the user's program, or copies it.
pub fn open(
    state: &mut State,
    screen: &mut Screen,
    options: &Options,
    address: &str,
) -> io::Result<()> {
    if options.open_command.is_empty() {
        let said = Some(format!("copied {address}"));
        state.message = Some(copy(screen, options, (said, address))?);
        return Ok(());
    }
    match threads::open_with(&options.open_command, address) {
        Ok(program) => state.notify(format!("opened with {program}")),
        Err(why) => state.warn(why.to_string()),
    }
    Ok(())
}

/// Lets the user's editor show a file or a document's text, or change a note, which is returned.
/// Waits no longer once the program is to end.
pub fn edit(configured: &str, effect: Effect, ending: &AtomicBool) -> Result<Option<String>> {
    match effect {
        Effect::Edit { path, line } => editor::open(configured, &path, line, ending)?,
        Effect::Read { name, text, line } => {
            editor::open_text(configured, &name, &text, line, ending)?;
        }
        Effect::WriteNote(text) => return editor::write(configured, &text, ending).map(Some),
        _ => {}
    }
    Ok(None)
}
