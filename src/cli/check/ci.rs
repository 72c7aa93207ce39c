//! Text for people in the log of a continuous-integration service, where some lines are commands.
//!
//! GitHub reads `::command::` at the start of a line and `##[command]` anywhere, Azure Pipelines
//! `##vso[command]`. Text of an answer must not become one.

use std::io::{self, Write};

/// Beginnings of commands anywhere in a line, and their replacements.
const ANYWHERE: [(&str, &str); 2] = [("##[", "##\\["), ("##vso[", "##vso\\[")];

/// The beginning of a command at the start of a line.
const AT_START: &str = "::";

/// True if the program runs in a continuous-integration service.
pub(super) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// Returns a text without commands.
pub(super) fn defused(line: &str) -> String {
    let mut line = line.to_owned();
    for (command, instead) in ANYWHERE {
        if line.contains(command) {
            line = line.replace(command, instead);
        }
    }
    // A diff has its sign in front.
    let indent = line.len() - line.trim_start_matches([' ', '\t', '+', '-']).len();
    if line.get(indent..).is_some_and(|rest| rest.starts_with(AT_START)) {
        line.insert(indent, '\\');
    }
    line
}

/// A writer that defuses each line.
pub(super) struct Defused<W: Write> {
    inner: W,
    /// The line so far.
    line: Vec<u8>,
}

impl<W: Write> Defused<W> {
    pub(super) const fn new(inner: W) -> Self {
        Self { inner, line: Vec::new() }
    }

    fn end_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.inner.write_all(defused(&String::from_utf8_lossy(&line)).as_bytes())
    }
}

impl<W: Write> Write for Defused<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.end_line()?;
            }
        }
        Ok(bytes.len())
    }

    /// Flushes whole lines; the rest of a line waits for its end.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for Defused<W> {
    fn drop(&mut self) {
        // A closed output has been noticed before.
        drop(self.end_line().and_then(|()| self.inner.flush()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_become_text() {
        assert_eq!(defused("  ::error::x\n"), "  \\::error::x\n");
        assert_eq!(defused("a ##[group] ##vso[x]"), "a ##\\[group] ##vso\\[x]");
        assert_eq!(defused("std::fmt"), "std::fmt");
        let mut out = Vec::new();
        let mut writer = Defused::new(&mut out);
        writer.write_all(b"a:").unwrap();
        writer.write_all(b":b\n:").unwrap();
        writer.write_all(b":c").unwrap();
        drop(writer);
        assert_eq!(out, b"a::b\n\\::c");
    }
}
