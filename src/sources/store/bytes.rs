//! The bytes of a store: in memory, or of a regular file read by position.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::model::Stamp;
use crate::sources::gate::open_regular;
use crate::sources::stamp::{self, Change};

/// The bytes of a source.
#[derive(Debug)]
pub(super) enum Bytes {
    Inline(Arc<str>),
    File(Opened),
}

/// An open file, and its stamp when it was opened.
#[derive(Debug)]
pub(super) struct Opened {
    /// Distinguishes this file's pieces from those of others; never 0.
    id: u64,
    file: File,
    stamp: Stamp,
}

/// Minimum that is read of a file: neighbouring rows then come from one read.
const AROUND: usize = 64 * 1024;

/// Part of that before the requested place, for whoever moves backwards.
const BEFORE: usize = 16 * 1024;

/// The time for which a piece is considered up to date. Long enough for the look-ups of one screen,
/// short enough that nobody sees an old line.
const FRESH: Duration = Duration::from_millis(20);

/// A piece of a file, and when it was read.
#[derive(Debug, Default)]
struct FilePiece {
    owner: u64,
    read: Option<Instant>,
    start: usize,
    bytes: Vec<u8>,
}

impl FilePiece {
    /// True if it holds the bytes from `start` to `end` of its owner's file, and freshly.
    fn holds(&self, owner: u64, start: usize, end: usize) -> bool {
        let held = self.start..=self.start + self.bytes.len();
        self.owner == owner
            && held.contains(&start)
            && held.contains(&end)
            && self.read.is_some_and(|read| read.elapsed() < FRESH)
    }
}

thread_local! {
    /// The piece read last. Looking at a row asks for its bytes several times, and for those of its
    /// neighbours; and fresh pages are dear to touch, so the same ones are used again and again.
    static PIECE: Cell<FilePiece> = const {
        Cell::new(FilePiece { owner: 0, read: None, start: 0, bytes: Vec::new() })
    };
}

impl Bytes {
    /// Passes the bytes from `start` to `end` to `see`; fewer if a file has become shorter.
    pub(super) fn window<R>(&self, start: usize, end: usize, see: impl FnOnce(&[u8]) -> R) -> R {
        match self {
            Self::Inline(text) => see(text.as_bytes().get(start..end).unwrap_or_default()),
            Self::File(opened) => {
                let mut piece = PIECE.take();
                opened.bring(&mut piece, start, end);
                let from = start - piece.start;
                let to = end - piece.start;
                let bytes = piece.bytes.get(from..to.min(piece.bytes.len()));
                let result = see(bytes.unwrap_or_default());
                PIECE.set(piece);
                result
            }
        }
    }
}

/// Gives this thread's buffer back after a long run over a file.
pub(super) fn release_buffer() {
    drop(PIECE.take());
}

impl Opened {
    pub(super) fn new(path: &Path) -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (file, metadata) = open_regular(path)?;
        let stamp = stamp::of(path, &file, &metadata, stamp::TEXT_BYTES);
        Ok(Self { id, file, stamp })
    }

    pub(super) fn len(&self) -> Result<usize> {
        usize::try_from(self.stamp.len).map_err(|_too_large| {
            Error::new(
                "read",
                self.stamp.path.display().to_string(),
                "it is too large for this machine",
            )
        })
    }

    pub(super) fn changed(&self) -> Option<Change> {
        stamp::change(&self.stamp)
    }

    /// Makes `piece` hold the bytes from `start` to `end`, unless it does.
    fn bring(&self, piece: &mut FilePiece, start: usize, end: usize) {
        if piece.holds(self.id, start, end) {
            return;
        }
        piece.owner = self.id;
        piece.read = Some(Instant::now());
        piece.start = start.saturating_sub(if end - start < AROUND { BEFORE } else { 0 });
        let left = usize::try_from(self.stamp.len).unwrap_or(AROUND).saturating_sub(piece.start);
        let wanted = (end - piece.start).max(AROUND.min(left));
        // No more than that: it is the touching of fresh pages that is dear.
        piece.bytes.reserve_exact(wanted.saturating_sub(piece.bytes.len()));
        piece.bytes.resize(wanted, 0);
        let filled = self.fill(&mut piece.bytes, piece.start);
        piece.bytes.truncate(filled);
    }

    /// Fills as much of `buffer` as possible. A failed read counts as the end of the file: the
    /// screen shows what could be read, and `changed` most likely gives the reason.
    fn fill(&self, buffer: &mut [u8], start: usize) -> usize {
        let mut filled = 0;
        while let Some(rest) = buffer.get_mut(filled..)
            && !rest.is_empty()
        {
            match self.file.read_at(rest, (start + filled) as u64) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        filled
    }
}
