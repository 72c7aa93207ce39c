//! Division of an input into cases: its lines, the items of a list that is too large for memory, the
//! responses of a document, or the whole input.
//!
//! Places are found on demand. For lines, only the index of [`Records`] is kept; for documents that
//! have to be parsed, the place of each response.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cases::answers::Answers;
use crate::cases::records::{RecordPlaces, ResponsePlace};
use crate::dialects::dialect::{Dialect, Item, Kind};
use crate::dialects::lookup::RECOGNIZERS;
use crate::dialects::shared::markers::Families;
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

/// The maximum number of bytes of lines that are counted in one step: some ten milliseconds' worth.
const MAX_STEP: usize = 32 * 1024 * 1024;

/// The minimum number: the first screen waits for the first step.
const MIN_STEP: usize = 2 * 1024 * 1024;

/// Number of documents of many responses that are parsed in one step.
const PARSED_STEP: usize = 50;

/// The places of an input's responses. Several threads may use it at once.
#[derive(Debug)]
pub(crate) struct Division {
    records: RecordPlaces,
    archive: Option<Archive>,
    answers: Option<Answers>,
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
            let place = |span| ResponsePlace { part: Some(span), ..ResponsePlace::whole(whole) };
            let parts = input.enclosed().iter().flat_map(|text| parts(input, text));
            RecordPlaces::Places(parts.map(place).collect())
        } else if let Some(records) = lines(input) {
            RecordPlaces::Lines(Arc::clone(records), 0)
        } else {
            let text = input.whole();
            let whole = ResponsePlace::whole(Span::new(0, text.len()));
            let parts = container::responses(text, &RECOGNIZERS);
            let part = |part| ResponsePlace { part: Some(part), ..whole };
            let places: Vec<ResponsePlace> = parts.into_iter().map(part).collect();
            RecordPlaces::Places(if places.is_empty() { vec![whole] } else { places })
        };
        Self { records, archive: None, answers: None }
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

    /// Divides each record further: into the responses of an archive if `format` is one, else into the
    /// answers that it lists. `is_settled` if every record is in that format; `facts` are those about the
    /// first record, as far as they are known.
    pub(crate) fn further(
        self,
        (format, is_settled): (&'static Dialect, bool),
        families: &Families,
        facts: Option<Arc<RecordFacts>>,
    ) -> Self {
        if matches!(format.kind, Kind::Archive { .. }) {
            return Self { archive: Some(Archive { format, known: Mutex::default() }), ..self };
        }
        let answers = Answers::new(is_settled.then_some(format), families, facts);
        Self { answers, ..self }
    }

    /// True if there is a case `index` (from 0). Divides the input only as far as necessary.
    pub(crate) fn has(&self, input: &Input, index: usize) -> bool {
        match &self.records {
            RecordPlaces::Lines(records, first)
                if self.archive.is_none() && self.answers.is_none() =>
            {
                records.has(index + first)
            }
            _ => self.place(input, index).is_some(),
        }
    }

    /// Returns the number by which case `index` is named in a list: that of its record, if only some records
    /// have several answers.
    pub(crate) fn number(&self, index: usize) -> usize {
        self.answers.as_ref().map_or(index, |answers| answers.record(index))
    }

    /// Returns the place of case `index` (from 0); `None` if no such case. Divides as far as is
    /// needed.
    pub(crate) fn place(&self, input: &Input, index: usize) -> Option<ResponsePlace> {
        if let Some(answers) = &self.answers {
            return answers.place(index, &self.records, input);
        }
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
        if let Some(answers) = &self.answers {
            let counted = answers.counted();
            let progress = counted.progress + self.records.counted().progress;
            return Counted { progress, ..counted };
        }
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
            (None, RecordPlaces::Lines(records, _)) => {
                records.count_on(records.counted().progress.clamp(MIN_STEP, MAX_STEP));
            }
            (None, RecordPlaces::Places(_)) => {}
        }
        if let Some(answers) = &self.answers {
            answers.count_on(&self.records, input);
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
