//! `pincite prompt`: prints instructions that make a model cite.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::material::MaterialForm;
use super::passed_text::print_passed;
use super::table_arg::entry_of;
use crate::convert::prompt::{self, DIALECTS, Dialect, PromptOptions, RULES, Rule};
use crate::error::{Error, Result};
use crate::text::prose::ticked;

/// Print instructions that make a model cite its sources
///
/// The instructions explain what a source is, how a citation is written, where it goes, and what to
/// do if no source supports a statement. `pincite` reads the resulting answers.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP, next_help_heading = "Output")]
pub(crate) struct Prompt {
    /// Notation of citations
    #[arg(long, default_value = "markers", value_parser = entry_of(DIALECTS, |it| (it.name, it.title)))]
    dialect: &'static Dialect,

    /// Further instructions: names, `default` or `none`
    #[arg(long, value_name = "RULE", value_delimiter = ',', default_value = "default",
        value_parser = rule_parser())]
    rules: Vec<String>,

    /// Include rules for staying with the sources
    ///
    /// The same as `--rules default,grounding`.
    #[arg(long)]
    grounding: bool,

    /// Write private-use characters as escapes, `\ue200`
    #[arg(long)]
    escapes: bool,

    /// Append these documents as material
    #[arg(long = "for", value_name = "FILE", num_args = 1.., help_heading = "Input")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    shape: MaterialForm,
}

const AFTER_HELP: &str = "\
Examples:
  pincite prompt --for docs/ > prompt.txt             instructions and material
  pincite prompt --unit line --grounding --for docs/  with line numbers
  pincite prompt --dialect numbered --for page.html   citations such as [1]";

impl Prompt {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let form = self.shape.form(self.dialect.form);
        let ids = self.shape.ids.unwrap_or_else(|| self.dialect.ids_in(form));
        if !self.dialect.ids.contains(&ids) {
            let possible = ticked(self.dialect.ids.iter().map(|ids| ids.name()), usize::MAX);
            let why = format!("the dialect `{}` cannot cite these ids", self.dialect.name);
            return Err(Error::new("use", format!("`--ids {}`", ids.name()), why)
                .hint(format!("use {possible}")));
        }
        let is_wanted = |rule: &&Rule| {
            self.rules.iter().any(|name| match name.as_str() {
                "default" => rule.by_default,
                name => name == rule.name,
            }) || self.grounding && rule.name == "grounding"
        };
        let rules: Vec<&Rule> = RULES.iter().filter(is_wanted).collect();
        let escapes = self.escapes;
        let (dialect, unit) = (self.dialect, self.shape.unit);
        let options = PromptOptions { dialect, form, ids, unit, rules: &rules, escapes };
        let mut text = prompt::prompt(&options).text;
        let mut all = true;
        if !self.files.is_empty() || self.shape.names_files() {
            let (material, read_all) =
                self.shape.write(&self.files, form, ids, options.spelling())?;
            text.push_str("\n## Sources\n\n");
            text.push_str(&material);
            all = read_all;
        }
        print_passed(&text, Some(self.shape.sanitize))?;
        Ok(ExitCode::from(if all { 0 } else { 2 }))
    }
}

fn rule_parser() -> impl TypedValueParser<Value = String> {
    let own = RULES.iter().map(|rule| PossibleValue::new(rule.name).help(rule.title));
    let sets = [("default", "All but `grounding`"), ("none", "No rules")];
    PossibleValuesParser::new(
        own.chain(sets.map(|(name, help)| PossibleValue::new(name).help(help))),
    )
}
