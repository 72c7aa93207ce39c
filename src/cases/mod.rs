//! Cases: how an input is divided into them, and what is attached to each.

pub mod attach;
pub mod batch;
pub mod checkout;
pub mod division;
pub mod files;
pub mod folder;
pub mod judge_line;
pub mod lists;
pub mod scores;

pub use batch::Cases;
pub use scores::Scores;

use crate::dialects::marks::markers::Families;
use crate::dialects::marks::pattern;
use crate::dialects::{DIALECTS, Dialect, Reader, by_name};
use crate::error::Result;
use crate::input::{Input, Record};
use crate::model::Source;

/// The sources in a record that has no response of its own.
pub fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let beside = DIALECTS.iter().find_map(|format| match format.reader {
        Reader::Payload { companion, .. } | Reader::Archive { companion, .. } => companion(record),
        Reader::Text { .. } => None,
    });
    beside.or_else(|| lists::read(record))
}

/// The sources in an input that has no response of its own. Of JSON Lines the first one tells; a
/// line that holds none is passed over.
pub fn companion_of(input: &Input) -> Option<Vec<Source>> {
    let all = attach::companions(input, companion)?;
    (!all.is_empty()).then_some(all)
}

/// For each dialect in order: its name, and why the first record of `input` that is in any dialect
/// is in this one, or that it is not.
pub fn explain(input: &Input, families: &Families) -> Vec<(&'static str, String)> {
    let verdict = |format: &Dialect, record: &Record<'_>| {
        let own =
            (format.name == pattern::DIALECT.name).then(|| pattern::reason(record.text, families));
        own.unwrap_or_else(|| format.detect(record)).unwrap_or_else(|| "no".to_owned())
    };
    let verdicts = batch::with_first_record(input, |record| {
        DIALECTS.iter().map(|format| (format.name, verdict(format, record))).collect()
    });
    verdicts.unwrap_or_default()
}

/// Divides `input` into cases, in the dialect named by `from` or else recognised.
///
/// Fails when `from` names no format, or when no record of the input is in a known dialect. A bad
/// line among good ones fails by itself, when it is read.
pub fn open(input: Input, from: Option<&str>, families: &Families) -> Result<Cases> {
    let forced = from.map(by_name).transpose()?;
    Cases::new(input, forced, families.clone())
}
