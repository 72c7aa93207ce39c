//! Text for people in the log of a continuous-integration service, where some lines are commands.
//!
//! GitHub reads `::command::` at the start of a line and `##[command]` anywhere, Azure Pipelines
//! `##vso[command]`, `TeamCity` `##teamcity[command]`. Text of an answer must not become one: in text
//! for people, a backslash breaks it; in JSON and XML, its bracket is written as an escape.

use std::ffi::OsString;
use std::io::{self, Write};

/// Beginnings of commands anywhere in a line, up to the bracket before which a backslash breaks them.
const ANYWHERE: [&[u8]; 3] = [b"##[", b"##vso[", b"##teamcity["];

/// The form of a text, which decides how a command in it is broken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum TextForm {
    /// For people.
    #[default]
    Plain,
    Json,
    Xml,
}

/// The variables that services set. Azure Pipelines and `TeamCity` do not set `CI`.
const VARIABLES: [&str; 4] = ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

/// The beginning of a command at the start of a line.
const AT_START: &[u8] = b"::";

/// The maximum length of a part of a line that is held back, in bytes.
pub(super) const MAX_HELD: usize = 64 * 1024;

/// True if the program runs in a continuous-integration service.
pub(super) fn is_ci() -> bool {
    let is_set = |value: OsString| !value.is_empty() && value != "false";
    VARIABLES.iter().any(|name| std::env::var_os(name).is_some_and(is_set))
}

/// Breaks the commands in a text that comes in parts, wherever it is cut.
#[derive(Debug, Default)]
pub(super) struct Breaker {
    form: TextForm,
    /// The part of a line that is not written yet.
    held: Vec<u8>,
    /// True if something other than blanks was written of the line.
    is_inside: bool,
    /// The number of commands broken.
    broken: usize,
}

impl Breaker {
    /// Returns one for a form of text.
    pub(super) fn of(form: TextForm) -> Self {
        Self { form, ..Self::default() }
    }

    /// Appends the next bytes to `out`, except for those whose line may go on.
    pub(super) fn write(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for part in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            self.held.extend_from_slice(part);
            if part.ends_with(b"\n") || part.ends_with(b"\r") {
                self.end(out);
            } else if self.held.len() > MAX_HELD {
                let whole = self.held.len() - longest();
                // A command across the cut waits for the rest.
                let reach = |at: &usize| {
                    let rest = self.held.get(*at..).unwrap_or_default();
                    ANYWHERE.iter().any(|it| starts_with(rest, it) && at + it.len() > whole)
                };
                let cut = (whole - longest()..whole).find(reach).unwrap_or(whole);
                let rest = self.held.split_off(cut);
                let line = std::mem::replace(&mut self.held, rest);
                self.broken += self.break_line(&line, out);
                self.is_inside |= indent(&line) < line.len();
            }
        }
    }

    /// Appends the end of the line.
    pub(super) fn end(&mut self, out: &mut Vec<u8>) {
        let line = std::mem::take(&mut self.held);
        self.broken += self.break_line(&line, out);
        self.is_inside = false;
    }

    /// Appends a line, or a part of one, without commands; returns their number.
    fn break_line(&self, line: &[u8], out: &mut Vec<u8>) -> usize {
        let mut number = 0;
        let mut from = 0;
        let start = indent(line);
        let begins = line.get(start..).is_some_and(|rest| rest.starts_with(AT_START));
        // No line of JSON begins with a text.
        if begins && !self.is_inside && self.form != TextForm::Json {
            out.extend_from_slice(line.get(..start).unwrap_or_default());
            (from, number) = (start, 1);
            if self.form == TextForm::Xml {
                out.extend_from_slice(b"&#58;");
                from += 1;
            } else {
                out.push(b'\\');
            }
        }
        for bracket in memchr::memchr_iter(b'[', line) {
            let before = line.get(..=bracket).unwrap_or_default();
            if !ANYWHERE.iter().any(|command| ends_with(before, command)) {
                continue;
            }
            out.extend_from_slice(line.get(from..bracket).unwrap_or_default());
            number += 1;
            let escaped: &[u8] = match self.form {
                TextForm::Plain => b"\\[",
                TextForm::Json => b"\\u005b",
                TextForm::Xml => b"&#91;",
            };
            out.extend_from_slice(escaped);
            from = bracket + 1;
        }
        out.extend_from_slice(line.get(from..).unwrap_or_default());
        number
    }

    /// Returns the number of commands broken so far.
    pub(super) const fn broken(&self) -> usize {
        self.broken
    }
}

/// True if a text begins so, in any case: a service may look for its commands in any.
fn starts_with(text: &[u8], begin: &[u8]) -> bool {
    text.get(..begin.len()).is_some_and(|text| text.eq_ignore_ascii_case(begin))
}

/// True if a text ends so, in any case.
fn ends_with(text: &[u8], end: &[u8]) -> bool {
    text.len()
        .checked_sub(end.len())
        .is_some_and(|at| starts_with(text.get(at..).unwrap_or_default(), end))
}

/// Returns the length of the longest beginning of a command.
fn longest() -> usize {
    ANYWHERE.iter().map(|it| it.len()).max().unwrap_or_default()
}

/// Returns the length of the blanks at the start of a line, and of the sign of a diff.
fn indent(line: &[u8]) -> usize {
    let is_before = |c: &char| c.is_whitespace() || matches!(c, '+' | '-');
    let text = line.utf8_chunks().next().map(|chunk| chunk.valid()).unwrap_or_default();
    text.chars().take_while(is_before).map(char::len_utf8).sum()
}

/// Returns a text without commands.
pub(super) fn defused(text: &str) -> String {
    let (mut breaker, mut out) = (Breaker::default(), Vec::with_capacity(text.len()));
    breaker.write(text.as_bytes(), &mut out);
    breaker.end(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// A writer that breaks commands.
pub(super) struct Defused<W: Write> {
    inner: W,
    breaker: Breaker,
}

impl<W: Write> Defused<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, breaker: Breaker::default() }
    }

    /// The same for a form of text; JSON and XML keep their values.
    pub(super) fn of(form: TextForm, inner: W) -> Self {
        Self { inner, breaker: Breaker::of(form) }
    }

    /// Writes the line that has not ended. Returns the writer after this one.
    pub(super) fn end(&mut self) -> io::Result<&mut W> {
        let mut out = Vec::new();
        self.breaker.end(&mut out);
        self.inner.write_all(&out)?;
        Ok(&mut self.inner)
    }
}

impl<W: Write> Write for Defused<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = Vec::with_capacity(bytes.len());
        self.breaker.write(bytes, &mut out);
        self.inner.write_all(&out)?;
        Ok(bytes.len())
    }

    /// Flushes whole lines; the rest of a line waits for its end.
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for Defused<W> {
    fn drop(&mut self) {
        // Whoever wants to know of an error has called `end`.
        drop(self.end().and_then(Write::flush));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn commands_become_text() {
        assert_eq!(defused("  ::error::x\n"), "  \\::error::x\n");
        assert_eq!(defused("\u{3000}\u{a0}::error::x"), "\u{3000}\u{a0}\\::error::x");
        assert_eq!(defused("a\r::error::x"), "a\r\\::error::x");
        assert_eq!(
            defused("a ##[group] ##vso[x] ##teamcity[y"),
            "a ##\\[group] ##vso\\[x] ##teamcity\\[y"
        );
        assert_eq!(defused("###[group]"), "###\\[group]");
        assert_eq!(defused("##VSO[x] ##TeamCity[y"), "##VSO\\[x] ##TeamCity\\[y");
        assert_eq!(defused("std::fmt"), "std::fmt");
        let mut out = Vec::new();
        let mut writer = Defused::new(&mut out);
        writer.write_all(b"a:").unwrap();
        writer.write_all(b":b\n:").unwrap();
        writer.write_all(b":c").unwrap();
        drop(writer);
        assert_eq!(out, b"a::b\n\\::c");
    }

    #[test]
    fn json_keeps_its_values() {
        let value = serde_json::json!({"##[a]": "::x ##vso[b] ##TeamCity[c] [##] \n::y"});
        let text = serde_json::to_string_pretty(&value).unwrap();
        let mut out = Vec::new();
        Defused::of(TextForm::Json, &mut out).write_all(text.as_bytes()).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(
            !ANYWHERE.iter().any(|it| out.to_lowercase().contains(str::from_utf8(it).unwrap()))
        );
        assert_eq!(serde_json::from_str::<serde_json::Value>(&out).unwrap(), value);
    }

    #[test]
    fn xml_keeps_its_values() {
        let mut out = Vec::new();
        let text = "<a b=\"##[c]\">\n  ::error::x ##vso[d]\n</a>";
        Defused::of(TextForm::Xml, &mut out).write_all(text.as_bytes()).unwrap();
        let broken = "<a b=\"##&#91;c]\">\n  &#58;:error::x ##vso&#91;d]\n</a>";
        assert_eq!(String::from_utf8(out).unwrap(), broken);
    }

    proptest! {
        #[test]
        fn a_command_is_broken_wherever_the_text_is_cut(
            length in MAX_HELD - 40..MAX_HELD + 40,
            at in 0..MAX_HELD + 60,
            command in prop::sample::select(vec!["##[a]", "##vso[a]", "##teamcity[a]"]),
        ) {
            let text = format!("{}{command}{}", "#".repeat(length), " x".repeat(40));
            let (first, rest) = text.as_bytes().split_at(at.min(text.len()));
            let (mut breaker, mut out) = (Breaker::default(), Vec::new());
            breaker.write(first, &mut out);
            breaker.write(rest, &mut out);
            breaker.end(&mut out);
            prop_assert_eq!(breaker.broken(), 1);
            prop_assert_eq!(out.len(), text.len() + 1);
        }
    }
}
