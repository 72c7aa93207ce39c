//! `pincite explain RULE`: what a rule finds, why that matters, and what to do.

use std::process::ExitCode;

use clap::Args;

use super::print;
use crate::error::{Error, Result};
use crate::report::rules;
use crate::rules::{Selector, rule};

/// Say what a rule finds, why it matters and what to do, with an example
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite explain P001
  pincite explain unknown-source")]
pub(crate) struct Explain {
    /// The rule's code or name
    rule: String,
}

impl Explain {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Some(rule) = rule(&self.rule) else {
            let several = "it means several rules; name one of them".to_owned();
            let why = Selector::parse(&self.rule).err().unwrap_or(several);
            return Err(Error::new("explain", format!("`{}`", self.rule), why));
        };
        print(|out| rules::explanation(rule, out))?;
        Ok(ExitCode::SUCCESS)
    }
}
