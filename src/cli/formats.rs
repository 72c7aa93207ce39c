//! `pincite formats`: what can be read, printed from the tables that read it.

use std::process::ExitCode;

use clap::Args;

use super::print;
use crate::cases::lists::LISTS;
use crate::dialects::DIALECTS;
use crate::error::Result;
use crate::sources::PRESENTATIONS;
use crate::sources::documents::KINDS;

/// List what can be read: formats of responses, presentations and kinds of sources
#[derive(Debug, Args)]
pub(crate) struct Formats {}

impl Formats {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self {} = self;
        print(|out| {
            writeln!(out, "Responses, in the order in which they are recognised:")?;
            for format in DIALECTS {
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
            writeln!(
                out,
                "\nLists of sources beside a response, which takes those that it names:"
            )?;
            for list in LISTS {
                writeln!(out, "\n  {}  {}", list.name, list.title)?;
                writeln!(out, "      recognised by: {}", list.recognised_by)?;
            }
            writeln!(out, "\nDocuments as sources, by what they hold or by their names:\n")?;
            for kind in KINDS {
                let names: Vec<String> =
                    kind.extensions.iter().map(|extension| format!(".{extension}")).collect();
                writeln!(out, "  {:<4}  {} ({})", kind.name, kind.title, names.join(", "))?;
            }
            Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
