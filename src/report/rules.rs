//! The rules for people and for programs: a table of all, and a page about each.

use std::io::{self, Write};

use serde::Serialize;

use super::findings::{Options, collect, text};
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
struct JsonRule {
    code: &'static str,
    name: &'static str,
    group: &'static str,
    severity: &'static str,
    on: bool,
    summary: &'static str,
    explain: &'static str,
}

/// Writes the rules as a Markdown document: a table a group, and a section a rule.
pub fn markdown(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Rules\n")?;
    writeln!(
        out,
        "`pincite check` runs these rules. `pincite explain RULE` adds an example to each."
    )?;
    for group in GROUPS.iter().filter(|group| !group.rules.is_empty()) {
        writeln!(out, "\n## {}: {}\n", group.letter, group.title)?;
        writeln!(out, "| Code | Name | Severity | Default | Finding |\n|---|---|---|---|---|")?;
        for rule in group.rules {
            let Rule { code, name, severity, summary, .. } = rule;
            let on = if rule.on { "on" } else { "off" };
            writeln!(out, "| {code} | `{name}` | {} | {on} | {summary} |", severity.name())?;
        }
        for rule in group.rules {
            writeln!(out, "\n### {} {}\n\n{}", rule.code, rule.name, rule.explain.trim())?;
        }
    }
    Ok(())
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

/// Writes the page about one rule, with its finding in an example.
pub fn explanation(rule: &'static Rule, out: &mut dyn Write) -> io::Result<()> {
    let state = if rule.on { "on" } else { "off" };
    writeln!(out, "{} {}: {}", rule.code, rule.name, rule.summary)?;
    writeln!(out, "severity {}, {state} by default\n", rule.severity.name())?;
    writeln!(out, "{}\n", rule.explain.trim())?;
    writeln!(out, "Example with a finding:\n")?;
    example(&rule.fires, out)?;
    let case = rule.fires.case().map_err(io::Error::other)?;
    let mut inspection = inspect::resolved(case);
    inspect::check(&mut inspection, &rule.example_settings(), &|other| {
        rule.severity_in_example(other)
    });
    inspection.findings.retain(|finding| finding.rule.name == rule.name);
    let checked = collect(&inspection, None);
    (text::REPORT.begin)(Options::default()).case(&checked, out)?;
    writeln!(out, "Example without findings:\n")?;
    example(&rule.passes, out)
}

/// Writes an example's texts, indented, with its markers made visible.
fn example(example: &Example, out: &mut dyn Write) -> io::Result<()> {
    indented("response", example.response, out)?;
    for (id, text) in example.sources {
        indented(id, text, out)?;
    }
    writeln!(out)
}

fn indented(name: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "    {}:", SafeText::new(name))?;
    for line in SafeText::multiline(text).as_str().lines() {
        writeln!(out, "{}", format!("      {line}").trim_end())?;
    }
    Ok(())
}
