//! `pincite extract`: the citation markers of texts of any size, as JSON Lines.
//!
//! The guide's sound reading, streamed: neither the input nor the output is ever held whole, and
//! nothing heavier than the marker grammar is started.

mod lines;
mod number;
mod output;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::error::{Error, Result};
use crate::formats::markers::Options;
use crate::formats::markers::scan::{Blocks, Sink};
use crate::text::Unit;

use super::unit_parser;
use lines::Lines;
pub(super) use output::Output;

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
    #[arg(long, default_value = "code-points", value_parser = unit_parser())]
    unit: Unit,

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

impl Extract {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut lines = Lines::new(self.markers.families.clone(), self.unit, self.malformed)?;
        let mut blocks = self.markers.blocks();
        let mut files = self.files;
        if files.is_empty() {
            files.push(PathBuf::from("-"));
        }
        let several = files.len() > 1;
        for file in &files {
            lines.begin(several.then_some(file.as_path()));
            scan_file(&mut blocks, file, &mut lines)?;
        }
        let broken = lines.finish()?;
        Ok(if self.strict && broken { ExitCode::FAILURE } else { ExitCode::SUCCESS })
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
