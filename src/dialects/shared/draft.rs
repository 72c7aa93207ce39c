//! A response being assembled from the parts of a payload.
//!
//! Parts are joined without a separator unless a dialect adds one; spans stated within a part are
//! arbitrated over all parts together and shifted by the start of the part.

use crate::dialects::shared::offsets::{Part, Reading, Stated, arbitrate};
use crate::model::{Anchor, AnchorKind, Citation, OffsetReading, Placement, Response, Target};
use crate::text::Span;
use crate::text::prose::count;

/// A citation whose span is still as stated.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Meaning of its span.
    pub kind: AnchorKind,
    /// The kind of annotation, as the payload calls it.
    pub family: String,
    /// First place within the part, as stated.
    pub start: i64,
    /// The end within the part, as stated; equal to `start` for a point.
    pub end: i64,
    /// The covered words, if the payload repeats them.
    pub words: Option<String>,
    /// True if `words` need only be inside the span.
    pub contained: bool,
    /// Targets that it points at.
    pub targets: Vec<Target>,
    /// The annotation as JSON, for the raw view.
    pub raw: String,
}

/// The response so far.
#[derive(Debug, Default)]
pub struct Draft {
    text: String,
    parts: Vec<(usize, usize, Vec<Note>)>,
    whole: Vec<Citation>,
}

/// The response of a draft.
#[derive(Debug, Default)]
pub struct Finished {
    /// The response, citations in the order of their anchors.
    pub response: Response,
    /// The reading of offsets; `None` if there were none.
    pub reading: Option<OffsetReading>,
    /// Notes on spans that had to be repaired or could not be verified.
    pub notes: Vec<String>,
}

impl Draft {
    /// Returns the text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a part with the annotations on it, whose offsets count within the part.
    pub fn part(&mut self, text: &str, notes: Vec<Note>) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push((start, self.text.len(), notes));
    }

    /// Adds separating text between parts.
    pub fn between(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a citation whose anchor is known in bytes of the whole text.
    pub fn cite(&mut self, citation: Citation) {
        self.whole.push(citation);
    }

    /// Arbitrates the stated spans and sorts the citations.
    pub fn finish(self, stated: Reading) -> Finished {
        let mut notes = Vec::new();
        let parts: Vec<Part<'_>> = self
            .parts
            .iter()
            .map(|(start, end, notes)| {
                let text = self.text.get(*start..*end).unwrap_or_default();
                (text, notes.iter().map(stated_span).collect())
            })
            .collect();
        let outcome = arbitrate(stated, &parts);
        drop(parts);
        let mut counts = PlacementCounts::default();
        let number = self.parts.iter().map(|(.., notes)| notes.len()).sum::<usize>();
        let mut citations = Vec::with_capacity(number + self.whole.len());
        let mut placeless = 0;
        for ((start, end, notes), placed) in self.parts.into_iter().zip(&outcome.placed) {
            for (note, placed) in notes.into_iter().zip(placed) {
                counts.count(placed.placement);
                let mut span = placed.span.shifted(start);
                if has_no_place(&note) {
                    placeless += 1;
                    span = Span::at(end);
                }
                citations.push(citation(note, span, placed.placement));
            }
        }
        let reading = (counts.all > 0).then(|| outcome.note());
        notes.extend(counts.notes());
        notes.extend((placeless > 0).then(|| note_placeless(placeless)));
        citations.extend(self.whole);
        citations.sort_by_key(|citation| {
            let span = citation.anchor.span;
            match citation.anchor.kind {
                AnchorKind::Claim => (span.end, span.start),
                AnchorKind::Marker | AnchorKind::Point => (span.start, span.end),
            }
        });
        let response = Response { text: self.text, citations, cards: Vec::new() };
        Finished { response, reading, notes }
    }
}

/// True for a claim that is stated without its place and its words.
fn has_no_place(note: &Note) -> bool {
    note.kind == AnchorKind::Claim && note.start == 0 && note.end == 0 && note.words.is_none()
}

/// Returns a note on citations that are shown at the end of the text.
pub(crate) fn note_placeless(number: usize) -> String {
    let citations = count(number, "citation");
    format!(
        "{citations} without a place in the text: shown at its end, the claim before it is a guess"
    )
}

fn stated_span(note: &Note) -> Stated<'_> {
    Stated {
        start: note.start,
        end: note.end,
        words: note.words.as_deref(),
        contained: note.contained,
    }
}

fn citation(note: Note, span: Span, placement: Placement) -> Citation {
    let kind = match (note.kind, placement) {
        (_, Placement::Outside) => AnchorKind::Point,
        // A claim without words would be compared with nothing.
        (AnchorKind::Claim, _) if span.is_empty() => AnchorKind::Point,
        (kind, _) => kind,
    };
    Citation {
        family: note.family,
        raw: note.raw,
        anchor: Anchor { kind, span },
        targets: note.targets,
        placement,
        ..Citation::default()
    }
}

/// Counts of the results of arbitration.
#[derive(Debug, Default)]
struct PlacementCounts {
    all: usize,
    unfounded: usize,
    outside: usize,
    repaired: Vec<i64>,
}

impl PlacementCounts {
    fn count(&mut self, placement: Placement) {
        self.all += 1;
        match placement {
            Placement::Inherent | Placement::Fitted | Placement::Unverified => {}
            Placement::Repaired { shift, .. } => self.repaired.push(shift),
            Placement::Unfounded => self.unfounded += 1,
            Placement::Outside => self.outside += 1,
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if !self.repaired.is_empty() {
            let far = self.repaired.iter().map(|shift| shift.unsigned_abs()).max().unwrap_or(0);
            let far = usize::try_from(far).unwrap_or(usize::MAX);
            let how = match far {
                0 => "begin as stated but end elsewhere".to_owned(),
                _ => format!("are up to {} from where they are stated", count(far, "place")),
            };
            notes.push(format!("{} repaired: the words {how}", count(self.repaired.len(), "span")));
        }
        if self.unfounded > 0 {
            let spans = count(self.unfounded, "span");
            notes.push(format!("{spans} not verified: the repeated words were not found"));
        }
        if self.outside > 0 {
            let spans = count(self.outside, "span");
            notes.push(format!("{spans} outside the text: shown at its end"));
        }
        notes
    }
}
