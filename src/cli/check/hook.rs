//! `--hook`: the last message of a coding agent, checked before the agent stops.

use std::io::Read;
use std::process::ExitCode;

use super::inspected;
use crate::cases::agent::last_message;
use crate::cases::{self, Compare, References};
use crate::cli::print_message;
use crate::config::Config;
use crate::dialects::marks::code_references;
use crate::dialects::shared::markers::Families;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::input::record::MAX_BYTES;
use crate::rules::Finding;

/// What the message is called in findings; it lies in the folder that the agent works in.
const NAME: &str = "message.md";

/// The status with which an agent is told to go on.
const GO_ON: u8 = 2;

/// Checks the message that `input` names. The findings go to standard error with status 2, by which
/// the agent goes on and mends them; one that already goes on because of it may stop.
pub(super) fn run(input: impl Read, config: &Config, compare: Compare) -> Result<ExitCode> {
    let mut given = String::new();
    let read = input.take(MAX_BYTES).read_to_string(&mut given);
    read.map_err(|error| Error::io("read", "the input of the hook", error))?;
    let message = last_message(&given, &|path| {
        let failed = |error| Error::io("read", path.display().to_string(), error);
        std::fs::read_to_string(path).map_err(failed)
    })?;
    if message.is_repeated || message.text.trim().is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let name = message.folder.join(NAME).display().to_string();
    let input = Input::new(name, message.text.into_bytes());
    let dialect = Some(code_references::DIALECT.name);
    let cases = cases::open(input, dialect, &Families::default())?;
    let case = cases.with_references(References::new(None, compare)).read(0)?;
    let inspection = inspected(case, config, &|inspection| inspection);
    let citations = &inspection.case.response.citations;
    let is_bad = |finding: &&Finding| config.fails(finding.severity);
    let about = inspection.findings.iter().filter(is_bad);
    let mut told = false;
    for (finding, citation) in about.filter_map(|it| Some((it, citations.get(it.citation?)?))) {
        told = true;
        let text = format!("{}: {}: {}", citation.raw, finding.rule.name, finding.message);
        print_message(&text, finding.help.as_deref());
    }
    Ok(if told { ExitCode::from(GO_ON) } else { ExitCode::SUCCESS })
}
