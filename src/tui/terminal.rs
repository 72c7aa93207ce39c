//! The terminal: set up, drawn on, and always restored.
//!
//! A frame goes out in one write between synchronized-update marks. Restoring brings back the
//! original modes of the line, whatever an editor or a shell did to them meanwhile.

use std::io::{self, IsTerminal as _, Write};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::OnceLock;

use crossterm::{cursor, event, execute, queue, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use super::wire::{Link, ScreenContent, sweep};

/// Takes buttons, drags and the wheel, but not every movement; in SGR coordinates.
const TAKE_MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// The modes of the line before it was taken.
static FIRST_MODES: OnceLock<Termios> = OnceLock::new();

/// The screen while it is ours.
#[derive(Debug)]
pub struct Screen {
    out: Frame,
    shown: ScreenContent,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal: raw mode, alternate screen, hidden cursor, the mouse if wanted.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        let mut screen = Self { out: Frame::default(), shown: ScreenContent::default(), mouse };
        remember_modes();
        screen.take()?;
        Ok(screen)
    }

    /// Takes the terminal again after [`leave`], or after a stop in which a shell may have changed
    /// its modes; the next draw paints everything.
    pub fn take(&mut self) -> io::Result<()> {
        if terminal::is_raw_mode_enabled()? {
            terminal::disable_raw_mode()?;
        }
        restore_modes();
        terminal::enable_raw_mode()?;
        queue!(self.out, terminal::EnterAlternateScreen, cursor::Hide)?;
        queue!(self.out, event::EnableBracketedPaste)?;
        if self.mouse {
            self.out.write_all(TAKE_MOUSE)?;
        }
        self.forget();
        Ok(())
    }

    /// Forgets the content of the screen, so that the next draw paints everything.
    pub fn forget(&mut self) {
        self.shown = ScreenContent::default();
    }

    /// Takes the mouse or gives it back.
    pub fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        self.mouse = mouse;
        if mouse {
            self.out.write_all(TAKE_MOUSE)
        } else {
            queue!(self.out, event::DisableMouseCapture)
        }
    }

    /// Sends bytes as they are, such as those that ask for the clipboard.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        Write::flush(&mut self.out)
    }

    /// Draws a frame of `size` with `paint`, sending only changes.
    pub fn draw(
        &mut self,
        size: (u16, u16),
        links: Vec<Link>,
        paint: impl FnOnce(&mut Buffer),
    ) -> io::Result<()> {
        let mut back = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        paint(&mut back);
        sweep(&mut back);
        let mut changes = Vec::new();
        self.shown.update(&mut changes, back, links)?;
        if !changes.is_empty() {
            queue!(self.out, terminal::BeginSynchronizedUpdate)?;
            self.out.write_all(&changes)?;
            queue!(self.out, terminal::EndSynchronizedUpdate)?;
        }
        Write::flush(&mut self.out)
    }
}

/// Output that is collected until it is flushed in one write. Unlike a `BufWriter`, it writes
/// nothing when it is dropped: a panic must not take the terminal again after it was restored.
#[derive(Debug, Default)]
struct Frame(Vec<u8>);

impl Write for Frame {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(&self.0)?;
        self.0.clear();
        stdout.flush()
    }
}

/// Returns the terminal that keys come from: standard input, or that of the session if input is
/// piped.
pub fn tty() -> io::Result<OwnedFd> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return stdin.as_fd().try_clone_to_owned();
    }
    let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
    Ok(rustix::fs::open("/dev/tty", flags, rustix::fs::Mode::empty())?)
}

/// Notes the modes of the line, once, before anything changes them.
pub fn remember_modes() {
    if FIRST_MODES.get().is_none()
        && let Ok(modes) = tty().and_then(|tty| Ok(tcgetattr(tty)?))
    {
        // Whoever was first noted the same.
        drop(FIRST_MODES.set(modes));
    }
}

/// Returns the modes of the line before it was taken.
pub fn first_modes() -> Option<&'static Termios> {
    FIRST_MODES.get()
}

/// Sets the modes of the line that were noted.
pub fn restore_modes() {
    if let (Some(modes), Ok(tty)) = (FIRST_MODES.get(), tty()) {
        let _cannot_be_reported = tcsetattr(tty, OptionalActions::Now, modes);
    }
}

/// Reads pending input without waiting.
pub fn typed() -> Vec<u8> {
    let mut typed = Vec::new();
    let Ok(tty) = tty() else { return typed };
    let now = Timespec::default();
    loop {
        let mut fds = [PollFd::new(&tty, PollFlags::IN)];
        let mut buffer = [0; 512];
        let is_ready = poll(&mut fds, Some(&now)).is_ok_and(|ready| ready > 0)
            && fds.iter().any(|fd| fd.revents().contains(PollFlags::IN));
        match rustix::io::read(&tty, if is_ready { &mut buffer[..] } else { &mut [] }) {
            Ok(read @ 1..) => typed.extend_from_slice(buffer.get(..read).unwrap_or_default()),
            Ok(0) | Err(_) => return typed,
        }
    }
}

/// Restores the terminal as far as possible: a failure cannot be reported to anybody.
pub fn leave() {
    let mut stdout = io::stdout().lock();
    if stdout.is_terminal() {
        drop(write_leave(&mut stdout));
    }
    drop(terminal::disable_raw_mode());
    restore_modes();
}

/// Sends the sequences that end every mode of the screen.
pub fn write_leave(out: &mut impl Write) -> io::Result<()> {
    execute!(
        out,
        event::DisableMouseCapture,
        event::DisableBracketedPaste,
        terminal::EndSynchronizedUpdate,
        terminal::LeaveAlternateScreen,
        cursor::Show
    )
}
