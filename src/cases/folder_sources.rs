//! The files of a folder of responses that have cases, and the sources next to them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::model::Source;

/// Maximum number of files of cases that are held open.
pub(crate) const MAX_OPEN: usize = 8;

/// Ends of names that say which half of an exchange a file is.
pub(crate) const HALVES: &[&str] = &["request", "prompt", "sources", "response", "answer"];

/// A folder of responses.
#[derive(Debug)]
pub(crate) struct Folder<C> {
    files: Vec<ResponseFile>,
    pub(crate) shelves: Vec<Shelf>,
    notes: Vec<String>,
    /// The number of files that may be answers and are not read.
    pub(crate) unread: usize,
    /// The files used last, by their index in `files`.
    open: Mutex<Vec<(usize, Arc<C>)>>,
}

/// A file of cases.
#[derive(Debug)]
pub(crate) struct ResponseFile {
    pub(crate) path: PathBuf,
    /// Its path within the folder.
    pub(crate) called: String,
    /// The index of its first case.
    pub(crate) first: usize,
    pub(crate) count: usize,
}

/// Sources that some of the responses share.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The folder in which the responses are.
    pub(crate) below: PathBuf,
    /// Name of the responses, when the sources belong to those of one name only.
    pub(crate) pair: Option<String>,
    /// From requests and result lists.
    pub(crate) companions: Vec<Source>,
    /// From other files.
    pub(crate) sources: Vec<Source>,
}

/// The additions of a folder to the cases of one of its files.
#[derive(Debug)]
pub(crate) struct FolderAdditions {
    /// Sources from requests and result lists.
    pub(crate) companions: Vec<Source>,
    /// Sources from other files.
    pub(crate) sources: Vec<Source>,
    /// Notes on the folder.
    pub(crate) notes: Vec<String>,
    /// The file's path within the folder, and true if it holds several cases.
    pub(crate) called: (String, bool),
}

impl<C> Folder<C> {
    pub(crate) fn new(
        files: Vec<ResponseFile>,
        shelves: Vec<Shelf>,
        notes: Vec<String>,
        unread: usize,
    ) -> Self {
        Self { files, shelves, notes, unread, open: Mutex::default() }
    }

    /// Returns the number of cases.
    pub(crate) fn len(&self) -> usize {
        self.files.last().map_or(0, |last| last.first + last.count)
    }

    /// Returns the index of the file that has the case at `index`, and the index of the case in it.
    pub(crate) fn place(&self, index: usize) -> Option<(usize, usize)> {
        let at = self.files.partition_point(|file| file.first <= index).checked_sub(1)?;
        let file = self.files.get(at)?;
        let within = index - file.first;
        (within < file.count).then_some((at, within))
    }

    /// Returns the path of the case's file within the folder.
    pub(crate) fn called(&self, index: usize) -> Option<&str> {
        let (at, _) = self.place(index)?;
        self.files.get(at).map(|file| file.called.as_str())
    }

    /// Returns the path of the case's file.
    pub(crate) fn path(&self, index: usize) -> Option<&Path> {
        let (at, _) = self.place(index)?;
        self.files.get(at).map(|file| file.path.as_path())
    }

    /// Returns the cases of the file at index `at`; `open` opens it with the sources next to it,
    /// unless it is open.
    pub(crate) fn cases(
        &self,
        at: usize,
        open: impl FnOnce(&ResponseFile, FolderAdditions) -> Result<C>,
    ) -> Result<Arc<C>> {
        let held = || self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, cases)) = held().iter().find(|(other, _)| *other == at) {
            return Ok(Arc::clone(cases));
        }
        let Some(file) = self.files.get(at) else {
            return Err(Error::new("read", "the folder", "no such case"));
        };
        let cases = Arc::new(open(file, self.beside(file))?);
        let mut held = held();
        if held.len() == MAX_OPEN {
            held.remove(0);
        }
        held.push((at, Arc::clone(&cases)));
        Ok(cases)
    }

    fn beside(&self, file: &ResponseFile) -> FolderAdditions {
        let pair = pair_of(&file.path);
        let serves = |shelf: &&Shelf| match (&shelf.pair, &pair) {
            (Some(name), Some((folder, own))) => shelf.below == *folder && name == own,
            (Some(_), None) => false,
            (None, _) => file.path.starts_with(&shelf.below),
        };
        let serving: Vec<&Shelf> = self.shelves.iter().filter(serves).collect();
        let companions = serving.iter().flat_map(|shelf| &shelf.companions).cloned();
        let sources = serving.iter().flat_map(|shelf| &shelf.sources).cloned();
        FolderAdditions {
            companions: companions.collect(),
            sources: sources.collect(),
            notes: self.notes.clone(),
            called: (file.called.clone(), file.count > 1),
        }
    }
}

/// Ends of names of what an answer was made from.
const GIVEN: [&str; 3] = ["request", "prompt", "sources"];

/// True if a file is named as what an answer was made from: `q7.prompt.md`.
pub(crate) fn is_given(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    GIVEN.iter().any(|half| {
        let name = stem.strip_suffix(half);
        name.is_some_and(|name| name.is_empty() || name.ends_with(['.', '-', '_']))
    })
}

/// Returns the folder of a file, and its name without the part that differs between a request and
/// its response.
pub(crate) fn pair_of(path: &Path) -> Option<(PathBuf, String)> {
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
