//! A copy of a text for another program to read, or to change.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::gate;
use crate::error::{Error, Result};

/// Maximum number of bytes read of a file that was meant to be written.
const MAX_WRITTEN_LENGTH: u64 = 1024 * 1024;

/// Writes `text` to a read-only file `name` that only the user can read; it is deleted when the
/// returned folder is dropped.
pub fn for_reading(name: &str, text: &str) -> Result<(TempDir, PathBuf)> {
    copy(name, text, 0o400)
}

/// Writes `text` to a file that is meant to be changed.
pub fn for_writing(name: &str, text: &str) -> Result<(TempDir, PathBuf)> {
    copy(name, text, 0o600)
}

/// Reads a file that was meant to be written; bytes that are not UTF-8 are replaced.
///
/// Fails when it is longer than 1 MiB.
pub fn written(path: &Path) -> Result<String> {
    let bytes = gate::read(path, MAX_WRITTEN_LENGTH)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn copy(name: &str, text: &str, mode: u32) -> Result<(TempDir, PathBuf)> {
    let failed = |error| Error::io("write", "a copy of the text", error);
    let folder = tempfile::Builder::new().prefix("pincite-").tempdir().map_err(failed)?;
    // The name comes from an untrusted file; the part before the extension is kept.
    let name = Path::new(name).file_name().unwrap_or_else(|| "source".as_ref());
    let path = folder.path().join(name);
    let mut file = std::fs::File::create_new(&path).map_err(failed)?;
    file.set_permissions(Permissions::from_mode(mode)).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok((folder, path))
}
