//! `pincite completions SHELL`: prints a completion script.

use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Args, Command, ValueEnum, ValueHint};
use clap_complete::aot;
use clap_complete_nushell::Nushell;

use super::completion_lists;
use super::console::print;
#[cfg(feature = "styles")]
use crate::convert::Style;
use crate::dialects::DIALECTS;
use crate::error::Result;
use crate::report::figures::Share;
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
            Script::Bash => {
                aot::generate(aot::Bash, &mut command, name, out);
                let lists = completion_lists::lists(&command);
                let text = String::from_utf8_lossy(&script);
                script = completion_lists::of_bash(&text, &lists, &hidden(&command)).into_bytes();
            }
            Script::Zsh => {
                aot::generate(aot::Zsh, &mut command, name, out);
                let lists = completion_lists::lists(&command);
                let text = completion_lists::of_zsh(&String::from_utf8_lossy(&script), &lists);
                script = with_zsh_commands(&command, &text);
            }
            Script::Fish => {
                aot::generate(aot::Fish, &mut command, name, out);
                let lists = completion_lists::lists(&command);
                let text = completion_lists::of_fish(&String::from_utf8_lossy(&script), &lists);
                script = with_fish_values(&command, &text);
            }
            Script::PowerShell => {
                aot::generate(aot::PowerShell, &mut command, name, out);
                script = with_powershell_values(&command, &String::from_utf8_lossy(&script));
            }
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
        "select" | "ignore" | "rule" => {
            listed(arg, rules().flat_map(|it| [(it.name, it.summary), (it.code, it.summary)]))
        }
        "fail_on" if arg.get_possible_values().is_empty() => {
            listed(arg, SEVERITIES.into_iter().map(|name| (name, "")))
        }
        "base" => listed(arg, ["0", "1"].into_iter().map(|base| (base, ""))),
        "theme" => listed(arg, THEMES.into_iter().map(|name| (name, ""))),
        "min" => listed(
            arg,
            Share::ALL.into_iter().map(|share| (share.on_command_line(), share.meaning())),
        ),
        "command" if arg.is_positional() => {
            listed(arg, COMMANDS.into_iter().map(|name| (name, "")))
        }
        "families" => listed(arg, FAMILIES.into_iter()),
        #[cfg(feature = "styles")]
        "style" => listed(arg, Style::names().map(|name| (name, ""))),
        "from" => listed(arg, DIALECTS.iter().map(|it| (it.name, it.title))),
        // Without a hint, zsh offers all programs for the first argument.
        _ if arg.is_positional() && arg.get_value_hint() == ValueHint::Unknown => {
            arg.value_hint(ValueHint::FilePath)
        }
        _ => arg,
    });
    command.mut_subcommands(with_values)
}

/// The commands that have a manual page; a test compares them with those of the command line.
const COMMANDS: [&str; 20] = [
    "demo",
    "check",
    "diff",
    "lock",
    "show",
    "convert",
    "extract",
    "strip",
    "material",
    "prompt",
    "report",
    "review",
    "rules",
    "explain",
    "formats",
    "keys",
    "schema",
    "config",
    "completions",
    "man",
];

/// The families of marks that may be chosen.
const FAMILIES: [(&str, &str); 4] = [
    ("cite", "markers of searches"),
    ("filecite", "markers of files"),
    ("memcite", "markers of memories"),
    ("link", "every link to a page"),
];

/// The severities of which one, at least, fails a check.
const SEVERITIES: [&str; 4] = ["note", "warning", "error", "never"];

/// The themes that are built in.
const THEMES: [&str; 9] = [
    "auto",
    "dark",
    "light",
    "high-contrast",
    "mono",
    "terminal",
    "catppuccin",
    "gruvbox",
    "solarized",
];

/// Returns the names of the commands that are for the program itself.
fn hidden(command: &Command) -> Vec<&str> {
    command.get_subcommands().filter(|it| it.is_hide_set()).map(Command::get_name).collect()
}

/// The place of commands in the script for zsh.
const ZSH_COMMANDS: &str = "\":: :_pincite_commands\" \\\n";

/// Offers the commands of the script for zsh as the first word, beside files: the generator puts them after
/// the answer and its sources. Hidden commands, which it offers, are removed.
fn with_zsh_commands(command: &Command, script: &str) -> Vec<u8> {
    let Some((before, after)) = script.split_once(ZSH_COMMANDS) else { return script.into() };
    let is_path = |line: &&str| {
        let words = line.trim_start_matches(['\'', '*', ':']);
        ["response ", "sources "].iter().any(|name| words.starts_with(name))
    };
    let own: String = before.split_inclusive('\n').filter(|line| !is_path(line)).collect();
    let position = format!("$line[{}]", 1 + before.split_inclusive('\n').filter(is_path).count());
    let first = "\":: :_pincite_first\" \\\n";
    let all = format!("{own}{first}{}", after.replace(&position, "$line[1]"));
    let hidden = hidden(command).into_iter().map(|name| format!("'{name}:"));
    let hidden: Vec<String> = hidden.collect();
    let lines = all.split_inclusive('\n');
    let shown = lines.filter(|line| hidden.iter().all(|name| !line.starts_with(name.as_str())));
    let function =
        "_pincite_first() {\n    _pincite_commands\n    _files\n}\n\n_pincite_commands() {";
    let shown: String = shown.collect();
    shown.replacen("_pincite_commands() {", function, 1).into_bytes()
}

/// Adds the values of arguments to the script for fish, whose generator knows those of options only. Hidden
/// commands, which it offers, are removed.
fn with_fish_values(command: &Command, script: &str) -> Vec<u8> {
    let hidden = command.get_subcommands().filter(|it| it.is_hide_set());
    let hidden: Vec<String> = hidden.map(|it| format!(" -a \"{}\"", it.get_name())).collect();
    let lines = script.split_inclusive('\n');
    let is_shown = |line: &&str| {
        !(line.starts_with("complete ") && hidden.iter().any(|name| line.contains(name.as_str())))
    };
    // The generator takes the command `help` for one of those whose help is shown.
    let names_itself = "\"__fish_pincite_using_subcommand help; and not ";
    let repaired = lines.filter(is_shown).map(|line| {
        let is_wrong = line.contains(names_itself);
        if is_wrong { line.replacen(" help\" -f", "\" -f", 1) } else { line.to_owned() }
    });
    let mut shown: String = repaired.collect();
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let values = subcommand.get_positionals().flat_map(Arg::get_possible_values);
        let values = values.filter(|value| !value.is_hide_set()).map(|value| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            let [name, help] = [value.get_name(), &help].map(|text| text.replace('\'', "\\'"));
            format!(
                "complete -c pincite -n \"__fish_pincite_using_subcommand {}\" -f -a '{name}' -d '{help}'\n",
                subcommand.get_name()
            )
        });
        shown.extend(values);
    }
    shown.into_bytes()
}

/// The line of the PowerShell script before which values are completed.
const BEFORE_NAMES: &str = "    $completions = @(switch ($command) {";

/// Adds what the generator for PowerShell leaves out: the values of options and arguments, by the
/// command and the word before them. Hidden commands, which it offers, are removed.
fn with_powershell_values(command: &Command, script: &str) -> Vec<u8> {
    let mut cases = Vec::new();
    powershell_values(command, "pincite", &mut cases);
    let values = format!(
        r#"    $typed = @($commandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursorPosition }})
    $before = if ($typed.Count -gt 0) {{ $typed[-1].Extent.Text }} else {{ '' }}
    $values = @(switch -Regex ("$command $before") {{
{}    }})
    if ($values.Count -gt 0) {{
        return $values.Where{{ $_.CompletionText -like "$wordToComplete*" }}
    }}

"#,
        cases.concat()
    );
    let hidden = command.get_subcommands().filter(|it| it.is_hide_set());
    let hidden: Vec<String> = hidden.map(|it| format!("::new('{}',", it.get_name())).collect();
    let lines = script.split_inclusive('\n');
    let shown = lines.filter(|line| hidden.iter().all(|name| !line.contains(name)));
    shown.collect::<String>().replacen(BEFORE_NAMES, &(values + BEFORE_NAMES), 1).into_bytes()
}

/// Adds a case for each option and argument of `command` and its subcommands that has values; a
/// subcommand comes before the command, whose cases may match it as well.
fn powershell_values(command: &Command, path: &str, cases: &mut Vec<String>) {
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        powershell_values(subcommand, &format!("{path};{}", subcommand.get_name()), cases);
    }
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let values = arg.get_possible_values();
        if values.is_empty() || !arg.get_action().takes_values() {
            continue;
        }
        let long = arg.get_long_and_visible_aliases().unwrap_or_default().into_iter();
        let short = arg.get_short_and_visible_aliases().unwrap_or_default().into_iter();
        let names = long.map(|name| format!("--{name}"));
        let names: Vec<String> = names.chain(short.map(|name| format!("-{name}"))).collect();
        let pattern = match (arg.is_positional(), names.join("|")) {
            (true, _) => format!("^{path} {}$", command.get_name()),
            (false, names) => format!("^{path}(;.*)? ({names})$"),
        };
        let values = values.iter().filter(|value| !value.is_hide_set()).map(|value| {
            let name = value.get_name().replace('\'', "''");
            let help = value.get_help().map(ToString::to_string).filter(|help| !help.is_empty());
            let help = help.unwrap_or_else(|| name.clone()).replace('\'', "''");
            format!(
                "            [CompletionResult]::new('{name}', '{name}', \
                 [CompletionResultType]::ParameterValue, '{help}')\n"
            )
        });
        let values: String = values.collect();
        cases.push(format!("        '{pattern}' {{\n{values}            break\n        }}\n"));
    }
}

fn listed(arg: Arg, values: impl Iterator<Item = (&'static str, &'static str)>) -> Arg {
    let values = values.map(|(name, help)| PossibleValue::new(name).help(help));
    arg.value_parser(PossibleValuesParser::new(values.collect::<Vec<_>>()))
}
