//! The sources of a case as code, and what is asked about each citation of one.

use std::sync::OnceLock;

use super::beside::{self, Named};
use super::blocks::Block;
use super::features::Question;
use super::misplaced::{self, CitedLines};
use super::{CodeClaim, CodeText, Hole, decide, held, is_code};
use crate::evidence::{Place, Window, range};
use crate::model::{AnchorKind, Citation, Source};
use crate::resolve::{How, Passage, lines_of};
use crate::sources::Store;
use crate::text::Span;

/// The sources of a case, each read as code when it is first asked for; `None` for prose.
#[derive(Debug)]
pub(in crate::evidence) struct CodeTexts(Vec<OnceLock<Option<CodeText>>>);

/// A passage that is cited.
#[derive(Debug, Clone, Copy)]
pub(in crate::evidence) struct CitedCode<'c> {
    /// The source it is in.
    pub(in crate::evidence) source: &'c Source,
    /// The text of that source.
    pub(in crate::evidence) store: &'c Store,
    /// The passage.
    pub(in crate::evidence) passage: &'c Passage,
    /// All that is cited for the same claim: index of the source, bytes.
    pub(in crate::evidence) others: &'c [(usize, Span)],
    /// The response as it is written.
    pub(in crate::evidence) response: &'c str,
}

/// The place of the code that a claim speaks of.
#[derive(Debug, Default)]
pub(in crate::evidence) struct CodePlace {
    pub(in crate::evidence) place: Place,
    /// Better places, best first.
    pub(in crate::evidence) better: Vec<Window>,
    /// The name beside the citation that is defined there; bytes of the response.
    pub(in crate::evidence) named: Option<Span>,
}

impl CodeTexts {
    pub(in crate::evidence) fn new(sources: usize) -> Self {
        Self((0..sources).map(|_| OnceLock::new()).collect())
    }

    /// Finds the code that a claim is about; `None` if the cited source is no
    /// code, or no lines of it are cited. `text` is the source's, and the claim begins at byte
    /// `start` of the response.
    pub(in crate::evidence) fn place(
        &self,
        cited: &CitedCode<'_>,
        content: Option<&str>,
        claim: &str,
        (start, citation): (usize, &Citation),
    ) -> Option<CodePlace> {
        let CitedCode { source, store, passage, others, response } = *cited;
        // A symbol is where it is defined.
        if passage.how == How::Anchor && is_code(source) {
            return Some(CodePlace { place: Place::Here, ..CodePlace::default() });
        }
        let chosen = range::is_chosen(passage.how) && is_code(source);
        let (first, last) = passage.first_line.zip(passage.last_line).filter(|_| chosen)?;
        let read = || content.and_then(CodeText::new);
        let text = self.0.get(passage.source)?.get_or_init(read).as_ref()?;
        let others: Vec<(usize, usize)> = others
            .iter()
            .filter(|(index, _)| *index == passage.source)
            .filter_map(|(_, span)| lines_of(source, Some(store), *span))
            .filter(|lines| *lines != (first, last))
            .filter_map(|(first, last)| Some((first.try_into().ok()?, last.try_into().ok()?)))
            .collect();
        let (first, last): (usize, usize) = (first.try_into().ok()?, last.try_into().ok()?);
        let cited = content.and_then(|content| cited_lines(text, content, (first, last)));
        let named = name_beside(response, citation);
        if let Some((cited, named)) = cited.as_ref().zip(named.as_ref()) {
            if misplaced::begins_definition(cited, named) {
                return Some(CodePlace { place: Place::Here, ..CodePlace::default() });
            }
            let blocks = misplaced::definitions(cited, named, claim);
            if !blocks.is_empty() {
                let window = |block: &Block| window(cited, block, passage.source);
                let better = blocks.iter().filter_map(window).collect();
                return Some(CodePlace { place: Place::Drifted, better, named: Some(named.span) });
            }
        }
        let words = CodeClaim::new(claim, own_place(claim, start, citation));
        let question = Question { claim: &words, first, last, others: &others };
        let (place, better) = decide(text, &question, passage.source);
        let is_held = |cited: &CitedLines<'_>| {
            better.iter().any(|better| held::belongs_to(cited, better))
                || named.as_ref().is_some_and(|named| held::have_own_name(cited, named))
                || held::have_name(cited, claim)
                || held::is_repeated(cited, claim)
        };
        if place == Place::Drifted && cited.as_ref().is_some_and(is_held) {
            return Some(CodePlace { place: Place::Here, ..CodePlace::default() });
        }
        Some(CodePlace { place, better, named: None })
    }
}

/// Returns the name beside a citation; `None` for one of several targets, which may be for
/// several names.
fn name_beside<'r>(response: &'r str, citation: &Citation) -> Option<Named<'r>> {
    let [_] = citation.targets.as_slice() else { return None };
    let written = citation.written_in(response)?;
    beside::name_in_link(response, written).or_else(|| beside::name_before(response, written))
}

fn cited_lines<'t>(
    text: &'t CodeText,
    content: &'t str,
    (first, last): (usize, usize),
) -> Option<CitedLines<'t>> {
    let (first, last) = (first.checked_sub(1)?, last.checked_sub(1)?);
    Some(CitedLines { text, content, first, last })
}

/// Returns the lines of a definition that stand for the cited ones: of one line, its first.
fn window(cited: &CitedLines<'_>, block: &Block, source: usize) -> Option<Window> {
    let end = if cited.first == cited.last { block.line } else { block.end };
    let (first, last) = (cited.text.span(block.line + 1)?, cited.text.span(end + 1)?);
    Some(Window {
        source,
        span: Span::new(first.start, last.end),
        first_line: (block.line + 1).try_into().ok()?,
        last_line: (end + 1).try_into().ok()?,
        support: 1.0,
    })
}

/// Returns the place of a citation inside its claim; `None` for one after the claim, which may
/// belong to any part of it.
fn own_place(claim: &str, start: usize, citation: &Citation) -> Option<Hole> {
    let anchor = citation.anchor;
    let hole = Hole {
        start: anchor.span.start.checked_sub(start)?,
        end: anchor.span.end.checked_sub(start)?,
    };
    let goes_on = claim.get(hole.end..)?.contains(char::is_alphanumeric);
    (anchor.kind != AnchorKind::Claim && goes_on).then_some(hole)
}
