//! Regular files, and nothing else, opened for reading.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use crate::error::{Error, Result};

/// Opens a regular file for reading, and nothing else: a pipe or device is neither waited for nor
/// touched.
///
/// It is looked at before opening, because opening a device can already do something, and once
/// more when open, because the name may have been given to something else in between.
pub fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    let name = || path.display().to_string();
    let failed = |error: io::Error| {
        let missing = error.kind() == io::ErrorKind::NotFound;
        let error = Error::io("read", name(), error);
        if missing { error.hint("check the path; a source is a file or a folder") } else { error }
    };
    let refuse = |metadata: &Metadata| {
        if metadata.is_dir() {
            return Error::new("read", name(), "it is a folder").hint("give a regular file");
        }
        Error::new("read", name(), "it is a pipe, device or socket")
            .hint("give a regular file; a pipe is read from standard input, as `-`")
    };
    let before = fs::metadata(path).map_err(failed)?;
    if !before.is_file() {
        return Err(refuse(&before));
    }
    let flags = (rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits();
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(flags.cast_signed())
        .open(path)
        .map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(refuse(&metadata));
    }
    Ok((file, metadata))
}
