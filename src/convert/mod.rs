//! Responses and sources in other forms: a response in another dialect or style, documents as
//! citable material for a prompt, and the instructions that go with them.
//!
//! A conversion keeps what its form can express and reports the rest: the entry of a form lists the
//! [`Fact`]s that it can express, and all other facts of a case are reported as a [`Loss`]; writers
//! add the losses of single citations. Output in a dialect can be read back by [`crate::dialects`].

#[cfg(feature = "styles")]
mod academic;
mod addresses;
mod anthropic;
mod blanks;
mod case;
#[cfg(feature = "styles")]
mod csl;
mod edits;
mod escapes;
mod fragment;
mod footnotes;
mod gemini;
mod html;
#[cfg(feature = "styles")]
mod kept_styles;
mod links;
mod losses;
mod marked;
mod markers;
pub mod material;
mod numbered;
mod open_webui;
mod plain;
pub mod prompt;
mod references;
mod selectors;
mod wire;
mod wording;

#[cfg(feature = "styles")]
pub use academic::Style;
pub use losses::{Fact, Loss};
pub use plain::CONVERSION as PLAIN;

use crate::inspect::Inspection;
use losses::Losses;
use wording::Wording;

/// A form that a response can be written in.
#[derive(Debug)]
pub struct Conversion {
    /// The name that `--to` takes.
    pub name: &'static str,
    /// Kind.
    pub title: &'static str,
    /// File extension, without the dot.
    pub extension: &'static str,
    /// Facts that it can represent.
    pub holds: &'static [Fact],
    /// Writes one case, with a line end at its end unless the response has none.
    write: fn(&mut Wording<'_>) -> String,
}

impl Conversion {
    /// True if cases are written one per line.
    pub fn is_json(&self) -> bool {
        self.extension == "json"
    }
}

/// Every conversion: for readers first, then for programs.
pub const CONVERSIONS: &[Conversion] = &[
    plain::CONVERSION,
    links::CONVERSION,
    numbered::CONVERSION,
    footnotes::CONVERSION,
    #[cfg(feature = "styles")]
    academic::CONVERSION,
    html::CONVERSION,
    markers::CONVERSION,
    case::CONVERSION,
    open_webui::CONVERSION,
    anthropic::CONVERSION,
    gemini::CONVERSION,
    selectors::CONVERSION,
];

/// The position of references.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ReferencePlace {
    /// In a list at the end.
    #[default]
    End,
    /// At the mark itself.
    Inline,
}

/// Options of conversions; each uses those that apply.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Position of references.
    pub references: ReferencePlace,
    /// Base address of sources without an address; their path is appended.
    pub base: Option<String>,
    /// Links lead to pages as a whole and not to the words.
    pub whole_pages: bool,
    /// The style of academic references.
    #[cfg(feature = "styles")]
    pub style: Style,
}

/// A case in another form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Converted {
    /// The case as the form has it.
    pub text: String,
    /// Parts that the form cannot represent.
    pub losses: Vec<Loss>,
}

/// Writes a case in another form.
pub fn convert(inspection: &Inspection, to: &Conversion, options: &Options) -> Converted {
    let mut wording = Wording::new(inspection, options, Losses::new(inspection, to.holds));
    let text = (to.write)(&mut wording);
    Converted { text, losses: wording.losses.finish() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_conversion_has_its_own_name_and_a_title() {
        let names: BTreeSet<&str> = CONVERSIONS.iter().map(|it| it.name).collect();
        assert_eq!(names.len(), CONVERSIONS.len(), "{names:?}");
        assert!(CONVERSIONS.iter().all(|it| !it.title.is_empty() && !it.title.ends_with('.')));
    }
}
