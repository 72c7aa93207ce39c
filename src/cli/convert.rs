//! `pincite convert`: writes responses in other dialects and styles.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::case::CaseArgs;
use super::console::{print_error, print_message, print_unmet};
use super::destination::Destination;
use super::passed_text::SanitizeArg;
use super::progress::read_documents;
use super::table_arg::entry_of;
use crate::cases::Cases;
#[cfg(feature = "styles")]
use crate::convert::Style;
use crate::convert::{CONVERSIONS, Conversion, Converted, Loss, Options, ReferencePlace, convert};
use crate::error::{Error, Result};
use crate::inspect::resolved;
#[cfg(feature = "styles")]
use crate::sources::gate;
use crate::text::safe::write_json_string;

/// Write the answer in another dialect or style
///
/// Whatever the form cannot represent is listed on standard error. Several cases are written as one
/// JSON object per line, as one file per case if the output is a folder, or else one after the
/// other with a comment naming each.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Convert {
    #[command(flatten)]
    case: CaseArgs,

    /// Form to write
    #[arg(long, value_name = "FORM", value_parser = entry_of(CONVERSIONS, |it| (it.name, it.title)), help_heading = "Output")]
    to: &'static Conversion,

    /// Position of references (numbered, footnotes)
    #[arg(long, value_name = "PLACE", default_value = "end", help_heading = "Output")]
    references: References,

    /// Academic style: `apa`, `ieee`, `chicago-author-date`, … or a CSL file
    #[cfg(feature = "styles")]
    #[arg(long, value_name = "STYLE", default_value = "apa", help_heading = "Output")]
    style: String,

    /// Link sources without an address to their path below BASE
    #[arg(long, value_name = "BASE", help_heading = "Output")]
    links: Option<String>,

    /// Link to whole pages, without text fragments
    #[arg(long, help_heading = "Output")]
    whole_pages: bool,

    /// Write to FILE, or one file per case to a folder
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<std::path::PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "output", help_heading = "Output")]
    force: bool,

    #[command(flatten)]
    sanitize: SanitizeArg,

    /// Format of the list of losses
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    losses: LossFormat,

    /// Exit with status 1 if something is lost
    #[arg(long, help_heading = "Output")]
    strict: bool,
}

/// Maximum size of a CSL style, in bytes: 4 MiB. The largest style that is published has 0.3 MiB.
#[cfg(feature = "styles")]
const MAX_STYLE: u64 = 4 * 1024 * 1024;

const AFTER_HELP: &str = "\
Examples:
  pincite convert --to links answer.md docs/
  pincite convert --to academic --style ieee gemini.json
  pincite convert --to case cases.jsonl | pincite show -

Exit status: 0 done; 1 something was lost and --strict is set; 2 something could not be read.";

/// The position of references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum References {
    /// In a list after the text
    End,
    /// In the text, in place of the marks
    Inline,
}

/// The format of the list of losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LossFormat {
    /// One line each
    Text,
    /// One object each, with `case`, `kind`, `count` and `message`
    Json,
    /// No list
    None,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if let Some(lines) = self.case.explanation()? {
            return super::explain(&lines);
        }
        let options = self.options()?;
        let cases = self.case.open()?;
        let several = cases.has(1);
        let mut out = Destination::new(self.output.as_ref(), self.force, self.to, self.sanitize)?;
        let mut status = 0;
        for index in (0..).take_while(|&index| cases.has(index)) {
            let (id, converted) = match converted(&cases, index, self.to, &options) {
                Ok(converted) => converted,
                Err(error) => {
                    print_error(&error);
                    status = 2;
                    continue;
                }
            };
            out.case(&id, &converted.text, several)?;
            self.print_losses(&id, several, &converted.losses);
            if self.strict && !converted.losses.is_empty() {
                status = status.max(1);
            }
        }
        out.finish()?;
        Ok(ExitCode::from(if print_unmet(cases.scores()) { status } else { 2 }))
    }

    fn options(&self) -> Result<Options> {
        if let Some(base) = self.links.as_deref()
            && base.contains(|c: char| c.is_control() || c.is_whitespace())
        {
            return Err(Error::new("use", "`--links`", "an address contains no whitespace"));
        }
        let references = match self.references {
            References::End => ReferencePlace::End,
            References::Inline => ReferencePlace::Inline,
        };
        Ok(Options {
            references,
            base: self.links.clone(),
            whole_pages: self.whole_pages,
            #[cfg(feature = "styles")]
            style: self.read_style()?,
        })
    }

    #[cfg(feature = "styles")]
    fn read_style(&self) -> Result<Style> {
        if self.to.name != "academic" {
            return Ok(Style::default());
        }
        let path = std::path::Path::new(&self.style);
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csl")) {
            return Style::named(&self.style);
        }
        let xml = gate::read_text(path, MAX_STYLE)?;
        Style::of_csl(&self.style, &xml)
    }

    /// Reports the losses.
    fn print_losses(&self, id: &str, several: bool, losses: &[Loss]) {
        for loss in losses {
            match self.losses {
                LossFormat::None => return,
                LossFormat::Json => drop(writeln!(io::stderr(), "{}", as_json(id, loss))),
                LossFormat::Text => {
                    let of = if several { format!("{id}: ") } else { String::new() };
                    let (form, message) = (self.to.name, &loss.message);
                    print_message(&format!("{of}not in `{form}`: {message}"), None);
                }
            }
        }
    }
}

fn as_json(id: &str, loss: &Loss) -> String {
    let mut line = String::from("{\"case\":");
    // Writing to a string cannot fail.
    write_json_string(&mut line, id).unwrap_or_default();
    let count = loss.count.to_string();
    line.extend([",\"kind\":\"", loss.kind, "\",\"count\":", &count, ",\"message\":"]);
    write_json_string(&mut line, &loss.message).unwrap_or_default();
    line.push('}');
    line
}

/// Returns the case at `index` in another form, and its id.
fn converted(
    cases: &Cases,
    index: usize,
    to: &Conversion,
    options: &Options,
) -> Result<(String, Converted)> {
    let mut case = cases.read(index)?;
    read_documents(&mut case);
    let inspection = resolved(case);
    Ok((inspection.case.id.clone(), convert(&inspection, to, options)))
}
