//! Counts over all cases: for the exit status, the summary and the statistics.

use std::collections::BTreeMap;

use crate::config::{Config, Requirement};
use crate::report::findings::{Checked, Counts, Summary};
use crate::rules::{Severity, rule};
use crate::text::prose::{count, listed};

/// Counts over all cases.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The number of cases.
    pub(super) cases: usize,
    /// The number of of them could not be checked.
    pub(super) failed: usize,
    with_findings: usize,
    /// The number of findings that make the check fail.
    failing: usize,
    /// The number of findings that `--fix` repairs.
    fixable: usize,
    /// The number of findings that comments in responses silence.
    ignored: usize,
    counts: Counts,
    /// Requirements that are not met, with the number of citations or cases.
    unmet: BTreeMap<&'static str, usize>,
    by_severity: BTreeMap<Severity, usize>,
    by_rule: BTreeMap<&'static str, usize>,
}

impl Tally {
    pub(super) fn add(&mut self, checked: &Checked, config: &Config) {
        self.cases += 1;
        self.ignored += checked.ignored.len();
        if checked.error.is_none() {
            self.counts += checked.counts;
            if config.requires(Requirement::Text) && checked.counts.without_text > 0 {
                *self.unmet.entry(Requirement::Text.name()).or_default() +=
                    checked.counts.without_text;
            }
            if config.requires(Requirement::Citations) && checked.counts.citations == 0 {
                *self.unmet.entry(Requirement::Citations.name()).or_default() += 1;
            }
        }
        self.failed += usize::from(checked.error.is_some());
        self.with_findings += usize::from(!checked.findings.is_empty());
        for entry in &checked.findings {
            *self.by_severity.entry(entry.severity).or_default() += 1;
            *self.by_rule.entry(entry.rule.code).or_default() += 1;
            self.failing += usize::from(entry.fails);
            self.fixable += usize::from(entry.is_fixable());
        }
    }

    /// Returns the exit status.
    pub(super) fn status(&self) -> u8 {
        if self.failed > 0 || self.cases == 0 {
            return 2;
        }
        u8::from(self.failing > 0 || !self.unmet.is_empty())
    }

    /// Returns the summary for reports.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            cases: self.cases,
            counts: self.counts,
            ignored: self.ignored,
            lines: self.lines(),
        }
    }

    /// Returns the summary in words: `3 findings (1 error and 2 notes) in 2 of 10 cases`, what was checked,
    /// and what is missing.
    pub(super) fn lines(&self) -> Vec<String> {
        if self.cases == 0 {
            return vec!["nothing was checked: the input holds no case".to_owned()];
        }
        let found: usize = self.by_severity.values().sum();
        let cases = count(self.cases, "case");
        let findings = if found == 0 {
            format!("no findings in {cases}")
        } else {
            let severities = self.by_severity.iter().rev();
            let each = severities.map(|(severity, number)| count(*number, severity.name()));
            let places = format!("{} of {cases}", self.with_findings);
            format!("{} ({}) in {places}", count(found, "finding"), listed(each, 0, ", "))
        };
        let mut parts = vec![findings];
        if self.failed > 0 {
            parts.push(self.unchecked());
        }
        if self.fixable > 0 {
            parts.push(format!("[*] --fix repairs {}", self.fixable));
        }
        if self.ignored > 0 {
            let ignored = count(self.ignored, "finding");
            parts.push(format!("{ignored} ignored by comments in the response"));
        }
        let mut lines = vec![parts.join("; ")];
        if self.cases > self.failed {
            lines.push(self.counts.describe(self.cases - self.failed));
        }
        lines.extend(self.unmet.iter().map(|(required, number)| {
            let (noun, lacks) = match *required {
                "text" => ("citation", "without text"),
                _ => ("case", "without citations"),
            };
            format!("required: {required}, but there are {} {lacks}", count(*number, noun))
                .replace("there are 1 ", "there is 1 ")
        }));
        lines
    }

    /// Counts the cases could not be checked, in words.
    pub(super) fn unchecked(&self) -> String {
        format!("{} of {} could not be checked", self.failed, count(self.cases, "case"))
    }

    /// Returns the findings of each rule, the most frequent first.
    pub(super) fn statistics(&self) -> String {
        let mut rules: Vec<(&str, usize)> =
            self.by_rule.iter().map(|(code, number)| (*code, *number)).collect();
        rules.sort_by_key(|(code, number)| (std::cmp::Reverse(*number), *code));
        let width = rules.first().map_or(0, |(_, most)| most.to_string().len());
        let line = |(code, number): &(&str, usize)| {
            let name = rule(code).map(|rule| rule.name).unwrap_or_default();
            format!("{number:>width$}  {code}  {name}\n")
        };
        rules.iter().map(line).collect()
    }
}
