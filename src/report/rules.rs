//! The rules for people and for machines: the table of all, and what there is to say of one.

use std::io::{self, Write};

use serde::Serialize;

use super::findings::{Options, collect, text};
use crate::inspect;
use crate::rules::{Example, GROUPS, Rule, Settings, rules};
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

/// Writes what there is to say of one rule, with what it finds in its example.
pub fn explanation(rule: &'static Rule, out: &mut dyn Write) -> io::Result<()> {
    let state = if rule.on { "on" } else { "off" };
    writeln!(out, "{} {}: {}", rule.code, rule.name, rule.summary)?;
    writeln!(out, "severity {}, {state} by default\n", rule.severity.name())?;
    writeln!(out, "{}\n", rule.explain.trim())?;
    writeln!(out, "An example, and what is said of it:\n")?;
    example(&rule.fires, out)?;
    let case = rule.fires.case().map_err(io::Error::other)?;
    let mut inspection = inspect::resolved(case);
    inspect::check(&mut inspection, &Settings::default(), &|other| {
        (other.name == rule.name).then_some(other.severity)
    });
    let checked = collect(&inspection, None);
    (text::REPORT.begin)(Options::default()).case(&checked, out)?;
    writeln!(out, "Nothing is said of:\n")?;
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
