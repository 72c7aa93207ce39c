//! Writing a file in one step: whoever reads it sees what it was or what it becomes.

use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

/// Puts `contents` in the place of the file at `path`, or makes it.
///
/// If `path` is a link, its target is replaced. The file keeps its permissions, and its owner
/// where we may give it; fails where we may not write it, though its folder would let us.
pub(super) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = match File::options().write(true).open(&path) {
        Ok(file) => Some(file.metadata()?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    file.write_all(contents)?;
    if let Some(before) = before {
        // Only root may give files away; what belongs to us now is no less ours to write.
        drop(std::os::unix::fs::fchown(file.as_file(), Some(before.uid()), Some(before.gid())));
        file.as_file().set_permissions(before.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(())
}
