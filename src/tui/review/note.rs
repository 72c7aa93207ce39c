//! The editor for a note: several lines, undo, selection; the widget is a library's.

use std::cell::Ref;
use std::cell::RefCell;
use std::fmt;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use crate::tui::commands::Effect;
use crate::tui::keymap::Key;
use crate::tui::state::{Mode, State};

/// A note being written.
#[derive(Clone)]
pub struct NoteEditor {
    /// Index of the subject it is about.
    pub subject: usize,
    area: RefCell<TextArea<'static>>,
}

impl NoteEditor {
    /// An editor with the note so far, the cursor at its end.
    pub fn new(subject: usize, note: &str) -> Self {
        let mut area = TextArea::new(note.lines().map(str::to_owned).collect());
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { subject, area: RefCell::new(area) }
    }

    /// The note as it is now.
    pub fn text(&self) -> String {
        self.area.borrow().lines().join("\n").trim_end().to_owned()
    }

    /// Takes a key that is no command: typing, moving, erasing.
    pub fn press(&mut self, key: Key) {
        let event = KeyEvent::new(key.code, key.modifiers);
        // A tab would look like blanks and be something else.
        if event.code != KeyCode::Tab {
            self.area.get_mut().input(event);
        }
    }

    /// Takes a text as if it had been typed.
    pub fn insert(&mut self, text: &str) {
        self.area.get_mut().insert_str(text);
    }

    /// The widget.
    pub fn area(&self) -> Ref<'_, TextArea<'static>> {
        self.area.borrow()
    }
}

impl fmt::Debug for NoteEditor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NoteEditor")
            .field("subject", &self.subject)
            .field("text", &self.text())
            .finish_non_exhaustive()
    }
}

impl State {
    /// Opens the editor for the note on the subject selected.
    pub(in crate::tui) fn open_note(&mut self) {
        let Some(index) = self.ready_subject() else { return };
        let note = self.review.own(index).map(|own| own.judgement.note.clone());
        self.mode = Mode::Note(Box::new(NoteEditor::new(index, &note.unwrap_or_default())));
    }

    /// Takes a key into the note being written.
    pub(in crate::tui) fn write_in_note(&mut self, key: Key) {
        if let Mode::Note(editor) = &mut self.mode {
            editor.press(key);
        }
    }

    /// Takes a text into the note being written.
    pub(in crate::tui) fn write_note(&mut self, text: &str) {
        if let Mode::Note(editor) = &mut self.mode {
            editor.insert(text);
        }
    }

    /// Keeps the note being written; `None` leaves it as it was.
    pub(in crate::tui) fn close_note(&mut self, keep: bool) -> Vec<Effect> {
        let Mode::Note(editor) = std::mem::take(&mut self.mode) else { return Vec::new() };
        if !keep {
            return Vec::new();
        }
        let mut judgement = self.judgement(editor.subject);
        judgement.note = editor.text();
        self.record(judgement)
    }
    /// Hands the note being written to the user's editor.
    pub(in crate::tui) fn hand_over_note(&self) -> Vec<Effect> {
        match &self.mode {
            Mode::Note(editor) => vec![Effect::WriteNote(editor.text())],
            _ => Vec::new(),
        }
    }

    /// Takes over what the note was made in the user's editor.
    pub fn take_note(&mut self, text: &str) {
        if let Mode::Note(editor) = &mut self.mode {
            **editor = NoteEditor::new(editor.subject, text);
        }
    }
}
