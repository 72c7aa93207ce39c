//! Unpacks what gzip packed, up to a limit.

use std::io::{BufRead as _, BufReader, Read as _};

use crate::input::json;
use crate::text::prose::count;

/// The maximum ratio of gzip's compression, by its format.
const MAX_RATIO: u64 = 1032;

/// The record that stands for lines that were too large or are lost.
pub const REST: &[u8] = b"{}\n";

/// Returns the whole lines of a gzip file up to `limit`, if the first is a JSON object, and a note
/// on the others.
pub fn first_lines(packed: &[u8], limit: u64) -> Option<(Vec<u8>, String)> {
    let decoder = || BufReader::new(flate2::read::MultiGzDecoder::new(packed).take(limit));
    // Counted first, without holding a long line.
    let (mut at, mut end, mut number) = (0, 0, 0_usize);
    let mut reader = decoder();
    while let Ok(part @ [_, ..]) = reader.fill_buf() {
        end = memchr::memrchr(b'\n', part).map_or(end, |last| at + last as u64 + 1);
        number += memchr::memchr_iter(b'\n', part).count();
        let length = part.len();
        at += length as u64;
        reader.consume(length);
    }
    let mut lines = Vec::new();
    decoder().take(end).read_to_end(&mut lines).ok()?;
    let first = lines.split(|byte| *byte == b'\n').next().and_then(|it| str::from_utf8(it).ok())?;
    let most = limit / (1024 * 1024);
    let note = format!(
        "unpacked from gzip up to {}; the rest is left out, because it is larger than {most} MiB",
        count(number, "line")
    );
    json::is_object(first.trim()).then_some((lines, note))
}

/// Bytes that may have been packed.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// The bytes themselves; of packed ones, those that could be read.
    pub bytes: Vec<u8>,
    /// The damage after that, in words.
    pub damage: Option<String>,
    /// The byte from which they only stand for what is lost.
    pub end: Option<usize>,
}

/// Unpacks bytes that gzip packed, and returns others unchanged. Fails with the packed bytes for more
/// than `limit`, of which nothing is kept. Not inlined, because the decoder's 28 KiB of stack
/// would be touched for every input.
#[inline(never)]
pub fn unpacked(bytes: Vec<u8>, limit: u64, notes: &mut Vec<String>) -> Result<Unpacked, Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Unpacked { bytes, ..Unpacked::default() });
    }
    let decoder = || flate2::read::MultiGzDecoder::new(bytes.as_slice()).take(limit + 1);
    // A ratio that is typical of a bomb is counted first, without holding the result.
    let may_be_large = bytes.len() as u64 > limit / MAX_RATIO;
    if may_be_large
        && std::io::copy(&mut decoder(), &mut std::io::sink()).is_ok_and(|len| len > limit)
    {
        return Err(bytes);
    }
    let mut out = Vec::new();
    let read = decoder().read_to_end(&mut out);
    if out.len() as u64 > limit {
        return Err(bytes);
    }
    let Err(error) = read else {
        notes.push("unpacked from gzip".to_owned());
        return Ok(Unpacked { bytes: out, ..Unpacked::default() });
    };
    let damage = format!("the gzip data is damaged: {error}");
    notes.push(format!("the gzip data is damaged after the shown part: {error}"));
    let end = end_with_loss(&mut out);
    Ok(Unpacked { bytes: out, damage: Some(damage), end })
}

/// Appends a record for what is lost of a batch, in the place of one that is cut. Returns its first
/// byte; `None` if the lines are no records.
fn end_with_loss(out: &mut Vec<u8>) -> Option<usize> {
    let is_record = |line: &[u8]| json::is_object(String::from_utf8_lossy(line).trim());
    // The lines before the damage may be wrong as well, the first one too.
    if !out.split(|byte| *byte == b'\n').any(is_record) {
        return None;
    }
    let last = memchr::memrchr(b'\n', out).map_or(0, |before| before + 1);
    if out.get(last..).is_some_and(is_record) {
        out.push(b'\n');
    } else {
        out.truncate(last);
    }
    let end = out.len();
    out.extend_from_slice(REST);
    Some(end)
}
