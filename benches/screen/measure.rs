//! One run of one program in a terminal, with a clock.

use std::fs;
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;

use crate::pty::{LIMIT, Terminal};

/// Silence that ends the first screen.
const STILL: Duration = Duration::from_millis(250);

/// Silence that ends what a key causes.
const GAP: Duration = Duration::from_millis(12);

/// The time limit for counting the lines of a large file.
const LONG: Duration = Duration::from_mins(5);

/// The measurements of one start.
pub(crate) struct Start {
    /// From the start of the process to 95 per cent of the first settled screen, in ms.
    pub(crate) paint: f64,
    /// Resident memory at rest, in MB, and the part of it that no file backs.
    pub(crate) resident: f64,
    pub(crate) anonymous: f64,
}

/// The measurements of one key.
pub(crate) struct Answer {
    /// Until the first byte, in ms.
    pub(crate) first: f64,
    /// Bytes sent.
    pub(crate) bytes: usize,
}

/// Starts a program and waits until its screen is still.
pub(crate) fn open(command: CommandBuilder, size: (u16, u16)) -> Terminal {
    let mut terminal = Terminal::start(command, size);
    assert!(terminal.take(LIMIT).is_some(), "nothing was drawn");
    while terminal.take(STILL).is_some() {}
    terminal
}

/// Starts a program, looks, and ends it.
pub(crate) fn start(command: CommandBuilder, size: (u16, u16)) -> Start {
    let mut terminal = open(command, size);
    let paint = painted(&terminal, size);
    let (resident, anonymous) = memory(terminal.id());
    end(&mut terminal);
    Start { paint, resident, anonymous }
}

/// Ends a program by its key.
pub(crate) fn end(terminal: &mut Terminal) {
    terminal.press("q");
    terminal.wait_for_end(LIMIT);
}

/// Presses a key and notes the answer; what is still coming from before is let pass first.
pub(crate) fn press(terminal: &mut Terminal, key: &str) -> Answer {
    while terminal.take(GAP).is_some() {}
    let pressed = Instant::now();
    terminal.press_blindly(key);
    let Some(chunk) = terminal.take(LIMIT) else { panic!("no answer to `{key}`") };
    let (first, mut bytes) = (milliseconds(pressed, chunk.at), chunk.bytes.len());
    while let Some(chunk) = terminal.take(GAP) {
        bytes += chunk.bytes.len();
    }
    Answer { first, bytes }
}

/// Presses keys and waits for the words; how long that took, in ms.
pub(crate) fn reach(terminal: &mut Terminal, keys: &str, words: &[&str]) -> f64 {
    let pressed = Instant::now();
    terminal.press_blindly(keys);
    loop {
        let contents = terminal.screen().contents();
        if words.iter().all(|words| contents.contains(words)) {
            break;
        }
        assert!(terminal.take(LONG).is_some(), "the end was not reached\n{contents}");
    }
    milliseconds(pressed, terminal.chunks().last().map_or(pressed, |chunk| chunk.at))
}

fn painted(terminal: &Terminal, (columns, rows): (u16, u16)) -> f64 {
    let whole = filled(terminal.screen());
    let mut replay = vt100::Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0);
    for chunk in terminal.chunks() {
        replay.process(&chunk.bytes);
        if filled(replay.screen()) * 100 >= whole * 95 {
            return milliseconds(terminal.started, chunk.at);
        }
    }
    f64::NAN
}

/// Characters on the screen that are no blanks.
fn filled(screen: &vt100::Screen) -> usize {
    screen.contents().chars().filter(|c| !c.is_whitespace()).count()
}

fn milliseconds(from: Instant, to: Instant) -> f64 {
    to.saturating_duration_since(from).as_secs_f64() * 1_000.0
}

/// Resident and anonymous memory of a process in MB; nothing if there is no `/proc`.
fn memory(process: u32) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kibibytes.map_or(f64::NAN, |kibibytes| kibibytes / 1024.0)
    };
    (field("VmRSS:"), field("RssAnon:"))
}

/// Returns the middle value.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns the median of the ratios of values taken in turn: what the machine does besides hits
/// both.
pub(crate) fn paired(ours: &[f64], theirs: &[f64]) -> f64 {
    let ratios: Vec<f64> = ours.iter().zip(theirs).map(|(ours, theirs)| ours / theirs).collect();
    median(&ratios)
}
