//! Detection of files that changed since they were read.
//!
//! The file system's view is compared first: length, times, and which file it is. It also
//! differs after a mere touch or a copy over itself, so a file that is read quickly is read again
//! then and its content decides.

use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;

use super::gate::open_regular;
use crate::model::{DocumentData, Source, SourceText, Stamp};

/// The largest text whose content is compared, in bytes: reading it twice is not felt at the start.
pub const TEXT_BYTES: u64 = 256 * 1024;

/// The largest document whose content is compared: getting its text out takes far longer.
pub const DOCUMENT_BYTES: u64 = 64 * 1024 * 1024;

/// The number of bytes read at a time.
const BLOCK: usize = 64 * 1024;

/// A change of a file since it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It has other content, or most likely does.
    Content,
    /// It no longer exists, or can no longer be opened.
    Gone,
}

impl Change {
    /// Describes the change, after the name of the file.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Content => "changed on disk: open it again to see it as it is now",
            Self::Gone => "is gone from disk: what is shown is what was read before",
        }
    }
}

/// Returns the stamp of `file` at `path`; hashes its content when it has at most `most` bytes.
pub fn of(path: &Path, file: &File, metadata: &Metadata, most: u64) -> Stamp {
    let content = if metadata.len() <= most { hash(file, metadata.len()) } else { None };
    Stamp { content, ..stamp_of(path, metadata) }
}

/// Returns the change of a file since the stamp `before`.
pub fn change(before: &Stamp) -> Option<Change> {
    let path = &before.path;
    let Ok(metadata) = fs::metadata(path) else { return Some(Change::Gone) };
    let now = Stamp { content: before.content, ..stamp_of(path, &metadata) };
    if now == *before {
        return None;
    }
    if now.len != before.len || before.content.is_none() {
        return Some(Change::Content);
    }
    let Ok((file, metadata)) = open_regular(path) else { return Some(Change::Gone) };
    (hash(&file, metadata.len()) != before.content).then_some(Change::Content)
}

/// Returns the stamp of the file or folder at `path`, without its content; `None` if there is none.
pub fn of_path(path: &Path) -> Option<Stamp> {
    fs::metadata(path).ok().map(|metadata| stamp_of(path, &metadata))
}

/// Returns the file that a source was read from; `None` for a source that came with the response.
pub fn file_of(source: &Source) -> Option<&Path> {
    match (&source.stamp, &source.text) {
        (Some(stamp), _) => Some(&stamp.path),
        (None, SourceText::File(path)) => Some(path),
        (None, SourceText::Document(document)) => match &document.data {
            DocumentData::File(path) => Some(path),
            DocumentData::Bytes(_) => None,
        },
        (None, _) => None,
    }
}

/// True if two files have the same content, judging by their stamps.
pub fn are_equal(one: &Stamp, other: &Stamp) -> bool {
    one == other || one.content.is_some() && (one.len, one.content) == (other.len, other.content)
}

fn stamp_of(path: &Path, metadata: &Metadata) -> Stamp {
    Stamp {
        path: path.to_owned(),
        len: metadata.len(),
        modified: (metadata.mtime(), metadata.mtime_nsec()),
        touched: (metadata.ctime(), metadata.ctime_nsec()),
        file: (metadata.dev(), metadata.ino()),
        content: None,
    }
}

/// Returns a hash of the first `length` bytes, or of all if there are fewer; the file's position
/// does not change. `None` if they cannot be read.
fn hash(file: &File, length: u64) -> Option<u64> {
    let mut hasher = foldhash::quality::FixedState::default().build_hasher();
    let mut buffer = vec![0; BLOCK.min(usize::try_from(length).unwrap_or(BLOCK))];
    let (mut at, mut filled) = (0, 0);
    while at < length {
        let room = buffer.get_mut(filled..)?;
        match file.read_at(room, at) {
            Ok(0) => break,
            Ok(read) => {
                at += read as u64;
                filled += read;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
        if filled == buffer.len() {
            hasher.write(&buffer);
            filled = 0;
        }
    }
    hasher.write(buffer.get(..filled)?);
    hasher.write_u64(at);
    Some(hasher.finish())
}
