//! The choice of the process that parses documents, and the limits on one document.

use std::fs::File;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
#[cfg(feature = "documents")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Kind;
use super::assemble::Assembly;
#[cfg(feature = "internals")]
use super::fault::Fault;
#[cfg(feature = "documents")]
use super::process;
use crate::model::{Document, DocumentData, DocumentText, Stamp};
use crate::sources::gate::open_regular;
use crate::sources::stamp;

/// Stack of a parser that recurses once per level of nesting, in bytes: 64 MiB.
pub(super) const STACK: usize = 64 * 1024 * 1024;

/// The place where the text of documents (PDF, HTML, office files) is extracted.
///
/// Parsers of such formats crash, hang and exhaust memory on hostile files, so you choose where
/// that may happen. By default, documents are not parsed at all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extractor(Way);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Way {
    #[default]
    None,
    InProcess,
    #[cfg(feature = "documents")]
    Process(PathBuf),
}

impl Extractor {
    /// Parses no documents: a citation of one resolves to its source, without text.
    pub const fn none() -> Self {
        Self(Way::None)
    }

    /// Parses documents in this process, on a separate thread.
    ///
    /// Use it only for files that you trust. A parser that overflows its stack aborts your program,
    /// and its memory is not limited. [`Limits`] on time, pages and text apply, but a parser that
    /// hangs keeps its thread.
    pub const fn in_process() -> Self {
        Self(Way::InProcess)
    }

    /// Parses each document in a child process without access to files, network or other
    /// processes, limited to 10 seconds of processor time and 512 MiB.
    ///
    /// `program` is an absolute path to a `pincite` executable. It is started with an empty
    /// environment as `pincite document-text KIND --skip PAGES`.
    #[cfg(feature = "documents")]
    pub fn process(program: impl Into<PathBuf>) -> Self {
        Self(Way::Process(program.into()))
    }
}

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

/// The number of pages read, and the total if it is known.
pub type PagesRead = (u64, Option<u64>);

/// A document's text while more of it arrives.
#[derive(Debug)]
pub struct Assembling<'a>(pub(super) &'a Assembly);

impl Assembling<'_> {
    /// Returns the progress.
    pub fn pages(&self) -> PagesRead {
        (self.0.pages(), self.0.pages_stated())
    }

    /// Returns the length of the text so far, in bytes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns a copy of the text so far.
    pub fn text(&self) -> DocumentText {
        self.0.so_far()
    }
}

/// Extracts the text of `document`, unless that was done before. Calls `progress` from time to
/// time; if it returns `false`, the rest is given up.
///
/// Of several callers, one does the work; the others wait, and their `progress` is not called.
pub fn extract<'d>(
    document: &'d Document,
    extractor: &Extractor,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> &'d DocumentText {
    document.learn(|| {
        let Some(kind) = Kind::named(document.kind) else {
            return failed(format!("no kind of document is called {}", document.kind));
        };
        match &extractor.0 {
            Way::None => failed(format!("{} is not read: no extractor was chosen", kind.title)),
            Way::InProcess => in_process(kind, &document.data, limits, progress),
            #[cfg(feature = "documents")]
            Way::Process(program) => {
                process::text_of(kind, &document.data, (program, limits), progress)
            }
        }
    })
}

/// Returns a text that only has the reason for its failure.
fn failed(why: String) -> DocumentText {
    DocumentText { failed: Some(why), ..DocumentText::default() }
}

fn in_process(
    kind: &'static Kind,
    data: &DocumentData,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> DocumentText {
    let (bytes, stamp) = match bytes_of(data, limits.bytes) {
        Ok(read) => read,
        Err(why) => return failed(why),
    };
    let (parts, arriving) = mpsc::channel();
    let parse = move || {
        // Nobody may be waiting any more, and a parser cannot be stopped.
        let mut emit = |part| drop(parts.send(Ok(part)));
        let parsed = catch_unwind(AssertUnwindSafe(|| kind.parts(&bytes, 0, &mut emit)));
        if let Some(why) = parsed.unwrap_or_else(|_| Err("its parser crashed on it".into())).err() {
            drop(parts.send(Err(why)));
        }
    };
    let mut assembly = Assembly::of_file(stamp);
    if let Err(error) = thread::Builder::new().stack_size(STACK).spawn(parse) {
        return assembly.finish(Some(format!("its parser cannot be started: {error}")));
    }
    let begun = Instant::now();
    let stopped = loop {
        match arriving.recv_timeout(limits.time) {
            Ok(Ok(part)) => {
                if assembly.take(part).is_err() {
                    break Some("its parser gave nonsense".to_owned());
                }
            }
            Ok(Err(why)) => break Some(why),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                break Some(format!("its parser gave nothing more for {}", seconds(limits.time)));
            }
        }
        let why = beyond(&assembly, &limits)
            .or_else(|| (begun.elapsed() > limits.whole).then(|| takes_longer(limits.whole)))
            .or_else(|| (!progress(&Assembling(&assembly))).then(|| STOPPED.to_owned()));
        if why.is_some() {
            break why;
        }
    };
    assembly.finish(stopped)
}

/// Reason for a document that the caller gave up.
pub(super) const STOPPED: &str = "reading it was stopped";

pub(super) fn takes_longer(than: Duration) -> String {
    format!("reading it takes more than {}", seconds(than))
}

/// Returns why a text that has grown beyond its limits is cut, as the end of a sentence.
pub(super) fn beyond(assembly: &Assembly, limits: &Limits) -> Option<String> {
    if assembly.len() > limits.text {
        return Some(format!("it has more than {} MiB of text", limits.text / (1024 * 1024)));
    }
    let cut = assembly.pages() >= limits.pages && assembly.pages_stated() > Some(limits.pages);
    cut.then(|| format!("only {} pages are read", limits.pages))
}

/// Opens a document's file; fails with the end of a sentence.
pub(super) fn open(path: &Path, most: u64) -> Result<(File, Stamp), String> {
    let (file, metadata) = open_regular(path).map_err(|error| error.to_string())?;
    if metadata.len() > most {
        return Err(format!("it is larger than {} MiB", most / (1024 * 1024)));
    }
    let stamp = stamp::of(path, &file, &metadata, stamp::DOCUMENT_BYTES);
    Ok((file, stamp))
}

/// Returns a document's bytes, and the stamp of its file, if it is one.
fn bytes_of(data: &DocumentData, most: u64) -> Result<(Arc<[u8]>, Option<Stamp>), String> {
    match data {
        DocumentData::Bytes(bytes) => Ok((Arc::clone(bytes), None)),
        DocumentData::File(path) => {
            let (file, stamp) = open(path, most)?;
            let mut bytes = Vec::new();
            file.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
            Ok((bytes.into(), Some(stamp)))
        }
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
