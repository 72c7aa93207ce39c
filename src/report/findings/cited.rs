//! The citations of a checked case, and the text that each could be checked against.

use std::ops::AddAssign;
use std::sync::Arc;

use smallvec::SmallVec;

use super::known_texts::KnownTexts;
use super::positions::{FilePositions, Positions};
use super::{Apart, Position};
use crate::inspect::Inspection;
use crate::report::figures::Outcomes;
use crate::report::outcome::{Outcome, outcomes};
use crate::report::reason::reason;
use crate::resolve::Resolution;
use crate::text::prose::count;

/// The maximum length of a claim that is kept, in characters.
const MAX_CLAIM: usize = 2000;

/// A citation.
#[derive(Debug, Clone)]
pub struct CheckedCitation {
    /// Its number in reading order, from 1.
    pub number: usize,
    /// The case it belongs to, if a line of a batch has several.
    pub case: Option<String>,
    /// The claim, on one line.
    pub claim: String,
    /// The result of checking it.
    pub outcome: Outcome,
    /// The result with its reason, in words; empty if it is supported. Many citations share one.
    pub reason: Arc<str>,
    /// Its place in the response; the first one if it is supported.
    pub start: Position,
    /// The line of that place in the file, if the response was found there.
    pub line: Option<u32>,
    /// Its targets.
    pub targets: Vec<CitedTarget>,
    /// True if nothing but the response vouches for the text of a source.
    pub is_repeated: bool,
}

impl CheckedCitation {
    /// Returns the case and number, by which findings are assigned to it.
    pub(super) fn key(&self) -> (Option<&str>, usize) {
        (self.case.as_deref(), self.number)
    }

    /// Returns its sources and locators, as written.
    pub(super) fn pointers(&self) -> String {
        let mut pointers = self.targets.iter().map(|target| match target.locator.as_str() {
            "" => target.id.clone(),
            locator => format!("{} {locator}", target.id),
        });
        let first = pointers.next().unwrap_or_else(|| "no source".to_owned());
        pointers.fold(first, |all, next| format!("{all}, {next}"))
    }
}

/// One source that a citation points at.
#[derive(Debug, Clone)]
pub struct CitedTarget {
    /// The id as written.
    pub id: String,
    /// The locator; empty if the whole source is cited.
    pub locator: String,
    /// `found`, or the reason why there is no passage.
    pub status: &'static str,
    /// The support score, from 0 to 1, if claim and passage were compared.
    pub support: Option<f64>,
    /// The place that supports the claim, by its name in JSON.
    pub place: Option<&'static str>,
    /// The best match elsewhere, as source and lines; empty without one.
    pub better: String,
}

/// Numbers of citations and cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Citations by outcome.
    pub outcomes: Outcomes,
    /// Cases without any citation.
    pub uncited_cases: usize,
    /// Cases without any source.
    pub sourceless_cases: usize,
}

impl Counts {
    /// Returns the counts of one case. It `cites` also if none of its citations was to be checked.
    pub(super) fn of(citations: &[Apart<CheckedCitation>], cites: bool, has_sources: bool) -> Self {
        Self {
            outcomes: citations.iter().map(|one| (one.outcome, one.is_repeated)).collect(),
            uncited_cases: usize::from(!cites),
            sourceless_cases: usize::from(!has_sources),
        }
    }

    /// Returns the number of citations.
    pub fn citations(&self) -> usize {
        self.outcomes.total()
    }

    /// Returns the number of citations that were checked against text.
    pub fn checked(&self) -> usize {
        self.outcomes.checked()
    }

    /// Returns the number of citations whose source has no text.
    pub fn without_text(&self) -> usize {
        self.outcomes.get(Outcome::NoText)
    }

    /// Returns the number of citations whose text nothing but the response vouches for.
    pub fn repeated(&self) -> usize {
        self.outcomes.repeated()
    }

    /// Returns the number of citations that are malformed or point nowhere.
    pub fn unresolved(&self) -> usize {
        self.outcomes.get(Outcome::Unresolved)
    }

    /// Returns the number of citations with text that is more likely not to support the claim, without a
    /// finding that says so.
    pub fn unclear(&self) -> usize {
        self.outcomes.get(Outcome::UnclearSupport)
    }

    /// Returns the number of citations with text that could not be compared with the claim.
    pub fn not_compared(&self) -> usize {
        self.outcomes.get(Outcome::NotCompared)
    }

    /// Returns `3 cases: 41 citations, 12 checked against text (2 unclear), 29 have no text`.
    pub fn describe(&self, cases: usize) -> String {
        let (citations, checked) = (self.citations(), self.checked());
        let (without_text, unresolved) = (self.without_text(), self.unresolved());
        let have = |number: usize| if number == 1 { "has" } else { "have" };
        let mut cited = match citations {
            0 => vec!["no citations".to_owned()],
            _ => vec![count(citations, "citation"), format!("{checked} checked against text")],
        };
        if let Some(checked) = cited.last_mut().filter(|_| self.unclear() > 0) {
            *checked = format!("{checked} ({} unclear)", self.unclear());
        }
        if self.not_compared() > 0 {
            cited.push(format!("{} not compared", self.not_compared()));
        }
        if self.repeated() > 0 {
            cited.push(format!("{} with text that only the response repeats", self.repeated()));
        }
        if without_text > 0 {
            cited.push(format!("{without_text} {} no text", have(without_text)));
        }
        if unresolved > 0 {
            cited.push(format!("{unresolved} unresolved"));
        }
        let mut parts = vec![format!("{}: {}", count(cases, "case"), cited.join(", "))];
        if self.uncited_cases > 0 && citations > 0 {
            let has = have(self.uncited_cases);
            parts.push(format!("{} {has} no citations", count(self.uncited_cases, "case")));
        }
        if self.sourceless_cases > 0 {
            let has = have(self.sourceless_cases);
            parts.push(match self.sourceless_cases {
                all if all == cases => "no sources loaded".to_owned(),
                some => format!("{} {has} no sources", count(some, "case")),
            });
        }
        parts.join("; ")
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.outcomes += other.outcomes;
        self.uncited_cases += other.uncited_cases;
        self.sourceless_cases += other.sourceless_cases;
    }
}

/// Collects the citations of an inspection in reading order, and lets their evidence go.
pub(super) fn cited(
    inspection: &mut Inspection,
    file: Option<&FilePositions<'_>>,
    known: &KnownTexts,
) -> Vec<Apart<CheckedCitation>> {
    let order = inspection.reading_order();
    let outcomes = outcomes(inspection);
    let starts = starts(inspection, &outcomes, file);
    let mut all = Vec::with_capacity(order.len());
    for (place, index) in order.into_iter().enumerate() {
        let result = outcomes.get(index).copied().zip(starts.get(index).copied());
        all.extend(
            result.and_then(|it| one(inspection, index, (place + 1, it), known)).map(Box::new),
        );
        if let Some(found) = inspection.inspected.get_mut(index) {
            found.evidence = SmallVec::new();
        }
    }
    all
}

/// Returns the place of each citation that is not supported, with its line in the file.
fn starts(
    inspection: &Inspection,
    outcomes: &[Outcome],
    file: Option<&FilePositions<'_>>,
) -> Vec<(Position, Option<u32>)> {
    let first = (Position::new(1, 1), None);
    if outcomes.iter().all(|outcome| *outcome == Outcome::Supported) {
        return vec![first; outcomes.len()];
    }
    let positions = Positions::new(&inspection.case.response.text);
    let citations = inspection.case.response.citations.iter().zip(outcomes);
    let start = citations.map(|(citation, outcome)| {
        if *outcome == Outcome::Supported {
            return first;
        }
        let span = citation.anchor.span;
        let in_file = file.and_then(|file| file.of(span));
        (positions.at(span.start), in_file.map(|(start, _)| start.line))
    });
    start.collect()
}

/// Collects the citation at `index`.
fn one(
    inspection: &Inspection,
    index: usize,
    (number, (outcome, (start, line))): (usize, (Outcome, (Position, Option<u32>))),
    known: &KnownTexts,
) -> Option<CheckedCitation> {
    let citation = inspection.case.response.citations.get(index)?;
    let found = inspection.inspected.get(index)?;
    let claim_text = inspection.claim_text(index).unwrap_or_default();
    let mut claim = String::with_capacity(claim_text.len());
    for word in claim_text.split_whitespace() {
        claim.extend((!claim.is_empty()).then_some(' '));
        claim.push_str(word);
    }
    if let Some((end, _)) = claim.char_indices().nth(MAX_CLAIM) {
        claim.truncate(end);
    }
    let targets = citation.targets.iter().enumerate().map(|(at, target)| {
        let evidence = found.evidence.get(at).and_then(Option::as_deref);
        let better = evidence.and_then(|evidence| evidence.better.first()).map(|window| {
            let name = known.name(inspection, window.source);
            let lines = inspection.place_of(window.source, window.span);
            let lines = lines.map(|place| format!(" {place}"));
            format!("{name}{}", lines.unwrap_or_default())
        });
        CitedTarget {
            id: target.id.clone(),
            locator: target.locator.as_ref().map(ToString::to_string).unwrap_or_default(),
            status: status(found.targets.get(at)),
            support: evidence.map(|evidence| evidence.support),
            place: evidence.map(|evidence| evidence.place.name()),
            better: better.unwrap_or_default(),
        }
    });
    let targets = targets.collect();
    let reason = known.text(&reason(inspection, index, outcome));
    let is_repeated = inspection.is_repeated(index);
    Some(CheckedCitation {
        number,
        case: None,
        claim,
        outcome,
        reason,
        start,
        line,
        targets,
        is_repeated,
    })
}

fn status(resolution: Option<&Resolution>) -> &'static str {
    match resolution {
        Some(Resolution::Found(_)) => "found",
        Some(Resolution::Missing(missing)) => missing.reason.name(),
        Some(Resolution::Pending(_)) => "pending",
        None => "unresolved",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_what_was_not_checked() {
        let of = |number, outcome| std::iter::repeat_n(outcome, number);
        let all = of(12, Outcome::Supported).chain(of(29, Outcome::NoText));
        let counts = Counts { outcomes: all.collect(), ..Counts::default() };
        let line = "3 cases: 41 citations, 12 checked against text, 29 have no text";
        assert_eq!(counts.describe(3), line);
        let open = of(3, Outcome::UnclearSupport).chain(of(2, Outcome::NotCompared));
        let all = of(12, Outcome::Supported).chain(open).chain(of(1, Outcome::NoText));
        let open = Counts { outcomes: all.collect(), ..Counts::default() };
        let line = "1 case: 18 citations, 15 checked against text (3 unclear), 2 not compared, 1 has no text";
        assert_eq!(open.describe(1), line);
        let nothing = Counts { uncited_cases: 1, sourceless_cases: 1, ..Counts::default() };
        assert_eq!(nothing.describe(1), "1 case: no citations; no sources loaded");
        let mut some = Counts { uncited_cases: 1, ..counts };
        some.outcomes += of(1, Outcome::Unresolved).collect();
        assert_eq!(
            some.describe(4),
            "4 cases: 42 citations, 12 checked against text, 29 have no text, 1 unresolved; 1 case has no citations"
        );
    }
}
