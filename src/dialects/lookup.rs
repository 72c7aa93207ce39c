//! Finding a dialect: by its name, or by what a record looks like.

use super::{DIALECTS, Dialect};
use crate::error::{Error, ErrorKind, Result};
use crate::input::Record;
use crate::text::prose::ticked;

/// Every dialect that a record fits, with the reasons, in the order in which they are asked.
pub fn detect_all(record: &Record<'_>) -> Vec<(&'static Dialect, String)> {
    let fits = |format: &'static Dialect| Some((format, format.detect(record)?));
    DIALECTS.iter().filter_map(fits).collect()
}

/// The format of that name.
pub fn by_name(name: &str) -> Result<&'static Dialect> {
    DIALECTS.iter().find(|format| format.name == name).ok_or_else(|| {
        Error::new("use", format!("`--from {name}`"), "there is no format of that name")
            .of_kind(ErrorKind::UnknownName)
            .hint(format!(
                "the formats are {}",
                ticked(DIALECTS.iter().map(|f| f.name), usize::MAX)
            ))
    })
}

/// The first format whose own the record is, and why.
pub fn detect(record: &Record<'_>) -> Option<(&'static Dialect, String)> {
    DIALECTS.iter().find_map(|format| Some((format, format.detect(record)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_unknown_name_lists_the_known_ones() {
        let error = by_name("nope").unwrap_err();
        assert_eq!(error.to_string(), "cannot use `--from nope`: there is no format of that name");
        let advice = error.advice().unwrap_or_default();
        let first = format!("the formats are `{}`, ", DIALECTS[0].name);
        assert!(advice.starts_with(&first), "{advice}");
        assert!(advice.ends_with(" and `plain`"), "{advice}");
    }
}
