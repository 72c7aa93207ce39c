//! The user's editor, opened at a line. No shell is involved: the variable is split into words,
//! the file goes in as one absolute argument.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::error::{Error, Result};
use crate::sources::copy;

/// The interval for checking whether the editor has ended, or should end.
const LOOK: Duration = Duration::from_millis(20);

/// The time in which an editor may save its text after it was asked to end.
const ENDING: Duration = Duration::from_millis(500);

/// Opens `path` at `line` (1-based) in the editor of the user's configuration, else in `$VISUAL`,
/// `$EDITOR` or `vi`, and waits for it to end. When `ending` is set, asks the editor to end and
/// stops waiting.
pub fn open(configured: &str, path: &Path, line: u64, ending: &AtomicBool) -> Result<()> {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let configured = Some(configured.to_owned()).filter(|editor| !editor.trim().is_empty());
    let editor = configured.or_else(|| set("VISUAL")).or_else(|| set("EDITOR"));
    let editor = editor.unwrap_or_else(|| "vi".to_owned());
    let words = shell_words::split(&editor)
        .map_err(|error| Error::new("run", editor.clone(), error.to_string()))?;
    let Some((program, arguments)) = words.split_first() else {
        return Err(Error::new("run", "the editor", "$EDITOR is empty"));
    };
    let path = std::path::absolute(path)
        .map_err(|error| Error::io("open", path.display().to_string(), error))?;
    let mut command = Command::new(program);
    command.args(arguments).args(place(program, &path, line));
    if !io::stdin().is_terminal() {
        command.stdin(terminal()?);
    }
    let ended = command.spawn().and_then(|child| wait(child, ending));
    let status = ended.map_err(|error| {
        Error::io("run", program.clone(), error).hint("set $EDITOR to your editor")
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(Error::new(
            "edit",
            path.display().to_string(),
            format!("{program} ended with {status}"),
        ))
    }
}

fn wait(mut child: Child, ending: &AtomicBool) -> io::Result<ExitStatus> {
    while !ending.load(Ordering::Relaxed) {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        thread::sleep(LOOK);
    }
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(id) = id {
        kill_process(id, Signal::TERM)?;
    }
    let asked = Instant::now();
    while asked.elapsed() < ENDING && child.try_wait()?.is_none() {
        thread::sleep(LOOK);
    }
    Err(io::Error::other("pincite was asked to end"))
}

/// Opens a copy of `text` like [`open`], in a file called `name` that is read-only.
pub fn open_text(
    configured: &str,
    name: &str,
    text: &str,
    line: u64,
    ending: &AtomicBool,
) -> Result<()> {
    let (folder, path) = copy::for_reading(name, text)?;
    let opened = open(configured, &path, line, ending);
    drop(folder);
    opened
}

/// Opens `text` for editing like [`open`], and returns the result.
pub fn write(configured: &str, text: &str, ending: &AtomicBool) -> Result<String> {
    let (folder, path) = copy::for_writing("note.txt", text)?;
    open(configured, &path, 1, ending)?;
    let written = copy::written(&path);
    drop(folder);
    written
}

/// Returns the arguments that name a file and a line, in the way of the given editor.
fn place(program: &str, path: &Path, line: u64) -> Vec<OsString> {
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy().to_string();
    let with_line = || {
        let mut argument = path.as_os_str().to_owned();
        argument.push(format!(":{line}"));
        argument
    };
    match name.as_str() {
        "code" | "codium" | "cursor" => vec!["--goto".into(), with_line()],
        "hx" | "helix" | "subl" | "zed" => vec![with_line()],
        _ => vec![format!("+{line}").into(), path.as_os_str().to_owned()],
    }
}

/// Returns the terminal itself, for an editor started while our standard input is a pipe.
fn terminal() -> Result<Stdio> {
    let opened = rustix::fs::open("/dev/tty", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty());
    match opened {
        Ok(tty) => Ok(Stdio::from(tty)),
        Err(error) => Err(Error::io("open", "the terminal", error.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_given_in_the_editors_own_way() {
        let path = Path::new("/a/-rf b");
        assert_eq!(place("vim", path, 7), ["+7", "/a/-rf b"]);
        assert_eq!(place("/usr/bin/hx", path, 7), ["/a/-rf b:7"]);
        assert_eq!(place("code", path, 7), ["--goto", "/a/-rf b:7"]);
    }
}
