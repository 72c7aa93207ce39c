//! `pincite formats`: lists the formats that can be read.

use std::process::ExitCode;

use clap::Args;

use super::console::print;
use super::reference;
use crate::cases::lists::LISTS;
use crate::dialects::DIALECTS;
use crate::error::Result;
use crate::sources::PRESENTATIONS;
use crate::sources::documents::KINDS;

/// List the formats of answers and sources that can be read
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite formats
  pincite formats | grep -A3 anthropic
  pincite show --from anthropic response.json")]
pub(crate) struct Formats {
    /// Print the manual page, in Markdown
    #[arg(long, help_heading = "Output")]
    markdown: bool,
}

impl Formats {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if self.markdown {
            print(reference::formats)?;
            return Ok(ExitCode::SUCCESS);
        }
        print(|out| {
            writeln!(out, "Answers, in order of detection:")?;
            for format in DIALECTS {
                writeln!(out, "\n  {}  {}", format.name, format.title)?;
                writeln!(out, "      detected by: {}", format.recognised_by)?;
                writeln!(out, "      sources: {}", format.sources_from)?;
                writeln!(out, "      offsets: {}", format.units)?;
            }
            writeln!(out, "\nSources, one or several per text:")?;
            for presentation in PRESENTATIONS {
                writeln!(out, "\n  {}  {}", presentation.name, presentation.title)?;
                for line in presentation.example.lines() {
                    writeln!(out, "{}", format!("      {line}").trim_end())?;
                }
            }
            writeln!(out, "\nLists of sources, of which an answer takes those that it cites:")?;
            for list in LISTS {
                writeln!(out, "\n  {}  {}", list.name, list.title)?;
                writeln!(out, "      detected by: {}", list.recognised_by)?;
            }
            writeln!(out, "\nDocuments, detected by content or extension:\n")?;
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
