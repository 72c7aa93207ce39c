//! One line of a journal: an entry as a JSON object whose last member is its checksum.
//!
//! `{"id":…,"event":…,"crc":"8 hex digits"}`, where the digits are the CRC-32 (IEEE 802.3, as in
//! zip and PNG) of the bytes of the line before `,"crc"`, in lower case.

use std::fmt;

use super::super::Entry;
use crate::error::Why;
use crate::text::safe::json_safe;

/// Maximum length of a line with its end, 4 MiB; longer ones are neither written nor read.
pub(super) const MAX_LENGTH: usize = 4 * 1024 * 1024;

/// Start of a line up to the id, and the text after it.
const ID: &str = "{\"id\":\"";
const AT: &str = "\",\"at\":\"";

/// A line that gave no entry. The file keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// Its number, from 1.
    pub line: u64,
    /// Its fault.
    pub reason: Reason,
}

/// The fault of a line. It may quote the line: print it through
/// [`crate::text::SafeText`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It has NUL bytes, which a crash can leave in place of data.
    Zeros,
    /// It does not end in a checksum: it was cut off, or it never was an entry.
    Incomplete,
    /// The checksum is not that of the line.
    Changed,
    /// It is longer than 4 MiB.
    TooLong,
    /// It is whole, but means nothing to this version, for the reason given.
    Unknown(String),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zeros => f.write_str("contains NUL bytes, probably from a crash"),
            Self::Incomplete => f.write_str("truncated, or not an entry: no checksum at its end"),
            Self::Changed => f.write_str("changed: the checksum does not match"),
            Self::TooLong => f.write_str("longer than 4 MiB"),
            Self::Unknown(why) => write!(f, "not known to this version: {why}"),
        }
    }
}

/// Returns the line of an entry with its LF. What a terminal might act on is written as `\u`
/// escapes.
///
/// Fails when it would be longer than a line may be.
pub(super) fn write(entry: &Entry) -> Result<String, Why> {
    let json = serde_json::to_string(entry).map_err(Why::of)?;
    let body = json.strip_suffix('}').unwrap_or(&json);
    let mut line = json_safe(body).into_owned();
    line.push_str(&checksum(line.as_bytes()));
    line.push('\n');
    if line.len() > MAX_LENGTH {
        return Err(format!("the entry has {} bytes; the maximum is 4 MiB", line.len()).into());
    }
    Ok(line)
}

/// Returns the entry of a line without its LF. Ignores the CR of a copy with CRLF line ends.
pub(super) fn read(line: &[u8]) -> Result<Entry, Reason> {
    if line.contains(&0) {
        return Err(Reason::Zeros);
    }
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let end = line.len().checked_sub(checksum(b"").len());
    let parts = end.and_then(|end| line.split_at_checked(end));
    let (body, stated) = parts.ok_or(Reason::Incomplete)?;
    if !stated.starts_with(b",\"crc\":\"") || !stated.ends_with(b"\"}") {
        return Err(Reason::Incomplete);
    }
    if stated != checksum(body).as_bytes() {
        return Err(Reason::Changed);
    }
    serde_json::from_slice(line).map_err(|error| Reason::Unknown(error.to_string()))
}

/// True if a file without a valid line can be the remains of a journal after a crash: nothing, NUL
/// bytes, or the beginning of a line as [`write()`] makes it.
pub(super) fn may_be_ours(beginning: &[u8]) -> bool {
    let mut lines = beginning.split(|byte| matches!(byte, 0 | b'\n'));
    let Some(line) = lines.find(|line| !line.is_empty()) else { return true };
    // Ids of other programs (`resp_…`, `chatcmpl-…`) are not hexadecimal numbers.
    let line: String = line.iter().map(|byte| char::from(*byte)).collect();
    let after = line
        .strip_prefix(ID)
        .map(|id| id.trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == '-'));
    match after {
        Some(after) => after.starts_with(AT) || AT.starts_with(after),
        None => ID.starts_with(&line),
    }
}

/// True if a line begins as [`write()`] makes it.
pub(super) fn is_begun(line: &[u8]) -> bool {
    let id = line.strip_prefix(ID.as_bytes());
    let digits = |id: &[u8]| id.iter().position(|byte| !byte.is_ascii_hexdigit() && *byte != b'-');
    id.and_then(|id| id.get(digits(id)?..)).is_some_and(|after| after.starts_with(AT.as_bytes()))
}

/// Returns the last member and the end of the object.
fn checksum(body: &[u8]) -> String {
    format!(",\"crc\":\"{:08x}\"}}", crc32fast::hash(body))
}
