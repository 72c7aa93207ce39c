//! Figures over all cases of a run: totals, shares, minimums for the shares, and the change since
//! an earlier run.

use std::collections::BTreeMap;

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outcome::Outcome;
use crate::error::{Error, Result, Why};
use crate::inspect::Inspection;
use crate::rules::{Finding, Severity};
use crate::text::prose::{count, either};

/// The layout's name and number.
const SCHEMA: &str = "pincite.metrics/1";

/// The minimum change of a share that is worth showing, in percentage points.
const MIN_CHANGE: f64 = 0.05;

/// Numbers of cases, citations and findings.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    /// All cases.
    pub cases: usize,
    /// Cases that could not be checked.
    pub not_checked: usize,
    /// Cases that were checked without findings that make the check fail.
    pub clean: usize,
    /// Citations by outcome.
    pub outcomes: Outcomes,
    /// Findings by severity.
    pub severities: BTreeMap<Severity, usize>,
    /// Findings by the code of their rule.
    pub rules: BTreeMap<&'static str, usize>,
    /// Findings that make the check fail.
    pub failing: usize,
    /// Findings that comments in responses silence.
    pub ignored: usize,
    /// Findings that a baseline has.
    pub known: usize,
}

/// Numbers of citations by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// In the order of [`Outcome::ALL`].
    numbers: [usize; Outcome::ALL.len()],
    /// The number of citations with a problem whose text nothing but the response vouches for.
    repeated_problems: usize,
}

impl Outcomes {
    /// Counts the outcomes of an inspection.
    pub fn of(inspection: &Inspection, outcomes: &[Outcome]) -> Self {
        let all = outcomes.iter().enumerate();
        all.map(|(index, outcome)| (*outcome, inspection.is_repeated(index))).collect()
    }

    /// Returns the number of citations with this outcome.
    pub fn get(&self, outcome: Outcome) -> usize {
        self.numbers.get(outcome.index()).copied().unwrap_or_default()
    }

    /// Returns the number of all citations.
    pub fn total(&self) -> usize {
        self.numbers.iter().sum()
    }

    /// Returns the number of citations that were checked against text.
    pub fn checked(&self) -> usize {
        let checked = self.non_zero().filter(|(outcome, _)| !Share::Text.counts_against(*outcome));
        let checked: usize = checked.map(|(_, number)| number).sum();
        checked - self.repeated_problems
    }

    /// Returns the number of citations whose text nothing but the response vouches for.
    pub fn repeated(&self) -> usize {
        self.get(Outcome::RepeatedText) + self.repeated_problems
    }

    /// Returns each outcome that occurs with its number, from the best to the worst.
    pub fn non_zero(&self) -> impl Iterator<Item = (Outcome, usize)> {
        Outcome::ALL.into_iter().zip(self.numbers).filter(|(_, number)| *number > 0)
    }
}

impl FromIterator<Outcome> for Outcomes {
    fn from_iter<T: IntoIterator<Item = Outcome>>(all: T) -> Self {
        all.into_iter().map(|outcome| (outcome, false)).collect()
    }
}

/// Counts outcomes; true for a citation whose text nothing but the response vouches for.
impl FromIterator<(Outcome, bool)> for Outcomes {
    fn from_iter<T: IntoIterator<Item = (Outcome, bool)>>(all: T) -> Self {
        let mut outcomes = Self::default();
        for (outcome, is_repeated) in all {
            if let Some(number) = outcomes.numbers.get_mut(outcome.index()) {
                *number += 1;
            }
            let is_checked = !Share::Text.counts_against(outcome);
            outcomes.repeated_problems += usize::from(is_repeated && is_checked);
        }
        outcomes
    }
}

impl std::ops::AddAssign for Outcomes {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.numbers.iter_mut().zip(other.numbers) {
            *own += other;
        }
        self.repeated_problems += other.repeated_problems;
    }
}

impl Figures {
    /// Counts a case that could not be checked.
    pub fn add_failed(&mut self) {
        self.cases += 1;
        self.not_checked += 1;
    }

    /// Counts a case: its citations, and the severity, rule and effect of each finding.
    pub fn add(
        &mut self,
        outcomes: Outcomes,
        findings: impl Iterator<Item = (Severity, &'static str, bool)>,
    ) {
        self.cases += 1;
        self.outcomes += outcomes;
        let before = self.failing;
        for (severity, code, fails) in findings {
            *self.severities.entry(severity).or_default() += 1;
            *self.rules.entry(code).or_default() += 1;
            self.failing += usize::from(fails);
        }
        self.clean += usize::from(self.failing == before);
    }

    /// Returns a note on findings that comments in responses silence.
    pub fn ignored_note(&self) -> Option<String> {
        (self.ignored > 0).then(|| {
            format!("{} ignored by comments in the response", count(self.ignored, "finding"))
        })
    }

    /// Returns the findings of an inspection for [`Self::add`].
    pub fn findings<'f>(
        findings: &'f [Finding],
        fails: &'f dyn Fn(Severity) -> bool,
    ) -> impl Iterator<Item = (Severity, &'static str, bool)> {
        findings.iter().map(move |one| (one.severity, one.rule.code, fails(one.severity)))
    }

    /// Returns the figures as they are written to a file.
    pub fn metrics(&self, at: String) -> Metrics {
        let outcomes = Outcome::ALL.map(|it| (it.name().to_owned(), self.outcomes.get(it)));
        let severities = Severity::ALL.map(|it| {
            (it.name().to_owned(), self.severities.get(&it).copied().unwrap_or_default())
        });
        let shares = Share::ALL
            .into_iter()
            .filter_map(|share| Some((share.name().to_owned(), share.of(self)?)));
        Metrics {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            at,
            cases: self.cases,
            not_checked: self.not_checked,
            clean_cases: self.clean,
            citations: self.outcomes.total(),
            outcomes: outcomes.into_iter().collect(),
            shares: shares.collect(),
            findings: severities.into_iter().collect(),
            rules: self.rules.iter().map(|(code, number)| ((*code).to_owned(), *number)).collect(),
            ignored_findings: self.ignored,
            known_findings: self.known,
        }
    }
}

/// A share from 0 to 1 that can be held against a minimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Share {
    /// Citations that resolve.
    Resolved,
    /// Citations that could be checked against text.
    Text,
    /// Citations whose passage supports the claim.
    Supported,
    /// Cases without findings that make the check fail.
    Clean,
}

impl Share {
    /// Every share.
    pub const ALL: [Self; 4] = [Self::Resolved, Self::Text, Self::Supported, Self::Clean];

    /// Returns the name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resolved => "resolved",
            Self::Text => "text",
            Self::Supported => "supported",
            Self::Clean => "clean",
        }
    }

    /// Returns the beginning of a minimum on the command line.
    pub const fn on_command_line(self) -> &'static str {
        match self {
            Self::Resolved => "resolved=",
            Self::Text => "text=",
            Self::Supported => "supported=",
            Self::Clean => "clean=",
        }
    }

    /// Describes the numerator and the denominator.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Resolved => "citations that resolve",
            Self::Text => "citations checked against text",
            Self::Supported => "citations whose passage supports the claim",
            Self::Clean => "cases that pass",
        }
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Result<Self, Why> {
        let known = Self::ALL.into_iter().find(|one| one.name() == text);
        known.ok_or_else(|| {
            format!("unknown share `{text}`; expected {}", either(Self::ALL.map(Self::name))).into()
        })
    }

    /// Returns the number that counts and the number of all.
    pub fn parts(self, figures: &Figures) -> (usize, usize) {
        let outcomes = &figures.outcomes;
        match self {
            Self::Clean => (figures.clean, figures.cases),
            Self::Text => (outcomes.checked(), outcomes.total()),
            Self::Resolved | Self::Supported => {
                let against = outcomes.non_zero().filter(|(it, _)| self.counts_against(*it));
                let against: usize = against.map(|(_, number)| number).sum();
                (outcomes.total() - against, outcomes.total())
            }
        }
    }

    /// True if a citation with this outcome counts against the share.
    pub const fn counts_against(self, outcome: Outcome) -> bool {
        match self {
            Self::Resolved => matches!(outcome, Outcome::Unresolved),
            Self::Text => {
                matches!(
                    outcome,
                    Outcome::NotCompared
                        | Outcome::RepeatedText
                        | Outcome::NoText
                        | Outcome::Unresolved
                )
            }
            Self::Supported => !matches!(outcome, Outcome::Supported),
            Self::Clean => false,
        }
    }

    /// Returns the share; `None` if the denominator is zero.
    pub fn of(self, figures: &Figures) -> Option<f64> {
        let (part, all) = self.parts(figures);
        (all > 0).then(|| ratio(part, all))
    }
}

/// The least share that passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Minimum {
    /// The share.
    pub share: Share,
    /// From 0 to 1.
    pub least: f64,
}

impl Minimum {
    /// Reads `supported=0.9`.
    pub fn parse(text: &str) -> Result<Self, Why> {
        let (share, least) =
            text.split_once('=').ok_or("expected SHARE=NUMBER, such as supported=0.9")?;
        let share = Share::parse(share)?;
        let number = least.parse().ok().filter(|least| (0.0..=1.0).contains(least));
        let Some(number) = number else {
            let name = share.name();
            let percent = least.trim_end_matches('%').trim().parse().ok();
            let percent = percent.filter(|percent: &f64| (0.0..=100.0).contains(percent));
            let advice = percent.map(|it| format!("; write `{name}={}`", it / 100.0));
            let advice = advice.unwrap_or_default();
            return Err(format!("`{name}` must be a number from 0 to 1{advice}").into());
        };
        Ok(Self { share, least: number })
    }

    /// Returns the result of holding the figures against it.
    pub fn gate(self, figures: &Figures) -> Gate {
        let Self { share, least } = self;
        let (part, all) = share.parts(figures);
        let name = share.name();
        let least_shown = percent(least);
        match share.of(figures) {
            Some(value) if value >= least => Gate {
                share,
                text: format!("{name} {} (minimum {least_shown})", percent(value)),
                is_met: true,
            },
            Some(value) => Gate {
                share,
                text: format!(
                    "{name} {} is below the minimum {least_shown}: {part} of {all} {}",
                    in_tenths((1000.0 * value).floor()),
                    share.meaning()
                ),
                is_met: false,
            },
            None => Gate {
                share,
                text: format!("{name} has a minimum of {least_shown}, and there are none to count"),
                is_met: false,
            },
        }
    }
}

/// The result of a minimum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    /// The share.
    pub share: Share,
    /// The condition and the value, in words.
    pub text: String,
    /// True if it is met.
    pub is_met: bool,
}

/// The figures of a run in a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema), schemars(title = "pincite.metrics/1"))]
pub struct Metrics {
    /// `pincite.metrics/1`.
    pub schema: String,
    /// Version of the program.
    pub version: String,
    /// Time of the run, in UTC.
    pub at: String,
    /// Number of cases.
    pub cases: usize,
    /// Number of cases that could not be checked.
    pub not_checked: usize,
    /// Number of cases without findings that make the check fail.
    pub clean_cases: usize,
    /// Number of citations.
    pub citations: usize,
    /// Number of citations by outcome, such as `supported`, `drifted` and `no-text`.
    pub outcomes: BTreeMap<String, usize>,
    /// Shares from 0 to 1: `resolved`, `text`, `supported`, `clean`. One that has nothing to divide
    /// is missing.
    pub shares: BTreeMap<String, f64>,
    /// Number of findings by severity.
    pub findings: BTreeMap<String, usize>,
    /// Number of findings by code of the rule.
    pub rules: BTreeMap<String, usize>,
    /// Number of findings that comments in responses silence.
    #[serde(default)]
    pub ignored_findings: usize,
    /// Number of findings that the baseline has.
    #[serde(default)]
    pub known_findings: usize,
}

impl Metrics {
    /// Returns the layout.
    #[cfg(feature = "schemas")]
    pub fn layout() -> schemars::Schema {
        schemars::schema_for!(Self)
    }

    /// Reads the metrics in the file called `name`.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self> {
        let wrong = |why: String| {
            Error::new("read", name, why).hint("`pincite check --metrics FILE` writes such a file")
        };
        let metrics: Self = serde_json::from_slice(bytes)
            .map_err(|error| wrong(format!("not a metrics file: {error}")))?;
        if metrics.schema != SCHEMA {
            return Err(wrong(format!("not a metrics file of layout {SCHEMA}")));
        }
        Ok(metrics)
    }

    /// Returns the metrics as JSON on one line.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string(self)
            .map_err(|error| Error::new("write", "metrics", error.to_string()))
    }

    /// Returns each share with the change since `earlier`, in words: `supported 91 % (+2)`.
    pub fn changes_since(&self, earlier: &Self) -> Vec<Change> {
        let changes = Share::ALL.into_iter().filter_map(|share| {
            let (now, before) = (self.shares.get(share.name())?, earlier.shares.get(share.name())?);
            let points = 100.0 * (now - before);
            let points = if points.abs() < MIN_CHANGE { 0.0 } else { points };
            let change = match points {
                0.0 => "unchanged".to_owned(),
                points => format!("{points:+.1} points"),
            };
            Some(Change { text: format!("{} {} ({change})", share.name(), percent(*now)), points })
        });
        changes.collect()
    }

    /// Returns the changes since `earlier` on one line.
    pub fn trend(&self, earlier: &Self) -> String {
        let changes: Vec<String> =
            self.changes_since(earlier).into_iter().map(|change| change.text).collect();
        let day = earlier.day();
        match changes.as_slice() {
            [] => format!("since {day}: nothing to compare"),
            changes => format!("since {day}: {}", changes.join(", ")),
        }
    }

    /// Returns the day of the run.
    pub fn day(&self) -> &str {
        self.at.split_once('T').map_or(self.at.as_str(), |(day, _)| day)
    }
}

/// The change of a share since an earlier run.
#[derive(Debug, Clone)]
pub struct Change {
    /// The share now and its change, in words.
    pub text: String,
    /// The change in percentage points.
    pub points: f64,
}

/// Returns a share in words, rounded, but not up to 100 %.
pub fn percent(share: f64) -> String {
    let thousandths = (1000.0 * share).round();
    in_tenths(if share < 1.0 { thousandths.min(999.0) } else { thousandths })
}

/// Returns a share given in thousandths as a percentage.
fn in_tenths(thousandths: f64) -> String {
    let tenths = thousandths / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0} %") } else { format!("{tenths:.1} %") }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn ratio(part: usize, all: usize) -> f64 {
    part as f64 / all as f64
}

/// Returns the time that reports state: now, or that of `SOURCE_DATE_EPOCH` for reproducible files.
pub fn now() -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let fixed = fixed.and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    fixed.unwrap_or_else(jiff::Timestamp::now).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(outcomes: &[Outcome]) -> Figures {
        let mut figures = Figures::default();
        figures.add(outcomes.iter().copied().collect(), std::iter::empty());
        figures
    }

    #[test]
    fn a_minimum_is_met_exactly_or_not_at_all() {
        let figures = figures(&[Outcome::Supported, Outcome::NoText, Outcome::Unresolved]);
        let met = |text: &str| Minimum::parse(text).unwrap().gate(&figures).is_met;
        assert!(met("resolved=0.6666") && !met("resolved=0.667"));
        assert!(met("text=0.3") && !met("supported=0.34") && met("clean=1"));
        let none = Minimum::parse("resolved=0").unwrap().gate(&Figures::default());
        assert!(!none.is_met, "nothing was checked");
        for wrong in ["resolved", "resolve=1", "resolved=2", "resolved=x", "resolved=NaN"] {
            Minimum::parse(wrong).unwrap_err();
        }
    }

    #[test]
    fn a_share_is_never_rounded_up() {
        assert_eq!(percent(0.9999), "99.9 %");
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(2.0 / 3.0), "66.7 %");
    }

    #[test]
    fn changes_are_in_percentage_points() {
        let earlier = figures(&[Outcome::Supported, Outcome::Drifted]);
        let later = figures(&[Outcome::Supported]);
        let metrics = |figures: &Figures| figures.metrics("2026-01-02T03:04:05Z".to_owned());
        let trend = metrics(&later).trend(&metrics(&earlier));
        assert_eq!(
            trend,
            "since 2026-01-02: resolved 100 % (unchanged), text 100 % (unchanged), \
             supported 100 % (+50.0 points), clean 100 % (unchanged)"
        );
        let json = metrics(&later).to_json().unwrap();
        assert_eq!(Metrics::parse("m", json.as_bytes()).unwrap().citations, 1);
        Metrics::parse("m", b"{}").unwrap_err();
    }
}
