//! The passages that are cited for one claim.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{CitedTogether, Weigher};
use crate::evidence::Inspected;
use crate::text::Span;
use crate::text::sentences::starts;

impl Weigher<'_> {
    /// Returns the passages cited for each claim. Stated claims that share a sentence have theirs in
    /// common: formats that divide a sentence often put its borders beside the words meant.
    pub(super) fn cited_together(
        &self,
        inspected: &[Inspected],
    ) -> BTreeMap<Span, Arc<CitedTogether>> {
        let mut together: BTreeMap<Span, BTreeSet<(usize, Span)>> = BTreeMap::new();
        let mut stated: BTreeMap<usize, Vec<Span>> = BTreeMap::new();
        let has_stated = inspected.iter().any(|it| it.claim.is_some_and(|claim| !claim.inferred));
        let sentences = if has_stated { starts(&self.response) } else { Vec::new() };
        let sentence = |at: usize| sentences.partition_point(|start| *start <= at);
        for one in inspected {
            let Some(claim) = one.claim else { continue };
            let passages = one.targets.iter().filter_map(|target| target.passage());
            let places = passages.map(|passage| (passage.source, passage.span));
            together.entry(claim.span).or_default().extend(places);
            let first = sentence(claim.span.start);
            if !claim.inferred && first == sentence(claim.span.end.saturating_sub(1)) {
                stated.entry(first).or_default().push(claim.span);
            }
        }
        let mut shared = BTreeMap::new();
        for claims in stated.into_values() {
            let cited =
                claims.iter().filter_map(|claim| together.remove(claim)).flatten().collect();
            let cited = Arc::new(self.all_cited(cited, &claims));
            shared.extend(claims.into_iter().map(|claim| (claim, Arc::clone(&cited))));
        }
        let own = together.into_iter();
        shared.extend(own.map(|(claim, cited)| (claim, Arc::new(self.all_cited(cited, &[claim])))));
        shared
    }

    fn all_cited(&self, passages: BTreeSet<(usize, Span)>, claims: &[Span]) -> CitedTogether {
        let breaks_off = |alike: bool| {
            passages.iter().any(|(source, span)| {
                let passage = (*source, self.texts.get(*source), *span);
                let mut words = claims.iter().map(|claim| self.words_of(*claim));
                words.any(|words| self.cut.breaks_off(passage, alike, words))
            })
        };
        let (is_sure, may_go_on) = (breaks_off(false), breaks_off(true));
        let passages = passages.into_iter().collect();
        CitedTogether { passages, breaks_off: is_sure, may_go_on }
    }
}
