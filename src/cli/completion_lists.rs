//! Completion of lists: values after commas (`--select E001,E002`), and in bash those after `=`. The generators of
//! scripts complete single words.

use std::collections::BTreeMap;

use clap::Command;

/// The values of options that take lists, with their help, by the long names of the options.
pub(super) type Lists = BTreeMap<String, Vec<(String, String)>>;

/// Returns the options of a command and its subcommands that take lists of known values.
pub(super) fn lists(command: &Command) -> Lists {
    let mut lists = Lists::new();
    for arg in command.get_arguments().filter(|arg| arg.get_value_delimiter() == Some(',')) {
        let values = arg.get_possible_values();
        let Some(long) = arg.get_long().filter(|_| !values.is_empty()) else { continue };
        let values = values.iter().filter(|value| !value.is_hide_set()).map(|value| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            (value.get_name().to_owned(), help)
        });
        lists.insert(long.to_owned(), values.collect());
    }
    for subcommand in command.get_subcommands() {
        lists.extend(self::lists(subcommand));
    }
    lists
}

/// Lines that prepare what bash completes: `--format=te` is three words to it, and a list is completed from its last
/// comma on. Without a dash, options are not offered.
const BASH_WORDS: &str = r#"    prev="$3"
    if [[ "${COMP_WORDS[COMP_CWORD]}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-1]}"
        cur=""
    elif [[ ${COMP_CWORD} -gt 1 && "${COMP_WORDS[COMP_CWORD-1]}" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    local list="${cur%"${cur##*,}"}" dashes=""
    [[ -n "${cur}" ]] || dashes="-*"
"#;

/// Returns the script for bash with lists, values after `=`, and commands before options; without commands that are
/// `hidden`.
pub(super) fn of_bash(script: &str, lists: &Lists, hidden: &[&str]) -> String {
    let mut is_list = false;
    let mut all = String::with_capacity(script.len());
    for line in script.split_inclusive('\n') {
        let word = line.trim();
        if word == r#"prev="$3""# {
            all.push_str(BASH_WORDS);
            continue;
        }
        let changed = if word.starts_with("opts=\"-") {
            let is_shown = |word: &&str| !hidden.contains(&word.trim_end_matches(['"', '\n']));
            let shown: Vec<&str> = line.split(' ').filter(is_shown).collect();
            let shown = shown.join(" ");
            let end = if shown.trim_end().ends_with('"') { "" } else { "\"\n" };
            format!("{shown}{end}")
        } else if is_list && word.starts_with(r#"COMPREPLY=($(compgen -W ""#) {
            let line = line.replace("compgen -W", r#"compgen -P "${list}" -W"#);
            line.replace(r#"-- "${cur}""#, r#"-- "${cur##*,}""#)
        } else if word.contains(r#"compgen -W "${opts}""#) {
            line.replace("compgen -W", r#"compgen -X "${dashes}" -W"#)
        } else {
            line.to_owned()
        };
        let option = word.strip_prefix("--").and_then(|word| word.strip_suffix(')'));
        is_list = option.is_some_and(|option| lists.contains_key(option));
        all.push_str(&changed);
    }
    all
}

/// Returns the script for zsh with lists.
pub(super) fn of_zsh(script: &str, lists: &Lists) -> String {
    let mut all = String::with_capacity(script.len());
    let mut lines = script.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let head = listed(line, lists, |name| [format!("'--{name}=["), format!("'*--{name}=[")]);
        let Some((name, (before, values))) = head.zip(line.rsplit_once(":(")) else {
            all.push_str(line);
            continue;
        };
        // The values with their help may have lines of their own.
        let mut last = values;
        while !last.contains(")'") {
            let Some(next) = lines.next() else { break };
            last = next;
        }
        let rest = last.rsplit_once(")'").map_or("\n", |(_, rest)| rest);
        // Two parentheses are around values with help.
        let before = before.strip_suffix('(').unwrap_or(before);
        all.extend([before, ":_pincite_list_", &plain(name), "'", rest]);
    }
    let functions: String = lists.iter().map(|(name, values)| zsh_function(name, values)).collect();
    match all.split_once("\n_pincite() {") {
        Some((head, rest)) => format!("{head}\n{functions}_pincite() {{{rest}"),
        None => all,
    }
}

fn zsh_function(name: &str, values: &[(String, String)]) -> String {
    let values = values.iter().map(|(value, help)| {
        let help = help.replace('\'', "'\\''");
        let text = if help.is_empty() { value.clone() } else { format!("{value}:{help}") };
        format!("        '{text}'\n")
    });
    let values: String = values.collect();
    let plain = plain(name);
    format!(
        "_pincite_list_{plain}() {{\n    local -a values\n    values=(\n{values}    )\n    \
         compset -P '*,'\n    _describe -t values {name} values\n}}\n\n"
    )
}

/// Returns the script for fish with lists.
pub(super) fn of_fish(script: &str, lists: &Lists) -> String {
    let mut all: String = lists.iter().map(|(name, values)| fish_function(name, values)).collect();
    let mut lines = script.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let head = listed(line, lists, |name| [format!(" -l {name} "), format!(" -l '{name}' ")]);
        let Some((name, (before, values))) = head.zip(line.split_once(" -a \"")) else {
            all.push_str(line);
            continue;
        };
        let mut last = values;
        while !last.trim_end().ends_with('"') {
            let Some(next) = lines.next() else { break };
            last = next;
        }
        let function = format!("__fish_pincite_list_{}", plain(name));
        all.extend([before, " -a \"(__fish_complete_list , ", &function, ")\"\n"]);
    }
    all
}

fn fish_function(name: &str, values: &[(String, String)]) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let lines = values.iter().map(|(value, help)| {
        format!("    printf '%s\\t%s\\n' '{}' '{}'\n", quoted(value), quoted(help))
    });
    let lines: String = lines.collect();
    format!("function __fish_pincite_list_{}\n{lines}end\n\n", plain(name))
}

/// Returns the option with a list that a line of a script describes; `forms` are how it begins or names the option.
fn listed<'l>(
    line: &str,
    lists: &'l Lists,
    forms: impl Fn(&str) -> [String; 2],
) -> Option<&'l str> {
    let is_described = |name: &&String| {
        let is_spec = line.starts_with('\'') || line.starts_with("complete ");
        is_spec && forms(name).iter().any(|form| line.contains(form.as_str()))
    };
    lists.keys().find(is_described).map(String::as_str)
}

/// Returns the name of an option as a part of the name of a function.
fn plain(name: &str) -> String {
    name.replace('-', "_")
}
