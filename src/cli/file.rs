//! Writes a file in one step: readers see either the old or the new content.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, BufWriter, Seek as _, Write};
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{
    FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, CWD, OFlags};
use rustix::io::Errno;
use tempfile::NamedTempFile;

use crate::review::Hash;
use crate::review::journal::{is_journal, sync_folder};
use crate::sources::gate;

/// A file that replaces another one once it is complete.
///
/// If the path is a link, its target is replaced. A file keeps its permissions, and its owner if
/// that is allowed. A pipe or a device such as `/dev/null` is written to directly and never
/// replaced, nor is a link to nothing.
#[derive(Debug)]
pub(super) struct Pending {
    path: PathBuf,
    to: To,
}

#[derive(Debug)]
enum To {
    /// A temporary file next to the one it replaces, and the properties of that one.
    File(BufWriter<Unfinished>, Option<Before>),
    /// A pipe or device.
    Stream(BufWriter<File>),
}

/// Owner, group and permissions of a file that is replaced.
#[derive(Debug)]
struct Before(u32, u32, Permissions);

impl Before {
    fn of(file: &Metadata) -> Self {
        Self(file.uid(), file.gid(), file.permissions())
    }
}

impl Pending {
    /// Begins a file; a new one has the permissions `mode`, as far as the user's mask lets it.
    ///
    /// Fails for a file that we may not write, though its folder would let us replace it, for folders,
    /// disks and sockets, and for a review journal, whose verdicts would be lost.
    pub(super) fn open(path: &Path, mode: u32) -> io::Result<Self> {
        let old = gate::open(path, File::options().read(true));
        if old.is_ok_and(|(file, _)| is_journal(file)) {
            return Err(io::Error::other("it is a review journal (choose another name)"));
        }
        Self::over_journal(path, mode)
    }

    /// Begins a file that may replace a review journal.
    pub(super) fn over_journal(path: &Path, mode: u32) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(&path).is_ok() {
                    return Err(io::Error::other("it is a link to nothing"));
                }
                if !folder_of(&path).is_dir() {
                    let folder = folder_of(&path).display();
                    return Err(io::Error::other(format!("the folder {folder} does not exist")));
                }
                None
            }
            Err(error) => return Err(error),
        };
        if let Some(other) = before.as_ref().filter(|it| !it.is_file()) {
            if !is_stream(other) {
                let is_folder = other.is_dir();
                let other = || io::Error::other("it is a disk or socket");
                return Err(if is_folder { io::ErrorKind::IsADirectory.into() } else { other() });
            }
            return Ok(Self { to: To::Stream(BufWriter::new(open_stream(&path)?)), path });
        }
        if before.is_some() {
            // Not waiting, in case that it has become a pipe since.
            open_for_writing(&path)?;
        }
        let file = Unfinished::new(folder_of(&path), mode)?;
        let before = before.as_ref().map(Before::of);
        Ok(Self { path, to: To::File(BufWriter::new(file), before) })
    }

    /// Returns the file to write to directly.
    pub(super) fn file(&self) -> io::Result<File> {
        match &self.to {
            To::File(file, _) => file.get_ref().file().try_clone(),
            To::Stream(stream) => stream.get_ref().try_clone(),
        }
    }

    /// Puts the file in its place; in that of another only with `force`. Afterwards, it stays there
    /// even if the power fails.
    pub(super) fn commit(self, force: bool) -> io::Result<()> {
        let (file, before) = match self.to {
            To::Stream(mut stream) => return stream.flush(),
            To::File(file, before) => {
                (file.into_inner().map_err(io::IntoInnerError::into_error)?, before)
            }
        };
        prepare(file.file(), before.as_ref())?;
        let file = file.with_name(folder_of(&self.path), before.as_ref())?;
        let put = if force { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        let _open = put.map_err(|error| error.error)?;
        sync_folder(folder_of(&self.path))
    }
}

/// A file whose content is not complete yet.
#[derive(Debug)]
enum Unfinished {
    /// Without a name, so that nothing is left of it however the program ends.
    Nameless(File),
    /// With a name, where the system or the disk has no files without one.
    Named(NamedTempFile),
}

impl Unfinished {
    fn new(folder: &Path, mode: u32) -> io::Result<Self> {
        match nameless(folder, mode) {
            Ok(file) => Ok(Self::Nameless(file)),
            Err(_) => tempfile::Builder::new()
                .permissions(Permissions::from_mode(mode))
                .tempfile_in(folder)
                .map(Self::Named),
        }
    }

    fn file(&self) -> &File {
        match self {
            Self::Nameless(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Returns the file with a name in `folder`, which it had to be made in.
    fn with_name(self, folder: &Path, before: Option<&Before>) -> io::Result<NamedTempFile> {
        let file = match self {
            Self::Named(file) => return Ok(file),
            Self::Nameless(file) => file,
        };
        match tempfile::Builder::new().make_in(folder, |path| link(&file, path)) {
            Ok(linked) => {
                let ((), path) = linked.into_parts();
                Ok(NamedTempFile::from_parts(file, path))
            }
            Err(_) => copied(file, folder, before),
        }
    }
}

/// Copies a file that can have no name to one in `folder`.
fn copied(mut file: File, folder: &Path, before: Option<&Before>) -> io::Result<NamedTempFile> {
    let permissions = file.metadata()?.permissions();
    let mut copy = tempfile::Builder::new().permissions(permissions).tempfile_in(folder)?;
    file.rewind()?;
    io::copy(&mut file, &mut copy)?;
    prepare(copy.as_file(), before)?;
    Ok(copy)
}

/// Gives a complete file the owner and permissions of the one that it replaces, and puts it on the disk.
fn prepare(file: &File, before: Option<&Before>) -> io::Result<()> {
    if let Some(Before(owner, group, permissions)) = before {
        // Only root may change the owner; a file that now belongs to the user can be written
        // all the same.
        drop(std::os::unix::fs::fchown(file, Some(*owner), Some(*group)));
        file.set_permissions(permissions.clone())?;
    }
    file.sync_all()
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Nameless(file) => file.write(bytes),
            Self::Named(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The files that the program has open, where Linux lists them.
const OPEN_FILES: &str = "/proc/self/fd";

/// Makes a file without a name in a folder, which can be given one.
#[cfg(target_os = "linux")]
fn nameless(folder: &Path, mode: u32) -> io::Result<File> {
    fs::metadata(OPEN_FILES)?;
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = rustix::fs::openat(CWD, folder, flags, rustix::fs::Mode::from_raw_mode(mode))?;
    Ok(file.into())
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &Path, _: u32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives an open file without a name one.
fn link(file: &File, path: &Path) -> io::Result<()> {
    let open = Path::new(OPEN_FILES).join(file.as_raw_fd().to_string());
    let flags = AtFlags::SYMLINK_FOLLOW;
    Ok(rustix::fs::linkat(CWD, open, CWD, path, flags)?)
}

/// Returns the folder that holds a path.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder and those that hold it, where they are missing.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(path)?;
    missing.into_iter().rev().try_for_each(|made| sync_folder(folder_of(made)))
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            To::File(file, _) => file.write(bytes),
            To::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::File(file, _) => file.flush(),
            To::Stream(stream) => stream.flush(),
        }
    }
}

/// The time in which a program has to begin to read from a pipe.
const UNTIL_READ: Duration = Duration::from_secs(2);

/// Opens a pipe or device to write to it. Fails for a pipe that nobody reads, which would have to be
/// waited for.
fn open_stream(path: &Path) -> io::Result<File> {
    let begun = Instant::now();
    loop {
        match open_for_writing(path) {
            // A file or a link that has taken the place of the pipe would be overwritten.
            Ok(file) if !is_stream(&file.metadata()?) => {
                return Err(io::Error::other("it was replaced while it was opened"));
            }
            Ok(file) => {
                rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
                return Ok(file);
            }
            Err(error) if error.raw_os_error() != Some(Errno::NXIO.raw_os_error()) => {
                return Err(error);
            }
            Err(error) if !fs::metadata(path)?.file_type().is_fifo() => return Err(error),
            Err(_) if begun.elapsed() > UNTIL_READ => {
                return Err(io::Error::other("it is a pipe that nobody reads"));
            }
            Err(_) => thread::sleep(UNTIL_READ / 100),
        }
    }
}

fn open_for_writing(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    File::options().write(true).custom_flags(flags).open(path)
}

/// True for a pipe or a device such as `/dev/null`.
fn is_stream(file: &Metadata) -> bool {
    file.file_type().is_char_device() || file.file_type().is_fifo()
}

/// Returns the file that an option names; `None` for standard output, also as `-`.
pub(super) fn named(path: Option<&PathBuf>) -> Option<&Path> {
    path.map(PathBuf::as_path).filter(|path| path.as_os_str() != "-")
}

/// The permissions of a new file that everybody may read, as far as the user's mask lets them.
pub(super) const SHARED: u32 = 0o666;

/// The permissions of a new file for its owner alone.
pub(super) const PRIVATE: u32 = 0o600;

/// Puts `contents` in the place of the file at `path`, or makes it.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(contents))
}

/// Puts what `write` writes in the place of the file at `path`, or makes it.
pub(super) fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = Pending::open(path, SHARED)?;
    write(&mut file)?;
    file.commit(true)
}

/// Returns the hash of lines in a lock file.
pub(super) fn lines_hash(lines: &str) -> String {
    Hash::of([lines]).to_string()
}

/// True if a file is in the way of writing to `path`: a pipe or device is not.
pub(super) fn is_in_the_way(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok() && !fs::metadata(path).is_ok_and(|it| is_stream(&it))
}
