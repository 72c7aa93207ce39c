//! Faults that the child commits on request, by which tests see that none of them spreads.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::thread;

use rustix::process::Signal;

use super::DocumentPart;
use super::confine::signal_itself;
use super::pipe::write_line;

/// A fault to commit when the document's parts are handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Panics.
    Panic,
    /// Calls itself until the stack is full.
    Stack,
    /// Takes memory until there is none left.
    Memory,
    /// Never ends.
    Spin,
    /// Is killed from outside.
    Kill,
    /// Is stopped from outside, as by Ctrl-Z.
    Stop,
    /// Reports the end of its output, and stays.
    Stay,
    /// Writes a line without end.
    Flood,
    /// Hands over a page that cannot be the next one.
    Forge,
    /// Tries to reach forbidden resources, and reports the outcome of each attempt.
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
                let page =
                    DocumentPart::Page { number: u64::MAX, label, text: "\u{202e}".to_owned() };
                write_line(&mut output, &Ok(page))?;
            }
            Self::Reach => {
                for line in attempts() {
                    write_line(&mut output, &Ok(DocumentPart::Note(line)))?;
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

/// Tries forbidden operations; describes each attempt and its outcome.
///
/// Descriptors are closed first, so that no attempt fails for lack of one.
fn attempts() -> Vec<String> {
    for number in [0, 2] {
        let _closed = nix::unistd::close(number);
    }
    [files(), changes(), descriptors(), others()].concat()
}

/// Describes the outcome of an attempt.
fn report<T>(what: &str, got: Result<T, impl Into<io::Error>>) -> String {
    let refused = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    match got.map_err(Into::into) {
        Ok(_) => format!("{what}: got"),
        Err(error) if refused(&error) => format!("{what}: refused"),
        Err(error) => format!("{what}: {error}"),
    }
}

fn files() -> Vec<String> {
    use rustix::fs::Access;
    let write = fs::OpenOptions::new().write(true).open("/proc/self/fd/1");
    vec![
        report("open", fs::File::open("/etc/passwd")),
        report("open to write", write),
        report("list a folder", fs::read_dir("/")),
        report("stat", fs::metadata("/etc/passwd")),
        report("read a link", fs::read_link("/proc/self/cwd")),
        report("access", rustix::fs::access("/etc/passwd", Access::READ_OK)),
        report("statfs", rustix::fs::statvfs("/")),
    ]
}

fn changes() -> Vec<String> {
    use rustix::fs::{CWD, FileType, Mode};
    let own = std::env::temp_dir().join(format!("pincite-reach-{}", std::process::id()));
    let mode = Mode::from_raw_mode(0o600);
    vec![
        report("make a folder", fs::create_dir(&own)),
        report("make a link", std::os::unix::fs::symlink("/", &own)),
        report("link", fs::hard_link("/etc/passwd", &own)),
        report("make a pipe", rustix::fs::mknodat(CWD, &own, FileType::Fifo, mode, 0)),
        report("rename", fs::rename(&own, "/tmp/pincite-reach")),
        report("remove", fs::remove_file(&own)),
        report("remove a folder", fs::remove_dir(&own)),
        report("chmod", fs::set_permissions(&own, fs::Permissions::from_mode(0o777))),
        report("chown", std::os::unix::fs::chown(&own, Some(0), Some(0))),
        report("truncate", rustix::fs::ftruncate(rustix::stdio::stdout(), 0)),
    ]
}

fn descriptors() -> Vec<String> {
    use rustix::event::{EventfdFlags, epoll, eventfd};
    use rustix::fs::{MemfdFlags, inotify, memfd_create};
    use rustix::time::{TimerfdClockId, TimerfdFlags, timerfd_create};
    vec![
        report("pipe", io::pipe()),
        report("listen", std::net::TcpListener::bind("127.0.0.1:0")),
        report("connect", std::net::TcpStream::connect("127.0.0.1:1")),
        report("datagrams", std::net::UdpSocket::bind("127.0.0.1:0")),
        report("socket pair", std::os::unix::net::UnixStream::pair()),
        report("unix socket", std::os::unix::net::UnixStream::connect("/run/none")),
        report("unix datagrams", std::os::unix::net::UnixDatagram::unbound()),
        report("event", eventfd(0, EventfdFlags::empty())),
        report("epoll", epoll::create(epoll::CreateFlags::empty())),
        report("inotify", inotify::init(inotify::CreateFlags::empty())),
        report("memory file", memfd_create("x", MemfdFlags::empty())),
        report("timer", timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::empty())),
        report("duplicate", rustix::io::dup(rustix::stdio::stdout())),
    ]
}

fn others() -> Vec<String> {
    use rustix::mount::{UnmountFlags, unmount};
    use rustix::process::test_kill_process;
    use rustix::process::{Pid, PidfdFlags, chdir, chroot, nice, pidfd_open, setsid};
    let unlimited = rustix::process::Rlimit { current: None, maximum: None };
    vec![
        report("child", Command::new("/bin/true").spawn()),
        report("program", Err::<(), _>(Command::new("/bin/true").exec())),
        report("thread", thread::Builder::new().spawn(|| ())),
        report("signal", test_kill_process(Pid::INIT)),
        report("process", pidfd_open(Pid::INIT, PidfdFlags::empty())),
        report("change folder", chdir("/tmp")),
        report("change root", chroot("/tmp")),
        report("session", setsid()),
        report("limit", rustix::process::setrlimit(rustix::process::Resource::Nofile, unlimited)),
        report("priority", nice(1)),
        report("name", rustix::thread::set_name(c"x")),
        report("unmount", unmount("/none", UnmountFlags::empty())),
    ]
}
