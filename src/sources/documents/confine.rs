//! The rights that the child gives up before it reads the first byte.
//!
//! There are three barriers. Limits apply on every Unix: a process that may have four descriptors
//! and has them can open neither file nor socket, including `/proc/self/fd`. On Linux, Landlock
//! (5.13) removes all access to files, and a filter of system calls leaves those for memory, time
//! and the open descriptors. If the kernel lacks one of them, the text says so. The process has no
//! environment, no folder and no way to gain privileges.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};

/// Maximum address space, in bytes: 512 MiB. The document and [`super::child`]'s stack are in it.
const MEMORY: u64 = 512 * 1024 * 1024;

/// Maximum processor time of one process, in seconds, all its threads together.
const SECONDS: u64 = 10;

/// Gives up everything except standard input and the returned output. Printing has no access to
/// that output; it goes to standard error.
///
/// Fails if a limit cannot be set, or if nobody reads the output. [`lock`] has to follow.
pub(super) fn confine() -> io::Result<(OwnedFd, Missing)> {
    close_inherited();
    let output = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "nothing can be missing"))]
    let mut missing = Missing::default();
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        rustix::thread::set_no_new_privs(true)?;
        if !landlock().map_err(io::Error::other)? {
            missing.0.push("this kernel has no Landlock to keep it from files".to_owned());
        }
    }
    let limit = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Nofile, limit(4))?;
    setrlimit(Resource::Fsize, limit(0))?;
    setrlimit(Resource::Core, limit(0))?;
    // The soft limit sends a signal, the hard limit kills.
    let time = Rlimit { current: Some(SECONDS), maximum: Some(SECONDS + 1) };
    setrlimit(Resource::Cpu, time)?;
    setrlimit(Resource::As, limit(MEMORY))?;
    // A parent that ended before this request sends no signal.
    if is_closed(&output) {
        return Err(io::ErrorKind::BrokenPipe.into());
    }
    Ok((output, missing))
}

/// The walls that this system lacks, each as a clause.
#[derive(Debug, Default)]
pub(super) struct Missing(Vec<String>);

impl Missing {
    /// Describes them for the notes of a document.
    pub(super) fn note(&self) -> Option<String> {
        let missing = self.0.join("; ");
        (!missing.is_empty())
            .then(|| format!("its parser ran less confined than it should: {missing}"))
    }
}

/// Gives up the system calls that a parser does not need. What is done after this can start no
/// thread, so it is called on the last that is started.
pub(super) fn lock(missing: &mut Missing) {
    #[cfg(target_os = "linux")]
    if let Err(why) = super::calls::restrict() {
        missing.0.push(format!("its system calls could not be filtered ({why})"));
    }
    #[cfg(not(target_os = "linux"))]
    let _none = missing;
}

/// Closes descriptors that the parent inherited without close-on-exec.
fn close_inherited() {
    let listed = ["/proc/self/fd", "/dev/fd"].iter().find_map(|path| fs::read_dir(path).ok());
    let names = listed.into_iter().flatten().flatten().map(|entry| entry.file_name());
    let numbers: Vec<i32> = names.filter_map(|name| name.to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|number| *number > 2) {
        // The descriptor of the listing is among them, and closed by now.
        let _closed_before = nix::unistd::close(number);
    }
}

/// Refuses every access that the kernel can refuse; returns false if it can refuse none.
#[cfg(target_os = "linux")]
fn landlock() -> Result<bool, landlock::RulesetError> {
    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetStatus, Scope,
    };
    // Features that the kernel does not know are left out.
    let newest = ABI::V7;
    let ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(newest))?
        .handle_access(AccessNet::from_all(newest))?
        .scope(Scope::from_all(newest))?;
    let status = ruleset.create()?.restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// True if the other end of a pipe is closed.
fn is_closed(pipe: &OwnedFd) -> bool {
    let mut asked = [PollFd::new(pipe, PollFlags::empty())];
    let answered = poll(&mut asked, Some(&Timespec::default()));
    answered.is_ok()
        && asked.iter().any(|fd| fd.revents().intersects(PollFlags::ERR | PollFlags::HUP))
}

/// Sends this process a signal that ends or stops it.
pub(super) fn signal_itself(signal: Signal) {
    if rustix::process::kill_process(rustix::process::getpid(), signal).is_ok() {
        thread::park();
    }
}
