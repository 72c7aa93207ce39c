//! Commands that reach beyond the screen: clipboard, editor, mouse, shell.

use crate::model::{Locator, Source, SourceText, Target};
use crate::sources;
use crate::text::address::is_address;
use crate::text::prose::count;
use crate::tui::commands::shared::{Command, Group, pages_of_passage};
use crate::tui::state::{Effect, Focus, Question, State};

/// The most that is put on a clipboard, in bytes; terminals refuse more.
const CLIPBOARD: usize = 64 * 1024;

pub(super) const COPY_PASSAGE: Command =
    Command::new(Group::Outside, "copy-passage", "copy the cited passage")
        .when(|state| state.passage().is_some())
        .run(copy_passage);

pub(super) const COPY_REFERENCE: Command = Command::new(
    Group::Outside,
    "copy-reference",
    "copy the reference: title and address, or id, and the lines or page",
)
.when(|state| state.citation().is_some_and(|citation| !citation.targets.is_empty()))
.run(copy_reference);

pub(super) const OPEN_ADDRESS: Command = Command::new(
    Group::Outside,
    "open-address",
    "open the address of the source with your `open-command`, or copy it",
)
.when(|state| state.shown_source().is_some_and(|source| source.url.is_some()))
.run(|state| match state.shown_source().and_then(|source| source.url.clone()) {
    Some(address) if is_address(&address) => state.request(Effect::Open(address)),
    Some(address) => {
        state.warn(format!("not a web address: {address}"));
    }
    None => {
        state.warn("this source has no address");
    }
});

pub(super) const EDIT: Command = Command::new(
    Group::Outside,
    "edit",
    "open the source in $EDITOR at the line; of a PDF a copy of its text",
)
.when(|state| state.shown_source().is_some_and(|source| source.origin.is_some()))
.run(edit);

pub(super) const TOGGLE_MOUSE: Command = Command::new(
    Group::Program,
    "toggle-mouse",
    "give the mouse to the terminal to select text, or take it back",
)
.run(|state| {
    state.mouse = !state.mouse;
    state.notify(if state.mouse { "mouse on" } else { "mouse off: the terminal selects text" });
    state.request(Effect::Mouse(state.mouse));
});

pub(super) const REDRAW: Command = Command::new(Group::Program, "redraw", "draw the screen anew")
    .run(|state| state.request(Effect::Redraw));

pub(super) const SUSPEND: Command =
    Command::new(Group::Program, "suspend", "back to the shell; `fg` returns")
        .run(|state| state.request(Effect::Suspend));

pub(super) const QUIT: Command = Command::new(
    Group::Program,
    "quit",
    "quit; asks first while verdicts or drafts of notes are not saved",
)
.run(|state| {
    if !state.review.has_unsaved() {
        return state.request(Effect::Quit);
    }
    state.ask(Question::Quit);
});

pub(super) fn copy_passage(state: &mut State) {
    let Some(passage) = state.passage() else {
        state.warn("no passage to copy");
        return;
    };
    let store = state.inspection.store(passage.source);
    let Some(store) = store else { return };
    let text = store.read(passage.span, CLIPBOARD);
    let cut = if passage.span.len() > CLIPBOARD { ", cut at 64 KiB" } else { "" };
    state.notify(format!("copied {}{cut}", count(text.lines().count(), "line")));
    state.request(Effect::Copy(text));
}

pub(super) fn copy_reference(state: &mut State) {
    let target = state.citation().and_then(|citation| citation.targets.get(state.target));
    let Some(target) = target else {
        state.warn("no reference to copy");
        return;
    };
    let locator = pages_of_passage(state).or_else(|| target.locator.clone());
    let reference = reference(target, locator.as_ref(), state.shown_source());
    state.notify(format!("copied {reference}"));
    state.request(Effect::Copy(reference));
}

/// Returns a reference by which a reader can find a source again: title and address of a web page,
/// otherwise its id; and the place in it, if that makes sense outside this answer.
fn reference(target: &Target, locator: Option<&Locator>, source: Option<&Source>) -> String {
    let address = source.and_then(|source| source.url.as_ref());
    let title = source.and_then(|source| source.title.as_ref());
    let mut parts: Vec<String> = Vec::new();
    match (title, address) {
        (title, Some(_)) => parts.extend(title.cloned()),
        (_, None) => parts.push(match locator {
            Some(locator) => format!("{} {locator}", target.id),
            None => target.id.clone(),
        }),
    }
    // Offsets and blocks mean nothing outside this answer.
    let is_place =
        |locator: &&Locator| matches!(locator, Locator::Pages { .. } | Locator::Lines { .. });
    if address.is_some() {
        parts.extend(locator.filter(is_place).map(Locator::to_string));
    }
    parts.extend(address.cloned());
    parts.join(", ")
}

pub(super) fn edit(state: &mut State) {
    let Some(source) = state.shown_source().cloned() else { return };
    let Some(origin) = &source.origin else {
        state.warn("this source has no file");
        return;
    };
    let line = line_in_file(state).unwrap_or(origin.first_line).max(1);
    let path = origin.path.clone();
    let Some(kind) = source.extracted_from else {
        return state.request(Effect::Edit { path, line });
    };
    // The lines of its file are different ones, or it has no file: an editor would show another
    // text.
    let SourceText::Inline(text) = source.text else {
        state.warn(format!("no text extracted from {}", path.display()));
        return;
    };
    let kind = kind.to_uppercase();
    state.notify(format!("that was the text extracted from the {kind} {}", path.display()));
    let name = format!("{}.txt", path.file_name().unwrap_or_default().to_string_lossy());
    state.request(Effect::Read { name, text, line });
}

/// Returns the physical line of the file to open: the cursor's if the source has the focus,
/// otherwise the passage's.
pub(super) fn line_in_file(state: &State) -> Option<u64> {
    let flow = state.source.flow.as_ref()?;
    let offset = match state.passage_shown() {
        Some(passage) if state.focus == Focus::Response => passage.span.start,
        _ => state.source.window.cursor.item,
    };
    sources::line_in_file(state.shown_source()?, &flow.store, offset)
}
