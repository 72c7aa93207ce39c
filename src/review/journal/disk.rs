//! The operations of a journal on a disk, and the real disk.
//!
//! This thin layer exists so that tests can substitute a disk that fails, tears writes and loses
//! data that was not synced.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{FileExt, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::sources::gate;

/// Maximum time an append waits for another program's lock.
const PATIENCE: Duration = Duration::from_secs(2);

/// Maximum number of retries of a call interrupted by a signal.
const INTERRUPTIONS: u32 = 100;

/// Files and folders.
pub(super) trait Disk: Debug + Send {
    /// Opens a regular file for reading and appending. A missing one is made, for its owner alone.
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>>;

    /// Makes the names in a folder last.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// An open file.
pub(super) trait DiskFile: Debug + Send {
    /// Keeps out other programs that use the same lock; returns false if the file system does not
    /// support that.
    fn lock(&self) -> io::Result<bool>;

    /// Releases the lock.
    fn unlock(&self);

    /// Returns true if `path` still names this file.
    fn is_at(&self, path: &Path) -> io::Result<bool>;

    /// Bytes in it.
    fn len(&self) -> io::Result<u64>;

    /// The time of its last change, if that is known.
    fn modified(&self) -> Option<SystemTime> {
        None
    }

    /// Reads once, from a byte; 0 at the end.
    fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<usize>;

    /// Writes once at the end, regardless of other writers; returns the number of bytes written.
    fn append(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Cuts it to a length.
    fn truncate(&self, len: u64) -> io::Result<()>;

    /// Makes written data durable.
    fn sync(&self) -> io::Result<()>;
}

/// The disk of this machine.
#[derive(Debug)]
pub(super) struct Real;

impl Disk for Real {
    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let existing = open_regular(path, &options);
        let file = match existing {
            // Creates only a new name: a link to a missing file is not followed.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                open_regular(path, options.clone().create_new(true).mode(0o600))
            }
            opened => opened,
        };
        let file = match file {
            // Another program created it first.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => open_regular(path, &options),
            opened => opened,
        };
        let missing = |error: io::Error| match error.kind() {
            ErrorKind::NotFound => io::Error::other("no such folder, or a broken link"),
            _ => error,
        };
        Ok(Box::new(file.map_err(missing)?))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        sync_folder(folder)
    }
}

/// Makes the names in a folder last.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    match synced.map_err(|error| (error.kind(), error)) {
        // A file system without this operation, and a folder that one may write and not read.
        Err((ErrorKind::InvalidInput | ErrorKind::PermissionDenied, _)) => Ok(()),
        synced => synced.map_err(|(_, error)| error),
    }
}

/// Makes a call anew that a signal interrupted. It never gives `Interrupted`, which readers of the
/// standard library would answer by asking for ever.
pub(super) fn uninterrupted(mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    for _ in 0..INTERRUPTIONS {
        match call() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            done => return done,
        }
    }
    Err(io::Error::other("interrupted too often"))
}

/// Opens a regular file to look into it.
pub(super) fn open_to_read(path: &Path) -> io::Result<File> {
    open_regular(path, OpenOptions::new().read(true))
}

fn open_regular(path: &Path, options: &OpenOptions) -> io::Result<File> {
    gate::open(path, options).map(|(file, _)| file)
}

/// True if a path names no file any more, such as one of links in a circle.
fn leads_nowhere(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        || error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

impl DiskFile for File {
    fn lock(&self) -> io::Result<bool> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.try_lock() {
                Ok(()) => return Ok(true),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                    return Ok(false);
                }
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if Instant::now() > until => {
                    return Err(io::Error::other("locked by another program"));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_micros(200)),
            }
        }
    }

    fn unlock(&self) {
        // If unlocking fails, closing the file unlocks it.
        Self::unlock(self).unwrap_or_default();
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        let own = self.metadata()?;
        match fs::metadata(path) {
            Ok(named) => Ok((named.dev(), named.ino()) == (own.dev(), own.ino())),
            Err(error) if leads_nowhere(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn modified(&self) -> Option<SystemTime> {
        self.metadata().ok()?.modified().ok()
    }

    fn read_at(&self, bytes: &mut [u8], from: u64) -> io::Result<usize> {
        FileExt::read_at(self, bytes, from)
    }

    fn append(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut file = self;
        file.write(bytes)
    }

    fn truncate(&self, len: u64) -> io::Result<()> {
        self.set_len(len)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }
}
