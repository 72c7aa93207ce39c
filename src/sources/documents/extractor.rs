//! The choice of the process that parses documents.

use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
#[cfg(feature = "documents")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use super::DocumentKind;
use super::assemble::Assembly;
use super::limits::{Limits, STACK, STOPPED, seconds};
#[cfg(feature = "documents")]
use super::process;
use crate::error::Why;
use crate::model::{Document, DocumentData, DocumentText, Stamp};

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

/// Extracts the text of `document`, unless that was done before. Calls `progress` from time to
/// time; if it returns `false`, the rest is given up.
///
/// Of several callers, one does the work; the others wait, and their `progress` is not called.
pub fn extract<'d>(
    document: &'d Document,
    extractor: &Extractor,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembly) -> bool,
) -> &'d DocumentText {
    document.get_or_extract(|| {
        let Some(kind) = DocumentKind::named(document.kind) else {
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
    kind: &'static DocumentKind,
    data: &DocumentData,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembly) -> bool,
) -> DocumentText {
    let (bytes, stamp) = match bytes_of(data, &limits) {
        Ok(read) => read,
        Err(why) => return failed(why.into()),
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
            Ok(Err(why)) => break Some(why.into()),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                break Some(format!("its parser gave nothing more for {}", seconds(limits.time)));
            }
        }
        let why = limits
            .exceeded(&assembly)
            .or_else(|| (begun.elapsed() > limits.whole).then(|| limits.takes_longer()))
            .or_else(|| (!progress(&assembly)).then(|| STOPPED.to_owned()));
        if why.is_some() {
            break why;
        }
    };
    assembly.finish(stopped)
}

/// Returns a document's bytes, and the stamp of its file, if it is one.
fn bytes_of(data: &DocumentData, limits: &Limits) -> Result<(Arc<[u8]>, Option<Stamp>), Why> {
    match data {
        DocumentData::Bytes(bytes) => Ok((Arc::clone(bytes), None)),
        DocumentData::File(path) => {
            let (file, stamp) = limits.open(path)?;
            let mut bytes = Vec::new();
            file.take(limits.bytes).read_to_end(&mut bytes).map_err(Why::of)?;
            Ok((bytes.into(), Some(stamp)))
        }
    }
}
