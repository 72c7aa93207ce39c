//! The gate for files that are read: regular files only, up to a limit.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

use crate::error::{self, Error, Result};

const MIB: u64 = 1024 * 1024;

/// The reason for refusing anything that is neither a file nor a folder.
pub const SPECIAL: &str = "it is a pipe, device or socket";

/// The advice for anything that is neither a file nor a folder.
pub const NAME_A_FILE: &str = "give a regular file; a pipe is read from standard input, as `-`";

/// Opens a regular file, and nothing else: a pipe or device is neither waited for nor touched.
///
/// The type is checked before opening, because opening a device can already have an effect, and
/// again afterwards, because the name may refer to something else by then.
pub fn open(path: &Path, options: &OpenOptions) -> io::Result<(File, Metadata)> {
    match fs::metadata(path) {
        Ok(metadata) => refuse(&metadata)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let file = options.clone().custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    refuse(&metadata)?;
    Ok((file, metadata))
}

fn refuse(metadata: &Metadata) -> io::Result<()> {
    match metadata {
        it if it.is_file() => Ok(()),
        it if it.is_dir() => Err(ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other(SPECIAL)),
    }
}

/// The folders of the descriptors that the program was started with.
const OWN_DESCRIPTORS: [&str; 2] = ["/dev/fd", "/proc/self/fd"];

/// Opens a file that is read once from its beginning: a regular one, or a descriptor that the user's
/// shell opened for the program, as `<(…)` and `/dev/stdin` do. A descriptor is recognised by its
/// path as given, so that no file of the data can lead to one.
pub fn open_once(path: &Path) -> io::Result<File> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let is_own = |folder: &str| is_number && path.parent() == Some(Path::new(folder));
    let is_descriptor = path == Path::new("/dev/stdin") || OWN_DESCRIPTORS.into_iter().any(is_own);
    if is_descriptor && !fs::metadata(path)?.is_dir() {
        return File::open(path);
    }
    open(path, OpenOptions::new().read(true)).map(|(file, _)| file)
}

/// Opens a source to read it.
pub fn open_regular(path: &Path) -> Result<(File, Metadata)> {
    open(path, OpenOptions::new().read(true)).map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::NotFound => Some("check the path; a source is a file or a folder"),
            ErrorKind::IsADirectory => Some("give a regular file"),
            ErrorKind::Other => Some(NAME_A_FILE),
            _ => None,
        };
        let error = Error::io("read", path.display().to_string(), error);
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })
}

/// Reads a regular file of up to `limit` bytes.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let failed = |error| Error::io("read", path.display().to_string(), error);
    let too_large = || {
        let why = format!("it is larger than {} MiB", limit.div_ceil(MIB));
        let error = Error::new("read", path.display().to_string(), why);
        Err(error.of_kind(error::ErrorKind::TooLarge))
    };
    let (file, metadata) = open(path, OpenOptions::new().read(true)).map_err(failed)?;
    if metadata.len() > limit {
        return too_large();
    }
    let mut bytes = Vec::new();
    // It may grow meanwhile, or hold more than its length says, as files in `/proc` do.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit { too_large() } else { Ok(bytes) }
}

/// Reads a regular file of up to `limit` bytes that has to be UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new("read", path.display().to_string(), "it is not valid UTF-8")
            .at(format!("byte {at}"))
            .hint("save it as UTF-8")
    })
}
