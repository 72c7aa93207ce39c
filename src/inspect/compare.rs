//! A claim compared with another place than the one that is cited for it.

use super::Inspection;
use crate::evidence::{Evidence, Weigher};
use crate::resolve::{How, Passage, Resolution};

/// A claim compared with another place than the one cited for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The place.
    pub passage: Passage,
    /// The result of the comparison.
    pub evidence: Evidence,
}

/// Compares the claim of a citation with a better match for one of its targets, as if that had been
/// cited; by the indexes of the citation, the target and the match.
pub fn compare_better(
    inspection: &Inspection,
    (citation, target, better): (usize, usize, usize),
) -> Option<Comparison> {
    let cited = inspection.case.response.citations.get(citation)?;
    let mut inspected = inspection.inspected.get(citation)?.clone();
    let window = *inspected.evidence.get(target)?.as_ref()?.better.get(better)?;
    let passage = Passage {
        source: window.source,
        span: window.span,
        first_line: Some(window.first_line),
        last_line: Some(window.last_line),
        how: How::Line,
        normalised: false,
        shift: 0,
        doubts: Vec::new(),
    };
    *inspected.targets.get_mut(target)? = Resolution::Found(passage.clone());
    let weigher = Weigher::new(&inspection.case, &inspection.stores);
    weigher.weigh_all(std::slice::from_ref(cited), std::slice::from_mut(&mut inspected));
    let evidence = *inspected.evidence.into_iter().nth(target)??;
    Some(Comparison { passage, evidence })
}
