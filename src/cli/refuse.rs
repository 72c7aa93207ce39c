//! Files that cannot be a response.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::error::{Error, Result};
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
