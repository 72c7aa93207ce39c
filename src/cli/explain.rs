//! `pincite explain RULE`: explains one rule.

use std::process::ExitCode;

use clap::Args;

use super::console::print;
use crate::error::{Error, Result};
use crate::report::rules;
use crate::rules::{Selector, rule};

/// Explain a rule: what it finds, why it matters, what to do
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite explain P001
  pincite explain unknown-source")]
pub(crate) struct Explain {
    /// Code or name of the rule
    rule: String,
}

impl Explain {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Some(rule) = rule(&self.rule) else {
            let several = "it matches several rules; name one of them".into();
            let why = Selector::parse(&self.rule).err().unwrap_or(several);
            return Err(Error::new("explain", format!("`{}`", self.rule), why));
        };
        print(|out| rules::explanation(rule, out))?;
        Ok(ExitCode::SUCCESS)
    }
}
