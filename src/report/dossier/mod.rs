//! A dossier: everything a report shows of a case, as safe text in reading order.
//!
//! It is made once and written by [`super::html`] and [`super::markdown`]. The entries of citations are
//! made when they are written: there may be many, each with the lines of its passages. All untrusted text
//! is [`SafeText`], so a template cannot forget to make something safe.

mod citation;
mod pieces;
mod response;
mod rows;
mod source;
mod verdict;

pub use citation::{BetterEntry, CitationEntry, FindingEntry, TargetEntry};
use pieces::line;
pub use pieces::{MarkedText, Word};
pub use response::{Chip, Inline, Node};
pub use rows::LineEntry;
pub use source::{Link, SourceEntry, Window};
pub use verdict::{Opinion, UncitedEntry};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::cut::Cut;
use super::figures::Outcomes;
use super::findings::{Fingerprint, ignored};
use super::outcome::Outcome;
use super::standing::{Assessment, Standing};
use crate::inspect::Inspection;
use crate::review::Ledger;
use crate::rules::{Finding, Severity};
use crate::text::SafeText;
use crate::text::prose::count;
use verdict::Verdicts;

/// A case as shown in reports.
#[derive(Debug)]
pub struct Dossier<'s> {
    /// Prefix of every id in the document: empty for a separate page, made of the case's id in a
    /// page with several.
    pub prefix: String,
    /// The case's id, else the name of its input.
    pub id: SafeText,
    /// The question.
    pub question: Option<SafeText>,
    /// The dialect and the evidence for it.
    pub format: SafeText,
    /// The reading of offsets.
    pub offsets: Option<SafeText>,
    /// Summary.
    pub summary: Summary,
    /// The response.
    pub response: Vec<Node>,
    /// Sentences that should have a citation.
    pub uncited: Vec<UncitedEntry>,
    /// Findings about no citation.
    pub findings: Vec<FindingEntry>,
    /// In the order given.
    pub sources: Vec<SourceEntry>,
    /// Assumptions, and parts that were not understood.
    pub notes: Vec<SafeText>,
    subject: Subject<'s>,
}

/// The figures of a case.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// Number of citations.
    pub citations: usize,
    /// Numbers of citations by outcome.
    pub outcomes: Outcomes,
    /// Codes of the rules that have findings.
    pub rules: BTreeSet<&'static str>,
    /// Names of the verdicts on its citations.
    pub verdicts: BTreeSet<&'static str>,
    /// Name of the dialect.
    pub dialect: &'static str,
    /// Number of malformed or unresolved citations.
    pub unresolved: usize,
    /// Number of citations that resolve with a doubt.
    pub doubtful: usize,
    /// Number of citations of sources without text.
    pub without_text: usize,
    /// Number of sources, and of those never cited.
    pub sources: (usize, usize),
    /// Findings: errors, warnings, notes.
    pub findings: [usize; 3],
    /// Pairs of citation and source, and how many of them are judged.
    pub judged: (usize, usize),
    /// Pairs that were judged only before claim or passage changed.
    pub outdated: usize,
    /// Number of verdicts other than `supports`, without settled disagreements.
    pub objections: usize,
}

impl Summary {
    /// Sort key of cases, worst first.
    pub fn badness(&self) -> impl Ord + use<> {
        let [errors, warnings, _] = self.findings;
        let (unresolved, problems) = (self.unresolved + errors, self.problems());
        std::cmp::Reverse((self.objections, unresolved, warnings, problems, self.doubtful))
    }

    /// Returns the number of citations with a problem.
    pub fn problems(&self) -> usize {
        self.outcomes.non_zero().filter(|(one, _)| one.is_problem()).map(|(_, number)| number).sum()
    }

    /// True if nothing in the case needs a look.
    pub fn is_clean(&self) -> bool {
        let [errors, warnings, _] = self.findings;
        self.problems() + self.objections + errors + warnings == 0
    }

    /// Returns the figures in words, the most important first; zeros are left out, except for
    /// citations.
    pub fn lines(&self) -> Vec<String> {
        let Self { unresolved, doubtful, without_text, objections, .. } = *self;
        let mut lines = vec![count(self.citations, "citation")];
        let mut add = |number: usize, words: &str| {
            if number > 0 {
                lines.push(format!("{number} {words}"));
            }
        };
        add(unresolved, "unresolved");
        add(doubtful, "doubtful");
        add(self.outcomes.repeated(), "with text that only the response repeats");
        add(without_text, "without text");
        let [errors, warnings, notes] = self.findings;
        lines.extend(
            [(errors, "error"), (warnings, "warning"), (notes, "note")]
                .into_iter()
                .filter(|(number, _)| *number > 0)
                .map(|(number, noun)| count(number, noun)),
        );
        let (judged, of) = self.judged;
        if judged > 0 || self.outdated > 0 {
            lines.push(format!("{judged} of {of} reviewed"));
            let outdated = self.outdated;
            lines.extend((outdated > 0).then(|| format!("{outdated} to review again")));
            lines.extend((objections > 0).then(|| format!("{objections} not fully supported")));
        }
        let (sources, uncited) = self.sources;
        let uncited = if uncited > 0 { format!(", {uncited} never cited") } else { String::new() };
        lines.push(format!("{}{uncited}", count(sources, "source")));
        lines
    }
}

/// The extent to which sources are shown.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Lines around each passage next to its citation.
    pub context: usize,
    /// Sources from the first line to the last, whatever their size.
    pub whole: bool,
}

impl<'s> Dossier<'s> {
    /// Returns the dossier of a case. `prefix` begins every id in the document.
    pub fn of(inspection: &'s Inspection, ledger: &Ledger, extent: Extent, prefix: String) -> Self {
        let case = &inspection.case;
        let verdicts = Verdicts::of(inspection, ledger);
        let mut numbers = vec![0; case.response.citations.len()];
        for (place, index) in inspection.reading_order().into_iter().enumerate() {
            if let Some(number) = numbers.get_mut(index) {
                *number = place + 1;
            }
        }
        let mut findings: Vec<&Finding> = inspection.findings.iter().collect();
        findings.sort_by_key(|finding| about(finding));
        let (anchors, assessment) = (anchors(inspection), Assessment::new(inspection));
        let ignored: Vec<String> = ignored(inspection).iter().map(ToString::to_string).collect();
        let notes = case.notes.iter().chain(&verdicts.gone).chain(&ignored);
        let notes = notes.map(|note| line(note)).collect();
        let about = Subject {
            inspection,
            cut: Cut::of(inspection),
            verdicts,
            numbers,
            anchors,
            assessment,
            findings,
            extent,
        };
        let offsets = case.format.offsets().map(line);
        Self {
            prefix,
            id: line(without_folder(&case.id, &case.input)),
            question: case.question.as_deref().map(line),
            format: line(&format!("{} ({})", case.format.name, case.format.reason)),
            offsets,
            summary: about.summary(),
            response: response::nodes(&about),
            uncited: about.verdicts.uncited.clone(),
            findings: citation::findings(&about, None),
            sources: source::entries(&about),
            notes,
            subject: about,
        }
    }

    /// Returns the citations in reading order; the first has number 1. Each is made on its turn.
    pub fn citations(&self) -> impl Iterator<Item = CitationEntry> {
        let order = self.subject.inspection.reading_order().into_iter();
        order.filter_map(|index| citation::entry(&self.subject, index))
    }

    /// Returns the chip of a citation, by its index in the case.
    pub fn chip(&self, citation: usize) -> Chip {
        response::chip(&self.subject, citation)
    }

    /// Returns the citations that need a look, in reading order, by their index in the case.
    pub fn suspects(&self) -> impl Iterator<Item = usize> {
        let order = self.subject.inspection.reading_order().into_iter();
        order.filter(|index| self.subject.is_suspect(*index))
    }

    /// Returns the verdicts on citations, each with the number of its citation and of its target.
    pub fn opinions(&self) -> impl Iterator<Item = (usize, usize, &Opinion)> {
        let order = self.subject.inspection.reading_order().into_iter();
        order.flat_map(|index| {
            let number = self.subject.number(index);
            let own = self.subject.verdicts.of_targets(index);
            own.map(move |(target, opinion)| (number, target + 1, opinion))
        })
    }
}

/// A case with the data to describe it.
#[derive(Debug)]
struct Subject<'s> {
    inspection: &'s Inspection,
    cut: Cut,
    verdicts: Verdicts,
    /// The number of each citation in reading order, by its index.
    numbers: Vec<usize>,
    /// The findings about neither, then those about each citation as a whole and each of its targets.
    findings: Vec<&'s Finding>,
    /// A name for each citation that does not change if others are added or removed.
    anchors: Vec<AnchorName>,
    assessment: Assessment,
    extent: Extent,
}

/// The citation and the target that a finding is about.
type About = Option<(usize, Option<usize>)>;

fn about(finding: &Finding) -> About {
    finding.citation.map(|citation| (citation, finding.target))
}

/// The name of a citation: a number, and how many citations up to it have that number.
#[derive(Debug, Clone, Copy)]
struct AnchorName(u32, u32);

impl fmt::Display for AnchorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(number, 1) => write!(f, "{number:08x}"),
            Self(number, times) => write!(f, "{number:08x}-{times}"),
        }
    }
}

/// Returns a name for each citation, made of its claim and its targets.
fn anchors(inspection: &Inspection) -> Vec<AnchorName> {
    let mut times: BTreeMap<u32, u32> = BTreeMap::new();
    let all = inspection.case.response.citations.iter().enumerate().map(|(index, citation)| {
        let pointers: Vec<String> = citation
            .targets
            .iter()
            .map(|target| match &target.locator {
                Some(locator) => format!("{} {locator}", target.id),
                None => target.id.clone(),
            })
            .collect();
        let claim = inspection.claim_text(index).unwrap_or_default();
        let number = Fingerprint::new("", &pointers.join("\n"), &claim).first_half();
        let times = times.entry(number).or_default();
        *times = times.saturating_add(1);
        AnchorName(number, *times)
    });
    all.collect()
}

impl Subject<'_> {
    /// Returns the findings about a citation as a whole, about one of its targets, or about neither.
    fn findings(&self, wanted: About) -> impl Iterator<Item = &Finding> {
        let from = self.findings.partition_point(|finding| about(finding) < wanted);
        let own = self.findings.iter().skip(from).copied();
        own.take_while(move |finding| about(finding) == wanted)
    }

    fn number(&self, citation: usize) -> usize {
        self.numbers.get(citation).copied().unwrap_or(citation + 1)
    }

    fn anchor(&self, citation: usize) -> String {
        self.anchors.get(citation).map(ToString::to_string).unwrap_or_default()
    }

    fn outcome(&self, citation: usize) -> Outcome {
        self.assessment.outcomes().get(citation).copied().unwrap_or(Outcome::NotCompared)
    }

    fn standing(&self, citation: usize) -> Standing {
        self.assessment.standing(self.inspection, citation)
    }

    /// True if a citation needs a look.
    fn is_suspect(&self, citation: usize) -> bool {
        matches!(self.standing(citation), Standing::Doubt | Standing::Trouble)
            || self.outcome(citation).is_problem()
            || self.verdicts.of_targets(citation).any(|(_, opinion)| opinion.objects())
    }

    fn summary(&self) -> Summary {
        let Inspection { case, findings, .. } = self.inspection;
        let of = |wanted: Standing| {
            let all = 0..case.response.citations.len();
            all.filter(|&index| self.standing(index) == wanted).count()
        };
        let severe = |wanted: Severity| findings.iter().filter(|it| it.severity == wanted).count();
        let times = self.inspection.times_cited();
        Summary {
            citations: case.response.citations.len(),
            outcomes: Outcomes::of(self.inspection, self.assessment.outcomes()),
            rules: findings.iter().map(|finding| finding.rule.code).collect(),
            verdicts: self.verdicts.names(),
            dialect: case.format.name,
            unresolved: self.inspection.unresolved(),
            doubtful: of(Standing::Doubt),
            without_text: self.inspection.without_text(),
            sources: (times.len(), times.iter().filter(|times| **times == 0).count()),
            findings: [Severity::Error, Severity::Warning, Severity::Note].map(severe),
            judged: self.verdicts.judged(),
            outdated: self.verdicts.outdated(),
            objections: self.verdicts.objections(),
        }
    }
}

/// Returns the id of a case without the folders of its file: where a user keeps files is private.
fn without_folder<'t>(id: &'t str, input: &str) -> &'t str {
    if id == input { id.rsplit('/').next().unwrap_or(id) } else { id }
}
