//! `pincite explain RULE…`: explains rules.

use std::process::ExitCode;

use clap::Args;

use super::console::print;
use crate::error::{Error, Result};
use crate::report::rules;
use crate::rules::{Rule, Selector, rule, rules as all_rules};
use crate::text::prose::listed;

/// Explain rules: what each finds, why it matters, what to do
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite explain P001
  pincite explain unknown-source drifted-locator")]
pub(crate) struct Explain {
    /// Codes or names of the rules
    #[arg(value_name = "RULE", required = true)]
    rule: Vec<String>,
}

impl Explain {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let named: Vec<&'static Rule> =
            self.rule.iter().map(|it| named(it)).collect::<Result<_>>()?;
        print(|out| {
            named.iter().enumerate().try_for_each(|(at, rule)| {
                if at > 0 {
                    writeln!(out)?;
                }
                rules::explanation(rule, out)
            })
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the rule of a code or name.
fn named(name: &str) -> Result<&'static Rule> {
    rule(name).ok_or_else(|| {
        let why = Selector::parse(name).err().unwrap_or_else(|| {
            let several = Selector::parse(name).ok();
            let is_one =
                |rule: &&Rule| several.as_ref().is_some_and(|it| it.closeness(rule).is_some());
            let codes = all_rules().filter(is_one).map(|rule| format!("`{}`", rule.code));
            format!("it matches several rules: {}; name one of them", listed(codes, 0, ", ")).into()
        });
        Error::new("explain", format!("`{name}`"), why)
    })
}
