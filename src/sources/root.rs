//! Files of a checkout, by paths that a response names.
//!
//! The response is not trusted: only regular files below the root are opened. Every folder on the
//! way is opened from the one before it and never through a symbolic link, so nothing that is
//! swapped in meanwhile leads outside. The text is read immediately and held, because a checked
//! name may refer to something else when it is opened again.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::path::{Component, Path};
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;

use super::documents::DocumentKind;
use super::recode::Encoding;
use super::store::BINARY_LOOK_BYTES;
use super::{stamp, subtitles};
use crate::error::Why;
use crate::model::{Document, DocumentData, IdFrom, Origin, Source, SourceText, Stamp};

/// The largest file that is read for a response, in bytes: 16 MiB.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Returns the file `path` below `root` as a source of that id; if it may not or cannot be read,
/// its text gives the reason.
pub fn from_root(root: &Path, path: &str) -> Source {
    let mut source = Source { id: path.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    match read(root, path, &mut source) {
        Ok(()) => {
            source.origin = Some(Origin { path: root.join(path), first_line: 1 });
        }
        Err(why) => source.text = SourceText::Unreadable(why.into()),
    }
    source
}

fn read(root: &Path, path: &str, source: &mut Source) -> Result<(), Why> {
    let names = names(path)?;
    let Some((last, folders)) = names.split_last() else {
        return Err("it names no file beneath the root".into());
    };
    let at = root.display();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let mut folder = rustix::fs::open(root, flags, Mode::empty())
        .map_err(|error| format!("the root `{at}` cannot be opened: {}", describe(error)))?;
    for name in folders {
        folder = openat(&folder, *name, flags | OFlags::NOFOLLOW, Mode::empty())
            .map_err(|error| refused(&folder, name, error, &at.to_string()))?;
    }
    let (bytes, stamp) = bytes(&folder, last, (root, path))?;
    source.stamp = Some(stamp);
    if let Some(kind) = DocumentKind::of(&bytes, Some(Path::new(path))) {
        let document = Document::new(kind.name, DocumentData::Bytes(bytes.into()));
        source.text = SourceText::Document(document);
        return Ok(());
    }
    let encoding = Encoding::of(&bytes, true);
    let head = bytes.get(..BINARY_LOOK_BYTES).unwrap_or(&bytes);
    if encoding.is_none() && memchr::memchr(0, head).is_some() {
        return Err("it is a binary file".into());
    }
    let text = match encoding {
        Some(encoding) => Cow::Owned(encoding.decode(&bytes)),
        None => String::from_utf8_lossy(&bytes),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    source.encoding = encoding.map(Encoding::name);
    if subtitles::is_named(Path::new(path)) {
        subtitles::attach_cues(source, text.as_bytes());
    }
    source.text = SourceText::Inline(Arc::from(text));
    Ok(())
}

/// Returns the names on the way; absolute paths and `..` are refused.
fn names(path: &str) -> Result<Vec<&OsStr>, Why> {
    if path.contains('\0') {
        return Err("its path holds a NUL".into());
    }
    let mut names = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::CurDir => {}
            Component::ParentDir => return Err("outside root: its path goes up by `..`".into()),
            Component::RootDir | Component::Prefix(_) => {
                return Err("outside root: its path is absolute".into());
            }
        }
    }
    Ok(names)
}

/// Returns the file's bytes, and its stamp from before they were read.
fn bytes(
    folder: &OwnedFd,
    name: &OsStr,
    (root, path): (&Path, &str),
) -> Result<(Vec<u8>, Stamp), Why> {
    let at = root.display().to_string();
    // Looked at before opening, because opening a device can already do something.
    let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
        .map_err(|error| refused(folder, name, error, &at))?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => {}
        FileType::Directory => return Err("it is a folder".into()),
        FileType::Symlink => return Err(LINK.into()),
        _ => return Err("it is not a regular file".into()),
    }
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let file = openat(folder, name, flags, Mode::empty())
        .map_err(|error| refused(folder, name, error, &at))?;
    let file = File::from(file);
    let metadata = file.metadata().map_err(Why::of)?;
    if !metadata.is_file() {
        return Err("it is not a regular file".into());
    }
    let stamp = stamp::of(&root.join(path), &file, &metadata, stamp::TEXT_BYTES);
    let mut bytes = Vec::new();
    let mut length = metadata.len();
    if length <= MAX_BYTES {
        // It may grow meanwhile.
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Why::of)?;
        length = bytes.len() as u64;
    }
    if length > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES / (1024 * 1024)).into());
    }
    Ok((bytes, stamp))
}

/// Symbolic links are not followed, wherever they lead.
const LINK: &str = "outside root: a symbolic link is on its path";

/// Returns the reason that a name beneath the root cannot be opened.
fn refused(folder: &OwnedFd, name: &OsStr, error: Errno, root: &str) -> String {
    let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
    let link = stat.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink);
    if link || error == Errno::LOOP {
        return LINK.to_owned();
    }
    if error == Errno::NOENT || error == Errno::NOTDIR {
        return format!("there is no such file beneath `{root}`; name the checkout with `--root`");
    }
    format!("it cannot be opened: {}", describe(error))
}

fn describe(error: Errno) -> String {
    let text = std::io::Error::from(error).to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
