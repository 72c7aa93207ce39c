//! The figures that every screen needs of an inspection, counted once and not at every key.

use crate::inspect::Inspection;
use crate::resolve::How;
use crate::rules::Severity;
use crate::text::Span;

/// Counts and look-up tables over one inspection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Digest {
    /// The number of citations that are unresolved or malformed.
    pub unresolved: usize,
    /// The number of citations that have their words clearly at another place.
    pub misplaced: usize,
    /// True if a rule warns about each citation.
    pub warned: Vec<bool>,
    /// The number of other citations whose source has no text available.
    pub without_text: usize,
    /// Sources whose lines must be counted before everything is resolved.
    pub pending: Vec<usize>,
    /// The number of uses of each source.
    pub times_cited: Vec<usize>,
    /// For each source, the passages in it except whole-source ones, in order of their starts, each
    /// with its citation; and the length of the longest.
    uses: Vec<(Vec<(Span, usize)>, usize)>,
}

impl Digest {
    /// Goes over an inspection once.
    pub fn of(inspection: &Inspection) -> Self {
        let mut uses = vec![(Vec::new(), 0); inspection.case.sources.len()];
        for (citation, found) in inspection.inspected.iter().enumerate() {
            for passage in found.targets.iter().filter_map(|target| target.passage()) {
                let Some((spans, longest)) = uses.get_mut(passage.source) else { continue };
                if passage.how != How::Whole {
                    spans.push((passage.span, citation));
                    *longest = passage.span.len().max(*longest);
                }
            }
        }
        for (spans, _) in &mut uses {
            spans.sort_unstable();
        }
        let mut warned = vec![false; inspection.inspected.len()];
        for finding in inspection.findings.iter().filter(|it| it.severity >= Severity::Warning) {
            if let Some(warned) = finding.citation.and_then(|index| warned.get_mut(index)) {
                *warned = true;
            }
        }
        let misplaced = inspection.inspected.iter().filter(|found| {
            found.evidence.iter().flatten().any(|evidence| !evidence.better.is_empty())
        });
        Self {
            misplaced: misplaced.count(),
            warned,
            unresolved: inspection.unresolved(),
            without_text: inspection.without_text(),
            pending: inspection.pending_sources().collect(),
            times_cited: inspection.times_cited(),
            uses,
        }
    }

    /// Returns the passages of a source that touch `view`, each with its citation.
    pub fn passages(&self, source: usize, view: Span) -> impl Iterator<Item = (Span, usize)> {
        let (spans, longest) = self.uses.get(source).map_or((&[][..], 0), |(s, l)| (s, *l));
        let from = spans.partition_point(|(span, _)| span.start + longest < view.start);
        let near = spans.get(from..).unwrap_or_default().iter().copied();
        near.take_while(move |(span, _)| span.start < view.end)
            .filter(move |(span, _)| span.overlaps(view))
    }
}
