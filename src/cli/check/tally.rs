//! Counts over all cases: for the exit status, the summary and the statistics.

use std::collections::BTreeMap;

use crate::cli::gate_args::{Gates, Measured};
use crate::config::{Config, Requirement};
use crate::report::figures::Figures;
use crate::report::findings::{Checked, Condition, CountedAgainst, Counts, Summary, Unmet};
use crate::rules::{rule, rules};
use crate::text::prose::{count, listed};

/// Counts over all cases.
#[derive(Debug)]
pub(super) struct Tally {
    figures: Figures,
    gates: Gates,
    /// The file of the baseline, if there is one.
    baseline: Option<String>,
    with_findings: usize,
    /// The number of findings that `--fix` repairs.
    fixable: usize,
    counts: Counts,
    /// Requirements that are not met, with the number of citations or cases.
    unmet: BTreeMap<&'static str, usize>,
    /// The citations that count against each condition in force.
    against: BTreeMap<Condition, CountedAgainst>,
    /// The number of files with citations that were read as sources.
    pub(super) doubtful: usize,
    /// True if some rule ran.
    has_rules: bool,
    notes: Notes,
}

/// The requirement that every file with citations is checked, which every other one includes.
const EVERY_ANSWER: &str = "every answer";

/// The maximum number of different notes in the summary.
const MAX_NOTES: usize = 10;

/// The note on an answer that cites nothing, which has a finding.
const UNCITED: &str = "no citation found";

/// The notes on the cases.
#[derive(Debug, Default)]
struct Notes {
    /// Each with the first case that has it, and the number of cases with it or with another example.
    first: Vec<(String, String, usize)>,
    /// The number of notes that are not among these.
    others: usize,
}

impl Notes {
    fn add(&mut self, checked: &Checked) {
        for note in checked.notes.iter().filter(|note| *note != UNCITED) {
            let known = self
                .first
                .iter_mut()
                .find(|(own, ..)| without_example(own) == without_example(note));
            if let Some((_, _, cases)) = known {
                *cases += 1;
            } else if self.first.len() < MAX_NOTES {
                self.first.push((note.clone(), checked.id.clone(), 1));
            } else {
                self.others += 1;
            }
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let line = |(note, first, cases): &(String, String, usize)| match cases {
            1 => format!("note: {first}: {note}"),
            cases => format!("note: {}: {note}", count(*cases, "case")),
        };
        let more = (self.others > 0).then(|| {
            format!("note: {} more; `pincite show` prints them", count(self.others, "note"))
        });
        self.first.iter().map(line).chain(more)
    }
}

/// Returns a requirement that so many citations, cases or files do not meet, in words.
fn requirement(required: &str, number: usize) -> String {
    let (noun, lacks) = match required {
        "text" => ("citation", "without text"),
        "compared" => ("citation", "not compared"),
        "all answers" => ("file", "not read"),
        EVERY_ANSWER => ("file", "with citations read as a source"),
        _ => ("case", "without citations"),
    };
    format!("required: {required}, but there are {} {lacks}", count(number, noun))
        .replace("there are 1 ", "there is 1 ")
}

/// Returns what a note says before its example.
fn without_example(note: &str) -> &str {
    note.split_once(", such as `").map_or(note, |(said, _)| said)
}

impl Tally {
    pub(super) fn new(gates: Gates, baseline: Option<String>) -> Self {
        Self {
            figures: Figures::default(),
            gates,
            baseline,
            with_findings: 0,
            fixable: 0,
            counts: Counts::default(),
            unmet: BTreeMap::new(),
            against: BTreeMap::new(),
            doubtful: 0,
            has_rules: false,
            notes: Notes::default(),
        }
    }

    /// Adds answers that were not read: whatever is required, all must be.
    pub(super) fn add_unread_answers(&mut self, number: usize, config: &Config) {
        let is_required = Requirement::ALL.iter().any(|it| config.requires(*it));
        if is_required && number > 0 {
            *self.unmet.entry("all answers").or_default() += number;
        }
    }

    /// Returns the conditions that hold for a case with this configuration.
    pub(super) fn conditions(&mut self, config: &Config) -> Vec<Condition> {
        self.gates.configure(config);
        let required = Requirement::ALL.into_iter().filter(|it| config.requires(*it));
        let required = required.map(|requirement| match requirement {
            Requirement::Text => Condition::Text,
            Requirement::Citations => Condition::Citations,
            Requirement::Compared => Condition::Compared,
        });
        self.gates.shares().map(Condition::Minimum).chain(required).collect()
    }

    pub(super) fn add(&mut self, checked: &Checked, config: &Config) {
        self.has_rules |= rules().any(|rule| config.severity(rule).is_some());
        self.notes.add(checked);
        if self.doubtful > 0 && !checked.conditions.is_empty() {
            self.unmet.insert(EVERY_ANSWER, self.doubtful);
        }
        for condition in &checked.conditions {
            self.against.entry(*condition).or_default().add(checked, *condition);
        }
        self.figures.ignored += checked.ignored.len();
        self.figures.known += checked.known.len();
        if checked.error.is_none() {
            self.counts += checked.counts;
            let mut lacks = |requirement: Requirement, number: usize| {
                if config.requires(requirement) && number > 0 {
                    *self.unmet.entry(requirement.name()).or_default() += number;
                }
            };
            let without_text = checked.counts.without_text() + checked.counts.repeated();
            lacks(Requirement::Text, without_text);
            lacks(Requirement::Citations, checked.counts.uncited_cases);
            lacks(Requirement::Compared, checked.counts.not_compared() + without_text);
            for (outcomes, findings) in checked.each_case() {
                self.with_findings += usize::from(!findings.is_empty());
                let findings = findings.iter();
                let findings = findings.map(|entry| (entry.severity, entry.rule.code, entry.fails));
                self.figures.add(outcomes, findings);
            }
        } else {
            self.figures.add_failed();
        }
        self.fixable += checked.findings.iter().filter(|entry| entry.is_fixable()).count();
    }

    /// Returns the number of cases.
    pub(super) const fn cases(&self) -> usize {
        self.figures.cases
    }

    /// Returns the number of cases that could not be checked.
    pub(super) const fn failed(&self) -> usize {
        self.figures.not_checked
    }

    /// Returns the figures compared with minimums and an earlier run, if that is requested.
    pub(super) fn measured(&self) -> Option<Measured> {
        self.gates.measure(&self.figures)
    }

    /// Writes the file of metrics, if one is requested.
    pub(super) fn write_metrics(&self, measured: Option<&Measured>) -> crate::error::Result<()> {
        measured.map_or(Ok(()), |measured| self.gates.write(&measured.metrics))
    }

    /// Returns the reason why nothing was checked, although nothing failed.
    fn unchecked_reason(&self, measured: Option<&Measured>) -> Option<&'static str> {
        let is_required = measured.is_some() || !self.against.is_empty();
        match self.cases() {
            0 => Some("nothing was checked: the input holds no case"),
            cases if cases == self.failed() || self.has_rules || is_required => None,
            _ => Some("nothing was checked: no rule is selected"),
        }
    }

    /// Returns the exit status.
    pub(super) fn status(&self, measured: Option<&Measured>) -> u8 {
        if self.failed() > 0 || self.unchecked_reason(measured).is_some() {
            return 2;
        }
        let is_met = measured.is_none_or(Measured::is_met);
        u8::from(self.figures.failing > 0 || !self.unmet.is_empty() || !is_met)
    }

    /// Returns the summary for reports.
    pub(super) fn summary(&self, measured: Option<&Measured>) -> Summary {
        Summary {
            cases: self.cases(),
            unchecked: self.unchecked_reason(measured),
            counts: self.counts,
            ignored: self.figures.ignored,
            known: self.figures.known,
            metrics: measured.map(|measured| measured.metrics.clone()),
            gates: measured.map(|measured| measured.gates.clone()).unwrap_or_default(),
            unmet: self.conditions_unmet(measured),
            lines: self.lines(measured).into_iter().chain(self.notes()).collect(),
        }
    }

    /// Returns the notes on the cases, a line each.
    pub(super) fn notes(&self) -> Vec<String> {
        self.notes.lines().collect()
    }

    /// Returns the summary in words: `3 findings (1 error and 2 notes) in 2 of 10 cases`, what was
    /// checked, and what is missing.
    pub(super) fn lines(&self, measured: Option<&Measured>) -> Vec<String> {
        if let Some(why) = self.unchecked_reason(measured).filter(|_| self.failed() == 0) {
            return vec![why.to_owned()];
        }
        let severities = &self.figures.severities;
        let found: usize = severities.values().sum();
        let cases = count(self.cases(), "case");
        let checked = self.cases() - self.failed();
        let findings = if found == 0 && checked > 0 {
            Some(format!("no findings in {}", count(checked, "case")))
        } else if found == 0 {
            None
        } else {
            let each = severities.iter().rev();
            let each = each.map(|(severity, number)| count(*number, severity.name()));
            let places = format!("{} of {cases}", self.with_findings);
            Some(format!("{} ({}) in {places}", count(found, "finding"), listed(each, 0, ", ")))
        };
        let mut parts: Vec<String> = findings.into_iter().collect();
        if self.failed() > 0 {
            parts.push(self.unchecked());
        }
        if self.fixable > 0 {
            parts.push(format!("[*] --fix repairs {}", self.fixable));
        }
        parts.extend(self.figures.ignored_note());
        parts.extend(self.known_note());
        let mut lines = vec![parts.join("; ")];
        if self.cases() > self.failed() {
            lines.push(self.counts.describe(self.cases() - self.failed()));
        }
        lines.extend(self.unmet.iter().map(|(required, number)| requirement(required, *number)));
        lines.extend(measured.into_iter().flat_map(Measured::lines));
        lines
    }

    /// Returns the conditions that are not met, with the citations that count against them.
    fn conditions_unmet(&self, measured: Option<&Measured>) -> Vec<Unmet> {
        let against = |condition: Option<Condition>| {
            let known = condition.and_then(|condition| self.against.get(&condition));
            known.cloned().unwrap_or_default()
        };
        let required = self.unmet.iter().map(|(required, number)| {
            let condition = match *required {
                "text" => Some(Condition::Text),
                "compared" => Some(Condition::Compared),
                "citations" => Some(Condition::Citations),
                _ => None,
            };
            let text = requirement(required, *number);
            Unmet { condition, text, against: against(condition) }
        });
        let gates = measured.into_iter().flat_map(|measured| &measured.gates);
        let missed = gates.filter(|gate| !gate.is_met).map(|gate| {
            let condition = Some(Condition::Minimum(gate.share));
            Unmet { condition, text: gate.text.clone(), against: against(condition) }
        });
        required.chain(missed).collect()
    }

    /// Returns a note on the findings that the baseline has, `0` too: the baseline is in force.
    fn known_note(&self) -> Option<String> {
        let known = count(self.figures.known, "known finding");
        self.baseline.as_ref().map(|file| format!("{known} of {file} left out"))
    }

    /// Counts the cases that could not be checked, in words.
    pub(super) fn unchecked(&self) -> String {
        format!("{} of {} could not be checked", self.failed(), count(self.cases(), "case"))
    }

    /// Returns the findings of each rule, the most frequent first.
    pub(super) fn statistics(&self) -> String {
        let by_rule = self.figures.rules.iter();
        let mut rules: Vec<(&str, usize)> =
            by_rule.map(|(code, number)| (*code, *number)).collect();
        rules.sort_by_key(|(code, number)| (std::cmp::Reverse(*number), *code));
        let width = rules.first().map_or(0, |(_, most)| most.to_string().len());
        let line = |(code, number): &(&str, usize)| {
            let name = rule(code).map(|rule| rule.name).unwrap_or_default();
            format!("{number:>width$}  {code}  {name}\n")
        };
        rules.iter().map(line).collect()
    }
}
