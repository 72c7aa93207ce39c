//! Text that is passed on as it is: with a warning if it could control a terminal, or made safe.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _};

use clap::Args;
use rustix::fs::FileType;

use super::ci::{self, Breaker, MAX_HELD};
use super::console::{print, print_message, print_readable};
use crate::error::Result;
use crate::text::SafeText;
use crate::text::prose::count;
use crate::text::safe::drives_terminal;

/// The option that makes passed text safe.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(super) struct SanitizeArg {
    /// Write control characters as visible tokens
    ///
    /// Control characters and bidirectional controls in the text become tokens such as `␛`, as on a
    /// terminal; line ends and tabs stay. By default they are passed on unchanged, with a warning.
    /// Lines that a continuous-integration service would take for commands, such as `::error::`, get a
    /// backslash; in such a service (`CI` or a variable of the service is set), they always do on a
    /// terminal or pipe.
    #[arg(long, help_heading = "Output")]
    sanitize: bool,
}

impl SanitizeArg {
    /// Returns the way of passing text on to `out`. A terminal never gets control characters.
    pub(super) fn to_output(self) -> PassedText {
        let out = io::stdout();
        let is_file = rustix::fs::fstat(&out)
            .is_ok_and(|about| FileType::from_raw_mode(about.st_mode) == FileType::RegularFile);
        let mut passed = self.to_files();
        if out.is_terminal() {
            passed.tokens = Tokens::Hidden;
        }
        // The log of a service is a pipe or terminal; what goes to a file is read again.
        passed.breaks_commands |= out.is_terminal() || ci::is_ci() && !is_file;
        passed
    }

    /// Returns the way of passing text on to files and pipes.
    pub(super) fn to_files(self) -> PassedText {
        PassedText {
            tokens: if self.sanitize { Tokens::Controls } else { Tokens::None },
            breaks_commands: self.sanitize,
            has_controls: false,
            unfinished: Vec::new(),
            breaker: Breaker::default(),
        }
    }
}

/// The characters that become tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tokens {
    None,
    /// Those that a terminal acts on.
    Controls,
    /// All that a terminal does not show as they are.
    Hidden,
}

/// Text on its way from the input to the output.
#[derive(Debug)]
pub(super) struct PassedText {
    tokens: Tokens,
    /// True if some were passed on.
    has_controls: bool,
    /// True if commands of continuous-integration services are broken.
    breaks_commands: bool,
    /// The beginning of a character, or of a line end, whose rest comes next.
    unfinished: Vec<u8>,
    breaker: Breaker,
}

impl PassedText {
    /// Returns a whole text as it is written.
    pub(super) fn text<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let text = if self.tokens == Tokens::None {
            self.has_controls |= text.contains(drives_terminal);
            Cow::Borrowed(text)
        } else {
            Cow::Owned(self.safe(text))
        };
        if !self.breaks_commands {
            return text;
        }
        let mut out = Vec::with_capacity(text.len());
        self.breaker.write(text.as_bytes(), &mut out);
        self.breaker.end(&mut out);
        Cow::Owned(String::from_utf8_lossy(&out).into_owned())
    }

    /// Appends the next bytes of a text to `out` as they are written. Bytes that are not UTF-8 become
    /// U+FFFD where control characters become tokens.
    pub(super) fn bytes(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.tokens == Tokens::None {
            self.has_controls = self.has_controls || has_control(bytes);
            return self.append(bytes, out);
        }
        self.unfinished.extend_from_slice(bytes);
        let ready = self.unfinished.len() - self.unfinished_length(bytes);
        let ready: Vec<u8> = self.unfinished.drain(..ready).collect();
        self.append(self.safe(&String::from_utf8_lossy(&ready)).as_bytes(), out);
    }

    /// Returns the number of bytes at the end of which the rest must be known; `new` are the last ones
    /// held, and the others have no line end.
    fn unfinished_length(&self, new: &[u8]) -> usize {
        let held = &self.unfinished;
        // A character may be hidden or part of the one before it, so that a line is looked at whole.
        match memchr::memrchr(b'\n', new) {
            Some(end) if self.tokens == Tokens::Hidden => new.len() - end - 1,
            None if self.tokens == Tokens::Hidden && held.len() < MAX_HELD => held.len(),
            _ => unfinished(held),
        }
    }

    fn safe(&self, text: &str) -> String {
        match self.tokens {
            Tokens::None => text.to_owned(),
            Tokens::Controls => safe(text),
            Tokens::Hidden => text.split_inclusive(['\n', '\t']).map(safe_on_terminal).collect(),
        }
    }

    fn append(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.breaks_commands {
            self.breaker.write(bytes, out);
        } else {
            out.extend_from_slice(bytes);
        }
    }

    /// Appends what is left of the bytes to `out`, and warns as [`warn`](Self::warn) does.
    pub(super) fn finish(mut self, out: &mut Vec<u8>) {
        let rest = self.safe(&String::from_utf8_lossy(&self.unfinished));
        self.append(rest.as_bytes(), out);
        self.breaker.end(out);
        self.warn();
    }

    /// Warns of control characters that were passed on, and of commands that were broken.
    pub(super) fn warn(self) {
        self.warn_with(Some("`--sanitize` writes them as visible tokens"));
    }

    fn warn_with(self, hint: Option<&str>) {
        if self.has_controls {
            let controls = "warning: the text has control characters, which a terminal would obey";
            print_message(controls, hint);
        }
        if self.breaker.broken() > 0 {
            let commands = count(self.breaker.broken(), "command");
            print_message(
                &format!(
                    "warning: the text has {commands} of a continuous-integration service, broken \
                     with a backslash"
                ),
                None,
            );
        }
    }
}

/// Prints a text for other programs: as it is into a file or pipe, with tokens on a terminal. There is
/// no option for a command that does not have one.
pub(super) fn print_passed(text: &str, option: Option<SanitizeArg>) -> Result<()> {
    if io::stdout().is_terminal() {
        return print_readable(|out| write!(out, "{}", SafeText::multiline(text)));
    }
    let mut passed = option.unwrap_or_default().to_output();
    let printed = print(|out| out.write_all(passed.text(text).as_bytes()));
    match option {
        Some(_) => passed.warn(),
        None => passed.warn_with(None),
    }
    printed
}

/// True if a part of a text, which may begin and end within a character, has such characters.
fn has_control(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r'))
        || !bytes.is_ascii() && String::from_utf8_lossy(bytes).contains(drives_terminal)
}

/// Returns a part of a line, with its line end or tab, as a terminal may have it.
fn safe_on_terminal(part: &str) -> String {
    let ends = ["\r\n", "\n", "\t"];
    let end = ends.into_iter().find(|end| part.ends_with(end)).unwrap_or_default();
    let shown = SafeText::new(part.strip_suffix(end).unwrap_or(part)).into_string();
    shown + end
}

/// Returns a text with tokens for control characters, and for carriage returns that end no line.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if drives_terminal(c) || c == '\r' && rest.peek() != Some(&'\n') {
            safe.push_str(SafeText::new(c.encode_utf8(&mut [0; 4])).as_str());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// Returns the number of bytes at the end that are the beginning of a character or of a line end.
fn unfinished(bytes: &[u8]) -> usize {
    if bytes.ends_with(b"\r") {
        return 1;
    }
    let tail = bytes.iter().rev().take(3);
    let last = tail.clone().take_while(|byte| **byte & 0xc0 == 0x80).count();
    let length = match bytes.iter().rev().nth(last) {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 0,
    };
    if last + 1 < length { last + 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn passed(text: &[u8], at: usize, tokens: Tokens) -> Vec<u8> {
        let mut passed = SanitizeArg { sanitize: true }.to_files();
        passed.tokens = tokens;
        let mut out = Vec::new();
        let (first, rest) = text.split_at(at.min(text.len()));
        passed.bytes(first, &mut out);
        passed.bytes(rest, &mut out);
        passed.finish(&mut out);
        out
    }

    proptest! {
        #[test]
        fn parts_are_made_safe_as_the_whole_is(text in r"[a\r\n\t\x1b\x9bé漢😀\u{202e}]{0,12}", at in 0_usize..40) {
            let whole = safe(&text);
            prop_assert!(!whole.contains(drives_terminal));
            prop_assert_eq!(passed(text.as_bytes(), at, Tokens::Controls), whole.into_bytes());
        }

        #[test]
        fn a_terminal_gets_no_hidden_character(text in r"[ae👩\u{200d}💻\r\n\t\x1b\x9b\u{202e}\u{200b}\u{e0041}\u{301}]{0,12}", at in 0_usize..40) {
            let whole = passed(text.as_bytes(), text.len(), Tokens::Hidden);
            prop_assert_eq!(&passed(text.as_bytes(), at, Tokens::Hidden), &whole);
            let whole = String::from_utf8(whole).unwrap();
            prop_assert!(!whole.contains(drives_terminal));
            let has_hidden = whole.contains(['\u{200b}', '\u{e0041}']);
            prop_assert!(!has_hidden);
            let ends = |text: &str| text.matches(['\n', '\t']).count();
            prop_assert_eq!(ends(&whole), ends(&text));
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let cut = b"a\x9b[31m\xe2\x82";
        assert_eq!(passed(cut, 3, Tokens::Controls), "a\u{fffd}[31m\u{fffd}".as_bytes());
    }
}
