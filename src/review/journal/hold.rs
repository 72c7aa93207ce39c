//! Who reviews in a journal right now, for the next one who opens it.
//!
//! A file next to the journal, `….lock`, is locked for as long as somebody reviews, and names them.
//! The lock ends with its process however that ends; what a killed one leaves behind is an unlocked
//! file, which the next one takes. It keeps nobody out: appends are safe by themselves.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};

use super::disk::DiskFile as _;
use crate::text::safe::json_safe;

/// Maximum number of attempts to open a lock file that is being removed.
const ATTEMPTS: u32 = 10;

/// The lock, given back when dropped.
#[derive(Debug)]
pub(super) struct Hold {
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
    /// Takes the lock, or tells who has it. Neither where the lock file cannot be made: a journal
    /// can be appended to without.
    pub(super) fn take(journal: &Path, reviewer: &str) -> (Option<Self>, Option<String>) {
        let path = beside(journal);
        for _ in 0..ATTEMPTS {
            let Ok(file) = open(&path, true) else { return (None, None) };
            match file.try_lock() {
                Ok(()) if file.is_at(&path).is_ok_and(|same| same) => {
                    let holder =
                        Holder { reviewer: reviewer.to_owned(), process: std::process::id() };
                    // The lock counts; without a name the holder is reported as somebody.
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

fn name(mut file: &File, holder: &Holder) -> io::Result<()> {
    let json = serde_json::to_string(holder)?;
    file.set_len(0)?;
    file.write_all(json_safe(&json).as_bytes())
}

/// The holder in words.
fn message(file: &File) -> String {
    let mut json = String::new();
    let read = file.take(64 * 1024).read_to_string(&mut json);
    match read.ok().and_then(|_| serde_json::from_str::<Holder>(&json).ok()) {
        Some(Holder { reviewer, process }) => format!("{reviewer} (process {process})"),
        None => "somebody".to_owned(),
    }
}
