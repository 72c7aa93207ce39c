//! The popup about the citation selected: everything, or its cited lines then and now.

use crate::tui::actions::settle::settle;
use crate::tui::keymap::{Key, Section};
use crate::tui::layout::Window;
use crate::tui::panel::detail::{detail_entries, detail_title};
use crate::tui::panel::past::past_entries;
use crate::tui::state::{Detail, Effect, Entries, Mode, State, Topic};

/// Opens the popup.
pub fn open_detail(state: &mut State, topic: Topic) {
    let (title, entries) = contents(state, topic);
    state.mode = Mode::Detail(Box::new(Detail { topic, title, entries, ..Detail::default() }));
    settle(state);
}

fn contents(state: &State, topic: Topic) -> (String, Entries) {
    let title = detail_title(state);
    match topic {
        Topic::Citation => (title, Entries::new(detail_entries(state))),
        Topic::Past => (format!("{title}, then and now"), Entries::new(past_entries(state))),
    }
}

/// Makes the entries anew: more is known, or another citation is selected. Closes the popup if none
/// is.
pub fn renew_detail(state: &mut State) {
    let Mode::Detail(detail) = &state.mode else { return };
    if state.selected.is_none() && state.sentence().is_none() {
        // Nothing is selected any more; a question about the last one stays.
        state.mode = detail.question.map_or(Mode::Browse, Mode::Ask);
        return;
    }
    let (title, entries) = contents(state, detail.topic);
    if let Mode::Detail(detail) = &mut state.mode
        && (detail.title != title || detail.entries.all() != entries.all())
    {
        if detail.title != title {
            detail.window = Window::default();
        }
        detail.entries = entries;
        detail.title = title;
        settle(state);
    }
}

/// Handles a key of the panes while the popup is open: it scrolls, copies and closes. False for a
/// key that keeps its usual effect.
pub fn press_in_detail(state: &mut State, key: Key) -> bool {
    let command = state.keymap.command(Section::Browse, key).unwrap_or_default().to_owned();
    let Mode::Detail(detail) = &mut state.mode else { return false };
    let page = isize::try_from(detail.window.height.max(1)).unwrap_or(1);
    match command.as_str() {
        "down" => detail.step(1),
        "up" => detail.step(-1),
        "half-page-down" => detail.step(page / 2),
        "half-page-up" => detail.step(-page / 2),
        "page-down" => detail.step(page),
        "page-up" => detail.step(-page),
        "top" => detail.go_to_end(false),
        "bottom" => detail.go_to_end(true),
        "copy-passage" => {
            let Some((label, text)) = detail.chosen() else { return true };
            let (label, text) = (label.to_lowercase(), text.to_owned());
            state.notify(format!("copied: {label}"));
            state.request(Effect::Copy(text));
        }
        "detail" if detail.topic == Topic::Past => return false,
        "show-earlier" if detail.topic == Topic::Citation => return false,
        "clear" | "detail" | "show-earlier" | "quit" | "show-passage" => state.mode = Mode::Browse,
        _ => return false,
    }
    true
}
