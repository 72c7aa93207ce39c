//! The parent's side: starts the child, receives its parts, and survives anything it does.
//!
//! A child that dies or stalls at a page is started again after it, so a bad page costs only
//! itself. If nothing more can be read, the text so far is kept, with a note.
//!
//! The time is limited in two ways. Waiting without an answer costs a document [`Limits::time`] in
//! total, however many children are started: the first answer of a child may take all the remaining
//! time, each page half of it. A document that keeps growing ends at [`Limits::whole`].

use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::assemble::Assembly;
use super::child;
use super::limits::{Limits, STOPPED, seconds};
use super::pipe::{Next, PartLines};
use super::{DocumentKind, DocumentPart};
use crate::error::Why;
use crate::model::{DocumentData, DocumentText, Stamp};
use crate::sources::stamp::{self, Change};

/// The hidden subcommand that [`super::child::serve`]s.
const SUBCOMMAND: &str = "document-text";

/// Time for a child that has closed its output to end.
const ENDING: Duration = Duration::from_secs(2);

/// Extracts a document's text with `program` as the child.
pub(super) fn text_of(
    kind: &DocumentKind,
    data: &DocumentData,
    (program, limits): (&Path, Limits),
    progress: &mut dyn FnMut(&Assembly) -> bool,
) -> DocumentText {
    let first = match input(data, &limits) {
        Ok(first) => first,
        Err(why) => return Assembly::default().finish(Some(why.into())),
    };
    let read_as = first.stamp.clone();
    let mut assembly = Assembly::of_file(read_as.clone());
    let mut left = Left::new(&limits);
    let mut next = Some(first);
    let mut lost = 0;
    let failed = loop {
        let input = match next.take().map_or_else(|| input(data, &limits), Ok) {
            Ok(input) if is_same(input.stamp.as_ref(), read_as.as_ref()) => input,
            Ok(_) => break Some("it changed on disk while it was read".to_owned()),
            Err(why) => break Some(why.into()),
        };
        let known = assembly.pages();
        let child = start(program, (kind, known), input.file, &limits);
        let why = match run(child, &mut assembly, (&limits, &mut left), progress) {
            Ok(()) => break None,
            Err(Stop::For(why)) => break Some(why),
            // It merely had a lot to do: the next one continues where this one stopped.
            Err(Stop::Fault(Ending::Spent)) if assembly.pages() > known => continue,
            Err(Stop::Late(waited)) => {
                format!("its parser gave nothing more for {}", seconds(waited))
            }
            Err(Stop::Fault(ending)) => ending.describe(),
        };
        let more = assembly.pages_stated().is_some_and(|pages| assembly.pages() < pages);
        if !more || lost >= limits.lost_pages {
            break Some(why);
        }
        lost += 1;
        assembly.lose_page(why);
    };
    let change = read_as.as_ref().and_then(stamp::change);
    if change == Some(Change::Content) && failed.is_none() {
        assembly.note("changed on disk while it was read".to_owned());
    }
    assembly.finish(failed)
}

fn is_same(now: Option<&Stamp>, before: Option<&Stamp>) -> bool {
    now.zip(before).is_none_or(|(now, before)| stamp::are_equal(now, before))
}

/// The remaining limits of a document.
struct Left {
    silence: Duration,
    whole: Duration,
    bytes: usize,
    /// The time of silence so far, as far as it was waited for.
    silent: Duration,
}

impl Left {
    fn new(limits: &Limits) -> Self {
        let bytes = limits.text.saturating_mul(4);
        Self { silence: limits.time, whole: limits.whole, bytes, silent: Duration::ZERO }
    }

    /// Waits for the next line of a child that has `begun` or not; meanwhile, `idle` returns true
    /// to continue.
    fn wait(
        &mut self,
        output: &mut PartLines,
        begun: bool,
        idle: &mut dyn FnMut() -> bool,
    ) -> Next {
        let silence = self.silence.saturating_sub(self.silent);
        let granted = self.whole.min(if begun { silence / 2 } else { silence });
        let mut time = granted;
        let next = output.next(&mut time, &mut self.bytes, idle);
        let waited = granted.saturating_sub(time);
        self.whole = self.whole.saturating_sub(waited);
        self.silent += waited;
        next
    }

    /// Subtracts the silence since the last part from the remaining time, and returns it.
    fn charge(&mut self) -> Duration {
        let silent = std::mem::take(&mut self.silent);
        self.silence = self.silence.saturating_sub(silent);
        silent
    }
}

/// The reason that a child ended without having handed over everything.
enum Stop {
    /// The time of silence that was too long.
    Late(Duration),
    /// It ended in another way than it should.
    Fault(Ending),
    /// Another one would come no further; why, as the end of a sentence.
    For(String),
}

/// A document to read from, and the stamp of its file, if it has one.
struct Input {
    file: std::fs::File,
    stamp: Option<Stamp>,
}

/// Returns the document as a file to read from, or the reason why there is none.
fn input(data: &DocumentData, limits: &Limits) -> Result<Input, Why> {
    let failed = |error: std::io::Error| format!("it cannot be handed on: {error}");
    match data {
        DocumentData::File(path) => {
            let (file, stamp) = limits.open(path)?;
            Ok(Input { file, stamp: Some(stamp) })
        }
        DocumentData::Bytes(bytes) => {
            let mut file = tempfile::tempfile().map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            Ok(Input { file, stamp: None })
        }
    }
}

fn run(
    child: std::io::Result<Child>,
    assembly: &mut Assembly,
    (limits, left): (&Limits, &mut Left),
    progress: &mut dyn FnMut(&Assembly) -> bool,
) -> Result<(), Stop> {
    let not_started = |error| Stop::For(format!("its parser cannot be started: {error}"));
    let mut running = Running(child.map_err(not_started)?);
    let Some(mut output) = running.0.stdout.take().map(PartLines::new) else { return Ok(()) };
    let mib = limits.text / (1024 * 1024);
    let mut begun = false;
    loop {
        let line = match left.wait(&mut output, begun, &mut || progress(assembly)) {
            Next::Line(line) => line,
            Next::Stopped => return Err(stopped()),
            Next::TooLate if left.whole.is_zero() => {
                return Err(Stop::For(limits.takes_longer()));
            }
            Next::TooLate => return Err(Stop::Late(left.charge())),
            Next::TooMuch => return Err(Stop::For(format!("more than {mib} MiB come out of it"))),
            Next::End => break,
        };
        begun = true;
        let known = (assembly.pages(), assembly.len());
        take_line(&line, assembly)?;
        if known != (assembly.pages(), assembly.len()) {
            left.silent = Duration::ZERO;
        }
        if let Some(why) = limits.exceeded(assembly) {
            return Err(Stop::For(why));
        }
        if !progress(assembly) {
            return Err(stopped());
        }
    }
    left.charge();
    running.ended().map_err(Stop::Fault)
}

/// Handles a line of the child's output.
fn take_line(line: &[u8], assembly: &mut Assembly) -> Result<(), Stop> {
    match serde_json::from_slice::<Result<DocumentPart, Why>>(line) {
        Ok(Ok(part)) => assembly.take(part).map_err(|()| Stop::Fault(Ending::Nonsense)),
        Ok(Err(why)) => Err(Stop::For(why.into())),
        Err(_) => Err(Stop::Fault(Ending::Nonsense)),
    }
}

/// Returns the text for a child's output; for the fuzzers.
#[cfg(feature = "internals")]
pub fn assembled(output: &[u8]) -> DocumentText {
    let mut assembly = Assembly::default();
    let stopped = output.split(|byte| *byte == b'\n').find_map(|line| {
        match take_line(line, &mut assembly).err()? {
            Stop::For(why) => Some(why),
            Stop::Fault(ending) => Some(ending.describe()),
            Stop::Late(_) => None,
        }
    });
    assembly.finish(stopped)
}

fn stopped() -> Stop {
    Stop::For(STOPPED.to_owned())
}

/// A child, which is ended in every case.
struct Running(Child);

impl Running {
    /// Returns how it ended; `Ok` when as it should.
    fn ended(&mut self) -> Result<(), Ending> {
        let begun = Instant::now();
        while begun.elapsed() < ENDING {
            match self.0.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(Ending::of(status)),
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        Err(Ending::Never)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Ways to end that are none of the right ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Nonsense,
    Never,
    Panicked,
    Unconfined,
    /// It reached its own limit on processor time.
    Spent,
    Status(i32),
    Signal(i32),
}

impl Ending {
    fn of(status: ExitStatus) -> Self {
        const PANICKED: i32 = child::PANICKED as i32;
        const UNCONFINED: i32 = child::UNCONFINED as i32;
        match (status.signal(), status.code()) {
            (Some(signal), _) if signal == Signal::XCPU.as_raw() => Self::Spent,
            (Some(signal), _) => Self::Signal(signal),
            (None, Some(PANICKED)) => Self::Panicked,
            (None, Some(UNCONFINED)) => Self::Unconfined,
            (None, code) => Self::Status(code.unwrap_or(-1)),
        }
    }

    /// Describes it as the end of a sentence.
    fn describe(self) -> String {
        match self {
            Self::Nonsense => "its parser gave nonsense".to_owned(),
            Self::Never => "its parser stopped without ending".to_owned(),
            Self::Panicked => "its parser crashed on it".to_owned(),
            Self::Unconfined => "its parser could not be confined".to_owned(),
            Self::Spent => "its parser took more than 10 s of processor time".to_owned(),
            Self::Status(code) => format!("its parser ended with status {code}"),
            Self::Signal(signal) if signal == Signal::ABORT.as_raw() => {
                "its parser ran out of memory (512 MiB) or nested too deeply".to_owned()
            }
            Self::Signal(signal) if signal == Signal::KILL.as_raw() => {
                "its parser was killed".to_owned()
            }
            Self::Signal(signal) => format!("its parser was ended by signal {signal}"),
        }
    }
}

#[cfg_attr(not(feature = "internals"), expect(unused_variables, reason = "no fault to pass"))]
fn start(
    program: &Path,
    (kind, skip): (&DocumentKind, u64),
    input: std::fs::File,
    limits: &Limits,
) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.arg0("pincite").env_clear().current_dir("/");
    command.arg(SUBCOMMAND).arg(kind.name).arg("--skip").arg(skip.to_string());
    #[cfg(feature = "internals")]
    if let Some(fault) = limits.fault {
        command.arg("--fault").arg(fault.name());
    }
    // A separate group: keys such as Ctrl-C and Ctrl-Z are for the parent, which ends or waits.
    command.process_group(0);
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}
