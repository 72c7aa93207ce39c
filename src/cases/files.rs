//! Inputs read from files: a response, and the requests and result lists that belong to it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cases::companions::{companion_of, of_answer};
use crate::cases::division::{batch_in_file, is_json_lines};
use crate::error::{Error, Result};
use crate::input::Input;
use crate::input::record::{MAX_BYTES, input_title};
use crate::model::Source;
use crate::sources::{Store, gate};
use crate::text::encoding::Foreign;

/// Reads a file, or standard input for `-`. JSON Lines, and a JSON list that is larger than the limit
/// on inputs, stay in the file.
pub fn read(name: &str) -> Result<Input> {
    read_within(name, MAX_BYTES)
}

/// Reads a file; a list of more than `limit` bytes stays in it.
fn read_within(name: &str, limit: u64) -> Result<Input> {
    let path = Path::new(name);
    if path.is_file()
        && let Some(batch) = batch_in_file(name, Store::file(path)?)
    {
        return Ok(batch);
    }
    match list_beyond(name, limit)? {
        Some(list) => Ok(list),
        None => read_from(name, reader(name)?),
    }
}

/// Reads the first `limit` bytes of a text, up to the end of a line.
pub fn read_start(name: &str, limit: u64) -> Result<Input> {
    let mut bytes = Vec::new();
    let failed = |error| Error::io("read", name, error);
    reader(name)?.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    bytes.truncate(end.map_or(bytes.len(), |at| at + 1));
    Input::unpacked(name, bytes)
}

/// Returns a JSON list in a file of more than `limit` bytes; it stays there.
fn list_beyond(name: &str, limit: u64) -> Result<Option<Input>> {
    let path = Path::new(name);
    let is_large = |file: std::fs::Metadata| file.is_file() && file.len() > limit;
    if name == "-" || !std::fs::metadata(path).is_ok_and(is_large) {
        return Ok(None);
    }
    Ok(Input::of_list(name, Store::file(path)?))
}

/// Reads an input called `name` from `reader`, unless it is a list that stays in its file.
pub fn read_from(name: &str, reader: impl Read) -> Result<Input> {
    if let Some(list) = list_beyond(name, MAX_BYTES)? {
        return Ok(list);
    }
    let bytes = bytes(name, reader)?.ok_or_else(|| {
        Input::too_large(name).hint("an uncompressed JSON Lines file or JSON list has no limit")
    })?;
    if let Some(encoding) = Foreign::of(&bytes).filter(|_| !Input::unpacks(&bytes)) {
        return Err(
            Error::new("read", input_title(name), encoding.description()).hint(encoding.advice())
        );
    }
    Input::unpacked_lines(name, bytes, is_json_lines)
}

/// Opens a file, or standard input for `-`.
pub fn reader(name: &str) -> Result<Box<dyn Read + Send>> {
    if name == "-" {
        return Ok(Box::new(io::stdin()));
    }
    if Path::new(name).is_dir() {
        return Err(Error::new("read", name, "it is a folder").hint("give a regular file"));
    }
    let file = gate::open_once(Path::new(name)).map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::NotFound => Some("check the path, or see `pincite -h` for examples"),
            io::ErrorKind::Other => Some(gate::NAME_A_FILE),
            _ => None,
        };
        let error = Error::io("read", name, error);
        match hint {
            Some(hint) => error.hint(hint),
            None => error,
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
    store.head(|head| {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        matches!(head.trim_ascii_start().first(), Some(b'{' | b'['))
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Cases;
    use crate::dialects::shared::markers::Families;

    /// Returns the id, text and number of citations of each case of a file.
    fn cases(path: &Path, limit: u64) -> Vec<(String, String, usize)> {
        let input = read_within(&path.to_string_lossy(), limit).unwrap();
        let cases = Cases::new(input, None, Families::default()).unwrap();
        let read = (0..cases.len()).map(|index| cases.read(index).unwrap());
        read.map(|case| (case.id, case.response.text, case.response.citations.len())).collect()
    }

    #[test]
    fn a_list_beyond_the_limit_gives_the_same_cases() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let folder = tempfile::tempdir().unwrap();
        let exports = ["chatgpt-export", "claude-export", "grok-export", "open-webui"];
        let mut compared = 0;
        for file in exports.iter().flat_map(|name| std::fs::read_dir(samples.join(name)).unwrap()) {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|it| it == "json") && begins_as_list(&path) {
                assert_eq!(cases(&path, 1), cases(&path, MAX_BYTES), "{}", path.display());
                compared += 1;
            }
        }
        assert!(compared > 2);
        let rows = folder.path().join("rows.json");
        let row = r#"{"question": "Q?", "answer": "It is so [1].", "contexts": ["It is so."]}"#;
        std::fs::write(&rows, format!("[{row},\n{row}]")).unwrap();
        let found = cases(&rows, 1);
        assert_eq!(found, cases(&rows, MAX_BYTES));
        assert_eq!((found.len(), found[1].2), (2, 1));
    }

    fn begins_as_list(path: &Path) -> bool {
        Store::file(path).is_ok_and(|store| Input::of_list("", store).is_some())
    }
}
