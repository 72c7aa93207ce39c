//! `pincite completions SHELL`: prints a completion script.

use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::aot;
use clap_complete_nushell::Nushell;

use super::console::print;
use crate::dialects::DIALECTS;
use crate::error::Result;
use crate::rules::rules;

/// Print a completion script for a shell
///
/// The script completes commands, options and their values: rules, formats, conversions. Write it
/// to the file that your shell reads completions from.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pincite completions bash > ~/.local/share/bash-completion/completions/pincite
  pincite completions zsh > \"${fpath[1]}/_pincite\"
  pincite completions fish > ~/.config/fish/completions/pincite.fish
  pincite completions powershell >> $PROFILE
  pincite completions nushell > pincite.nu")]
pub(crate) struct Completions {
    /// Shell
    shell: Script,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Script {
    Bash,
    Zsh,
    Fish,
    #[value(name = "powershell")]
    PowerShell,
    Nushell,
}

impl Completions {
    /// Prints the script for the command line `of`.
    pub(crate) fn run(self, mut of: Command) -> Result<ExitCode> {
        // The arguments of subcommands are only defined after this.
        of.build();
        let mut command = with_values(of);
        let mut script = Vec::new();
        let (name, out) = ("pincite", &mut script);
        match self.shell {
            Script::Bash => aot::generate(aot::Bash, &mut command, name, out),
            Script::Zsh => aot::generate(aot::Zsh, &mut command, name, out),
            Script::Fish => aot::generate(aot::Fish, &mut command, name, out),
            Script::PowerShell => aot::generate(aot::PowerShell, &mut command, name, out),
            Script::Nushell => aot::generate(Nushell, &mut command, name, out),
        }
        print(|out| out.write_all(&script))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the command line with completions for values that its own parsers accept besides a list:
/// a selector of rules may be a prefix, a format may come from a file.
fn with_values(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "select" | "ignore" | "rule" => listed(arg, rules().map(|it| (it.name, it.summary))),
        "from" => listed(arg, DIALECTS.iter().map(|it| (it.name, it.title))),
        _ => arg,
    });
    command.mut_subcommands(with_values)
}

fn listed(arg: Arg, values: impl Iterator<Item = (&'static str, &'static str)>) -> Arg {
    let values = values.map(|(name, help)| PossibleValue::new(name).help(help));
    arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
}
