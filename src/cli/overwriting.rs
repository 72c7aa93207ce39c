//! Files that a check both reads and writes: what they hold would be lost.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// A file that is written.
pub(super) struct Written<'w> {
    /// The option that names it.
    pub(super) option: &'static str,
    /// Its path.
    pub(super) path: &'w Path,
    /// The file that it may replace although that is read.
    pub(super) replaces: Option<&'w PathBuf>,
}

/// Fails if one of the files that are written is among those that are read, or is written twice.
pub(super) fn refuse<'r>(
    read: impl Iterator<Item = &'r Path>,
    written: &[Written<'_>],
) -> Result<()> {
    let read: Vec<&Path> = read.collect();
    for (at, one) in written.iter().enumerate() {
        let may_replace = |path: &Path| one.replaces.is_some_and(|own| is_same(own, path));
        let is_read = |path: &&&Path| is_same(path, one.path) && !may_replace(path);
        let why = if read.iter().any(|path| is_read(&path)) {
            "the check reads this file".to_owned()
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
