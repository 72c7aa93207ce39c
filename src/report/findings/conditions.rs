//! Conditions for a check to pass that count citations, and the citations that count against them.

use super::{Checked, CheckedCitation, Fingerprint, Position, ResponseLines};
use crate::report::figures::Share;
use crate::report::outcome::Outcome;
use crate::text::prose::count;

/// The maximum number of citations that are named for a condition.
pub const MAX_NAMED: usize = 20;

/// A condition for a check to pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// The minimum of a share.
    Minimum(Share),
    /// Every cited source has text.
    Text,
    /// Every claim is compared with text.
    Compared,
    /// Every case has a citation.
    Citations,
}

impl Condition {
    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimum(Share::Resolved) => "min-resolved",
            Self::Minimum(Share::Text) => "min-text",
            Self::Minimum(Share::Supported) => "min-supported",
            Self::Minimum(Share::Clean) => "min-clean",
            Self::Text => "require-text",
            Self::Compared => "require-compared",
            Self::Citations => "require-citations",
        }
    }

    /// True if a citation counts against it.
    pub const fn counts_against(self, cited: &CheckedCitation) -> bool {
        let outcome = cited.outcome;
        match self {
            Self::Minimum(Share::Text) if cited.is_repeated => true,
            Self::Minimum(share) => share.counts_against(outcome),
            Self::Text => cited.is_repeated || matches!(outcome, Outcome::NoText),
            Self::Compared => {
                cited.is_repeated || matches!(outcome, Outcome::NotCompared | Outcome::NoText)
            }
            Self::Citations => false,
        }
    }
}

/// A condition that is not met.
#[derive(Debug, Clone)]
pub struct Unmet {
    /// The condition; `None` for one that counts files.
    pub condition: Option<Condition>,
    /// The condition and the value, in words.
    pub text: String,
    /// The citations that count against it.
    pub against: CountedAgainst,
}

/// The citations that count against a condition.
#[derive(Debug, Clone, Default)]
pub struct CountedAgainst {
    /// The first [`MAX_NAMED`].
    pub first: Vec<NamedCitation>,
    /// The number of all.
    pub all: usize,
}

/// A citation that counts against a condition, or a case without one.
#[derive(Debug, Clone)]
pub struct NamedCitation {
    /// The file it was read from.
    pub input: String,
    /// The line of the file, if the response has lines there.
    pub line: Option<u64>,
    /// The id of its case.
    pub case: String,
    /// The place in the response, with the name of the response.
    pub place: String,
    /// The outcome with its reason.
    pub reason: String,
    /// A hash that stays the same when lines move.
    pub fingerprint: Fingerprint,
}

impl CountedAgainst {
    /// Adds what counts against the condition in a case.
    pub fn add(&mut self, checked: &Checked, condition: Condition) {
        if condition == Condition::Citations && checked.counts.uncited_cases > 0 {
            self.all += checked.counts.uncited_cases;
            self.name(|| NamedCitation::uncited(checked));
        }
        for cited in &checked.citations {
            if condition.counts_against(cited) {
                self.all += 1;
                self.name(|| NamedCitation::new(checked, cited, condition));
            }
        }
    }

    fn name(&mut self, new: impl FnOnce() -> NamedCitation) {
        if self.first.len() < MAX_NAMED {
            self.first.push(new());
        }
    }

    /// Returns the number of citations that are not named.
    pub fn others(&self) -> usize {
        self.all.saturating_sub(self.first.len())
    }

    /// Returns a line for each citation that is named, and one for the others.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let first = self.first.iter().map(|one| format!("  {}: {}", one.place, one.reason));
        first.chain(self.more().map(|more| format!("  {more}")))
    }

    /// Returns a note on the citations that are not named.
    pub fn more(&self) -> Option<String> {
        (self.others() > 0).then(|| format!("and {} more", self.others()))
    }
}

impl NamedCitation {
    fn new(checked: &Checked, cited: &CheckedCitation, condition: Condition) -> Self {
        let Position { line, column } = cited.start;
        Self {
            line: cited.line.map(u64::from).or_else(|| checked.line_in_input(line)),
            case: cited.case.as_ref().unwrap_or(&checked.id).clone(),
            place: format!("{}:{line}:{column}", checked.origin()),
            reason: cited.reason.to_string(),
            fingerprint: Fingerprint::new(condition.name(), &cited.pointers(), &cited.claim),
            input: checked.input.clone(),
        }
    }

    fn uncited(checked: &Checked) -> Self {
        let reason = match checked.counts.uncited_cases {
            1 => "no citations".to_owned(),
            cases => format!("no citations in {}", count(cases, "case")),
        };
        Self {
            line: checked.line_in_input(1),
            case: checked.id.clone(),
            place: checked.origin(),
            reason,
            fingerprint: Fingerprint::new(Condition::Citations.name(), &checked.id, ""),
            input: checked.input.clone(),
        }
    }
}

impl Checked {
    /// Returns the conditions in force that a citation counts against.
    pub(super) fn counted_against<'c>(
        &'c self,
        cited: &'c CheckedCitation,
    ) -> impl Iterator<Item = Condition> + 'c {
        self.conditions.iter().copied().filter(|it| it.counts_against(cited))
    }

    /// Returns the line of the input for a line of the response; `None` if it has none.
    fn line_in_input(&self, line: u32) -> Option<u64> {
        match self.lines {
            ResponseLines::Own => Some(u64::from(line)),
            ResponseLines::In(line) => Some(line),
            ResponseLines::Within => None,
        }
    }
}
