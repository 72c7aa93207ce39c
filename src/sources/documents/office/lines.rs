//! Text by paragraph, into which the office formats are converted.

use super::super::DocumentPart;

/// The lines of a document, and its open elements.
#[derive(Debug, Default)]
pub(super) struct OfficeText {
    text: String,
    open: Vec<Open>,
    /// Footnotes, in the order of their places.
    notes: Vec<String>,
    /// Names, and the byte of `text` each is of.
    anchors: Vec<(String, usize)>,
    /// Names of the line that is written next.
    names: Vec<String>,
}

/// Something that takes lines.
#[derive(Debug)]
enum Open {
    /// A paragraph: the text before it (`- `), its own text, and the lines of floating parts, which
    /// follow it.
    Paragraph {
        before: String,
        text: String,
        beside: Vec<String>,
    },
    /// A row of a table, with the cells that are whole.
    Row(Vec<String>),
    Cell(Vec<String>),
    /// A footnote with its lines.
    Note(Vec<String>),
}

impl OfficeText {
    /// Begins a paragraph.
    pub(super) fn paragraph(&mut self) {
        let (before, text, beside) = (String::new(), String::new(), Vec::new());
        self.open.push(Open::Paragraph { before, text, beside });
    }

    /// Puts this before the paragraph that is open.
    pub(super) fn before(&mut self, words: &str) {
        if let Some(Open::Paragraph { before, .. }) = self.open.last_mut() {
            words.clone_into(before);
        }
    }

    /// Begins a row of a table.
    pub(super) fn row(&mut self) {
        self.open.push(Open::Row(Vec::new()));
    }

    /// Begins a cell.
    pub(super) fn cell(&mut self) {
        self.open.push(Open::Cell(Vec::new()));
    }

    /// Begins a footnote.
    pub(super) fn note(&mut self) {
        self.open.push(Open::Note(Vec::new()));
    }

    /// Adds text to the paragraph that is open; text outside paragraphs is layout.
    pub(super) fn push(&mut self, words: &str) {
        if let Some(Open::Paragraph { text, .. }) = self.open.last_mut() {
            text.push_str(words);
        }
    }

    /// As [`OfficeText::push`], for formats in which a run of blanks is one blank.
    pub(super) fn push_folded(&mut self, words: &str) {
        let Some(Open::Paragraph { text, .. }) = self.open.last_mut() else { return };
        for c in words.chars() {
            if !c.is_ascii_whitespace() {
                text.push(c);
            } else if !text.ends_with([' ', '\n', '\t']) {
                text.push(' ');
            }
        }
    }

    /// Names the open line, or else the next one.
    pub(super) fn name(&mut self, name: String) {
        self.names.push(name);
    }

    /// Ends the innermost open element.
    pub(super) fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Paragraph { before, text, beside }) => {
                let text = text.trim_end();
                if !text.trim().is_empty() {
                    self.line(format!("{before}{text}"));
                }
                for line in beside {
                    self.line(line);
                }
            }
            Some(Open::Row(cells)) if cells.iter().all(String::is_empty) => {}
            Some(Open::Row(cells)) => self.line(cells.join(" | ").trim_end().to_owned()),
            Some(Open::Cell(lines)) => {
                if let Some(Open::Row(cells)) = self.open.last_mut() {
                    cells.push(lines.join(" ").replace(['\n', '\t'], " "));
                }
            }
            Some(Open::Note(lines)) => self.notes.push(lines.join("\n")),
            None => {}
        }
    }

    /// Passes a line to the element around it.
    fn line(&mut self, line: String) {
        match self.open.last_mut() {
            Some(Open::Paragraph { beside: lines, .. } | Open::Cell(lines) | Open::Note(lines)) => {
                lines.push(line);
            }
            Some(Open::Row(cells)) => cells.push(line),
            None => {
                let names = self.names.drain(..).map(|name| (name, self.text.len()));
                self.anchors.extend(names);
                self.text.push_str(&line);
                self.text.push('\n');
            }
        }
    }

    /// Ends everything and gives the text, the footnotes at its end.
    pub(super) fn finish(mut self, emit: &mut dyn FnMut(DocumentPart)) {
        while !self.open.is_empty() {
            self.end();
        }
        for (index, note) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            self.line(format!("Note {}: {note}", index + 1));
        }
        emit(DocumentPart::Text(self.text));
        for (name, start) in self.anchors {
            emit(DocumentPart::Anchor { name, start, end: start });
        }
    }

    /// As [`OfficeText::finish`], the text alone.
    pub(super) fn into_text(self) -> String {
        let mut text = String::new();
        self.finish(&mut |part| {
            if let DocumentPart::Text(all) = part {
                text = all;
            }
        });
        text
    }
}
