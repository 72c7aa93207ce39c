//! `--hook`: the last message of a coding agent, checked before the agent stops.

use std::io::Read;
use std::process::ExitCode;

use crate::cases::agent::last_message;
use crate::cases::{self, Compare, References};
use crate::cli::console::{print_errors, print_message};
use crate::config::Config;
use crate::dialects::marks::code_references;
use crate::dialects::shared::markers::Families;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::input::record::MAX_BYTES;
use crate::inspect::Inspection;
use crate::model::Case;
use crate::rules::Finding;
use crate::sources::gate;

/// The message's name in findings; it is in the folder that the agent works in.
const NAME: &str = "message.md";

/// The exit status that makes an agent continue.
const GO_ON: u8 = 2;

/// A finding for the agent, with its help.
pub(super) type ForAgent = (String, Option<String>);

/// Prints the findings, or why there are none. An agent goes on because of findings only: it cannot mend
/// anything else.
pub(super) fn report(found: Result<Vec<ForAgent>>) -> ExitCode {
    match found {
        Ok(found) => {
            for (message, help) in &found {
                print_message(message, help.as_deref());
            }
            ExitCode::from(if found.is_empty() { 0 } else { GO_ON })
        }
        Err(error) => {
            print_errors(&[error]);
            ExitCode::FAILURE
        }
    }
}

/// Checks the message in the input with `inspect`. Returns the findings about citations, each with
/// its help, so that the agent continues and corrects them; none for an agent that already
/// continues because of a hook.
pub(super) fn findings(
    input: impl Read,
    config: &Config,
    compare: Compare,
    inspect: &dyn Fn(Case) -> Inspection,
) -> Result<Vec<ForAgent>> {
    let mut given = String::new();
    let read = input.take(MAX_BYTES).read_to_string(&mut given);
    read.map_err(|error| Error::io("read", "the input of the hook", error))?;
    let message = last_message(&given, &|path| gate::read_text(path, MAX_BYTES))?;
    if message.is_repeated || message.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let name = message.folder.join(NAME).display().to_string();
    let input = Input::new(name, message.text.into_bytes());
    let dialect = Some(code_references::DIALECT.name);
    let cases = cases::open(input, dialect, &Families::default())?;
    let case = cases.with_references(References::new(None, compare)).read(0)?;
    let inspection = inspect(case);
    let citations = &inspection.case.response.citations;
    let is_bad = |finding: &&Finding| config.fails(finding.severity);
    let bad = inspection.findings.iter().filter(is_bad);
    let about = bad.filter_map(|finding| Some((finding, citations.get(finding.citation?)?)));
    let found = about.map(|(finding, citation)| {
        let text = format!("{}: {}: {}", citation.raw, finding.rule.name, finding.message);
        (text, finding.help.clone())
    });
    Ok(found.collect())
}
