//! Collects the data of an inspection's findings for reports.

use std::sync::Arc;

use super::cited::cited;
use super::excerpt::ExcerptedText;
use super::known_texts::KnownTexts;
use super::positions::{FilePositions, Positions};
use super::{
    Apart, Checked, Counts, Excerpt, Fingerprint, IgnoredFinding, PassageShown, ReportFinding,
    ReportFix, ResponseLines,
};
use crate::cases::batch::InFile;
use crate::inspect::Inspection;
use crate::model::{AnchorKind, Citation, DivisionKind};
use crate::report::secrets::SecretWords;
use crate::rules::{Finding, Fix, Severity};
use crate::sources::line_in_file;
use crate::text::{LineIndex, SafeText, Span, Unit};

/// The number of bytes of a source that are read on either side of a passage.
const AROUND: usize = 400;
/// The maximum length of a passage that is read, in bytes.
const MAX_SHOWN: usize = 800;

/// The number of findings that are let go at a time.
const LET_GO: usize = 1024;

/// The rule about the places that [`Case::unread_notes`](crate::model::Case::unread_notes) note.
const UNREAD: &str = "unread-mark";

/// Collects the findings and citations of an inspection, with their places in the file. What is
/// collected goes out of the inspection, so that nothing is in memory twice.
pub fn collect(mut inspection: Inspection, in_file: &InFile<'_>) -> Checked {
    let file = in_file.document.as_ref().map(FilePositions::new);
    let known = KnownTexts::default();
    let citations = cited(&mut inspection, file.as_ref(), &known);
    let own = std::mem::take(&mut inspection.findings);
    let case = &inspection.case;
    let lines = match in_file.line {
        _ if in_file.is_whole => ResponseLines::Own,
        Some(line) => ResponseLines::In(line),
        None => ResponseLines::Within,
    };
    let findings = if own.is_empty() {
        Vec::new()
    } else {
        Collector::new(&inspection, (file, in_file.is_whole), known).entries(own)
    };
    // A finding says the same at the place itself.
    let is_found = findings.iter().any(|entry| entry.rule.name == UNREAD);
    let notes = case.notes.iter().filter(|note| !(is_found && case.unread_notes.contains(note)));
    let notes = notes.cloned().collect();
    let ignored = ignored(&inspection);
    let cites = !citations.is_empty() || case.unchanged > 0;
    let counts = Counts::of(&citations, cites, !case.sources.is_empty());
    let (id, input) = (case.id.clone(), case.input.clone());
    Checked {
        id,
        input,
        lines,
        findings,
        citations,
        counts,
        cases: Vec::new(),
        ignored,
        known: Vec::new(),
        notes,
        configuration: None,
        error: None,
        secret_words: SecretWords::of(&case.response.text),
        conditions: Vec::new(),
    }
}

/// Returns the findings of an inspection that comments in the response silence.
pub fn ignored(inspection: &Inspection) -> Vec<IgnoredFinding> {
    if inspection.ignored.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(&inspection.case.response.text);
    let ignored = inspection.ignored.iter().map(|one| IgnoredFinding {
        rule: one.finding.rule,
        line: lines.number(one.finding.span.start).max(1),
        reason: one.reason.clone(),
    });
    ignored.collect()
}

struct Collector<'i> {
    inspection: &'i Inspection,
    positions: Positions<'i>,
    /// The positions in the file, if the response was found there.
    file: Option<FilePositions<'i>>,
    /// For each citation its number in reading order.
    numbers: Vec<usize>,
    /// The response, with the markers that excerpts show as chips.
    excerpted: Arc<ExcerptedText>,
    /// True if the response is all of its file, so that repairs can be made there.
    is_file: bool,
    known: KnownTexts,
}

/// The letter of the rules about the syntax of markers: their excerpts show its characters.
const ABOUT_MARKERS: char = 'M';

/// The maximum number of characters of an id in a chip.
const MAX_CHIP_ID: usize = 40;

impl<'i> Collector<'i> {
    fn new(
        inspection: &'i Inspection,
        (file, is_file): (Option<FilePositions<'i>>, bool),
        known: KnownTexts,
    ) -> Self {
        let mut numbers = vec![0; inspection.case.response.citations.len()];
        for (place, index) in inspection.reading_order().into_iter().enumerate() {
            if let Some(number) = numbers.get_mut(index) {
                *number = place + 1;
            }
        }
        let text = &inspection.case.response.text;
        let positions = Positions::new(text);
        let chips = chips(inspection, &numbers);
        let excerpted = Arc::new(ExcerptedText { text: text.clone(), chips });
        Self { inspection, positions, file, numbers, excerpted, is_file, known }
    }

    /// Returns the entries of findings, which are let go piece by piece: there may be many.
    fn entries(&self, mut findings: Vec<Finding>) -> Vec<Apart<ReportFinding>> {
        let mut entries = Vec::with_capacity(findings.len());
        findings.reverse();
        while let Some(finding) = findings.pop() {
            entries.push(Box::new(self.entry(finding)));
            if findings.len().is_multiple_of(LET_GO) {
                findings.shrink_to_fit();
            }
        }
        entries
    }

    fn entry(&self, finding: Finding) -> ReportFinding {
        let start = self.positions.at(finding.span.start);
        let passage = finding.shown_by.and_then(|(source, span)| self.passage(source, span));
        let fix = finding.fix.as_deref().filter(|_| self.is_file);
        let has_chips = !finding.rule.code.starts_with(ABOUT_MARKERS);
        ReportFinding {
            rule: finding.rule,
            severity: finding.severity,
            fails: finding.severity > Severity::Note,
            citation: finding.citation.and_then(|index| self.numbers.get(index).copied()),
            target: self.target(&finding),
            source: self.source(&finding),
            case: None,
            span: finding.span,
            start,
            end: self.positions.at(finding.span.end.max(finding.span.start)),
            in_file: self.file.as_ref().and_then(|file| file.of(finding.span)),
            excerpt: Excerpt::new(&self.excerpted, finding.span, u64::from(start.line), has_chips),
            passage: passage.map(Box::new),
            fix: fix.map(|fix| Box::new(self.fix(fix))),
            fingerprint: self.fingerprint(&finding),
            message: finding.message,
            help: finding.help,
        }
    }

    fn fix(&self, fix: &Fix) -> ReportFix {
        let edits = fix.edits.iter().map(|(span, text)| {
            (self.positions.at(span.start), self.positions.at(span.end), text.clone())
        });
        ReportFix {
            summary: fix.summary.clone(),
            edits: edits.collect(),
            moves_locator: fix.moves_locator,
        }
    }

    fn target(&self, finding: &Finding) -> Option<Arc<str>> {
        let citation = self.inspection.case.response.citations.get(finding.citation?)?;
        Some(self.known.text(&citation.targets.get(finding.target?)?.id))
    }

    fn source(&self, finding: &Finding) -> Option<Arc<str>> {
        let cited = || self.inspection.resolution(finding.citation?, finding.target?)?.source();
        let source = finding.shown_by.map(|(source, _)| source).or_else(cited)?;
        Some(self.known.name(self.inspection, source))
    }

    /// Returns the place in a source.
    fn passage(&self, source: usize, span: Span) -> Option<PassageShown> {
        let store = self.inspection.store(source)?;
        let from = span.start.saturating_sub(AROUND);
        let to = span.end.min(span.start.saturating_add(MAX_SHOWN)).saturating_add(AROUND);
        let part = Span::new(from, to.min(store.len()));
        let whole = self.known.window(source, part, || store.read_in_place(part));
        let window = whole.text.as_str();
        let place = Span::new(span.start - from, span.end.max(span.start) - from);
        let case = self.inspection.case.sources.get(source)?;
        let before = case.divisions.partition_point(|it| it.span.start <= span.start);
        let before = case.divisions.get(..before).unwrap_or_default();
        let label = before.iter().rfind(|label| label.kind == DivisionKind::Line);
        let page = case.page_at(span.start);
        let above = page.and_then(|page| store.line_at(page.span.start)).unwrap_or(1);
        let counted = || Some(store.line_at(span.start)?.saturating_sub(above) + 1);
        let line = label.map(|label| label.number).or_else(counted);
        let name = self.known.name(self.inspection, source);
        let path = case.origin.as_ref().map(|origin| origin.path.to_string_lossy().into_owned());
        // The lines are those of the extracted text, which no editor finds in the file.
        let (path, in_file) = match (path, page, case.extracted_from) {
            // The name may be that of a file which has another text.
            (None, ..) => (format!("{name} (no file)"), None),
            (Some(path), _, None) => (path, line_in_file(case, store, span.start)),
            (Some(path), Some(page), _) => (format!("{path} p. {}", page.number), None),
            (Some(path), None, _) => (format!("{path} (extracted text)"), None),
        };
        let line = line.unwrap_or(1);
        let before = window.get(..window.floor_char_boundary(place.start)).unwrap_or_default();
        let start = before.rfind('\n').map(|end| end + 1).or_else(|| (from == 0).then_some(0));
        // A label before the line is in the file, but not in the text.
        let start = start.filter(|_| label.is_none());
        let column = start.and_then(|at| before.get(at..)).map(|it| Unit::CodePoints.count(it) + 1);
        Some(PassageShown {
            path: self.known.text(&path),
            name,
            column,
            line: in_file.unwrap_or(line),
            excerpt: Excerpt::new(&whole, place, line, false),
        })
    }

    fn fingerprint(&self, finding: &Finding) -> Fingerprint {
        let citation =
            finding.citation.and_then(|index| self.inspection.case.response.citations.get(index));
        let raw = citation.map(|citation| citation.raw.as_str()).unwrap_or_default();
        let claim = finding.citation.and_then(|index| self.inspection.claim_text(index));
        let about = || finding.span.slice(&self.inspection.case.response.text).map(str::to_owned);
        let claim = claim.or_else(about).unwrap_or_default();
        Fingerprint::new(finding.rule.code, raw, &claim)
    }
}

/// Returns the markers whose characters no terminal shows, each with its chip: `[1 turn0file7 L8]`.
fn chips(inspection: &Inspection, numbers: &[usize]) -> Vec<(Span, String)> {
    let citations = inspection.case.response.citations.iter().zip(numbers);
    let hidden = citations.filter(|(citation, _)| {
        citation.anchor.kind == AnchorKind::Marker
            && citation.raw.contains(|c: char| ('\u{e200}'..='\u{e2ff}').contains(&c))
    });
    let chip = |(citation, number): (&Citation, &usize)| {
        let mut chip = format!("[{number}");
        for target in &citation.targets {
            let id = SafeText::new(&target.id).truncated(MAX_CHIP_ID);
            chip.push(' ');
            chip.push_str(id.as_str());
            if let Some(locator) = &target.locator {
                let locator = SafeText::new(&locator.to_string()).truncated(MAX_CHIP_ID);
                chip.push(' ');
                chip.push_str(locator.as_str());
            }
        }
        if citation.targets.is_empty() {
            chip.push_str(" ?");
        }
        chip.push(']');
        (citation.anchor.span, chip)
    };
    let mut chips: Vec<(Span, String)> = hidden.map(chip).collect();
    chips.sort_by_key(|(span, _)| *span);
    chips
}
