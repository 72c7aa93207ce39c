//! The texts of the cases of a report: short ones in memory, long ones in one file without a name, so
//! that a report of many citations is never in memory as a whole.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::report::concealing::Concealing;
use crate::report::handout::PartText;
use crate::report::secrets::Concealer;

/// Number of bytes from which on a text goes to the file.
const MAX_IN_MEMORY: usize = 256 * 1024;

/// Number of bytes that are read of the file at once.
const READ_AT_ONCE: usize = 64 * 1024;

/// The file; made when it is needed.
#[derive(Debug, Default)]
pub(super) struct Spool(Mutex<FileEnd>);

/// A file, and the number of bytes in it.
#[derive(Debug, Default)]
struct FileEnd {
    file: Option<Arc<File>>,
    end: u64,
}

impl Spool {
    /// Returns what `write` writes, without secrets.
    pub(super) fn text(
        &self,
        concealer: &Concealer,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Box<dyn PartText>> {
        let mut part = Part { spool: self, memory: Vec::new(), file: None };
        let mut out = Concealing::new(&mut part, concealer.clone());
        write(&mut out)?;
        out.finish()?;
        drop(out);
        match part.file {
            None => Ok(Box::new(String::from_utf8(part.memory).map_err(io::Error::other)?)),
            Some((held, start)) => {
                let file = held.file.clone().ok_or(io::ErrorKind::NotFound)?;
                Ok(Box::new(Stretch { file, start, end: held.end }))
            }
        }
    }
}

/// A text while it is written. A long one holds the file to its end.
struct Part<'s> {
    spool: &'s Spool,
    memory: Vec<u8>,
    file: Option<(MutexGuard<'s, FileEnd>, u64)>,
}

impl Write for Part<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.file.is_none() && self.memory.len() + bytes.len() > MAX_IN_MEMORY {
            let held = self.spool.0.lock().unwrap_or_else(PoisonError::into_inner);
            let start = held.end;
            let (held, _) = self.file.insert((held, start));
            if held.file.is_none() {
                held.file = Some(Arc::new(tempfile::tempfile()?));
            }
            let memory = std::mem::take(&mut self.memory);
            held.append(&memory)?;
        }
        match &mut self.file {
            Some((held, _)) => held.append(bytes)?,
            None => self.memory.extend_from_slice(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl FileEnd {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.file.as_ref().ok_or(io::ErrorKind::NotFound)?;
        file.write_all_at(bytes, self.end)?;
        self.end += bytes.len() as u64;
        Ok(())
    }
}

/// A text in the file.
#[derive(Debug)]
struct Stretch {
    file: Arc<File>,
    start: u64,
    end: u64,
}

impl PartText for Stretch {}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut bytes, mut at) = (vec![0; READ_AT_ONCE], self.start);
        while at < self.end {
            let left = usize::try_from(self.end - at).unwrap_or(READ_AT_ONCE);
            let wanted = bytes.get_mut(..left.min(READ_AT_ONCE)).ok_or(fmt::Error)?;
            let Ok(read) = self.file.read_at(wanted, at) else { return Err(fmt::Error) };
            let chunk = bytes.get(..read).unwrap_or_default();
            // A character may go on in the next part.
            let whole = chunk.utf8_chunks().next().map(|it| it.valid()).unwrap_or_default();
            if whole.is_empty() {
                return Err(fmt::Error);
            }
            f.write_str(whole)?;
            at += whole.len() as u64;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_whatever_their_length() {
        let spool = Spool::default();
        let concealer = Concealer::new(false);
        let long = |c: &str| format!("{c}€").repeat(MAX_IN_MEMORY / 3);
        let texts = [long("a"), "short €".to_owned(), long("ab"), String::new(), long("\u{10348}")];
        let parts = texts.iter().map(|text| {
            let write = |out: &mut dyn Write| {
                text.as_bytes().chunks(4099).try_for_each(|chunk| out.write_all(chunk))
            };
            spool.text(&concealer, write).unwrap()
        });
        let parts: Vec<Box<dyn PartText>> = parts.collect();
        for (part, text) in parts.iter().zip(&texts) {
            assert!(part.to_string() == *text);
        }
        assert!(spool.0.lock().unwrap().end > 2 * MAX_IN_MEMORY as u64);
    }
}
