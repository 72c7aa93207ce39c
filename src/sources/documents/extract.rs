//! Our side: starts the child, takes its parts in as they come, and outlives whatever it does.
//!
//! A child that dies or stalls at a page is started again behind it, so a bad page costs itself and
//! not the document. What is known when nothing more can be had stays, with a note.

use std::io::{Seek as _, SeekFrom, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::assemble::Assembly;
use super::child::Fault;
use super::{Kind, Part};
use crate::model::{Document, DocumentData, DocumentText};
use crate::sources::store::open_regular;

/// The hidden subcommand that [`super::child::serve`]s.
pub const SUBCOMMAND: &str = "document-text";

/// What one document may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long one child may work, and all of them together without a further page.
    pub time: Duration,
    /// How long a child may work at one page.
    pub page_time: Duration,
    /// How long all children together may work.
    pub whole_time: Duration,
    /// The most pages that are read.
    pub pages: u64,
    /// The most text that is taken, in bytes.
    pub text: usize,
    /// How many pages may cost a child before the rest is given up.
    pub lost_pages: usize,
    /// The largest document, in bytes.
    pub bytes: u64,
    /// What the child is to do wrong; for tests.
    pub fault: Option<Fault>,
}

impl Default for Limits {
    /// 10 seconds a child, 2.5 a page, 2 minutes in all; 5,000 pages, 64 MiB of text, 3 lost pages,
    /// 256 MiB.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(10),
            page_time: Duration::from_millis(2500),
            whole_time: Duration::from_mins(2),
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
/// itself. Only the first call counts.
pub fn use_program(path: &Path) {
    PROGRAM.get_or_init(|| path.to_owned());
}

/// What is got out of `document`, by a child process unless it is known already. `progress` is shown
/// what is known from time to time; when it says `false`, the rest is given up.
pub fn extract<'d>(
    document: &'d Document,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> &'d DocumentText {
    if let Some(known) = document.known() {
        return known;
    }
    document.learn(text_of(document, limits, progress))
}

/// What is known of a document while more of it arrives.
#[derive(Debug)]
pub struct Assembling<'a>(&'a Assembly);

impl Assembling<'_> {
    /// How many pages are read, and how many there are.
    pub fn pages(&self) -> (u64, Option<u64>) {
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
    let mut assembly = Assembly::default();
    let Some(kind) = Kind::named(document.kind) else {
        return assembly.finish(Some(format!("no kind of document is called {}", document.kind)));
    };
    let (mut lost, begun, mut fruitless) = (0, Instant::now(), Duration::ZERO);
    loop {
        let (known, started) = (assembly.pages(), Instant::now());
        let ended = input(&document.data, limits.bytes)
            .and_then(|input| run(kind, input, &mut assembly, limits, progress));
        let why = match ended {
            Ok(()) => return assembly.finish(None),
            Err(Stop::For(why)) => return assembly.finish(Some(why)),
            Err(_) if begun.elapsed() >= limits.whole_time => {
                return assembly.finish(Some(took_more_than(limits.whole_time)));
            }
            // It was only slow: the next one goes on where this one stopped.
            Err(Stop::TimeUp) if assembly.pages() > known => continue,
            Err(Stop::TimeUp) => took_more_than(limits.time),
            Err(Stop::Stalled) => took_more_than(limits.page_time),
            Err(Stop::Fault(why)) => why,
        };
        fruitless += if assembly.pages() > known { limits.page_time } else { started.elapsed() };
        let more = assembly.pages_stated().is_some_and(|pages| assembly.pages() < pages);
        if !more || lost >= limits.lost_pages || fruitless >= limits.time {
            return assembly.finish(Some(why));
        }
        lost += 1;
        assembly.lose_page(why);
    }
}

fn took_more_than(time: Duration) -> String {
    format!("its parser took more than {} s", time.as_secs_f32())
}

/// Why a child ended without having handed over everything.
enum Stop {
    /// It took too long in all.
    TimeUp,
    /// It took too long at one page.
    Stalled,
    /// It crashed.
    Fault(String),
    /// Another one would come no further.
    For(String),
}

/// The document as a file to read from.
fn input(data: &DocumentData, most: u64) -> Result<std::fs::File, Stop> {
    let failed = |error: std::io::Error| Stop::For(format!("it cannot be handed on: {error}"));
    match data {
        DocumentData::File(path) => {
            let (file, metadata) =
                open_regular(path).map_err(|error| Stop::For(error.to_string()))?;
            if metadata.len() > most {
                let why = format!("it is larger than {} MiB", most / (1024 * 1024));
                return Err(Stop::For(why));
            }
            Ok(file)
        }
        DocumentData::Bytes(bytes) => {
            let mut file = tempfile::tempfile().map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
            file.seek(SeekFrom::Start(0)).map_err(failed)?;
            Ok(file)
        }
    }
}

/// Ends the child whatever way we leave.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn run(
    kind: &Kind,
    input: std::fs::File,
    assembly: &mut Assembly,
    limits: Limits,
    progress: &mut dyn FnMut(&Assembling<'_>) -> bool,
) -> Result<(), Stop> {
    let not_started = |error| Stop::For(format!("its parser cannot be started: {error}"));
    let mut running = Running(start(kind, input, assembly.pages(), limits).map_err(not_started)?);
    let end = Instant::now() + limits.time;
    let mut deadline = end;
    let Some(mut output) = running.0.stdout.take().map(Lines::new) else { return Ok(()) };
    loop {
        let line = match output.next(deadline) {
            Next::Line(line) => line,
            Next::TooLate if deadline < end => return Err(Stop::Stalled),
            Next::TooLate => return Err(Stop::TimeUp),
            Next::End => break,
        };
        match serde_json::from_slice::<Result<Part, String>>(&line) {
            Ok(Ok(part)) => assembly.take(part),
            Ok(Err(why)) => return Err(Stop::For(why)),
            Err(_) => return Err(Stop::Fault("its parser wrote nonsense".to_owned())),
        }
        if assembly.len() > limits.text {
            let why = format!("it has more than {} MiB of text", limits.text / (1024 * 1024));
            return Err(Stop::For(why));
        }
        if assembly.pages() >= limits.pages && assembly.pages_stated() > Some(limits.pages) {
            return Err(Stop::For(format!("only {} pages are read", limits.pages)));
        }
        if !progress(&Assembling(assembly)) {
            return Err(Stop::For("reading it was stopped".to_owned()));
        }
        if assembly.pages_stated().is_some() {
            deadline = end.min(Instant::now() + limits.page_time);
        }
    }
    match running.0.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Stop::Fault(end_of(status))),
        Err(error) => Err(Stop::Fault(format!("its parser is lost: {error}"))),
    }
}

fn start(kind: &Kind, input: std::fs::File, skip: u64, limits: Limits) -> std::io::Result<Child> {
    let program = match PROGRAM.get() {
        Some(path) => path.clone(),
        None => std::env::current_exe()?,
    };
    let mut command = Command::new(program);
    command.env_clear().arg(SUBCOMMAND).arg(kind.name).arg("--skip").arg(skip.to_string());
    if let Some(fault) = limits.fault {
        command.arg("--fault").arg(fault.name());
    }
    command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}

/// How the child ended, as the end of a sentence.
fn end_of(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("its parser was ended by signal {signal}"),
        (None, Some(code)) => format!("its parser crashed (status {code})"),
        (None, None) => "its parser crashed".to_owned(),
    }
}

/// Lines of a pipe, each waited for until a deadline.
struct Lines {
    pipe: ChildStdout,
    held: Vec<u8>,
    /// How far `held` is known to hold no line end.
    searched: usize,
}

enum Next {
    /// A line without its end.
    Line(Vec<u8>),
    TooLate,
    End,
}

impl Lines {
    fn new(pipe: ChildStdout) -> Self {
        Self { pipe, held: Vec::new(), searched: 0 }
    }

    fn next(&mut self, deadline: Instant) -> Next {
        loop {
            let unsearched = self.held.get(self.searched..).unwrap_or_default();
            if let Some(at) = memchr::memchr(b'\n', unsearched) {
                let mut line: Vec<u8> = self.held.drain(..=self.searched + at).collect();
                line.pop();
                self.searched = 0;
                return Next::Line(line);
            }
            self.searched = self.held.len();
            let left = deadline.saturating_duration_since(Instant::now());
            let timeout = Timespec::try_from(left).unwrap_or_default();
            let mut waiting = [PollFd::new(&self.pipe, PollFlags::IN)];
            match poll(&mut waiting, Some(&timeout)) {
                Ok(0) => return Next::TooLate,
                Err(rustix::io::Errno::INTR) => continue,
                Ok(_) | Err(_) => {}
            }
            let mut buffer = [0; 16 * 1024];
            match rustix::io::read(&self.pipe, &mut buffer) {
                Ok(0) | Err(_) => return Next::End,
                Ok(read) => self.held.extend(buffer.get(..read).unwrap_or_default()),
            }
        }
    }
}
