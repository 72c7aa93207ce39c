//! `pincite convert`: responses in other dialects and styles.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::case::CaseArgs;
use super::destination::Destination;
use super::progress::read_documents;
use super::{tell, tell_some};
use crate::cases::Cases;
use crate::convert::{CONVERSIONS, Conversion, Converted, Loss, Options, Place, Style, convert};
use crate::error::{Error, Result};
use crate::inspect::resolved;
use crate::text::SafeText;
use crate::text::safe::write_json_string;

/// Write the response in another dialect or style
///
/// What the form cannot hold is told on standard error. Several cases are one a line in JSON;
/// elsewhere a comment with the case's id stands before each, or each is a file of a folder.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Convert {
    #[command(flatten)]
    case: CaseArgs,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = conversion_parser())]
    to: &'static Conversion,

    /// Where a reader finds what a mark refers to (numbered, footnotes)
    #[arg(long, value_name = "PLACE", default_value = "end")]
    references: References,

    /// The style of academic references: `apa`, `ieee`, `chicago-author-date`, … or a CSL file
    #[arg(long, value_name = "STYLE", default_value = "apa")]
    style: String,

    /// Link sources without an address to their path beneath BASE
    #[arg(long, value_name = "BASE")]
    links: Option<String>,

    /// Link to pages as a whole, without text fragments
    #[arg(long)]
    whole_pages: bool,

    /// Write to a file, or a file a case to a folder; what exists is not replaced
    #[arg(short, long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,

    /// Replace files that exist
    #[arg(long, requires = "output")]
    force: bool,

    /// How to tell what the form cannot hold
    #[arg(long, value_name = "HOW", default_value = "text")]
    losses: Told,

    /// Exit with status 1 when something is lost
    #[arg(long)]
    strict: bool,
}

const AFTER_HELP: &str = "\
Examples:
  pincite convert --to links answer.md docs/               [1](https://…#:~:text=…) behind each claim
  pincite convert --to footnotes --links ../docs answer.md docs/ -o answer-notes.md
  pincite convert --to academic --style ieee gemini.json
  pincite convert --to gemini --strict answer.md docs/     fails when something is lost
  pincite convert --to case cases.jsonl | pincite show -   any dialect as pincite's own

Text fragments lead to words as they stand in the source; a page of the web may have others.
Exit status: 0 done; 1 something is lost and --strict was given; 2 something could not be read.";

/// Where references stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum References {
    /// In a list behind the text
    End,
    /// In the text, where the marks would stand
    Inline,
}

/// How losses are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Told {
    /// A line each
    Text,
    /// An object each, with `case`, `kind`, `count` and `message`
    Json,
    /// Not at all
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
        let mut out = Destination::new(self.output.as_deref(), self.force, self.to)?;
        let mut status = if cases.scores().faults().is_empty() { 0 } else { 2 };
        for index in (0..).take_while(|&index| cases.has(index)) {
            let (id, converted) = match converted(&cases, index, self.to, &options) {
                Ok(converted) => converted,
                Err(error) => {
                    tell(&error);
                    status = 2;
                    continue;
                }
            };
            out.case(&id, &converted.text, several)?;
            self.tell(&id, several, &converted.losses);
            if self.strict && !converted.losses.is_empty() {
                status = status.max(1);
            }
        }
        out.finish()?;
        tell_some(&cases.scores().unmet());
        Ok(ExitCode::from(status))
    }

    fn options(&self) -> Result<Options> {
        if let Some(base) = self.links.as_deref()
            && base.contains(|c: char| c.is_control() || c.is_whitespace())
        {
            return Err(Error::new("use", "`--links`", "an address holds no blanks"));
        }
        let references = match self.references {
            References::End => Place::End,
            References::Inline => Place::Inline,
        };
        let style = if self.to.name == "academic" { self.read_style()? } else { Style::default() };
        Ok(Options { references, base: self.links.clone(), whole_pages: self.whole_pages, style })
    }

    fn read_style(&self) -> Result<Style> {
        let path = std::path::Path::new(&self.style);
        if !path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csl")) {
            return Style::named(&self.style);
        }
        let xml = std::fs::read_to_string(path)
            .map_err(|error| Error::io("read", self.style.clone(), error))?;
        Style::of_csl(&self.style, &xml)
    }

    /// Tells what was lost.
    fn tell(&self, id: &str, several: bool, losses: &[Loss]) {
        let mut stderr = io::stderr().lock();
        for loss in losses {
            let told = match self.losses {
                Told::None => return,
                Told::Json => writeln!(stderr, "{}", as_json(id, loss)),
                Told::Text => {
                    let of =
                        if several { format!("{}: ", SafeText::new(id)) } else { String::new() };
                    let message = SafeText::new(&loss.message);
                    writeln!(stderr, "pincite: {of}not in `{}`: {message}", self.to.name)
                }
            };
            // A closed standard error leaves only the exit status to speak.
            drop(told);
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

/// The case at `index` in another form, and its id.
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

fn conversion_parser() -> impl TypedValueParser<Value = &'static Conversion> {
    let values = CONVERSIONS.iter().map(|one| PossibleValue::new(one.name).help(one.title));
    PossibleValuesParser::new(values).map(|name| {
        let found = CONVERSIONS.iter().find(|one| one.name == name);
        found.or(CONVERSIONS.first()).unwrap_or(&crate::convert::PLAIN)
    })
}
