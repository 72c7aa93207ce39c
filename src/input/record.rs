//! The raw input, and the records it is divided into.
//!
//! A batch in a file stays there: its records are read one by one. Standard input and packed or
//! recoded files cannot be read by position; they are held in memory, up to [`MAX_BYTES`], so that
//! no copy is left on a disk that the user did not name.

use std::any::Any;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::input::container::{Payload, Recognizers};
use crate::input::decoding::{from_utf8, from_utf16, from_western};
use crate::input::json;
use crate::input::json::{Fault, Mended};
use crate::input::record_facts::{Memo, RecordFacts};
use crate::input::recording;
use crate::input::repeated::Repeated;
use crate::input::stream;
use crate::input::unpack::{REST, Unpacked, first_lines, unpacked};
use crate::sources::Store;
use crate::sources::store::Records;
use crate::text::Span;
use crate::text::encoding::Foreign;

/// The largest text that is held in memory, in bytes: 256 MiB. It limits an input that is read
/// whole, and each record of a batch in a file; sources, and the batch itself, have no limit.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// An input: a text in memory, or a batch.
#[derive(Debug, Clone)]
pub struct Input {
    /// As the user named it; `-` for standard input.
    pub name: String,
    /// Replacements that were needed to read it as text.
    pub notes: Vec<String>,
    /// The text, without a byte order mark; empty for a batch in a file.
    text: Arc<str>,
    /// The lines of a batch; `None` for one text. Unset until that is decided.
    lines: OnceLock<Option<Arc<Records>>>,
    /// The texts that were taken out of a recording or another file that encloses them.
    enclosed: Arc<[Enclosed]>,
    /// The byte from which the text only stands for what was too large or is lost.
    end: Option<usize>,
    /// The reason why it is lost.
    damage: Option<Arc<str>>,
    /// True if data in the text is a part of it, and nothing to be read by itself.
    is_prose: bool,
    /// The file as it is, if this is only a part of its text.
    file: Option<Arc<Input>>,
}

/// A text that was taken out of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Enclosed {
    /// Its place in the text of the input.
    pub(crate) span: Span,
    /// Its place in the file, for people: `cell 3`, `records[2].report`.
    pub(crate) label: String,
    /// Its place in the text of the file, if that is known.
    pub(crate) origin: Option<TextOrigin>,
}

/// The part of a file that a text was taken out of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextOrigin {
    /// JSON.
    Json(Span),
    /// A row of a table with this character between its cells.
    Row(Span, u8),
}

impl Input {
    /// Takes bytes as text: drops a byte order mark, and replaces invalid UTF-8 with U+FFFD.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::noted(name.into(), bytes, Vec::new())
    }

    /// Takes bytes that may be packed by gzip.
    ///
    /// Fails for bytes that unpack to more than [`MAX_BYTES`], and for damaged ones.
    pub fn unpacked(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let mut notes = Vec::new();
        let unpacked = unpacked(bytes, MAX_BYTES, &mut notes)
            .map_err(|_packed| Self::too_large_unpacked(name))?;
        match unpacked.damage {
            Some(damage) => Err(Self::damaged(name, &damage)),
            None => Ok(Self::noted(name.to_owned(), unpacked.bytes, notes)),
        }
    }

    /// Takes bytes like [`Self::unpacked`]. Of a batch that unpacks to more than [`MAX_BYTES`], the whole
    /// lines before that are read, and one record stands for the rest, which cannot be read; so it is
    /// for one that is damaged. `is_batch` decides by the lines.
    pub(crate) fn unpacked_lines(
        name: &str,
        bytes: Vec<u8>,
        is_batch: impl FnOnce(&Self, &Records) -> bool,
    ) -> Result<Self> {
        let mut notes = Vec::new();
        match unpacked(bytes, MAX_BYTES, &mut notes) {
            Ok(Unpacked { bytes, damage: None, .. }) => {
                Ok(Self::noted(name.to_owned(), bytes, notes))
            }
            Ok(Unpacked { bytes, damage: Some(damage), end }) => {
                // Lossy decoding changes the length before the record that was appended.
                let from_end = end.map(|end| bytes.len() - end);
                let input = Self::noted(name.to_owned(), bytes, notes);
                let end = from_end.and_then(|length| input.text.len().checked_sub(length));
                if end.is_none() || input.lines(is_batch).is_none() {
                    return Err(Self::damaged(name, &damage));
                }
                Ok(Self { end, damage: Some(Arc::from(damage)), ..input })
            }
            Err(packed) => first_lines(&packed, MAX_BYTES)
                .map(|(mut lines, note)| {
                    lines.extend_from_slice(REST);
                    let input = Self::noted(name.to_owned(), lines, vec![note]);
                    let end = input.text.len() - REST.len();
                    Self { end: Some(end), ..input }
                })
                .filter(|input| input.lines(is_batch).is_some())
                .ok_or_else(|| Self::too_large_unpacked(name)),
        }
    }

    fn too_large_unpacked(name: &str) -> Error {
        Self::too_large(name).hint("unpack it, and divide it into JSON Lines")
    }

    /// Returns the refusal of a text, all of which may be wrong, or of a part of a batch.
    fn damaged(name: &str, damage: &str) -> Error {
        Error::new("read", input_title(name), damage)
            .hint("`gzip -dc` prints what is left; in JSON Lines, whole records are read")
    }

    fn noted(name: String, bytes: Vec<u8>, mut notes: Vec<String>) -> Self {
        let text = if recording::is_event_stream(&bytes) {
            let (lines, damages) = recording::event_lines(&bytes);
            notes.push("read from an event stream of AWS".to_owned());
            notes.extend(damages);
            lines
        } else {
            from_utf16(&bytes, &mut notes)
                .or_else(|| from_western(&bytes, &mut notes))
                .unwrap_or_else(|| from_utf8(bytes, &mut notes))
        };
        Self::of_text(name, notes, Arc::from(text.strip_prefix('\u{feff}').unwrap_or(&text)))
    }

    fn of_text(name: String, notes: Vec<String>, text: Arc<str>) -> Self {
        let (lines, enclosed) = (OnceLock::new(), Arc::default());
        let (end, damage, is_prose, file) = (None, None, false, None);
        Self { name, notes, text, lines, enclosed, end, damage, is_prose, file }
    }

    /// Returns the input as one of these texts, which were taken out of it, each with its label.
    #[must_use]
    pub(crate) fn enclosing(&self, texts: &[(String, String)]) -> Self {
        let (mut whole, mut enclosed) = (String::new(), Vec::new());
        for (label, text) in texts {
            let start = whole.len();
            whole.push_str(text);
            let span = Span::new(start, whole.len());
            enclosed.push(Enclosed { span, label: label.clone(), origin: None });
            whole.push_str("\n\n");
        }
        let whole = Self::of_text(self.name.clone(), self.notes.clone(), Arc::from(whole));
        let (lines, enclosed) = (OnceLock::from(None), Arc::from(enclosed));
        Self { lines, enclosed, file: Some(self.file()), ..whole }
    }

    /// Adds the places of the texts that were taken out of the file, by their labels.
    #[must_use]
    pub(crate) fn with_origins(mut self, origin: impl Fn(&str) -> Option<TextOrigin>) -> Self {
        let placed =
            self.enclosed.iter().map(|it| Enclosed { origin: origin(&it.label), ..it.clone() });
        self.enclosed = placed.collect();
        self
    }

    /// Returns the file as it is.
    fn file(&self) -> Arc<Self> {
        self.file.clone().unwrap_or_else(|| Arc::new(self.clone()))
    }

    /// Returns the file as it is, if this is only a part of its text.
    pub(crate) fn part_of(&self) -> Option<&Self> {
        self.file.as_deref()
    }

    /// Returns the text of the file; `None` for a batch in a file.
    pub(crate) fn text_of_file(&self) -> Option<&Arc<str>> {
        let file = self.part_of().unwrap_or(self);
        file.records().is_none().then_some(&file.text)
    }

    /// Returns the input as one part of its text, with a note that says so.
    #[must_use]
    pub(crate) fn within(&self, part: Span, note: &str) -> Self {
        let mut notes = self.notes.clone();
        notes.push(note.to_owned());
        let text = Arc::from(part.slice(self.whole()).unwrap_or_default());
        Self { file: Some(self.file()), ..Self::of_text(self.name.clone(), notes, text) }
    }

    /// Returns the input as a text in which data is nothing to be read by itself.
    #[must_use]
    pub(crate) fn into_prose(self) -> Self {
        Self { is_prose: true, ..self }
    }

    /// Returns the texts extracted from the file; empty if the file is read as it is.
    pub(crate) fn enclosed(&self) -> &[Enclosed] {
        &self.enclosed
    }

    /// Returns the file `name` as a batch, which is read record by record. `is_batch` decides by
    /// its lines; `None` also for a file that has to be unpacked first.
    pub(crate) fn in_file(
        name: &str,
        store: Store,
        is_batch: impl FnOnce(&Self, &Records) -> bool,
    ) -> Option<Self> {
        let empty = Self::of_text(name.to_owned(), Vec::new(), Arc::from(""));
        let records = Records::new(store);
        let looks_like_text =
            records.store().head(|head| Foreign::of(head).is_none() && !Self::unpacks(head));
        (looks_like_text && is_batch(&empty, &records))
            .then(|| Self { lines: OnceLock::from(Some(Arc::new(records))), ..empty })
    }

    /// Returns a file that is a JSON list as the batch of its items, which are read one by one; `None`
    /// for any other file.
    pub(crate) fn of_list(name: &str, store: Store) -> Option<Self> {
        let records = Records::of_list(store)?;
        let lines = OnceLock::from(Some(Arc::new(records)));
        Some(Self { lines, ..Self::record(name, Vec::new()) })
    }

    /// Returns one record of a batch called `name`, whatever its text looks like.
    pub fn record(name: &str, bytes: Vec<u8>) -> Self {
        let mut notes = Vec::new();
        let text = from_utf8(bytes, &mut notes);
        let text = Arc::from(text.strip_prefix('\u{feff}').unwrap_or(&text));
        let lines = OnceLock::from(None);
        Self { lines, ..Self::of_text(name.to_owned(), notes, text) }
    }

    /// Returns the text; empty for a batch in a file.
    pub(crate) fn whole(&self) -> &str {
        &self.text
    }

    /// Returns the whole text of a batch in a file, if its beginning passes `is_wanted` and it fits in
    /// memory.
    pub(crate) fn batch_text(&self, is_wanted: impl FnOnce(&[u8]) -> bool) -> Option<String> {
        let records = self.records()?;
        records.store().head(is_wanted).then_some(())?;
        Some(self.decoded(records, Span::new(0, records.store().len())).ok()?.0)
    }

    /// Returns the lines if each is a separate record. `is_batch` decides, once.
    pub(crate) fn lines(
        &self,
        is_batch: impl FnOnce(&Self, &Records) -> bool,
    ) -> Option<&Arc<Records>> {
        let decide = || {
            let records = Records::new(Store::inline(Arc::clone(&self.text)));
            is_batch(self, &records).then(|| Arc::new(records))
        };
        self.lines.get_or_init(decide).as_ref()
    }

    /// Returns the records of a batch.
    pub(crate) fn records(&self) -> Option<&Records> {
        self.lines.get()?.as_deref()
    }

    /// Returns the text of a part of the input, given in bytes, and what had to be replaced in it.
    /// Fails if it is too large for memory.
    pub(crate) fn text(&self, span: Span) -> Result<(Cow<'_, str>, Vec<String>)> {
        match self.records() {
            Some(records) => {
                let (text, notes) = self.decoded(records, span)?;
                Ok((Cow::Owned(text), notes))
            }
            None => Ok((Cow::Borrowed(span.slice(&self.text).unwrap_or_default()), Vec::new())),
        }
    }

    /// Returns the record at `span`, and what had to be replaced in it.
    pub(crate) fn decoded(&self, records: &Records, span: Span) -> Result<(String, Vec<String>)> {
        if span.len() as u64 > MAX_BYTES || self.end.is_some_and(|end| span.start >= end) {
            let damaged = self.damage.as_deref().map(|damage| Self::damaged(&self.name, damage));
            return Err(damaged.unwrap_or_else(|| Self::too_large(&self.name)));
        }
        let mut notes = Vec::new();
        let text = from_utf8(records.bytes(span), &mut notes);
        Ok((text, notes))
    }

    /// True if bytes that are not text can be converted: gzip, UTF-16 with its mark, and event
    /// streams.
    pub fn unpacks(bytes: &[u8]) -> bool {
        [[0x1f, 0x8b], [0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark))
            || recording::is_event_stream(bytes)
    }

    /// Returns the refusal of a text of more than [`MAX_BYTES`].
    pub fn too_large(name: &str) -> Error {
        let most = MAX_BYTES / (1024 * 1024);
        Error::new("read", input_title(name), format!("it is larger than {most} MiB"))
            .of_kind(ErrorKind::TooLarge)
    }

    /// Returns the name for messages: `standard input` for `-`.
    pub fn title(&self) -> &str {
        input_title(&self.name)
    }

    /// Returns the file's name without folders.
    pub fn file_name(&self) -> String {
        let path = Path::new(self.title());
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// True if the name ends in one of `extensions` (lower case, without dot).
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let extension = Path::new(&self.name).extension();
        extension.is_some_and(|own| extensions.iter().any(|ext| own.eq_ignore_ascii_case(ext)))
    }
}

/// Returns `standard input` for `-`, else the name.
pub fn input_title(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// The part of an input that holds one case.
#[derive(Debug)]
pub struct Record<'i> {
    /// The input it is part of.
    pub input: &'i Input,
    /// Its text.
    pub text: &'i str,
    /// The line it is, from 1, when the input is JSON Lines; `None` if it is the whole input.
    pub line: Option<u64>,
    /// The number of the response, if the text holds several; its dialect decides what the number
    /// counts.
    pub item: usize,
    recognizers: &'static Recognizers,
    kept: Arc<RecordFacts>,
    /// True if its payload is only an outline of it.
    is_outline: bool,
}

impl<'i> Record<'i> {
    /// Returns a record; its JSON is parsed on first use.
    pub fn new(
        input: &'i Input,
        text: &'i str,
        line: Option<u64>,
        recognizers: &'static Recognizers,
    ) -> Self {
        let kept = Arc::default();
        Self { input, text, line, item: 0, recognizers, kept, is_outline: false }
    }

    /// Returns the same text as the record of another of its responses.
    #[must_use]
    pub fn at(mut self, item: usize) -> Self {
        self.item = item;
        self
    }

    /// Returns the same record with known facts about its text.
    pub(crate) fn knowing(mut self, kept: Arc<RecordFacts>) -> Self {
        self.kept = kept;
        self
    }

    /// Returns its documents taken apart by `take_apart`, once for all its responses.
    pub(crate) fn parts<T: Any + Send + Sync>(&self, take_apart: fn(&Value) -> T) -> &[T] {
        let documents = || self.payload().into_iter().flat_map(|payload| &payload.documents);
        self.apart().get(|| documents().map(take_apart).collect::<Vec<T>>())
    }

    /// Returns the record taken apart by `take_apart`, once for all its responses. A dialect takes its records
    /// apart in one way: by this or by [`parts`](Self::parts).
    pub(crate) fn together<T: Any + Send + Sync>(&self, take_apart: fn(&Self) -> T) -> &T {
        self.apart().get(|| take_apart(self))
    }

    fn apart(&self) -> &Memo {
        if self.is_outline { &self.kept.outline_parts } else { &self.kept.parts }
    }

    /// Returns the paths of fields that `find` finds in it, once for all its responses.
    pub(crate) fn unread_fields(&self, find: impl FnOnce(&Self) -> Vec<String>) -> Vec<String> {
        if self.is_outline {
            return find(self);
        }
        self.kept.unread_fields.get_or_init(|| find(self)).clone()
    }

    /// Returns the result of `recognise`, computed once for all its responses.
    pub(crate) fn recognised<T: Any + Send + Sync>(
        &self,
        recognise: impl FnOnce(&Self) -> T,
    ) -> &T {
        self.kept.recognised.get(|| recognise(self))
    }

    /// Returns the record as JSON, with the values in it that JSON does not have, or its fault.
    pub fn parsed(&self) -> Result<(&Value, Mended), &Fault> {
        // A document is parsed and held once.
        if let Some(payload) = self.payload()
            && let (Some(mended), Some(document)) = (payload.record, payload.documents.first())
        {
            return Ok((document, mended));
        }
        let parsed = self.kept.json.get_or_init(|| json::parse(self.text)).as_ref()?;
        Ok((&parsed.value, parsed.mended))
    }

    /// Returns the record as a JSON value; `None` if it is none.
    pub fn json(&self) -> Option<&Value> {
        self.parsed().ok().map(|(value, _)| value)
    }

    /// True if it is one JSON value; a list that was unwrapped is not parsed again.
    pub(crate) fn is_json(&self) -> bool {
        self.whole_payload().is_some_and(|payload| payload.is_json) || self.parsed().is_ok()
    }

    /// Returns the record as a JSON object; a list is not parsed for it.
    pub(crate) fn object(&self) -> Option<&Map<String, Value>> {
        let is_list = self.text.trim_start().starts_with('[');
        if is_list { None } else { self.json()?.as_object() }
    }

    /// Returns the record for a question about the shapes of its documents: of many, its payload holds
    /// the first of each shape.
    pub(crate) fn outline(&self) -> Self {
        let (kept, is_outline) = (Arc::clone(&self.kept), true);
        Self { kept, is_outline, ..*self }
    }

    /// Returns the record unwrapped; `None` if no JSON found.
    pub fn payload(&self) -> Option<&Payload> {
        let whole = self.whole_payload()?;
        let outline = || self.kept.outline.get_or_init(|| whole.outline()).as_ref();
        self.is_outline.then(outline).flatten().or(Some(whole))
    }

    fn whole_payload(&self) -> Option<&Payload> {
        if self.input.is_prose {
            return None;
        }
        self.kept.payload.get_or_init(|| Payload::new(self.text, self.recognizers)).as_ref()
    }

    /// True if its text is server-sent events.
    pub(crate) fn is_event_stream(&self) -> bool {
        *self.kept.is_event_stream.get_or_init(|| stream::is_event_stream(self.text))
    }

    /// Returns a note on its JSON, as far as it was parsed by now: keys that an object has twice.
    pub fn repeated_keys(&self) -> Option<String> {
        self.repeated()?.note()
    }

    /// Returns a note on keys that the outermost object has more than once.
    pub(crate) fn repeated_outer_keys(&self) -> Option<String> {
        self.repeated()?.outer_note()
    }

    fn repeated(&self) -> Option<&Repeated> {
        let payload = self.kept.payload.get().and_then(Option::as_ref);
        let parsed = || self.kept.json.get().and_then(|parsed| parsed.as_ref().ok());
        payload.map(|it| &it.repeated).or_else(|| parsed().map(|it| &it.repeated))
    }

    /// Returns the number of events of its stream that could not be read so far.
    pub(crate) fn dropped(&self) -> usize {
        let payload = self.kept.payload.get().and_then(Option::as_ref);
        payload.map_or(0, |payload| payload.dropped)
    }

    /// Returns the oddities of its containers, as far as it was unwrapped by now.
    pub(crate) fn container_notes(&self) -> &[String] {
        let payload = self.kept.payload.get().and_then(Option::as_ref);
        payload.map_or(&[], |payload| &payload.notes)
    }

    /// True if it sets out to be JSON.
    pub fn looks_like_json(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
    }

    /// Returns an error about this record as a whole.
    pub fn error(&self, why: impl Into<String>) -> Error {
        let error = Error::new("read", self.input.title(), why);
        match self.line {
            Some(line) => error.at_line(line, None),
            None => error,
        }
    }

    /// Returns an error about this record's JSON.
    pub fn json_error(&self, fault: &Fault) -> Error {
        let line = fault.line + self.line.map_or(0, |line| line - 1);
        Error::new("read", self.input.title(), fault.why.clone()).at_line(line, Some(fault.column))
    }
}
