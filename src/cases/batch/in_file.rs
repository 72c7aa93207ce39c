//! The place of a response in the file that it was read from.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::Cases;
use crate::cases::records::ResponsePlace;
use crate::input::Input;
use crate::input::ranges::ranges;
use crate::input::record::TextOrigin;
use crate::input::record_facts::RecordFacts;
use crate::input::strings::{StringIndex, StringPlaces};
use crate::sources::Store;
use crate::text::Span;
use crate::text::units::PlaceIndex;

/// The maximum number of bytes before a document in its line, for columns to be counted.
const MAX_BEFORE: usize = 4096;

/// The place of a response in its file.
#[derive(Debug, Default)]
pub struct InFile<'c> {
    /// True if it is the text of the file, or the comments in it with the rest blank.
    pub is_whole: bool,
    /// The line of the file that it begins in, from 1, or that it is in as a document.
    pub line: Option<u64>,
    /// The document that holds it, if it was found there.
    pub document: Option<Document<'c>>,
}

/// A part of a file with a response in it.
#[derive(Debug)]
pub struct Document<'c> {
    text: Cow<'c, str>,
    places: Places,
    /// The line of the file that it begins in, from 1.
    pub line: u64,
    /// The number of code points before it in that line; `None` if it has too many.
    pub column: Option<usize>,
    index: Arc<OnceLock<PlaceIndex>>,
}

/// The places of the response's text.
#[derive(Debug)]
enum Places {
    /// It begins at this byte, and is there as it is.
    Verbatim(usize),
    Strings(StringPlaces),
}

impl Document<'_> {
    /// Returns its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its lines and units, read once for all responses in it.
    pub fn index(&self) -> &PlaceIndex {
        self.index.get_or_init(|| PlaceIndex::new(&self.text))
    }

    /// Returns the bytes of it where a part of the response is.
    pub fn span(&self, part: Span) -> Option<Span> {
        match &self.places {
            Places::Verbatim(start) => Some(part.shifted(*start)),
            Places::Strings(places) => places.span(&self.text, part),
        }
    }

    /// Returns the line of the file where the response begins.
    fn first_line(&self) -> u64 {
        let start = match &self.places {
            Places::Verbatim(start) => Some(*start),
            Places::Strings(places) => places.start(),
        };
        let before = self.text.get(..start.unwrap_or_default()).unwrap_or_default();
        self.line + memchr::memchr_iter(b'\n', before.as_bytes()).count() as u64
    }
}

impl<'c> InFile<'c> {
    /// Returns the place of a response that is in this line of a batch.
    pub fn in_line(line: u64) -> Self {
        Self { line: Some(line), ..Self::default() }
    }

    /// Returns the place of a response that is the text of its file.
    pub fn whole() -> Self {
        Self { is_whole: true, ..Self::default() }
    }

    fn of(document: Document<'c>) -> Self {
        Self { is_whole: false, line: Some(document.first_line()), document: Some(document) }
    }

    fn into_owned(self) -> InFile<'static> {
        let document = self
            .document
            .map(|document| Document { text: Cow::Owned(document.text.into_owned()), ..document });
        InFile { document, ..self }
    }
}

/// The places of the responses in a line of a batch.
#[derive(Debug)]
pub struct LinePlaces<'l> {
    text: &'l str,
    line: u64,
    /// The strings of the line, if it has several responses.
    strings: Option<StringIndex>,
    index: Arc<OnceLock<PlaceIndex>>,
}

impl<'l> LinePlaces<'l> {
    /// Returns the places in a line of this number; `several` if it holds more than one response.
    pub(crate) fn new(line: &'l Input, number: u64, several: bool) -> Self {
        let text = line.whole();
        let strings = several.then(|| StringIndex::new(text));
        Self { text, line: number, strings, index: Arc::default() }
    }

    /// Returns the place of a response, in this part of the line if it is known; the line alone if no part of
    /// the response is of interest.
    pub(crate) fn find(&self, response: Option<&str>, part: Option<Span>) -> InFile<'l> {
        let own = part.and_then(|part| Some((part.slice(self.text)?, part.start)));
        let (text, start) = own.unwrap_or((self.text, 0));
        let strings = self.strings.as_ref().filter(|_| own.is_none());
        let places = response.and_then(|response| strings_of(text, response, strings));
        let index = own.map_or_else(|| Arc::clone(&self.index), |_| Arc::default());
        let document = places.map(|places| {
            let before = self.text.get(..start).unwrap_or_default();
            let (text, column) = (Cow::Borrowed(text), Some(before.chars().count()));
            Document { text, places, line: self.line, column, index }
        });
        InFile { document, ..InFile::in_line(self.line) }
    }
}

impl Cases {
    /// Finds the response of the case at `index`, whose text is `response`, in its file.
    pub fn in_file(&self, index: usize, response: &str) -> InFile<'_> {
        if let Some(found) = self.file_of(index) {
            let found = found.map(|(cases, within)| cases.in_file(within, response).into_owned());
            return found.unwrap_or_default();
        }
        let Some(place) = self.division.place(&self.input, index) else {
            return InFile::default();
        };
        if self.input.part_of().is_some() {
            return self.in_whole_file(place, response).unwrap_or_default();
        }
        let of_record = InFile { line: place.line, ..InFile::default() };
        let Ok((text, _)) = place.text(&self.input) else { return of_record };
        if place.line.is_none() && place.part.is_none() && is_all_of(response, &text) {
            return InFile::whole();
        }
        let text = if let Some(part) = place.part { part_of(text, part) } else { text };
        let start = place.span.start + place.part.map_or(0, |part| part.start);
        let answer = place.answer.map(|answer| answer.place(&text));
        // Of an answer that is in pieces of a stream, the place is not known.
        let is_lost = answer == Some(None);
        let own = answer.flatten();
        let text = if let Some(own) = own { part_of(text, own) } else { text };
        let (line, column) = self.position(start + own.map_or(0, |own| own.start));
        let kept = self.division.is_archive().then(|| self.kept(place));
        let strings = kept.as_deref().map(|kept: &RecordFacts| kept.strings(&text));
        match strings_of(&text, response, strings).filter(|_| !is_lost) {
            Some(places) => {
                let index = kept.as_deref().map(RecordFacts::places).unwrap_or_default();
                let found = InFile::of(Document { text, places, line, column, index });
                InFile { line: place.line.or(found.line), ..found }
            }
            None if place.part.is_some() || self.division.are_items() => InFile::in_line(line),
            None => of_record,
        }
    }

    /// Finds a response in the file that its text was taken out of.
    fn in_whole_file(&self, place: ResponsePlace, response: &str) -> Option<InFile<'_>> {
        let text = self.input.text_of_file()?;
        if !self.input.enclosed().is_empty() {
            return self.of_enclosed(place, response, text);
        }
        let start = memchr::memmem::find(text.as_bytes(), response.as_bytes())?;
        let part = Span::new(start, start + response.len());
        Some(self.at_part(text, part, Places::Verbatim(0), Arc::default()))
    }

    /// Finds a response in a part of the texts that were taken out of the file.
    fn of_enclosed<'c>(
        &'c self,
        place: ResponsePlace,
        response: &str,
        text: &'c str,
    ) -> Option<InFile<'c>> {
        let part = place.part?;
        let all = self.input.enclosed();
        let own = all.get(all.partition_point(|it| it.span.end < part.end))?;
        let of_label = || self.ranges_of_file(text).get(&own.label).copied().map(TextOrigin::Json);
        let Some(origin) = own.origin.or_else(of_label) else {
            // A part of what was taken out is not there as it is.
            if own.span != part {
                return None;
            }
            let index = self.strings_of_file.get_or_init(|| StringIndex::new(text));
            let string = index.find(text, response)?;
            let places = StringPlaces::of(string.slice(text)?, &[(0, Span::new(0, string.len()))]);
            return Some(self.at_part(text, string, Places::Strings(places), Arc::default()));
        };
        let mut index = Arc::default();
        let (range, places) = match origin {
            TextOrigin::Json(range) if place.answer.is_some() => {
                let whole = range.slice(text)?;
                let own = place.answer.and_then(|answer| answer.place(whole));
                let own = own.map(|own| own.shifted(range.start));
                let places = own.and_then(|it| StringPlaces::find_only(it.slice(text)?, response));
                (own.unwrap_or(range), places)
            }
            TextOrigin::Json(range) if place.item == 0 => {
                (range, StringPlaces::find_only(range.slice(text)?, response))
            }
            TextOrigin::Json(range) => {
                let (document, kept) = (range.slice(text)?, self.kept(place));
                index = kept.places();
                let string = kept.strings(document).find(document, response);
                (range, string.map(|string| StringPlaces::of(document, &[(0, string)])))
            }
            TextOrigin::Row(range, delimiter) => {
                (range, StringPlaces::find_cell(range.slice(text)?, delimiter, response))
            }
        };
        Some(match places {
            Some(places) => self.at_part(text, range, Places::Strings(places), index),
            None => InFile::in_line(self.position(range.start).0),
        })
    }

    fn at_part<'c>(
        &self,
        text: &'c str,
        part: Span,
        places: Places,
        index: Arc<OnceLock<PlaceIndex>>,
    ) -> InFile<'c> {
        let (line, column) = self.position(part.start);
        let text = Cow::Borrowed(part.slice(text).unwrap_or_default());
        InFile::of(Document { text, places, line, column, index })
    }

    /// Returns the places of the texts that were taken out of a file of JSON, by their labels.
    fn ranges_of_file(&self, text: &str) -> &BTreeMap<String, Span> {
        self.ranges_of_file.get_or_init(|| {
            let labels = self.input.enclosed().iter().map(|it| it.label.as_str());
            let is_json = text.trim_start().starts_with(['{', '[']);
            if is_json { ranges(text, &labels.collect()) } else { BTreeMap::new() }
        })
    }

    /// Returns the line of a byte of the file, and the number of code points before it in the line.
    fn position(&self, at: usize) -> (u64, Option<usize>) {
        let file = self.input.part_of().unwrap_or(&self.input);
        let inline = || Store::inline(file.text_of_file().cloned().unwrap_or_default());
        let store = match file.records() {
            Some(records) => records.store(),
            None => self.lines.get_or_init(inline),
        };
        let from = at.saturating_sub(MAX_BEFORE);
        let before = store.read_in_place(Span::new(from, at));
        let start = before.rfind('\n').map(|end| end + 1).or_else(|| (from == 0).then_some(0));
        let column = start.and_then(|start| before.get(start..)).map(|it| it.chars().count());
        (store.line_at(at).unwrap_or(1).max(1), column)
    }
}

/// Returns a part of a text.
fn part_of(text: Cow<'_, str>, part: Span) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(part.slice(text).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(part.slice(&text).unwrap_or_default().to_owned()),
    }
}

/// True if a response is a whole text, or the comments in it with the rest blank.
pub fn is_all_of(response: &str, text: &str) -> bool {
    let mut bytes = response.bytes().zip(text.bytes());
    response.len() == text.len() && bytes.all(|(own, byte)| own == byte || own == b' ')
}

fn strings_of(text: &str, response: &str, index: Option<&StringIndex>) -> Option<Places> {
    let places = match index {
        Some(index) => {
            let string = index.find(text, response)?;
            Some(StringPlaces::of(text, &[(0, string)]))
        }
        None => StringPlaces::find(text, response),
    };
    places.map(Places::Strings)
}
