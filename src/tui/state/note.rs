//! A note being written: its lines, the cursor, and its undo history. [`crate::tui::note_editor`]
//! handles the keys.

use crate::review::Judgement;

/// A line and a character in it, both from 0.
pub type Point = (usize, usize);

/// A note being written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteDraft {
    /// Index of the subject it is about.
    pub subject: usize,
    /// The text and the cursor.
    pub text: NoteText,
    pub(in crate::tui) past: Vec<NoteText>,
    pub(in crate::tui) undone: Vec<NoteText>,
}

/// A note that was begun and closed without being saved.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedDraft {
    /// The note.
    pub draft: NoteDraft,
    /// A judgement on its subject to save it in, because another case may be shown by then.
    pub about: Judgement,
}

/// The text of a note, at least one line, with the cursor in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteText {
    /// Its lines.
    pub lines: Vec<String>,
    /// The place of the cursor.
    pub cursor: Point,
    /// The start of the selection, if there is one.
    pub selected_from: Option<Point>,
}

impl NoteDraft {
    /// Returns a draft of the note on a subject, with the cursor at its end.
    pub fn new(subject: usize, note: &str) -> Self {
        let mut lines: Vec<String> = note.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            lines.push(String::new());
        }
        let end = lines.last().map_or(0, |line| line.chars().count());
        let text = NoteText { cursor: (lines.len() - 1, end), lines, selected_from: None };
        Self { subject, text, past: Vec::new(), undone: Vec::new() }
    }

    /// Returns the note as it is.
    pub fn note(&self) -> String {
        self.text.lines.join("\n").trim_end().to_owned()
    }

    /// Sets the text after a key; a change can be undone.
    pub fn set(&mut self, text: NoteText) {
        let before = std::mem::replace(&mut self.text, text);
        if before.lines != self.text.lines {
            self.past.push(before);
            self.undone.clear();
        }
    }

    /// Goes back to the text before the last change.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.undone.push(std::mem::replace(&mut self.text, before));
        }
    }

    /// Brings the change undone last back.
    pub fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.past.push(std::mem::replace(&mut self.text, after));
        }
    }
}
