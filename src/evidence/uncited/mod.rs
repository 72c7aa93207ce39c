//! Sentences without a citation, and the ones that need one.
//!
//! Avoiding false alarms has priority over finding every case: a sentence that only sums up,
//! advises, introduces or talks about the answer needs no citation, and neither does one that a
//! cited neighbour clearly covers.

mod refusal;
mod sections;
mod signs;

use std::cell::OnceCell;
use std::collections::BTreeSet;

use sections::Sections;
use signs::Sign;

use super::claim::{self, Hole, Words};
use super::support::weight;
use super::words::{Class, Key, Word, words};
use crate::evidence::Claim;
use crate::model::Response;
use crate::text::Span;
use crate::text::markdown::{Block, BlockKind};
use crate::text::sentences::starts;

/// A sentence with this share of its content words in the claims only summarizes them.
const SUMS_UP: f64 = 0.8;

/// A sentence without a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncited {
    /// Bytes of the response.
    pub span: Span,
    /// The reason why it should have a citation, in the words that follow "a sentence that": `says
    /// a number`; `None` for a sentence that needs none (headings, questions, talk about the answer
    /// itself).
    pub needs: Option<&'static str>,
}

/// Returns the sentences of a response that are in no claim, in order. `text` is the response with
/// its markers blanked out byte for byte; `claims` are parallel to its citations.
///
/// A sentence that a claim is part of counts as cited; code and raw HTML hold no sentences.
pub fn uncited(response: &Response, text: &str, claims: &[Option<Claim>]) -> Vec<Uncited> {
    let (holes, blocks) = claim::holes_and_blocks(response);
    let mut walk = Walk {
        response,
        cited: CitedParts { text, spans: merged(claims), keys: OnceCell::new() },
        sections: Sections::default(),
        introduced: Introduced::No,
        found: Vec::new(),
    };
    let mut from = 0;
    for block in &blocks {
        let to =
            from + holes.iter().skip(from).take_while(|it| it.span.start < block.span.end).count();
        walk.block(block, holes.get(from..to).unwrap_or_default());
        from = to;
    }
    walk.found
}

/// The maximum length of a text that may be a mere refusal, in bytes.
const MAX_REFUSAL: usize = 1000;

/// Describes a text that has nothing to cite, in the words that follow "the response only": it says
/// that the sources lack the requested information, or asks back. `None` for a text with content.
pub fn says_nothing(text: &str) -> Option<&'static str> {
    if text.len() > MAX_REFUSAL {
        return None;
    }
    let mut borders = starts(text);
    borders.push(text.len());
    let pairs = borders.iter().zip(borders.iter().skip(1));
    let sentences = pairs.filter_map(|(&from, &to)| text.get(from..to)).map(str::trim);
    let sentences: Vec<&str> = sentences.filter(|sentence| !sentence.is_empty()).collect();
    let declines = sentences.iter().any(|sentence| refusal::has_no_answer(sentence));
    let asks = sentences.iter().any(|sentence| signs::asks(sentence));
    let is_empty = |one: &&str| signs::is_courtesy(one) || refusal::has_no_answer(one);
    let what = if declines { "says that it has no answer" } else { "asks back" };
    ((declines || asks) && sentences.iter().all(is_empty)).then_some(what)
}

/// The relation of a block to an introduction that names its origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Introduced {
    No,
    /// It is in the list or the table after an introduction that is cited, or that announces the
    /// answer's own words.
    Covered,
}

struct Walk<'r> {
    response: &'r Response,
    cited: CitedParts<'r>,
    sections: Sections,
    introduced: Introduced,
    found: Vec<Uncited>,
}

/// A sentence of a block.
struct Sentence<'w> {
    span: Span,
    shown: &'w str,
    is_cited: bool,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block, holes: &[Hole]) {
        match block.kind {
            BlockKind::Code { .. } | BlockKind::Html | BlockKind::Rule => return,
            BlockKind::Heading(_) | BlockKind::Paragraph | BlockKind::TableRow { .. } => {}
        }
        let is_row = matches!(block.kind, BlockKind::TableRow { .. });
        let is_member = is_row || block.list_depth > 0;
        let covered = is_member && self.introduced == Introduced::Covered;
        let covered = covered || is_row && self.cited.touches(block.span);
        let segments = claim::segments(block);
        let mut last = None;
        for (segment, here) in claim::with_holes(&segments, holes) {
            let words = Words::new(&self.response.text, segment, here);
            let level = match block.kind {
                BlockKind::Heading(level) => Some(level),
                _ => None,
            };
            let is_title = self.sections.pass(level, words.text.trim());
            let exempt = covered || is_title || self.sections.needs_nothing();
            last = self.segment(&words, exempt, is_row).or(last);
        }
        if !is_member && let Some(closing) = last {
            let introduces = (closing.is_cited || closing.is_own) && closing.ends_in_colon;
            self.introduced = if introduces { Introduced::Covered } else { Introduced::No };
        }
    }

    /// Adds the uncited sentences of a segment; returns the facts about its last one.
    fn segment(&mut self, words: &Words, exempt: bool, is_cell: bool) -> Option<Closing> {
        let sentences = self.sentences(words);
        for (index, sentence) in sentences.iter().enumerate() {
            if sentence.is_cited {
                continue;
            }
            let leads = sentences.get(index + 1).is_some_and(|next| next.is_cited);
            let needs = if exempt { None } else { self.needs(sentence, leads, is_cell) };
            self.found.push(Uncited { span: sentence.span, needs });
        }
        sentences.last().map(|last| Closing {
            is_cited: last.is_cited,
            is_own: signs::OWN.is_match(last.shown),
            ends_in_colon: last.shown.trim_end().ends_with([':', '\u{ff1a}']),
        })
    }

    fn sentences<'w>(&self, words: &'w Words) -> Vec<Sentence<'w>> {
        let mut borders = starts(&words.text);
        borders.push(words.text.len());
        let pairs = borders.iter().zip(borders.iter().skip(1));
        let sentences = pairs.filter_map(|(&from, &to)| {
            let span = words.span((from, to))?;
            let shown = words.text.get(from..to)?.trim();
            Some(Sentence { span, shown, is_cited: self.cited.touches(span) })
        });
        sentences.collect()
    }

    fn needs(&self, sentence: &Sentence<'_>, leads: bool, is_cell: bool) -> Option<&'static str> {
        let written = sentence.span.slice(self.cited.text)?;
        // A link is another kind of citation.
        if written.contains("](http") || is_cell && !signs::is_whole(sentence.shown) {
            return None;
        }
        let found = words(written);
        let sign = signs::sign(sentence.shown, &found)?;
        // A sentence right before a cited one often says the same in fewer words.
        if leads && sign < Sign::Number {
            return None;
        }
        if self.cited.sums_up(&found) { None } else { Some(sign.name()) }
    }
}

/// The end of a segment.
#[derive(Debug, Clone, Copy)]
struct Closing {
    is_cited: bool,
    is_own: bool,
    ends_in_colon: bool,
}

/// The cited parts of the response.
struct CitedParts<'r> {
    /// The response without its markers.
    text: &'r str,
    /// Ascending and apart from one another.
    spans: Vec<Span>,
    keys: OnceCell<BTreeSet<Key>>,
}

impl CitedParts<'_> {
    fn touches(&self, span: Span) -> bool {
        let next = self.spans.partition_point(|cited| cited.end <= span.start);
        self.spans.get(next).is_some_and(|cited| cited.start < span.end)
    }

    /// True if a sentence of these words says no more than the claims do, and has no other number.
    fn sums_up(&self, words: &[Word]) -> bool {
        let keys = self.keys();
        let known = || words.iter().filter(|word| keys.contains(&word.key));
        let numbers = |word: &&Word| word.class == Class::Number;
        let all: f64 = words.iter().map(|word| weight(word.class)).sum();
        let share: f64 = known().map(|word| weight(word.class)).sum();
        let no_other_number =
            words.iter().filter(numbers).count() == known().filter(numbers).count();
        no_other_number && share >= SUMS_UP * all
    }

    /// Returns the words of all claims.
    fn keys(&self) -> &BTreeSet<Key> {
        self.keys.get_or_init(|| {
            let claims = self.spans.iter().filter_map(|span| span.slice(self.text));
            claims.flat_map(|claim| words(claim).into_iter().map(|word| word.key)).collect()
        })
    }
}

/// Returns the spans of the claims, ascending, with overlapping ones merged.
fn merged(claims: &[Option<Claim>]) -> Vec<Span> {
    let mut spans: Vec<Span> = claims.iter().flatten().map(|claim| claim.span).collect();
    spans.retain(|span| !span.is_empty());
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
