//! A git that starts no other program and connects to nothing.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Maximum time of one question.
pub(super) const MAX_TIME: Duration = Duration::from_secs(20);

/// Maximum length of an answer, in bytes.
pub(super) const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// Settings under which git starts no other program and connects to nothing.
const HARDENED: [&str; 8] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.attributesFile=/dev/null",
    "protocol.allow=never",
    "diff.external=",
    "core.quotePath=false",
    "log.showSignature=false",
];

/// Returns a git that starts no other program and connects to nothing.
pub(super) fn hardened(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("--no-pager").arg("--no-replace-objects");
    for setting in HARDENED {
        command.args(["-c", setting]);
    }
    command.current_dir(root);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF", "GIT_TRACE"] {
        command.env_remove(name);
    }
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_LITERAL_PATHSPECS", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}
