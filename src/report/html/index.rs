//! The head of a report and its index of cases.

use std::collections::BTreeSet;

use askama::Template;
use askama::filters::HtmlSafe;

use super::super::dossier::Summary;
use super::super::figures::{Change, percent};
use super::super::handout::{HandoutCase, Head};
use super::super::outcome::Outcome;
use super::super::standing::Standing;
use crate::review::VERDICTS;

/// The folder with the files of cases, next to the index.
pub const CASES: &str = "cases";

/// The standings, each with its sign.
const STANDINGS: [Standing; 4] =
    [Standing::Sound, Standing::Doubt, Standing::NoText, Standing::Trouble];

/// The head of a report: result, circumstances, shares and trend, above the legend.
#[derive(Template)]
#[template(path = "head.html")]
pub(super) struct Overview<'h> {
    pub(super) head: &'h Head,
}

impl HtmlSafe for Overview<'_> {}

/// The meaning of every sign, and of the outcomes that occur.
#[derive(Template)]
#[template(path = "legend.html")]
pub(super) struct Legend {
    outcomes: Vec<Outcome>,
}

impl HtmlSafe for Legend {}

impl Legend {
    /// The legend of a page that shows some cases.
    pub(super) fn of(parts: &[HandoutCase]) -> Self {
        let summaries = parts.iter().filter_map(|part| part.summary.as_ref().ok());
        let outcomes: BTreeSet<Outcome> =
            summaries.flat_map(|it| it.outcomes.non_zero().map(|(outcome, _)| outcome)).collect();
        Self { outcomes: outcomes.into_iter().collect() }
    }
}

/// A share of all citations.
struct Bar {
    outcome: Outcome,
    number: usize,
    share: String,
}

impl Overview<'_> {
    /// The version of the program that checked.
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn bars(&self) -> Vec<Bar> {
        let outcomes = &self.head.figures.outcomes;
        let total = outcomes.total();
        let bar = |(outcome, number)| Bar { outcome, number, share: share(number, total) };
        outcomes.non_zero().map(bar).collect()
    }

    fn legend(&self) -> Legend {
        Legend { outcomes: self.bars().into_iter().map(|bar| bar.outcome).collect() }
    }

    fn changes(&self) -> Option<(&str, Vec<Change>)> {
        let (now, earlier) = self.head.metrics.as_ref().zip(self.head.earlier.as_ref())?;
        Some((earlier.day(), now.changes_since(earlier)))
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn share(number: usize, total: usize) -> String {
    percent(number as f64 / total.max(1) as f64)
}

/// The place of a case, seen from its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseLocation {
    SamePage,
    /// On a separate page.
    OwnPage,
}

/// The index of cases: those with problems, worst first, and the clean ones.
#[derive(Template)]
#[template(path = "index.html")]
pub(super) struct Index<'p> {
    all: usize,
    groups: Vec<Group<'p>>,
    left_out: usize,
}

impl HtmlSafe for Index<'_> {}

/// Rows of an index.
struct Group<'p> {
    title: String,
    is_clean: bool,
    rows: Vec<Row<'p>>,
    has_reviews: bool,
}

/// A case in an index.
struct Row<'p> {
    part: &'p HandoutCase,
    href: Option<String>,
    /// `None` for a case that could not be read.
    summary: Option<&'p Summary>,
}

impl<'p> Index<'p> {
    pub(super) fn new(parts: &'p [HandoutCase], place: CaseLocation) -> Self {
        let mut sorted: Vec<&HandoutCase> = parts.iter().collect();
        // A case that cannot be read comes first.
        sorted.sort_by_key(|part| part.summary.as_ref().ok().map(Summary::badness));
        let is_clean = |part: &&HandoutCase| part.summary.as_ref().is_ok_and(Summary::is_clean);
        let summaries = || parts.iter().filter_map(|part| part.summary.as_ref().ok());
        let has_reviews = summaries().any(|summary| summary.judged.0 > 0);
        let row = |part: &'p HandoutCase| Row {
            part,
            href: href(part, place),
            summary: part.summary.as_ref().ok(),
        };
        let (clean, others): (Vec<&HandoutCase>, Vec<&HandoutCase>) =
            sorted.into_iter().partition(is_clean);
        let group = |rows: Vec<&'p HandoutCase>, is_clean| Group {
            title: if is_clean {
                format!("Without problems ({})", rows.len())
            } else {
                format!("With problems ({})", rows.len())
            },
            is_clean,
            rows: rows.into_iter().map(row).collect(),
            has_reviews,
        };
        let groups = [group(others, false), group(clean, true)];
        let is_left_out = |part: &&HandoutCase| part.text.is_none() && part.summary.is_ok();
        Self {
            all: parts.len(),
            groups: groups.into_iter().filter(|group| !group.rows.is_empty()).collect(),
            left_out: match place {
                CaseLocation::SamePage => parts.iter().filter(is_left_out).count(),
                CaseLocation::OwnPage => 0,
            },
        }
    }
}

fn href(part: &HandoutCase, place: CaseLocation) -> Option<String> {
    match place {
        CaseLocation::OwnPage if part.summary.is_ok() => Some(format!("{CASES}/{}.html", part.key)),
        CaseLocation::SamePage if part.text.is_some() => Some(format!("#{}-top", part.key)),
        CaseLocation::OwnPage | CaseLocation::SamePage => None,
    }
}

impl Row<'_> {
    /// Returns the numbers of the columns after the citations, in their order.
    fn numbers(&self) -> [usize; 8] {
        let Some(summary) = self.summary else { return [0; 8] };
        let of = |outcomes: &[Outcome]| {
            outcomes.iter().map(|outcome| summary.outcomes.get(*outcome)).sum::<usize>()
        };
        let [errors, warnings, _] = summary.findings;
        [
            of(&[Outcome::Unresolved]),
            of(&[Outcome::NoText]),
            of(&[Outcome::Drifted, Outcome::Ambiguous]),
            of(&[Outcome::WrongSource]),
            of(&[Outcome::WrongNumber, Outcome::Reversed, Outcome::AlteredQuote]),
            of(&[Outcome::WeakSupport, Outcome::NotFound]),
            errors,
            warnings,
        ]
    }

    fn outcomes(&self) -> String {
        let all = self.summary.into_iter().flat_map(|summary| summary.outcomes.non_zero());
        all.map(|(one, _)| one.name()).collect::<Vec<_>>().join(" ")
    }

    fn rules(&self) -> String {
        let all = self.summary.into_iter().flat_map(|summary| &summary.rules);
        all.copied().collect::<Vec<_>>().join(" ")
    }

    fn verdicts(&self) -> String {
        let Some(summary) = self.summary else { return String::new() };
        let (judged, of) = summary.judged;
        let none = Some("none").filter(|_| judged < of);
        summary.verdicts.iter().copied().chain(none).collect::<Vec<_>>().join(" ")
    }
}
