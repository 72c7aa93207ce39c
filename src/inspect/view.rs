//! Views of an inspection: a citation, or one of its targets, with everything that was found for
//! it.

use super::{Inspected, Inspection};
use crate::evidence::Evidence;
use crate::model::{Citation, Source, Target};
use crate::resolve::{Passage, Resolution};
use crate::rules::Finding;
use crate::text::Span;
use crate::text::lines::LineIndex;

/// A citation with everything that was found for it.
#[derive(Debug, Clone, Copy)]
pub struct CitationView<'i> {
    /// Index into the citations of the case.
    pub index: usize,
    /// The citation as read.
    pub citation: &'i Citation,
    /// Claim, resolutions and evidence.
    pub inspected: &'i Inspected,
    inspection: &'i Inspection,
}

/// One target of a citation with everything that was found for it.
#[derive(Debug, Clone, Copy)]
pub struct TargetView<'i> {
    /// Index into the targets of the citation.
    pub index: usize,
    /// The target as read.
    pub target: &'i Target,
    /// The passage, or the reason why there is none.
    pub resolution: &'i Resolution,
    /// The comparison of claim and passage, if there is something to compare.
    pub evidence: Option<&'i Evidence>,
    inspection: &'i Inspection,
}

impl<'i> CitationView<'i> {
    pub(super) const fn new(
        inspection: &'i Inspection,
        index: usize,
        citation: &'i Citation,
        inspected: &'i Inspected,
    ) -> Self {
        Self { index, citation, inspected, inspection }
    }

    /// Returns the number by which reports call the citation, from 1.
    pub const fn number(&self) -> usize {
        self.index + 1
    }

    /// Returns the response text that the citation supports, without markers.
    pub fn claim(&self) -> Option<String> {
        self.inspection.claim_text(self.index)
    }

    /// Returns the line of the citation in the response, from 1.
    pub fn line(&self) -> u64 {
        let response = &self.inspection.case.response.text;
        LineIndex::new(response).number(self.citation.anchor.shown_at())
    }

    /// Returns each target with its passage and evidence.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = TargetView<'i>> {
        let Self { citation, inspected, inspection, .. } = *self;
        let targets = citation.targets.iter().zip(&inspected.targets).enumerate();
        targets.map(move |(index, (target, resolution))| {
            let evidence = inspected.evidence.get(index).and_then(Option::as_deref);
            TargetView { index, target, resolution, evidence, inspection }
        })
    }

    /// Returns the target at `index` with its passage and evidence.
    pub fn target(&self, index: usize) -> Option<TargetView<'i>> {
        self.targets().nth(index)
    }

    /// Returns the span of the claim in the response.
    pub fn claim_span(&self) -> Option<Span> {
        self.inspected.claim.map(|claim| claim.span)
    }

    /// Returns the evidence of each target that was compared.
    pub fn evidence(&self) -> impl Iterator<Item = &'i Evidence> {
        self.inspected.evidence.iter().flatten().map(Box::as_ref)
    }

    /// Returns the findings about the citation.
    pub fn findings(&self) -> impl Iterator<Item = &'i Finding> {
        let index = self.index;
        self.inspection.findings.iter().filter(move |finding| finding.citation == Some(index))
    }

    /// True if the citation is malformed, or a target has no passage although there could be one.
    pub fn is_unresolved(&self) -> bool {
        self.inspection.is_unresolved(self.index)
    }

    /// True if the citation is sound but no text of a cited source is available.
    pub fn is_without_text(&self) -> bool {
        self.inspection.is_without_text(self.index)
    }
}

impl<'i> TargetView<'i> {
    /// Returns the cited source, if one source matches the id.
    pub fn source(&self) -> Option<&'i Source> {
        self.inspection.source_of(self.resolution)
    }

    /// Returns the cited passage.
    pub const fn passage(&self) -> Option<&'i Passage> {
        self.resolution.passage()
    }

    /// Returns the text of the cited passage.
    pub fn text(&self) -> Option<String> {
        let passage = self.passage()?;
        self.inspection.source_text(passage.source, passage.span)
    }

    /// Returns the first and last line of the cited passage, as its locators count them.
    pub fn lines(&self) -> Option<(u64, u64)> {
        let passage = self.passage()?;
        passage.first_line.zip(passage.last_line)
    }

    /// Returns the reason why there is no passage, in one or two sentences.
    pub fn why_missing(&self) -> Option<&'i str> {
        match self.resolution {
            Resolution::Missing(missing) => Some(&missing.message),
            Resolution::Found(_) | Resolution::Pending(_) => None,
        }
    }
}

impl Inspection {
    /// Returns the text of `span` of the source at `source`, such as that of a [better
    /// match](Evidence::better); `None` if it cannot be read.
    pub fn source_text(&self, source: usize, span: Span) -> Option<String> {
        let store = self.store(source)?;
        Some(store.read(span, usize::MAX))
    }
}
