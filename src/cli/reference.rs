//! The generated parts of the manual, in Markdown: formats, keys, options and configuration.
//!
//! The pages in `docs/` contain this output; a test compares them.

use std::io::{self, Write};

use clap::builder::StyledStr;
use clap::{Arg, Command};

use crate::cases::lists::LISTS;
use crate::config::{KEYS, Key, SETTINGS, Setting};
use crate::dialects::DIALECTS;
use crate::report::markdown_table::{head, row};
use crate::sources::PRESENTATIONS;
use crate::sources::documents::KINDS;
use crate::text::prose::one_line;
use crate::tui::commands::COMMANDS;
use crate::tui::keymap::{Keymap, Section};

/// Writes the tables of formats.
pub(super) fn formats(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "## Answers\n\nIn order of detection. The name is the value of `--from`.\n")?;
    head(&["Name", "Format", "Detected by", "Sources", "Offsets"], out)?;
    for dialect in DIALECTS {
        row(
            &[
                &format!("`{}`", dialect.name),
                dialect.title,
                dialect.recognised_by,
                dialect.sources_from,
                dialect.units,
            ],
            out,
        )?;
    }
    writeln!(out, "\n## Sources\n\nOne text may hold several sources in these notations.\n")?;
    for presentation in PRESENTATIONS {
        writeln!(out, "### {}\n\n{}\n\n```text", presentation.name, presentation.title)?;
        writeln!(out, "{}\n```\n", presentation.example.trim_end())?;
    }
    writeln!(out, "## Lists of sources\n\nAn answer takes the entries that it cites.\n")?;
    head(&["Name", "List", "Detected by"], out)?;
    for list in LISTS {
        row(&[&format!("`{}`", list.name), list.title, list.recognised_by], out)?;
    }
    writeln!(out, "\n## Documents\n\nDetected by content or extension.\n")?;
    head(&["Name", "Document", "Extensions"], out)?;
    for kind in KINDS {
        let names: Vec<String> = kind.extensions.iter().map(|it| format!("`.{it}`")).collect();
        row(&[&format!("`{}`", kind.name), kind.title, &names.join(", ")], out)?;
    }
    Ok(())
}

/// The keys of one mode of the inspector.
pub(super) struct KeySection<'k> {
    /// Heading.
    pub(super) title: &'static str,
    /// The keys of each command, and its summary.
    pub(super) rows: Vec<(Vec<&'k str>, &'static str)>,
}

/// Returns the keys of each mode, in the order of the commands.
pub(super) fn key_sections(keymap: &Keymap) -> Vec<KeySection<'_>> {
    let sections = [
        (Section::Browse, "In the panes"),
        (Section::List, "In a list"),
        (Section::Prompt, "While typing a search"),
        (Section::Note, "While writing a note"),
    ];
    let section = |(section, title)| {
        let rows = COMMANDS.iter().filter_map(|command| {
            let keys: Vec<&str> = keymap.keys_of(section, command.name).collect();
            (!keys.is_empty()).then_some((keys, command.summary))
        });
        KeySection { title, rows: rows.collect() }
    };
    sections.map(section).into()
}

/// Writes the tables of keys.
pub(super) fn keys(keymap: &Keymap, out: &mut dyn Write) -> io::Result<()> {
    for (index, section) in key_sections(keymap).iter().enumerate() {
        writeln!(out, "{}## {}\n", if index > 0 { "\n" } else { "" }, section.title)?;
        head(&["Key", "Action"], out)?;
        for (keys, summary) in &section.rows {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            row(&[&keys.join(" "), summary], out)?;
        }
    }
    Ok(())
}

/// Writes the tables of configuration keys.
pub(super) fn configuration(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "### Keys of config.toml\n\nThose marked with * are also accepted in `pincite.toml`.\n"
    )?;
    let name = |setting: &Setting| {
        format!("`{}`{}", setting.key.name, if setting.is_shared { " *" } else { "" })
    };
    keys_of_file(SETTINGS.iter().map(|setting| (name(setting), &setting.key)), out)?;
    writeln!(
        out,
        "\n### Keys of pincite.toml\n\nNames in capitals are placeholders for a name of your choice.\n"
    )?;
    keys_of_file(KEYS.iter().map(|key| (format!("`{}`", key.name), key)), out)
}

fn keys_of_file<'k>(
    keys: impl Iterator<Item = (String, &'k Key)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    head(&["Table", "Key", "Value", "Default", "Meaning"], out)?;
    for (name, key) in keys {
        let [table, value, default] = [key.table, key.value, key.default].map(|it| match it {
            "" => String::new(),
            text => format!("`{text}`"),
        });
        row(&[&table, &name, &value, &default, key.summary], out)?;
    }
    Ok(())
}

/// Writes every command with its options. `command` has to be built.
pub(super) fn options(command: &Command, out: &mut dyn Write) -> io::Result<()> {
    one_command(command, "pincite", out)?;
    sub_commands(command, "pincite", out)
}

fn sub_commands(command: &Command, name: &str, out: &mut dyn Write) -> io::Result<()> {
    for sub in command.get_subcommands() {
        if sub.is_hide_set() || sub.get_name() == "help" {
            continue;
        }
        let name = format!("{name} {}", sub.get_name());
        writeln!(out)?;
        one_command(sub, &name, out)?;
        sub_commands(sub, &name, out)?;
    }
    Ok(())
}

fn one_command(command: &Command, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let about = command.get_long_about().or(command.get_about());
    writeln!(out, "## {name}\n\n{}", paragraphs(about, ""))?;
    let usage = command.clone().render_usage().to_string();
    writeln!(out, "\n```text\n{}\n```", usage.trim())?;
    let mut headings: Vec<&str> = Vec::new();
    for arg in listed(command) {
        let heading = heading(arg);
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for title in headings {
        writeln!(out, "\n{title}:\n")?;
        for arg in listed(command).filter(|arg| heading(arg) == title) {
            option(arg, out)?;
        }
    }
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        writeln!(out, "\n```text\n{}\n```", after.to_string().trim_end())?;
    }
    Ok(())
}

/// Returns the arguments to list: all except hidden ones, `--help` and `--version`.
fn listed(command: &Command) -> impl Iterator<Item = &Arg> {
    let common = |arg: &Arg| matches!(arg.get_id().as_str(), "help" | "version");
    command.get_arguments().filter(move |arg| !arg.is_hide_set() && !common(arg))
}

fn heading(arg: &Arg) -> &str {
    let default = if arg.is_positional() { "Arguments" } else { "Options" };
    arg.get_help_heading().filter(|_| !arg.is_positional()).unwrap_or(default)
}

fn option(arg: &Arg, out: &mut dyn Write) -> io::Result<()> {
    let help = arg.get_long_help().or(arg.get_help());
    writeln!(out, "- `{}`: {}", arg.to_string().trim(), paragraphs(help, "  "))?;
    if !arg.get_action().takes_values() {
        return Ok(());
    }
    let mut facts = Vec::new();
    let values = arg.get_possible_values();
    let names =
        values.iter().filter(|it| !it.is_hide_set()).map(|it| format!("`{}`", it.get_name()));
    let names: Vec<String> = names.collect();
    if !names.is_empty() {
        facts.push(format!("Values: {}.", names.join(", ")));
    }
    let defaults = arg.get_default_values().iter().map(|it| it.to_string_lossy());
    let defaults: Vec<_> = defaults.filter(|it| !it.is_empty()).collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() {
        facts.push(format!("Default: `{}`.", defaults.join(",")));
    }
    if facts.is_empty() { Ok(()) } else { writeln!(out, "\n  {}", facts.join(" ")) }
}

/// Returns a text of clap as Markdown paragraphs, indented from the second one on.
fn paragraphs(text: Option<&StyledStr>, indent: &str) -> String {
    let text = text.map(StyledStr::to_string).unwrap_or_default();
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let is_list = paragraph.trim_start().starts_with("- ");
        if is_list { indented(paragraph, indent) } else { one_line(paragraph) }
    });
    let paragraphs: Vec<String> = paragraphs.collect();
    paragraphs.join(&format!("\n\n{indent}"))
}

fn indented(text: &str, indent: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join(&format!("\n{indent}"))
}
