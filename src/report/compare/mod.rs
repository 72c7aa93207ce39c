//! Comparisons of responses as text and JSON.

mod json;
mod reference;
mod text;

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Options;
use crate::inspect::Inspection;
use crate::review::compare::{ComparedTarget, Comparison, DIFFERENCES, Difference};
use crate::text::prose::count;

#[cfg(feature = "schemas")]
pub(super) use json::layout;
pub use reference::reference;

/// A case with two responses, or only one.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'p> {
    /// The first response; `None` for a case that only the second input has.
    pub before: Option<&'p Inspection>,
    /// The second response; `None` for a case that only the first input has.
    pub after: Option<&'p Inspection>,
    /// The changes; empty if one side is missing.
    pub comparison: &'p Comparison,
}

/// A way of writing a comparison.
#[derive(Debug)]
pub struct Report {
    /// The name that `--format` takes.
    pub name: &'static str,
    /// Purpose, in a few words.
    pub summary: &'static str,
    /// Writes one pair. What it writes is safe on a terminal.
    pub write: fn(&Pair<'_>, &Options, &mut dyn Write) -> io::Result<()>,
    /// Writes the totals after the last pair.
    pub end: fn(&Sum, &mut dyn Write) -> io::Result<()>,
}

/// Every report of comparisons.
pub const REPORTS: &[Report] = &[text::REPORT, json::REPORT];

/// The changes in all pairs together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sum {
    /// Number of pairs of cases.
    pub pairs: usize,
    /// Number of pairs with a difference.
    pub changed: usize,
    /// Number of cases in the first input only.
    pub only_before: usize,
    /// Number of cases in the second input only.
    pub only_after: usize,
    /// Counts per kind of difference.
    pub counts: BTreeMap<Difference, usize>,
    /// Number of unchanged citations.
    pub unchanged: usize,
    /// Number of citations on both sides.
    pub citations: usize,
    /// Number of sentences without citations that only the first responses have.
    pub uncited_removed: usize,
    /// The same for the second responses.
    pub uncited_added: usize,
}

impl Sum {
    /// Adds a pair.
    pub fn add(&mut self, pair: &Pair<'_>) {
        match (pair.before, pair.after) {
            (_, None) => self.only_before += 1,
            (None, _) => self.only_after += 1,
            _ => self.pairs += 1,
        }
        self.changed += usize::from(!pair.comparison.changes.is_empty());
        self.unchanged += pair.comparison.unchanged;
        let sides = pair.before.into_iter().chain(pair.after);
        self.citations += sides.map(|side| side.case.response.citations.len()).sum::<usize>();
        self.uncited_removed += pair.comparison.uncited_removed;
        self.uncited_added += pair.comparison.uncited_added;
        for (difference, times) in pair.comparison.counts() {
            *self.counts.entry(difference).or_default() += times;
        }
    }

    /// Returns the sum in one line: `1 lost, 2 moved; 9 citations unchanged`.
    pub fn summary(&self) -> String {
        let counts = self.counts.iter();
        let mut each: Vec<String> =
            counts.map(|(difference, times)| format!("{times} {}", difference.name())).collect();
        let uncited = [(self.uncited_removed, "fewer"), (self.uncited_added, "more")];
        let uncited = uncited.iter().filter(|(number, _)| *number > 0);
        each.extend(
            uncited.map(|(number, way)| format!("{} {way}", count(*number, "uncited sentence"))),
        );
        let differences = match self.only_before + self.only_after {
            _ if !each.is_empty() => each.join(", "),
            0 => "no difference".to_owned(),
            _ => "no difference in the cases of both".to_owned(),
        };
        let unchanged = count(self.unchanged, "citation");
        let mut message = format!("{differences}; {unchanged} unchanged");
        if self.pairs + self.only_before + self.only_after > 1 {
            message =
                format!("{message}; {} of {} changed", self.changed, count(self.pairs, "case"));
        }
        for (number, which) in [(self.only_before, "first"), (self.only_after, "second")] {
            if number > 0 {
                message = format!("{message}; {} only in the {which}", count(number, "case"));
            }
        }
        message
    }

    /// Returns every kind with its number of occurrences and its meaning, one per line.
    pub fn statistics(&self) -> String {
        let line = |(difference, name, summary): &(Difference, &str, &str)| {
            let times = self.counts.get(difference).copied().unwrap_or_default();
            format!("{times:>6}  {name:<16} {summary}\n")
        };
        let lines: Vec<String> = DIFFERENCES.iter().map(line).collect();
        let unchanged = self.unchanged;
        format!("{}{unchanged:>6}  {:<16} an unchanged citation\n", lines.concat(), "unchanged")
    }
}
