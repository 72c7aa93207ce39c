//! The cases of one input, each read when it is asked for.
//!
//! Only line starts are kept, so a batch of a million lines opens as fast as its newlines can be
//! counted, and a bad line costs nothing but itself.

use super::{Families, Format, Input, Record, detect};
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
    notes: Vec<String>,
}

/// Where a record stands in the input.
#[derive(Debug, Clone, Copy)]
struct Place {
    span: Span,
    line: Option<u64>,
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
        let (sources, notes) = (Vec::new(), Vec::new());
        Ok(Self { input, families, forced, format, reason, places, sources, notes })
    }

    /// Puts sources given apart from the input behind each case's own.
    #[must_use]
    pub fn with_sources(mut self, sources: Vec<Source>, notes: Vec<String>) -> Self {
        self.sources = sources;
        self.notes = notes;
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
        self.read_record(&self.record(place))
    }

    /// The beginning of the case at `index`, for a first look at a response so long that reading
    /// all of it would be noticed; `None` for a shorter one, and for a format that has to be read
    /// to its end.
    pub fn preview(&self, index: usize) -> Option<Case> {
        let &place = self.places.get(index)?;
        let text = place.span.slice(&self.input.text)?;
        if text.len() < PREVIEWED_FROM || !self.format.beginning_reads {
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
            None => detect(record).ok_or_else(|| unrecognised(record))?,
        };
        let mut case = (format.read)(record, &self.families)?;
        case.input.clone_from(&self.input.name);
        if case.id.is_empty() {
            case.id = match record.line {
                Some(line) => format!("{}:{line}", self.input.file_name()),
                None => self.input.file_name(),
            };
        }
        case.format = FormatNote { name: format.name, reason, reading: case.format.reading };
        case.sources.extend(self.sources.iter().cloned());
        if case.response.citations.is_empty() {
            case.notes.push("no citation found".to_owned());
        }
        case.notes.extend(self.input.notes.iter().chain(&self.notes).cloned());
        Ok(case)
    }

    fn record(&self, place: Place) -> Record<'_> {
        Record::new(&self.input, place.span.slice(&self.input.text).unwrap_or_default(), place.line)
    }
}

/// Finds the records of an input: the lines of JSON Lines, else all of it.
fn divide(input: &Input) -> Vec<Place> {
    let text = &input.text;
    let whole = vec![Place { span: Span::new(0, text.len()), line: None }];
    let named_so = input.has_extension(&["jsonl", "ndjson"]);
    if !named_so && !is_json_lines(text) {
        return whole;
    }
    let lines = LineIndex::new(text);
    (1..=lines.count())
        .filter_map(|line| Some(Place { span: lines.span(line)?, line: Some(line) }))
        .filter(|place| place.span.slice(text).is_some_and(|line| !line.trim().is_empty()))
        .collect()
}

/// Whether a text is several JSON objects, one a line: it is not one document, and most of its
/// first lines are objects by themselves.
fn is_json_lines(text: &str) -> bool {
    if !text.trim_start().starts_with('{') {
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

/// Recognises the first record that can be recognised.
fn recognise(input: &Input, places: &[Place]) -> Result<(&'static Format, String)> {
    let records = |place: &Place| {
        Record::new(input, place.span.slice(&input.text).unwrap_or_default(), place.line)
    };
    let found = places.iter().find_map(|place| {
        let record = records(place);
        detect(&record)
    });
    match (found, places.first()) {
        (Some(found), _) => Ok(found),
        (None, Some(first)) => Err(unrecognised(&records(first))),
        (None, None) => Err(Error::new("read", input.title(), "it holds no case")),
    }
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
        assert_eq!(case.format.name, "markers");
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
