//! Our side: starts the child, takes its parts in as they come, and outlives whatever it does.
//!
//! A child that dies or stalls at a page is started again behind it, so a bad page costs itself and
//! not the document. What is known when nothing more can be had stays, with a note.
//!
//! How long that takes is bounded twice. Waiting for what does not come costs a document
//! [`Limits::time`] in all, however many children are started: the first word of a child may take
//! all that is left of it, each page half of that. One that keeps growing ends at
//! [`Limits::whole`].

use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::assemble::Assembly;
use super::child::{self, Fault};
use super::pipe::{Lines, Next};
use super::{Kind, Part};
use crate::model::{Document, DocumentData, DocumentText, Stamp};
use crate::sources::stamp::{self, Change};
use crate::sources::store::open_regular;

/// The hidden subcommand that [`super::child::serve`]s.
pub const SUBCOMMAND: &str = "document-text";

/// How long a child that has closed its output may take to end.
const ENDING: Duration = Duration::from_secs(2);

/// What one document may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long is waited in all for what does not come.
    pub time: Duration,
    /// How long is waited in all for a document of which more and more comes.
    pub whole: Duration,
    /// The most pages that are read.
    pub pages: u64,
    /// The most text that is taken, in bytes. All that comes from the child may have four times as
    /// many.
    pub text: usize,
    /// How many pages may cost a child before the rest is given up.
    pub lost_pages: usize,
    /// The largest document, in bytes.
    pub bytes: u64,
    /// What the child is to do wrong; for tests.
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
            fault: None,
        }
    }
}

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the `pincite` program that is started as the child, for a process that is not that program
/// itself; an absolute path. Only the first call counts.
pub fn use_program(path: &Path) {
    PROGRAM.get_or_init(|| path.to_owned());
}

/// What is got out of `document`, by a child process unless it is known already. `progress` is shown
/// what is known from time to time; when it says `false`, the rest is given up.
///
/// Of several callers one does the work and the others wait for it, without being told anything.
pub fn extract<'d>(
    document: &'d Document,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> &'d DocumentText {
    document.learn(|| text_of(document, limits, progress))
}

/// How many pages are read, and how many there are, where that is known.
pub type PagesRead = (u64, Option<u64>);

/// What is known of a document while more of it arrives.
#[derive(Debug)]
pub struct Assembling<'a>(&'a Assembly);

impl Assembling<'_> {
    /// How far it is.
    pub fn pages(&self) -> PagesRead {
        (self.0.pages(), self.0.pages_stated())
    }

    /// Bytes of text so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no text yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known so far; costs a copy of it.
    pub fn text(&self) -> DocumentText {
        self.0.so_far()
    }
}

fn text_of(
    document: &Document,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> DocumentText {
    let Some(kind) = Kind::named(document.kind) else {
        let why = format!("no kind of document is called {}", document.kind);
        return Assembly::default().finish(Some(why));
    };
    let first = match input(&document.data, limits.bytes) {
        Ok(first) => first,
        Err(why) => return Assembly::default().finish(Some(why)),
    };
    let read_as = first.stamp.clone();
    let mut assembly = Assembly::of_file(read_as.clone());
    let mut left = Left::new(&limits);
    let mut next = Some(first);
    let mut lost = 0;
    let failed = loop {
        let input = match next.take().map_or_else(|| input(&document.data, limits.bytes), Ok) {
            Ok(input) if is_same(input.stamp.as_ref(), read_as.as_ref()) => input,
            Ok(_) => break Some("it changed on disk while it was read".to_owned()),
            Err(why) => break Some(why),
        };
        let known = assembly.pages();
        let why = match run(kind, input, &mut assembly, (&limits, &mut left), progress) {
            Ok(()) => break None,
            Err(Stop::For(why)) => break Some(why),
            // It only had a lot to do: the next one goes on where this one stopped.
            Err(Stop::Fault(Ending::Spent)) if assembly.pages() > known => continue,
            Err(Stop::Late(waited)) => {
                format!("its parser gave nothing more for {}", seconds(waited))
            }
            Err(Stop::Fault(ending)) => ending.told(),
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
        assembly.note("It changed on disk while it was read.".to_owned());
    }
    assembly.finish(failed)
}

fn is_same(now: Option<&Stamp>, before: Option<&Stamp>) -> bool {
    now.zip(before).is_none_or(|(now, before)| stamp::are_equal(now, before))
}

/// What a document may still cost.
struct Left {
    silence: Duration,
    whole: Duration,
    bytes: usize,
    /// Since when nothing came, as far as it was waited for.
    silent: Duration,
}

impl Left {
    fn new(limits: &Limits) -> Self {
        let bytes = limits.text.saturating_mul(4);
        Self { silence: limits.time, whole: limits.whole, bytes, silent: Duration::ZERO }
    }

    /// Waits for the next line of a child that has `begun` or not; meanwhile `idle` says whether to
    /// go on.
    fn wait(&mut self, output: &mut Lines, begun: bool, idle: &mut dyn FnMut() -> bool) -> Next {
        let silence = self.silence.saturating_sub(self.silent);
        let granted = self.whole.min(if begun { silence / 2 } else { silence });
        let mut time = granted;
        let next = output.next(&mut time, &mut self.bytes, idle);
        let waited = granted.saturating_sub(time);
        self.whole = self.whole.saturating_sub(waited);
        self.silent += waited;
        next
    }

    /// Takes the silence since the last part off what may be waited in all; gives it.
    fn charge(&mut self) -> Duration {
        let silent = std::mem::take(&mut self.silent);
        self.silence = self.silence.saturating_sub(silent);
        silent
    }
}

/// Why a child ended without having handed over everything.
enum Stop {
    /// Nothing came for so long.
    Late(Duration),
    /// It ended in another way than it should.
    Fault(Ending),
    /// Another one would come no further; why, as the end of a sentence.
    For(String),
}

/// A document to read from, and what its file was like, if it has one.
struct Input {
    file: std::fs::File,
    stamp: Option<Stamp>,
}

/// The document as a file to read from; else why there is none.
fn input(data: &DocumentData, most: u64) -> Result<Input, String> {
    let failed = |error: std::io::Error| format!("it cannot be handed on: {error}");
    match data {
        DocumentData::File(path) => {
            let (file, metadata) = open_regular(path).map_err(|error| error.to_string())?;
            if metadata.len() > most {
                return Err(format!("it is larger than {} MiB", most / (1024 * 1024)));
            }
            let stamp = Some(stamp::of(path, &file, &metadata, stamp::DOCUMENT_BYTES));
            Ok(Input { file, stamp })
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
    kind: &Kind,
    input: Input,
    assembly: &mut Assembly,
    (limits, left): (&Limits, &mut Left),
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> Result<(), Stop> {
    let not_started = |error| Stop::For(format!("its parser cannot be started: {error}"));
    let child = start(kind, input.file, assembly.pages(), limits).map_err(not_started)?;
    let mut running = Running(child);
    let Some(mut output) = running.0.stdout.take().map(Lines::new) else { return Ok(()) };
    let mib = limits.text / (1024 * 1024);
    let mut begun = false;
    loop {
        let line = match left.wait(&mut output, begun, &mut || progress(&Assembling(assembly))) {
            Next::Line(line) => line,
            Next::Stopped => return Err(stopped()),
            Next::TooLate if left.whole.is_zero() => {
                let why = format!("reading it takes more than {}", seconds(limits.whole));
                return Err(Stop::For(why));
            }
            Next::TooLate => return Err(Stop::Late(left.charge())),
            Next::TooMuch => return Err(Stop::For(format!("more than {mib} MiB come out of it"))),
            Next::End => break,
        };
        begun = true;
        let known = (assembly.pages(), assembly.len());
        match serde_json::from_slice::<Result<Part, String>>(&line) {
            Ok(Ok(part)) => assembly.take(part).map_err(|()| Stop::Fault(Ending::Nonsense))?,
            Ok(Err(why)) => return Err(Stop::For(why)),
            Err(_) => return Err(Stop::Fault(Ending::Nonsense)),
        }
        if known != (assembly.pages(), assembly.len()) {
            left.silent = Duration::ZERO;
        }
        if assembly.len() > limits.text {
            return Err(Stop::For(format!("it has more than {mib} MiB of text")));
        }
        if assembly.pages() >= limits.pages && assembly.pages_stated() > Some(limits.pages) {
            return Err(Stop::For(format!("only {} pages are read", limits.pages)));
        }
        if !progress(&Assembling(assembly)) {
            return Err(stopped());
        }
    }
    left.charge();
    running.ended().map_err(Stop::Fault)
}

fn stopped() -> Stop {
    Stop::For("reading it was stopped".to_owned())
}

/// A child, ended whatever way we leave.
struct Running(Child);

impl Running {
    /// How it ended; `Ok` when as it should.
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
        // It may have ended by itself.
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
    /// By its own limit on processor time.
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

    /// As the end of a sentence.
    fn told(self) -> String {
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

fn start(kind: &Kind, input: std::fs::File, skip: u64, limits: &Limits) -> std::io::Result<Child> {
    let mut command = Command::new(program()?);
    command.arg0("pincite").env_clear().current_dir("/");
    command.arg(SUBCOMMAND).arg(kind.name).arg("--skip").arg(skip.to_string());
    if let Some(fault) = limits.fault {
        command.arg("--fault").arg(fault.name());
    }
    // A group of its own: keys such as Ctrl-C and Ctrl-Z are for us, and we end or wait.
    command.process_group(0);
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}

/// This program, also when its file was replaced or removed since it was started.
fn program() -> std::io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(path) => Ok(path.clone()),
        None if cfg!(target_os = "linux") => Ok(PathBuf::from("/proc/self/exe")),
        None => std::env::current_exe(),
    }
}

/// A time for people: `0.3 s`, `10 s`, `5 min`.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        whole if whole >= 120 => format!("{} min", whole / 60),
        whole if whole >= 2 => format!("{whole} s"),
        _ => format!("{:.1} s", time.as_secs_f32()),
    }
}
