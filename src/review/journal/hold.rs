//! The current reviewer of a journal, for the next one who opens it.
//!
//! A file next to the journal, `….lock`, is locked during a review and names the reviewer. The lock
//! ends with its process in every case; a killed process leaves an unlocked file, which the next
//! one takes. The lock keeps nobody out, because appends are safe by themselves. A foreign file of
//! that name is left alone.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::fs::{FileExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};

use super::disk::DiskFile as _;
use crate::text::safe::json_safe;

/// Maximum number of attempts to open a lock file that is being removed.
const ATTEMPTS: u32 = 10;

/// The lock, given back when dropped.
#[derive(Debug)]
pub struct Hold {
    path: PathBuf,
    _file: File,
}

/// Content of the lock file.
#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    reviewer: String,
    process: u32,
}

impl Hold {
    /// Takes the lock, or returns its holder. Returns neither if the lock file cannot be made: a
    /// journal can be appended to without it.
    pub fn take(journal: &Path, reviewer: &str) -> (Option<Self>, Option<String>) {
        let path = beside(journal);
        for _ in 0..ATTEMPTS {
            let Ok(file) = open(&path, true) else { return (None, None) };
            match file.try_lock() {
                Ok(()) if file.is_at(&path).is_ok_and(|same| same) => {
                    if !is_ours(&file) {
                        return (None, None);
                    }
                    let holder =
                        Holder { reviewer: reviewer.to_owned(), process: std::process::id() };
                    // Only the lock matters; without a name, the holder is reported as somebody.
                    name(&file, &holder).unwrap_or_default();
                    return (Some(Self { path, _file: file }), None);
                }
                // The last holder removed the file between opening and locking.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return (None, Some(message(&file))),
                Err(TryLockError::Error(_)) => return (None, None),
            }
        }
        (None, None)
    }

    /// Returns the holder of the lock.
    pub(super) fn holder(journal: &Path) -> Option<String> {
        let file = open(&beside(journal), false).ok()?;
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| message(&file))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // A file that stays is taken by the next one.
        fs::remove_file(&self.path).unwrap_or_default();
    }
}

fn beside(journal: &Path) -> PathBuf {
    let mut path = OsString::from(journal);
    path.push(".lock");
    path.into()
}

fn open(path: &Path, make: bool) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let mut options = OpenOptions::new();
    options.read(true).write(make).create(make).mode(0o600).custom_flags(flags).open(path)
}

fn name(file: &File, holder: &Holder) -> io::Result<()> {
    let json = serde_json::to_string(holder)?;
    file.set_len(0)?;
    file.write_all_at(json_safe(&json).as_bytes(), 0)
}

/// Maximum length of a lock file that is read, in bytes.
const MAX_LENGTH: u64 = 64 * 1024;

/// True for a new lock file and for one that an earlier holder left.
fn is_ours(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
        || read(file).is_some()
}

fn read(mut file: &File) -> Option<Holder> {
    let mut json = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(MAX_LENGTH).read_to_string(&mut json).ok()?;
    serde_json::from_str(&json).ok()
}

/// Returns the holder in words.
fn message(file: &File) -> String {
    match read(file) {
        Some(Holder { reviewer, process }) => format!("{reviewer} (process {process})"),
        None => "somebody".to_owned(),
    }
}
