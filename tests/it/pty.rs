//! A program in a terminal of its own, driven as a person would: keys in, a screen out.
//!
//! One thread only notes what arrives and when; the emulator is fed by whoever waits for something,
//! so that neither costs the other time and every byte stays at hand. What the program asks the
//! terminal is answered while waiting. Shared with the benches.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The time from a screen to the first key for it: more than a frame.
const REACTION: Duration = Duration::from_millis(25);

/// The words of a screen that did not take a key, because it was shown for less than a frame.
const UNUSED: &str = "the key was not used";

/// The time after which a key that was not used is pressed again.
const AGAIN: Duration = Duration::from_secs(1);

/// The time limit for anything that is waited for. Machines that run tests are busy.
pub(crate) const LIMIT: Duration = Duration::from_mins(1);

/// Output that was read at once, and its time.
pub(crate) struct Chunk {
    pub(crate) at: Instant,
    pub(crate) bytes: Vec<u8>,
}

/// The terminal and the program in it.
pub(crate) struct Terminal {
    parser: vt100::Parser<Questions>,
    chunks: Vec<Chunk>,
    arriving: Receiver<Chunk>,
    closing: Arc<AtomicBool>,
    reader: Option<JoinHandle<()>>,
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    /// The key last pressed, if the screen would show that it was not used.
    pressed: Option<String>,
    /// The time at which the program was started.
    pub(crate) started: Instant,
    /// The line discipline before that.
    pub(crate) modes: String,
}

/// The properties that a terminal reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Says {
    /// Its kind, and nothing of its background.
    #[default]
    Kind,
    /// Its kind and its background, as in `rgb:ffff/ffff/ffff`.
    Background(&'static str),
    /// Nothing.
    Nothing,
}

/// Notes the questions a program asks that only a terminal can answer.
#[derive(Default)]
struct Questions {
    says: Says,
    answers: Vec<u8>,
}

impl vt100::Callbacks for Questions {
    fn unhandled_csi(
        &mut self,
        screen: &mut vt100::Screen,
        _: Option<u8>,
        _: Option<u8>,
        params: &[&[u16]],
        c: char,
    ) {
        match (params, c) {
            ([[6]], 'n') => {
                let (row, column) = screen.cursor_position();
                self.answers.extend(format!("\x1b[{};{}R", row + 1, column + 1).bytes());
            }
            (_, 'c') if self.says == Says::Nothing => {}
            (_, 'c') => self.answers.extend(b"\x1b[?62;22c"),
            _ => {}
        }
    }

    fn unhandled_osc(&mut self, _: &mut vt100::Screen, params: &[&[u8]]) {
        if let (Says::Background(colour), [b"11", b"?"]) = (self.says, params) {
            self.answers.extend(format!("\x1b]11;{colour}\x1b\\").bytes());
        }
    }
}

/// Returns a command with nothing in its environment but a terminal's kind, a locale and where
/// programs are.
pub(crate) fn command(program: &str, arguments: &[&str], folder: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.env_clear();
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.args(arguments);
    command.cwd(folder);
    command
}

impl Terminal {
    /// Starts `command` in a terminal of `columns` and `rows`.
    pub(crate) fn start(command: CommandBuilder, size: (u16, u16)) -> Self {
        Self::start_saying(Says::default(), command, size)
    }

    /// Returns the same in a terminal that says so much of itself.
    pub(crate) fn start_saying(
        says: Says,
        command: CommandBuilder,
        (columns, rows): (u16, u16),
    ) -> Self {
        let pair = native_pty_system().openpty(cells(columns, rows)).unwrap();
        let mut output = pair.master.try_clone_reader().unwrap();
        let writer = pair.master.take_writer().unwrap();
        let modes = modes(pair.master.as_ref());
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).unwrap();
        // Only the program holds its end now: when it ends, reading ends.
        drop(pair.slave);
        let (sender, arriving) = mpsc::channel();
        let closing = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&closing);
        let reader = thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let at = Instant::now();
                if closed.load(Ordering::SeqCst)
                    || sender.send(Chunk { at, bytes: buffer[..length].to_vec() }).is_err()
                {
                    return;
                }
            }
        });
        Self {
            parser: parser(says, columns, rows),
            chunks: Vec::new(),
            arriving,
            closing,
            reader: Some(reader),
            master: Some(pair.master),
            writer: Some(writer),
            child,
            pressed: None,
            started,
            modes,
        }
    }

    /// Returns the process started.
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Returns the screen as far as it was waited for.
    pub(crate) fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Everything that came so far.
    pub(crate) fn raw(&self) -> Vec<u8> {
        self.chunks.iter().flat_map(|chunk| chunk.bytes.iter().copied()).collect()
    }

    /// Returns the same in the pieces it came in.
    pub(crate) fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Returns the line discipline now.
    pub(crate) fn modes_now(&self) -> String {
        modes(self.master.as_deref().unwrap())
    }

    /// The group of processes that has the terminal.
    pub(crate) fn foreground(&self) -> i32 {
        self.master.as_deref().unwrap().process_group_leader().unwrap()
    }

    /// Types, as soon as a person could who has seen the screen.
    ///
    /// A busy machine may show a screen long before the program notes that it did. Like a person,
    /// `wait_until` presses a single key again that was not used.
    pub(crate) fn press(&mut self, keys: &str) {
        thread::sleep(REACTION);
        self.press_blindly(keys);
        let is_seen = keys.chars().count() == 1 && !self.screen().contents().contains(UNUSED);
        self.pressed = is_seen.then(|| keys.to_owned());
    }

    /// Types without a look at the screen.
    pub(crate) fn press_blindly(&mut self, keys: &str) {
        self.pressed = None;
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Gives the window another size.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let size = cells(columns, rows);
        let (rows, columns) = (NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap());
        self.parser.set_size(rows, columns);
        self.master.as_deref().unwrap().resize(size).unwrap();
    }

    /// Takes in what arrives next, within `limit`; `None` if nothing came.
    pub(crate) fn take(&mut self, limit: Duration) -> Option<&Chunk> {
        self.receive(limit).ok()?;
        self.chunks.last()
    }

    fn receive(&mut self, limit: Duration) -> Result<(), RecvTimeoutError> {
        let chunk = self.arriving.recv_timeout(limit)?;
        self.parser.process(&chunk.bytes);
        let answers = std::mem::take(&mut self.parser.callbacks_mut().answers);
        if let Some(writer) = self.writer.as_mut().filter(|_| !answers.is_empty()) {
            writer.write_all(&answers).unwrap();
        }
        self.chunks.push(chunk);
        Ok(())
    }

    /// Waits until `holds` of the screen; `what` says in a failure what that was.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&vt100::Screen) -> bool) {
        let end = Instant::now() + LIMIT;
        let mut pressed = Instant::now();
        while !holds(self.screen()) {
            if pressed.elapsed() >= AGAIN
                && self.screen().contents().contains(UNUSED)
                && let Some(key) = self.pressed.take()
            {
                self.press(&key);
                (self.pressed, pressed) = (Some(key), Instant::now());
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.receive(left.min(AGAIN)) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) if left > AGAIN => {}
                Err(RecvTimeoutError::Timeout) => panic!("{what}: not in time\n{}", self.shown()),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("{what}: the program has ended\n{}", self.shown())
                }
            }
        }
    }

    /// Waits for words on the screen.
    pub(crate) fn wait_for(&mut self, words: &str) {
        self.wait_until(words, |screen| screen.contents().contains(words));
    }

    /// Waits until words that were on the screen no longer are.
    pub(crate) fn wait_until_gone(&mut self, words: &str) {
        self.wait_until(words, |screen| !screen.contents().contains(words));
    }

    /// Waits for bytes that are not seen on the screen, anywhere in the output after `from`;
    /// where they end.
    pub(crate) fn wait_for_bytes(&mut self, wanted: &[u8], from: usize) -> usize {
        let end = Instant::now() + LIMIT;
        loop {
            let raw = self.raw();
            let after = raw.get(from..).unwrap_or_default();
            if let Some(at) = after.windows(wanted.len()).position(|bytes| bytes == wanted) {
                return from + at + wanted.len();
            }
            let left = end.saturating_duration_since(Instant::now());
            let came = self.receive(left);
            assert!(came.is_ok(), "{:?}: not sent\n{}", wanted.escape_ascii(), self.shown());
        }
    }

    /// Waits for the program to end by itself and for the last of its output; its exit code.
    pub(crate) fn wait_for_end(&mut self, limit: Duration) -> u32 {
        let end = Instant::now() + limit;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < end, "it has not ended\n{}", self.shown());
            let _nothing_new = self.receive(Duration::from_millis(2));
        };
        while self.receive(LIMIT) != Err(RecvTimeoutError::Disconnected) {}
        status.exit_code()
    }

    /// True if the program has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Closes the terminal under the program, as a window that is closed or a broken connection.
    ///
    /// The reader lets go of it when something arrives, so `nudge` must make the program answer.
    pub(crate) fn hang_up(&mut self, nudge: &str) {
        self.closing.store(true, Ordering::SeqCst);
        self.press(nudge);
        self.reader.take().unwrap().join().unwrap();
        self.writer = None;
        self.master = None;
    }

    fn shown(&self) -> String {
        let size = self.screen().size();
        format!("screen of {} x {}:\n{}", size.1, size.0, self.screen().contents())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn parser(says: Says, columns: u16, rows: u16) -> vt100::Parser<Questions> {
    let (rows, columns) = (NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap());
    vt100::Parser::new_with_callbacks(rows, columns, 0, Questions { says, answers: Vec::new() })
}

fn cells(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn modes(master: &dyn MasterPty) -> String {
    master.get_termios().map_or_else(String::new, |modes| {
        format!(
            "{:?} {:?} {:?} {:?} {:?}",
            modes.input_flags,
            modes.output_flags,
            modes.control_flags,
            modes.local_flags,
            modes.control_chars
        )
    })
}
