//! Detection of the dialect of an input by its first records.

use std::sync::Arc;

use crate::cases::division::{Division, Place};
use crate::dialects::{Dialect, detect, detect_all};
use crate::error::{Error, ErrorKind, Result};
use crate::input::record::{Body, Kept};
use crate::input::{Input, Record};
use crate::text::prose::ticked;

/// Maximum number of records tried before an input counts as being in no dialect.
const RECORDS_TRIED: usize = 1000;

/// True if each line of an input is a record of its own, as far as the first fifty lines show.
pub fn is_batch(input: &Input) -> bool {
    matches!(input.body(), Body::Lines(_))
}

/// Calls `see` with the first record of an input that is in any dialect, else with the first one.
pub(crate) fn with_first_record<R>(input: &Input, see: impl FnOnce(&Record<'_>) -> R) -> Result<R> {
    let (place, kept) = first_record(input)?;
    place.look(input, kept, |record, _| see(record))
}

/// Returns the place of the first record of an input that is in any dialect, else of the first one,
/// and what is known of it.
pub(super) fn first_record(input: &Input) -> Result<(Place, Arc<Kept>)> {
    let division = Division::new(input);
    let mut first = None;
    for place in (0..RECORDS_TRIED).map_while(|index| division.place(input, index)) {
        let kept = Arc::default();
        let known = |record: &Record<'_>, _| record.recognised(recognised).is_some();
        if place.look(input, Arc::clone(&kept), known).unwrap_or(false) {
            return Ok((place, kept));
        }
        first = first.or(Some((place, kept)));
    }
    first.ok_or_else(|| {
        Error::new("read", input.title(), "it holds no case").of_kind(ErrorKind::Unrecognized)
    })
}

/// Returns the first dialect that a record fits, and why; others that fit too are named, but for marks in
/// the text of a payload: these are read with it.
///
/// Of a batch they are named for the first line alone: asking every dialect may mean to parse the
/// line twice.
pub(super) fn recognised(record: &Record<'_>) -> Option<(&'static Dialect, String)> {
    if record.line.is_some_and(|line| line > 1) {
        return detect(record);
    }
    let mut fits = detect_all(record).into_iter();
    let (format, mut reason) = fits.next()?;
    let rivals = |other: &&Dialect| {
        other.beginning_reads() == format.beginning_reads() && other.name != "plain"
    };
    let others: Vec<&str> = fits.map(|(other, _)| other).filter(rivals).map(|o| o.name).collect();
    if !others.is_empty() {
        reason = format!("{reason}; also fits {}", ticked(others, 4));
    }
    Some((format, reason))
}

/// Returns the error for a record in no dialect: bad JSON says where, good JSON says what it has.
pub(super) fn unrecognised(record: &Record<'_>) -> Error {
    const HINT: &str = "`pincite formats` lists what can be read; `--from NAME` skips recognition";
    if record.looks_like_json() || record.line.is_some() {
        return match record.parsed() {
            Err(fault) => record.json_error(fault).hint("`--from markers` reads it as plain text"),
            Ok(parsed) => {
                let keys = parsed
                    .value
                    .as_object()
                    .map(|object| ticked(object.keys().map(String::as_str), 6));
                let why = match keys {
                    Some(keys) if !keys.is_empty() => {
                        format!("it is in no known format; it is JSON with {keys}")
                    }
                    _ => "it is in no known format".to_owned(),
                };
                record.error(why).of_kind(ErrorKind::Unrecognized).hint(HINT)
            }
        };
    }
    record.error("it is in no known format").of_kind(ErrorKind::Unrecognized).hint(HINT)
}
