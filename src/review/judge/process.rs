//! One run of a judge, with limits on time and output, which is ended with all its processes.

use std::collections::BTreeSet;
use std::io::{Read, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::text::prose::one_line;

/// Maximum size of an answer, in bytes.
const MAX_ANSWER_LENGTH: usize = 64 * 1024;

/// Maximum number of bytes kept of standard error.
const MAX_COMPLAINT_LENGTH: usize = 4 * 1024;

/// Maximum number of code points printed of it.
const MAX_NAMED_LENGTH: usize = 200;

/// Interval of checks whether to continue.
const LOOK: Duration = Duration::from_millis(20);

/// The reason for a missing answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The caller stopped waiting.
    Stopped,
    /// The program cannot be started, for this reason.
    NotStarted(String),
    /// It ran and gave none, for this reason.
    Failed(String),
}

/// The current runs, with a limit on their number.
#[derive(Debug)]
pub(super) struct Running {
    most: usize,
    groups: Mutex<BTreeSet<ProcessGroup>>,
    /// Number of running processes.
    taken: Mutex<usize>,
    freed: Condvar,
}

/// A process group, by its number.
type ProcessGroup = std::num::NonZeroI32;

/// A place among the runs; it is free again when this is dropped.
struct RunSlot<'r>(&'r Running);

impl Running {
    pub(super) fn new(most: usize) -> Self {
        let (groups, taken, freed) = (Mutex::default(), Mutex::default(), Condvar::new());
        Self { most: most.max(1), groups, taken, freed }
    }

    /// Ends all runs.
    pub(super) fn end(&self) {
        for group in self.groups.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            kill(*group);
        }
    }

    /// Runs a program, gives it `input` and returns its output.
    pub(super) fn run(
        &self,
        words: &[String],
        input: &str,
        timeout: Duration,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, Fault> {
        let _place = self.place();
        if !goes_on() {
            return Err(Fault::Stopped);
        }
        let (program, arguments) = words.split_first().ok_or(Fault::Stopped)?;
        let mut command = Command::new(program);
        command.args(arguments).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = {
            // Under the lock, so that no run is missed when all are ended.
            let mut groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
            let child = command.spawn().map_err(|error| {
                let error = crate::error::Error::io("run", program.clone(), error);
                Fault::NotStarted(error.to_string())
            })?;
            groups.extend(group(&child));
            child
        };
        self.hear(child, input, timeout, goes_on)
    }

    fn hear(
        &self,
        mut child: Child,
        input: &str,
        timeout: Duration,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, Fault> {
        if let Some(mut pipe) = child.stdin.take() {
            let input = input.to_owned();
            // A judge that does not read its input closes the pipe, which is its right.
            thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
        }
        let answer = child.stdout.take().map(|pipe| gather(pipe, MAX_ANSWER_LENGTH));
        let complaint = child.stderr.take().map(|pipe| gather(pipe, MAX_COMPLAINT_LENGTH));
        let until = Instant::now() + timeout;
        let mut said: Option<(Vec<u8>, bool)> = None;
        let heard = loop {
            if !goes_on() {
                break Err(Fault::Stopped);
            }
            if Instant::now() >= until {
                break Err(Fault::Failed(format!("timed out after {} s", timeout.as_secs_f32())));
            }
            match (&said, &answer) {
                (Some((_, true)), _) => {
                    let most = MAX_ANSWER_LENGTH / 1024;
                    break Err(Fault::Failed(format!("the answer is longer than {most} KiB")));
                }
                (Some(_), _) if has_ended(&child) => break Ok(()),
                (Some(_), _) | (None, None) => thread::sleep(LOOK),
                (None, Some(answer)) => match answer.recv_timeout(LOOK) {
                    Ok(all) => said = Some(all),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => said = Some(Default::default()),
                },
            }
        };
        // Its child processes end with it; its number is not reused until it is waited for.
        let group = group(&child);
        {
            let mut groups = self.groups.lock().unwrap_or_else(PoisonError::into_inner);
            group.into_iter().for_each(kill);
            groups.retain(|running| Some(*running) != group);
        }
        let status = child.wait().map_err(|error| Fault::Failed(error.to_string()))?;
        heard?;
        if !status.success() {
            let complaint = complaint.and_then(|it| it.recv_timeout(LOOK).ok());
            let message = complaint.map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned());
            let message = one_line(&message.unwrap_or_default());
            let message: String = message.chars().take(MAX_NAMED_LENGTH).collect();
            let between = if message.is_empty() { "" } else { ": " };
            return Err(Fault::Failed(format!("ended with {status}{between}{message}")));
        }
        Ok(said.map(|(bytes, _)| bytes).unwrap_or_default())
    }

    fn place(&self) -> RunSlot<'_> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        while *taken >= self.most {
            taken = self.freed.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        *taken += 1;
        RunSlot(self)
    }
}

impl Drop for RunSlot<'_> {
    fn drop(&mut self) {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken = taken.saturating_sub(1);
        self.0.freed.notify_one();
    }
}

/// Reads at most `most` bytes of a pipe, on a thread that ends with the pipe, and records if there
/// were more. The rest is read too, so that no writer blocks.
fn gather(pipe: impl Read + Send + 'static, most: usize) -> mpsc::Receiver<(Vec<u8>, bool)> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut pipe = pipe;
        let mut bytes = Vec::new();
        let mut head = pipe.by_ref().take(most as u64 + 1);
        drop(head.read_to_end(&mut bytes));
        let more = bytes.len() > most;
        bytes.truncate(most);
        drop(sender.send((bytes, more)));
        drop(std::io::copy(&mut pipe, &mut std::io::sink()));
    });
    receiver
}

fn group(child: &Child) -> Option<ProcessGroup> {
    i32::try_from(child.id()).ok().and_then(ProcessGroup::new)
}

fn kill(group: ProcessGroup) {
    if let Some(group) = Pid::from_raw(group.get()) {
        // It may have ended already.
        let _ended = kill_process_group(group, Signal::KILL);
    }
}

/// True if the process has ended; it can still be waited for.
fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
    !matches!(status, Ok(None) | Err(rustix::io::Errno::INTR))
}
