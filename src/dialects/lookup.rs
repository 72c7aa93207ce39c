//! Finds a dialect: by its name, or by the look of a record.

use serde_json::Value;

use crate::dialects::DIALECTS;
use crate::dialects::dialect::{Dialect, TextReader};
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::error::{Error, ErrorKind, Result};
use crate::input::Record;
use crate::input::container::{Element, Event, Recognizers};

/// The answers of all dialects together to the questions of the containers.
pub const RECOGNIZERS: Recognizers = Recognizers { event, element };

fn event(value: &Value) -> Event {
    DIALECTS.iter().map(|dialect| (dialect.event)(value)).max().unwrap_or(Event::No)
}

fn element(value: &Value) -> Element {
    DIALECTS.iter().map(|dialect| (dialect.element)(value)).max().unwrap_or(Element::No)
}

/// Returns the reader of texts inside payloads.
pub const fn text_reader(families: &Families) -> TextReader<'_> {
    TextReader { families, dialects: DIALECTS, is_named: false }
}

/// Reads the marks in a text in the first text dialect that fits, as [`TextReader::read`] does.
#[cfg(any(test, feature = "internals"))]
pub fn in_text(text: &str, families: &Families) -> Option<(&'static str, TextMarks)> {
    text_reader(families).read(text)
}

/// Returns the first dialect that a record fits, and why.
pub fn detect(record: &Record<'_>, families: &Families) -> Option<(&'static Dialect, String)> {
    DIALECTS.iter().find_map(|dialect| Some((dialect, dialect.detect(record, families)?)))
}

/// Returns the dialect of that name.
pub fn by_name(name: &str) -> Result<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name).ok_or_else(|| {
        let names = DIALECTS.iter().map(|it| (strsim::damerau_levenshtein(name, it.name), it.name));
        let nearest = names.min().filter(|(distance, known)| distance * 3 <= known.len());
        let hint = match nearest {
            Some((_, known)) => format!("did you mean `{known}`? `pincite formats` lists them all"),
            None => "`pincite formats` lists the formats".to_owned(),
        };
        Error::new("use", format!("`--from {name}`"), "unknown format")
            .of_kind(ErrorKind::UnknownName)
            .hint(hint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Kind;

    #[test]
    fn every_format_describes_itself() {
        for (index, format) in DIALECTS.iter().enumerate() {
            let others = DIALECTS.get(index + 1..).unwrap_or_default();
            assert!(others.iter().all(|other| other.name != format.name), "{}", format.name);
            assert!(format.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
            for text in [format.title, format.recognised_by, format.sources_from, format.units] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", format.name);
            }
        }
    }

    #[test]
    fn the_outline_of_a_stream_is_in_the_dialects_of_the_stream() {
        let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let folders = std::fs::read_dir(samples).unwrap().flatten();
        let folders = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok());
        let mut outlined = 0;
        for path in folders.flat_map(Iterator::flatten).map(|file| file.path()) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let is_stream = text.starts_with(['{', 'd', 'e', ':']) && text.contains("\n{");
            let is_stream = is_stream || text.contains("data:");
            let long = match text.trim_end().strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
                Some(items) => format!("[{}]", vec![items; 40].join(",")),
                None if is_stream => format!("{}\n", text.trim_end()).repeat(40),
                None => continue,
            };
            let input = crate::input::Input::record(&path.to_string_lossy(), Vec::new());
            let record = Record::new(&input, &long, None, &RECOGNIZERS);
            for dialect in DIALECTS {
                let (Kind::Payload { detect, .. } | Kind::Archive { detect, .. }) = dialect.kind
                else {
                    continue;
                };
                let found = dialect.detect(&record, &Families::default()).is_some();
                let whole = (dialect.streams_lines || record.payload().is_some())
                    && detect(&record).is_some();
                assert_eq!(found, whole, "{}: {}", path.display(), dialect.name);
            }
            let all = record.payload().map_or(0, |payload| payload.documents.len());
            let some = record.outline().payload().map_or(0, |payload| payload.documents.len());
            outlined += usize::from(some < all);
        }
        assert!(outlined > 30, "{outlined}");
    }

    #[test]
    fn an_unknown_name_is_told_from_a_mistyped_one() {
        let error = by_name("nothing").unwrap_err();
        assert_eq!(error.advice(), Some("`pincite formats` lists the formats"));
        let error = by_name("markrs").unwrap_err();
        assert!(error.advice().is_some_and(|it| it.starts_with("did you mean `markers`?")));
    }
}
