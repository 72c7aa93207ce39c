//! Walks a folder: everything in it except files that git ignores, hidden files, journals and the
//! program's configuration.
//!
//! The ignore files (`.gitignore`, `.ignore`, `.git/info/exclude`) may be hostile like everything
//! else in the folder, and the crate for them reads them to their end. They are checked first: if
//! one is not a regular file of a reasonable size, its folder is read without any.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::WalkBuilder;

use super::gate::{SPECIAL, open_regular};
use crate::text::prose::ticked;

/// Maximum size of an ignore file, in bytes: 1 MiB.
const MAX_IGNORE_FILE: u64 = 1024 * 1024;

/// Maximum size of a file that gives the place of a git folder, in bytes.
const MAX_LINK: u64 = 64 * 1024;

/// Hidden files that are never an answer or a source, so that nobody misses them.
const SERVING: [&str; 8] = [
    ".git",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".gitkeep",
    ".keep",
    ".ignore",
    ".DS_Store",
];

/// The end of the names of journals.
const JOURNAL: &str = ".review.jsonl";

/// The name of the file that configures the program.
pub const CONFIGURATION: &str = "pincite.toml";

/// Maximum number of names in a note.
const MAX_NAMED: usize = 3;

/// The order of entries.
type Order = Arc<dyn Fn(&Path, &Path) -> Ordering + Send + Sync>;

/// Folders that are still to be read, each with the levels left in it.
type Later = Arc<Mutex<Vec<(PathBuf, Option<usize>)>>>;

/// A way through a folder, in order of the paths; folders whose ignore files cannot be read come last.
pub(super) struct Walk {
    entries: ignore::Walk,
    order: Order,
    /// Folders that are still to be read without ignore files, each with the levels left in it.
    later: Later,
    refused: Arc<Mutex<Vec<String>>>,
    seen: Seen,
}

/// The entries of a walk so far, to find those that it passes over.
#[derive(Default)]
struct Seen {
    /// The maximum depth of the folders that are read.
    depth: Option<usize>,
    root: PathBuf,
    all: BTreeSet<PathBuf>,
    folders: Vec<PathBuf>,
    links: Vec<String>,
    special: Vec<String>,
    /// The paths of links and special files.
    unread: Vec<PathBuf>,
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
        let order: Order = Arc::new(order);
        let refused: Arc<Mutex<Vec<String>>> = Arc::default();
        let later: Later = Arc::default();
        let seen = Seen { depth, root: root.to_owned(), ..Seen::default() };
        if let Some(why) = above(root).or_else(of_user) {
            lock(&refused).push(read_whole(root, &why));
            let entries = without_ignoring(root, depth, &order);
            return Self { entries, order, later, refused, seen };
        }
        let (noted, put_off) = (Arc::clone(&refused), Arc::clone(&later));
        let by_path = Arc::clone(&order);
        let mut builder = WalkBuilder::new(root);
        builder.max_depth(depth).sort_by_file_path(move |a, b| by_path(a, b));
        builder.filter_entry(move |entry| {
            if is_own(entry) {
                return false;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let Some(why) = is_folder.then(|| fault(entry.path())).flatten() else { return true };
            lock(&noted).push(read_whole(entry.path(), &why));
            let left = depth.map(|depth| depth.saturating_sub(entry.depth()));
            lock(&put_off).push((entry.path().to_owned(), left));
            false
        });
        Self { entries: builder.build(), order, later, refused, seen }
    }

    /// Returns notes on folders of which more was read than usual, and on what was passed over, once
    /// all entries were taken.
    pub(super) fn notes(self) -> Vec<String> {
        self.finish().0
    }

    /// Returns these notes and the entries that were not read: those that git ignores, hidden ones, links, and
    /// what is neither a file nor a folder.
    pub(super) fn finish(self) -> (Vec<String>, Vec<PathBuf>) {
        let mut notes = std::mem::take(&mut *lock(&self.refused));
        let (note, unread) = self.seen.passed_over();
        notes.extend(note);
        (notes, unread)
    }
}

impl Seen {
    fn add(&mut self, entry: &ignore::DirEntry) {
        let Some(kind) = entry.file_type() else { return };
        let path = entry.path();
        if kind.is_dir() {
            if self.depth.is_none_or(|depth| entry.depth() < depth) {
                self.folders.push(path.to_owned());
            }
        } else if kind.is_symlink() {
            self.links.push(name_within(&self.root, path));
            self.unread.push(path.to_owned());
        } else if !kind.is_file() {
            self.special.push(name_within(&self.root, path));
            self.unread.push(path.to_owned());
        }
        self.all.insert(path.to_owned());
    }

    /// Returns a note on what a walk does not read, and the paths of these entries.
    fn passed_over(self) -> (Option<String>, Vec<PathBuf>) {
        let mut unread = self.unread;
        let (mut ignored, mut hidden, mut journals) = (Vec::new(), Vec::new(), Vec::new());
        for folder in &self.folders {
            let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            for path in entries.map(|entry| entry.path()).filter(|path| !self.all.contains(path)) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if let Some(judged) = name.strip_suffix(JOURNAL) {
                    // Verdicts on an answer that was read are no loss.
                    if !self.all.contains(&folder.join(judged)) {
                        journals.push(name_within(&self.root, &path));
                    }
                } else if name == CONFIGURATION {
                    // It is read as what it is.
                } else if !name.starts_with('.') {
                    ignored.push(name_within(&self.root, &path));
                    unread.push(path);
                } else if !SERVING.contains(&name.as_ref()) {
                    hidden.push(name_within(&self.root, &path));
                    unread.push(path);
                }
            }
        }
        let root = self.root.display().to_string();
        let kinds = [
            (ignored, "ignored"),
            (hidden, "hidden"),
            (self.links, "a symbolic link"),
            (self.special, "a pipe, device or socket"),
            (journals, "a journal of verdicts"),
        ];
        let kinds = kinds.into_iter().filter(|(names, _)| !names.is_empty());
        let kinds: Vec<String> = kinds
            .map(|(mut names, kind)| {
                names.sort_unstable();
                format!("{} ({kind})", ticked(names.iter().map(String::as_str), MAX_NAMED))
            })
            .collect();
        let note = (!kinds.is_empty()).then(|| format!("left out of {root}: {}", kinds.join(", ")));
        (note, unread)
    }
}

impl Iterator for Walk {
    type Item = Result<ignore::DirEntry, ignore::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(entry) = self.entries.next() {
                if let Ok(entry) = &entry {
                    self.seen.add(entry);
                }
                return Some(entry);
            }
            let (folder, depth) = lock(&self.later).pop()?;
            self.seen.depth = depth;
            self.entries = without_ignoring(&folder, depth, &self.order);
        }
    }
}

/// Returns the path of an entry within the walk's folder.
fn name_within(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Walks a folder without any ignore file.
fn without_ignoring(root: &Path, depth: Option<usize>, order: &Order) -> ignore::Walk {
    let order = Arc::clone(order);
    let mut builder = WalkBuilder::new(root);
    builder.parents(false).ignore(false).git_ignore(false).git_exclude(false).git_global(false);
    builder.max_depth(depth).sort_by_file_path(move |a, b| order(a, b));
    builder.filter_entry(|entry| !is_own(entry)).build()
}

/// True for files of the program itself, which are no source: verdicts of reviewers on a response, and the
/// configuration.
fn is_own(entry: &ignore::DirEntry) -> bool {
    let name = entry.file_name();
    name == CONFIGURATION || name.as_encoded_bytes().ends_with(JOURNAL.as_bytes())
}

fn read_whole(folder: &Path, why: &str) -> String {
    let folder = folder.display();
    format!(
        "all of {folder} is read except hidden files: what is ignored is not known, because {why}"
    )
}

/// Returns the fault of the files that say what git ignores for this user.
fn of_user() -> Option<String> {
    let folder = |name: &str| Some(PathBuf::from(std::env::var_os(name)?));
    let home = folder("HOME");
    let config = folder("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
    let in_config = ["git/config", "git/ignore"].map(|name| Some(config.as_ref()?.join(name)));
    let own = home.map(|home| home.join(".gitconfig"));
    let files = in_config.into_iter().chain([own]).flatten();
    files.into_iter().find_map(|file| refusal(&file, MAX_IGNORE_FILE))
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
