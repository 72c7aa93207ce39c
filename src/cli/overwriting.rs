//! Files that a command both reads and writes: what they hold would be lost.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::report::findings::REPORTS;
use crate::review::journal::is_journal;
use crate::sources::folder::is_within;
use crate::sources::{files, gate};

/// Bytes at the start of a file in which a report identifies itself.
const HEAD: u64 = 4096;

/// The kinds of files that a check writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Report,
    Metrics,
    Baseline,
}

/// A file that is written.
pub(super) struct Written<'w> {
    /// The option that names it.
    pub(super) option: &'static str,
    /// Its path.
    pub(super) path: &'w Path,
    /// The file that it may replace although that is read.
    pub(super) replaces: Option<&'w PathBuf>,
    /// Its kind: another file of this kind may be replaced.
    pub(super) kind: Kind,
    /// True if it may replace a file of any other kind that is not read.
    pub(super) force: bool,
}

/// Fails if one of the files that `command` writes is among those that it reads, is written twice, or would
/// replace something else than an earlier one of its kind.
pub(super) fn refuse<'r>(
    command: &str,
    read: impl Iterator<Item = &'r Path>,
    written: &[Written<'_>],
) -> Result<()> {
    let read: Vec<&Path> = read.collect();
    for (at, one) in written.iter().enumerate() {
        let may_replace = |path: &Path| one.replaces.is_some_and(|own| is_same(own, path));
        let is_read = |path: &&&Path| is_same(path, one.path) && !may_replace(path);
        let is_in_folder = |folder: &&Path| is_read_in(folder, one.path);
        let why = if read.iter().any(|path| is_read(&path)) || read.iter().any(is_in_folder) {
            format!("the {command} reads this file")
        } else if let Some(other) = written.iter().take(at).find(|it| is_same(it.path, one.path)) {
            format!("`{}` writes this file", other.option)
        } else if let Some(why) = one.refusal() {
            let hint = "choose another name, or add `--force` to replace it";
            return Err(Error::new("write", one.path.to_string_lossy(), why).hint(hint));
        } else {
            continue;
        };
        let hint = format!("name another file with `{}`", one.option);
        return Err(Error::new("write", one.path.to_string_lossy(), why).hint(hint));
    }
    Ok(())
}

/// True if a folder that is read has a file, and the file is not the output of an earlier check.
fn is_read_in(folder: &Path, path: &Path) -> bool {
    folder.is_dir()
        && path.is_file()
        && is_within(path, folder)
        && !is_earlier_output(path)
        && files(folder).iter().any(|file| is_same(file, path))
}

/// True for a file that is empty or begins as something that a check writes.
fn is_earlier_output(path: &Path) -> bool {
    [Kind::Report, Kind::Metrics, Kind::Baseline].iter().any(|kind| kind.fits(path) == Some(true))
}

impl Written<'_> {
    /// Returns the reason why the file that is there may not be replaced.
    fn refusal(&self) -> Option<String> {
        // A baseline is read before it is replaced.
        let may_be_other = self.force || self.kind == Kind::Baseline || !self.path.is_file();
        let is_other = !may_be_other && self.kind.fits(self.path) == Some(false);
        is_other.then(|| format!("the file exists and is not {} of pincite", self.kind.name()))
    }
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Report => "a report",
            Self::Metrics => "a file of metrics",
            Self::Baseline => "a baseline",
        }
    }

    /// True if a file is empty or begins as one of this kind; `None` if it cannot be read.
    fn fits(self, path: &Path) -> Option<bool> {
        let open = || gate::open(path, File::options().read(true)).ok().map(|(file, _)| file);
        // Refused where it is written, for a reason of its own.
        let file = Some(open()?).filter(|_| !open().is_some_and(is_journal))?;
        let mut head = Vec::new();
        file.take(HEAD).read_to_end(&mut head).ok()?;
        let head = String::from_utf8_lossy(&head);
        let has_schema = |schema| head.starts_with('{') && head.contains(schema);
        let is_own = match self {
            Self::Report => REPORTS.iter().any(|report| (report.begins)(&head)),
            Self::Metrics => has_schema("\"pincite.metrics/"),
            Self::Baseline => has_schema("\"pincite.baseline/"),
        };
        Some(head.is_empty() || is_own)
    }
}

/// True if two paths lead to one regular file, or to one place where there is none yet.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => {
            one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino())
        }
        (Err(_), Err(_)) => {
            one.as_os_str() != "-"
                && std::path::absolute(one).ok() == std::path::absolute(other).ok()
        }
        _ => false,
    }
}
