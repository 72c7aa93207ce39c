//! References to code in a text with other marks.

use crate::dialects::marks::code_references::FAMILY;
use crate::dialects::marks::numbered::listed_in;
use crate::model::{Case, Citation, Locator, SourceText, Target};
use crate::text::Span;
use crate::text::span_set::SpanSet;

/// Returns true if a citation cites lines of code only. A symbol beside other marks is a mention.
pub(super) fn is_lines(citation: &Citation) -> bool {
    let is_lines = |target: &Target| matches!(target.locator, Some(Locator::Lines { .. }));
    citation.targets.iter().all(is_lines)
}

/// Returns the part of a text that a citation is written in.
fn whole(citation: &Citation) -> Span {
    let end = citation.anchor.span.end;
    let start = citation.anchor.span.start.min(end.saturating_sub(citation.raw.len()));
    Span::new(start, end)
}

/// Adds references to code to the other citations of a case, in order, except in lists of sources. They
/// replace links that have the same place.
pub(super) fn join(case: &mut Case, mut code: Vec<Citation>) {
    let cards = case.response.cards.iter().map(|card| card.span);
    let listed = SpanSet::new(cards.chain(listed_in(&case.response.text)));
    code.retain(|citation| !listed.overlaps(whole(citation)));
    let own = &mut case.response.citations;
    // A mark inside a reference is a link of it; one around it is something else.
    let inside = |one: Span, other: Span| other.start <= one.start && one.end <= other.end;
    code.retain(|citation| {
        let span = whole(citation);
        own.iter().all(|it| !whole(it).overlaps(span) || inside(whole(it), span))
    });
    let spans = SpanSet::new(code.iter().map(whole));
    let mut replaced: Vec<String> = Vec::new();
    own.retain(|it| {
        let is_left = it.family == FAMILY || !spans.overlaps(whole(it));
        if !is_left {
            replaced.extend(it.targets.iter().map(|target| target.id.clone()));
        }
        is_left
    });
    for citation in code {
        let at = own.iter().position(|it| it.anchor.span > citation.anchor.span);
        own.insert(at.unwrap_or(own.len()), citation);
    }
    let cited = |id: &String| own.iter().flat_map(|it| &it.targets).any(|it| it.id == *id);
    replaced.retain(|id| !cited(id));
    case.sources.retain(|source| {
        matches!(source.text, SourceText::Inline(_)) || !replaced.contains(&source.id)
    });
}
