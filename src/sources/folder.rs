//! The files of a folder that may hold responses.
//!
//! The same files are left out as in a folder of sources: hidden files, files that git ignores,
//! journals. Symbolic links inside it are not followed, so the list never leads outside.

use std::path::{Path, PathBuf};

use super::walk::Walk;

/// The maximum number of files.
pub const MAX_FILES: usize = 100_000;

/// The maximum depth of nested folders.
pub const MAX_DEPTH: usize = 32;

/// The regular files of a folder, and notes on those left out, as sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// In the natural order of their names: `a2` before `a10`.
    pub files: Vec<PathBuf>,
    /// Whole sentences.
    pub notes: Vec<String>,
    /// The entries that are left out: ignored by git, hidden, links, and neither files nor folders.
    pub left_out: Vec<PathBuf>,
}

/// Lists the files in `folder` and the folders in it.
pub fn listed(folder: &Path) -> Listed {
    let mut listed = Listed::default();
    let mut walk = Walk::within(folder, Some(MAX_DEPTH), |one, other| {
        alphanumeric_sort::compare_path(one, other)
    });
    for entry in walk.by_ref() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                listed.notes.push(format!("part of {} left out: {error}", folder.display()));
                continue;
            }
        };
        let kind = entry.file_type();
        if entry.depth() == MAX_DEPTH && kind.is_some_and(|kind| kind.is_dir()) {
            let (name, most) = (entry.path().display(), MAX_DEPTH);
            listed.notes.push(format!("{name} left out: {most} folders deep"));
        }
        if !kind.is_some_and(|kind| kind.is_file()) {
            continue;
        }
        if listed.files.len() == MAX_FILES {
            let name = folder.display();
            listed
                .notes
                .push(format!("{name} has more than {MAX_FILES} files; the rest is left out"));
            break;
        }
        listed.files.push(entry.into_path());
    }
    let (notes, left_out) = walk.finish();
    listed.notes.extend(notes);
    listed.left_out = left_out;
    listed
}

/// True if two paths lead to the same place, or `path` to one beneath `folder`.
pub fn is_within(path: &Path, folder: &Path) -> bool {
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path.starts_with(folder),
        _ => path.starts_with(folder),
    }
}
