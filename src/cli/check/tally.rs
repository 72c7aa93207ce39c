//! What was found, counted: for the exit status, the sum and the statistics.

use std::collections::BTreeMap;

use crate::config::Config;
use crate::report::findings::Checked;
use crate::rules::{Severity, rule};
use crate::text::prose::{count, listed};

/// Counts over all cases.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// How many cases there were.
    pub(super) cases: usize,
    /// How many of them could not be checked.
    pub(super) failed: usize,
    with_findings: usize,
    by_severity: BTreeMap<Severity, usize>,
    by_rule: BTreeMap<&'static str, usize>,
}

impl Tally {
    pub(super) fn add(&mut self, checked: &Checked) {
        self.cases += 1;
        self.failed += usize::from(checked.error.is_some());
        self.with_findings += usize::from(!checked.remarks.is_empty());
        for remark in &checked.remarks {
            *self.by_severity.entry(remark.severity).or_default() += 1;
            *self.by_rule.entry(remark.rule.code).or_default() += 1;
        }
    }

    /// The exit status.
    pub(super) fn status(&self, config: &Config) -> u8 {
        if self.failed > 0 {
            return 2;
        }
        u8::from(self.by_severity.keys().any(|severity| config.fails(*severity)))
    }

    /// The findings in one line: `3 findings (1 error and 2 notes) in 2 of 10 cases`.
    pub(super) fn sum(&self) -> String {
        let found: usize = self.by_severity.values().sum();
        let cases = count(self.cases, "case");
        let sum = if found == 0 {
            format!("no findings in {cases}")
        } else {
            let severities = self.by_severity.iter().rev();
            let each = severities.map(|(severity, number)| count(*number, severity.name()));
            let places = format!("{} of {cases}", self.with_findings);
            format!("{} ({}) in {places}", count(found, "finding"), listed(each, 0, ", "))
        };
        if self.failed > 0 { format!("{sum}; {}", self.unchecked()) } else { sum }
    }

    /// How many cases could not be checked, in words.
    pub(super) fn unchecked(&self) -> String {
        format!("{} of {} could not be checked", self.failed, count(self.cases, "case"))
    }

    /// The findings of each rule, the most frequent first.
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
