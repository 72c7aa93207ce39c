//! A copy of a source's text for another program to read.

use std::fs::Permissions;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tempfile::TempDir;

use crate::error::{Error, Result};

/// Writes `text` to a file that only the user can read, and nobody is meant to write: it goes when
/// the returned folder, in which it is called `name`, is dropped.
pub fn for_reading(name: &str, text: &str) -> Result<(TempDir, std::path::PathBuf)> {
    let failed = |error| Error::io("write", "a copy of the text", error);
    let folder = tempfile::Builder::new().prefix("pincite-").tempdir().map_err(failed)?;
    // The name comes from a file of the user's; what it is in front of the ending is kept for that.
    let name = Path::new(name).file_name().unwrap_or_else(|| "source".as_ref());
    let path = folder.path().join(name);
    let mut file = std::fs::File::create_new(&path).map_err(failed)?;
    file.set_permissions(Permissions::from_mode(0o400)).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    Ok((folder, path))
}
