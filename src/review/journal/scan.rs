//! Reading a journal, line by line, however it is damaged.

use std::io::{self, BufRead as _, BufReader, Read};

use super::super::Entry;
use super::disk::{DiskFile, uninterrupted};
use super::line::{self, Damage, MAX_LENGTH, Reason};

/// The content of a journal from some line on.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Valid entries.
    pub(super) entries: Vec<Entry>,
    /// Damaged lines.
    pub(super) damaged: Vec<Damage>,
    /// Position to continue from: after the last LF, since a line without one may still be growing.
    pub(super) next: Next,
    /// The first bytes that were read, a few.
    pub(super) beginning: Vec<u8>,
}

/// A line's place.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Next {
    /// Its first byte.
    pub(super) byte: u64,
    /// Number of lines before it.
    pub(super) lines: u64,
}

/// Reads a file from a line on. A last line without LF is read as well, as far as it goes.
pub(super) fn scan(file: &dyn DiskFile, from: Next) -> io::Result<Scan> {
    let mut scan = Scan { next: from, ..Scan::default() };
    let mut reader = BufReader::with_capacity(64 * 1024, From { file, at: from.byte });
    scan.beginning = reader.fill_buf()?.iter().take(256).copied().collect();
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut len = reader.by_ref().take(MAX_LENGTH as u64).read_until(b'\n', &mut line)?;
        let mut ended = line.pop_if(|last| *last == b'\n').is_some();
        let too_long = !ended && len == MAX_LENGTH;
        if too_long {
            ended = skip_line(&mut reader, &mut len)?;
        }
        if len == 0 {
            return Ok(scan);
        }
        let number = scan.next.lines + 1;
        let read = if too_long { Err(Reason::TooLong) } else { line::read(&line) };
        match read {
            Ok(entry) => scan.entries.push(entry),
            Err(_) if line.trim_ascii().is_empty() => {}
            Err(reason) => scan.damaged.push(Damage { line: number, reason }),
        }
        if !ended {
            return Ok(scan);
        }
        scan.next = Next { byte: scan.next.byte + len as u64, lines: number };
    }
}

/// Skips the rest of a line; returns true if it has an end.
fn skip_line(reader: &mut impl io::BufRead, len: &mut usize) -> io::Result<bool> {
    loop {
        let (found, used) = match reader.fill_buf()? {
            [] => return Ok(false),
            bytes => match memchr::memchr(b'\n', bytes) {
                Some(at) => (true, at + 1),
                None => (false, bytes.len()),
            },
        };
        reader.consume(used);
        *len += used;
        if found {
            return Ok(true);
        }
    }
}

/// A file that is read from a certain byte on, independently of other readers' positions.
struct From<'f> {
    file: &'f dyn DiskFile,
    at: u64,
}

impl Read for From<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = uninterrupted(|| self.file.read_at(bytes, self.at))?;
        self.at += read as u64;
        Ok(read)
    }
}
