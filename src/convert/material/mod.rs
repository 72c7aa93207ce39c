//! Documents as citable material for a prompt: the parts that a model can cite, and their ids.
//!
//! Each way of writing it is a [`Form`] in [`FORMS`] with the name of the presentation in
//! [`crate::sources::PRESENTATIONS`] that reads it: the output is read back with the same ids and
//! lines. No presentation has an escape, so text that imitates its marks is broken with a visible
//! backslash, and private-use characters are written as `⟨U+E200⟩`; the number of such changes is
//! reported. Blanks at the ends of lines and blank lines at the end of a text are left out.

mod blocks;
mod citable;
mod forms;
mod ids;

use std::borrow::Cow;

use crate::sources::defuse::{without_label, without_marks};
use crate::text::prose::{count, one_line};

pub use blocks::blocks;
pub use citable::Document;
pub use forms::{FORMS, Form};
pub use ids::Ids;

/// A unit of citation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A whole document.
    Document,
    /// A paragraph with its headings, which gets its own id.
    #[default]
    Block,
    /// A line or a range of numbered lines.
    Line,
}

impl Unit {
    /// All units, the largest first.
    pub const ALL: [Self; 3] = [Self::Document, Self::Block, Self::Line];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Block => "block",
            Self::Line => "line",
        }
    }

    /// Describes the unit.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Document => "the whole document",
            Self::Block => "a paragraph with its headings",
            Self::Line => "numbered lines",
        }
    }
}

/// Spelling of the markers in the heads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Spelling {
    /// With the private-use characters themselves.
    #[default]
    Characters,
    /// With six-character escapes, `\ue200`.
    Escapes,
    /// In lenticular brackets, `【turn0file0】`.
    Brackets,
}

impl Spelling {
    /// Returns a marker of the family `cite` that holds `fields`.
    pub fn marker(self, fields: &[&str]) -> String {
        match self {
            Self::Characters => {
                format!("\u{e200}cite\u{e202}{}\u{e201}", fields.join("\u{e202}"))
            }
            Self::Escapes => format!("\\ue200cite\\ue202{}\\ue201", fields.join("\\ue202")),
            Self::Brackets => format!("【{}】", fields.join("†")),
        }
    }
}

/// Options of material.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The form.
    pub form: &'static Form,
    /// Unit of citation.
    pub unit: Unit,
    /// Kind of ids.
    pub ids: Ids,
    /// The number of the call in `turn0file0`.
    pub turn: u64,
    /// The number of the first item; `None` for 0 in `turn0file0` and 1 elsewhere.
    pub start: Option<u64>,
    /// About how long a block may be, in code points.
    pub block_size: usize,
    /// Spelling of markers.
    pub spelling: Spelling,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            form: forms::CITATION_MARKER,
            unit: Unit::default(),
            ids: forms::CITATION_MARKER.ids,
            turn: 0,
            start: None,
            block_size: 1200,
            spelling: Spelling::default(),
        }
    }
}

/// Something with an id that can be cited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CitableItem {
    /// Its id, of letters, digits, `_` and `-`.
    pub id: String,
    /// Title, on one line.
    pub title: Option<String>,
    /// Further fields of its head, each on one line.
    pub fields: Vec<(String, String)>,
    /// The number of the block in its document, from 1.
    pub block: Option<u64>,
    /// Its text.
    pub lines: Vec<CitableLine>,
}

/// A line of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitableLine {
    /// The number before it; `None` if lines are not cited, or if it continues the one before.
    pub number: Option<u64>,
    /// Its text, without its line end and blanks before that.
    pub text: String,
}

/// Material for a prompt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Material {
    /// The whole of it; the last line has a line end.
    pub text: String,
    /// The citable items in order; lines are those of the original text.
    pub items: Vec<CitableItem>,
    /// Changes made to the texts, for messages.
    pub messages: Vec<String>,
}

/// Writes documents as citable material.
pub fn material(documents: &[Document<'_>], options: &Options) -> Material {
    let mut messages = Vec::new();
    let mut items = Vec::new();
    let mut namer = ids::Namer::new(documents, options);
    let mut text = options.form.begin.to_owned();
    for (index, document) in documents.iter().enumerate() {
        let mut changes = Changes::default();
        for mut item in document.items(options) {
            item.id = namer.name(index, &item);
            text.push_str(if items.is_empty() { "" } else { options.form.between });
            text.push_str(&changes.written(&item, options));
            items.push(item);
        }
        messages.extend(changes.messages(&document.name()));
    }
    text.push_str(options.form.end);
    Material { text, items, messages }
}

/// Number of changes to the text of a document.
#[derive(Debug, Default)]
struct Changes {
    broken: usize,
    private: usize,
}

impl Changes {
    /// Returns an item in the form that was chosen.
    fn written(&mut self, item: &CitableItem, options: &Options) -> String {
        let mut safe =
            CitableItem { id: item.id.clone(), block: item.block, ..CitableItem::default() };
        safe.title = item.title.as_deref().map(|title| self.one_line(title));
        for (key, value) in &item.fields {
            safe.fields.push((key.clone(), self.one_line(value)));
        }
        let body = self.body(item, options.form);
        (options.form.write)(&safe, &body, options.spelling)
    }

    /// Returns the text of an item with its labels.
    fn body(&mut self, item: &CitableItem, form: &Form) -> String {
        let lines: Vec<String> = item.lines.iter().map(|line| self.line(line)).collect();
        let body = lines.join("\n");
        let (body, broken) = without_marks(&body, form.elements);
        self.broken += broken;
        body
    }

    /// Returns a line with its label.
    fn line(&mut self, line: &CitableLine) -> String {
        let text = self.without_private(&line.text);
        let Some(number) = line.number else {
            let text = without_label(&text);
            self.broken += usize::from(matches!(text, Cow::Owned(_)));
            return text.into_owned();
        };
        let between = if text.is_empty() { "" } else { " " };
        format!("[L{number}]{between}{text}")
    }

    fn one_line(&mut self, text: &str) -> String {
        let text = self.without_private(&one_line(text));
        let (text, broken) = without_marks(&text, &[]);
        self.broken += broken;
        text
    }

    /// Returns `text` with the characters that markers are made of as visible tokens.
    fn without_private(&mut self, text: &str) -> String {
        let is_private = |c: &char| ('\u{e200}'..='\u{e20f}').contains(c);
        let before = self.private;
        self.private += text.chars().filter(is_private).count();
        let token = |c: char| {
            if is_private(&c) { format!("⟨U+{:04X}⟩", u32::from(c)) } else { c.to_string() }
        };
        if self.private == before { text.to_owned() } else { text.chars().map(token).collect() }
    }

    fn messages(&self, name: &str) -> Vec<String> {
        let mut messages = Vec::new();
        if self.broken > 0 {
            let places = count(self.broken, "place");
            messages
                .push(format!("{name}: {places} that look like marks escaped with a backslash"));
        }
        if self.private > 0 {
            let characters = count(self.private, "character");
            // Brackets as in the text would be escaped themselves.
            messages.push(format!(
                "{name}: {characters} used by markers written as numbers in brackets, such as `U+E200`"
            ));
        }
        messages
    }
}
