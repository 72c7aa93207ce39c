//! What is read: the input as it came, and the records it is divided into.

use std::cell::OnceCell;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::container::Payload;
use super::json::{self, Fault, Parsed};
use crate::error::Error;
use crate::text::prose::count;

/// The largest input that is read, in bytes: 256 MiB. It is held in memory; sources are not.
pub const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// An input in memory.
#[derive(Debug, Clone)]
pub struct Input {
    /// As the user named it; `-` for standard input.
    pub name: String,
    /// Its text, without a byte order mark.
    pub text: Arc<str>,
    /// What had to be replaced to read it as text.
    pub notes: Vec<String>,
}

impl Input {
    /// Takes bytes as text: a byte order mark is dropped, bytes that are no UTF-8 become U+FFFD.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let mut notes = Vec::new();
        let bytes = unpacked(bytes, &mut notes);
        let text = match from_utf16(&bytes, &mut notes).map_or_else(|| String::from_utf8(bytes), Ok)
        {
            Ok(text) => text,
            Err(error) => {
                let chunks = error.as_bytes().utf8_chunks();
                let bad = chunks.filter(|chunk| !chunk.invalid().is_empty()).count();
                notes.push(format!("{} no UTF-8 and shown as U+FFFD", are(bad, "byte sequence")));
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Self { name: name.into(), text: Arc::from(text), notes }
    }

    /// Whether bytes that are no text can be made one: gzip, and UTF-16 with its mark.
    pub fn unpacks(bytes: &[u8]) -> bool {
        [[0x1f, 0x8b], [0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark))
    }

    /// The refusal of an input of more than [`MOST_BYTES`].
    pub fn too_large(name: &str) -> Error {
        let most = MOST_BYTES / (1024 * 1024);
        Error::new("read", input_title(name), format!("it is larger than {most} MiB"))
            .hint("split it: JSON Lines can be cut at any line")
    }

    /// The name for messages: `standard input` for `-`.
    pub fn title(&self) -> &str {
        input_title(&self.name)
    }

    /// The file's name without folders.
    pub fn file_name(&self) -> String {
        let path = Path::new(self.title());
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Whether the name ends in one of `extensions` (lower case, without dot).
    pub fn has_extension(&self, extensions: &[&str]) -> bool {
        let extension = Path::new(&self.name).extension();
        extension.is_some_and(|own| extensions.iter().any(|ext| own.eq_ignore_ascii_case(ext)))
    }
}

/// Bytes that gzip packed, unpacked; others as they are.
fn unpacked(bytes: Vec<u8>, notes: &mut Vec<String>) -> Vec<u8> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut out = Vec::new();
    let mut decoder = flate2::read::MultiGzDecoder::new(bytes.as_slice()).take(MOST_BYTES);
    match decoder.read_to_end(&mut out) {
        Ok(_) if out.len() as u64 == MOST_BYTES => {
            notes.push("the unpacked gzip data was cut at 256 MiB".to_owned());
        }
        Ok(_) => notes.push("unpacked from gzip".to_owned()),
        Err(error) => notes.push(format!("the gzip data is damaged behind what is shown: {error}")),
    }
    out
}

/// The text of UTF-16 with a byte order mark.
fn from_utf16(bytes: &[u8], notes: &mut Vec<String>) -> Option<String> {
    let (rest, name, from): (_, _, fn([u8; 2]) -> u16) = match bytes {
        [0xff, 0xfe, rest @ ..] => (rest, "UTF-16LE", u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => (rest, "UTF-16BE", u16::from_be_bytes),
        _ => return None,
    };
    let units = rest.chunks(2).map(|pair| match *pair {
        [first, second] => from([first, second]),
        _ => 0xfffd,
    });
    notes.push(format!("read as {name}"));
    Some(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

/// `standard input` for `-`, else the name.
pub fn input_title(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

fn are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "is" } else { "are" })
}

/// One case's worth of an input.
#[derive(Debug)]
pub struct Record<'i> {
    /// The input it is part of.
    pub input: &'i Input,
    /// Its text.
    pub text: &'i str,
    /// The line it is, from 1, when the input is JSON Lines; `None` when it is the whole input.
    pub line: Option<u64>,
    /// Which response of the text it is, when that holds several; see [`super::Item`].
    pub item: usize,
    json: OnceCell<Result<Parsed, Fault>>,
    payload: OnceCell<Option<Payload>>,
}

impl<'i> Record<'i> {
    /// A record; its JSON is parsed when it is first asked for.
    pub fn new(input: &'i Input, text: &'i str, line: Option<u64>) -> Self {
        Self { input, text, line, item: 0, json: OnceCell::new(), payload: OnceCell::new() }
    }

    /// The same text as the record of another of its responses.
    #[must_use]
    pub fn at(mut self, item: usize) -> Self {
        self.item = item;
        self
    }

    /// The record as JSON, or what is wrong with it.
    pub fn parsed(&self) -> Result<&Parsed, &Fault> {
        self.json.get_or_init(|| json::parse(self.text)).as_ref()
    }

    /// The record as a JSON value; `None` when it is none.
    pub fn json(&self) -> Option<&Value> {
        self.parsed().ok().map(|parsed| &parsed.value)
    }

    /// The record unwrapped; `None` when there is no JSON in it.
    pub fn payload(&self) -> Option<&Payload> {
        self.payload.get_or_init(|| Payload::new(self.text)).as_ref()
    }

    /// What to note about its JSON, as far as it was parsed by now: keys that an object has twice.
    pub fn repeated_keys(&self) -> Option<String> {
        let payload = self.payload.get().and_then(Option::as_ref);
        let parsed = || self.json.get().and_then(|parsed| parsed.as_ref().ok());
        payload.map(|it| &it.repeated).or_else(|| parsed().map(|it| &it.repeated))?.told()
    }

    /// Whether it sets out to be JSON.
    pub fn looks_like_json(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
    }

    /// An error about this record as a whole.
    pub fn error(&self, why: impl Into<String>) -> Error {
        let error = Error::new("read", self.input.title(), why);
        match self.line {
            Some(line) => error.at(format!("line {line}")),
            None => error,
        }
    }

    /// An error about this record's JSON.
    pub fn json_error(&self, fault: &Fault) -> Error {
        let line = fault.line + self.line.map_or(0, |line| line - 1);
        Error::new("read", self.input.title(), fault.why.clone())
            .at(format!("line {line} column {}", fault.column))
    }
}
