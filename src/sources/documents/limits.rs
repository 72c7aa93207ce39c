//! The limits on one document.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::assemble::Assembly;
#[cfg(feature = "internals")]
use super::fault::Fault;
use crate::error::Why;
use crate::model::Stamp;
use crate::sources::gate::open_regular;
use crate::sources::stamp;

/// Stack of a parser that recurses once per level of nesting, in bytes: 64 MiB.
pub(super) const STACK: usize = 64 * 1024 * 1024;

/// Reason for a document that the caller gave up.
pub(super) const STOPPED: &str = "reading it was stopped";

/// The limits on one document.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum time spent waiting for a parser that yields nothing.
    pub time: Duration,
    /// Maximum time for a document of which more and more arrives.
    pub whole: Duration,
    /// Maximum number of pages.
    pub pages: u64,
    /// Maximum length of the text, in bytes. The output of a child may be four times as long.
    pub text: usize,
    /// Maximum number of pages that may each end a child before the rest is given up.
    pub lost_pages: usize,
    /// Maximum size of the document, in bytes.
    pub bytes: u64,
    /// Fault that the child commits; for tests.
    #[cfg(feature = "internals")]
    pub fault: Option<Fault>,
}

impl Default for Limits {
    /// 10 seconds of silence, 5 minutes, 5,000 pages, 64 MiB of text, 3 lost pages, 256 MiB.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            whole: Duration::from_mins(5),
            pages: 5000,
            text: 64 * 1024 * 1024,
            lost_pages: 3,
            bytes: 256 * 1024 * 1024,
            #[cfg(feature = "internals")]
            fault: None,
        }
    }
}

impl Limits {
    /// Returns why a text that has grown beyond its limits is cut, as the end of a sentence.
    pub(super) fn exceeded(&self, assembly: &Assembly) -> Option<String> {
        if assembly.len() > self.text {
            return Some(format!("it has more than {} MiB of text", self.text / (1024 * 1024)));
        }
        let cut = assembly.pages() >= self.pages && assembly.pages_stated() > Some(self.pages);
        cut.then(|| format!("only {} pages are read", self.pages))
    }

    /// Describes a document that takes longer than its whole time, as the end of a sentence.
    pub(super) fn takes_longer(&self) -> String {
        format!("reading it takes more than {}", seconds(self.whole))
    }

    /// Opens a document's file; fails with the end of a sentence.
    pub(super) fn open(&self, path: &Path) -> Result<(File, Stamp), Why> {
        let (file, metadata) = open_regular(path).map_err(Why::of)?;
        if metadata.len() > self.bytes {
            return Err(format!("it is larger than {} MiB", self.bytes / (1024 * 1024)).into());
        }
        let stamp = stamp::of(path, &file, &metadata, stamp::DOCUMENT_BYTES);
        Ok((file, stamp))
    }
}

/// Describes a time for people: `0.3 s`, `10 s`, `5 min`.
pub(super) fn seconds(time: Duration) -> String {
    match time.as_secs() {
        whole if whole >= 120 => format!("{} min", whole / 60),
        whole if whole >= 2 => format!("{whole} s"),
        _ => format!("{:.1} s", time.as_secs_f32()),
    }
}
