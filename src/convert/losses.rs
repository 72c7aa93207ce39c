//! The parts of a case that a form cannot represent.

use crate::inspect::Inspection;
use crate::model::{AnchorKind, Case, Citation, Target};
use crate::text::prose::count;

/// Something that a case may have and a form may hold or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// The question.
    Question,
    /// Positions of citations in the response.
    Citations,
    /// Claims of citations, as stated by the input.
    Claims,
    /// The words that citations repeat.
    Quotes,
    /// Scores of citations.
    Scores,
    /// Judgements of citations.
    Judgements,
    /// The titles of sources.
    Titles,
    /// The addresses of sources.
    Addresses,
    /// The texts of sources.
    Texts,
    /// Retrieval scores of sources.
    Ranks,
    /// Metadata of sources.
    Metadata,
    /// Sources that nothing cites.
    Uncited,
}

/// A fact of a case that cannot be expressed in a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Kind of fact, as a short stable name.
    pub kind: &'static str,
    /// Count.
    pub count: usize,
    /// The same in words, without a full stop.
    pub message: String,
}

impl Fact {
    /// Every fact, in the order in which losses are reported.
    pub const ALL: &[Self] = &[
        Self::Question,
        Self::Citations,
        Self::Claims,
        Self::Quotes,
        Self::Scores,
        Self::Judgements,
        Self::Titles,
        Self::Addresses,
        Self::Texts,
        Self::Ranks,
        Self::Metadata,
        Self::Uncited,
    ];

    /// Returns a short stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Citations => "citation",
            Self::Claims => "claim",
            Self::Quotes => "quote",
            Self::Scores => "score",
            Self::Judgements => "judgement",
            Self::Titles => "title",
            Self::Addresses => "address",
            Self::Texts => "text",
            Self::Ranks => "rank",
            Self::Metadata => "metadata",
            Self::Uncited => "uncited-source",
        }
    }

    /// Returns how many of them a case has.
    fn count(self, inspection: &Inspection) -> usize {
        let case = &inspection.case;
        match self {
            Self::Question => usize::from(case.question.is_some()),
            Self::Citations => case.response.citations.iter().filter(|it| !it.in_code).count(),
            Self::Claims => {
                let claims = |it: &&Citation| it.anchor.kind == AnchorKind::Claim;
                case.response.citations.iter().filter(claims).count()
            }
            Self::Quotes => targets(case).filter(|target| target.quote.is_some()).count(),
            Self::Scores => targets(case).filter(|target| target.score.is_some()).count(),
            Self::Judgements => case.response.citations.iter().map(|it| it.judgements.len()).sum(),
            Self::Titles => case.sources.iter().filter(|it| it.title.is_some()).count(),
            Self::Addresses => case.sources.iter().filter(|it| it.url.is_some()).count(),
            Self::Texts => inspection.stores.iter().filter(|store| store.is_ok()).count(),
            Self::Ranks => case.sources.iter().filter(|it| it.score.is_some()).count(),
            Self::Metadata => case
                .sources
                .iter()
                .filter(|it| !it.metadata.is_empty() || it.updated.is_some())
                .count(),
            Self::Uncited => inspection.times_cited().iter().filter(|times| **times == 0).count(),
        }
    }

    fn message(self, number: usize) -> String {
        match self {
            Self::Question => "the question".to_owned(),
            Self::Citations => count(number, "citation"),
            Self::Claims => {
                format!("the extent of {} (only the end is kept)", count(number, "claim"))
            }
            Self::Quotes => format!("the quotes of {}", count(number, "target"))
                .replace("targets repeats", "targets repeat"),
            Self::Scores => format!("the scores of {}", count(number, "target")),
            Self::Judgements => count(number, "judgement"),
            Self::Titles => format!("the titles of {}", count(number, "source")),
            Self::Addresses => format!("the addresses of {}", count(number, "source")),
            Self::Texts => format!("the texts of {}", count(number, "source")),
            Self::Ranks => format!("the retrieval scores of {}", count(number, "source")),
            Self::Metadata => format!("the metadata of {}", count(number, "source")),
            Self::Uncited => format!("{} never cited", count(number, "source")),
        }
    }
}

/// The losses so far.
#[derive(Debug)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    /// Returns the facts of a case that are not among those `held`. If citations are lost, facts
    /// about them are not listed separately.
    pub(super) fn new(inspection: &Inspection, held: &[Fact]) -> Self {
        let whole = held.contains(&Fact::Citations);
        let described = |fact: &&Fact| whole || matches!(fact, Fact::Question | Fact::Citations);
        let lost = Fact::ALL.iter().filter(|fact| !held.contains(fact)).filter(described);
        let lost = lost.map(|fact| (fact, fact.count(inspection))).filter(|(_, count)| *count > 0);
        Self(lost.map(|(fact, n)| loss(fact.name(), n, fact.message(n))).collect())
    }

    /// Adds `count` losses of a kind, if there are any; `described` expresses a number in words.
    pub(super) fn add(
        &mut self,
        kind: &'static str,
        count: usize,
        described: impl FnOnce(usize) -> String,
    ) {
        if count > 0 {
            self.0.push(loss(kind, count, described(count)));
        }
    }

    pub(super) fn finish(self) -> Vec<Loss> {
        self.0
    }
}

fn loss(kind: &'static str, count: usize, message: String) -> Loss {
    Loss { kind, count, message }
}

fn targets(case: &Case) -> impl Iterator<Item = &Target> {
    let sound = case.response.citations.iter().filter(|citation| !citation.in_code);
    sound.flat_map(|citation| &citation.targets)
}
