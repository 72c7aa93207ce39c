//! Sources in inputs without a response: requests, result lists, bibliographies.

use std::sync::Arc;

use crate::cases::division::{Division, lines};
use crate::cases::{lists, rows};
use crate::dialects::DIALECTS;
use crate::dialects::dialect::{CASE, Kind, ROWS};
use crate::dialects::lookup::{RECOGNIZERS, detect, text_reader};
use crate::dialects::shared::markers::Families;
use crate::input::record::MAX_BYTES;
use crate::input::{Input, Record};
use crate::model::{Source, SourceText};

/// Returns the sources that `companion` finds in the records of an input; `None` if it finds none
/// in the first, or the input is too large to be held in memory.
fn companions(
    input: &Input,
    companion: fn(&Record<'_>) -> Option<Vec<Source>>,
) -> Option<Vec<Source>> {
    if lines(input).is_none() {
        return companion(&Record::new(input, input.whole(), None, &RECOGNIZERS));
    }
    let division = Division::new(input);
    let mut all = Vec::new();
    let mut bytes = 0;
    for index in 0.. {
        let Some(place) = division.place(input, index) else { break };
        let found = place.with_record(input, Arc::default(), |record, _| companion(record));
        let found = found.unwrap_or_default();
        bytes += place.span.len() as u64;
        if bytes > MAX_BYTES || index == 0 && found.is_none() {
            return None;
        }
        all.extend(found.unwrap_or_default());
    }
    Some(all)
}

/// Returns the sources in a record without a response.
pub fn companion(record: &Record<'_>) -> Option<Vec<Source>> {
    let beside = DIALECTS.iter().find_map(|dialect| (dialect.companion)(record));
    beside.or_else(|| lists::read(record)).or_else(|| rows::read(record))
}

/// Returns the sources of another answer in a payload. The bytes of its container are not a
/// document, so nothing may be cited in them.
pub(crate) fn of_answer(input: &Input) -> Option<Vec<Source>> {
    companions(input, answered).filter(|sources| !sources.is_empty())
}

/// Returns the entries of a bibliography or table of pages; `None` for any other input.
pub(crate) fn lists_in(input: &Input) -> Option<Vec<Source>> {
    companions(input, lists::read).filter(|sources| !sources.is_empty())
}

fn answered(record: &Record<'_>) -> Option<Vec<Source>> {
    let families = Families::default();
    let (format, _) = detect(record, &families)?;
    let is_payload = matches!(format.kind, Kind::Payload { .. } | Kind::Archive { .. });
    // Rows and cases look like any small document.
    if !is_payload || [ROWS, CASE].contains(&format.name) {
        return None;
    }
    let case = format.read(record, &text_reader(&families)).ok()?;
    if !case.sources.is_empty() {
        return Some(case.sources);
    }
    let why = format!("it is an answer (`{}`), and not a document", format.name);
    let title = Some(record.input.file_name());
    Some(vec![Source { title, text: SourceText::Unreadable(why), ..Source::default() }])
}

/// Returns the sources in an input without a response. For JSON Lines, the first line decides; a
/// later line without sources is skipped.
pub fn companion_of(input: &Input) -> Option<Vec<Source>> {
    let all = companions(input, companion)?;
    (!all.is_empty()).then_some(all)
}
