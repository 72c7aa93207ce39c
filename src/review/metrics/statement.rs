//! Statements: claims with all the verdicts on the citations behind them.
//!
//! The figures of the literature are defined over statements, and a verdict is about one citation.
//! Whether several citations support a statement only together is known where a reviewer gave the
//! reason `two-sources`.

use std::collections::BTreeMap;

use crate::review::settle::{Decided, is_on_citation};
use crate::review::{Hash, Judgement, Scope, Verdict};

/// The reason that says that a citation supports its claim only together with another.
const TOGETHER: &str = "two-sources";

/// The rule that remarks on an id that names no source.
const UNKNOWN_SOURCE: &str = "unknown-source";

/// No answer has more sentences or citations: counts above it are not believed.
const MAX_IN_SCOPE: usize = u32::MAX as usize;

/// What there was to judge around a decision; `None` where its entry does not say so believably.
fn scope_of(judgement: &Judgement) -> Option<Scope> {
    judgement.scope.filter(|scope| {
        let Scope { targets, cited, uncited, asked } = *scope;
        [targets, cited, uncited, asked].iter().all(|count| *count <= MAX_IN_SCOPE)
    })
}

/// The code of the rule whose remark makes an id invalid.
pub(super) fn is_invalid(judgement: &Judgement) -> bool {
    let rule = crate::rules::rule(UNKNOWN_SOURCE);
    rule.is_some_and(|rule| judgement.rules.iter().any(|code| code == rule.code))
}

/// A claim of a case and what was decided about the citations behind it.
#[derive(Debug)]
pub(super) struct Statement<'l> {
    /// The case.
    pub(super) case: &'l str,
    /// The decisions, in the order of the citations.
    pub(super) citations: Vec<&'l Judgement>,
    /// How many targets stand behind the claim, where known.
    targets: Option<usize>,
}

/// Whether the citations of a statement together support it fully.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// They do.
    Yes,
    /// They do not.
    No,
    /// It cannot be said, and why.
    Unknown(&'static str),
}

impl Statement<'_> {
    /// Whether its citations together support it fully.
    pub(super) fn is_full(&self) -> Full {
        if self.has_full_citation() || self.is_full_together() {
            return Full::Yes;
        }
        if self.targets.is_some_and(|targets| targets > self.citations.len()) {
            return Full::Unknown("not all citations of the statement are decided");
        }
        if self.citations.iter().any(|judgement| judgement.without_passage) {
            return Full::Unknown("a verdict on the statement was given without a passage");
        }
        if self.count(Verdict::CannotTell) > 0 {
            return Full::Unknown("`cannot tell` was said of a citation of the statement");
        }
        if self.count(Verdict::Partly) > 1 {
            return Full::Unknown(
                "several citations support the statement partly, and no reason `two-sources` says whether they suffice together",
            );
        }
        Full::No
    }

    /// Whether one citation supports it fully by itself.
    pub(super) fn has_full_citation(&self) -> bool {
        self.count(Verdict::Supports) > 0
    }

    /// Whether citations that each support it partly were said to do it together.
    pub(super) fn is_full_together(&self) -> bool {
        self.count(Verdict::Partly) > 1 && self.citations.iter().any(|it| is_together(it))
    }

    /// The decision on its first citation; `None` where it may be another one than the first judged.
    pub(super) fn first(&self) -> Option<&Judgement> {
        let is_whole = self.targets.is_none_or(|targets| targets <= self.citations.len());
        self.citations.first().copied().filter(|_| is_whole)
    }

    /// Whether every id in it names a source.
    pub(super) fn is_valid(&self) -> bool {
        !self.citations.iter().any(|judgement| is_invalid(judgement))
    }

    /// How many of its citations got a verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        let shown = self.citations.iter().filter(|judgement| !judgement.without_passage);
        shown.filter(|judgement| judgement.verdict == Some(verdict)).count()
    }
}

/// Whether a decision says that the citation supports only together with another one.
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
    pub(super) cases: BTreeMap<&'l str, Judged>,
}

/// How much of a case is judged.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Judged {
    /// What there was to judge, where its entries say.
    scope: Option<Scope>,
    /// Statements with citations.
    statements: usize,
    /// Sentences without.
    sentences: usize,
}

impl Judged {
    /// How many sentences without citations it holds; those judged where that is all that is known.
    pub(super) fn uncited(&self) -> usize {
        self.scope.map_or(self.sentences, |scope| scope.uncited.max(self.sentences))
    }
}

impl<'l> Statements<'l> {
    /// Groups decisions by case and claim.
    pub(super) fn of(settled: &[Decided<'l>]) -> Self {
        let mut cited: BTreeMap<(&str, Hash), Statement<'l>> = BTreeMap::new();
        let mut uncited = Vec::new();
        let mut cases: BTreeMap<&str, Judged> = BTreeMap::new();
        let mut by_time = settled.to_vec();
        by_time.sort_by_key(|(entry, _)| entry.at);
        for (_, judgement) in by_time {
            let case = judgement.case.as_str();
            let judged = cases.entry(case).or_default();
            // The latest one speaks of the answer as it is now.
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

    /// How many statements with citations nobody has judged, over the cases where that is known.
    pub(super) fn unjudged(&self) -> usize {
        let left = |it: &Judged| Some(it.scope?.cited.saturating_sub(it.statements));
        self.cases.values().filter_map(left).sum()
    }

    /// How many sentences without citations there are.
    pub(super) fn uncited(&self) -> usize {
        self.cases.values().map(Judged::uncited).sum()
    }

    /// How many sentences offered for a verdict got none.
    pub(super) fn unasked(&self) -> usize {
        let left = |it: &Judged| Some(it.scope?.asked.saturating_sub(it.sentences));
        self.cases.values().filter_map(left).sum()
    }

    /// What to say where cases do not tell how many sentences they hold.
    pub(super) fn missing_scope(&self) -> Vec<String> {
        let without = self.cases.values().filter(|it| it.scope.is_none()).count();
        let told = format!(
            "the entries of {} do not say how many sentences without citations there are: only those judged count",
            crate::text::prose::count(without, "case"),
        );
        (without > 0).then_some(told).into_iter().collect()
    }
}
