//! The cases of one input, each read on demand.
//!
//! An input is divided only as far as needed, so the first case of a batch is available
//! immediately, and a bad line affects only itself. An archive of chats has to be parsed once to
//! find its responses; of these, too, only the places are kept.

mod additions;
mod base;
mod in_file;
mod opened;

pub use in_file::{Document, InFile, LinePlaces, is_all_of};

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::cases::batch::base::Proof;
use crate::cases::division::{self, Division};
use crate::cases::files;
use crate::cases::folder_sources::{Folder, ResponseFile};
use crate::cases::reading::{RecordReader, named};
use crate::cases::recognition::recognised;
use crate::cases::records::ResponsePlace;
use crate::cases::scores::Scores;
use crate::dialects::Dialect;
use crate::dialects::lookup::RECOGNIZERS;
use crate::error::{Error, Result};
use crate::input::record_facts::RecordFacts;
use crate::input::strings::StringIndex;
use crate::input::{Input, Record};
use crate::model::Case;
use crate::sources::Store;
use crate::sources::documents::Extractor;
use crate::sources::store::Counted;
use crate::text::Span;

/// A response of at least this many bytes is shown by its beginning first.
const PREVIEWED_FROM: usize = 24 * 1024;

/// Length of the part that is shown first, in bytes.
const PREVIEW: usize = 8 * 1024;

/// The cases of an input. Nothing but the division into records is held; see [`Cases::read`]. All
/// methods take `&self` and may be called from several threads.
#[derive(Debug)]
pub struct Cases {
    input: Input,
    division: Division,
    reading: RecordReader,
    extractor: Extractor,
    /// True if the cases arrive line by line, so that there may be more.
    one_by_one: bool,
    /// The last document that was looked at, which most often has the next case too.
    last: Mutex<Option<KnownDocument>>,
    /// The folder of the cases, when the input is one.
    pub(super) folder: Option<Folder<Self>>,
    /// The first number of the marks, as some case proves it.
    base: OnceLock<Option<Proof>>,
    /// The first lines of a batch whose lines come one by one, with their numbers.
    head: Vec<(u64, Vec<u8>)>,
    /// The lines of the file, if its text is in memory.
    lines: OnceLock<Store>,
    /// The strings of a file that texts were taken out of.
    strings_of_file: OnceLock<StringIndex>,
    /// The places of these texts in a file of JSON, by their labels.
    ranges_of_file: OnceLock<BTreeMap<String, Span>>,
}

/// A document by its place, and the facts about it.
type KnownDocument = ((Span, Option<Span>), Arc<RecordFacts>);

impl Cases {
    /// Returns the cases of one line of a batch, each read by `read`, and the part of the line that its answer
    /// is, if the line lists several.
    fn cases_of(
        &self,
        line: &Input,
        number: u64,
        read: &dyn Fn(&Record<'_>) -> Result<Case>,
    ) -> Result<Vec<(Case, Option<Span>)>> {
        let kept: Arc<RecordFacts> = Arc::default();
        let mut division = Division::new(line);
        let numbered = |place: ResponsePlace| ResponsePlace { line: Some(number), ..place };
        let first = division.place(line, 0);
        let format = match (self.reading.settled, first) {
            (false, Some(place)) => {
                numbered(place).with_record(line, Arc::clone(&kept), |record, _| {
                    recognised(record, &self.reading.families).as_ref().map(|(format, _)| *format)
                })?
            }
            _ => Some(self.reading.format),
        };
        if let Some(format) = format {
            let how = (format, self.reading.settled);
            division = division.further(how, &self.reading.families, Some(Arc::clone(&kept)));
        }
        let mut last = (first.map(ResponsePlace::document), kept);
        let places = (0..).map_while(|index| division.place(line, index));
        let cases = places.map(|place| {
            let document = Some(place.document());
            if last.0 != document {
                last = (document, Arc::default());
            }
            let part = place.answer.and_then(|answer| answer.place(line.whole()));
            let read = |record: &Record<'_>, _| Ok((place.named(read(record)?), part));
            numbered(place).with_record(line, Arc::clone(&last.1), read)?
        });
        cases.collect()
    }

    /// Returns, for a folder, the cases of the file with the case at `index`, and its index there.
    fn file_of(&self, index: usize) -> Option<Result<(Arc<Self>, usize)>> {
        let folder = self.folder.as_ref()?;
        let (at, within) = folder.place(index)?;
        let open = |file: &ResponseFile, beside| {
            let input = files::read(&file.path.to_string_lossy())?;
            let own = &self.reading;
            let forced = own.settled.then_some(own.format);
            let cases = Self::new(input, forced, own.families.clone())?
                .with_companions(own.companions.clone())
                .with_sources(own.sources.clone(), own.notes.clone());
            let (root, references) = (own.root.clone(), own.references.clone());
            let reading = RecordReader { root, references, ..cases.reading }.beside(beside);
            Ok(Self { reading, ..cases })
        };
        Some(folder.cases(at, open).map(|cases| (cases, within)))
    }

    /// Returns the cases of one line of a batch, which is `number` (1-based): one, those of an archive of
    /// chats, or the answers that it lists, each with its part of the line. `line` is made by
    /// [`Input::record`] and has the batch's name.
    pub fn read_line(&self, line: &Input, number: u64) -> Result<Vec<(Case, Option<Span>)>> {
        self.cases_of(line, number, &|record| {
            let case = self.case(record)?;
            self.with_proven_base(record, &case).unwrap_or(Ok(case))
        })
    }

    /// Returns how documents among the sources are read.
    pub const fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// Returns the scores that judges gave.
    pub const fn scores(&self) -> &Scores {
        &self.reading.scores
    }

    /// Returns the number of cases, unreadable ones included. Divides the input to its end first,
    /// which takes as long as reading it.
    pub fn len(&self) -> usize {
        loop {
            let Counted { count, all, .. } = self.counted();
            if all {
                return count;
            }
            self.count_on();
        }
    }

    /// True if there is a case `index`. Divides the input only as far as necessary, so
    /// `(0..).take_while(|&index| cases.has(index))` iterates over a batch without waiting for its
    /// end.
    pub fn has(&self, index: usize) -> bool {
        if let Some(folder) = &self.folder {
            return index < folder.len();
        }
        self.division.has(&self.input, index)
    }

    /// Returns the number of cases known so far.
    pub fn counted(&self) -> Counted {
        if let Some(folder) = &self.folder {
            return Counted { count: folder.len(), all: true, progress: 0 };
        }
        self.division.counted()
    }

    /// Divides the input one step further: some ten milliseconds' worth of lines.
    pub fn count_on(&self) {
        self.division.count_on(&self.input);
    }

    /// Returns the input.
    pub fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the dialect of the first readable case; others may differ unless one was named.
    pub fn format(&self) -> &'static Dialect {
        self.reading.format
    }

    /// Returns the reason for recognizing [`Cases::format`].
    #[cfg(any(test, feature = "internals"))]
    pub fn reason(&self) -> &str {
        &self.reading.reason
    }

    /// True if the cases are in the files of a folder. Their ids are then the files' paths within
    /// it, followed by `:` and the line, or `#` and the case's own id, if a file has several.
    pub fn is_folder(&self) -> bool {
        self.folder.is_some()
    }

    /// Returns the file that the case at `index` is in, as it is named in messages: the input, or
    /// in a folder the path of the file.
    pub fn file_name(&self, index: usize) -> String {
        let path = self.folder.as_ref().and_then(|folder| folder.path(index));
        path.map_or_else(|| self.input.name.clone(), |path| path.to_string_lossy().into_owned())
    }

    /// Returns the default id of the case at `index`: `answer.md`, `batch.jsonl:3`.
    pub fn default_id(&self, index: usize) -> String {
        let file = self.file_in_folder(index).unwrap_or(&self.input.file_name()).to_owned();
        let name = named(&file, self.line(index));
        let place = if self.is_folder() { None } else { self.division.place(&self.input, index) };
        let part = place.and_then(|place| self.part(place, index)).unwrap_or_default();
        name + &part + &place.map(ResponsePlace::answer_name).unwrap_or_default()
    }

    /// Returns the line of the input that the case at `index` is; `None` if it is the whole
    /// input.
    pub fn line(&self, index: usize) -> Option<u64> {
        if let Some(found) = self.file_of(index) {
            let (cases, within) = found.ok()?;
            return cases.line(within);
        }
        self.division.place(&self.input, index)?.line
    }

    /// Reads the case at `index` (0-based). Fails for a record that cannot be read, with its line;
    /// the others are not affected. Of a batch in a file, only this record is read.
    pub fn read(&self, index: usize) -> Result<Case> {
        if let Some(found) = self.file_of(index) {
            let (cases, within) = found?;
            let mut case = cases.read(within)?;
            // Only now is it known if there are other cases.
            self.reading.scores.add(&mut case, || !self.has(1));
            return Ok(case);
        }
        let Some(place) = self.division.place(&self.input, index) else {
            return Err(Error::new("read", self.input.title(), "no such case"));
        };
        let part = self.part(place, index);
        let read: Result<Result<Case>> =
            place.with_record(&self.input, self.kept(place), |record, replaced| {
                let case = self.case(record)?;
                let mut case = self.with_proven_base(record, &case).unwrap_or(Ok(case))?;
                if let Some(part) = &part
                    && self.reading.is_file_name(&case.id, &self.input)
                {
                    case.id.push_str(part);
                }
                case.notes.extend(replaced);
                case.notes.extend(self.division.around(place));
                Ok(place.named(case))
            });
        match (read, part) {
            (Ok(Err(error)), Some(part)) => Err(error.within(part.trim_start_matches('#'))),
            (read, _) => read?,
        }
    }

    /// Returns the part of its record that a case is, to be put after a name: `#results[1]`, `[1]`; `None` for
    /// the whole record.
    fn part(&self, place: ResponsePlace, index: usize) -> Option<String> {
        if place.part.is_none() && !self.division.are_items() {
            return None;
        }
        let enclosed = self.input.enclosed();
        match enclosed.iter().find(|it| Some(it.span) == place.part) {
            Some(_) if enclosed.len() == 1 => None,
            Some(text) => Some(format!("#{}", text.label)),
            None => Some(format!("[{}]", self.division.number(index))),
        }
    }

    /// Reads `text` as if it were the only text of an input with the same sources.
    pub fn read_again(&self, text: &str) -> Result<Case> {
        self.case(&Record::new(&self.input, text, None, &RECOGNIZERS))
    }

    /// Returns the beginning of the case at `index`, for a first look at a response so long that
    /// reading all of it would be noticed; `None` for a shorter one, and for a format that has to
    /// be read to its end.
    pub fn preview(&self, index: usize) -> Option<Case> {
        if let Some(found) = self.file_of(index) {
            let (cases, within) = found.ok()?;
            return cases.preview(within);
        }
        if !self.reading.format.beginning_reads() {
            return None;
        }
        let place = self.division.place(&self.input, index)?;
        let read = |record: &Record<'_>| {
            let text = record.text;
            if text.len() < PREVIEWED_FROM {
                return None;
            }
            let head = text.get(..text.floor_char_boundary(PREVIEW))?;
            let end = head.rfind("\n\n").or_else(|| head.rfind('\n')).unwrap_or(head.len());
            let head = Record::new(&self.input, head.get(..end)?, record.line, &RECOGNIZERS);
            self.case(&head).ok()
        };
        place.with_record(&self.input, Arc::default(), |record, _| read(record)).ok()?
    }

    fn case(&self, record: &Record<'_>) -> Result<Case> {
        self.reading.case(record, || !self.one_by_one && !self.has(1))
    }

    /// Returns the facts about the document at `place`. They are kept only if it has other
    /// responses.
    fn kept(&self, place: ResponsePlace) -> Arc<RecordFacts> {
        let document = place.document();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.take().filter(|(of, _)| *of == document);
        let kept = known.map_or_else(Arc::default, |(_, kept)| kept);
        let is_shared = place.part.is_some() || place.answer.is_some();
        *last = is_shared.then(|| (document, Arc::clone(&kept)));
        kept
    }
}

/// True if each line of an input is a separate record, judging by its first fifty lines.
pub fn is_batch(input: &Input) -> bool {
    division::lines(input).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::opening::open;
    use crate::dialects::shared::markers::Families;
    use crate::model::Source;

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
            "cannot read batch.jsonl, at line 2 column 8: invalid JSON: expected value"
        );
        assert_eq!(cases.read(2).unwrap().id, "c");
    }

    #[test]
    fn a_chat_in_a_batch_is_read_once_for_all_its_answers() {
        let answer = |id: &str| {
            format!(
                r#""{id}": {{"role": "assistant", "content": "x [1]", "parentId": null, "sources":
                [{{"source": {{"name": "s"}}, "document": ["d"], "metadata": [{{}}]}}]}}"#
            )
        };
        let tree = format!("{}, {}", answer("a"), answer("b").replace("null", "\"a\""));
        let chat = format!(r#"{{"history": {{"currentId": "b", "messages": {{{tree}}}}}}}"#);
        let line = chat.replace('\n', " ");
        let cases = cases("chats.jsonl", &format!("{line}\n{line}\n")).unwrap();
        let read = |index: usize| {
            cases.read(index).unwrap();
            let last = cases.last.lock().unwrap();
            last.as_ref().and_then(|(_, kept)| Some(kept.text()?.0.as_ptr())).unwrap()
        };
        assert_eq!(cases.len(), 4);
        assert_eq!(read(0), read(1));
        assert_ne!(read(1), read(2));
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
            "cannot read x.json: unknown format; JSON with `model` and `foo`"
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
        let notes = ["no citation found", "1 byte sequence is not UTF-8 and shown as U+FFFD"];
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
