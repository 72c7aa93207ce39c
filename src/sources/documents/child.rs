//! The child process: extracts the text of one document under limits, without any other rights.
//!
//! The document arrives on standard input, the parts go to the former standard output. Before the
//! first byte is read, [`confine`] removes all other rights. The child ends with its parent.

use crate::error::Why;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::process::ExitCode;
use std::thread;

use rustix::process::Signal;

use super::confine::{self, Missing};
#[cfg(feature = "internals")]
pub use super::fault::Fault;
use super::limits::STACK;
use super::pipe::write_line;
use super::{DocumentKind, DocumentPart};

/// Exit status of a child whose parser panicked.
pub(super) const PANICKED: u8 = 2;

/// The exit status of a child that could not set its own limits.
pub(super) const UNCONFINED: u8 = 3;

/// Does the work of the child process. The exit code is 0 when all parts are handed over, 1 when
/// the document cannot be read; then the reason is the last line.
pub fn serve(kind: &'static DocumentKind, skip: u64) -> ExitCode {
    confined(move |mut output, missing| match hand_over(kind, skip, &mut output)? {
        Ok(()) => note(&mut output, missing).map(|()| true),
        Err(why) => write_line(&mut output, &Err(why)).map(|()| false),
    })
}

/// Does the same, then commits a fault.
#[cfg(feature = "internals")]
pub fn serve_with_fault(kind: &'static DocumentKind, skip: u64, fault: Fault) -> ExitCode {
    confined(move |mut output, missing| {
        drop(hand_over(kind, skip, &mut output)?);
        note(&mut output, missing)?;
        fault.commit(output).map(|()| true)
    })
}

/// Runs `work` confined, with room for deep recursion; it returns true if the document was read.
fn confined(
    work: impl FnOnce(BufWriter<File>, &Missing) -> io::Result<bool> + Send + 'static,
) -> ExitCode {
    let Ok((output, mut missing)) = confine::confine() else { return ExitCode::from(UNCONFINED) };
    let work = move || {
        confine::lock(&mut missing);
        work(BufWriter::new(File::from(output)), &missing)
    };
    let done = thread::Builder::new().stack_size(STACK).spawn(work).map(thread::JoinHandle::join);
    match done {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(1),
        _ => ExitCode::from(PANICKED),
    }
}

/// Writes which walls are missing, if any.
fn note(output: &mut impl Write, missing: &Missing) -> io::Result<()> {
    missing.note().map_or(Ok(()), |note| write_line(output, &Ok(DocumentPart::Note(note))))
}

/// Writes the parts of the document on standard input; returns how its parser ended.
fn hand_over(
    kind: &DocumentKind,
    skip: u64,
    output: &mut impl Write,
) -> io::Result<Result<(), Why>> {
    let bytes = document()?;
    let mut emit = |part: DocumentPart| {
        if write_line(output, &Ok(part)).is_err() {
            // Nobody reads the output, and a parser cannot be stopped otherwise.
            confine::signal_itself(Signal::KILL);
        }
    };
    Ok(kind.parts(&bytes, skip, &mut emit))
}

/// Reads standard input: as many bytes as the file has now, should it grow meanwhile.
fn document() -> io::Result<Vec<u8>> {
    let length = u64::try_from(rustix::fs::fstat(rustix::stdio::stdin())?.st_size).unwrap_or(0);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    io::stdin().lock().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}
