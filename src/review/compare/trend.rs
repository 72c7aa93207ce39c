//! Change in the support of a citation for its claim, by aspect.

use std::cmp::Ordering;

use super::{ComparedTarget, Side};
use crate::evidence::{Evidence, NumberMatch, NumberStatus, Place, QuoteMatch, QuoteStatus};
use crate::resolve::Resolution;
use crate::review::Verdict;

/// Shares of words found again that differ by less say nothing.
const MUCH: f64 = 0.2;

/// Nor does a share of fewer words.
const MIN_WORDS: usize = 3;

/// A direction of change.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trend {
    /// It is worse.
    Fell,
    /// It is as it was.
    #[default]
    Same,
    /// It is better.
    Rose,
}

impl Trend {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fell => "fell",
            Self::Same => "same",
            Self::Rose => "rose",
        }
    }

    fn of(before: f64, after: f64) -> Self {
        match after.total_cmp(&before) {
            Ordering::Less => Self::Fell,
            Ordering::Greater => Self::Rose,
            Ordering::Equal => Self::Same,
        }
    }
}

/// One aspect of the support for a claim, before and after. May contain untrusted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aspect {
    /// Name: `passage`, `numbers`, `sense`, `quotes`, `place` or `words`.
    pub name: &'static str,
    /// State before.
    pub before: String,
    /// State after.
    pub after: String,
    /// Direction of the change.
    pub trend: Trend,
}

/// State of one aspect: a number, higher is better; and words.
type AspectState = (f64, String);

/// Returns the aspects in which a target's support for its claim changed, in descending weight.
/// `is_whole`: see [`super::citations::compare`].
pub(super) fn aspects(
    (before, old): (&Side<'_>, ComparedTarget),
    (after, new): (&Side<'_>, ComparedTarget),
    is_whole: bool,
) -> Vec<Aspect> {
    let mut aspects = Vec::new();
    let mut compare = |name, old: Option<AspectState>, new: Option<AspectState>, much: f64| {
        let Some(((was, before), (is, after))) = old.zip(new) else { return };
        let trend = Trend::of(was, is);
        if trend != Trend::Same && (is - was).abs() >= much {
            aspects.push(Aspect { name, before, after, trend });
        }
    };
    compare("passage", Some(passage(before, old)), Some(passage(after, new)), 0.0);
    if let Some((was, is)) = evidence(before, old).zip(evidence(after, new)) {
        let state = |it: &Evidence| Some(numbers(&it.numbers, is_whole));
        compare("numbers", state(was), state(is), 0.0);
        compare("sense", Some(sense(was)), Some(sense(is)), 0.0);
        compare("quotes", Some(quotes(&was.quotes)), Some(quotes(&is.quotes)), 0.0);
        if is_whole {
            compare("place", place(was), place(is), 0.0);
            compare("words", words(was), words(is), MUCH);
        }
    }
    aspects
}

/// Returns the overall direction, by the most important aspect that changed.
pub(super) fn trend(aspects: &[Aspect]) -> Trend {
    aspects.first().map_or(Trend::Same, |aspect| aspect.trend)
}

/// Compares two verdicts on the scale from contradiction to support.
pub(super) fn verdict_trend(before: Verdict, after: Verdict) -> Trend {
    match (before.rank(), after.rank()) {
        (Some(before), Some(after)) => Trend::of(f64::from(before), f64::from(after)),
        _ => Trend::Same,
    }
}

fn evidence<'s>(side: &Side<'s>, cited: ComparedTarget) -> Option<&'s Evidence> {
    side.inspection.inspected.get(cited.citation)?.evidence.get(cited.target)?.as_deref()
}

/// Returns the state of the passage. A source without text counts as neither found nor missing.
fn passage(side: &Side<'_>, cited: ComparedTarget) -> AspectState {
    let inspection = side.inspection;
    let citation = inspection.case.response.citations.get(cited.citation);
    if let Some(problem) = citation.and_then(|citation| citation.problem.as_ref()) {
        return (0.0, format!("faulty ({})", problem.kind.name()));
    }
    match inspection.resolution(cited.citation, cited.target) {
        Some(Resolution::Found(_)) => (2.0, "found".to_owned()),
        Some(Resolution::Pending(_)) => (1.0, "not compared".to_owned()),
        Some(resolution) if resolution.has_no_text() => (1.0, "without text".to_owned()),
        Some(Resolution::Missing(missing)) => {
            (0.0, format!("unresolved ({})", missing.reason.name()))
        }
        None => (0.0, "unresolved (no-target)".to_owned()),
    }
}

/// Returns the state of what claim and passage say: the opposite, if only one of them negates a word.
fn sense(evidence: &Evidence) -> AspectState {
    match &evidence.reversal {
        Some(reversal) => (0.0, format!("reversed (`{}` in the source)", reversal.word)),
        None => (1.0, "not reversed".to_owned()),
    }
}

/// Returns the strongest number against the citation. A number that is absent from the passage of a
/// part does not count: it may belong to another part.
fn numbers(numbers: &[NumberMatch], is_whole: bool) -> AspectState {
    let rank = |number: &&NumberMatch| match number.status {
        NumberStatus::Differs => 0_u8,
        NumberStatus::Absent if is_whole && !number.is_name => 1,
        _ => 2,
    };
    let worst = numbers.iter().min_by_key(rank);
    match worst.map(|number| (number, rank(&number))) {
        Some((number, rank @ 0)) => {
            let passage = number.passage.as_deref().unwrap_or("another");
            (f64::from(rank), format!("claim {} · passage {passage}", number.claim))
        }
        Some((number, rank @ 1)) => {
            (f64::from(rank), format!("{} is not in the passage", number.claim))
        }
        _ => (2.0, "no issues found".to_owned()),
    }
}

/// Returns the strongest quote against the citation.
fn quotes(quotes: &[QuoteMatch]) -> AspectState {
    let rank = |quote: &&QuoteMatch| match quote.status {
        QuoteStatus::Absent => 0_u8,
        QuoteStatus::Elsewhere => 1,
        QuoteStatus::Altered => 2,
        _ => 3,
    };
    let worst = quotes.iter().min_by_key(rank);
    match worst.map(|quote| (quote, rank(&quote))) {
        Some((quote, rank @ 0..=2)) => (f64::from(rank), quote.status.name().to_owned()),
        _ => (3.0, "no issues found".to_owned()),
    }
}

fn place(evidence: &Evidence) -> Option<AspectState> {
    let rank = match evidence.place {
        Place::Here => 3.0,
        Place::Drifted | Place::Ambiguous => 2.0,
        Place::Elsewhere => 1.0,
        Place::Nowhere => 0.0,
        Place::Unknown => return None,
    };
    Some((rank, evidence.place.name().to_owned()))
}

fn words(evidence: &Evidence) -> Option<AspectState> {
    let words = &evidence.words;
    let message = format!("{} of {}", words.matched, words.of);
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    (words.of >= MIN_WORDS).then(|| (number(words.matched) / number(words.of), message))
}
