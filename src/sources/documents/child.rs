//! The child's side: gets the text out of one document under limits, and can do nothing else.
//!
//! The document comes on standard input, the parts go to standard output. Before a byte is read,
//! the process gives up opening files and sockets (a limit of three descriptors), writing files,
//! and all but a bounded amount of memory and processor time. It ends with its parent.

use std::io::{self, BufWriter, Read as _, Write};
use std::process::ExitCode;
use std::thread;

use rustix::process::{Resource, Rlimit, Signal, setrlimit};

use super::{Kind, Part};

/// The most address space it may take, in bytes: 512 MiB.
const MEMORY: u64 = 512 * 1024 * 1024;

/// The most processor time, in seconds; who called it waits no longer either.
const SECONDS: u64 = 10;

/// The stack for parsers that call themselves for every level of nesting, in bytes: 64 MiB.
const STACK: usize = 64 * 1024 * 1024;

/// A fault to commit instead of the work, by which tests see that none of them spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Panics.
    Panic,
    /// Calls itself until the stack is full.
    Stack,
    /// Takes memory until there is none.
    Memory,
    /// Never ends.
    Spin,
    /// Is killed from outside.
    Kill,
}

impl Fault {
    /// All of them, by the names they go by.
    pub const ALL: [(&'static str, Self); 5] = [
        ("panic", Self::Panic),
        ("stack", Self::Stack),
        ("memory", Self::Memory),
        ("spin", Self::Spin),
        ("kill", Self::Kill),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, fault)| *fault == self).map_or("", |(name, _)| name)
    }

    /// Commits it. The parts are handed over before, so that what came before a fault is kept.
    fn commit(self) {
        match self {
            Self::Panic => panic!("a fault was asked for"),
            Self::Stack => {
                std::hint::black_box(deeper(1));
            }
            Self::Memory => {
                let mut held = Vec::new();
                loop {
                    held.push(vec![1_u8; 64 * 1024 * 1024]);
                    std::hint::black_box(&held);
                }
            }
            Self::Spin => loop {
                std::hint::spin_loop();
            },
            Self::Kill => {
                let own = rustix::process::getpid();
                if rustix::process::kill_process(own, Signal::KILL).is_ok() {
                    thread::park();
                }
            }
        }
    }
}

#[expect(unconditional_recursion, reason = "it is asked for")]
fn deeper(level: u64) -> u64 {
    let frame = std::hint::black_box([level; 64]);
    deeper(level + 1) + frame.iter().sum::<u64>()
}

/// Does the work of the child process. The exit code is 0 when all parts are handed over, 1 when
/// the document cannot be read; then the reason is the last line.
pub fn serve(kind: &'static Kind, skip: u64, fault: Option<Fault>) -> ExitCode {
    // Parsers print what they wonder about; the parts go to a descriptor that they do not know.
    let Ok(output) = rustix::io::dup(rustix::stdio::stdout()) else { return ExitCode::from(3) };
    if rustix::stdio::dup2_stdout(rustix::stdio::stderr()).is_err() || confine().is_err() {
        return ExitCode::from(3);
    }
    let work = move || work(kind, skip, fault, BufWriter::new(std::fs::File::from(output)));
    let done = thread::Builder::new().stack_size(STACK).spawn(work).map(thread::JoinHandle::join);
    match done {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(1),
        _ => ExitCode::from(2),
    }
}

/// Gives up what the work does not need.
fn confine() -> rustix::io::Result<()> {
    let limit = |most| Rlimit { current: Some(most), maximum: Some(most) };
    // Input, output, errors and the copy of the output: no number is left for anything else.
    setrlimit(Resource::Nofile, limit(4))?;
    setrlimit(Resource::Fsize, limit(0))?;
    setrlimit(Resource::Core, limit(0))?;
    setrlimit(Resource::Cpu, limit(SECONDS))?;
    setrlimit(Resource::As, limit(MEMORY))?;
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    Ok(())
}

/// Whether the document could be read.
fn work(kind: &Kind, skip: u64, fault: Option<Fault>, mut output: impl Write) -> io::Result<bool> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let mut gone = false;
    let mut emit = |part: Part| {
        // Nobody to tell: the parent has closed the pipe and will end this process.
        gone = gone || write_line(&mut output, &Ok(part)).is_err();
    };
    let done = kind.parts(&bytes, skip, &mut emit);
    if let Some(fault) = fault {
        fault.commit();
    }
    match done {
        Ok(()) => Ok(true),
        Err(why) => write_line(&mut output, &Err(why)).map(|()| false),
    }
}

/// A part, or why there are no more.
fn write_line(output: &mut impl Write, line: &Result<Part, String>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")?;
    output.flush()
}
