//! Citation dialects: one file each, the slice [`FORMATS`], and what they share.
//!
//! [`open`] divides an input into records (the whole of it, or one line of JSON Lines each) and
//! asks every format whether a record is its own. The answer is a reason in words, which the
//! screen and the reports show: recognition is a claim like any other. Reading is lenient; what is
//! not understood becomes a note on the case, and only a record that is in no dialect is an error.

pub mod case;
pub mod cases;
pub mod container;
pub mod draft;
pub mod input;
pub mod json;
pub mod markers;
pub mod offsets;
pub mod text;

pub use cases::Cases;
pub use input::{Input, Record};
pub use markers::Families;

use crate::error::{Error, Result};
use crate::model::Case;
use crate::text::prose::ticked;

/// A dialect that can be read.
#[derive(Debug)]
pub struct Format {
    /// The short name, as `--from` takes it.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What recognition rests on.
    pub recognised_by: &'static str,
    /// Where the sources come from.
    pub sources_from: &'static str,
    /// What its offsets count.
    pub units: &'static str,
    /// Whether the beginning of an input can be read by itself, for a first look.
    pub beginning_reads: bool,
    /// Why a record is in this dialect; `None` when it is not.
    pub detect: fn(&Record<'_>) -> Option<String>,
    /// Reads a record of this dialect. The caller fills in `id`, `input` and `format`.
    pub read: fn(&Record<'_>, &Families) -> Result<Case>,
}

/// Every dialect, in the order in which they are asked: the most particular first.
pub const FORMATS: &[Format] = &[case::FORMAT, text::FORMAT];

/// The format of that name.
pub fn by_name(name: &str) -> Result<&'static Format> {
    FORMATS.iter().find(|format| format.name == name).ok_or_else(|| {
        Error::new("use", format!("`--from {name}`"), "there is no format of that name")
            .hint(format!("the formats are {}", ticked(FORMATS.iter().map(|f| f.name), usize::MAX)))
    })
}

/// The first format whose own the record is, and why.
pub fn detect(record: &Record<'_>) -> Option<(&'static Format, String)> {
    FORMATS.iter().find_map(|format| Some((format, (format.detect)(record)?)))
}

/// Divides `input` into cases, in the dialect named by `from` or else recognised.
///
/// Fails when `from` names no format, or when no record of the input is in a known dialect. A bad
/// line among good ones fails by itself, when it is read.
pub fn open(input: Input, from: Option<&str>, families: &Families) -> Result<Cases> {
    let forced = from.map(by_name).transpose()?;
    Cases::new(input, forced, families.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_describes_itself() {
        for (index, format) in FORMATS.iter().enumerate() {
            let others = FORMATS.get(index + 1..).unwrap_or_default();
            assert!(others.iter().all(|other| other.name != format.name), "{}", format.name);
            assert!(format.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            for text in [format.title, format.recognised_by, format.sources_from, format.units] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", format.name);
            }
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = by_name("nope").unwrap_err();
        assert_eq!(error.to_string(), "cannot use `--from nope`: there is no format of that name");
        assert_eq!(error.advice(), Some("the formats are `case` and `markers`"));
    }
}
