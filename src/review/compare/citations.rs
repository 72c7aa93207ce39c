//! Changes of the citations of one claim.

use std::collections::{BTreeMap, BTreeSet};

use super::trend::{Aspect, Trend, aspects, trend, verdict_trend};
use super::{ComparedTarget, Difference, Side};
use crate::inspect::Inspection;
use crate::resolve::Resolution;
use crate::review::{Fingerprint, Hash, SourceHashes, Verdict};
use crate::text::Span;

/// Maximum number of pairs of citations of one claim that are checked for overlap; beyond it, only
/// equally written citations are the same.
const MAX_COMPARED: usize = 250_000;

/// The target of a citation in terms that are valid in both responses.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CitedPlace {
    pub(super) cited: ComparedTarget,
    /// The id as written; the citation's own text if it has no target.
    id: String,
    /// The text of the source; `None` without a definite source.
    source: Option<Hash>,
    /// Bytes of the source's text; `None` without a passage.
    span: Option<Span>,
    /// First and last line of `span`.
    lines: Option<(u64, u64)>,
    /// Locator and repeated words, as written.
    locator: String,
    /// Verdict of each reviewer.
    verdicts: BTreeMap<String, Verdict>,
}

/// The change of a citation's target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TargetChange {
    /// The claim does not have it any more.
    Lost,
    /// It leads to another source.
    Replaced,
    /// It leads to another place of the same source.
    Moved,
    /// The claim did not have it before.
    Gained,
    /// It leads to the same place.
    Kept,
}

impl TargetChange {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Replaced => "replaced",
            Self::Moved => "moved",
            Self::Gained => "gained",
            Self::Kept => "kept",
        }
    }
}

/// A target before and after.
#[derive(Debug, Clone, PartialEq)]
pub struct CitationChange {
    /// Its state.
    pub fate: TargetChange,
    /// In the first response; `None` for [`TargetChange::Gained`].
    pub before: Option<ComparedTarget>,
    /// In the second response; `None` for [`TargetChange::Lost`].
    pub after: Option<ComparedTarget>,
    /// Change in support for the claim.
    pub trend: Trend,
    /// The aspects that changed, in descending weight.
    pub aspects: Vec<Aspect>,
    /// Verdicts that changed.
    pub flips: Vec<Flip>,
}

/// A verdict before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flip {
    /// Reviewer of the first response.
    pub reviewer_before: String,
    /// Verdict.
    pub before: Verdict,
    /// Reviewer of the second response.
    pub reviewer_after: String,
    /// Verdict.
    pub after: Verdict,
    /// Direction of the change; [`Trend::Same`] if the two are on no scale.
    pub trend: Trend,
}

impl CitationChange {
    /// Its differences, from the worst to the best.
    pub fn differences(&self) -> Vec<Difference> {
        let fate = match self.fate {
            TargetChange::Lost => Some(Difference::Lost),
            TargetChange::Replaced => Some(Difference::Replaced),
            TargetChange::Moved => Some(Difference::Moved),
            TargetChange::Gained => Some(Difference::Gained),
            TargetChange::Kept => None,
        };
        let support = match self.trend {
            Trend::Fell => Some(Difference::Fell),
            Trend::Rose => Some(Difference::Rose),
            Trend::Same => None,
        };
        let flips = self.flips.iter().map(|flip| match flip.trend {
            Trend::Fell => Difference::VerdictWorse,
            Trend::Rose => Difference::VerdictBetter,
            Trend::Same => Difference::VerdictChanged,
        });
        let mut all: Vec<Difference> = flips.chain(fate).chain(support).collect();
        all.sort_unstable();
        all
    }
}

/// Returns the target of `cited` with the verdicts of `reviewers`.
pub(super) fn pointed(
    side: &Side<'_>,
    reviewers: &[&str],
    cited: ComparedTarget,
    hashes: &mut SourceHashes,
) -> CitedPlace {
    let Inspection { case, stores, .. } = side.inspection;
    let citation = case.response.citations.get(cited.citation);
    let target = citation.and_then(|citation| citation.targets.get(cited.target));
    let resolution = side.inspection.resolution(cited.citation, cited.target);
    let index = resolution.and_then(Resolution::source);
    let source =
        index.and_then(|index| Some(hashes.of(index, case.sources.get(index)?, stores.get(index))));
    let passage = resolution.and_then(Resolution::passage);
    let locator = target.and_then(|target| target.locator.as_ref()).map(ToString::to_string);
    let quote = target.and_then(|target| target.quote.clone());
    let claim = side.inspection.claim_text(cited.citation).unwrap_or_default();
    let known = source.unwrap_or_else(|| Hash::of(["no source"]));
    let fingerprint = Fingerprint::new(claim.trim(), target, known).in_case(&case.id);
    let decided = reviewers.iter().filter_map(|reviewer| {
        let (_, judgement) = side.ledger.decision(reviewer, &fingerprint)?;
        Some(((*reviewer).to_owned(), judgement.verdict?))
    });
    CitedPlace {
        cited,
        id: target
            .map(|target| target.id.clone())
            .or_else(|| citation.map(|citation| citation.raw.clone()))
            .unwrap_or_default(),
        source,
        span: passage.map(|passage| passage.span),
        lines: passage.and_then(|it| side.inspection.lines_of(it.source, it.span)),
        locator: format!("{} {}", locator.unwrap_or_default(), quote.unwrap_or_default()),
        verdicts: decided.collect(),
    }
}

impl CitedPlace {
    /// True if both lead to the same source: the same text, or the same id if one of
    /// them leads to no source at all.
    fn is_same_source(&self, other: &Self) -> bool {
        match (self.source, other.source) {
            (Some(own), Some(other)) => own == other,
            _ => self.id == other.id,
        }
    }

    /// Returns the number of bytes shared by two equal places: the same bytes, or at least half of
    /// the shorter one's part of the same lines. `None` for two different places.
    fn shared(&self, other: &Self) -> Option<usize> {
        if !self.is_same_source(other) {
            return None;
        }
        match (self.span, other.span) {
            (Some(own), Some(span)) if own == span => Some(own.len()),
            (Some(own), Some(span)) => {
                let shared = own.intersect(span)?.len();
                let much = shared * 2 >= own.len().min(span.len());
                (much && self.lines.is_some() && self.lines == other.lines).then_some(shared)
            }
            // Without a passage, only the locator identifies the place.
            _ => (self.locator == other.locator).then_some(0),
        }
    }

    /// True if both lead to the same place.
    pub(super) fn is_same_place(&self, other: &Self) -> bool {
        self.shared(other).is_some()
    }
}

/// Compares the citations of a claim. `is_whole` means that it is one claim in both responses:
/// otherwise its parts have different words, whose shares cannot be compared.
pub(super) fn compare(
    (before, old): (&Side<'_>, Vec<CitedPlace>),
    (after, new): (&Side<'_>, Vec<CitedPlace>),
    is_whole: bool,
) -> Vec<CitationChange> {
    let mut pairs = kept(&old, &new);
    let (mut old_left, mut new_left) = (left(&old, &pairs, 0), left(&new, &pairs, 1));
    // A citation that a merged claim has once was attached to each of its parts.
    let stands_in = |own: Option<&CitedPlace>, all: &[CitedPlace]| {
        own.is_some_and(|own| all.iter().any(|other| own.is_same_place(other)))
    };
    if old.len().saturating_mul(new.len()) <= MAX_COMPARED {
        old_left.retain(|&at| !stands_in(old.get(at), &new));
        new_left.retain(|&at| !stands_in(new.get(at), &old));
    }
    let source = |all: &[CitedPlace], at: usize| all.get(at).and_then(|it| it.source);
    let id = |all: &[CitedPlace], at: usize| all.get(at).map(|it| it.id.clone());
    pairs.extend(in_turn(
        &mut old_left,
        &mut new_left,
        TargetChange::Moved,
        |at| source(&old, at),
        |at| source(&new, at),
    ));
    let unknown = |all: &[CitedPlace], at: usize| all.get(at).is_some_and(|it| it.source.is_none());
    let by_id = in_turn(
        &mut old_left,
        &mut new_left,
        TargetChange::Moved,
        |at| id(&old, at),
        |at| id(&new, at),
    );
    pairs.extend(by_id.into_iter().map(|(a, b, fate)| {
        let fate = if unknown(&old, a) || unknown(&new, b) { fate } else { TargetChange::Replaced };
        (a, b, fate)
    }));
    let any = |_: usize| Some(());
    pairs.extend(in_turn(&mut old_left, &mut new_left, TargetChange::Replaced, any, any));
    let paired = pairs.into_iter().filter_map(|(a, b, fate)| {
        let (a, b) = (old.get(a)?, new.get(b)?);
        let aspects = aspects((before, a.cited), (after, b.cited), is_whole);
        Some(CitationChange {
            fate,
            before: Some(a.cited),
            after: Some(b.cited),
            trend: trend(&aspects),
            aspects,
            flips: flips(a, b),
        })
    });
    let alone = |fate, before, after| CitationChange {
        fate,
        before,
        after,
        trend: Trend::Same,
        aspects: Vec::new(),
        flips: Vec::new(),
    };
    let lost = old_left.iter().filter_map(|&at| old.get(at));
    let lost = lost.map(|it| alone(TargetChange::Lost, Some(it.cited), None));
    let gained = new_left.iter().filter_map(|&at| new.get(at));
    let gained = gained.map(|it| alone(TargetChange::Gained, None, Some(it.cited)));
    paired.chain(lost).chain(gained).collect()
}

/// A pair of indexes, into the citations of the first and the second response, and the change.
type Paired = (usize, usize, TargetChange);

/// Pairs citations of the same place: equally written ones in order, then those that share most.
fn kept(old: &[CitedPlace], new: &[CitedPlace]) -> Vec<Paired> {
    let (mut old_left, mut new_left) = ((0..old.len()).collect(), (0..new.len()).collect());
    let place = |all: &[CitedPlace], at: usize| {
        let it = all.get(at)?;
        let id = it.source.is_none().then(|| it.id.clone());
        Some((it.source, id, it.span, it.locator.clone()))
    };
    let mut pairs = in_turn(
        &mut old_left,
        &mut new_left,
        TargetChange::Kept,
        |at| place(old, at),
        |at| place(new, at),
    );
    if old_left.len().saturating_mul(new_left.len()) > MAX_COMPARED {
        return pairs;
    }
    let mut candidates = Vec::new();
    for (&a, own) in old_left.iter().filter_map(|a| Some((a, old.get(*a)?))) {
        for (&b, other) in new_left.iter().filter_map(|b| Some((b, new.get(*b)?))) {
            if let Some(shared) = own.shared(other) {
                candidates.push((usize::MAX - shared, a.abs_diff(b), a + b, a, b));
            }
        }
    }
    candidates.sort_unstable();
    let (mut used_old, mut used_new) = (BTreeSet::new(), BTreeSet::new());
    for (.., a, b) in candidates {
        if !used_old.contains(&a) && !used_new.contains(&b) {
            used_old.insert(a);
            used_new.insert(b);
            pairs.push((a, b, TargetChange::Kept));
        }
    }
    pairs
}

/// Returns the indexes that are in no pair.
fn left(all: &[CitedPlace], pairs: &[Paired], side: usize) -> Vec<usize> {
    let used: BTreeSet<usize> =
        pairs.iter().map(|(a, b, _)| if side == 0 { *a } else { *b }).collect();
    (0..all.len()).filter(|at| !used.contains(at)).collect()
}

/// Pairs citations of the same kind on both sides, in order.
fn in_turn<K: Ord>(
    old_left: &mut Vec<usize>,
    new_left: &mut Vec<usize>,
    fate: TargetChange,
    old_kind: impl Fn(usize) -> Option<K>,
    new_kind: impl Fn(usize) -> Option<K>,
) -> Vec<Paired> {
    let mut waiting: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for &at in new_left.iter().rev() {
        if let Some(kind) = new_kind(at) {
            waiting.entry(kind).or_default().push(at);
        }
    }
    let mut pairs = Vec::new();
    old_left.retain(|&at| {
        let partner = old_kind(at).and_then(|kind| waiting.get_mut(&kind)?.pop());
        pairs.extend(partner.map(|partner| (at, partner, fate)));
        partner.is_none()
    });
    let taken: BTreeSet<usize> = pairs.iter().map(|(_, partner, _)| *partner).collect();
    new_left.retain(|at| !taken.contains(at));
    pairs
}

/// Returns the verdicts on a target that changed: of everybody who decided on both; otherwise of
/// the two who decided on one each.
fn flips(old: &CitedPlace, new: &CitedPlace) -> Vec<Flip> {
    let (old, new) = (&old.verdicts, &new.verdicts);
    let both = old.iter().filter_map(|(who, was)| Some((who, was, who, new.get(who)?)));
    let mut pairs: Vec<(&String, &Verdict, &String, &Verdict)> = both.collect();
    if let (true, 1, 1) = (pairs.is_empty(), old.len(), new.len()) {
        let one = old.iter().zip(new);
        pairs.extend(one.map(|((who, was), (other, is))| (who, was, other, is)));
    }
    let flipped = pairs.into_iter().filter(|(_, was, _, is)| was != is);
    flipped
        .map(|(who, was, other, is)| Flip {
            reviewer_before: who.clone(),
            before: *was,
            reviewer_after: other.clone(),
            after: *is,
            trend: verdict_trend(*was, *is),
        })
        .collect()
}
