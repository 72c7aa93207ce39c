//! `pincite strip`: prints a text without its citation markers.
//!
//! Everything but markers is written unchanged, byte for byte, UTF-8 or not; blanks before a marker
//! stay, as the guide's helper leaves them.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::convert::{self, PLAIN, convert};
use crate::dialects::shared::markers::fields::{Reading, slice};
use crate::dialects::shared::markers::marker::Marker;
use crate::dialects::shared::markers::plain::Plain;
use crate::dialects::shared::markers::scan::Sink;
use crate::error::Result;
use crate::inspect::begin;
use crate::model::Case;
use crate::text::prose::count;

use super::console::print_message;
use super::destination::Destination;
use super::extract::{MarkerArgs, Output, each_case, report_uncited, scan_file};
use super::passed_text::{PassedText, SanitizeArg};

/// Print a text without its citation markers
///
/// Well-formed markers are removed; all other bytes are printed unchanged. What gzip packed is unpacked, and
/// UTF-16 with a byte order mark is printed as UTF-8.
///
/// For a JSON file in a known format, and with `--from`, the text of the answer is printed without
/// its citation marks; marks in code stay.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite strip answer.md > clean.md
  pincite strip --from any response.json   the text of an API response
  model | pincite strip --malformed        also remove broken markers")]
pub(crate) struct Strip {
    /// The text to read; `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,

    #[command(flatten)]
    markers: MarkerArgs,

    /// Also remove broken markers
    ///
    /// Of an unclosed marker, only the part that reads like a marker is removed.
    #[arg(long, help_heading = "Selection")]
    malformed: bool,

    #[command(flatten)]
    sanitize: SanitizeArg,
}

impl Strip {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if let Some(cases) = self.markers.cases(&self.file)? {
            let mut out = Destination::new(None, false, &PLAIN, self.sanitize)?;
            let several = cases.has(1);
            let strip = |mut case: Case| {
                if self.malformed {
                    case.response.citations.iter_mut().for_each(|citation| citation.problem = None);
                }
                let (id, is_uncited) = (case.id.clone(), case.response.citations.is_empty());
                Ok((
                    id,
                    is_uncited,
                    convert(&begin(case), &PLAIN, &convert::Options::default()).text,
                ))
            };
            let mut uncited = 0;
            let all = each_case(&cases, strip, |(id, is_uncited, text)| {
                uncited += usize::from(is_uncited);
                out.case(&id, &text, several)
            })?;
            out.finish()?;
            report_uncited(&cases.input().name, uncited);
            return Ok(ExitCode::from(if all { 0 } else { 2 }));
        }
        let mut blocks = self.markers.blocks();
        let passed = self.sanitize.to_output();
        let (output, malformed) = (Output::new()?, self.malformed);
        let mut rest = Remainder { output, passed, malformed, left_in: 0 };
        scan_file(&mut blocks, &self.file, false, &mut rest)?;
        rest.passed.finish(rest.output.buffer());
        rest.output.flush()?;
        if rest.left_in > 0 {
            let what = count(rest.left_in, "broken marker");
            print_message(&format!("{what} left in the text"), Some("`--malformed` removes them"));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the remaining text.
struct Remainder {
    output: Output,
    passed: PassedText,
    malformed: bool,
    /// The number of broken markers that stay.
    left_in: usize,
}

impl Sink for Remainder {
    fn gap(&mut self, bytes: &[u8]) -> Result<()> {
        self.passed.bytes(bytes, self.output.buffer());
        self.output.flush_if_full()
    }

    fn plain(&mut self, _: &Plain) -> Result<()> {
        Ok(())
    }

    fn marker(&mut self, block: &[u8], marker: &Marker, reading: &Reading) -> Result<()> {
        if reading.sound || self.malformed {
            return Ok(());
        }
        self.left_in += 1;
        self.gap(slice(block, marker.span))
    }
}
