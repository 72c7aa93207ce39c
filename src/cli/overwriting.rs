//! Files that a command both reads and writes: what they hold would be lost.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::report::findings::REPORTS;
use crate::sources::folder::is_within;
use crate::sources::{files, gate};

/// Bytes at the start of a file in which a report identifies itself.
const HEAD: u64 = 4096;

/// The beginnings of the schemas of other files that a check writes.
const SCHEMAS: [&str; 2] = ["\"pincite.metrics/", "\"pincite.baseline/"];

/// A file that is written.
pub(super) struct Written<'w> {
    /// The option that names it.
    pub(super) option: &'static str,
    /// Its path.
    pub(super) path: &'w Path,
    /// The file that it may replace although that is read.
    pub(super) replaces: Option<&'w PathBuf>,
}

/// Fails if one of the files that `command` writes is among those that it reads, or is written twice.
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
    let Ok((file, _)) = gate::open(path, File::options().read(true)) else { return false };
    let mut head = Vec::new();
    if file.take(HEAD).read_to_end(&mut head).is_err() {
        return false;
    }
    let head = String::from_utf8_lossy(&head);
    let has_schema = || SCHEMAS.iter().any(|schema| head.contains(schema));
    head.is_empty()
        || REPORTS.iter().any(|report| (report.begins)(&head))
        || head.starts_with('{') && has_schema()
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
