//! A folder of responses: one file after the other, and the sources that lie beside them.
//!
//! Each file is looked at once when the folder is opened: whether it holds responses, and how many.
//! Only that is kept; a file is read again when one of its cases is asked for. What is in no
//! citation dialect is a source:
//!
//! - beside a response of the same name (`q7.request.json` and `q7.response.json`) it is that
//!   one's,
//! - else it serves all responses in its own folder and below; from a folder without responses,
//!   those of the nearest folder above that has some.
//!
//! A JSON file that cannot be parsed is a case that cannot be read: it may well have been one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::cases::batch::with_first_record;
use crate::cases::{Cases, companion_of, files};
use crate::dialects::marks::markers::Families;
use crate::dialects::marks::plain;
use crate::dialects::{Dialect, by_name};
use crate::error::{Error, ErrorKind, Result};
use crate::input::Input;
use crate::model::{Source, SourceText};
use crate::sources::Loaded;
use crate::sources::folder::{Listed, is_within, listed};
use crate::sources::load::of_file;
use crate::text::prose::{count, listed as enumerated};

/// How many files of cases are held open.
const MAX_OPEN: usize = 8;

/// How many names a note has.
const MAX_NAMED: usize = 3;

/// Ends of names that say which half of an exchange a file is.
const HALVES: &[&str] = &["request", "prompt", "sources", "response", "answer"];

/// How the files of a folder are read.
#[derive(Debug, Clone, Copy)]
pub struct How<'h> {
    /// The only format that a response may be in, by name.
    pub from: Option<&'h str>,
    /// The marker families that are citations.
    pub families: &'h Families,
    /// Files and folders that hold sources and no responses.
    pub apart: &'h [PathBuf],
}

/// What is known of a folder.
#[derive(Debug)]
pub(crate) struct Folder {
    files: Vec<ResponseFile>,
    pub(crate) shelves: Vec<Shelf>,
    notes: Vec<String>,
    /// Those that were asked for last, by their place in `files`.
    open: Mutex<Vec<(usize, Arc<Cases>)>>,
}

/// A file of cases.
#[derive(Debug)]
struct ResponseFile {
    path: PathBuf,
    /// Its path within the folder.
    called: String,
    /// The index of its first case.
    first: usize,
    count: usize,
}

/// Sources that some of the responses share.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The folder in which the responses are.
    below: PathBuf,
    /// What they are called, when the sources belong to those of a name only.
    pair: Option<String>,
    /// From requests and result lists.
    pub(crate) companions: Vec<Source>,
    /// From other files.
    pub(crate) sources: Vec<Source>,
}

/// What a file holds.
enum Holds {
    Cases(usize, &'static Dialect),
    /// What is most likely a case, but damaged.
    Damage,
    Companion(Vec<Source>),
    Sources(Loaded),
    /// Why it is left out.
    Nothing(String),
    Binary,
}

/// What became of the files of a folder.
#[derive(Default)]
struct Sorted {
    files: Vec<ResponseFile>,
    format: Option<&'static Dialect>,
    apart: Vec<(PathBuf, Shelf)>,
    plain: Vec<String>,
    binaries: usize,
    notes: Vec<String>,
}

/// Opens the responses of the folder `name`; `tell` is told of each file before it is looked at,
/// with how many were so before.
///
/// Fails when there is none, or `how` names no format. Files that cannot be read are noted.
pub fn open(name: &str, how: &How<'_>, tell: &mut dyn FnMut(&Path, usize)) -> Result<Cases> {
    let root = Path::new(name);
    let forced = how.from.map(by_name).transpose()?;
    let Listed { files, notes } = listed(root);
    let mut sorted = Sorted { notes, ..Sorted::default() };
    for (index, path) in files.into_iter().enumerate() {
        tell(&path, index);
        if !how.apart.iter().any(|apart| is_within(&path, apart)) {
            let holds = holds(&path, forced, how);
            sorted.take(root, path, holds);
        }
    }
    let Some(format) = sorted.format else {
        return Err(Error::new("read", name, "it is a folder without a response")
            .of_kind(ErrorKind::Unrecognized)
            .hint("where it holds the sources, it stands behind the response"));
    };
    let mut cases = Cases::of_folder(name, how.from, how.families)?;
    cases.set_folder(sorted.folder(name), forced.unwrap_or(format));
    Ok(cases)
}

impl Sorted {
    fn take(&mut self, root: &Path, path: PathBuf, holds: Holds) {
        let called = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let (companions, sources) = match holds {
            Holds::Cases(count, format) => {
                self.format = self.format.or(Some(format));
                return self.push(path, called, count);
            }
            Holds::Damage => return self.push(path, called, 1),
            Holds::Binary => {
                self.binaries += 1;
                return;
            }
            Holds::Nothing(why) => {
                self.notes.push(format!("Left out: {why}."));
                return;
            }
            Holds::Companion(companions) => (companions, Vec::new()),
            Holds::Sources(loaded) => {
                self.plain.push(called);
                self.notes.extend(loaded.notes);
                (Vec::new(), loaded.sources)
            }
        };
        let below = path.parent().unwrap_or(root).to_owned();
        self.apart.push((path, Shelf { below, pair: None, companions, sources }));
    }

    fn push(&mut self, path: PathBuf, called: String, count: usize) {
        let first = self.files.last().map_or(0, |last| last.first + last.count);
        self.files.push(ResponseFile { path, called, first, count });
    }

    /// Puts the sources where they serve.
    fn folder(mut self, name: &str) -> Folder {
        let root = Path::new(name);
        let within = |file: &ResponseFile| {
            let folders = file.path.ancestors().skip(1).take_while(|it| it.starts_with(root));
            folders.map(Path::to_owned).collect::<Vec<_>>()
        };
        let responding: BTreeSet<PathBuf> = self.files.iter().flat_map(within).collect();
        let pairs: BTreeSet<(PathBuf, String)> =
            self.files.iter().filter_map(|file| pair_of(&file.path)).collect();
        for (path, shelf) in &mut self.apart {
            shelf.pair = pair_of(path).filter(|pair| pairs.contains(pair)).map(|(_, name)| name);
            while !responding.contains(&shelf.below) && shelf.below != root {
                let Some(above) = shelf.below.parent() else { break };
                shelf.below = above.to_owned();
            }
        }
        if !self.plain.is_empty() {
            let told = count(self.plain.len(), "file");
            let more = self.plain.len().saturating_sub(MAX_NAMED);
            let names = enumerated(self.plain.iter().take(MAX_NAMED).cloned(), more, ", ");
            self.notes
                .push(format!("{told} of {name} without citations, read as source: {names}."));
        }
        if self.binaries > 0 {
            let told = count(self.binaries, "binary file");
            self.notes.push(format!("{told} in {name} left out."));
        }
        let shelves = self.apart.into_iter().map(|(_, shelf)| shelf).collect();
        let (files, notes) = (self.files, self.notes);
        Folder { files, shelves, notes, open: Mutex::default() }
    }
}

impl Folder {
    /// How many cases there are.
    pub(crate) fn len(&self) -> usize {
        self.files.last().map_or(0, |last| last.first + last.count)
    }

    /// The file of the case at `index`, by its place, and where in it the case is.
    pub(crate) fn place(&self, index: usize) -> Option<(usize, usize)> {
        let at = self.files.partition_point(|file| file.first <= index).checked_sub(1)?;
        let file = self.files.get(at)?;
        let within = index - file.first;
        (within < file.count).then_some((at, within))
    }

    /// The path of the case's file within the folder.
    pub(crate) fn called(&self, index: usize) -> Option<&str> {
        let (at, _) = self.place(index)?;
        self.files.get(at).map(|file| file.called.as_str())
    }

    /// The path of the case's file.
    pub(crate) fn path(&self, index: usize) -> Option<&Path> {
        let (at, _) = self.place(index)?;
        self.files.get(at).map(|file| file.path.as_path())
    }

    /// The cases of the file at place `at`; opened by `open` with what lies beside it, unless they
    /// are open.
    pub(crate) fn cases(
        &self,
        at: usize,
        open: impl FnOnce(Input) -> Result<Cases>,
    ) -> Result<Arc<Cases>> {
        let held = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cases)) = held().iter().find(|(other, _)| *other == at) {
            return Ok(Arc::clone(cases));
        }
        let Some(file) = self.files.get(at) else {
            return Err(Error::new("read", "the folder", "there is no such case"));
        };
        let cases =
            Arc::new(self.with_shelves(file, open(files::read(&file.path.to_string_lossy())?)?));
        let mut held = held();
        if held.len() == MAX_OPEN {
            held.remove(0);
        }
        held.push((at, Arc::clone(&cases)));
        Ok(cases)
    }

    fn with_shelves(&self, file: &ResponseFile, cases: Cases) -> Cases {
        let pair = pair_of(&file.path);
        let serves = |shelf: &&Shelf| match (&shelf.pair, &pair) {
            (Some(name), Some((folder, own))) => shelf.below == *folder && name == own,
            (Some(_), None) => false,
            (None, _) => file.path.starts_with(&shelf.below),
        };
        let serving: Vec<&Shelf> = self.shelves.iter().filter(serves).collect();
        let companions = serving.iter().flat_map(|shelf| &shelf.companions).cloned();
        let sources = serving.iter().flat_map(|shelf| &shelf.sources).cloned();
        cases.beside(
            companions.collect(),
            sources.collect(),
            &self.notes,
            (file.called.clone(), file.count > 1),
        )
    }
}

/// Looks at a file.
fn holds(path: &Path, forced: Option<&'static Dialect>, how: &How<'_>) -> Holds {
    let is_payload = looks_like_payload(path);
    if !is_payload {
        match of_file(path) {
            Ok(Some(loaded)) if is_material(&loaded) => return Holds::Sources(loaded),
            Ok(Some(_)) => {}
            Ok(None) => return Holds::Binary,
            Err(error) => return Holds::Nothing(error.to_string()),
        }
    }
    let input = match files::read(&path.to_string_lossy()) {
        Ok(input) => input,
        Err(error) if is_payload => return Holds::Nothing(error.to_string()),
        Err(_) => return as_sources(path),
    };
    let fits = match forced {
        Some(format) => with_first_record(&input, |record| format.detect(record).map(|_| format)),
        None => with_first_record(&input, |record| {
            crate::dialects::detect(record).map(|(format, _)| format)
        }),
    };
    let is_response =
        |format: &&'static Dialect| forced.is_some() || format.name != plain::DIALECT.name;
    match fits {
        Ok(Some(format)) if is_response(&format) => {
            let cases = Cases::new(input, forced, how.families.clone());
            return match cases.map(|cases| cases.len()) {
                Ok(0) | Err(_) => Holds::Nothing(format!("{} holds no case", path.display())),
                Ok(count) => Holds::Cases(count, format),
            };
        }
        Err(error) => return Holds::Nothing(error.to_string()),
        Ok(_) => {}
    }
    if let Some(companions) = companion_of(&input) {
        return Holds::Companion(companions);
    }
    let is_damaged = with_first_record(&input, |record| record.payload().is_none());
    if is_payload && is_damaged.unwrap_or(false) {
        return Holds::Damage;
    }
    as_sources(path)
}

fn as_sources(path: &Path) -> Holds {
    match of_file(path) {
        Ok(Some(loaded)) => Holds::Sources(loaded),
        Ok(None) => Holds::Binary,
        Err(error) => Holds::Nothing(error.to_string()),
    }
}

/// Whether a file is a document, or holds sources with ids of their own.
fn is_material(loaded: &Loaded) -> bool {
    let is_one =
        |source: &Source| !source.id.is_empty() || matches!(source.text, SourceText::Document(_));
    loaded.sources.len() > 1 || loaded.sources.iter().any(is_one)
}

/// Whether a file's name says that it may be a payload and no document.
pub fn looks_like_payload(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["json", "jsonl", "ndjson", "sse", "har", "gz", "bib"]
        .iter()
        .any(|e| extension.eq_ignore_ascii_case(e))
}

/// The folder of a file, and its name without what differs between a request and its response.
fn pair_of(path: &Path) -> Option<(PathBuf, String)> {
    let stem = path.file_stem()?.to_string_lossy().to_lowercase();
    let half = HALVES.iter().find_map(|half| {
        let name = stem.strip_suffix(half)?;
        let is_parted = name.is_empty() || name.ends_with(['.', '-', '_']);
        is_parted.then(|| name.trim_end_matches(['.', '-', '_']).to_owned())
    });
    Some((path.parent()?.to_owned(), half.unwrap_or(stem)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_an_exchange_have_one_name() {
        let name = |path: &str| pair_of(Path::new(path)).unwrap().1;
        for path in ["a/q7.json", "a/q7.request.json", "a/Q7-response.sse", "a/q7_prompt.txt"] {
            assert_eq!(name(path), "q7", "{path}");
        }
        assert_eq!((name("request.json"), name("response.json")), (String::new(), String::new()));
        assert_ne!(name("q7answer.md"), name("q7.md"));
    }
}
