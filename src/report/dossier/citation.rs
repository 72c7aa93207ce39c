//! The entry of each citation: claim, passage, evidence, findings, verdicts.

use super::pieces::{MarkedText, Marks, line, pieces};
use super::response::{Chip, chip};
use super::rows::{LineEntry, Rows, is_cited};
use super::{About, Opinion, Subject};
use crate::evidence::Evidence;
use crate::model::{Citation, Target};
use crate::report::evidence::{EvidenceText, reasons, scores};
use crate::report::standing::{MAX_TITLE, found_by, remarks};
use crate::resolve::{How, Passage, Reason, Resolution};
use crate::rules::{Finding, Severity};
use crate::text::markdown::RunText;
use crate::text::prose::{count, one_line, one_line_within};
use crate::text::{SafeText, Span};

/// Maximum number of lines of a passage.
const MAX_LINES: usize = 40;
/// Maximum number of lines of a source that is cited as a whole.
const MAX_OF_WHOLE: usize = 5;
/// Maximum number of better matches whose lines are shown.
const MAX_BETTER: usize = 2;
/// Maximum number of lines of a better match.
const MAX_OF_BETTER: usize = 12;
/// Maximum number of bytes of a claim.
const MAX_OF_CLAIM: usize = 4096;

/// A citation.
#[derive(Debug)]
pub struct CitationEntry {
    /// Its number, sign and place.
    pub chip: Chip,
    /// The claim; empty if there is none.
    pub claim: Vec<MarkedText>,
    /// True if inferred from the position of the marker.
    pub inferred: bool,
    /// Its targets.
    pub targets: Vec<TargetEntry>,
    /// Findings on the citation as a whole.
    pub findings: Vec<FindingEntry>,
    /// The fault of the citation itself, as a sentence.
    pub problem: Option<SafeText>,
    /// Further remarks for the reader.
    pub remarks: Vec<SafeText>,
    /// If unresolved: a label, and the words of the response.
    pub raw: Option<(&'static str, SafeText)>,
    /// Verdicts on a citation without targets.
    pub verdicts: Vec<Opinion>,
    /// True if it needs a look.
    pub is_suspect: bool,
}

/// One source that a citation points at.
#[derive(Debug)]
pub struct TargetEntry {
    /// The reference as a person would write it.
    pub reference: SafeText,
    /// The number of the source, from 1, and its title if it has one besides its id.
    pub source: Option<(usize, Option<SafeText>)>,
    /// The way it was found, or that it was not.
    pub status: SafeText,
    /// True if there is no passage although there could be one.
    pub unresolved: bool,
    /// Reasons for a missing passage, or doubts about the one found.
    pub doubts: Vec<SafeText>,
    /// The passage with the lines around it.
    pub lines: Vec<LineEntry>,
    /// Number of omitted cited lines, in words.
    pub left_out: Option<String>,
    /// Byte of the source at which the passage begins; with `lines` only.
    pub start: usize,
    /// Summary of the comparison; empty if nothing was compared.
    pub evidence: SafeText,
    /// The lines of better matches.
    pub better: Vec<BetterEntry>,
    /// Details, one line each; true for those against the citation.
    pub details: Vec<(SafeText, bool)>,
    /// Findings on the target.
    pub findings: Vec<FindingEntry>,
    /// The verdicts.
    pub verdicts: Vec<Opinion>,
}

impl TargetEntry {
    /// True if something in the evidence is against the citation.
    pub fn is_doubted(&self) -> bool {
        self.details.iter().any(|(_, against)| *against)
    }
}

/// A place that matches the claim better than the cited one.
#[derive(Debug)]
pub struct BetterEntry {
    /// The place, with the name of the source if that is another one.
    pub place: SafeText,
    /// Number of the source, from 1.
    pub source: usize,
    /// Its lines.
    pub lines: Vec<LineEntry>,
}

/// A finding.
#[derive(Debug)]
pub struct FindingEntry {
    /// Severity.
    pub severity: Severity,
    /// Code of the rule.
    pub code: &'static str,
    /// Code and name of the rule.
    pub rule: String,
    /// Message.
    pub message: SafeText,
    /// Suggestion.
    pub help: Option<SafeText>,
}

/// Returns the entry of the citation at `index`.
pub(super) fn entry(subject: &Subject<'_>, index: usize) -> Option<CitationEntry> {
    let inspection = subject.inspection;
    let citation = inspection.case.response.citations.get(index)?;
    let found = inspection.inspected.get(index)?;
    let targets = citation.targets.iter().zip(&found.targets).enumerate();
    let raw = inspection.is_unresolved(index);
    Some(CitationEntry {
        chip: chip(subject, index),
        claim: claim(subject, index),
        inferred: found.claim.is_some_and(|claim| claim.inferred),
        targets: targets
            .map(|(at, (target, resolution))| {
                target_entry(subject, (index, at), target, resolution)
            })
            .collect(),
        findings: findings(subject, Some((index, None))),
        problem: problem(citation),
        remarks: remarks(inspection, index).iter().map(|remark| line(remark)).collect(),
        raw: raw.then(|| (citation.raw_noun(), line(&citation.raw))),
        verdicts: if citation.targets.is_empty() {
            subject.verdicts.of_target(index, 0).to_vec()
        } else {
            Vec::new()
        },
        is_suspect: subject.is_suspect(index),
    })
}

fn problem(citation: &Citation) -> Option<SafeText> {
    let problem = citation.problem.as_ref()?;
    Some(line(&format!("Faulty marker ({}): {}", problem.kind.name(), problem.message)))
}

/// Returns the claim without the markers inside it, marking the words that are in its passages and
/// those that are in none.
fn claim(subject: &Subject<'_>, index: usize) -> Vec<MarkedText> {
    let Some(found) = subject.inspection.inspected.get(index) else { return Vec::new() };
    let Some(claim) = found.claim else { return Vec::new() };
    let text = &subject.inspection.case.response.text;
    let compared: Vec<&Evidence> = found.evidence.iter().flatten().map(Box::as_ref).collect();
    let matched: Vec<Span> =
        compared.iter().flat_map(|one| one.words.in_claim.iter().copied()).collect();
    let missing: Vec<Span> =
        compared.iter().flat_map(|one| one.words.missing.iter().copied()).collect();
    let marks = Marks { cited: None, matched: &matched, missing: &missing };
    let end = text.floor_char_boundary(claim.span.end.min(claim.span.start + MAX_OF_CLAIM));
    let shown = Span::new(claim.span.start, end.max(claim.span.start));
    let mut words = claim_words(subject, shown, marks);
    if shown.end < claim.span.end {
        words.push(MarkedText::plain(" \u{2026}"));
    }
    words
}

/// Returns the words of a part of the response, without markup and markers.
fn claim_words(subject: &Subject<'_>, shown: Span, marks: Marks<'_>) -> Vec<MarkedText> {
    let text = &subject.inspection.case.response.text;
    let blocks = &subject.cut.blocks;
    let first = blocks.partition_point(|block| block.span.end <= shown.start);
    let touched = blocks.iter().skip(first).take_while(|block| block.span.start < shown.end.max(1));
    let mut words = Vec::new();
    for block in touched {
        if !words.is_empty() {
            words.push(MarkedText::plain(" "));
        }
        let first = block.runs.partition_point(|run| run.span.end <= shown.start);
        let runs = block.runs.iter().skip(first);
        for run in runs.take_while(|run| run.span.start < shown.end) {
            let Some(part) = run.span.intersect(shown).filter(|part| !part.is_empty()) else {
                continue;
            };
            match &run.text {
                RunText::Source => {}
                RunText::Replaced(text) => words.push(MarkedText::plain(text)),
                RunText::SoftBreak | RunText::HardBreak => words.push(MarkedText::plain(" ")),
                RunText::Cell => words.push(MarkedText::plain(" | ")),
            }
            let own = if run.text == RunText::Source { part } else { Span::at(part.end) };
            for part in subject.cut.words(own) {
                words.extend(
                    part.slice(text).into_iter().flat_map(|text| pieces(text, part, marks)),
                );
            }
        }
    }
    words
}

fn target_entry(
    subject: &Subject<'_>,
    (citation, at): (usize, usize),
    target: &Target,
    resolution: &Resolution,
) -> TargetEntry {
    let inspection = subject.inspection;
    let scores = scores(&inspection.case, citation, at);
    let parts: Vec<String> = std::iter::once(found(resolution)).chain(scores).collect();
    let mut entry = TargetEntry {
        reference: reference(target),
        source: resolution.source().map(|source| (source + 1, title(subject, source, target))),
        status: line(&parts.join(", ")),
        unresolved: resolution.is_unresolved(),
        doubts: Vec::new(),
        lines: Vec::new(),
        left_out: None,
        start: 0,
        evidence: SafeText::default(),
        better: Vec::new(),
        details: Vec::new(),
        findings: findings(subject, Some((citation, Some(at)))),
        verdicts: subject.verdicts.of_target(citation, at).to_vec(),
    };
    match resolution {
        Resolution::Found(passage) => {
            entry.doubts = passage.doubts.iter().map(|doubt| line(doubt)).collect();
            let words = inspection.inspected.get(citation).and_then(|it| it.evidence.get(at));
            let words = words.and_then(Option::as_deref).map(|it| &*it.words.in_passage);
            let (lines, left_out) = passage_lines(subject, passage, words.unwrap_or_default());
            (entry.lines, entry.left_out, entry.start) = (lines, left_out, passage.span.start);
        }
        Resolution::Missing(missing) => entry.doubts = vec![line(&missing.message)],
        Resolution::Pending(_) => {}
    }
    // Equal messages of a rule are shown once.
    let TargetEntry { doubts, findings, .. } = &mut entry;
    doubts.retain(|doubt| findings.iter().all(|finding| finding.message != *doubt));
    compare(&mut entry, subject, citation, at);
    entry
}

fn reference(target: &Target) -> SafeText {
    match &target.locator {
        Some(locator) => line(&format!("{} {locator}", target.id)),
        None => line(&target.id),
    }
}

fn found(resolution: &Resolution) -> String {
    match resolution {
        Resolution::Found(passage) if passage.normalised => {
            format!("{}, normalised", found_by(passage.how))
        }
        Resolution::Found(passage) => found_by(passage.how).to_owned(),
        Resolution::Missing(missing) => match missing.reason {
            Reason::NoText => "without text".to_owned(),
            reason => format!("unresolved ({})", reason.name()),
        },
        Resolution::Pending(_) => "pending".to_owned(),
    }
}

/// Returns the title of the source, if it differs from the cited id.
fn title(subject: &Subject<'_>, source: usize, target: &Target) -> Option<SafeText> {
    let source = subject.inspection.case.sources.get(source)?;
    let title = source.title.as_deref().filter(|title| *title != target.id)?;
    Some(line(&one_line_within(title, MAX_TITLE)))
}

/// Adds the evidence for and against the passage, in the words of the screen.
fn compare(entry: &mut TargetEntry, subject: &Subject<'_>, citation: usize, at: usize) {
    let is_weak = subject.assessment.is_weak(citation);
    if let Some(compared) = EvidenceText::of(subject.inspection, (citation, at), is_weak) {
        let mut sums: Vec<String> = compared.trouble().into_iter().collect();
        sums.extend(compared.words());
        sums.extend(compared.sums());
        entry.evidence = line(&sums.join(", "));
        entry.better = better_matches(subject, &compared);
        let against = compared.trouble().is_some();
        let better = compared.better().map(|better| (line(&better.text), against));
        let lines = compared.lines().into_iter().map(|one| (line(&one.text), one.against));
        entry.details.extend(better.into_iter().chain(lines));
    }
    let judged = reasons(&subject.inspection.case, citation, at);
    entry.details.extend(judged.into_iter().map(|one| (line(&one.text), one.against)));
}

/// Returns the lines of the places that match the claim better.
fn better_matches(subject: &Subject<'_>, compared: &EvidenceText<'_>) -> Vec<BetterEntry> {
    let windows = compared.evidence.better.iter().take(MAX_BETTER);
    let entries = windows.filter_map(|window| {
        let rows = Rows::new(subject.inspection, window.source)?;
        let marks = Marks { cited: Some(window.span), ..Marks::default() };
        let view = LineChoice { cited: window.span, marks, most: MAX_OF_BETTER, around: 0 };
        let (lines, _) = shown_lines(&rows, &view);
        let place = line(&compared.place(window));
        Some(BetterEntry { place, source: window.source + 1, lines })
    });
    entries.collect()
}

/// Returns the lines of a passage with those around it, and how many cited ones are left out.
fn passage_lines(
    subject: &Subject<'_>,
    passage: &Passage,
    matched: &[Span],
) -> (Vec<LineEntry>, Option<String>) {
    let Some(rows) = Rows::new(subject.inspection, passage.source) else {
        return (Vec::new(), None);
    };
    let whole = passage.how == How::Whole;
    let (most, around) =
        if whole { (MAX_OF_WHOLE, 0) } else { (MAX_LINES, subject.extent.context) };
    let marks = Marks { cited: Some(passage.span).filter(|_| !whole), matched, missing: &[] };
    let view = LineChoice { cited: passage.span, marks, most, around };
    let (lines, is_cut) = shown_lines(&rows, &view);
    let left = is_cut.then(|| match passage.first_line.zip(passage.last_line) {
        Some((first, last)) => {
            let left = last.saturating_sub(first).saturating_add(1);
            let left = left.saturating_sub(most as u64);
            count(left, "more cited line")
        }
        None => "more of it".to_owned(),
    });
    (lines, left)
}

/// The lines of a source to be shown.
struct LineChoice<'m> {
    cited: Span,
    marks: Marks<'m>,
    /// The maximum number of cited lines.
    most: usize,
    /// The number of lines before and after them.
    around: usize,
}

/// Returns lines of a source, and whether cited ones are left out.
fn shown_lines(rows: &Rows<'_>, view: &LineChoice<'_>) -> (Vec<LineEntry>, bool) {
    let LineChoice { cited, marks, most, around } = *view;
    let (mut lines, mut shown, mut after, mut page) = (Vec::new(), 0, 0, None);
    let mut at = rows.before(cited.start, around);
    while let Some(row) = rows.at(at) {
        let is_cited = is_cited(&row, cited);
        if is_cited && shown == most {
            return (lines, true);
        }
        if !is_cited && row.span.start >= cited.end.max(cited.start + 1) {
            if after == around {
                break;
            }
            after += 1;
        }
        shown += usize::from(is_cited);
        lines.push(LineEntry {
            start: row.span.start,
            page: rows.page(&row, &mut page),
            number: rows.number(&row),
            cited: is_cited && marks.cited.is_some(),
            pieces: Rows::pieces(&row, marks),
            by: Vec::new(),
        });
        at = row.next;
    }
    (lines, false)
}

/// Returns the findings about a citation as a whole, about one of its targets, or about no
/// citation.
pub(super) fn findings(subject: &Subject<'_>, about: About) -> Vec<FindingEntry> {
    subject.findings(about).map(entry_of).collect()
}

fn entry_of(finding: &Finding) -> FindingEntry {
    FindingEntry {
        severity: finding.severity,
        code: finding.rule.code,
        rule: format!("{} {}", finding.rule.code, finding.rule.name),
        message: line(&finding.message),
        help: finding.help.as_deref().map(one_line).map(|help| SafeText::new(&help)),
    }
}
