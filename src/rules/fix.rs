//! Carrying out the repairs that findings offer.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{Finding, Fix};
use crate::evidence::claims;
use crate::model::Response;
use crate::text::Span;

/// Returns `text` with the fixes of those findings that are chosen, and how many were carried out.
///
/// Fixes are applied in the order of the findings. A fix that touches an earlier change is left
/// out: read and check the result again, and apply the rest, until nothing is left.
pub fn apply(
    text: &str,
    findings: &[Finding],
    choose: impl Fn(&Finding) -> bool,
) -> (String, usize) {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    let mut applied = 0;
    let chosen = findings.iter().filter(|finding| choose(finding));
    for fix in chosen.filter_map(|finding| finding.fix.as_ref()) {
        if fits(text, &edits, fix) {
            // Nearly always after all others: findings are sorted by their places.
            for (span, by) in &fix.edits {
                let at = edits.partition_point(|(other, _)| other <= span);
                edits.insert(at, (*span, by));
            }
            applied += 1;
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, by) in edits {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(by);
        at = span.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    (out, applied)
}

/// Applies fixes as [`apply`] does, except those that would put a marker after other words.
///
/// `read` reads a text as a response; without it, nothing is applied.
pub fn apply_safely(
    text: &str,
    findings: &[Finding],
    choose: impl Fn(&Finding) -> bool,
    read: &dyn Fn(&str) -> Option<Response>,
) -> (String, usize) {
    let unchanged = || (text.to_owned(), 0);
    let fixable = |finding: &Finding| finding.fix.is_some() && choose(finding);
    let chosen: Vec<Finding> =
        findings.iter().filter(|finding| fixable(finding)).cloned().collect();
    let Some(before) = read(text).filter(|_| !chosen.is_empty()) else { return unchanged() };
    let before = Followed::new(&before);
    let is_safe = |some: &[Finding]| {
        let (fixed, _) = apply(text, some, |_| true);
        read(&fixed).is_some_and(|after| before.are_kept_in(&Followed::new(&after)))
    };
    let safe = safe_ones(&chosen, &is_safe);
    if is_safe(&safe) { apply(text, &safe, |_| true) } else { unchanged() }
}

/// Returns the findings whose fixes are safe, by bisecting to the ones that are not.
fn safe_ones(findings: &[Finding], is_safe: &dyn Fn(&[Finding]) -> bool) -> Vec<Finding> {
    if findings.is_empty() || is_safe(findings) {
        return findings.to_vec();
    }
    if findings.len() == 1 {
        return Vec::new();
    }
    let (first, second) = findings.split_at(findings.len() / 2);
    [safe_ones(first, is_safe), safe_ones(second, is_safe)].concat()
}

/// The words that the markers of a response follow.
#[derive(Debug, PartialEq, Eq)]
pub struct Followed {
    /// The words of the response without its markers.
    words: Vec<String>,
    /// For each number of words before a marker, hashes of the words of the claims there.
    claims: BTreeMap<usize, BTreeSet<u64>>,
}

impl Followed {
    /// Reads the words of a response.
    pub fn new(response: &Response) -> Self {
        let text = response.text.as_str();
        let claims = claims(response);
        let mut markers: Vec<(Span, Option<Span>)> = response
            .citations
            .iter()
            .zip(&claims)
            .filter_map(|(citation, claim)| {
                let claim = claim.as_ref().filter(|_| !citation.in_code);
                Some((citation.written_in(text)?, claim.map(|claim| claim.span)))
            })
            .collect();
        markers.sort_unstable();
        let blanked = blanked(text, &markers);
        let words = |span: Span| {
            let text = span.slice(&blanked).unwrap_or_default();
            let words = text.split(|c: char| !c.is_alphanumeric());
            words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let mut hashes: BTreeMap<Span, u64> = BTreeMap::new();
        let mut hash = |claim: Span| {
            *hashes.entry(claim).or_insert_with(|| {
                let mut hasher = DefaultHasher::new();
                words(claim).hash(&mut hasher);
                hasher.finish()
            })
        };
        let mut followed = Self { words: Vec::new(), claims: BTreeMap::new() };
        let mut at = 0;
        for (span, claim) in &markers {
            followed.words.extend(words(Span::new(at, span.start.max(at))));
            at = at.max(span.end);
            let here = followed.claims.entry(followed.words.len()).or_default();
            here.extend(claim.map(&mut hash));
        }
        followed.words.extend(words(Span::new(at, text.len())));
        followed
    }

    /// True if every marker of `after` follows the same words as in `self`, and has the same claim
    /// where it had one.
    pub fn are_kept_in(&self, after: &Self) -> bool {
        let same_claims = |places: usize, now: &BTreeSet<u64>| {
            let before = self.claims.get(&places);
            before.is_some_and(|before| before.is_empty() || now == before)
        };
        self.words == after.words
            && self.claims.keys().eq(after.claims.keys())
            && after.claims.iter().all(|(places, now)| same_claims(*places, now))
    }
}

/// Returns `text` with blanks for the markers.
fn blanked(text: &str, markers: &[(Span, Option<Span>)]) -> String {
    let mut blanked = String::with_capacity(text.len());
    for (span, _) in markers {
        blanked.push_str(text.get(blanked.len()..span.start).unwrap_or_default());
        blanked.extend(std::iter::repeat_n(' ', span.end.saturating_sub(blanked.len())));
    }
    blanked.push_str(text.get(blanked.len()..).unwrap_or_default());
    blanked
}

/// True if every edit of `fix` is in the text and apart from those already taken.
fn fits(text: &str, edits: &[(Span, &str)], fix: &Fix) -> bool {
    fix.edits.iter().all(|(span, _)| {
        let after = edits.partition_point(|(other, _)| other <= span);
        let before = after.checked_sub(1).and_then(|index| edits.get(index));
        let apart = before.is_none_or(|(other, _)| other.end < span.start)
            && edits.get(after).is_none_or(|(other, _)| span.end < other.start);
        apart && span.slice(text).is_some()
    })
}
