//! Writes JSON that is safe on a terminal, piece by piece.

use std::io::{self, BufWriter, IntoInnerError, Write};

use serde::Serialize;

use crate::text::safe::json_safe;

/// Writes a value as JSON that is safe on a terminal, without its text as a whole in memory.
pub fn write_safely(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut buffered = BufWriter::with_capacity(BUFFERED, Safe(out));
    serde_json::to_writer(&mut buffered, value)?;
    buffered.into_inner().map(drop).map_err(IntoInnerError::into_error)
}

/// Bytes that are escaped at once: JSON arrives in many short writes.
const BUFFERED: usize = 16 * 1024;

/// Escapes characters that a terminal might act on. JSON arrives in whole characters: each stretch
/// of a string between two escapes is one write, and a buffer keeps writes whole.
struct Safe<'o>(&'o mut dyn Write);

impl Write for Safe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let json = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.0.write_all(json_safe(json).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
