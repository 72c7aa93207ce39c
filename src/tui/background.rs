//! The background colour of the terminal, queried with OSC 11 for the theme that follows it.
//!
//! A query for the kind of terminal, which every terminal answers, is sent after it: a terminal
//! that does not know OSC 11 then costs no waiting time. A late answer must not be mistaken for
//! keys: see [`LateAnswer`].

use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

use super::options::ThemeChoice;
use super::terminal;
use super::theme::Theme;

/// The maximum time to wait for an answer.
const LIMIT: Duration = Duration::from_millis(200);

/// The background, then the terminal's kind.
const QUESTION: &[u8] = b"\x1b]11;?\x1b\\\x1b[c";

/// The maximum length of the answers and of the input typed before them, in bytes.
const MAX_ANSWER: usize = 4096;

/// A question that is not answered yet.
#[derive(Debug)]
struct PendingQuery {
    tty: OwnedFd,
}

/// The answer of the terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Answer {
    /// True if the background is dark; `None` if the terminal did not say.
    is_dark: Option<bool>,
    /// True if no answer came in time, so that it may still arrive.
    is_late: bool,
    /// The input typed meanwhile.
    typed: Vec<u8>,
}

/// Queries the terminal. Interrupts still work, and nothing is echoed.
fn ask() -> io::Result<PendingQuery> {
    terminal::remember_modes();
    let tty = terminal::tty()?;
    let mut modes = tcgetattr(&tty)?;
    modes.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
    modes.special_codes[SpecialCodeIndex::VMIN] = 0;
    modes.special_codes[SpecialCodeIndex::VTIME] = 0;
    tcsetattr(&tty, OptionalActions::Now, &modes)?;
    let mut stdout = io::stdout().lock();
    stdout.write_all(QUESTION)?;
    stdout.flush()?;
    Ok(PendingQuery { tty })
}

impl PendingQuery {
    /// Waits for the answer, for as long as [`LIMIT`] at most.
    fn wait(self) -> Answer {
        let end = Instant::now() + LIMIT;
        let mut came = Vec::new();
        loop {
            if let Some(answer) = read_answer(&came) {
                return answer;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || came.len() > MAX_ANSWER || !self.is_ready(left) {
                return Answer { is_dark: None, is_late: true, typed: came };
            }
            let mut buffer = [0; 512];
            match rustix::io::read(&self.tty, &mut buffer) {
                Ok(read @ 1..) => came.extend_from_slice(buffer.get(..read).unwrap_or_default()),
                // The terminal is gone, which is noticed elsewhere.
                Ok(_) | Err(_) => return Answer::default(),
            }
        }
    }

    fn is_ready(&self, left: Duration) -> bool {
        let mut fds = [PollFd::new(&self.tty, PollFlags::IN)];
        let left = Timespec::try_from(left).ok();
        poll(&mut fds, left.as_ref()).is_ok_and(|ready| ready > 0)
    }
}

/// A theme that is settled.
#[derive(Debug)]
pub struct Settled {
    /// The theme.
    pub theme: Theme,
    /// True if an answer may come yet.
    pub is_late: bool,
    /// The input typed while waiting.
    pub typed: Vec<u8>,
}

/// Settles a theme: asks the terminal if the theme follows it. Where it cannot be asked, or does not
/// answer, the background is unknown.
pub fn settle(choice: ThemeChoice) -> Settled {
    let follows = matches!(choice, ThemeChoice::Follow { .. });
    let asked = follows.then(|| ask().ok()).flatten();
    let answer = asked.map(PendingQuery::wait).unwrap_or_default();
    if follows {
        // The next steps may take long, and can be interrupted as usual.
        terminal::restore_modes();
    }
    let theme = choice.theme(answer.is_dark);
    Settled { theme, is_late: answer.is_late, typed: answer.typed }
}

/// Returns the input without any answer of the terminal in it.
pub fn without_answer(typed: &[u8]) -> Vec<u8> {
    read_answer(typed).map_or_else(|| typed.to_owned(), |answer| answer.typed)
}

/// Reads the answers once the last of them, the terminal's kind, is there.
fn read_answer(came: &[u8]) -> Option<Answer> {
    let text = String::from_utf8_lossy(came);
    let start = text.find("\x1b[?")?;
    let length = text.get(start..)?.find('c')?;
    let before = text.get(..start)?;
    let after = text.get(start + length + 1..)?;
    let colour = before.find("\x1b]11;").and_then(|at| {
        let rest = before.get(at + 5..)?;
        let end = rest.find(['\x07', '\x1b'])?;
        let close = if rest.get(end..)?.starts_with('\x07') { 1 } else { 2 };
        let typed = format!("{}{}", before.get(..at)?, rest.get(end + close..).unwrap_or_default());
        Some((is_dark(rest.get(..end)?), typed))
    });
    let (is_dark, typed) = colour.unwrap_or_else(|| (None, before.to_owned()));
    Some(Answer { is_dark, is_late: false, typed: format!("{typed}{after}").into_bytes() })
}

/// Reads `rgb:RRRR/GGGG/BBBB`, with one to four digits each; true for a dark colour.
fn is_dark(answer: &str) -> Option<bool> {
    let parts = answer.strip_prefix("rgb:").or_else(|| answer.strip_prefix("rgba:"))?;
    let mut shares = parts.split('/').map(|digits| {
        let most = 16_f64.powi(i32::try_from(digits.len()).ok()?) - 1.0;
        let value = u16::from_str_radix(digits, 16).ok().filter(|_| digits.len() <= 4)?;
        Some(f64::from(value) / most)
    });
    let (red, green, blue) = (shares.next()??, shares.next()??, shares.next()??);
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5)
}

/// Takes an answer out of the keys that it arrives as: Alt-`]`, characters, and Ctrl-`G` or Alt-`\`.
#[derive(Debug, Default)]
pub struct LateAnswer {
    /// The number of characters taken so far; `None` if no answer has begun.
    taken: Option<usize>,
}

/// Maximum length of a late answer.
const MAX_LATE: usize = 32;

impl LateAnswer {
    /// True if an event is part of an answer and not a key.
    pub fn takes(&mut self, event: &Event) -> bool {
        let Event::Key(KeyEvent { code: KeyCode::Char(c), modifiers, .. }) = event else {
            return false;
        };
        let is_end = (*c == '\\' && modifiers.contains(KeyModifiers::ALT))
            || (*c == 'g' && modifiers.contains(KeyModifiers::CONTROL));
        match self.taken {
            None if *c == ']' && modifiers.contains(KeyModifiers::ALT) => self.taken = Some(0),
            None => return false,
            Some(_) if is_end => self.taken = None,
            Some(count)
                if count < MAX_LATE && (c.is_ascii_hexdigit() || ";:/rgba".contains(*c)) =>
            {
                self.taken = Some(count + 1);
            }
            Some(_) => {
                self.taken = None;
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> Option<(Option<bool>, String)> {
        let answer = read_answer(text.as_bytes())?;
        Some((answer.is_dark, String::from_utf8(answer.typed).unwrap()))
    }

    #[test]
    fn answers_are_read_and_what_was_typed_is_left() {
        let kind = "\x1b[?62;22c";
        let dark = "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\";
        assert_eq!(answer(dark), None, "the last answer is not there yet");
        assert_eq!(answer(&format!("{dark}{kind}")), Some((Some(true), String::new())));
        let light = "\x1b]11;rgb:ff/ff/f0\x07";
        assert_eq!(answer(&format!("n{light}x{kind}q")), Some((Some(false), "nxq".to_owned())));
        assert_eq!(answer(kind), Some((None, String::new())));
        assert_eq!(answer(&format!("\x1b]11;none\x07{kind}")), Some((None, String::new())));
    }

    #[test]
    fn a_late_answer_is_not_taken_for_keys() {
        let key = |c, modifiers| Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
        let mut late = LateAnswer::default();
        let mut events = vec![key(']', KeyModifiers::ALT)];
        events.extend("11;rgb:1e1e/1e1e/2e2e".chars().map(|c| key(c, KeyModifiers::NONE)));
        events.push(key('\\', KeyModifiers::ALT));
        assert!(events.iter().all(|event| late.takes(event)));
        assert!(!late.takes(&key('x', KeyModifiers::NONE)));
        assert!(late.takes(&key(']', KeyModifiers::ALT)));
        assert!(!late.takes(&key('n', KeyModifiers::NONE)), "a key behind Alt-] is a key");
    }
}
