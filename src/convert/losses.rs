//! What a form cannot hold of a case, in words.

use crate::inspect::Inspection;
use crate::model::{AnchorKind, Case, Citation, Target};
use crate::text::prose::count;

/// Something that a case may have and a form may hold or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// What was asked.
    Question,
    /// Where in the response citations stand.
    Citations,
    /// Which words of the response a citation supports, as the input states it.
    Claims,
    /// The words that citations repeat.
    Quotes,
    /// How sure citations are.
    Scores,
    /// What judges said of citations.
    Judgements,
    /// The titles of sources.
    Titles,
    /// The addresses of sources.
    Addresses,
    /// The texts of sources.
    Texts,
    /// How well sources fit, as retrieval tells it.
    Ranks,
    /// What else the heads of sources say.
    Metadata,
    /// Sources that nothing cites.
    Uncited,
}

/// A fact of a case that a form has no room for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// What kind of fact, as a short stable name.
    pub kind: &'static str,
    /// How many of them.
    pub count: usize,
    /// The same in words, without a full stop.
    pub message: String,
}

impl Fact {
    /// Every fact, in the order in which losses are told.
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

    /// A short stable name.
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

    /// How many of them a case has.
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

    fn told(self, number: usize) -> String {
        match self {
            Self::Question => "the question".to_owned(),
            Self::Citations => count(number, "citation"),
            Self::Claims => {
                format!("the extent of {}: only the end is told", count(number, "claim"))
            }
            Self::Quotes => format!("the words that {} repeats", count(number, "target"))
                .replace("targets repeats", "targets repeat"),
            Self::Scores => format!("the scores of {}", count(number, "target")),
            Self::Judgements => count(number, "judgement"),
            Self::Titles => format!("the titles of {}", count(number, "source")),
            Self::Addresses => format!("the addresses of {}", count(number, "source")),
            Self::Texts => format!("the texts of {}", count(number, "source")),
            Self::Ranks => format!("the retrieval scores of {}", count(number, "source")),
            Self::Metadata => format!("the metadata of {}", count(number, "source")),
            Self::Uncited => format!("{} that nothing cites", count(number, "source")),
        }
    }
}

/// What is lost so far.
#[derive(Debug)]
pub(super) struct Losses(Vec<Loss>);

impl Losses {
    /// The facts of a case that are none of those `held`. Where citations are lost, what they say
    /// goes with them without a word.
    pub(super) fn new(inspection: &Inspection, held: &[Fact]) -> Self {
        let whole = held.contains(&Fact::Citations);
        let told = |fact: &&Fact| whole || matches!(fact, Fact::Question | Fact::Citations);
        let lost = Fact::ALL.iter().filter(|fact| !held.contains(fact)).filter(told);
        let lost = lost.map(|fact| (fact, fact.count(inspection))).filter(|(_, count)| *count > 0);
        Self(lost.map(|(fact, n)| loss(fact.name(), n, fact.told(n))).collect())
    }

    /// Adds `count` losses of a kind, where there are any; `told` puts a number in words.
    pub(super) fn add(
        &mut self,
        kind: &'static str,
        count: usize,
        told: impl FnOnce(usize) -> String,
    ) {
        if count > 0 {
            self.0.push(loss(kind, count, told(count)));
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
