//! `pincite strip`: a text without its citation markers.
//!
//! What is no marker is written as it came, byte for byte, UTF-8 or not; blanks before a marker
//! stay, as the guide's helper leaves them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::error::Result;
use crate::formats::markers::fields::{Reading, slice};
use crate::formats::markers::grammar::Marker;
use crate::formats::markers::plain::Plain;
use crate::formats::markers::scan::Sink;

use super::extract::{MarkerArgs, Output, scan_file};

/// Print a text without its citation markers
///
/// Sound markers are removed, wherever they stand; all other bytes are printed as they came.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite strip answer.md > clean.md
  model | pincite strip --malformed             also remove what is left of broken markers")]
pub(crate) struct Strip {
    /// The text to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    #[command(flatten)]
    markers: MarkerArgs,

    /// Also remove broken markers; of an unclosed one, only what reads like a marker
    #[arg(long)]
    malformed: bool,
}

impl Strip {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut blocks = self.markers.blocks();
        let mut rest = Rest { output: Output::new()?, malformed: self.malformed };
        scan_file(&mut blocks, &self.file, &mut rest)?;
        rest.output.flush()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes what stays.
struct Rest {
    output: Output,
    malformed: bool,
}

impl Sink for Rest {
    fn gap(&mut self, bytes: &[u8]) -> Result<()> {
        self.output.buffer().extend_from_slice(bytes);
        self.output.flush_if_full()
    }

    fn plain(&mut self, _: &Plain) -> Result<()> {
        Ok(())
    }

    fn marker(&mut self, block: &[u8], marker: &Marker, reading: &Reading) -> Result<()> {
        if reading.sound || self.malformed {
            return Ok(());
        }
        self.gap(slice(block, marker.span))
    }
}
