//! A zip archive in memory. Its entries are found by name and never written to disk, and their
//! unpacked size is limited, for each one and in total.

use crate::error::Why;
use crate::text::address::decoded;
use std::io::{Cursor, Read as _};

use zip::ZipArchive;
use zip::result::ZipError;

/// Maximum number of entries.
const MAX_ENTRIES: usize = 20_000;

/// Maximum size of one unpacked entry: 64 MiB.
const MAX_OF_ENTRY: u64 = 64 * 1024 * 1024;

/// Maximum size of all unpacked entries together: 192 MiB.
const MAX_BYTES: u64 = 192 * 1024 * 1024;

/// Beginning of files that Office encrypts, and of its old formats.
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// An archive that is being read.
#[derive(Debug)]
pub(super) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    left: u64,
}

impl<'b> Archive<'b> {
    /// Reads the table of contents. Fails with the end of a sentence.
    pub(super) fn new(bytes: &'b [u8]) -> Result<Self, Why> {
        if bytes.starts_with(COMPOUND) {
            return Err("it is encrypted, or of an older format than its name says".into());
        }
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| format!("its archive cannot be read: {error}"))?;
        if zip.len() > MAX_ENTRIES {
            return Err(format!("its archive has more than {MAX_ENTRIES} entries").into());
        }
        Ok(Self { zip, left: MAX_BYTES })
    }

    /// Unpacks the entry `name`; `None` if there is none. Fails with the end of a sentence.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, Why> {
        let entry = match self.zip.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(format!("its `{name}` cannot be unpacked: {error}").into()),
        };
        let most = MAX_OF_ENTRY.min(self.left);
        let mut bytes = Vec::new();
        entry
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("its `{name}` cannot be unpacked: {error}"))?;
        let length = bytes.len() as u64;
        if length > most {
            let most = most / (1024 * 1024);
            return Err(format!("its `{name}` unpacks to more than {most} MiB").into());
        }
        self.left -= length;
        Ok(Some(bytes))
    }

    /// As [`Archive::read`], for an entry that has to be there.
    pub(super) fn need(&mut self, name: &str) -> Result<Vec<u8>, Why> {
        self.read(name)?.ok_or_else(|| format!("its archive has no `{name}`").into())
    }
}

/// Returns the entry that `link` means in the entry `from`: percent escapes and `..` resolved,
/// without fragment.
pub(super) fn resolved(from: &str, link: &str) -> String {
    let link = link.split(['#', '?']).next().unwrap_or_default();
    let link = decoded(link);
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let start = if link.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = Vec::new();
    for part in start.split('/').chain(link.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
