//! The dialect of a record, and the record by which an input is recognized.

use std::sync::Arc;

use crate::cases::division::{Division, ResponsePlace};
use crate::dialects::Dialect;
use crate::dialects::dialect::PLAIN;
use crate::dialects::lookup::{detect, detect_all};
use crate::dialects::shared::markers::Families;
use crate::error::{Error, ErrorKind, Result};
use crate::input::record::RecordFacts;
use crate::input::{Input, Record};
use crate::text::prose::ticked;

/// Passes the first record of an input that is in any dialect, else the first one, to `see`.
pub(crate) fn with_first_record<R>(
    input: &Input,
    families: &Families,
    see: impl FnOnce(&Record<'_>) -> R,
) -> Result<R> {
    let (place, kept) = first_record(input, families)?;
    place.with_record(input, kept, |record, _| see(record))
}

/// Returns the place of the first record of an input that is in any dialect, else of the first one,
/// and the facts about it.
pub(crate) fn first_record(
    input: &Input,
    families: &Families,
) -> Result<(ResponsePlace, Arc<RecordFacts>)> {
    let division = Division::new(input);
    let mut first = None;
    for place in (0..RECORDS_TRIED).map_while(|index| division.place(input, index)) {
        let kept = Arc::default();
        let known = |record: &Record<'_>, _| recognised(record, families).is_some();
        if place.with_record(input, Arc::clone(&kept), known).unwrap_or(false) {
            return Ok((place, kept));
        }
        first = first.or(Some((place, kept)));
    }
    first.ok_or_else(|| {
        Error::new("read", input.title(), "no case found").of_kind(ErrorKind::Unrecognized)
    })
}

/// A dialect that was recognized, and the reason.
pub(crate) type Recognised = Option<(&'static Dialect, String)>;

/// Returns the first dialect that a record fits, and why; decided once for all responses in it.
pub(crate) fn recognised<'r>(record: &'r Record<'_>, families: &Families) -> &'r Recognised {
    record.recognised(|record| recognise(record, families))
}

/// Names the other dialects that fit too, except for marks in the text of a payload, which are read
/// with it, and a user's own pattern, which is meant to come first.
///
/// For a batch, they are named for the first line only: asking every dialect may parse the line
/// twice.
fn recognise(record: &Record<'_>, families: &Families) -> Recognised {
    let is_own = families.pattern().is_some_and(|pattern| pattern.is_in(record.text));
    if is_own || record.line.is_some_and(|line| line > 1) {
        return detect(record, families);
    }
    let mut fits = detect_all(record, families).into_iter();
    let (format, mut reason) = fits.next()?;
    let rivals = |other: &&Dialect| {
        other.beginning_reads() == format.beginning_reads() && other.name != PLAIN
    };
    let others: Vec<&str> = fits.map(|(other, _)| other).filter(rivals).map(|o| o.name).collect();
    if !others.is_empty() {
        reason = format!("{reason}; also fits {}", ticked(others, 4));
    }
    Some((format, reason))
}

/// Returns why a record is in no dialect: bad JSON with the place, good JSON with its keys.
pub(crate) fn unrecognised(record: &Record<'_>) -> Error {
    const HINT: &str = "`pincite formats` lists what can be read; `--from NAME` skips recognition";
    if record.looks_like_json() || record.line.is_some() {
        return match record.parsed() {
            Err(fault) => record.json_error(fault).hint("`--from markers` reads it as plain text"),
            Ok((value, _)) => {
                let first = value.as_array().and_then(|items| items.first());
                let named = if first.is_some() { "a list of JSON with" } else { "JSON with" };
                let keys = first
                    .unwrap_or(value)
                    .as_object()
                    .map(|object| ticked(object.keys().map(String::as_str), 6));
                let why = match keys {
                    Some(keys) if !keys.is_empty() => {
                        format!("unknown format; {named} {keys}")
                    }
                    _ => "unknown format".to_owned(),
                };
                record.error(why).of_kind(ErrorKind::Unrecognized).hint(HINT)
            }
        };
    }
    record.error("unknown format").of_kind(ErrorKind::Unrecognized).hint(HINT)
}

/// Number of records that are tried before an input is taken to be in no dialect.
const RECORDS_TRIED: usize = 1000;
