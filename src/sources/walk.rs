//! Walks a folder: everything in it except files that git ignores, hidden files and journals.
//!
//! The ignore files (`.gitignore`, `.ignore`, `.git/info/exclude`) may be hostile like everything
//! else in the folder, and the crate for them reads them to their end. They are checked first: if
//! one is not a regular file of a reasonable size, its folder is left out.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

use super::gate::{SPECIAL, open_regular};

/// Maximum size of an ignore file, in bytes: 1 MiB.
const MAX_IGNORE_FILE: u64 = 1024 * 1024;

/// Maximum size of a file that gives the place of a git folder, in bytes.
const MAX_LINK: u64 = 64 * 1024;

/// A way through a folder, in order of the paths.
pub(super) struct Walk {
    entries: ignore::Walk,
    refused: Arc<Mutex<Vec<String>>>,
}

impl Walk {
    /// Returns a way through the folder `root`, with its entries in the given order.
    pub(super) fn new(
        root: &Path,
        order: impl Fn(&Path, &Path) -> Ordering + Send + Sync + 'static,
    ) -> Self {
        Self::within(root, None, order)
    }

    /// Walks `root`, at most `depth` levels deep.
    pub(super) fn within(
        root: &Path,
        depth: Option<usize>,
        order: impl Fn(&Path, &Path) -> Ordering + Send + Sync + 'static,
    ) -> Self {
        // Verdicts of reviewers on a response are not a source for it.
        let is_journal = |name: &OsStr| name.as_encoded_bytes().ends_with(b".review.jsonl");
        let refused: Arc<Mutex<Vec<String>>> = Arc::default();
        let mut builder = WalkBuilder::new(root);
        if let Some(why) = above(root) {
            let (root, note) = (root.display(), "what is ignored is not known");
            refused
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(format!("all of {root} is read except hidden files: {note}, because {why}"));
            builder.parents(false).ignore(false).git_ignore(false).git_exclude(false);
        }
        let noted = Arc::clone(&refused);
        builder.max_depth(depth).sort_by_file_path(order).filter_entry(move |entry| {
            if is_journal(entry.file_name()) {
                return false;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let Some(why) = is_folder.then(|| fault(entry.path())).flatten() else { return true };
            let note = format!("{} left out: {why}", entry.path().display());
            noted.lock().unwrap_or_else(PoisonError::into_inner).push(note);
            false
        });
        Self { entries: builder.build(), refused }
    }

    /// Returns notes on what was left out so far.
    pub(super) fn refused(&self) -> Vec<String> {
        std::mem::take(&mut *self.refused.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Iterator for Walk {
    type Item = Result<ignore::DirEntry, ignore::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.entries.next()
    }
}

/// Returns the fault of the ignore files in a folder and in those above.
fn above(root: &Path) -> Option<String> {
    let root = std::path::absolute(root).ok()?;
    root.ancestors().find_map(fault)
}

/// Returns the fault of the ignore files in a folder.
fn fault(folder: &Path) -> Option<String> {
    let own = [".gitignore", ".ignore"].map(|name| folder.join(name));
    let own = own.into_iter().find_map(|file| refusal(&file, MAX_IGNORE_FILE));
    own.or_else(|| {
        let git = folder.join(".git");
        let linked = fs::metadata(&git).ok()?.is_file();
        if !linked {
            return refusal(&git.join("info/exclude"), MAX_IGNORE_FILE);
        }
        // A worktree: this file names its folder, and a file in that names the one of all.
        let common = |own: PathBuf| {
            let (common, why) = named(&own.join("commondir"), "");
            let exclude = own.join(common.unwrap_or_default()).join("info/exclude");
            why.or_else(|| refusal(&exclude, MAX_IGNORE_FILE))
        };
        match named(&git, "gitdir: ") {
            (_, Some(why)) => Some(why),
            (own, None) => own.and_then(|own| common(folder.join(own))),
        }
    })
}

/// Returns the path in the first line of a file, or why it is not read.
fn named(file: &Path, label: &str) -> (Option<PathBuf>, Option<String>) {
    if let Some(why) = refusal(file, MAX_LINK) {
        return (None, Some(why));
    }
    let mut line = String::new();
    let read = open_regular(file)
        .ok()
        .and_then(|(file, _)| BufReader::new(file.take(MAX_LINK)).read_line(&mut line).ok());
    let path = read.and_then(|_| Some(PathBuf::from(line.trim_end().strip_prefix(label)?)));
    (path, None)
}

/// Returns why a file is not read, as the end of a sentence; `None` for one that is missing.
fn refusal(file: &Path, limit: u64) -> Option<String> {
    let metadata = fs::metadata(file).ok()?;
    let linked = fs::symlink_metadata(file).is_ok_and(|it| it.is_symlink());
    // Files that the system makes up have no length.
    let special = !metadata.is_file() && !metadata.is_dir() || linked && metadata.len() == 0;
    let name = file.display();
    if special {
        return Some(format!("{name}: {SPECIAL}"));
    }
    let large = metadata.is_file() && metadata.len() > limit;
    large.then(|| format!("{name}: it is larger than {} KiB", limit / 1024))
}
