//! The dialect of a record, and the record by which an input is recognized.

use std::sync::Arc;

use serde_json::Value;

use crate::cases::division::Division;
use crate::cases::records::ResponsePlace;
use crate::cases::unread::document;
use crate::dialects::dialect::PLAIN;
use crate::dialects::lookup::detect;
use crate::dialects::shared::markers::Families;
use crate::dialects::{DIALECTS, Dialect};
use crate::error::{Error, ErrorKind, Result};
use crate::input::failed_row::stated_error;
use crate::input::record_facts::RecordFacts;
use crate::input::{Input, Record};
use crate::text::prose::{count, one_line, ticked};

/// Passes the first record of an input that is in any dialect, else the first one, to `see`.
pub(crate) fn with_first_record<R>(
    input: &Input,
    families: &Families,
    see: impl FnOnce(&Record<'_>) -> R,
) -> Result<R> {
    let (_, place, kept) = first_record(input, &Division::new(input), families)?;
    place.with_record(input, kept, |record, _| see(record))
}

/// Returns the first record of an input that is in any dialect, else the first one: its number from 0, its
/// place, and the facts about it.
pub(crate) fn first_record(
    input: &Input,
    division: &Division,
    families: &Families,
) -> Result<(usize, ResponsePlace, Arc<RecordFacts>)> {
    let mut first = None;
    let places = (0..RECORDS_TRIED).map_while(|index| Some((index, division.place(input, index)?)));
    for (index, place) in places {
        let kept = Arc::default();
        let known = |record: &Record<'_>, _| recognised(record, families).is_some();
        if place.with_record(input, Arc::clone(&kept), known).unwrap_or(false) {
            return Ok((index, place, kept));
        }
        first = first.or(Some((index, place, kept)));
    }
    first.ok_or_else(|| {
        Error::new("read", input.title(), "no case found").of_kind(ErrorKind::Unrecognized)
    })
}

/// Maximum number of lines at the beginning of a batch that are no answers: a header, settings of a run.
const MAX_HEAD: usize = 3;

/// Returns a note on the `number` lines of a batch before its first answer, if each is an object without an
/// answer or a source, as a header is.
pub(crate) fn head(input: &Input, number: usize, families: &Families) -> Option<String> {
    if number == 0 || number > MAX_HEAD {
        return None;
    }
    let division = Division::new(input);
    let mut keys = Vec::new();
    for index in 0..number {
        let place = division.place(input, index).filter(|place| place.line.is_some())?;
        let look = |record: &Record<'_>, _| {
            let fields = record.json()?.as_object()?;
            let is_other = recognised(record, families).is_none()
                && DIALECTS.iter().all(|dialect| (dialect.companion)(record).is_none());
            is_other.then(|| fields.keys().cloned().collect::<Vec<String>>())
        };
        keys.extend(place.with_record(input, Arc::default(), look).ok()??);
    }
    keys.sort_unstable();
    keys.dedup();
    let keys = ticked(keys.iter().map(String::as_str), 4);
    let lines = count(number, "line");
    let are = if number == 1 { "is" } else { "are" };
    Some(format!("{lines} before the first answer {are} left out: JSON with {keys}"))
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
    let fit = |dialect: &'static Dialect| Some((dialect, dialect.detect(record, families)?));
    let mut dialects = DIALECTS.iter();
    let (format, mut reason) = dialects.find_map(fit)?;
    // Those of the other kind are not asked: each may search the whole text.
    let is_rival = |other: &&Dialect| {
        other.beginning_reads() == format.beginning_reads() && other.name != PLAIN
    };
    let rivals = dialects.filter(is_rival).filter_map(fit);
    let others: Vec<&str> = rivals.map(|(other, _)| other.name).collect();
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
            Err(fault) if record.line.is_some() => {
                record.json_error(fault).hint("each line of a batch is a JSON object")
            }
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
                let why = match stated_error(value) {
                    Some((key, stated)) => format!("{why}; its `{key}`: {}", said(stated)),
                    None => why,
                };
                let why = match document::describe(value) {
                    Some(marks) => format!("{why}; {marks}"),
                    None => why,
                };
                record.error(why).of_kind(ErrorKind::Unrecognized).hint(HINT)
            }
        };
    }
    let why =
        if record.text.trim() == "null" { "no answer, only `null`" } else { "unknown format" };
    record.error(why).of_kind(ErrorKind::Unrecognized).hint(HINT)
}

/// Returns the beginning of an error that a record states.
fn said(error: &Value) -> String {
    const MAX_SAID: usize = 80;
    let message = error.get("message").and_then(Value::as_str).or_else(|| error.as_str());
    let text = message.map_or_else(|| error.to_string(), one_line);
    match text.get(..text.floor_char_boundary(MAX_SAID)) {
        Some(beginning) if beginning.len() < text.len() => format!("{beginning}…"),
        _ => text,
    }
}

/// Number of records that are tried before an input is taken to be in no dialect.
const RECORDS_TRIED: usize = 1000;
