//! Passes keys to a note being written, through a text widget that is created for each key from the
//! draft in the state: several lines, moving by words, selection.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use crate::tui::keymap::Key;
use crate::tui::state::NoteDraft;
use crate::tui::state::note::{NoteText, Point};

/// Handles a key that is not a command: typing, moving, erasing. `inside` is the area of the text.
pub fn press(draft: &mut NoteDraft, key: Key, inside: Rect) {
    match (key.code, key.modifiers) {
        // A tab would look like blanks.
        (KeyCode::Tab, _) => {}
        (KeyCode::Char('u'), KeyModifiers::CONTROL) => draft.undo(),
        (KeyCode::Char('r'), KeyModifiers::CONTROL) => draft.redo(),
        (code, modifiers) => {
            let mut widget = widget(&draft.text);
            // The cursor moves by rows, which are known once the text is laid out.
            (&widget).render(inside, &mut Buffer::empty(inside));
            widget.input(KeyEvent::new(code, modifiers));
            draft.set(text_of(&widget));
        }
    }
}

/// Takes a text as if it had been typed.
pub fn insert(draft: &mut NoteDraft, text: &str) {
    let mut widget = widget(&draft.text);
    widget.insert_str(text);
    draft.set(text_of(&widget));
}

/// Returns the widget that shows a note.
pub fn widget(text: &NoteText) -> TextArea<'static> {
    let mut widget = TextArea::new(text.lines.clone());
    widget.set_wrap_mode(WrapMode::WordOrGlyph);
    if let Some(from) = text.selected_from {
        widget.move_cursor(jump(from));
        widget.start_selection();
    }
    widget.move_cursor(jump(text.cursor));
    widget
}

fn jump((line, character): Point) -> CursorMove {
    let clamped = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
    CursorMove::Jump(clamped(line), clamped(character))
}

fn text_of(widget: &TextArea<'_>) -> NoteText {
    let at = widget.cursor();
    let cursor = (at.0, at.1);
    let selected = widget.selection_range();
    let selected_from = selected.map(|(from, to)| if from == cursor { to } else { from });
    NoteText { lines: widget.lines().to_vec(), cursor, selected_from }
}
