//! `pincite formats`: what can be read, printed from the tables that read it.

use std::process::ExitCode;

use clap::Args;

use super::print;
use crate::error::Result;
use crate::formats::FORMATS;
use crate::sources::PRESENTATIONS;

/// List what can be read: formats of responses and presentations of sources
#[derive(Debug, Args)]
pub(crate) struct Formats {}

impl Formats {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self {} = self;
        print(|out| {
            writeln!(out, "Responses, in the order in which they are recognised:")?;
            for format in FORMATS {
                writeln!(out, "\n  {}  {}", format.name, format.title)?;
                writeln!(out, "      recognised by: {}", format.recognised_by)?;
                writeln!(out, "      sources: {}", format.sources_from)?;
                writeln!(out, "      offsets: {}", format.units)?;
            }
            writeln!(out, "\nSources, alone or several in one text:")?;
            for presentation in PRESENTATIONS {
                writeln!(out, "\n  {}  {}", presentation.name, presentation.title)?;
                for line in presentation.example.lines() {
                    writeln!(out, "{}", format!("      {line}").trim_end())?;
                }
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
