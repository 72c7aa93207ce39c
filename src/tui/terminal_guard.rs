//! The guard: a process that restores the terminal if the inspector dies without doing so.
//!
//! A stack overflow, a failed allocation and a kill leave no time to restore anything, and a
//! handler for them cannot be written without `unsafe`. So a second process waits at a pipe, which
//! closes whenever the inspector ends. If the inspector sent no goodbye before, the guard restores
//! the modes of the line and of the screen.

use std::io::{self, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    tcgetattr, tcsetattr,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

use super::terminal;

/// Name of the hidden subcommand that is the guard.
pub const COMMAND: &str = "terminal-guard";

/// The byte sent once the terminal has been restored.
const GOODBYE: u8 = b'.';

/// A guard that waits.
#[derive(Debug)]
pub struct Guard {
    process: Child,
    pipe: ChildStdin,
}

impl Guard {
    /// Starts the guard; `None` if it cannot be started, which costs only its protection.
    pub fn start() -> Option<Self> {
        let modes = describe_modes(terminal::first_modes()?);
        let mut process = Command::new(std::env::current_exe().ok()?)
            .arg(COMMAND)
            .arg(modes)
            .env_clear()
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let pipe = process.stdin.take()?;
        Some(Self { process, pipe })
    }

    /// Ends the guard: the terminal has been given back, or is about to be.
    pub fn release(mut self) {
        let released = self.pipe.write_all(&[GOODBYE]);
        drop(self.pipe);
        if released.is_ok() {
            drop(self.process.wait());
        }
    }
}

/// Waits at standard input, and restores the terminal on standard output unless there was a goodbye.
pub fn serve(modes: &str) -> io::Result<()> {
    // A key for the editor interrupts the whole group. It does not matter if one came.
    let caught = Arc::<AtomicBool>::default();
    for signal in [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP] {
        signal_hook::flag::register(signal, Arc::clone(&caught))?;
    }
    let mut said = Vec::new();
    io::stdin().lock().read_to_end(&mut said)?;
    if said.contains(&GOODBYE) {
        return Ok(());
    }
    let mut stdout = io::stdout().lock();
    terminal::write_leave(&mut stdout)?;
    let mut now = tcgetattr(&stdout)?;
    // A faster shell has already set its own modes.
    let is_ours = !now.output_modes.contains(OutputModes::OPOST)
        && !now.local_modes.intersects(LocalModes::ICANON | LocalModes::ISIG);
    if is_ours && set_modes(&mut now, modes).is_some() {
        tcsetattr(&stdout, OptionalActions::Now, &now)?;
    }
    Ok(())
}

/// Writes the modes that raw mode changes as numbers.
fn describe_modes(modes: &Termios) -> String {
    let flags = [
        u64::from(modes.input_modes.bits()),
        u64::from(modes.output_modes.bits()),
        u64::from(modes.control_modes.bits()),
        u64::from(modes.local_modes.bits()),
        u64::from(modes.special_codes[SpecialCodeIndex::VMIN]),
        u64::from(modes.special_codes[SpecialCodeIndex::VTIME]),
    ];
    flags.map(|flag| flag.to_string()).join(":")
}

fn set_modes(modes: &mut Termios, described: &str) -> Option<()> {
    let mut flags = described.split(':').map(str::parse::<u64>);
    let mut next = || flags.next()?.ok();
    modes.input_modes = InputModes::from_bits_retain(next()?.try_into().ok()?);
    modes.output_modes = OutputModes::from_bits_retain(next()?.try_into().ok()?);
    modes.control_modes = ControlModes::from_bits_retain(next()?.try_into().ok()?);
    modes.local_modes = LocalModes::from_bits_retain(next()?.try_into().ok()?);
    modes.special_codes[SpecialCodeIndex::VMIN] = next()?.try_into().ok()?;
    modes.special_codes[SpecialCodeIndex::VTIME] = next()?.try_into().ok()?;
    Some(())
}

/// Dies as `PINCITE_FAULT` says, at the first key: for tests of the terminal's state afterwards.
#[cfg(feature = "internals")]
pub fn fail_on_request(event: &crossterm::event::Event) {
    if !matches!(event, crossterm::event::Event::Key(_)) {
        return;
    }
    match std::env::var("PINCITE_FAULT").as_deref() {
        Ok("stack") => drop(descend(u64::MAX)),
        Ok("memory") => drop(std::hint::black_box(vec![1_u8; 1 << 46])),
        Ok("panic") => drop(std::hint::black_box(Vec::<u8>::new()).remove(0)),
        _ => {}
    }
}

#[cfg(feature = "internals")]
fn descend(depth: u64) -> Vec<u8> {
    let mut room = vec![0; 16];
    let here = std::hint::black_box([depth; 64]);
    if here.iter().any(|it| *it > 0) {
        room.extend(descend(depth - 1));
    }
    room
}
