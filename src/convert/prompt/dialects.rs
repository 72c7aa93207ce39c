//! The citation formats that a model can be asked to use: those that the readers know and that need
//! no program between the model and its text.

use crate::convert::material::{Form, Ids, Spelling};

/// A way of citing.
#[derive(Debug)]
pub struct Dialect {
    /// The name of the format that reads it.
    pub name: &'static str,
    /// Description, in one line.
    pub title: &'static str,
    /// The form of material that goes with it.
    pub form: &'static str,
    /// The ids that it can cite.
    pub ids: &'static [Ids],
    /// True if ids are in lenticular brackets.
    pub brackets: bool,
    /// Instructions, with placeholders.
    pub(super) text: &'static str,
    /// The end of a sentence on how lines are added.
    pub(super) then_lines: &'static str,
    /// A citation of an id, and of lines of it.
    pub(super) write: fn(&str, Option<&str>, Spelling) -> String,
}

/// Every dialect; the first is the one by default.
pub const DIALECTS: &[Dialect] = &[
    Dialect {
        name: "markers",
        title: "the citation guide's markers with private-use characters",
        form: "citation-marker",
        ids: Ids::ALL,
        brackets: false,
        text: include_str!("../../../assets/prompt/dialects/markers.md"),
        then_lines: ", the same separator and the lines",
        write: marker,
    },
    Dialect {
        name: "numbered",
        title: "numbers in square brackets, `[1]`",
        form: "source-tags",
        ids: &[Ids::Number],
        brackets: false,
        text: include_str!("../../../assets/prompt/dialects/numbered.md"),
        then_lines: ", with a comma and the lines after it",
        write: number,
    },
    Dialect {
        name: "lenticular",
        title: "ids in lenticular brackets, `【turn0file0†L8-L13】`",
        form: "citation-marker",
        ids: &[Ids::Turn],
        brackets: true,
        text: include_str!("../../../assets/prompt/dialects/lenticular.md"),
        then_lines: ", with a dagger `†` and the lines after it",
        write: marker,
    },
];

impl Dialect {
    /// Returns the default kind of ids in a form.
    pub fn ids_in(&self, form: &Form) -> Ids {
        let first = self.ids.first().copied().unwrap_or(form.ids);
        if self.ids.contains(&form.ids) { form.ids } else { first }
    }
}

fn marker(id: &str, lines: Option<&str>, spelling: Spelling) -> String {
    let fields: Vec<&str> = std::iter::once(id).chain(lines).collect();
    spelling.marker(&fields)
}

fn number(id: &str, lines: Option<&str>, _: Spelling) -> String {
    lines.map_or_else(|| format!("[{id}]"), |lines| format!("[{id}, {lines}]"))
}
