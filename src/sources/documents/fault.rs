//! Faults that the child commits on request, by which tests see that none of them spreads.

use std::io::{self, Write};
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::thread;

use rustix::process::Signal;

use super::Part;
use super::child::{signal_itself, write_line};

/// A fault to commit when the document's parts are handed over.
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
    /// Is stopped from outside, as by Ctrl-Z.
    Stop,
    /// Says that it has no more to say, and stays.
    Stay,
    /// Writes a line without end.
    Flood,
    /// Hands over a page that cannot be the next one.
    Forge,
    /// Tries to get at what it must not get at, and reports the outcome of each attempt.
    Reach,
}

impl Fault {
    /// All of them, by the names they go by.
    pub const ALL: [(&'static str, Self); 10] = [
        ("panic", Self::Panic),
        ("stack", Self::Stack),
        ("memory", Self::Memory),
        ("spin", Self::Spin),
        ("kill", Self::Kill),
        ("stop", Self::Stop),
        ("stay", Self::Stay),
        ("flood", Self::Flood),
        ("forge", Self::Forge),
        ("reach", Self::Reach),
    ];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, fault)| *fault == self).map_or("", |(name, _)| name)
    }

    /// Commits it.
    pub(super) fn commit(self, mut output: impl Write) -> io::Result<()> {
        match self {
            Self::Panic => panic!("a fault was asked for"),
            Self::Stack => {
                std::hint::black_box(deeper(1));
            }
            Self::Memory => {
                let mut held = Vec::new();
                loop {
                    held.push(Vec::<u8>::with_capacity(64 * 1024 * 1024));
                    std::hint::black_box(&held);
                }
            }
            Self::Spin => loop {
                std::hint::spin_loop();
            },
            Self::Kill => signal_itself(Signal::KILL),
            Self::Stop => signal_itself(Signal::STOP),
            Self::Stay => {
                drop(output);
                loop {
                    thread::park();
                }
            }
            Self::Flood => loop {
                output.write_all(&[b'7'; 4096])?;
            },
            Self::Forge => {
                let label = Some("\u{1b}[2J".to_owned());
                let page = Part::Page { number: u64::MAX, label, text: "\u{202e}".to_owned() };
                write_line(&mut output, &Ok(page))?;
            }
            Self::Reach => {
                for line in attempts() {
                    write_line(&mut output, &Ok(Part::Note(line)))?;
                }
            }
        }
        Ok(())
    }
}

#[expect(unconditional_recursion, reason = "it is asked for")]
fn deeper(level: u64) -> u64 {
    let frame = std::hint::black_box([level; 64]);
    deeper(level + 1) + frame.iter().sum::<u64>()
}

/// Attempts each forbidden access; describes it and its outcome.
fn attempts() -> Vec<String> {
    let report = |what: &str, got: io::Result<()>| match got {
        Ok(()) => format!("{what}: got"),
        Err(_) => format!("{what}: refused"),
    };
    let own = std::env::temp_dir().join(format!("pincite-reach-{}", std::process::id()));
    let write = std::fs::OpenOptions::new().write(true).open("/proc/self/fd/0");
    let folder = std::fs::read_link("/proc/self/cwd").unwrap_or_default();
    let open: Vec<String> = (0..1024)
        .filter(|number| std::fs::read_link(format!("/proc/self/fd/{number}")).is_ok())
        .map(|number| number.to_string())
        .collect();
    vec![
        report("file", std::fs::File::open("/etc/passwd").map(drop)),
        report("document to write", write.map(drop)),
        report("folder", std::fs::read_dir("/").map(drop)),
        report("new folder", std::fs::create_dir(own)),
        report("pipe", io::pipe().map(drop)),
        report("socket", std::net::TcpListener::bind("127.0.0.1:0").map(drop)),
        report("datagrams", std::net::UdpSocket::bind("127.0.0.1:0").map(drop)),
        report("socket pair", std::os::unix::net::UnixStream::pair().map(drop)),
        report("child", Command::new("/bin/true").spawn().map(drop)),
        report("program", Err(Command::new("/bin/true").exec())),
        report(
            "parent",
            match rustix::process::getppid() {
                Some(parent) => rustix::process::test_kill_process(parent).map_err(io::Error::from),
                None => Err(io::ErrorKind::NotFound.into()),
            },
        ),
        format!("descriptors: {}", open.join(" ")),
        format!("environment: {}", std::env::vars_os().count()),
        format!("at: {}", folder.display()),
    ]
}
