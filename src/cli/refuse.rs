//! Files that cannot be a response.

use std::fs::File;
use std::io::Read as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;

use crate::error::{Error, ErrorKind, Result};
use crate::sources::documents::{self, DocumentKind};
use crate::sources::gate;

/// Fails for a document such as a PDF: it can be a source but not a response.
pub(super) fn refuse_document(name: &str) -> Result<()> {
    let path = Path::new(name);
    // A special file can be read only once.
    if !path.is_file() {
        return Ok(());
    }
    let mut head = Vec::new();
    let read = gate::open(path, File::options().read(true))
        .and_then(|(file, _)| file.take(documents::HEAD_BYTES as u64).read_to_end(&mut head));
    read.map_err(|error| Error::io("read", name, error))?;
    match DocumentKind::of(&head, Some(path)).filter(|kind| kind.name != "html") {
        Some(kind) => {
            let why = format!("this {} is a source; a response is missing", kind.noun());
            Err(Error::new("open", name, why)
                .hint(format!("pass the response first: pincite RESPONSE {name}")))
        }
        None => Ok(()),
    }
}

/// Adds to the error about a folder without a response that one seems to come by standard input.
pub(super) fn with_hint_at_pipe(error: Error, folder: &str) -> Error {
    let is_piped = || std::fs::metadata("/dev/stdin").is_ok_and(|it| it.file_type().is_fifo());
    if error.kind() != ErrorKind::Unrecognized || !is_piped() {
        return error;
    }
    error.hint(format!("to read the response from standard input, put `-` before {folder}"))
}
