//! Arguments of every command that runs rules.

use std::path::{Path, PathBuf};

use clap::Args;

use super::citations::ConfigFrom;
use crate::config::{self, Config, Layer, Requirement};
use crate::error::{Result, Why};
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

    /// Let comments `<!-- pincite-ignore RULE: reason -->` in a text file silence findings
    ///
    /// Without it such a comment has no effect and is a finding itself. Comments inside JSON never
    /// have an effect.
    #[arg(long)]
    allow_ignores: bool,

    #[command(flatten)]
    file: ConfigArgs,
}

/// The file of the configuration.
#[derive(Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct ConfigArgs {
    /// Use FILE instead of the nearest `pincite.toml`
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Ignore `pincite.toml`
    #[arg(long, hide_short_help = true)]
    no_config: bool,
}

impl ConfigArgs {
    /// Returns the origin of the configuration.
    pub(super) fn origin(&self) -> ConfigFrom {
        match &self.config {
            _ if self.no_config => ConfigFrom::Nowhere,
            Some(path) => ConfigFrom::File(path.clone()),
            None => ConfigFrom::Near,
        }
    }
}

/// The mildest severity that makes the check fail; `None` for never.
#[derive(Debug, Clone, Copy)]
pub(super) struct FailOn(Option<Severity>);

impl RuleArgs {
    /// Returns the origin of the configuration.
    pub(super) fn config_from(&self) -> ConfigFrom {
        self.file.origin()
    }

    /// Returns the effective configuration for `input`; `fail_on` if the command line sets it.
    pub(super) fn config(
        &self,
        input: &str,
        fail_on: Option<FailOn>,
        require: Option<Vec<Requirement>>,
    ) -> Result<Config> {
        let from = self.config_from();
        let file = from.file(input).map(|path| from.read(&path)).transpose()?.unwrap_or_default();
        let flags = Layer {
            select: self.select.clone(),
            ignore: self.ignore.clone(),
            fail_on: fail_on.map(|FailOn(least)| least),
            severity: self.severity.clone(),
            allow_ignores: self.allow_ignores.then_some(true),
            require,
            ..Layer::default()
        };
        Config::new(file, flags, Path::new(input))
    }
}

/// Parses `RULE=SEVERITY`.
fn rule_and_severity(text: &str) -> Result<(Selector, Option<Severity>), Why> {
    let (rule, severity) =
        text.split_once('=').ok_or("expected RULE=SEVERITY, such as P001=note")?;
    Ok((Selector::parse(rule)?, config::severity(severity)?))
}

/// Parses the severity that makes a check fail.
pub(super) fn fail_on(text: &str) -> Result<FailOn, Why> {
    config::fail_on(text).map(FailOn)
}
