//! From a record to a case: its format, and everything that is added to what the record holds.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cases::fit::{Paths, is_file};
use crate::cases::folder_sources::FolderAdditions;
use crate::cases::recognition::{recognised, unrecognised};
use crate::cases::scores::Scores;
use crate::cases::{
    References, attach, checkout, file_pieces, given_list, hidden, own_list, prompted,
    unread::{self, formats},
};
use crate::dialects::Dialect;
use crate::dialects::dialect::{CODE_REFERENCES, Kind, NAMED_SOURCES, PLAIN, TextReader};
use crate::dialects::lookup::text_reader;
use crate::dialects::marks::{code_references, named_sources};
use crate::dialects::shared::context_names;
use crate::dialects::shared::markers::Families;
use crate::error::Result;
use crate::input::{Input, Record};
use crate::model::{Case, FormatNote, Locator, Source, SourceText, Target};
use crate::sources::is_code_path;
use crate::text::prose::count;

/// The way to read each record of an input.
#[derive(Debug)]
pub(crate) struct RecordReader {
    pub(crate) families: Families,
    /// True if every case is in `format`: one was named, or there is only one text.
    pub(crate) settled: bool,
    /// True if the user named the format.
    pub(crate) is_named: bool,
    pub(crate) format: &'static Dialect,
    /// The reason for recognizing the format.
    pub(crate) reason: String,
    pub(crate) sources: Vec<Source>,
    /// Sources that came as separate payloads.
    pub(crate) companions: Vec<Source>,
    pub(crate) root: Option<PathBuf>,
    /// The checkout for code cited by path and line.
    pub(crate) references: Option<Arc<References>>,
    pub(crate) notes: Vec<String>,
    pub(crate) scores: Scores,
    /// Name of the file in its folder, and true if it holds several cases.
    pub(crate) called: Option<(String, bool)>,
}

/// True if a record that is read as text is in data, or is data.
fn is_in_data(record: &Record<'_>) -> bool {
    record.line.is_some()
        || !record.input.enclosed().is_empty()
        || record.looks_like_json() && record.is_json()
}

impl RecordReader {
    /// Returns the way to read cases without separate sources.
    pub(crate) fn new(
        (format, reason): (&'static Dialect, String),
        is_named: bool,
        families: Families,
    ) -> Self {
        Self {
            families,
            settled: is_named,
            is_named,
            format,
            reason,
            sources: Vec::new(),
            companions: Vec::new(),
            root: None,
            references: None,
            notes: Vec::new(),
            scores: Scores::default(),
            called: None,
        }
    }

    /// Adds a folder's information about the file.
    pub(crate) fn beside(mut self, beside: FolderAdditions) -> Self {
        self.companions.extend(beside.companions);
        self.sources.extend(beside.sources);
        self.notes.extend(beside.notes);
        self.called = Some(beside.called);
        self
    }

    /// Returns the case of a record; `is_only` returns true if the input has no other.
    pub(crate) fn case(&self, record: &Record<'_>, is_only: impl FnOnce() -> bool) -> Result<Case> {
        self.case_with(&self.families, record, is_only)
    }

    /// True if a text has given sources, so that data in it need not bring any.
    fn has_sources_apart(&self, record: &Record<'_>) -> bool {
        self.families.has_sources_apart()
            && record.input.has_extension(&TEXTS)
            && !(self.sources.is_empty() && self.companions.is_empty())
    }

    /// True if an id is only the name of the input's file, or in its folder that of a file of several cases.
    pub(crate) fn is_file_name(&self, id: &str, input: &Input) -> bool {
        id == input.file_name()
            || self.called.as_ref().is_some_and(|(file, many)| *many && file == id)
    }

    /// Gives a case its id, if it has none of its own or is in a folder.
    fn name(&self, case: &mut Case, record: &Record<'_>) {
        match &self.called {
            Some((file, true)) if !case.id.is_empty() => case.id = format!("{file}#{}", case.id),
            Some((file, true)) => case.id = named(file, record.line),
            Some((file, false)) => case.id.clone_from(file),
            None if case.id.is_empty() => case.id = named(&record.input.file_name(), record.line),
            None => {}
        }
    }

    /// Returns the case of a record whose citations are read with these families.
    pub(crate) fn case_with(
        &self,
        families: &Families,
        record: &Record<'_>,
        is_only: impl FnOnce() -> bool,
    ) -> Result<Case> {
        let (format, reason) = if self.settled {
            (self.format, self.reason.clone())
        } else {
            let recognised = recognised(record, families).clone();
            recognised.ok_or_else(|| unrecognised(record))?
        };
        let reader = TextReader { is_named: self.is_named, ..text_reader(families) };
        let mut case = format.read(record, &reader)?;
        case.input.clone_from(&record.input.name);
        self.name(&mut case, record);
        case.format = FormatNote { name: format.name, reason, reading: case.format.reading };
        own_list::join(&mut case);
        let is_text = matches!(format.kind, Kind::Text { .. });
        case.is_in_data = !is_text || is_in_data(record);
        if !is_text && self.has_sources_apart(record) {
            leave_out_own(&mut case);
        }
        self.attach(&mut case, record, &reader, format);
        if let Some(root) = &self.root {
            checkout::add(&mut case, root);
        }
        if let Some(references) = self.references.as_ref().filter(|_| !self.is_named) {
            read_code(&mut case, references, is_text);
        }
        if !self.is_named {
            read_names_of_files(&mut case, is_text);
        }
        if !self.references.as_ref().is_some_and(|it| it.has_root()) {
            file_pieces::cite(&mut case);
        }
        if let Some(references) = &self.references {
            references.add(&mut case)?;
        }
        // `--since` left out those of unchanged lines.
        let is_chosen = self.references.as_ref().is_some_and(|it| it.chooses());
        if is_text && !self.is_named && !is_chosen {
            read_lines_of_given(&mut case, self.references.as_deref());
        }
        self.scores.add(&mut case, is_only);
        if self.families.pattern().is_some_and(|own| !own.is_in(&case.response.text)) {
            case.notes.push("the pattern has no match in the response".to_owned());
        }
        hidden::leave_out(&mut case);
        case.notes.extend(record.repeated_keys());
        case.dropped = record.dropped();
        let notes = record.container_notes().iter().filter(|it| !case.notes.contains(it));
        let notes: Vec<String> = notes.cloned().collect();
        case.notes.extend(notes);
        // Unchanged lines are not looked at.
        if case.unchanged == 0 {
            let is_uncited = case.response.citations.is_empty();
            case.notes.extend(is_uncited.then(|| "no citation found".to_owned()));
            formats::note(&mut case, record, &reader);
        }
        case.notes.extend(record.input.notes.iter().chain(&self.notes).cloned());
        case.notes = unread::counted(std::mem::take(&mut case.notes));
        Ok(case)
    }

    /// Adds the sources that came beside the record; those of a text by the files that it names, else by
    /// their order. If there are none, adds those of the prompt in the record.
    fn attach(
        &self,
        case: &mut Case,
        record: &Record<'_>,
        reader: &TextReader<'_>,
        format: &Dialect,
    ) {
        let is_text = matches!(format.kind, Kind::Text { .. });
        if self.sources.is_empty() && self.companions.is_empty() {
            prompted::add(case, record, &format.kind);
        }
        let is_named = is_text && given_list::join(case, &self.sources);
        attach::attach(case, &self.companions, &self.sources);
        if is_named {
            given_list::refuse_order(case);
        } else if is_text {
            Self::count_from_zero(case, reader);
        }
        if is_text {
            prompted::leave_out_labels(case);
        }
    }

    /// Reads the marks of a text again if they count the given sources from 0.
    fn count_from_zero(case: &mut Case, reader: &TextReader<'_>) {
        let Some((marks, note)) = reader.read_from_zero(&case.response.text, &mut case.sources)
        else {
            return;
        };
        case.response.citations = marks.citations;
        case.response.cards = marks.cards;
        case.notes.extend(note);
    }
}

/// The ends of the names of files that hold the text of an answer.
const TEXTS: [&str; 4] = ["md", "markdown", "txt", "text"];

/// Leaves out the texts that data in the text of an answer gives its own sources, if others are given: whoever
/// wrote the answer wrote these, too.
fn leave_out_own(case: &mut Case) {
    let own = case.sources.iter_mut();
    let mut left = 0;
    for source in own.filter(|source| matches!(source.text, SourceText::Inline(_))) {
        source.text = SourceText::Absent("The answer gives it, beside given sources.".to_owned());
        left += 1;
    }
    if left > 0 {
        let texts = count(left, "text");
        case.notes.push(format!(
            "{texts} that the answer gives its own sources left out: others are given"
        ));
    }
}

/// Reads references to code in an answer without other marks or, if it is a text, beside them.
fn read_code(case: &mut Case, references: &References, is_text: bool) {
    match case.format.name {
        PLAIN => references.recognise(case),
        CODE_REFERENCES => {}
        _ if is_text => references.join(case),
        _ => {}
    }
}

/// Reads brackets that name given files, in an answer without other marks or, if it is a text, beside
/// references to lines of files. A file of code is mentioned as often as cited.
fn read_names_of_files(case: &mut Case, is_text: bool) {
    let citations = &case.response.citations;
    let fits = match case.format.name {
        NAMED_SOURCES | CODE_REFERENCES => true,
        PLAIN => citations.is_empty(),
        _ => {
            let names = [named_sources::FAMILY, context_names::FAMILY];
            !is_text && citations.iter().all(|it| names.contains(&it.family.as_str()))
        }
    };
    if !fits {
        return;
    }
    let is_named = |source: &&Source| is_file(source) && !is_code_path(&path_of(source));
    let files: Vec<Source> = case.sources.iter().filter(is_named).cloned().collect();
    let before = case.response.citations.len();
    context_names::add(&case.response.text, &mut case.response.citations, &files);
    doubt_names_alone(case, &files);
    let Some(first) = case.response.citations.first().filter(|_| before == 0) else { return };
    let found = count(case.response.citations.len(), "mark");
    let reason = format!("{found} such as `{}`, which name files given", first.raw);
    if is_text {
        case.format = FormatNote { name: NAMED_SOURCES, reason, reading: None };
    } else {
        case.notes.push(format!("read {reason}"));
    }
}

/// Notes the files that are shown although another folder of theirs is cited: a copy may be anywhere.
fn doubt_names_alone(case: &mut Case, files: &[Source]) {
    let named = case.response.citations.iter().filter(|it| it.family == context_names::FAMILY);
    for (cited, file) in context_names::by_name_alone(&case.response.text, named, files) {
        let Some(path) = files.get(file).map(path_of) else { continue };
        case.notes.push(format!("`{cited}` is matched by file name alone: {path} is shown"));
        let own = case.sources.iter_mut().find(|it| is_file(it) && path_of(it) == path);
        if let Some(source) = own {
            source.like_named_file = Some(path.into_owned());
        }
    }
}

/// Reads references to lines of given files by their names alone (`main.go:67`), in a text without other
/// marks or with other references to lines.
fn read_lines_of_given(case: &mut Case, references: Option<&References>) {
    if ![PLAIN, CODE_REFERENCES].contains(&case.format.name) {
        return;
    }
    let paths = Paths::of(&case.sources);
    let is_given = |name: &str| {
        Path::new(name).extension().is_some() && paths.ending_with(name).next().is_some()
    };
    let cited = &case.response.citations;
    let mut found = code_references::unread(&case.response.text, &is_given, cited);
    found.retain(|citation| {
        let is_lines = |target: &Target| matches!(target.locator, Some(Locator::Lines { .. }));
        let is_of_another = references.is_some_and(|it| it.is_of_another(case, &citation.raw));
        citation.targets.iter().all(is_lines) && !is_of_another
    });
    let Some(first) = found.first() else { return };
    if case.format.name == PLAIN {
        let found = count(found.len(), "reference");
        let reason =
            format!("{found} to lines of given files such as `{}`", first.raw.trim_matches('`'));
        case.format = FormatNote { name: CODE_REFERENCES, reason, reading: None };
    }
    case.response.citations.extend(found);
    case.response.citations.sort_by_key(|citation| citation.anchor.span);
}

/// Returns the path of a source's file; empty if it has none.
fn path_of(source: &Source) -> Cow<'_, str> {
    source.origin.as_ref().map(|origin| origin.path.to_string_lossy()).unwrap_or_default()
}

/// Returns `batch.jsonl:3`, or only the file name for a single record.
pub(super) fn named(file: &str, line: Option<u64>) -> String {
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}
