//! The subjects of a review: every target of every citation, and every uncited sentence.

use super::{Fingerprint, Hash, SourceHashes};
use crate::evidence::claim_text::without_joiners;
use crate::evidence::uncited::{Uncited, uncited};
use crate::inspect::Inspection;
use crate::model::Target;
use crate::text::Span;

/// Something to judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Kind.
    pub what: SubjectPart,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
    /// The cited words and their first line; `None` if there are none or too many (1 MiB), or if
    /// the lines before them are not counted.
    pub passage: Option<Hash>,
    /// The claim's words as a reader sees them.
    pub claim: String,
    /// The reference as a person would write it: `turn0file0 L8-L13`; empty without a citation.
    pub cited: String,
}

/// The part of a case that a subject refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubjectPart {
    /// A target of a citation; indexes from 0. A citation without targets has one subject, with
    /// target 0.
    Cited {
        /// Index into the case's citations.
        citation: usize,
        /// Index into the citation's targets.
        target: usize,
    },
    /// A sentence without a citation; bytes of the response.
    Uncited(Span),
}

impl Subject {
    /// Returns the fingerprint that is valid while the passage is unchanged, whatever the rest of
    /// its source.
    pub fn at_passage(&self) -> Option<Fingerprint> {
        self.passage.map(|passage| self.fingerprint.with_source(passage))
    }
}

/// True if the passage of a subject still has the words that were read: a file that is written anew in place
/// has others, though its case is not read again yet.
pub fn is_as_read(inspection: &Inspection, subject: &Subject) -> bool {
    let SubjectPart::Cited { citation, target } = subject.what else { return true };
    subject.passage.is_none() || subject.passage == passage_hash(inspection, citation, target)
}

/// Maximum length of a passage that is compared, in bytes.
const MAX_PASSAGE_LENGTH: usize = 1024 * 1024;

/// Returns the subjects of a case: its citations in reading order, then its uncited sentences that
/// should have a citation, in order.
pub fn subjects(inspection: &Inspection, hashes: &mut SourceHashes) -> Vec<Subject> {
    let case = &inspection.case.id;
    let mut subjects = Vec::new();
    for citation in inspection.reading_order() {
        let Some(own) = inspection.case.response.citations.get(citation) else { continue };
        let claim = inspection.claim_text(citation).unwrap_or_default();
        let claim = claim.trim();
        let targets = own.targets.iter().map(Some);
        let none = own.targets.is_empty().then_some(None);
        for (target, pointed) in targets.chain(none).enumerate() {
            let source = source_hash(inspection, citation, target, hashes);
            subjects.push(Subject {
                what: SubjectPart::Cited { citation, target },
                fingerprint: Fingerprint::new(claim, pointed, source).in_case(case),
                passage: passage_hash(inspection, citation, target),
                claim: claim.to_owned(),
                cited: pointed.map_or_else(|| own.raw.clone(), reference),
            });
        }
    }
    subjects.extend(uncited_subjects(inspection));
    subjects
}

/// Returns the reference as a person would write it.
fn reference(target: &Target) -> String {
    match &target.locator {
        Some(locator) => format!("{} {locator}", target.id),
        None => target.id.clone(),
    }
}

fn source_hash(
    inspection: &Inspection,
    citation: usize,
    target: usize,
    hashes: &mut SourceHashes,
) -> Hash {
    let resolution = inspection.resolution(citation, target);
    let source = resolution.and_then(crate::resolve::Resolution::source);
    if let Some((index, source)) =
        source.and_then(|index| Some((index, inspection.case.sources.get(index)?)))
    {
        return hashes.of(index, source, inspection.stores.get(index));
    }
    // Two missing sources are still different ones.
    let citation = inspection.case.response.citations.get(citation);
    let id = citation.and_then(|it| it.targets.get(target)).map(|it| it.id.as_str());
    Hash::of(["no source", id.unwrap_or_default()])
}

fn passage_hash(inspection: &Inspection, citation: usize, target: usize) -> Option<Hash> {
    let passage = inspection.resolution(citation, target)?.passage()?;
    let store = inspection.store(passage.source)?;
    if passage.span.len() > MAX_PASSAGE_LENGTH {
        return None;
    }
    let line = store.line_at(passage.span.start)?.to_string();
    Some(Hash::of([line.as_str(), store.read_in_place(passage.span).as_str()]))
}

/// Returns the uncited sentences of a case that should have a citation, in order.
pub fn uncited_subjects(inspection: &Inspection) -> Vec<Subject> {
    let (text, sentences) = sentences(inspection);
    let needy = sentences.into_iter().filter(|it| it.needs.is_some());
    let subject = |span: Span| {
        let claim = without_joiners(span.slice(&text).unwrap_or_default().trim());
        let fingerprint = Fingerprint::new(&claim, None, Hash::of(["uncited"]));
        let fingerprint = fingerprint.in_case(&inspection.case.id);
        let cited = String::new();
        Subject { what: SubjectPart::Uncited(span), fingerprint, passage: None, claim, cited }
    };
    needy.map(|it| subject(it.span)).collect()
}

/// Returns the response with its markers blanked out byte for byte, and all its sentences without a
/// citation.
pub(super) fn sentences(inspection: &Inspection) -> (String, Vec<Uncited>) {
    let response = &inspection.case.response;
    let text = crate::evidence::claim_text::without_markers(response);
    let claims: Vec<_> = inspection.inspected.iter().map(|found| found.claim).collect();
    let sentences = uncited(response, &text, &claims);
    (text, sentences)
}
