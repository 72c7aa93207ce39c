//! A git that starts no other program and connects to nothing.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::error::Why;

/// Maximum time of one question.
pub(super) const MAX_TIME: Duration = Duration::from_secs(20);

/// Maximum length of an answer, in bytes.
pub(super) const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// Settings under which git starts no other program and connects to nothing.
const HARDENED: [&str; 10] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.attributesFile=/dev/null",
    "protocol.allow=never",
    "blame.ignoreRevsFile=",
    "mailmap.file=",
    "diff.external=",
    "core.quotePath=false",
    "log.showSignature=false",
];

/// Variables of a hook or a user that lead to another repository, or to something besides it.
const ELSEWHERE: [&str; 14] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_ATTR_SOURCE",
    "GIT_EXTERNAL_DIFF",
    "GIT_TRACE",
];

/// The git of a checkout.
#[derive(Debug)]
pub(super) struct Git {
    root: PathBuf,
    /// True after a question took too long. Every other one might: a checkout can have a pipe in place
    /// of a file that git reads.
    has_hung: AtomicBool,
}

impl Git {
    pub(super) const fn new(root: PathBuf) -> Self {
        Self { root, has_hung: AtomicBool::new(false) }
    }

    /// Returns the root of the checkout.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the reason that git answers no question about the last commit.
    pub(super) fn why_not(&self) -> Why {
        let Some(mut command) = self.command() else { return "git takes too long".into() };
        match command.args(["rev-parse", "HEAD"]).stderr(Stdio::piped()).output() {
            Err(error) if error.kind() == ErrorKind::NotFound => "there is no `git` program".into(),
            Err(error) => Why::of(error),
            Ok(output) if output.stderr.windows(7).any(|words| words == b"dubious") => {
                "another user owns the checkout, and git reads it only if `safe.directory` names it"
                    .into()
            }
            Ok(_) => "nothing is committed".into(),
        }
    }

    /// Notes that a question took too long.
    pub(super) fn note_hung(&self) {
        self.has_hung.store(true, Ordering::Relaxed);
    }

    /// Returns the output of git; `None` where it fails, takes too long or is too long.
    pub(super) fn ask(&self, arguments: &[&str]) -> Option<String> {
        let mut child = self.command()?.args(arguments).spawn().ok()?;
        let pipe = child.stdout.take()?;
        let (done, answer) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = pipe.take(MAX_ANSWER as u64 + 1).read_to_end(&mut bytes);
            drop(done.send(read.ok().map(|_| bytes)));
        });
        let answered = answer.recv_timeout(MAX_TIME);
        if answered.is_err() {
            self.note_hung();
        }
        let bytes = answered.ok().flatten().filter(|bytes| bytes.len() <= MAX_ANSWER);
        if bytes.is_none() {
            drop(child.kill());
        }
        let status = child.wait().ok()?;
        let bytes = bytes.filter(|_| status.success())?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns a git that starts no other program and connects to nothing; `None` after one hung.
    pub(super) fn command(&self) -> Option<Command> {
        (!self.has_hung.load(Ordering::Relaxed)).then(|| self.hardened())
    }

    fn hardened(&self) -> Command {
        let mut command = Command::new("git");
        command.arg("--no-pager").arg("--no-replace-objects");
        for setting in HARDENED {
            command.args(["-c", setting]);
        }
        // The program itself starts in the user's folder: a search path with `.` must not find a `git` of
        // the checkout.
        command.arg("-C").arg(&self.root);
        for name in ELSEWHERE {
            command.env_remove(name);
        }
        command
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            // No protocol, whatever the checkout allows: before 2.44, git fetches missing objects all the
            // same.
            .env("GIT_ALLOW_PROTOCOL", "")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        command
    }
}
