//! Brackets that are the entries of a numbered list of sources, `1. [Source: Timetable]`, in a text that cites
//! by the numbers.

use std::collections::BTreeSet;

use crate::dialects::marks::named_sources::ranges::bounds;
use crate::text::brackets::enclosed;
use crate::text::{Span, list_heading};

/// Returns those of the brackets at `spans` that are entries.
pub(super) fn among(text: &str, spans: &[Span]) -> BTreeSet<Span> {
    let lists: Vec<Span> = list_heading::lists(text).into_iter().map(|list| list.span).collect();
    if lists.is_empty() {
        return BTreeSet::new();
    }
    let is_entry =
        |span: &&Span| Span::any_contains(&lists, span.start) && fills_entry(text, **span);
    let entries: BTreeSet<Span> = spans.iter().filter(is_entry).copied().collect();
    let cites = |(span, inner): (Span, Span)| {
        let is_number = inner.slice(text).is_some_and(|inner| bounds(inner).is_some());
        is_number && !Span::any_contains(&lists, span.start)
    };
    let are_cited = !entries.is_empty() && enclosed(text, '[', ']', &[]).any(cites);
    if are_cited { entries } else { BTreeSet::new() }
}

/// True for a bracket alone in its line after a number: `1. [Source: Timetable]`.
fn fills_entry(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let lead = before.rsplit('\n').next().unwrap_or_default().trim();
    let is_of_lead = |c: char| c.is_ascii_digit() || "[].)-*".contains(c);
    lead.contains(|c: char| c.is_ascii_digit())
        && lead.chars().all(is_of_lead)
        && after.split('\n').next().is_some_and(|rest| rest.trim().is_empty())
}
