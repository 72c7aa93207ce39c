//! The clipboard: set by tmux, by a desktop program, or by the terminal itself (OSC 52).
//!
//! Text is cleaned first: pasting it into a shell must not end a bracketed paste, interrupt, or
//! hide anything. The report names the method used and what it cannot confirm.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::Command as _;
use crossterm::clipboard::CopyToClipboard;

use crate::error::Why;
use crate::text::prose::count;
use crate::text::safe::pieces;

/// The time limit for a program to accept the text.
const LIMIT: Duration = Duration::from_secs(2);

/// GNU screen passes on strings of this size at most, in bytes.
const MAX_SCREEN_STRING: usize = 700;

/// A way to the clipboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Route {
    /// A program that reads the text from standard input.
    Program(Vec<String>),
    /// A buffer of tmux, which asks the terminal for the clipboard.
    Tmux,
    /// The terminal itself, by OSC 52.
    Terminal,
    /// The same, passed through GNU screen.
    Screen,
    /// Nothing is copied.
    Off,
}

/// Programs that set the clipboard: the variable which shows that they can, and the command.
const PROGRAMS: [(&str, &[&str]); 4] = [
    ("WAYLAND_DISPLAY", &["wl-copy"]),
    ("DISPLAY", &["xclip", "-selection", "clipboard"]),
    ("DISPLAY", &["xsel", "--clipboard", "--input"]),
    ("", &["pbcopy"]),
];

/// Returns the method that the setting `clipboard` names, or the first that fits this environment.
/// Uses the terminal itself if no program may be started.
pub fn route(setting: &str, variable: &dyn Fn(&str) -> Option<String>, secure: bool) -> Route {
    let is_set = |name: &str| name.is_empty() || variable(name).is_some_and(|it| !it.is_empty());
    let by_terminal = || if is_set("STY") { Route::Screen } else { Route::Terminal };
    match setting {
        "off" => return Route::Off,
        "osc52" => return by_terminal(),
        _ if secure => return by_terminal(),
        "auto" | "" => {}
        command => {
            let words = shell_words::split(command).ok().filter(|words| !words.is_empty());
            return words.map_or(Route::Off, Route::Program);
        }
    }
    let path = variable("PATH").unwrap_or_default();
    let exists = |program: &str| path.split(':').any(|folder| is_program(folder, program));
    if is_set("TMUX") && exists("tmux") {
        return Route::Tmux;
    }
    // Over ssh, a program would set the clipboard of the remote machine.
    let is_remote = is_set("SSH_CONNECTION") || is_set("SSH_TTY");
    let fits = |(variable, command): &&(&str, &[&str])| {
        is_set(variable) && command.first().is_some_and(|program| exists(program))
    };
    let program = PROGRAMS.iter().find(fits).filter(|_| !is_remote);
    match program {
        Some((_, command)) => Route::Program(command.iter().map(|it| (*it).to_owned()).collect()),
        None => by_terminal(),
    }
}

fn is_program(folder: &str, name: &str) -> bool {
    !folder.is_empty() && Path::new(folder).join(name).is_file()
}

/// The bytes for the terminal, and the message for the user.
#[derive(Debug, PartialEq, Eq)]
pub struct Copied {
    /// Bytes for the terminal; empty if a program took the text.
    pub bytes: Vec<u8>,
    /// The way it went, as the end of a sentence that begins with `copied`.
    pub way: String,
}

/// Copies a text that is already clean; starts the program of the route. Fails with the reason.
pub fn copy(route: &Route, text: &str) -> Result<Copied, Why> {
    let done = |way: String| Copied { bytes: Vec::new(), way };
    match route {
        Route::Off => Err("the setting `clipboard` is `off`".into()),
        Route::Program(words) => {
            feed(words, text)?;
            Ok(done(format!("with {}", words.first().map_or("", String::as_str))))
        }
        Route::Tmux => {
            let words = |flags: &[&str]| -> Vec<String> {
                ["tmux", "load-buffer"].iter().chain(flags).map(|it| (*it).to_owned()).collect()
            };
            // Before 3.2, tmux could not pass a buffer on to the terminal.
            if feed(&words(&["-w", "-"]), text).is_ok() {
                return Ok(done(
                    "in tmux; the clipboard too if your terminal lets tmux".to_owned(),
                ));
            }
            feed(&words(&["-"]), text)?;
            Ok(done("in tmux only: paste with its prefix and `]`".to_owned()))
        }
        Route::Terminal | Route::Screen => {
            let mut asked = String::new();
            let _infallible = CopyToClipboard::to_clipboard_from(text).write_ansi(&mut asked);
            let bytes = if *route == Route::Screen { through_screen(&asked) } else { asked };
            let way = "by asking the terminal, which may refuse".to_owned();
            Ok(Copied { bytes: bytes.into_bytes(), way })
        }
    }
}

/// Wraps a sequence so that GNU screen passes it on, in pieces that it takes.
fn through_screen(sequence: &str) -> String {
    let pieces = sequence.as_bytes().chunks(MAX_SCREEN_STRING);
    let wrapped = pieces.map(|piece| {
        // The end of the inner string would end the outer one.
        let piece = String::from_utf8_lossy(piece).replace("\x1b\\", "\x07");
        format!("\x1bP{piece}\x1b\\")
    });
    wrapped.collect()
}

/// Starts a program, gives it the text, and waits until it has taken it.
fn feed(words: &[String], text: &str) -> Result<(), Why> {
    let Some((program, arguments)) = words.split_first() else {
        return Err("no program is named".into());
    };
    let failed = |why: String| Why::from(format!("{program} {why}"));
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("cannot be started: {error}")))?;
    let stdin = child.stdin.take();
    let text = text.to_owned();
    // A program that reads nothing must not hold up the screen.
    let writing =
        thread::spawn(move || stdin.is_some_and(|mut it| it.write_all(text.as_bytes()).is_ok()));
    let end = Instant::now() + LIMIT;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => {
                let took_all = writing.join().unwrap_or(false);
                return took_all.then_some(()).ok_or_else(|| failed("did not read it".to_owned()));
            }
            Ok(Some(status)) => return Err(failed(format!("ended with {status}"))),
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(1)),
            Ok(None) => {
                drop(child.kill());
                drop(child.wait());
                return Err(failed("took too long".to_owned()));
            }
            Err(error) => return Err(failed(error.to_string())),
        }
    }
}

/// Returns a text that is safe to paste, and a description of what was removed: control characters
/// other than line breaks and tabs, bidirectional controls, and hidden characters.
pub fn clean(text: &str) -> (String, Option<String>) {
    let mut clean = String::with_capacity(text.len());
    let mut removed = 0;
    let text = text.replace("\r\n", "\n");
    for piece in pieces(&text) {
        if piece.token && !matches!(piece.original, "\n" | "\t") && hides(piece.original) {
            removed += piece.original.chars().count();
        } else {
            clean.push_str(piece.original);
        }
    }
    let note = (removed > 0).then(|| format!("{} removed", count(removed, "hidden character")));
    (clean, note)
}

/// True unless all characters are visible: markers use characters for private use, and the pictures of
/// controls and the bracket of our tokens are tokens only because they could be mistaken for one.
fn hides(text: &str) -> bool {
    let is_visible =
        |c| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{2400}'..='\u{2421}' | '\u{27e8}');
    !text.chars().all(is_visible)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// Returns the method for these variables and these programs.
    fn chosen(setting: &str, variables: &[(&str, &str)], programs: &[&str], secure: bool) -> Route {
        let folder = tempfile::tempdir().unwrap();
        for program in programs {
            fs::write(folder.path().join(program), "").unwrap();
        }
        let path = folder.path().to_str().unwrap();
        let variable = |name: &str| match name {
            "PATH" => Some(path.to_owned()),
            name => variables.iter().find(|it| it.0 == name).map(|it| it.1.to_owned()),
        };
        route(setting, &variable, secure)
    }

    fn program(words: &[&str]) -> Route {
        Route::Program(words.iter().map(|it| (*it).to_owned()).collect())
    }

    #[test]
    fn the_first_way_that_fits_is_taken() {
        let all = ["tmux", "wl-copy", "xclip", "xsel"];
        let desktop = [("WAYLAND_DISPLAY", "wayland-0"), ("DISPLAY", ":0")];
        assert_eq!(chosen("auto", &desktop, &all, false), program(&["wl-copy"]));
        let xclip = program(&["xclip", "-selection", "clipboard"]);
        assert_eq!(chosen("auto", &[("DISPLAY", ":0")], &all, false), xclip);
        assert_eq!(
            chosen("auto", &[("TMUX", "/tmp/t,1,0"), ("DISPLAY", ":0")], &all, false),
            Route::Tmux
        );
        assert_eq!(
            chosen("auto", &[("DISPLAY", ":0"), ("SSH_TTY", "/dev/pts/1")], &all, false),
            Route::Terminal
        );
        assert_eq!(chosen("auto", &[("STY", "1.pts")], &[], false), Route::Screen);
        assert_eq!(
            chosen("auto", &desktop, &all, true),
            Route::Terminal,
            "no program with --secure"
        );
        assert_eq!(chosen("off", &desktop, &all, false), Route::Off);
        assert_eq!(chosen("osc52", &desktop, &all, false), Route::Terminal);
        assert_eq!(chosen("my-copy -x", &[], &[], false), program(&["my-copy", "-x"]));
    }

    #[test]
    fn what_harms_a_paste_is_removed_and_counted() {
        let text = "ls\r\n\u{1b}[201~rm\u{3}\tx \u{202e}evil\u{200b} caf\u{e9} \u{e200}⟨ \u{1f469}\u{200d}\u{1f52c}";
        let (clean, note) = clean(text);
        assert_eq!(clean, "ls\n[201~rm\tx evil caf\u{e9} \u{e200}⟨ \u{1f469}\u{200d}\u{1f52c}");
        assert_eq!(note.unwrap(), "4 hidden characters removed");
        assert_eq!(super::clean("plain").1, None);
    }

    #[test]
    fn a_program_gets_the_text_and_its_failure_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("take");
        fs::write(&path, format!("#!/bin/sh\ncat > {}/taken\n", folder.path().display())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let words = vec![path.to_str().unwrap().to_owned()];
        copy(&Route::Program(words), "a\nb").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("taken")).unwrap(), "a\nb");
        assert_eq!(
            copy(&Route::Program(vec!["false".to_owned()]), "").unwrap_err().as_str(),
            "false ended with exit status: 1"
        );
        let missing = copy(&Route::Program(vec!["/no/such".to_owned()]), "").unwrap_err();
        assert!(missing.as_str().starts_with("/no/such cannot be started"), "{missing}");
    }

    #[test]
    fn gnu_screen_gets_pieces_that_it_passes_on() {
        let copied = copy(&Route::Screen, &"x".repeat(2000)).unwrap();
        let sent = String::from_utf8(copied.bytes).unwrap();
        assert!(sent.starts_with("\x1bP\x1b]52;c;") && sent.ends_with("\x07\x1b\\"), "{sent}");
        assert!(sent.split("\x1bP").all(|piece| piece.len() < 800));
    }
}
