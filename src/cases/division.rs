//! Division of an input into cases: its lines, the items of a list that is too large for memory, the
//! responses of a document, or the whole input.
//!
//! Places are found on demand. For lines, only the index of [`Records`] is kept; for documents that
//! have to be parsed, the place of each response.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::dialects::dialect::{Dialect, Item, Kind};
use crate::dialects::lookup::RECOGNIZERS;
use crate::error::Result;
use crate::input::record::Enclosed;
use crate::input::record_facts::RecordFacts;
use crate::input::{Input, Record, container, json};
use crate::sources::Store;
use crate::sources::store::{Counted, RecordPlace, Records};
use crate::text::Span;

/// The number of lines that decide if an input is JSON Lines.
const LINES_PROBED: usize = 50;

/// The maximum number of bytes of these lines, once there are two.
const BYTES_PROBED: usize = 1024 * 1024;

/// The number of bytes of lines that are counted in one step: some ten milliseconds' worth.
const STEP: usize = 32 * 1024 * 1024;

/// Number of documents of many responses that are parsed in one step.
const PARSED_STEP: usize = 50;

/// The place of a response in the input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResponsePlace {
    /// The bytes of its record.
    pub(crate) span: Span,
    /// The record's line, when the input is JSON Lines.
    pub(crate) line: Option<u64>,
    /// The part of the record's text that is its document, if the record holds several.
    pub(crate) part: Option<Span>,
    /// The index of the response in the document.
    pub(crate) item: usize,
}

impl ResponsePlace {
    /// Returns the key of its document: the record, and the part of it.
    pub(crate) fn document(self) -> (Span, Option<Span>) {
        (self.span, self.part)
    }

    /// Passes the text at the place to `see` as a record with the facts in `kept`; returns the
    /// result, and what had to be replaced in the text.
    pub(crate) fn with_record<R>(
        self,
        input: &Input,
        kept: Arc<RecordFacts>,
        see: impl FnOnce(&Record<'_>, Vec<String>) -> R,
    ) -> Result<R> {
        let known = Arc::clone(&kept);
        let (text, notes) = match (known.text(), self.part) {
            (Some((text, notes)), _) => (Cow::Borrowed(text), notes.to_vec()),
            (None, None) => self.text(input)?,
            (None, Some(part)) => match self.text(input)? {
                (Cow::Borrowed(text), notes) => {
                    (part.slice(text).unwrap_or_default().into(), notes)
                }
                (Cow::Owned(text), notes) => {
                    let (text, notes) = known.keep(part.slice(&text).unwrap_or_default(), notes);
                    (Cow::Borrowed(text), notes.to_vec())
                }
            },
        };
        let record = Record::new(input, &text, self.line, &RECOGNIZERS);
        Ok(see(&record.at(self.item).knowing(kept), notes))
    }

    /// Returns the text of its record, and what had to be replaced in it.
    pub(crate) fn text(self, input: &Input) -> Result<(Cow<'_, str>, Vec<String>)> {
        input.text(self.span).map_err(|error| match self.line {
            Some(line) => error.at(format!("line {line}")),
            None => error,
        })
    }
}

/// The places of an input's responses. Several threads may use it at once.
#[derive(Debug)]
pub(crate) struct Division {
    records: RecordPlaces,
    archive: Option<Archive>,
}

/// The records of an input.
#[derive(Debug)]
enum RecordPlaces {
    Places(Vec<ResponsePlace>),
    /// Lines, and how many at the beginning are no responses.
    Lines(Arc<Records>, usize),
}

/// The division of an input whose records hold many responses each.
#[derive(Debug)]
struct Archive {
    format: &'static Dialect,
    known: Mutex<ArchivePlaces>,
}

/// The responses of the records that were divided so far.
#[derive(Debug, Default)]
struct ArchivePlaces {
    places: Vec<ResponsePlace>,
    /// Notes on what is around the parts of a record, which no part has.
    around: Vec<(Span, String)>,
    records: usize,
    all: bool,
}

impl Division {
    /// Divides into records: lines, complete responses in an array, or the whole.
    pub(crate) fn new(input: &Input) -> Self {
        let records = if !input.enclosed().is_empty() {
            let whole = Span::new(0, input.whole().len());
            let place = |span| ResponsePlace { span: whole, line: None, part: Some(span), item: 0 };
            let parts = input.enclosed().iter().flat_map(|text| parts(input, text));
            RecordPlaces::Places(parts.map(place).collect())
        } else if let Some(records) = lines(input) {
            RecordPlaces::Lines(Arc::clone(records), 0)
        } else {
            let text = input.whole();
            let whole =
                ResponsePlace { span: Span::new(0, text.len()), line: None, part: None, item: 0 };
            let parts = container::responses(text, &RECOGNIZERS);
            let part = |part| ResponsePlace { part: Some(part), ..whole };
            let places: Vec<ResponsePlace> = parts.into_iter().map(part).collect();
            RecordPlaces::Places(if places.is_empty() { vec![whole] } else { places })
        };
        Self { records, archive: None }
    }

    /// True if there is only one record, if that is known without counting.
    pub(crate) fn is_one(&self) -> bool {
        self.archive.is_none()
            && matches!(&self.records, RecordPlaces::Places(places) if places.len() == 1)
    }

    /// True if its records are the items of a list that stays in its file.
    pub(crate) fn are_items(&self) -> bool {
        self.records.are_items()
    }

    /// True if a record may hold many responses.
    pub(crate) fn is_archive(&self) -> bool {
        self.archive.is_some()
    }

    /// Leaves out this many lines at the beginning, which are no responses.
    pub(crate) fn without_head(mut self, head: usize) -> Self {
        if let RecordPlaces::Lines(_, first) = &mut self.records {
            *first = head;
        }
        self
    }

    /// Divides each record further, if `format` is one of archives.
    pub(crate) fn further(self, format: &'static Dialect) -> Self {
        let archive = matches!(format.kind, Kind::Archive { .. });
        Self { archive: archive.then(|| Archive { format, known: Mutex::default() }), ..self }
    }

    /// True if there is a case `index` (from 0). Divides the input only as far as necessary.
    pub(crate) fn has(&self, input: &Input, index: usize) -> bool {
        match (&self.archive, &self.records) {
            (None, RecordPlaces::Lines(records, first)) => records.has(index + first),
            _ => self.place(input, index).is_some(),
        }
    }

    /// Returns the place of case `index` (from 0); `None` if no such case. Divides as far as is
    /// needed.
    pub(crate) fn place(&self, input: &Input, index: usize) -> Option<ResponsePlace> {
        let Some(archive) = &self.archive else { return self.records.place(index) };
        let mut known = archive.known();
        while known.places.len() <= index && !known.all {
            archive.divide_next(&mut known, &self.records, input);
        }
        known.places.get(index).copied()
    }

    /// Returns a note on what is around a part of a record.
    pub(crate) fn around(&self, place: ResponsePlace) -> Option<String> {
        place.part?;
        let known = self.archive.as_ref()?.known();
        known.around.iter().find(|(span, _)| *span == place.span).map(|(_, note)| note.clone())
    }

    /// Returns the number of cases found so far.
    pub(crate) fn counted(&self) -> Counted {
        let Some(archive) = &self.archive else { return self.records.counted() };
        let known = archive.known();
        Counted { count: known.places.len(), all: known.all, progress: known.records }
    }

    /// Divides a step further.
    pub(crate) fn count_on(&self, input: &Input) {
        match (&self.archive, &self.records) {
            (Some(archive), records) => {
                for _ in 0..PARSED_STEP {
                    archive.divide_next(&mut archive.known(), records, input);
                }
            }
            (None, RecordPlaces::Lines(records, _)) => records.count_on(STEP),
            (None, RecordPlaces::Places(_)) => {}
        }
    }
}

impl RecordPlaces {
    /// True if they are the items of a list that stays in its file.
    fn are_items(&self) -> bool {
        matches!(self, Self::Lines(records, _) if records.are_items())
    }

    fn place(&self, index: usize) -> Option<ResponsePlace> {
        match self {
            Self::Places(places) => places.get(index).copied(),
            Self::Lines(records, first) => {
                let RecordPlace { line, span } = records.place(index + first)?;
                let line = Some(line).filter(|_| !records.are_items());
                Some(ResponsePlace { span, line, part: None, item: 0 })
            }
        }
    }

    fn counted(&self) -> Counted {
        match self {
            Self::Places(places) => Counted { count: places.len(), all: true, progress: 0 },
            Self::Lines(records, first) => {
                let counted = records.counted();
                Counted { count: counted.count.saturating_sub(*first), ..counted }
            }
        }
    }
}

impl Archive {
    fn divide_next(&self, known: &mut ArchivePlaces, records: &RecordPlaces, input: &Input) {
        let Some(record) = records.place(known.records) else {
            known.all = true;
            // If no conversation of a list cites, the first is shown.
            let first = records.place(0).filter(|_| known.places.is_empty());
            known.places.extend(first);
            return;
        };
        known.records += 1;
        let look = |record: &Record<'_>, _| {
            let is_json = record.is_json();
            (self.items(record), record.repeated_outer_keys(), is_json)
        };
        // A fault is reported when the case is read.
        let (items, around, is_json) =
            record.with_record(input, Arc::default(), look).unwrap_or_default();
        if items.is_empty() && !(is_json && records.are_items()) {
            known.places.push(record);
        }
        known.around.extend(around.map(|note| (record.span, note)));
        let start = record.part.map_or(0, |part| part.start);
        let place =
            |Item { span, item }| ResponsePlace { part: Some(span.shifted(start)), item, ..record };
        known.places.extend(items.into_iter().map(place));
    }

    fn items(&self, record: &Record<'_>) -> Vec<Item> {
        match self.format.kind {
            Kind::Archive { detect, divide, .. } if detect(record).is_some() => divide(record),
            _ => Vec::new(),
        }
    }

    fn known(&self) -> MutexGuard<'_, ArchivePlaces> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the places of the responses in an enclosed text: of a list, if it is one.
fn parts(input: &Input, text: &Enclosed) -> Vec<Span> {
    let inner = text.span.slice(input.whole()).unwrap_or_default();
    let parts = container::responses(inner, &RECOGNIZERS);
    match parts.as_slice() {
        [] => vec![text.span],
        parts => parts.iter().map(|part| part.shifted(text.span.start)).collect(),
    }
}

/// Returns the batch in the file `name`, which is read record by record; `None` if it holds none,
/// or one that has to be unpacked first.
pub fn batch_in_file(name: &str, store: Store) -> Option<Input> {
    Input::in_file(name, store, is_json_lines)
}

/// Returns the lines of an input if each is a separate record.
pub(crate) fn lines(input: &Input) -> Option<&Arc<Records>> {
    input.lines(is_json_lines)
}

/// True if a text is several JSON objects, one per line: it is not one document, and most of its
/// first lines are objects by themselves. The name may say so too.
pub(crate) fn is_json_lines(input: &Input, records: &Records) -> bool {
    let mut places = (0..LINES_PROBED).map_while(|index| records.place(index));
    let text = |place: RecordPlace| Some(input.decoded(records, place.span).ok()?.0);
    let Some(first) = places.next() else { return input.has_extension(EXTENSIONS) };
    let Some(first) = text(first) else { return false };
    if !first.trim_start().starts_with('{') && !input.has_extension(EXTENSIONS) {
        return false;
    }
    let mut lines = vec![first];
    let mut bytes = 0;
    for place in places {
        bytes += place.span.len();
        if bytes > BYTES_PROBED && lines.len() > 2 {
            break;
        }
        lines.extend(text(place));
    }
    if lines.len() == 1 {
        return input.has_extension(EXTENSIONS);
    }
    if container::is_event_lines(lines.iter().map(|line| line.trim()), &RECOGNIZERS) {
        return false;
    }
    let objects = lines.iter().filter(|line| json::is_object(line)).count();
    // Documents printed over several lines are sometimes saved under this name.
    let opens = |line: &String| matches!(line.trim(), "{" | "[");
    if objects == 0 && lines.first().is_some_and(opens) {
        return false;
    }
    input.has_extension(EXTENSIONS) || objects * 2 >= lines.len()
}

/// Names of files that hold JSON Lines end so.
const EXTENSIONS: &[&str] = &["jsonl", "ndjson"];
