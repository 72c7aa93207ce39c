//! A response taken apart into blocks and markers: done once, whatever it is drawn on.

use crate::inspect::Inspection;
use crate::model::{Anchor, AnchorKind};
use crate::text::markdown::{self, Block};
use crate::text::{LineIndex, Span, lines};

/// A response with precomputed structure: the part of the work that takes long and depends only on
/// the text.
#[derive(Debug, Clone, Default)]
pub struct Cut {
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
    inlines: Vec<Inline>,
    /// The places of markers that cover text, joined where they overlap.
    markers: Vec<Span>,
}

impl Cut {
    /// Takes the response of `inspection` apart.
    pub fn of(inspection: &Inspection) -> Self {
        let response = &inspection.case.response;
        let number = response.citations.len() + response.cards.len();
        let mut inlines: Vec<Inline> = Vec::with_capacity(number);
        for (index, citation) in response.citations.iter().enumerate() {
            let Anchor { kind, span } = citation.anchor;
            let span = match kind {
                AnchorKind::Marker => span,
                AnchorKind::Claim => Span::at(span.end),
                AnchorKind::Point => Span::at(span.start),
            };
            inlines.push(Inline { span, what: InlineKind::Citation(index) });
        }
        for (index, card) in response.cards.iter().enumerate() {
            inlines.push(Inline { span: card.span, what: InlineKind::Card(index) });
        }
        let masked = inlines.iter().map(|inline| inline.span).filter(|span| !span.is_empty());
        let mut masked: Vec<Span> = masked.collect();
        masked.sort_unstable();
        let blocks = markdown::parse(&response.text, &masked);
        for inline in inlines.iter_mut().filter(|inline| inline.span.is_empty()) {
            inline.span = Span::at(shown_at(&blocks, inline.span.start));
        }
        inlines.sort_by_key(|inline| (inline.span.start, !inline.span.is_empty(), inline.span.end));
        let mut markers: Vec<Span> = Vec::new();
        for span in masked {
            match markers.last_mut().filter(|last| span.start <= last.end) {
                Some(last) => last.end = last.end.max(span.end),
                None => markers.push(span),
            }
        }
        Self { blocks, inlines, markers }
    }

    /// Returns the parts of `span` outside markers.
    pub fn words(&self, span: Span) -> Vec<Span> {
        let from = self.markers.partition_point(|marker| marker.end <= span.start);
        let mut parts = Vec::new();
        let mut at = span.start;
        let markers = self.markers.get(from..).unwrap_or_default();
        for marker in markers.iter().take_while(|marker| marker.start < span.end) {
            if at < marker.start {
                parts.push(Span::new(at, marker.start));
            }
            at = marker.end;
        }
        if at < span.end {
            parts.push(Span::new(at, span.end));
        }
        parts
    }

    /// Returns `span` cut at markers. A citation that covers no text follows the text before it: it
    /// belongs to the span that contains its place or ends there.
    pub fn parts(&self, span: Span) -> Vec<(Span, Option<Inline>)> {
        let from = self.inlines.partition_point(|inline| inline.span.end <= span.start);
        let mut parts = Vec::new();
        let mut at = span.start;
        for inline in self.inlines.get(from..).unwrap_or_default() {
            let inside = if inline.span.is_empty() {
                Some(inline.span).filter(|place| place.start <= span.end)
            } else {
                inline.span.intersect(span)
            };
            let Some(inside) = inside else { break };
            if at < inside.start {
                parts.push((Span::new(at, inside.start), None));
            }
            parts.push((inside, Some(*inline)));
            at = inside.end;
        }
        if at < span.end {
            parts.push((Span::new(at, span.end), None));
        }
        parts
    }
}

/// Returns the position of a place in the shown text: the end of the last shown stretch before it
/// if it is in markup, so that a chip after `**words**` follows the words.
fn shown_at(blocks: &[Block], place: usize) -> usize {
    let before = blocks.partition_point(|block| block.span.start < place);
    let nearest = blocks.get(..before).unwrap_or_default().iter().rev().find_map(|block| {
        let before = block.runs.partition_point(|run| run.span.start < place);
        let runs = block.runs.get(..before).unwrap_or_default();
        runs.iter().rev().find(|run| !run.span.is_empty())
    });
    let first = || blocks.iter().flat_map(|block| &block.runs).find(|run| !run.span.is_empty());
    match nearest {
        Some(run) => place.min(run.span.end),
        None => first().map_or(place, |run| run.span.end),
    }
}

/// An element in the text instead of words.
#[derive(Debug, Clone, Copy)]
pub struct Inline {
    /// The marker's bytes.
    pub span: Span,
    /// Kind.
    pub what: InlineKind,
}

/// The kinds of [`Inline`].
#[derive(Debug, Clone, Copy)]
pub enum InlineKind {
    /// The citation of an index.
    Citation(usize),
    /// The card of an index.
    Card(usize),
}

/// Maximum size of raw text laid out as one item, in bytes.
const RAW_BYTES: usize = 16 * 1024;

/// Returns the physical lines of `text` without their ends, over-long ones in pieces.
pub fn raw_lines(text: &str) -> Vec<Span> {
    let index = LineIndex::new(text);
    let mut spans = Vec::new();
    for number in 1..=index.count() {
        let whole = index.span(number).unwrap_or_default();
        let mut rest = lines::without_line_end(text, whole);
        while rest.len() > RAW_BYTES {
            let cut = text.floor_char_boundary(rest.start + RAW_BYTES);
            spans.push(Span::new(rest.start, cut));
            rest.start = cut;
        }
        spans.push(rest);
    }
    spans
}
