//! The popup with everything about the citation selected.

use crate::tui::actions::settle::settle;
use crate::tui::keymap::{Key, Section};
use crate::tui::panel::detail::{detail_entries, detail_title};
use crate::tui::state::detail::{Detail, Entries};
use crate::tui::state::effect::Effect;
use crate::tui::state::screen::{Mode, State};

/// Opens the popup.
pub fn open_detail(state: &mut State) {
    let entries = Entries::new(detail_entries(state));
    let title = detail_title(state);
    state.mode = Mode::Detail(Box::new(Detail { title, entries, ..Detail::default() }));
    settle(state);
}

/// Rebuilds the entries, because more is known or another citation is selected.
pub fn renew_detail(state: &mut State) {
    if !matches!(state.mode, Mode::Detail(_)) {
        return;
    }
    let (title, entries) = (detail_title(state), Entries::new(detail_entries(state)));
    if let Mode::Detail(detail) = &mut state.mode
        && (detail.title != title || detail.entries.all() != entries.all())
    {
        detail.entries = entries;
        detail.title = title;
        settle(state);
    }
}

/// Handles a key of the panes while the popup is open: it scrolls, copies and closes; `None` for a
/// key that keeps its usual effect.
pub fn press_in_detail(state: &mut State, key: Key) -> Option<Vec<Effect>> {
    let command = state.keymap.command(Section::Browse, key).unwrap_or_default().to_owned();
    let Mode::Detail(detail) = &mut state.mode else { return None };
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
            let chosen = detail.chosen().filter(|entry| !entry.text.is_empty());
            let Some(entry) = chosen.cloned() else { return Some(Vec::new()) };
            state.say(format!("copied: {}", entry.label.to_lowercase()));
            return Some(vec![Effect::Copy(entry.text)]);
        }
        "clear" | "detail" | "quit" | "show-passage" => state.mode = Mode::Browse,
        _ => return None,
    }
    Some(Vec::new())
}
