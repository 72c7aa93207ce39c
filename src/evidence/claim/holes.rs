//! The markers of a response, which are cut out of its text before claims are read from it.

use super::segment::Segment;
use crate::model::{AnchorKind, Response};
use crate::text::Span;
use crate::text::markdown::{self, Block};

/// A marker that is cut out of the text: of a citation (by index) or of a card.
#[derive(Debug, Clone, Copy)]
pub(in crate::evidence) struct Hole {
    pub(in crate::evidence) span: Span,
    pub(in crate::evidence) citation: Option<usize>,
    /// True if a reader sees something in its place.
    pub(in crate::evidence) shown: bool,
}

/// Returns all markers of a response in the order of their spans, and its blocks, in which markers
/// outside code are plain words.
pub(in crate::evidence) fn holes_and_blocks(response: &Response) -> (Vec<Hole>, Vec<Block>) {
    let citations = response.citations.iter().enumerate();
    let mut holes: Vec<Hole> = citations
        .filter(|(_, citation)| citation.anchor.kind != AnchorKind::Claim)
        .map(|(index, citation)| Hole {
            span: citation.anchor.span,
            citation: Some(index),
            shown: false,
        })
        .chain(response.cards.iter().map(|card| {
            let shown = card.label.is_some() || !card.known;
            Hole { span: card.span, citation: None, shown }
        }))
        .collect();
    holes.sort_by_key(|hole| hole.span);
    let in_text = holes.iter().filter(|hole| is_masked(response, hole));
    let masked: Vec<Span> = disjoint(in_text.map(|hole| hole.span));
    let blocks = markdown::parse(&response.text, &masked);
    (holes, blocks)
}

/// True if Markdown must not look inside: in code the marker is literal text.
fn is_masked(response: &Response, hole: &Hole) -> bool {
    let citation = hole.citation.and_then(|index| response.citations.get(index));
    !hole.span.is_empty() && citation.is_none_or(|citation| !citation.in_code)
}

/// Pairs each segment with the holes from its start up to the next one's; those before the first are
/// the first one's. Both are in order of position.
pub(in crate::evidence) fn with_holes<'s>(
    segments: &'s [Segment],
    mut holes: &'s [Hole],
) -> impl Iterator<Item = (&'s Segment, &'s [Hole])> {
    let nexts = segments.iter().skip(1).map(|next| next.start).chain([usize::MAX]);
    segments.iter().zip(nexts).map(move |(segment, next)| {
        let (here, rest) = holes.split_at(holes.partition_point(|hole| hole.span.start < next));
        holes = rest;
        (segment, here)
    })
}

/// Drops the spans that start inside another one; `spans` are sorted.
fn disjoint(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut kept: Vec<Span> = Vec::new();
    for span in spans {
        if kept.last().is_none_or(|last| last.end <= span.start) {
            kept.push(span);
        }
    }
    kept
}
