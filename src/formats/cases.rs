//! The cases of one input, each read when it is asked for.
//!
//! Only line starts are kept, so a batch of a million lines opens as fast as its newlines can be
//! counted, and a bad line costs nothing but itself. An archive of chats has to be parsed once to
//! see which responses it holds; of these, too, only the places are kept.

use std::path::PathBuf;

use super::{
    Families, Format, Input, Item, Reader, Record, attach, checkout, container, detect_all,
};
use crate::error::{Error, Result};
use crate::model::{Case, FormatNote, Source};
use crate::text::{LineIndex, Span};

/// How many lines are looked at before an input is taken for JSON Lines, or for something else.
const LINES_PROBED: usize = 50;

/// A response of at least this many bytes is shown by its beginning first.
const PREVIEWED_FROM: usize = 24 * 1024;

/// How much of it is shown first, in bytes.
const PREVIEW: usize = 8 * 1024;

/// The cases of an input. Nothing but the division into records is held; see [`Cases::read`].
#[derive(Debug, Clone)]
pub struct Cases {
    input: Input,
    families: Families,
    forced: Option<&'static Format>,
    format: &'static Format,
    reason: String,
    places: Vec<Place>,
    sources: Vec<Source>,
    companions: Vec<Source>,
    root: Option<PathBuf>,
    notes: Vec<String>,
}

/// Where a record stands in the input.
#[derive(Debug, Clone, Copy)]
struct Place {
    span: Span,
    line: Option<u64>,
    item: usize,
}

impl Place {
    fn record(self, input: &Input) -> Record<'_> {
        let text = self.span.slice(&input.text).unwrap_or_default();
        Record::new(input, text, self.line).at(self.item)
    }
}

impl Cases {
    pub(super) fn new(
        input: Input,
        forced: Option<&'static Format>,
        families: Families,
    ) -> Result<Self> {
        let places = divide(&input);
        let (format, reason) = match forced {
            Some(format) => (format, "named by `--from`".to_owned()),
            None => recognise(&input, &places)?,
        };
        let places = match format.reader {
            Reader::Archive { divide, .. } => {
                places.into_iter().flat_map(|place| within(&input, place, format, divide)).collect()
            }
            _ => places,
        };
        let (sources, companions, notes) = (Vec::new(), Vec::new(), Vec::new());
        let root = None;
        Ok(Self {
            input,
            families,
            forced,
            format,
            reason,
            places,
            sources,
            companions,
            root,
            notes,
        })
    }

    /// The cases of a batch whose lines come one by one: see [`Cases::read_line`]. It holds none
    /// itself.
    ///
    /// Fails when `from` names no format.
    pub fn of_lines(name: &str, from: Option<&str>, families: &Families) -> Result<Self> {
        let forced = from.map(super::by_name).transpose()?;
        Ok(Self {
            input: Input::new(name, Vec::new()),
            families: families.clone(),
            forced,
            format: forced.unwrap_or(&super::plain::FORMAT),
            reason: forced.map(|_| "named by `--from`".to_owned()).unwrap_or_default(),
            places: Vec::new(),
            sources: Vec::new(),
            companions: Vec::new(),
            root: None,
            notes: Vec::new(),
        })
    }

    /// The cases of one line of a batch, which is `number` (1-based): one, or those of an archive
    /// of chats. `line` has the batch's name.
    pub fn read_line(&self, line: &Input, number: u64) -> Result<Vec<Case>> {
        let whole = Place { span: Span::new(0, line.text.len()), line: Some(number), item: 0 };
        let record = whole.record(line);
        let format = match self.forced {
            Some(format) => Some(format),
            None => recognised(&record).map(|(format, _)| format),
        };
        let places = match format.map(|format| (format, &format.reader)) {
            Some((format, &Reader::Archive { divide, .. })) => within(line, whole, format, divide),
            _ => return Ok(vec![self.read_record(&record)?]),
        };
        places.iter().map(|place| self.read_record(&place.record(line))).collect()
    }

    /// Puts sources given apart from the input behind each case's own.
    #[must_use]
    pub fn with_sources(mut self, sources: Vec<Source>, notes: Vec<String>) -> Self {
        self.sources = sources;
        self.notes = notes;
        self
    }

    /// Adds sources that came as payloads of their own: requests, result lists.
    #[must_use]
    pub fn with_companions(mut self, companions: Vec<Source>) -> Self {
        self.companions.extend(companions);
        self
    }

    /// Names the checkout that cited paths are looked up in. Without one they stay ids.
    #[must_use]
    pub fn with_root(mut self, root: PathBuf) -> Self {
        self.root = Some(root);
        self
    }

    /// How many cases there are, unreadable ones included.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none: JSON Lines with nothing but blank lines.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// What was read.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// The dialect of the first readable case; others may differ unless one was named.
    pub fn format(&self) -> &'static Format {
        self.format
    }

    /// What the recognition of [`Cases::format`] rests on.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The line of the input that the case at `index` is; `None` when it is the whole input.
    pub fn line(&self, index: usize) -> Option<u64> {
        self.places.get(index)?.line
    }

    /// Reads the case at `index` (0-based). Fails for a record that cannot be read, with its line;
    /// the others are not affected.
    pub fn read(&self, index: usize) -> Result<Case> {
        let Some(&place) = self.places.get(index) else {
            return Err(Error::new("read", self.input.title(), "there is no such case"));
        };
        self.read_record(&place.record(&self.input))
    }

    /// The beginning of the case at `index`, for a first look at a response so long that reading
    /// all of it would be noticed; `None` for a shorter one, and for a format that has to be read
    /// to its end.
    pub fn preview(&self, index: usize) -> Option<Case> {
        let &place = self.places.get(index)?;
        let text = place.span.slice(&self.input.text)?;
        if text.len() < PREVIEWED_FROM || !self.format.beginning_reads() {
            return None;
        }
        let head = text.get(..text.floor_char_boundary(PREVIEW))?;
        let end = head.rfind("\n\n").or_else(|| head.rfind('\n')).unwrap_or(head.len());
        let record = Record::new(&self.input, head.get(..end)?, place.line);
        self.read_record(&record).ok()
    }

    fn read_record(&self, record: &Record<'_>) -> Result<Case> {
        let (format, reason) = match self.forced {
            Some(format) => (format, self.reason.clone()),
            None => recognised(record).ok_or_else(|| unrecognised(record))?,
        };
        let mut case = format.read(record, &self.families)?;
        case.input.clone_from(&self.input.name);
        if case.id.is_empty() {
            case.id = match record.line {
                Some(line) => format!("{}:{line}", self.input.file_name()),
                None => self.input.file_name(),
            };
        }
        case.format = FormatNote { name: format.name, reason, reading: case.format.reading };
        attach::attach(&mut case, &self.companions, &self.sources);
        if let Some(root) = &self.root {
            checkout::add(&mut case, root);
        }
        if case.response.citations.is_empty() {
            case.notes.push("no citation found".to_owned());
        }
        case.notes.extend(record.input.notes.iter().chain(&self.notes).cloned());
        Ok(case)
    }
}

/// Whether each line of an input is a record of its own. The first fifty lines tell.
pub fn is_batch(input: &Input) -> bool {
    let named_so = input.has_extension(&["jsonl", "ndjson"]);
    is_json_lines(&input.text) || (named_so && !container::is_event_lines(&input.text))
}

/// Finds the records of an input: the lines of JSON Lines, else all of it.
fn divide(input: &Input) -> Vec<Place> {
    let text = &input.text;
    let whole = vec![Place { span: Span::new(0, text.len()), line: None, item: 0 }];
    if !is_batch(input) {
        return whole;
    }
    let lines = LineIndex::new(text);
    (1..=lines.count())
        .filter_map(|line| Some(Place { span: lines.span(line)?, line: Some(line), item: 0 }))
        .filter(|place| place.span.slice(text).is_some_and(|line| !line.trim().is_empty()))
        .collect()
}

type Divide = fn(&Record<'_>) -> Vec<Item>;

/// The responses at a place: those of an archive, else the place itself.
fn within(input: &Input, place: Place, format: &Format, divide: Divide) -> Vec<Place> {
    let record = place.record(input);
    let items = if format.detect(&record).is_some() { divide(&record) } else { Vec::new() };
    if items.is_empty() {
        return vec![place];
    }
    let at = |item: Item| {
        let span = item.span.shifted(place.span.start);
        Place { span, line: place.line, item: item.item }
    };
    items.into_iter().map(at).collect()
}

/// Whether a text is several JSON objects, one a line: it is not one document, and most of its
/// first lines are objects by themselves.
fn is_json_lines(text: &str) -> bool {
    if !text.trim_start().starts_with('{') || container::is_event_lines(text) {
        return false;
    }
    let mut lines = 0;
    let mut objects = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(LINES_PROBED) {
        lines += 1;
        objects += usize::from(is_object(line));
    }
    lines > 1 && objects * 2 >= lines
}

fn is_object(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('{') && line.ends_with('}') && super::json::parse(line).is_ok()
}

/// The first record of an input that is in any dialect, else the first one.
pub(super) fn first_record(input: &Input) -> Record<'_> {
    let places = divide(input);
    let known = |place: &&Place| recognised(&place.record(input)).is_some();
    let place = places.iter().find(known).or_else(|| places.first()).copied();
    place.map_or_else(|| Record::new(input, &input.text, None), |place| place.record(input))
}

/// Recognises the first record that can be recognised.
fn recognise(input: &Input, places: &[Place]) -> Result<(&'static Format, String)> {
    let found = places.iter().find_map(|place| recognised(&place.record(input)));
    match (found, places.first()) {
        (Some(found), _) => Ok(found),
        (None, Some(first)) => Err(unrecognised(&first.record(input))),
        (None, None) => Err(Error::new("read", input.title(), "it holds no case")),
    }
}

/// The first dialect that a record fits, and why; others that fit too are named, but for marks in
/// the text of a payload: these are read with it.
fn recognised(record: &Record<'_>) -> Option<(&'static Format, String)> {
    let mut fits = detect_all(record).into_iter();
    let (format, mut reason) = fits.next()?;
    let rivals = |other: &&Format| {
        other.beginning_reads() == format.beginning_reads() && other.name != "plain"
    };
    let others: Vec<&str> = fits.map(|(other, _)| other).filter(rivals).map(|o| o.name).collect();
    if !others.is_empty() {
        reason = format!("{reason}; also fits {}", crate::text::prose::ticked(others, 4));
    }
    Some((format, reason))
}

/// Why a record is in no dialect: bad JSON says where, good JSON says what it has.
fn unrecognised(record: &Record<'_>) -> Error {
    const HINT: &str = "`pincite formats` lists what can be read; `--from NAME` skips recognition";
    if record.looks_like_json() || record.line.is_some() {
        return match record.parsed() {
            Err(fault) => record.json_error(fault).hint("`--from markers` reads it as plain text"),
            Ok(parsed) => {
                let keys = parsed
                    .value
                    .as_object()
                    .map(|object| crate::text::prose::ticked(object.keys().map(String::as_str), 6));
                let why = match keys {
                    Some(keys) if !keys.is_empty() => {
                        format!("it is in no known format; it is JSON with {keys}")
                    }
                    _ => "it is in no known format".to_owned(),
                };
                record.error(why).hint(HINT)
            }
        };
    }
    record.error("it is in no known format").hint(HINT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::open;

    fn cases(name: &str, text: &str) -> Result<Cases> {
        open(Input::new(name, text.as_bytes().to_vec()), None, &Families::default())
    }

    #[test]
    fn one_document_is_one_case_and_lines_are_many() {
        let one = "{\n\"id\": \"a\",\n\"response\": \"x\",\n\"sources\": []\n}\n";
        assert_eq!(cases("a.json", one).unwrap().len(), 1);
        let two = "{\"id\":\"a\",\"response\":\"x\"}\n\n{\"id\":\"b\",\"response\":\"y\"}\n";
        let two = cases("-", two).unwrap();
        assert_eq!(two.len(), 2);
        assert_eq!(two.read(1).unwrap().id, "b");
        assert_eq!(two.line(1), Some(3));
    }

    #[test]
    fn a_bad_line_costs_only_itself() {
        let text =
            "{\"id\":\"a\",\"response\":\"x\"}\n{\"id\": oops}\n{\"id\":\"c\",\"response\":\"\"}";
        let cases = cases("batch.jsonl", text).unwrap();
        assert_eq!(cases.len(), 3);
        assert_eq!(
            cases.read(1).unwrap_err().to_string(),
            "cannot read batch.jsonl, at line 2 column 8: it is no valid JSON: expected value"
        );
        assert_eq!(cases.read(2).unwrap().id, "c");
    }

    #[test]
    fn plain_text_is_readable_and_says_what_is_missing() {
        let cases = cases("notes.txt", "Just words.").unwrap();
        let case = cases.read(0).unwrap();
        assert_eq!(case.id, "notes.txt");
        assert_eq!(case.format.name, "plain");
        assert_eq!(case.notes, ["no citation found"]);
    }

    #[test]
    fn json_of_no_dialect_is_refused_with_what_it_has() {
        let error = cases("x.json", "{\"model\": 1, \"foo\": 2}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read x.json: it is in no known format; it is JSON with `model` and `foo`"
        );
    }

    #[test]
    fn broken_json_says_where() {
        let error = cases("x.json", "{\"id\": \"a\",\n \"response\": \"x").unwrap_err();
        assert!(error.to_string().starts_with("cannot read x.json, at line 2 column "), "{error}");
    }

    #[test]
    fn a_byte_order_mark_and_bad_bytes_do_no_harm() {
        let input =
            Input::new("a.json", b"\xef\xbb\xbf{\"id\":\"a\",\"response\":\"\xff\"}".to_vec());
        let cases = open(input, None, &Families::default()).unwrap();
        let case = cases.read(0).unwrap();
        assert_eq!(case.response.text, "\u{fffd}");
        let notes = ["no citation found", "1 byte sequence is no UTF-8 and shown as U+FFFD"];
        assert_eq!(case.notes, notes);
    }

    #[test]
    fn sources_given_apart_stand_behind_the_cases_own() {
        let text = r#"{"id":"a","response":"x","sources":[{"id":"own","text":"t"}]}"#;
        let extra = Source { id: "extra".to_owned(), ..Source::default() };
        let cases = cases("-", text).unwrap().with_sources(vec![extra], vec!["a note".to_owned()]);
        let case = cases.read(0).unwrap();
        let ids: Vec<&str> = case.sources.iter().map(|source| source.id.as_str()).collect();
        assert_eq!(ids, ["own", "extra"]);
        assert_eq!(case.notes, ["no citation found", "a note"]);
    }
}
