//! Inputs read from files: a response, and the requests and result lists that belong to it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::cases::companions::{companion_of, of_answer};
use crate::cases::division::batch_in_file;
use crate::error::{Error, ErrorKind, Result};
use crate::input::Input;
use crate::input::record::{MAX_BYTES, input_title};
use crate::model::Source;
use crate::sources::Store;
use crate::text::encoding::Foreign;

/// Reads a file, or standard input for `-`, up to the limit on inputs.
pub fn read(name: &str) -> Result<Input> {
    if Path::new(name).is_file()
        && let Some(batch) = batch_in_file(name, Store::file(Path::new(name))?)
    {
        return Ok(batch);
    }
    read_from(name, reader(name)?)
}

/// Reads an input called `name` from `reader`.
pub fn read_from(name: &str, reader: impl Read) -> Result<Input> {
    let bytes = bytes(name, reader)?.ok_or_else(|| {
        Input::too_large(name).hint("an uncompressed JSON Lines file has no limit")
    })?;
    if let Some(encoding) = Foreign::of(&bytes).filter(|_| !Input::unpacks(&bytes)) {
        return Err(Error::new("read", input_title(name), encoding.what()).hint(encoding.advice()));
    }
    Input::unpacked(name, bytes)
}

/// Opens a file, or standard input for `-`.
pub fn reader(name: &str) -> Result<Box<dyn Read + Send>> {
    if name == "-" {
        return Ok(Box::new(std::io::stdin()));
    }
    if Path::new(name).is_dir() {
        return Err(Error::new("read", name, "it is a folder").hint("give a regular file"));
    }
    let file = File::open(name).map_err(|error| {
        let error = Error::io("read", name, error);
        if error.kind() == ErrorKind::NotFound {
            error.hint("check the path, or see `pincite -h` for examples")
        } else {
            error
        }
    })?;
    Ok(Box::new(file))
}

/// Reads to the end; returns `None` for more than the limit on inputs.
pub fn bytes(name: &str, reader: impl Read) -> Result<Option<Vec<u8>>> {
    // Most responses fit, so that one read is enough.
    let mut bytes = Vec::with_capacity(16 * 1024);
    let failed = |error| Error::io("read", input_title(name), error);
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok((bytes.len() as u64 <= MAX_BYTES).then_some(bytes))
}

/// True if the first non-blank character of a file begins JSON.
pub fn begins_as_json(path: &Path) -> bool {
    let Ok(store) = Store::file(path) else { return false };
    store.head(|head| matches!(head.trim_ascii_start().first(), Some(b'{' | b'[')))
}

/// Returns the sources in those of `files` that are requests or result lists, and takes these out.
pub fn take_companions(files: &mut Vec<PathBuf>) -> Result<Vec<Source>> {
    let mut companions = Vec::new();
    let mut others = Vec::new();
    for path in files.drain(..) {
        let input = looks_like_payload(&path).then(|| read(&path.to_string_lossy())).transpose()?;
        let sources = input.as_ref().and_then(|it| companion_of(it).or_else(|| of_answer(it)));
        match sources {
            Some(sources) => companions.extend(sources),
            None => others.push(path),
        }
    }
    *files = others;
    Ok(companions)
}

/// True if a file's name suggests a payload rather than a document.
pub fn looks_like_payload(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["json", "jsonl", "ndjson", "sse", "har", "gz", "bib"]
        .iter()
        .any(|e| extension.eq_ignore_ascii_case(e))
}
