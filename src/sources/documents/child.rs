//! The child's side: gets the text out of one document under limits, and can do nothing else.
//!
//! The document comes on standard input, the parts go to what was standard output. Before a byte is
//! read, [`confine`] takes away all but that. It ends with its parent.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};
use std::process::ExitCode;
use std::thread;

use rustix::process::Signal;

pub use super::fault::Fault;
use super::fault::signal_itself;
use super::{Kind, Part, confine};

/// The stack for parsers that call themselves for every level of nesting, in bytes: 64 MiB.
const STACK: usize = 64 * 1024 * 1024;

/// The status of a child whose parser panicked.
pub(super) const PANICKED: u8 = 2;

/// The status of a child that could not set its own limits.
pub(super) const UNCONFINED: u8 = 3;

/// Does the work of the child process. The exit code is 0 when all parts are handed over, 1 when
/// the document cannot be read; then the reason is the last line.
pub fn serve(kind: &'static Kind, skip: u64, fault: Option<Fault>) -> ExitCode {
    let Ok(output) = confine::confine() else { return ExitCode::from(UNCONFINED) };
    let work = move || work(kind, skip, fault, BufWriter::new(File::from(output)));
    let done = thread::Builder::new().stack_size(STACK).spawn(work).map(thread::JoinHandle::join);
    match done {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(1),
        _ => ExitCode::from(PANICKED),
    }
}

/// Whether the document could be read.
fn work(kind: &Kind, skip: u64, fault: Option<Fault>, mut output: impl Write) -> io::Result<bool> {
    let bytes = document()?;
    let mut emit = |part: Part| {
        if write_line(&mut output, &Ok(part)).is_err() {
            // Nobody listens any more, and no parser can be told to stop.
            signal_itself(Signal::KILL);
        }
    };
    let done = kind.parts(&bytes, skip, &mut emit);
    if let Some(fault) = fault {
        fault.commit(output)?;
        return Ok(true);
    }
    match done {
        Ok(()) => Ok(true),
        Err(why) => write_line(&mut output, &Err(why)).map(|()| false),
    }
}

/// The bytes on standard input: as many as the file has now, should it grow meanwhile.
fn document() -> io::Result<Vec<u8>> {
    let length = u64::try_from(rustix::fs::fstat(rustix::stdio::stdin())?.st_size).unwrap_or(0);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    io::stdin().lock().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A part, or why there are no more.
pub(super) fn write_line(output: &mut impl Write, line: &Result<Part, String>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")?;
    output.flush()
}
