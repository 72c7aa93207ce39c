//! The lines of a batch as they come in: blocks of whole lines, never all of it.

use std::io::Read;
use std::ops::Range;

use crate::cases::batch::is_batch;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::input::record::{MAX_BYTES, input_title};

/// The size of the first read, in bytes: a small input takes no memory for a large one.
const FIRST_READ: usize = 64 * 1024;
/// Maximum size of one read, in bytes. A pipe returns less, so its first results do not wait.
const MAX_READ: usize = 1024 * 1024;
/// The number of lines of a file that are probed to recognize a batch.
const PROBED: usize = 50;
/// The same for a pipe, whose writer may be slow.
const PROBED_OF_PIPE: usize = 2;
/// The maximum size of the beginning of a file in which lines are detected.
const MAX_PROBED: usize = 8 * 1024 * 1024;

/// The maximum size of the lines that are kept for a second look, in bytes.
const MAX_HEAD: usize = 256 * 1024;

/// An input that may be a batch.
pub(super) struct BatchLines<R> {
    name: String,
    reader: R,
    /// The size of the next read, in bytes.
    size: usize,
    /// Bytes that were read and not returned yet.
    buffer: Vec<u8>,
    at_end: bool,
    /// The number of lines returned.
    line: u64,
    /// Maximum length of a line, in bytes.
    limit: u64,
}

/// Some whole lines.
pub(super) struct Block {
    bytes: Vec<u8>,
    lines: Vec<BatchLine>,
}

/// A line that is neither blank nor a comment.
#[derive(Debug, Clone)]
pub(super) struct BatchLine {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its place in the block; `None` for a line that is too large, which is not kept.
    place: Option<Range<usize>>,
}

impl Block {
    /// Returns the lines that are neither blank nor comments.
    pub(super) fn lines(&self) -> &[BatchLine] {
        &self.lines
    }

    /// Returns the bytes of one of its lines; `None` for one that is too large.
    pub(super) fn bytes(&self, line: &BatchLine) -> Option<&[u8]> {
        self.bytes.get(line.place.clone()?)
    }
}

impl<R: Read> BatchLines<R> {
    pub(super) fn new(name: &str, reader: R) -> Self {
        Self {
            name: name.to_owned(),
            reader,
            size: FIRST_READ,
            buffer: Vec::new(),
            at_end: false,
            line: 0,
            limit: MAX_BYTES,
        }
    }

    /// Reads the beginning, and returns true if each line is a case.
    pub(super) fn is_batch(&mut self) -> Result<bool> {
        let wanted = if self.name == "-" { PROBED_OF_PIPE } else { PROBED };
        while !self.at_end && self.buffer.len() < MAX_PROBED && self.full_lines() < wanted {
            self.fill()?;
        }
        let last = memchr::memrchr(b'\n', &self.buffer).map_or(0, |at| at + 1);
        let end = if self.at_end { self.buffer.len() } else { last };
        let head = self.buffer.get(..end).unwrap_or_default();
        Ok(!Input::unpacks(head) && is_batch(&Input::new(self.name.as_str(), head.to_vec())))
    }

    /// Returns the lines of the beginning that was read, with their numbers. Empty for a pipe, of which more or
    /// less may have been read.
    pub(super) fn head(&self) -> Vec<(u64, Vec<u8>)> {
        if !std::fs::metadata(&self.name).is_ok_and(|file| file.is_file()) {
            return Vec::new();
        }
        let mut left = MAX_HEAD;
        let lines = (1..).zip(self.buffer.split_inclusive(|byte| *byte == b'\n'));
        let lines = lines.take_while(|(_, line)| {
            left = left.saturating_sub(line.len());
            left > 0 && (self.at_end || line.ends_with(b"\n"))
        });
        lines
            .filter(|(_, line)| is_case(line))
            .map(|(number, line)| (number, line.to_vec()))
            .collect()
    }

    /// Returns the whole input, if it is not a batch.
    pub(super) fn into_reader(self) -> impl Read {
        std::io::Cursor::new(self.buffer).chain(self.reader)
    }

    /// Returns the next lines, at least one; `None` at the end.
    pub(super) fn block(&mut self) -> Result<Option<Block>> {
        let mut searched = 0;
        loop {
            let unseen = self.buffer.get(searched..).unwrap_or_default();
            let end = memchr::memrchr(b'\n', unseen).map(|at| searched + at + 1);
            let end = end.or_else(|| self.at_end.then_some(self.buffer.len()));
            searched = self.buffer.len();
            if let Some(end) = end {
                let rest = self.buffer.split_off(end);
                let whole = std::mem::replace(&mut self.buffer, rest);
                let block = self.parted(whole);
                if !block.lines.is_empty() {
                    return Ok(Some(block));
                }
                if self.at_end && self.buffer.is_empty() {
                    return Ok(None);
                }
                searched = 0;
            } else if searched as u64 > self.limit {
                self.skip_line()?;
                self.line += 1;
                let line = BatchLine { number: self.line, place: None };
                return Ok(Some(Block { bytes: Vec::new(), lines: vec![line] }));
            }
            if !self.at_end {
                self.fill()?;
            }
        }
    }

    /// Drops the line that the buffer begins with.
    fn skip_line(&mut self) -> Result<()> {
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer) {
                self.buffer.drain(..=at);
                return Ok(());
            }
            self.buffer = Vec::new();
            if self.at_end {
                return Ok(());
            }
            self.fill()?;
        }
    }

    /// Counts the whole lines of the buffer that are neither blank nor comments.
    fn full_lines(&self) -> usize {
        let lines = self.buffer.split_inclusive(|byte| *byte == b'\n');
        lines.filter(|line| line.ends_with(b"\n") && is_case(line)).count()
    }

    fn fill(&mut self) -> Result<()> {
        let from = self.buffer.len();
        self.buffer.resize(from + self.size, 0);
        let room = self.buffer.get_mut(from..).unwrap_or_default();
        let read = loop {
            match self.reader.read(room) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.map_err(|error| Error::io("read", input_title(&self.name), error))?;
        self.buffer.truncate(from + read);
        self.size = MAX_READ.min(self.size * 2);
        self.at_end = read == 0;
        Ok(())
    }

    fn parted(&mut self, bytes: Vec<u8>) -> Block {
        let mut lines = Vec::new();
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', &bytes).map(|at| at + 1);
        for end in ends.chain([bytes.len()]).filter(|end| *end > 0) {
            let line = bytes.get(start..end).unwrap_or_default();
            self.line += u64::from(!line.is_empty());
            if is_case(line) {
                lines.push(BatchLine { number: self.line, place: Some(start..end) });
            }
            start = end;
        }
        Block { bytes, lines }
    }
}

/// True for a line that is neither blank nor a comment.
fn is_case(line: &[u8]) -> bool {
    match line.trim_ascii().first() {
        None => false,
        Some(b'#') => line.contains(&b'{'),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that returns a few bytes at a time, as pipes may.
    struct Slow<'t>(&'t [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            let (now, rest) = self.0.split_at(self.0.len().min(3));
            self.0 = rest;
            room[..now.len()].copy_from_slice(now);
            Ok(now.len())
        }
    }

    fn all(text: &str) -> Vec<(u64, String)> {
        let mut lines = BatchLines { limit: 12, ..BatchLines::new("-", Slow(text.as_bytes())) };
        let mut all = Vec::new();
        while let Some(block) = lines.block().unwrap() {
            for line in block.lines() {
                let bytes = block.bytes(line).unwrap_or(b"too large");
                all.push((line.number, String::from_utf8(bytes.to_vec()).unwrap()));
            }
        }
        all
    }

    #[test]
    fn every_line_comes_once_with_its_number() {
        let lines = [(1, "{\"a\":1}\n"), (3, "bad\r\n"), (5, "{}")];
        let expected: Vec<(u64, String)> = lines.map(|(n, line)| (n, line.to_owned())).into();
        assert_eq!(all("{\"a\":1}\n\nbad\r\n  \n{}"), expected);
        assert_eq!(all("\n\n"), []);
        assert_eq!(all(""), []);
    }

    #[test]
    fn a_line_that_is_too_large_costs_itself_alone() {
        let large = "x".repeat(100);
        let expected = [(1, "{}\n"), (2, "too large"), (4, "{}\n"), (5, "too large")];
        let expected: Vec<(u64, String)> = expected.map(|(n, line)| (n, line.to_owned())).into();
        assert_eq!(all(&format!("{{}}\n{large}\n\n{{}}\n{large}")), expected);
        assert_eq!(all(&format!("{{}}\n{large}\n\n{{}}\n{large}\n")), expected);
    }

    #[test]
    fn what_was_looked_at_is_not_lost() {
        let text = "{\"id\": 1,\n\"response\": \"x\"}\n";
        let mut lines = BatchLines::new("-", Slow(text.as_bytes()));
        assert!(!lines.is_batch().unwrap());
        let mut back = String::new();
        lines.into_reader().read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
        assert!(BatchLines::new("-", Slow(b"{}\n{}\n{")).is_batch().unwrap());
    }
}
