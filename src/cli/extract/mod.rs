//! `pincite extract`: the citation markers of texts of any size, as JSON Lines.
//!
//! The guide's sound reading, streamed: neither the input nor the output is ever held whole, and
//! nothing heavier than the marker grammar is started.

mod json;

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use crate::error::{Error, Result};
use crate::formats::markers::Options;
use crate::formats::markers::fields::{Reading, slice};
use crate::formats::markers::grammar::Marker;
use crate::formats::markers::scan::{Blocks, Sink};

/// Print the citation markers of a text, one JSON object a line
///
/// Each object has the fields `raw`, `family`, `source_ids`, `locator` (or null), `start` and
/// `end`: 0-based, end exclusive. With more than one FILE, `file` stands before them. This is the
/// citation guide's own reading: sound markers only, wherever they stand; `pincite show` knows more.
///
/// Characters that could drive or deceive a terminal, the marker's own among them, are written as
/// JSON escapes: any JSON parser gives the text back unchanged. Bytes that are no UTF-8 are told
/// as U+FFFD.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite extract answer.md
  pincite extract --unit utf16 answer.md        offsets as JavaScript counts
  pincite extract --family cite --family filecite answer.md
  model | pincite extract --malformed --strict  also broken markers; exit status 1 if there are any")]
pub(crate) struct Extract {
    /// Texts to read; `-` is standard input, which is also read when none is named
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// What `start` and `end` count
    #[arg(long, value_enum, default_value_t)]
    unit: OffsetUnit,

    #[command(flatten)]
    markers: MarkerArgs,

    /// Also print broken markers, with a `problem` field, which doubtful locators get as well
    #[arg(long)]
    malformed: bool,

    /// Exit with status 1 if any marker is broken or has a doubtful locator
    #[arg(long)]
    strict: bool,
}

/// What `extract` and `strip` take for a marker.
#[derive(Debug, Args)]
pub(super) struct MarkerArgs {
    /// A family of markers that are citations; may be given several times
    #[arg(long = "family", value_name = "NAME", default_value = "cite")]
    families: Vec<String>,

    /// Also read markers written as six-character escapes, such as `\ue200`
    #[arg(long)]
    escaped: bool,
}

impl MarkerArgs {
    pub(super) fn blocks(self) -> Blocks {
        Blocks::new(Options { families: self.families, escapes: self.escaped }.grammar())
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum OffsetUnit {
    /// Unicode code points, as Python counts
    #[default]
    CodePoints,
    /// UTF-16 code units, as JavaScript counts
    Utf16,
    /// Bytes of UTF-8
    Bytes,
}

impl Extract {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut blocks = self.markers.blocks();
        let mut files = self.files;
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        let mut lines = Lines {
            output: Output::new(),
            unit: self.unit,
            malformed: self.malformed,
            position: 0,
            file: Vec::new(),
            template: Template::default(),
            broken: false,
        };
        let several = files.len() > 1;
        for file in &files {
            lines.begin(several.then_some(file));
            scan_file(&mut blocks, file, &mut lines)?;
        }
        lines.output.flush()?;
        Ok(if self.strict && lines.broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// Scans one file, or standard input for `-`.
pub(super) fn scan_file(blocks: &mut Blocks, file: &Path, sink: &mut impl Sink) -> Result<()> {
    if file.as_os_str() == "-" {
        return blocks.scan(&mut io::stdin().lock(), "standard input", sink);
    }
    let name = file.display().to_string();
    let mut input = File::open(file).map_err(|error| {
        let error = Error::io("read", &name, error);
        error.hint("name a text file, or `-` for standard input")
    })?;
    blocks.scan(&mut input, &name, sink)
}

/// Standard output behind one fixed buffer.
pub(super) struct Output {
    buffer: Vec<u8>,
}

impl Output {
    const FULL: usize = 64 * 1024;

    pub(super) fn new() -> Self {
        Self { buffer: Vec::with_capacity(Self::FULL * 2) }
    }

    /// Where to append; followed by [`Output::flush_if_full`].
    pub(super) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    pub(super) fn flush_if_full(&mut self) -> Result<()> {
        if self.buffer.len() < Self::FULL { Ok(()) } else { self.write() }
    }

    pub(super) fn flush(&mut self) -> Result<()> {
        self.write()?;
        io::stdout().lock().flush().map_err(cannot_write)
    }

    fn write(&mut self) -> Result<()> {
        let written = io::stdout().lock().write_all(&self.buffer);
        self.buffer.clear();
        written.map_err(cannot_write)
    }
}

fn cannot_write(error: io::Error) -> Error {
    Error::io("write", "standard output", error)
}

/// Writes a line for each marker and counts what lies between.
struct Lines {
    output: Output,
    unit: OffsetUnit,
    malformed: bool,
    /// Offset in the file at hand, in the unit asked for.
    position: u64,
    /// The field `file` with its comma, where there is one.
    file: Vec<u8>,
    template: Template,
    broken: bool,
}

/// What the lines of markers of one family have in common.
#[derive(Default)]
struct Template {
    family: Vec<u8>,
    /// Up to the family inside `raw`.
    opening: Vec<u8>,
    /// From behind `raw` to the first source id.
    middle: Vec<u8>,
}

impl Template {
    fn new(file: &[u8], family: &[u8]) -> Self {
        let mut opening = [b"{", file, b"\"raw\":\"\\ue200"].concat();
        json::push_text(&mut opening, family);
        let mut middle = b",\"family\":".to_vec();
        json::push_string(&mut middle, family);
        middle.extend_from_slice(b",\"source_ids\":[");
        Self { family: family.to_vec(), opening, middle }
    }
}

impl Lines {
    fn begin(&mut self, file: Option<&PathBuf>) {
        self.position = 0;
        self.file.clear();
        if let Some(file) = file {
            self.file.extend_from_slice(b"\"file\":");
            json::push_string(&mut self.file, file.as_os_str().as_encoded_bytes());
            self.file.push(b',');
        }
        self.template = Template::new(&self.file, b"");
    }
}

impl Sink for Lines {
    fn gap(&mut self, bytes: &[u8]) -> Result<()> {
        self.position += count(bytes, self.unit);
        Ok(())
    }

    fn marker(&mut self, block: &[u8], marker: &Marker, reading: &Reading) -> Result<()> {
        let raw = slice(block, marker.span);
        let start = self.position;
        self.position += match self.unit {
            // A mark is one unit of three bytes, and there is one more of them than of fields.
            OffsetUnit::CodePoints | OffsetUnit::Utf16 if reading.plain => {
                (raw.len() - 2 * (marker.fields.len() + 1)) as u64
            }
            _ => count(raw, self.unit),
        };
        self.broken |= reading.problem.is_some();
        if !reading.sound && !self.malformed {
            return Ok(());
        }
        let family = slice(block, marker.head());
        if self.template.family != family {
            self.template = Template::new(&self.file, family);
        }
        let line = self.output.buffer();
        if reading.plain {
            // Its family stands in the template, and nothing behind it needs to be escaped.
            line.extend_from_slice(&self.template.opening);
            for field in marker.fields.iter().skip(1) {
                line.extend_from_slice(b"\\ue202");
                line.extend_from_slice(slice(block, *field));
            }
            line.extend_from_slice(b"\\ue201\"");
        } else {
            line.push(b'{');
            line.extend_from_slice(&self.file);
            line.extend_from_slice(b"\"raw\":");
            json::push_string(line, raw);
        }
        line.extend_from_slice(&self.template.middle);
        for (index, id) in reading.ids.iter().enumerate() {
            line.extend_from_slice(if index == 0 { b"\"" } else { b",\"" });
            // Ids are letters, digits, `_` and `-`: nothing to escape.
            line.extend_from_slice(slice(block, *id));
            line.push(b'"');
        }
        line.extend_from_slice(b"],\"locator\":");
        match reading.locator {
            Some(locator) => {
                line.push(b'"');
                line.extend_from_slice(slice(block, locator));
                line.push(b'"');
            }
            None => line.extend_from_slice(b"null"),
        }
        line.extend_from_slice(b",\"start\":");
        json::push_number(line, start);
        line.extend_from_slice(b",\"end\":");
        json::push_number(line, self.position);
        if let Some(problem) = reading.problem.filter(|_| self.malformed) {
            line.extend_from_slice(b",\"problem\":");
            json::push_string(line, problem.name().as_bytes());
        }
        line.extend_from_slice(b"}\n");
        self.output.flush_if_full()
    }
}

/// How many units `bytes` hold. Bytes that continue no character count for nothing.
fn count(bytes: &[u8], unit: OffsetUnit) -> u64 {
    let begins_character = |byte: u8| u8::from(byte & 0xC0 != 0x80);
    match unit {
        OffsetUnit::Bytes => bytes.len() as u64,
        OffsetUnit::CodePoints => sum(bytes, begins_character),
        OffsetUnit::Utf16 => {
            sum(bytes, begins_character) + sum(bytes, |byte| u8::from(byte >= 0xF0))
        }
    }
}

/// The sum of the ones, in parts that fit a byte, so that a vector register sums sixteen at once.
#[inline]
fn sum(bytes: &[u8], one: impl Fn(u8) -> u8) -> u64 {
    let part = |part: &[u8]| u64::from(part.iter().map(|byte| one(*byte)).sum::<u8>());
    bytes.chunks(255).map(part).sum()
}

#[cfg(test)]
mod tests {
    use super::{OffsetUnit, count};

    #[test]
    fn units_are_counted_over_long_texts() {
        let text = "aé漢😀".repeat(500);
        assert_eq!(count(text.as_bytes(), OffsetUnit::Bytes), 5000);
        assert_eq!(count(text.as_bytes(), OffsetUnit::CodePoints), 2000);
        assert_eq!(count(text.as_bytes(), OffsetUnit::Utf16), 2500);
    }
}
