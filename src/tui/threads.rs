//! The threads around the loop: input, signals, the worker, and a watch on the terminal itself.

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crossterm::event::{self, Event};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGSTOP, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;

use super::background::LateAnswer;
use super::documents::read_document;
use super::judge::ask_judge as ask;
use super::reread::Reopen;
use super::state::job::{Job, Outcome};
use super::state::judging::Judged;
use super::state::reading::DocumentReading;
use super::state::round::Round;
use super::terminal;
use super::worker::Worker;
use crate::error::{Error, Result};
use crate::review::judge::Judge;
use crate::sources::Watch;
use crate::sources::documents::Extractor;

/// The time that the reader looks for input before it asks whether it should pause.
const LOOK: Duration = Duration::from_millis(200);

/// A message for the loop.
#[derive(Debug)]
pub enum Message {
    /// A key, the mouse or a new size, with its time.
    Event(Event, Instant),
    /// The worker finished something that was handed over in a round.
    Outcome(Round, Box<Outcome>),
    /// Files changed on disk.
    Changed(Vec<PathBuf>),
    /// Asked to stop, as by Ctrl-Z.
    Stop,
    /// Running again after a stop that we did not see coming.
    Continued,
    /// The window has another size.
    Resized,
    /// Interrupted from outside, or by a key typed into the editor.
    Interrupted(u8),
    /// The program has to end, because of a signal or because the terminal is gone.
    End(u8),
}

/// The thread that reads the terminal.
///
/// Crossterm is built with `use-dev-tty`: its other backend loses the wake-up for a key that
/// arrives together with a new window size, and the key then waits for the next event.
#[derive(Debug)]
pub struct InputReader {
    paused: Arc<AtomicBool>,
    /// True when a signal asked to end.
    ending: Arc<AtomicBool>,
    gate: Arc<Mutex<()>>,
}

/// Stops reading from the terminal while it is held.
#[derive(Debug)]
pub struct Pause<'r> {
    paused: &'r AtomicBool,
    _gate: MutexGuard<'r, ()>,
}

impl InputReader {
    /// Waits until the reader has let go of the terminal.
    pub fn pause(&self) -> Pause<'_> {
        self.paused.store(true, Ordering::SeqCst);
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        Pause { paused: &self.paused, _gate: gate }
    }

    /// True when a signal asked to end; whoever keeps the loop waiting has to look at it.
    pub fn ending(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ending)
    }

    fn start(outbox: Sender<Message>, mut late_answer: Option<LateAnswer>) -> Self {
        let reader = Self { paused: Arc::default(), ending: Arc::default(), gate: Arc::default() };
        let (paused, gate) = (Arc::clone(&reader.paused), Arc::clone(&reader.gate));
        thread::spawn(move || {
            loop {
                if paused.load(Ordering::SeqCst) {
                    thread::sleep(LOOK / 10);
                    continue;
                }
                let guard = gate.lock().unwrap_or_else(PoisonError::into_inner);
                let event = match event::poll(LOOK) {
                    Ok(true) => event::read().map(Some),
                    Ok(false) => Ok(None),
                    Err(error) => Err(error),
                };
                drop(guard);
                let sent = match event {
                    Ok(Some(event)) if late_answer.as_mut().is_some_and(|it| it.takes(&event)) => {
                        Ok(())
                    }
                    Ok(Some(event)) => outbox.send(Message::Event(event, Instant::now())),
                    Ok(None) => Ok(()),
                    Err(_) => outbox.send(Message::End(end_code(SIGHUP))),
                };
                if sent.is_err() {
                    return;
                }
            }
        });
        reader
    }
}

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        self.paused.store(false, Ordering::SeqCst);
    }
}

/// Catches signals from now on. Call this before taking the terminal or asking for its size, so
/// that no signal and no resize is missed while the first screen is made.
pub fn catch_signals() -> Result<Signals> {
    Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
        .map_err(|error| Error::io("watch for", "signals", error))
}

/// Starts reading the terminal, passing signals on, and watching that the terminal stays. An answer
/// of the terminal may come yet if `is_late`.
pub fn start(signals: Signals, outbox: &Sender<Message>, is_late: bool) -> InputReader {
    let reader = InputReader::start(outbox.clone(), is_late.then(LateAnswer::default));
    let (to_loop, paused) = (outbox.clone(), Arc::clone(&reader.paused));
    let ending = Arc::clone(&reader.ending);
    thread::spawn(move || forward_signals(signals, (&paused, &ending), &to_loop));
    let to_loop = outbox.clone();
    thread::spawn(move || watch(&to_loop));
    reader
}

fn forward_signals(
    mut signals: Signals,
    (paused, ending): (&AtomicBool, &AtomicBool),
    outbox: &Sender<Message>,
) {
    for signal in signals.forever() {
        let message = match signal {
            // The editor was stopped and the shell waits for the whole job; the loop waits for the
            // editor and cannot answer.
            SIGTSTP if paused.load(Ordering::SeqCst) => {
                drop(signal_hook::low_level::raise(SIGSTOP));
                continue;
            }
            SIGTSTP => Message::Stop,
            SIGCONT => Message::Continued,
            SIGWINCH => Message::Resized,
            SIGINT | SIGQUIT => Message::Interrupted(end_code(signal)),
            other => {
                ending.store(true, Ordering::Relaxed);
                Message::End(end_code(other))
            }
        };
        if outbox.send(message).is_err() {
            return;
        }
    }
}

fn end_code(signal: i32) -> u8 {
    u8::try_from(signal).unwrap_or(1)
}

/// Returns the exit status for a signal that ends the program.
pub fn status_of(signal: u8) -> ExitCode {
    ExitCode::from(128_u8.wrapping_add(signal))
}

/// Returns the status for the signal that ends the program, if one comes soon after an error, else the error: a
/// terminal that is gone may fail before its signal is here.
pub fn status_after(error: Error, inbox: &Receiver<Message>) -> Result<ExitCode> {
    const SOON: Duration = Duration::from_millis(300);
    let end = Instant::now() + SOON;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match inbox.recv_timeout(left) {
            Ok(Message::Interrupted(signal) | Message::End(signal)) => {
                return Ok(status_of(signal));
            }
            Ok(_) => {}
            Err(_) => return Err(error),
        }
    }
}

/// Waits for the terminal to go away. Reading from a terminal that is gone returns nothing in
/// crossterm 0.29 (its issue 793), so the reader cannot do this.
fn watch(outbox: &Sender<Message>) {
    use rustix::event::{PollFd, PollFlags};
    let stdout = io::stdout();
    loop {
        let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
        let polled = rustix::event::poll(&mut fds, None);
        let gone = fds
            .iter()
            .any(|fd| fd.revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL));
        if gone {
            drop(outbox.send(Message::End(end_code(SIGHUP))));
            return;
        }
        if polled.is_err_and(|error| error != rustix::io::Errno::INTR) {
            return;
        }
    }
}

/// True if there is a shell that could continue a stopped program: not in the process group for
/// which a terminal was opened.
pub fn can_stop() -> bool {
    let leader = rustix::process::getpgrp();
    rustix::process::getsid(None).is_ok_and(|session| session != leader)
}

/// Stops the whole job as the shell's Ctrl-Z does; returns when it continues.
pub fn stop() {
    let _not_stopped = rustix::process::kill_current_process_group(rustix::process::Signal::STOP);
}

/// Starts the user's program with an address as its last argument, and does not wait for it. Returns
/// the program's name.
pub fn open_with(words: &[String], address: &str) -> Result<String> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(Error::new("open", address, "the setting `open-command` is empty"));
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            Error::io("start", program.clone(), error).hint("check the setting `open-command`")
        })?;
    // Reaps the process; its exit status does not matter.
    thread::spawn(move || drop(child.wait()));
    Ok(program.clone())
}

/// Starts the worker's thread; jobs go in at the returned end.
pub fn start_worker(mut worker: Worker, outbox: &Sender<Message>) -> Sender<(Round, Job)> {
    let (jobs, handed_over) = mpsc::channel::<(Round, Job)>();
    let outbox = outbox.clone();
    thread::spawn(move || {
        for (round, job) in handed_over {
            let Some(outcome) = worker.attempt(job) else { continue };
            if outbox.send(Message::Outcome(round, Box::new(outcome))).is_err() {
                return;
            }
        }
    });
    jobs
}

/// Starts the thread that reads documents; jobs are sent to the returned end, and parts of a
/// document are reported as soon as they are read.
pub fn read_documents(extractor: Extractor, outbox: &Sender<Message>) -> Sender<(Round, Job)> {
    let (jobs, handed_over) = mpsc::channel::<(Round, Job)>();
    let outbox = outbox.clone();
    thread::spawn(move || {
        for (round, job) in handed_over {
            let emit = |reading: DocumentReading| {
                outbox.send(Message::Outcome(round, Box::new(reading.into())))
            };
            let Job::Read { index, source, document } = job else { continue };
            let document = (&document, &extractor);
            let whole = read_document((index, source), document, &mut |part| emit(part).is_ok());
            if emit(whole).is_err() {
                return;
            }
        }
    });
    jobs
}

/// Starts the thread that asks a judge; jobs are sent to the returned end. A new case ends the
/// questions about the one before.
pub fn ask_judge(judge: Arc<Judge>, outbox: &Sender<Message>) -> Sender<(Round, Job)> {
    let (jobs, handed_over) = mpsc::channel::<(Round, Job)>();
    let (waiting, next) = mpsc::channel::<(Round, Job)>();
    let latest = Arc::<AtomicUsize>::default();
    let newest = Arc::clone(&latest);
    thread::spawn(move || {
        for (handed_in, job) in handed_over {
            if let Job::Judge(round, _) = &job {
                newest.store(*round, Ordering::SeqCst);
            }
            if waiting.send((handed_in, job)).is_err() {
                return;
            }
        }
    });
    let outbox = outbox.clone();
    thread::spawn(move || {
        for (handed_in, job) in next {
            let mut emit = |judged: Judged| {
                // Without a receiver the program is ending, and the judge is stopped.
                let outcome = Box::new(Outcome::Judged(judged));
                drop(outbox.send(Message::Outcome(handed_in, outcome)));
            };
            let Job::Judge(round, inspection) = job else { continue };
            if latest.load(Ordering::SeqCst) == round {
                ask(&judge, (round, &inspection), &latest, &mut emit);
            }
        }
    });
    jobs
}

/// Starts the thread that watches files: those of `input` and `besides`, and later those sent to
/// the returned end. A change after `since` counts.
pub fn watch_files(
    input: Arc<dyn Reopen>,
    besides: Vec<PathBuf>,
    since: SystemTime,
    outbox: &Sender<Message>,
) -> Sender<Vec<PathBuf>> {
    let (renew, renewed) = mpsc::channel::<Vec<PathBuf>>();
    let outbox = outbox.clone();
    thread::spawn(move || {
        let mut watch = Watch::since(input.files(), since);
        loop {
            match renewed.try_recv() {
                Ok(files) => watch.set(files.into_iter().chain(besides.clone())),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => return,
            }
            let changed = watch.wait(LOOK);
            if !changed.is_empty() && outbox.send(Message::Changed(changed)).is_err() {
                return;
            }
        }
    });
    renew
}

/// Restores the terminal before a panic of the main thread is reported. A panic on another thread
/// stays off the screen: the loop reports the failure.
pub fn restore_on_panic() {
    let report = std::panic::take_hook();
    let main = thread::current().id();
    std::panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == main {
            terminal::leave();
            report(panic);
        }
    }));
}
