//! The texts of the demo: what to see at each citation, and which key to press.

use crate::tui::keymap::Section;
use crate::tui::state::State;

/// Begins with the words on the first citation.
pub fn begin_guide(state: &mut State, words: &'static [&'static str]) {
    state.guide = words;
    guide(state, None);
}

/// Shows the text on the selected citation, unless it is the one `before` or another message is
/// shown.
pub fn guide(state: &mut State, before: Option<usize>) {
    let selected = state.selected.filter(|selected| Some(*selected) != before);
    let words = selected.and_then(|selected| state.guide.get(selected));
    let Some(words) = words.filter(|_| state.message.is_none()) else { return };
    let mut said = String::new();
    for (index, part) in words.split(['{', '}']).enumerate() {
        // Every second part is the name of a command, for its key.
        let key = state.keymap.keys_of(Section::Browse, part).next().filter(|_| index % 2 == 1);
        said.push_str(key.unwrap_or(part));
    }
    state.notify(said);
}
