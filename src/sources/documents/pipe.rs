//! The pipe on which the child hands over its parts, line by line; it is read with patience that ends.

use crate::error::Why;
use std::io::{self, Write};
use std::process::ChildStdout;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::DocumentPart;

/// Waiting is counted in pieces of at most this long: a program that was stopped, or a machine that
/// slept, has not waited for as long as the clock says.
const PIECE: Duration = Duration::from_millis(100);

pub(super) struct PartLines {
    pipe: ChildStdout,
    held: Vec<u8>,
    /// Length of the part of `held` without a line end.
    searched: usize,
}

/// The outcome of waiting for a line.
pub(super) enum Next {
    /// A line without its end.
    Line(Vec<u8>),
    /// Nothing arrived in time.
    TooLate,
    /// The caller stopped waiting.
    Stopped,
    /// More arrived than is accepted.
    TooMuch,
    /// The other end is closed.
    End,
}

impl PartLines {
    pub(super) fn new(pipe: ChildStdout) -> Self {
        Self { pipe, held: Vec::new(), searched: 0 }
    }

    /// Waits for a line. The time spent is subtracted from `time`, the bytes received from `bytes`.
    /// While there is no line, `idle` returns true to continue.
    pub(super) fn next(
        &mut self,
        time: &mut Duration,
        bytes: &mut usize,
        idle: &mut dyn FnMut() -> bool,
    ) -> Next {
        loop {
            let unsearched = self.held.get(self.searched..).unwrap_or_default();
            if let Some(at) = memchr::memchr(b'\n', unsearched) {
                let mut line: Vec<u8> = self.held.drain(..=self.searched + at).collect();
                line.pop();
                self.searched = 0;
                return Next::Line(line);
            }
            self.searched = self.held.len();
            while !self.is_ready(time) {
                if time.is_zero() {
                    return Next::TooLate;
                }
                if !idle() {
                    return Next::Stopped;
                }
            }
            let mut buffer = [0; 16 * 1024];
            match rustix::io::read(&self.pipe, &mut buffer) {
                Ok(0) | Err(_) => return Next::End,
                Ok(read) if read > *bytes => return Next::TooMuch,
                Ok(read) => {
                    *bytes -= read;
                    self.held.extend(buffer.get(..read).unwrap_or_default());
                }
            }
        }
    }

    /// Waits a while; returns true if there is something to read, or the end.
    fn is_ready(&self, time: &mut Duration) -> bool {
        let piece = PIECE.min(*time);
        let (begun, timeout) = (Instant::now(), Timespec::try_from(piece).unwrap_or_default());
        let mut waiting = [PollFd::new(&self.pipe, PollFlags::IN)];
        let ready = poll(&mut waiting, Some(&timeout));
        // The clock may be finer than the wait: if nothing arrived, all of the time counts.
        let waited = if ready == Ok(0) { piece } else { begun.elapsed().min(piece) };
        *time = time.saturating_sub(waited);
        !matches!(ready, Ok(0) | Err(rustix::io::Errno::INTR))
    }
}

/// Writes a part, or the reason why there are no more.
pub(super) fn write_line(
    output: &mut impl Write,
    line: &Result<DocumentPart, Why>,
) -> io::Result<()> {
    serde_json::to_writer(&mut *output, line)?;
    output.write_all(b"\n")?;
    output.flush()
}
