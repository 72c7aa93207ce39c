//! The input of a judge.

use serde::Serialize;

use super::super::{Subject, SubjectPart};
use crate::inspect::Inspection;
use crate::text::Span;

/// The name of the layout below.
pub const LAYOUT: &str = "pincite.judge/1";

/// Maximum number of bytes of a passage passed to a judge.
const MAX_PASSAGE_LENGTH: usize = 64 * 1024;

/// One target of a citation as passed to a judge: one JSON object in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    /// [`LAYOUT`].
    pub layout: &'static str,
    /// The id of the case.
    pub case: String,
    /// The citation's number in reading order, from 1.
    pub citation: usize,
    /// The number of the source among those that the citation names, from 1.
    pub target: usize,
    /// The user's question, if known.
    pub question: Option<String>,
    /// The claim of the citation.
    pub claim: String,
    /// The reference in everyday notation: `turn0file0 L8-L13`.
    pub cited: String,
    /// The cited source.
    pub source: CitedSource,
    /// The words of the passage.
    pub passage: String,
    /// There is more of the passage than 64 KiB.
    pub cut: bool,
}

/// The source that a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CitedSource {
    /// Its id, or the name of its file.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
    /// Its address.
    pub url: Option<String>,
}

impl Question {
    /// Returns the question about a subject whose citation has this number; `None` if there is no
    /// claim or no passage to compare.
    pub(super) fn of(inspection: &Inspection, subject: &Subject, number: usize) -> Option<Self> {
        let SubjectPart::Cited { citation, target } = subject.what else { return None };
        let passage = inspection.resolution(citation, target)?.passage()?;
        let source = inspection.case.sources.get(passage.source)?;
        let store = inspection.store(passage.source)?;
        let text = store.read(passage.span, MAX_PASSAGE_LENGTH);
        if subject.claim.is_empty() || text.trim().is_empty() {
            return None;
        }
        Some(Self {
            layout: LAYOUT,
            case: inspection.case.id.clone(),
            citation: number,
            target: target + 1,
            question: inspection.case.question.clone(),
            claim: subject.claim.clone(),
            cited: subject.cited.clone(),
            source: CitedSource {
                id: inspection.source_name(passage.source),
                title: source.title.clone(),
                url: source.url.clone(),
            },
            passage: text,
            cut: Span::new(0, MAX_PASSAGE_LENGTH).end < passage.span.len(),
        })
    }

    /// Returns the data that an answer depends on besides the fingerprint: the question, and the
    /// words of the passage.
    pub(super) fn about(&self) -> String {
        let asked = self.question.as_deref().unwrap_or_default();
        format!("{}:{asked}{}", asked.len(), self.passage)
    }

    /// Returns the question as one line.
    pub(super) fn to_json(&self) -> String {
        // Nothing in it can fail to be written.
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.push('\n');
        line
    }
}
