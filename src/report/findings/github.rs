//! Findings as GitHub's workflow commands, which become annotations on the files of a change.
//!
//! GitHub shows ten errors, ten warnings and ten notices a step. A last notice with the
//! summary counts the rest; it is an error if a condition over all cases is not met, or nothing was checked.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{
    Checked, Condition, NamedCitation, Options, Report, ReportFinding, ResponseLines, Summary,
    Syntax, Writer,
};
use crate::rules::Severity;
use crate::text::SafeText;
use crate::text::prose::{count, listed};

/// The entry in the table of reports.
pub(super) const REPORT: Report = Report {
    name: "github",
    summary: "annotations of a GitHub workflow",
    syntax: Syntax::Commands,
    begins: |head| {
        let mut starts = ["::error ", "::warning ", "::notice "].into_iter();
        starts.any(|start| head.starts_with(start)) && head.contains("title=")
    },
    begin,
};

/// The number of annotations of one level that GitHub shows per step.
const MAX_SHOWN: usize = 10;

/// The most rules that the last notice names.
const MAX_RULES: usize = 8;

fn begin(_: Options) -> Box<dyn Writer> {
    Box::new(Github::default())
}

#[derive(Default)]
struct Github {
    /// The number of annotations written, by level.
    written: BTreeMap<&'static str, usize>,
    /// The number of findings left out, by rule.
    left_out: BTreeMap<&'static str, usize>,
}

impl Github {
    /// True if GitHub shows one more annotation of the level. One notice is left for the summary.
    fn has_room(&mut self, level: &'static str) -> bool {
        let written = self.written.entry(level).or_default();
        let room = if level == "notice" { MAX_SHOWN - 1 } else { MAX_SHOWN };
        let has_room = *written < room;
        *written += usize::from(has_room);
        has_room
    }
}

impl Writer for Github {
    fn case(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        if let Some((error, _)) = &checked.error {
            if self.has_room("error") {
                write!(out, "::error file={}", property(&checked.input))?;
                if let ResponseLines::In(line) = checked.lines {
                    write!(out, ",line={line},endLine={line}")?;
                }
                writeln!(out, ",title=not checked::{}", data(error))?;
            } else {
                *self.left_out.entry("not checked").or_default() += 1;
            }
        }
        for entry in &checked.findings {
            if self.has_room(level(entry.severity)) {
                annotation(checked, entry, out)?;
            } else {
                *self.left_out.entry(entry.rule.name).or_default() += 1;
            }
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<Vec<String>> {
        for unmet in &summary.unmet {
            let name = unmet.condition.map_or("required", Condition::name);
            for one in &unmet.against.first {
                // One error is left for the summary.
                if self.written.get("error").is_none_or(|written| written + 1 < MAX_SHOWN) {
                    self.has_room("error");
                    counted_against(name, one, out)?;
                }
            }
        }
        let mut text = summary.with_named(&summary.lines).join("\n");
        let left_out: usize = self.left_out.values().sum();
        if left_out > 0 {
            let mut rules: Vec<(&str, usize)> =
                self.left_out.iter().map(|(rule, number)| (*rule, *number)).collect();
            rules.sort_by_key(|(rule, number)| (std::cmp::Reverse(*number), *rule));
            let more = rules.len().saturating_sub(MAX_RULES);
            let rules =
                rules.iter().take(MAX_RULES).map(|(rule, number)| format!("{number} {rule}"));
            let what = count(left_out, "finding");
            text = format!("{text}\n{what} not shown: {}", listed(rules, more, ", "));
        }
        let has_failed = !summary.unmet.is_empty() || summary.unchecked.is_some();
        let is_error = has_failed && self.has_room("error");
        let level = if is_error { "error" } else { "notice" };
        writeln!(out, "::{level} title=pincite::{}", data(&text))?;
        Ok(Vec::new())
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn counted_against(name: &str, one: &NamedCitation, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "::error file={}", property(&one.input))?;
    if let Some(line) = one.line {
        write!(out, ",line={line},endLine={line}")?;
    }
    writeln!(out, ",title={}::{}", property(name), data(&one.reason))
}

fn annotation(checked: &Checked, entry: &ReportFinding, out: &mut dyn Write) -> io::Result<()> {
    let level = level(entry.severity);
    write!(out, "::{level} file={}", property(&checked.input))?;
    if let Some((start, end)) = checked.in_input(entry) {
        write!(out, ",line={},endLine={}", start.line, end.line)?;
        // Columns make sense to GitHub within one line only.
        if start.line == end.line && start != end {
            write!(out, ",col={},endColumn={}", start.column, end.column)?;
        }
    }
    let title = property(&format!("{} {}", entry.rule.code, entry.rule.name));
    let help = entry.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    writeln!(out, ",title={title}::{}", data(&format!("{}{help}", entry.message)))
}

/// Returns text for the part after the second `::`. Line ends are kept, as `%0A`; the rest is made
/// safe first.
fn data(text: &str) -> String {
    encoded(&SafeText::multiline(text))
}

/// Returns the value of a property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    encoded(&SafeText::new(text)).replace(':', "%3A").replace(',', "%2C")
}

fn encoded(text: &SafeText) -> String {
    text.as_str().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_ends_the_command() {
        assert_eq!(data("50 %\n::error::x"), "50 %25%0A::error::x");
        assert_eq!(property("a,b:c%\n"), "a%2Cb%3Ac%25␊");
    }
}
