//! Watched files: every change is noticed once, however a file is saved.
//!
//! A change shows in a file's length, times and number, see [`super::stamp`]. The system only wakes
//! the watcher, so a rename over a file, a truncation, an append, and a link that leads elsewhere
//! are all the same. If it does not (no notifications left, a network file system, a folder that
//! was created again), a check once a second finds them too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use super::stamp;
use crate::model::Stamp;

/// The time without further events after which a change counts as complete.
const QUIET: Duration = Duration::from_millis(100);

/// The time to wait for a file that is gone or empty: most programs that remove or truncate a file
/// write it again.
const PATIENCE: Duration = Duration::from_millis(600);

/// The interval at which a file that never comes to rest is reported.
const MAX_LENGTH: Duration = Duration::from_secs(1);

/// The interval of checks if nothing wakes the watcher.
const LOOK: Duration = Duration::from_secs(1);

/// Of all time at most this share is spent on such looks.
const SHARE: u32 = 50;

/// The stamps of files; `None` for one that does not exist.
type Stamps = BTreeMap<PathBuf, Option<Stamp>>;

/// A watch on some files and folders. For a folder, its list of names is watched, not the content
/// of the files.
#[derive(Debug)]
pub struct Watch {
    seen: Stamps,
    folders: BTreeSet<PathBuf>,
    system: Option<RecommendedWatcher>,
    woken: Receiver<()>,
    looked: Instant,
    cost: Duration,
}

impl Watch {
    /// Watches `files` from now on; those that are not there too.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let (wake, woken) = mpsc::sync_channel(1);
        let mut watch = Self {
            seen: Stamps::new(),
            folders: BTreeSet::new(),
            system: notify::recommended_watcher(waker(wake)).ok(),
            woken,
            looked: Instant::now(),
            cost: Duration::ZERO,
        };
        watch.set(files);
        watch
    }

    /// Creates a watch on files that may have changed since they were read: a change after `since`
    /// counts as changed.
    pub fn since(files: impl IntoIterator<Item = PathBuf>, since: SystemTime) -> Self {
        let mut watch = Self::new(files);
        let since = since.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        for seen in watch.seen.values_mut() {
            // The clock of a file system may lag a little, and count whole seconds.
            let later = |stamp: &Stamp| stamp.touched.0.saturating_add(1) >= since.cast_signed();
            *seen = seen.take().filter(|stamp| !later(stamp));
        }
        watch
    }

    /// Watches `files` instead; changes of the former files are not forgotten.
    pub fn set(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let mut before = std::mem::take(&mut self.seen);
        for file in files {
            let seen = before.remove(&file).unwrap_or_else(|| stamp::of_path(&file));
            self.seen.insert(file, seen);
        }
        let folders: BTreeSet<PathBuf> = self.seen.keys().flat_map(|path| folders(path)).collect();
        if let Some(system) = &mut self.system {
            for folder in self.folders.difference(&folders) {
                drop(system.unwatch(folder));
            }
            for folder in folders.difference(&self.folders) {
                drop(system.watch(folder, RecursiveMode::NonRecursive));
            }
        }
        self.folders = folders;
    }

    /// Waits until some of the files have changed and come to rest, and returns these; none if
    /// nothing changed for `longest`.
    pub fn wait(&mut self, longest: Duration) -> Vec<PathBuf> {
        if self.woken.recv_timeout(longest).is_ok() {
            // A burst is one change, and one look.
            thread::sleep(QUIET);
        } else if self.looked.elapsed() < LOOK.max(self.cost * SHARE) {
            return Vec::new();
        }
        let mut now = self.look();
        if now == self.seen {
            return Vec::new();
        }
        let begun = Instant::now();
        while begun.elapsed() < MAX_LENGTH {
            thread::sleep(QUIET);
            let next = self.look();
            let rests = next == now && (begun.elapsed() >= PATIENCE || !self.lacks(&next));
            now = next;
            if rests {
                break;
            }
        }
        while self.woken.try_recv().is_ok() {}
        let before = std::mem::replace(&mut self.seen, now);
        let changed = self.seen.iter().filter(|(path, seen)| before.get(*path) != Some(*seen));
        changed.map(|(path, _)| path.clone()).collect()
    }

    fn look(&mut self) -> Stamps {
        let begun = Instant::now();
        let seen = self.seen.keys().map(|path| (path.clone(), stamp::of_path(path))).collect();
        self.looked = Instant::now();
        self.cost = begun.elapsed();
        seen
    }

    /// True if a file that existed is gone or empty now.
    fn lacks(&self, now: &Stamps) -> bool {
        let held = |seen: &Option<Stamp>| seen.as_ref().is_some_and(|stamp| stamp.len > 0);
        now.iter().any(|(path, seen)| !held(seen) && self.seen.get(path).is_some_and(held))
    }
}

/// Returns the handler for events of the system in a folder; reading does not count.
fn waker(wake: SyncSender<()>) -> impl notify::EventHandler {
    move |event: notify::Result<notify::Event>| {
        if !event.is_ok_and(|event| event.kind.is_access()) {
            let _one_that_waits_will_do = wake.try_send(());
        }
    }
}

/// Returns the folders that show a change of `path`: its own, and that of the file it links to.
fn folders(path: &Path) -> Vec<PathBuf> {
    let parent = |path: &Path| {
        let parent = path.parent()?;
        Some(if parent.as_os_str().is_empty() { PathBuf::from(".") } else { parent.to_owned() })
    };
    let mut folders: Vec<PathBuf> = parent(path).into_iter().collect();
    folders.extend(path.canonicalize().ok().as_deref().and_then(parent));
    if path.is_dir() {
        folders.push(path.to_owned());
    }
    folders
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Waits for a change, or long enough to conclude that there is none.
    fn changed(watch: &mut Watch) -> Vec<PathBuf> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) {
            let changed = watch.wait(Duration::from_millis(200));
            if !changed.is_empty() {
                return changed;
            }
        }
        Vec::new()
    }

    #[test]
    fn a_change_is_reported_once_and_only_of_what_is_watched() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        fs::write(&one, "a").unwrap();
        let mut watch = Watch::new([one.clone()]);
        fs::write(&other, "b").unwrap();
        assert_eq!(changed(&mut watch), [] as [PathBuf; 0]);
        fs::write(&one, "ab").unwrap();
        fs::write(&one, "abc").unwrap();
        assert_eq!(changed(&mut watch), [one]);
        assert_eq!(changed(&mut watch), [] as [PathBuf; 0]);
    }

    #[test]
    fn a_file_may_come_and_go_and_a_folder_reports_new_names() {
        let folder = tempfile::tempdir().unwrap();
        let (docs, new) = (folder.path().join("docs"), folder.path().join("new"));
        fs::create_dir(&docs).unwrap();
        let mut watch = Watch::new([docs.clone(), new.clone()]);
        fs::write(&new, "a").unwrap();
        assert_eq!(changed(&mut watch), std::slice::from_ref(&new));
        fs::write(docs.join("a"), "a").unwrap();
        assert_eq!(changed(&mut watch), [docs]);
        fs::remove_file(&new).unwrap();
        assert_eq!(changed(&mut watch), [new]);
    }

    #[test]
    fn without_the_system_it_is_looked_once_a_second() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut watch = Watch::new([file.clone()]);
        watch.system = None;
        fs::write(&file, "a").unwrap();
        assert_eq!(changed(&mut watch), [file]);
    }

    #[test]
    fn a_file_that_never_rests_is_reported_nevertheless() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let mut watch = Watch::new([file.clone()]);
        let writer = thread::spawn({
            let file = file.clone();
            move || {
                for length in 1..60 {
                    fs::write(&file, "a".repeat(length)).unwrap();
                    thread::sleep(Duration::from_millis(50));
                }
            }
        });
        assert_eq!(changed(&mut watch), [file]);
        assert!(!writer.is_finished());
        writer.join().unwrap();
    }
}
