//! Arguments of every command that runs rules.

use std::path::{Path, PathBuf};

use clap::Args;

use super::citations::ConfigFrom;
use crate::config::{self, Config, Layer};
use crate::error::Result;
use crate::rules::{Selector, Severity};

/// The selection of rules and the severity of their findings.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct RuleArgs {
    /// Run only these rules: codes, names, prefixes such as `P`, or `ALL`
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = Selector::parse)]
    select: Option<Vec<Selector>>,

    /// Skip these rules
    ///
    /// Takes the same selectors as `--select`. The more specific of two selectors wins; in a tie,
    /// the rule is skipped.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = Selector::parse)]
    ignore: Option<Vec<Selector>>,

    /// Set a severity: `note`, `warning`, `error` or `off` (repeatable)
    #[arg(long, value_name = "RULE=SEVERITY", value_parser = rule_and_severity)]
    severity: Vec<(Selector, Option<Severity>)>,

    /// Use FILE instead of the nearest `pincite.toml`
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Ignore `pincite.toml`
    #[arg(long)]
    no_config: bool,
}

/// The mildest severity that makes the check fail; `None` for never.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailOn(Option<Severity>);

impl RuleArgs {
    /// Where the configuration is read from.
    pub(super) fn config_from(&self) -> ConfigFrom {
        match &self.config {
            _ if self.no_config => ConfigFrom::Nowhere,
            Some(path) => ConfigFrom::File(path.clone()),
            None => ConfigFrom::Near,
        }
    }

    /// The configuration in force for `input`; `fail_on` where the command line states it.
    pub(super) fn config(&self, input: &str, fail_on: Option<FailOn>) -> Result<Config> {
        let file = self
            .config_from()
            .file(input)
            .map(|path| config::read(&path))
            .transpose()?
            .unwrap_or_default();
        let flags = Layer {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            fail_on: fail_on.map(|FailOn(least)| least),
            severity: self.severity.clone(),
            ..Layer::default()
        };
        Config::new(file, flags, Path::new(input))
    }
}

/// Parses `RULE=SEVERITY`.
fn rule_and_severity(text: &str) -> Result<(Selector, Option<Severity>), String> {
    let (rule, severity) =
        text.split_once('=').ok_or("expected RULE=SEVERITY, such as P001=note")?;
    Ok((Selector::parse(rule)?, config::severity(severity)?))
}

/// Parses the severity that makes a check fail.
pub(super) fn fail_on(text: &str) -> Result<FailOn, String> {
    config::fail_on(text).map(FailOn)
}
