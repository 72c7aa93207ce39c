//! Answers in folders of sources. None is a source: it would bear itself out, and take the place of another in the
//! order of the files.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::model::{IdFrom, Source};
use crate::sources::Loaded;
use crate::text::prose::ticked;

/// The maximum number of answers that a note names.
const MAX_NAMED: usize = 3;

/// Leaves out the sources that are answers and not named as sources, of those loaded from `given` files and
/// folders. A single response is no source of its own unless it is named with an id.
pub(super) fn leave_out(
    loaded: &mut Loaded,
    (response, others): (&str, &[PathBuf]),
    given: &[PathBuf],
) {
    let real = |path: &PathBuf| path.canonicalize().ok();
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        given.iter().filter_map(real).partition(|path| path.is_dir());
    let is_in_folder = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder));
    let own = real(&PathBuf::from(response)).filter(|path| path.is_file());
    let answers = others.iter().filter_map(real).chain(own.clone());
    let mut answers: BTreeSet<PathBuf> =
        answers.filter(|path| is_in_folder(path) && !files.contains(path)).collect();
    let response = own.filter(|_| others.is_empty());
    answers.extend(response);
    let names: BTreeSet<&OsStr> = answers.iter().filter_map(|path| path.file_name()).collect();
    if names.is_empty() {
        return;
    }
    let is_answer = |path: &Path| {
        let may_be = path.file_name().is_some_and(|name| names.contains(name)) || path.is_symlink();
        may_be && path.canonicalize().is_ok_and(|path| answers.contains(&path))
    };
    let mut left: BTreeSet<String> = BTreeSet::new();
    loaded.sources.retain(|source: &Source| {
        let origin = source.origin.as_ref().filter(|_| source.id_from != IdFrom::User);
        let Some(origin) = origin.filter(|origin| is_answer(&origin.path)) else { return true };
        left.insert(origin.path.display().to_string());
        false
    });
    if !left.is_empty() {
        let named = ticked(left.iter().map(String::as_str), MAX_NAMED);
        loaded.notes.push(format!("{named} left out of the sources: an answer is none"));
    }
}
