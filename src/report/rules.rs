//! The rules as a table, as JSON, as a manual page, and individually.

use std::io::{self, Write};

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use super::findings::{Options, collect, text};
use super::markdown_table::{head, row};
use crate::cases::InFile;
use crate::inspect;
use crate::rules::{Example, GROUPS, Rule, rules};
use crate::text::SafeText;

/// Writes the table of rules, by group.
pub fn table(out: &mut dyn Write) -> io::Result<()> {
    let width = rules().map(|rule| rule.name.len()).max().unwrap_or_default();
    for (index, group) in GROUPS.iter().filter(|group| !group.rules.is_empty()).enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", group.letter, group.title)?;
        for rule in group.rules {
            let Rule { code, name, severity, summary, .. } = rule;
            let on = if rule.on { "on " } else { "off" };
            writeln!(out, "  {code}  {name:width$}  {:7}  {on}  {summary}", severity.name())?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
struct JsonRule {
    code: &'static str,
    name: &'static str,
    group: &'static str,
    severity: &'static str,
    on: bool,
    summary: &'static str,
    explain: &'static str,
}

/// Returns the layout of the array.
#[cfg(feature = "schemas")]
pub(super) fn layout() -> schemars::Schema {
    schemars::schema_for!(Vec<JsonRule>)
}

/// Writes the rules as one JSON array.
pub fn json(out: &mut dyn Write) -> io::Result<()> {
    let groups = GROUPS.iter().flat_map(|group| group.rules.iter().map(move |rule| (group, rule)));
    let rules: Vec<JsonRule> = groups
        .map(|(group, rule)| JsonRule {
            code: rule.code,
            name: rule.name,
            group: group.title,
            severity: rule.severity.name(),
            on: rule.on,
            summary: rule.summary,
            explain: rule.explain,
        })
        .collect();
    serde_json::to_writer_pretty(&mut *out, &rules)?;
    writeln!(out)
}

/// Writes the manual page of all rules: a table per group, and the explanation of each rule.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    for group in GROUPS.iter().filter(|group| !group.rules.is_empty()) {
        writeln!(out, "## {}: {}\n", group.letter, group.title)?;
        head(&["Code", "Name", "Severity", "Default", "Finding"], out)?;
        for rule in group.rules {
            let link = format!("[{}](#{}-{})", rule.code, rule.code.to_lowercase(), rule.name);
            let default = if rule.on { "on" } else { "off" };
            row(&[&link, rule.name, rule.severity.name(), default, rule.summary], out)?;
        }
        writeln!(out)?;
        for rule in group.rules {
            writeln!(out, "### {} {}\n\n{}\n", rule.code, rule.name, rule.explain.trim())?;
            writeln!(out, "Example:\n\n```text")?;
            example(&rule.fires, "", out)?;
            writeln!(out, "```\n")?;
        }
    }
    Ok(())
}

/// Explains one rule, with its findings in an example.
pub fn explanation(rule: &'static Rule, out: &mut dyn Write) -> io::Result<()> {
    let state = if rule.on { "on" } else { "off" };
    writeln!(out, "{} {}: {}", rule.code, rule.name, rule.summary)?;
    writeln!(out, "severity {}, {state} by default\n", rule.severity.name())?;
    writeln!(out, "{}\n", rule.explain.trim())?;
    writeln!(out, "Example with its finding:\n")?;
    example(&rule.fires, "    ", out)?;
    writeln!(out)?;
    let case = rule.fires.case().map_err(io::Error::other)?;
    let mut inspection = inspect::resolved(case);
    inspect::check(&mut inspection, &rule.example_settings(), &|other| {
        rule.severity_in_example(other)
    });
    inspection.findings.retain(|finding| finding.rule.name == rule.name);
    let checked = collect(inspection, &InFile::whole());
    (text::REPORT.begin)(Options::default()).case(&checked, out)?;
    writeln!(out, "Example without a finding:\n")?;
    example(&rule.passes, "    ", out)?;
    writeln!(out)
}

/// Writes an example's texts, indented, with its markers made visible.
fn example(example: &Example, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    let texts =
        std::iter::once(("response", example.response)).chain(example.sources.iter().copied());
    for (name, text) in texts {
        writeln!(out, "{indent}{}:", SafeText::new(name))?;
        for line in SafeText::multiline(text).as_str().lines() {
            writeln!(out, "{}", format!("{indent}  {line}").trim_end())?;
        }
    }
    Ok(())
}
