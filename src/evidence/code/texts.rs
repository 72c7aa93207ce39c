//! The sources of a case as code, and what is asked about each citation of one.

use std::sync::OnceLock;

use super::features::Question;
use super::{CodeClaim, CodeText, Hole, decide, is_code};
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
    /// The source it lies in.
    pub(in crate::evidence) source: &'c Source,
    /// That source's text.
    pub(in crate::evidence) store: &'c Store,
    /// The passage.
    pub(in crate::evidence) passage: &'c Passage,
    /// All that is cited for the same claim: index of the source, bytes.
    pub(in crate::evidence) others: &'c [(usize, Span)],
}

impl CodeTexts {
    pub(in crate::evidence) fn new(sources: usize) -> Self {
        Self((0..sources).map(|_| OnceLock::new()).collect())
    }

    /// Decides where the code stands that a claim speaks of; `None` if the cited source is no
    /// code, or no lines of it are cited. `text` is the source's, and the claim begins at byte
    /// `start` of the response.
    pub(in crate::evidence) fn place(
        &self,
        cited: &CitedCode<'_>,
        text: Option<&str>,
        claim: &str,
        (start, citation): (usize, &Citation),
    ) -> Option<(Place, Vec<Window>)> {
        let CitedCode { source, store, passage, others } = *cited;
        // A symbol is where it is defined.
        if passage.how == How::Anchor && is_code(source) {
            return Some((Place::Here, Vec::new()));
        }
        let chosen = range::is_chosen(passage.how) && is_code(source);
        let (first, last) = passage.first_line.zip(passage.last_line).filter(|_| chosen)?;
        let read = || text.and_then(CodeText::new);
        let text = self.0.get(passage.source)?.get_or_init(read).as_ref()?;
        let others: Vec<(usize, usize)> = others
            .iter()
            .filter(|(index, _)| *index == passage.source)
            .filter_map(|(_, span)| lines_of(source, Some(store), *span))
            .filter(|lines| *lines != (first, last))
            .filter_map(|(first, last)| Some((first.try_into().ok()?, last.try_into().ok()?)))
            .collect();
        let claim = CodeClaim::new(claim, own_place(claim, start, citation));
        let (first, last) = (first.try_into().ok()?, last.try_into().ok()?);
        let question = Question { claim: &claim, first, last, others: &others };
        Some(decide(text, &question, passage.source))
    }
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
