//! From an inspection to what reports show of its findings.

use super::{Checked, Excerpt, Fingerprint, Lines, Position, Remark};
use crate::dialects;
use crate::inspect::Inspection;
use crate::model::DivisionKind;
use crate::rules::Finding;
use crate::text::{LineIndex, Span, Unit};

/// How much of a source is read around what shows a finding, in bytes on either side.
const AROUND: usize = 400;
/// How much of what shows a finding is read.
const MAX_SHOWN: usize = 800;

/// Collects the findings of an inspection; `line` is the line of the input that the case is.
pub fn collect(inspection: &Inspection, line: Option<u64>) -> Checked {
    let case = &inspection.case;
    let is_text =
        dialects::lookup::by_name(case.format.name).is_ok_and(dialects::Dialect::beginning_reads);
    let lines = match line {
        Some(line) => Lines::In(line),
        None if is_text => Lines::Own,
        None => Lines::Within,
    };
    let remarks = if inspection.findings.is_empty() {
        Vec::new()
    } else {
        let collector = Collector::new(inspection);
        inspection.findings.iter().map(|finding| collector.remark(finding)).collect()
    };
    Checked { id: case.id.clone(), input: case.input.clone(), lines, remarks, error: None }
}

struct Collector<'i> {
    inspection: &'i Inspection,
    lines: LineIndex,
    /// For each citation its number in reading order.
    numbers: Vec<usize>,
}

impl<'i> Collector<'i> {
    fn new(inspection: &'i Inspection) -> Self {
        let mut numbers = vec![0; inspection.case.response.citations.len()];
        for (place, index) in inspection.reading_order().into_iter().enumerate() {
            if let Some(number) = numbers.get_mut(index) {
                *number = place + 1;
            }
        }
        Self { inspection, lines: LineIndex::new(&inspection.case.response.text), numbers }
    }

    fn remark(&self, finding: &Finding) -> Remark {
        let text = &self.inspection.case.response.text;
        let start = self.position(finding.span.start);
        Remark {
            rule: finding.rule,
            severity: finding.severity,
            message: finding.message.clone(),
            help: finding.help.clone(),
            citation: finding.citation.and_then(|index| self.numbers.get(index).copied()),
            target: self.target(finding),
            source: self.source(finding),
            case: None,
            span: finding.span,
            start,
            end: self.position(finding.span.end.max(finding.span.start)),
            excerpt: Excerpt::new(text, finding.span, start.line),
            passage: finding.shown_by.and_then(|(source, span)| self.passage(source, span)),
            fingerprint: self.fingerprint(finding),
        }
    }

    fn target(&self, finding: &Finding) -> Option<String> {
        let citation = self.inspection.case.response.citations.get(finding.citation?)?;
        Some(citation.targets.get(finding.target?)?.id.clone())
    }

    fn source(&self, finding: &Finding) -> Option<String> {
        let cited = || {
            let found = self.inspection.inspected.get(finding.citation?)?;
            found.targets.get(finding.target?)?.source()
        };
        let source = finding.shown_by.map(|(source, _)| source).or_else(cited)?;
        Some(self.inspection.source_name(source))
    }

    fn position(&self, offset: usize) -> Position {
        let text = &self.inspection.case.response.text;
        let line = self.lines.number(offset.min(text.len())).max(1);
        let start = self.lines.span(line).map_or(0, |span| span.start);
        let before = text.get(start..text.floor_char_boundary(offset)).unwrap_or_default();
        Position { line, column: Unit::CodePoints.count(before) + 1 }
    }

    /// The place in a source, with the source's file or name.
    fn passage(&self, source: usize, span: Span) -> Option<(String, Excerpt)> {
        let store = self.inspection.stores.get(source)?.as_ref().ok()?;
        let from = span.start.saturating_sub(AROUND);
        let to = span.end.min(span.start.saturating_add(MAX_SHOWN)).saturating_add(AROUND);
        let window = store.read_in_place(Span::new(from, to.min(store.len())));
        let place = Span::new(span.start - from, span.end.max(span.start) - from);
        let case = self.inspection.case.sources.get(source)?;
        let labels = case.divisions.iter().filter(|label| label.kind == DivisionKind::Line);
        let label = labels.take_while(|label| label.span.start <= span.start).last();
        let line = label.map(|label| label.number).or_else(|| store.line_at(span.start));
        let name = self.inspection.source_name(source);
        Some((name, Excerpt::new(&window, place, line.unwrap_or(1))))
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
