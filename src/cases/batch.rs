//! The cases of one input, each read on demand.
//!
//! An input is divided only as far as needed, so the first case of a batch is available
//! immediately, and a bad line affects only itself. An archive of chats has to be parsed once to
//! find its responses; of these, too, only the places are kept.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cases::division::{Division, Place};
use crate::cases::recognition::{first_record, recognised, unrecognised};
use crate::cases::scores::Scores;
use crate::cases::shelves::{Beside, Folder, ResponseFile};
use crate::cases::{References, attach, checkout, division, enclosed, files, unread};
use crate::dialects::Dialect;
use crate::dialects::dialect::{Kind, PLAIN, TextReader};
use crate::dialects::lookup::{RECOGNIZERS, by_name, text_reader};
use crate::dialects::shared::markers::Families;
use crate::error::{Error, Result};
use crate::input::record::RecordFacts;
use crate::input::{Input, Record};
use crate::model::{Case, Document, FormatNote, Source, SourceText};
use crate::sources::Loaded;
use crate::sources::documents::Extractor;
use crate::sources::stamp::change;
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
    families: Families,
    /// True if every case is in `format`: one was named, or there is only one text.
    settled: bool,
    /// True if the user named the format.
    is_named: bool,
    format: &'static Dialect,
    reason: String,
    division: Division,
    sources: Vec<Source>,
    companions: Vec<Source>,
    root: Option<PathBuf>,
    /// The checkout for code cited by path and line.
    references: Option<Arc<References>>,
    notes: Vec<String>,
    scores: Scores,
    extractor: Extractor,
    /// True if the cases arrive line by line, so that there may be more.
    one_by_one: bool,
    /// The last document that was looked at, which most often has the next case too.
    last: Mutex<Option<Known>>,
    /// The folder of the cases, when the input is one.
    folder: Option<Folder<Self>>,
    /// Name of the file in its folder, and true if it holds several cases.
    called: Option<(String, bool)>,
}

/// A document by its place, and the facts about it.
type Known = ((Span, Option<Span>), Arc<RecordFacts>);

impl Cases {
    pub(crate) fn new(
        input: Input,
        forced: Option<&'static Dialect>,
        families: Families,
    ) -> Result<Self> {
        let mut last = None;
        let input = enclosed::open(input, forced, &families)?;
        let (format, reason) = if let Some(format) = forced {
            (format, "named by `--from`".to_owned())
        } else {
            let (place, kept) = first_record(&input, &families)?;
            // If the first case is the whole record, the facts apply to it too.
            last = place.part.is_none().then(|| (place.document(), Arc::clone(&kept)));
            let known = place.look(&input, kept, |record, _| {
                let recognised = recognised(record, &families).clone();
                recognised.ok_or_else(|| unrecognised(record))
            })?;
            match known {
                Ok(known) => known,
                Err(error) => {
                    let texts = enclosed::texts(&input, &families).ok_or(error)?;
                    return Self::new(texts, None, families);
                }
            }
        };
        let division = Division::new(&input).further(format);
        let settled = forced.is_some() || format.beginning_reads() && division.is_one();
        let (sources, companions, notes) = (Vec::new(), Vec::new(), Vec::new());
        let root = None;
        Ok(Self {
            input,
            families,
            settled,
            is_named: forced.is_some(),
            format,
            reason,
            division,
            sources,
            companions,
            root,
            references: None,
            notes,
            scores: Scores::default(),
            extractor: Extractor::none(),
            one_by_one: false,
            last: Mutex::new(last),
            folder: None,
            called: None,
        })
    }

    /// Returns the cases of a batch whose lines come one by one: see [`Cases::read_line`]. It holds
    /// none itself.
    ///
    /// Fails when `from` names no format.
    pub fn of_lines(name: &str, from: Option<&str>, families: &Families) -> Result<Self> {
        let forced = from.map(by_name).transpose()?;
        let input = Input::new(name, Vec::new());
        Ok(Self {
            families: families.clone(),
            settled: forced.is_some(),
            is_named: forced.is_some(),
            format: match forced {
                Some(format) => format,
                None => by_name(PLAIN)?,
            },
            reason: forced.map(|_| "named by `--from`".to_owned()).unwrap_or_default(),
            division: Division::new(&input),
            input,
            sources: Vec::new(),
            companions: Vec::new(),
            root: None,
            references: None,
            notes: Vec::new(),
            scores: Scores::default(),
            extractor: Extractor::none(),
            one_by_one: true,
            last: Mutex::default(),
            folder: None,
            called: None,
        })
    }

    /// Returns the cases of a folder called `name`; sources are added to those next to each file.
    pub(crate) fn of_folder(name: &str, from: Option<&str>, families: &Families) -> Result<Self> {
        let input = Input::new(name, Vec::new());
        Ok(Self { input, one_by_one: false, ..Self::of_lines(name, from, families)? })
    }

    /// Returns the cases of one line of a batch, which is `number` (1-based): one, or those of an
    /// archive of chats. `line` is made by [`Input::record`] and has the batch's name.
    pub fn read_line(&self, line: &Input, number: u64) -> Result<Vec<Case>> {
        let kept: Arc<RecordFacts> = Arc::default();
        let mut division = Division::new(line);
        let numbered = |place: Place| Place { line: Some(number), ..place };
        let first = division.place(line, 0);
        let format = match (self.settled, first) {
            (false, Some(place)) => {
                numbered(place).look(line, Arc::clone(&kept), |record, _| {
                    recognised(record, &self.families).as_ref().map(|(format, _)| *format)
                })?
            }
            _ => Some(self.format),
        };
        if let Some(format) = format {
            division = division.further(format);
        }
        let mut last = (first.map(Place::document), kept);
        let places = (0..).map_while(|index| division.place(line, index));
        let read = places.map(|place| {
            let document = Some(place.document());
            if last.0 != document {
                last = (document, Arc::default());
            }
            numbered(place).look(line, Arc::clone(&last.1), |record, _| self.read_record(record))?
        });
        read.collect()
    }

    /// Sets the folder of the cases, and the format of the first one.
    pub(crate) fn set_folder(&mut self, folder: Folder<Self>, format: &'static Dialect) {
        (self.folder, self.format) = (Some(folder), format);
    }

    /// Adds the folder's information about the file.
    fn beside(mut self, beside: Beside) -> Self {
        self.companions.extend(beside.companions);
        self.sources.extend(beside.sources);
        self.notes.extend(beside.notes);
        self.called = Some(beside.called);
        self
    }

    /// Returns, for a folder, the cases of the file with the case at `index`, and its index there.
    fn file_of(&self, index: usize) -> Option<Result<(Arc<Self>, usize)>> {
        let folder = self.folder.as_ref()?;
        let (at, within) = folder.place(index)?;
        let open = |file: &ResponseFile, beside| {
            let input = files::read(&file.path.to_string_lossy())?;
            let forced = self.settled.then_some(self.format);
            let cases = Self::new(input, forced, self.families.clone())?
                .with_companions(self.companions.clone())
                .with_sources(self.sources.clone(), self.notes.clone());
            let references = self.references.clone();
            Ok(Self { root: self.root.clone(), references, ..cases }.beside(beside))
        };
        Some(folder.cases(at, open).map(|cases| (cases, within)))
    }

    /// Adds separate sources after each case's own.
    #[must_use]
    pub fn with_sources(mut self, sources: Vec<Source>, notes: Vec<String>) -> Self {
        self.sources = sources;
        self.notes = notes;
        self
    }

    /// Adds `loaded` after the sources added before.
    pub(crate) fn add_sources(&mut self, loaded: Loaded) {
        self.sources.extend(loaded.sources);
        self.notes.extend(loaded.notes);
    }

    /// Chooses how documents among the sources are read.
    #[must_use]
    pub fn with_extractor(mut self, extractor: Extractor) -> Self {
        self.extractor = extractor;
        self
    }

    /// Returns how documents among the sources are read.
    pub const fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// Adds sources that came as separate payloads: requests, result lists.
    #[must_use]
    pub fn with_companions(mut self, companions: Vec<Source>) -> Self {
        self.companions.extend(companions);
        self
    }

    /// Takes over the extracted texts of the documents of `before` whose files are still the same.
    #[must_use]
    pub fn with_documents_of(mut self, before: &Self) -> Self {
        let shelved = before.folder.iter().flat_map(|folder| &folder.shelves);
        let shelved = shelved.flat_map(|shelf| shelf.sources.iter().chain(&shelf.companions));
        let own: Vec<&Source> =
            before.sources.iter().chain(&before.companions).chain(shelved).collect();
        let known = |document: &Document| {
            let mut documents = own.iter().filter_map(|source| source.document());
            let same = documents.find(|it| it.kind == document.kind && it.data == document.data)?;
            let text = same.known().filter(|text| text.failed.is_none())?;
            change(text.stamp.as_ref()?).is_none().then(|| same.clone())
        };
        let shelved = self.folder.iter_mut().flat_map(|folder| &mut folder.shelves);
        let shelved =
            shelved.flat_map(|shelf| shelf.sources.iter_mut().chain(&mut shelf.companions));
        for source in self.sources.iter_mut().chain(&mut self.companions).chain(shelved) {
            if let Some(known) = source.document().and_then(known) {
                source.text = SourceText::Document(known);
            }
        }
        self
    }

    /// Sets the checkout for cited paths. Without one, they stay ids.
    #[must_use]
    pub fn with_root(mut self, root: PathBuf) -> Self {
        self.root = Some(root);
        self
    }

    /// Sets the checkout for code that is cited by path and line. Without it, paths stay ids.
    #[must_use]
    pub fn with_references(mut self, references: References) -> Self {
        self.references = Some(Arc::new(references));
        self
    }

    /// Adds the scores that judges gave to citations of these cases.
    #[must_use]
    pub fn with_scores(mut self, scores: Scores) -> Self {
        self.notes.extend(scores.note());
        self.scores = scores;
        self
    }

    /// Returns the scores that judges gave.
    pub const fn scores(&self) -> &Scores {
        &self.scores
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
        self.format
    }

    /// Returns the reason for recognizing [`Cases::format`].
    #[cfg(any(test, feature = "internals"))]
    pub fn reason(&self) -> &str {
        &self.reason
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
        let file = self.folder.as_ref().and_then(|folder| folder.called(index));
        named(&file.map_or_else(|| self.input.file_name(), str::to_owned), self.line(index))
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
            self.scores.add(&mut case, || !self.has(1));
            return Ok(case);
        }
        let Some(place) = self.division.place(&self.input, index) else {
            return Err(Error::new("read", self.input.title(), "no such case"));
        };
        place.look(&self.input, self.kept(place), |record, replaced| {
            let mut case = self.read_record(record)?;
            let is_part = place.part.is_some() || self.division.are_items();
            if is_part && case.id == self.input.file_name() {
                let enclosed = self.input.enclosed();
                case.id = match enclosed.iter().find(|it| Some(it.span) == place.part) {
                    Some(_) if enclosed.len() == 1 => case.id,
                    Some(text) => format!("{}#{}", case.id, text.label),
                    None => format!("{}[{index}]", case.id),
                };
            }
            case.notes.extend(replaced);
            case.notes.extend(self.division.around(place));
            Ok(case)
        })?
    }

    /// Reads `text` as if it were the only text of an input with the same sources.
    pub fn read_again(&self, text: &str) -> Result<Case> {
        self.read_record(&Record::new(&self.input, text, None, &RECOGNIZERS))
    }

    /// Returns the beginning of the case at `index`, for a first look at a response so long that
    /// reading all of it would be noticed; `None` for a shorter one, and for a format that has to
    /// be read to its end.
    pub fn preview(&self, index: usize) -> Option<Case> {
        if let Some(found) = self.file_of(index) {
            let (cases, within) = found.ok()?;
            return cases.preview(within);
        }
        if !self.format.beginning_reads() {
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
            self.read_record(&head).ok()
        };
        place.look(&self.input, Arc::default(), |record, _| read(record)).ok()?
    }

    /// Returns the facts about the document at `place`. They are kept only if it has other
    /// responses.
    fn kept(&self, place: Place) -> Arc<RecordFacts> {
        let document = place.document();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.take().filter(|(of, _)| *of == document);
        let kept = known.map_or_else(Arc::default, |(_, kept)| kept);
        *last = place.part.is_some().then(|| (document, Arc::clone(&kept)));
        kept
    }

    fn read_record(&self, record: &Record<'_>) -> Result<Case> {
        let (format, reason) = if self.settled {
            (self.format, self.reason.clone())
        } else {
            let recognised = recognised(record, &self.families).clone();
            recognised.ok_or_else(|| unrecognised(record))?
        };
        let reader = TextReader { is_named: self.is_named, ..text_reader(&self.families) };
        let mut case = format.read(record, &reader)?;
        case.input.clone_from(&self.input.name);
        match &self.called {
            Some((file, true)) if !case.id.is_empty() => case.id = format!("{file}#{}", case.id),
            Some((file, true)) => case.id = named(file, record.line),
            Some((file, false)) => case.id.clone_from(file),
            None if case.id.is_empty() => case.id = named(&self.input.file_name(), record.line),
            None => {}
        }
        case.format = FormatNote { name: format.name, reason, reading: case.format.reading };
        attach::attach(&mut case, &self.companions, &self.sources);
        if matches!(format.kind, Kind::Text { .. }) {
            Self::count_from_zero(&mut case, &reader);
        }
        if let Some(root) = &self.root {
            checkout::add(&mut case, root);
        }
        if let Some(references) = &self.references {
            if format.name == PLAIN && !self.is_named {
                references.recognise(&mut case);
            }
            references.add(&mut case)?;
        }
        self.scores.add(&mut case, || !self.one_by_one && !self.has(1));
        if self.families.pattern().is_some_and(|own| !own.is_in(&case.response.text)) {
            case.notes.push("the pattern has no match in the response".to_owned());
        }
        case.notes.extend(record.repeated_keys());
        case.dropped = record.dropped();
        let notes: Vec<String> = record
            .container_notes()
            .iter()
            .filter(|it| !case.notes.contains(it))
            .cloned()
            .collect();
        case.notes.extend(notes);
        if case.response.citations.is_empty() {
            case.notes.push("no citation found".to_owned());
        }
        case.notes.extend(unread::notes(&case, record));
        case.notes.extend(record.input.notes.iter().chain(&self.notes).cloned());
        case.notes = unread::counted(std::mem::take(&mut case.notes));
        Ok(case)
    }

    /// Reads the marks of a text again if they count the given sources from 0.
    fn count_from_zero(case: &mut Case, reader: &TextReader<'_>) {
        let Some(marks) = reader.read_from_zero(&case.response.text, &mut case.sources) else {
            return;
        };
        case.response.citations = marks.citations;
        case.response.cards = marks.cards;
        case.notes.extend(marks.notes.into_iter().filter(|note| note.contains("--base")));
    }
}

/// Returns `batch.jsonl:3`, or only the file name for a single record.
fn named(file: &str, line: Option<u64>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

/// True if each line of an input is a separate record, judging by its first fifty lines.
pub fn is_batch(input: &Input) -> bool {
    division::lines(input).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::opening::open;

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
