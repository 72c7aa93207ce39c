//! Statements: claims with all the verdicts on the citations after them.
//!
//! The figures of the literature are defined over statements, and a verdict is about one citation.
//! A reviewer states that several citations support a statement only together by giving the
//! reason `two-sources`.

use std::collections::BTreeMap;

use crate::review::settle::{JudgementInEntry, is_on_citation};
use crate::review::{Hash, Judgement, Scope, Verdict};

/// The reason for a citation that supports its claim only together with another.
const TOGETHER: &str = "two-sources";

/// Reason for leaving out verdicts for which nothing was shown.
pub(super) const NO_PASSAGE: &str = "verdicts given without a passage";

/// The rule about an id that names no source.
const UNKNOWN_SOURCE: &str = "unknown-source";

/// No answer has more sentences or citations: counts above it are not believed.
const MAX_IN_SCOPE: usize = u32::MAX as usize;

/// Returns the scope of a verdict; `None` if its entry does not state a plausible one.
fn scope_of(judgement: &Judgement) -> Option<Scope> {
    judgement.scope.filter(|scope| {
        let Scope { targets, cited, uncited, asked } = *scope;
        [targets, cited, uncited, asked].iter().all(|count| *count <= MAX_IN_SCOPE)
    })
}

/// Returns the code of the rule whose finding makes an id invalid.
pub(super) fn is_invalid(judgement: &Judgement) -> bool {
    let rule = crate::rules::rule(UNKNOWN_SOURCE);
    rule.is_some_and(|rule| judgement.rules.iter().any(|code| code == rule.code))
}

/// A claim of a case and the decisions on its citations.
#[derive(Debug)]
pub(super) struct Statement<'l> {
    pub(super) case: &'l str,
    /// The decisions, in the order of the citations.
    pub(super) citations: Vec<&'l Judgement>,
    /// Number of targets of the claim, if known.
    targets: Option<usize>,
}

/// Full support of a statement by all its citations together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullSupport {
    /// They do.
    Yes,
    /// They do not.
    No,
    /// Undecidable, with the reason.
    Unknown(&'static str),
}

impl Statement<'_> {
    /// Returns whether its citations together support it fully.
    pub(super) fn is_full(&self) -> FullSupport {
        if self.has_full_citation() || self.is_full_together() {
            return FullSupport::Yes;
        }
        if self.targets.is_some_and(|targets| targets > self.citations.len()) {
            return FullSupport::Unknown("not all citations of the statement are reviewed");
        }
        if self.citations.iter().any(|judgement| judgement.without_passage) {
            return FullSupport::Unknown("a verdict on the statement was given without a passage");
        }
        if self.count(Verdict::CannotTell) > 0 {
            return FullSupport::Unknown("`cannot tell` for a citation of the statement");
        }
        if self.count(Verdict::Partly) > 1 {
            return FullSupport::Unknown(
                "several citations support the statement partly, without the reason `two-sources`",
            );
        }
        FullSupport::No
    }

    /// True if one citation supports it fully by itself.
    pub(super) fn has_full_citation(&self) -> bool {
        self.count(Verdict::Supports) > 0
    }

    /// True if citations that support it partly were marked as supporting it together.
    pub(super) fn is_full_together(&self) -> bool {
        self.count(Verdict::Partly) > 1 && self.citations.iter().any(|it| is_together(it))
    }

    /// Returns the decision on its first citation; `None` if the first judged one may be another
    /// one.
    pub(super) fn first(&self) -> Option<&Judgement> {
        let is_whole = self.targets.is_none_or(|targets| targets <= self.citations.len());
        self.citations.first().copied().filter(|_| is_whole)
    }

    /// True if every id in it names a source.
    pub(super) fn is_valid(&self) -> bool {
        !self.citations.iter().any(|judgement| is_invalid(judgement))
    }

    /// Returns the number of its citations with a verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        let shown = self.citations.iter().filter(|judgement| !judgement.without_passage);
        shown.filter(|judgement| judgement.verdict == Some(verdict)).count()
    }
}

/// True if a verdict says that the citation supports the claim only together with another one.
pub(super) fn is_together(judgement: &Judgement) -> bool {
    judgement.verdict == Some(Verdict::Partly)
        && judgement.reasons.iter().any(|reason| reason == TOGETHER)
}

/// The statements of all cases.
#[derive(Debug)]
pub(super) struct Statements<'l> {
    /// Those with citations, by case.
    pub(super) cited: Vec<Statement<'l>>,
    /// The decisions on sentences without citations.
    pub(super) uncited: Vec<&'l Judgement>,
    /// By id.
    pub(super) cases: BTreeMap<&'l str, CaseCoverage>,
}

/// The reviewed part of a case.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CaseCoverage {
    /// The scope of the case, if its entries state it.
    scope: Option<Scope>,
    /// Statements with citations.
    statements: usize,
    /// Sentences without.
    sentences: usize,
}

impl CaseCoverage {
    /// Returns the number of uncited sentences, or of reviewed ones if the total is unknown.
    pub(super) fn uncited(&self) -> usize {
        self.scope.map_or(self.sentences, |scope| scope.uncited.max(self.sentences))
    }
}

impl<'l> Statements<'l> {
    /// Groups decisions by case and claim.
    pub(super) fn of(settled: &[JudgementInEntry<'l>]) -> Self {
        let mut cited: BTreeMap<(&str, Hash), Statement<'l>> = BTreeMap::new();
        let mut uncited = Vec::new();
        let mut cases: BTreeMap<&str, CaseCoverage> = BTreeMap::new();
        let mut by_time = settled.to_vec();
        by_time.sort_by_key(|(entry, _)| entry.at);
        for (_, judgement) in by_time {
            let case = judgement.case.as_str();
            let judged = cases.entry(case).or_default();
            // The latest one is about the current answer.
            judged.scope = scope_of(judgement).or(judged.scope);
            if !judgement.verdict.is_some_and(is_on_citation) {
                judged.sentences += 1;
                uncited.push(judgement);
                continue;
            }
            let statement = cited.entry((case, judgement.fingerprint.claim)).or_insert_with(|| {
                judged.statements += 1;
                Statement { case, citations: Vec::new(), targets: None }
            });
            statement.citations.push(judgement);
            let targets = scope_of(judgement).map(|scope| scope.targets);
            statement.targets = targets.or(statement.targets);
        }
        let mut cited: Vec<Statement<'l>> = cited.into_values().collect();
        for statement in &mut cited {
            statement.citations.sort_by_key(|it| (it.citation, it.target));
        }
        Self { cited, uncited, cases }
    }

    /// Returns the number of unreviewed cited statements, over the cases for which it is known.
    pub(super) fn unjudged(&self) -> usize {
        let left = |it: &CaseCoverage| Some(it.scope?.cited.saturating_sub(it.statements));
        self.cases.values().filter_map(left).sum()
    }

    /// Returns the number of uncited sentences.
    pub(super) fn uncited(&self) -> usize {
        self.cases.values().map(CaseCoverage::uncited).sum()
    }

    /// Returns the number of sentences offered for a verdict that got none.
    pub(super) fn unasked(&self) -> usize {
        let left = |it: &CaseCoverage| Some(it.scope?.asked.saturating_sub(it.sentences));
        self.cases.values().filter_map(left).sum()
    }

    /// Returns remarks on cases without a number of sentences.
    pub(super) fn missing_scope(&self) -> Vec<String> {
        let without = self.cases.values().filter(|it| it.scope.is_none()).count();
        let message = format!(
            "{} without a number of uncited sentences; only reviewed ones count",
            crate::text::prose::count(without, "case"),
        );
        (without > 0).then_some(message).into_iter().collect()
    }
}
