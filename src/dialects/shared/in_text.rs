//! Marks in a text that came inside a payload, in whichever text dialect they are.

use super::reasoning;
use crate::dialects::marks::markers::Families;
use crate::dialects::marks::{numbered, pattern, plain};
use crate::dialects::{DIALECTS, InText, Reader};
use crate::model::Source;

/// Reads the marks in a text that came inside a payload, in the first text dialect that it is in.
/// The dialect's name, or `None` when there are no marks.
pub fn in_text(text: &str, families: &Families) -> Option<(&'static str, InText)> {
    if pattern::reason(text, families).is_some() {
        return Some((pattern::DIALECT.name, apart(text, pattern::read(text, families))));
    }
    DIALECTS.iter().find_map(|format| match format.reader {
        Reader::Text { detect, read } if format.name != plain::DIALECT.name => {
            detect(text)?;
            Some((format.name, apart(text, read(text, families))))
        }
        _ => None,
    })
}

/// As [`in_text`] for a text whose sources have these numbers: marks that name one of them count
/// even where they stand alone.
pub(crate) fn in_numbered_text(
    text: &str,
    known: &[u64],
    families: &Families,
) -> Option<(&'static str, InText)> {
    match in_text(text, families) {
        Some((name, found)) if name != numbered::DIALECT.name => Some((name, found)),
        found if known.is_empty() => found,
        _ => {
            let found = apart(text, numbered::in_known(text, known));
            (!found.citations.is_empty()).then_some((numbered::DIALECT.name, found))
        }
    }
}

/// Reads the marks in a text that came with these sources: numbers that name one of them count even
/// where they stand alone.
pub(crate) fn marks_among(text: &str, sources: &[Source], families: &Families) -> InText {
    let known: Vec<u64> = if sources.iter().all(|source| source.id.is_empty()) {
        (1..=sources.len() as u64).collect()
    } else {
        sources.iter().filter_map(|source| source.id.parse().ok()).collect()
    };
    let found = in_numbered_text(text, &known, families).map(|(_, found)| found);
    found.unwrap_or_else(|| apart(text, InText::default()))
}

/// What was found in a text, without what was found in the model's thoughts before it.
pub(crate) fn apart(text: &str, mut found: InText) -> InText {
    reasoning::set_apart(text, &mut found);
    found
}
