//! Everything known about the selected citation, unabridged, for the popup.

use crate::inspect::{CitationView, TargetView};
use crate::report::evidence::{EvidenceText, reasons, scores};
use crate::report::standing::{found_by, is_weak};
use crate::resolve::{Passage, Resolution};
use crate::review::decided;
use crate::review::{Event, SubjectPart};
use crate::sources::line_in_file;
use crate::text::Span;
use crate::text::prose::one_line;
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::state::detail::DetailEntry;

/// The most of a passage that is repeated, in bytes.
const MAX_PASSAGE: usize = 64 * 1024;

/// Returns the title of the popup: `Citation 3 of 31`.
pub fn detail_title(state: &State) -> String {
    match state.selected {
        Some(selected) => format!("Citation {} of {}", selected + 1, state.citation_count()),
        None => "Sentence".to_owned(),
    }
}

/// Returns the entries, most important first.
pub fn detail_entries(state: &State) -> Vec<DetailEntry> {
    let mut entries = Vec::new();
    if let Some(view) = state.view() {
        citation(state, &view, &mut entries);
        findings(state, &view, &mut entries);
        for target in view.targets() {
            of_target(state, &view, &target, &mut entries);
        }
    } else {
        let text = state.sentence().and_then(|span| state.response_text(span));
        add(&mut entries, "sentence", text.unwrap_or_default());
    }
    verdicts(state, &mut entries);
    entries
}

pub(super) fn add(entries: &mut Vec<DetailEntry>, label: &str, text: impl Into<String>) {
    let text: String = text.into();
    if !text.trim().is_empty() {
        entries.push(DetailEntry { label: label.to_owned(), text, ..DetailEntry::default() });
    }
}

pub(super) fn trouble(entries: &mut Vec<DetailEntry>, label: &str, text: impl Into<String>) {
    let (label, text) = (label.to_owned(), text.into());
    entries.push(DetailEntry { label, text, role: Role::Trouble, ..DetailEntry::default() });
}

fn heading(entries: &mut Vec<DetailEntry>, text: impl Into<String>) {
    entries.push(DetailEntry { label: text.into(), role: Role::Heading, ..DetailEntry::default() });
}

fn citation(state: &State, view: &CitationView<'_>, entries: &mut Vec<DetailEntry>) {
    let case = &state.inspection.case;
    let citation = view.citation;
    add(entries, "claim", view.claim().unwrap_or_default());
    if let Some(claim) = view.inspected.claim {
        let how = if claim.inferred { "inferred from marker position" } else { "stated" };
        add(entries, "claim is", how);
        add(entries, "claim at", bytes(claim.span));
    }
    add(entries, citation.raw_noun(), citation.raw.clone());
    let place = format!("line {}, {}", view.line(), bytes(citation.anchor.span));
    add(entries, "place", place);
    add(entries, "placement", citation.placement.describe().unwrap_or_default());
    add(entries, "shown as", citation.label.clone().unwrap_or_default());
    if let Some(problem) = &citation.problem {
        trouble(entries, "problem", problem.message.clone());
    }
    add(entries, "question", case.question.clone().unwrap_or_default());
    add(entries, "file", state.batch.file.clone());
    if case.id != state.batch.file {
        add(entries, "case", case.id.clone());
    }
    add(entries, "format", format!("{}: {}", case.format.name, case.format.reason));
    add(entries, "offsets", case.format.offsets().unwrap_or_default());
}

fn bytes(span: Span) -> String {
    format!("bytes {}-{}", span.start, span.end)
}

fn findings(state: &State, view: &CitationView<'_>, entries: &mut Vec<DetailEntry>) {
    let shown: Vec<_> = view.findings().filter(|it| state.shows_finding(it)).collect();
    if !shown.is_empty() {
        heading(entries, "Findings");
    }
    for finding in shown {
        let rule = finding.rule;
        let name = format!("{} {}", rule.code, rule.name);
        let label = finding.severity.name();
        let text = format!("{name}: {}", finding.message);
        if finding.severity == crate::rules::Severity::Error {
            trouble(entries, label, text);
        } else {
            add(entries, label, text);
        }
        add(entries, "help", finding.help.clone().unwrap_or_default());
        let fix = finding.fix.as_ref().map(|fix| fix.summary.clone());
        add(entries, "fix", fix.unwrap_or_default());
        for (index, paragraph) in rule.explain.trim().split("\n\n").enumerate() {
            add(entries, if index == 0 { "why" } else { "" }, one_line(paragraph));
        }
    }
}

fn of_target(
    state: &State,
    view: &CitationView<'_>,
    target: &TargetView<'_>,
    entries: &mut Vec<DetailEntry>,
) {
    let count = view.citation.targets.len();
    heading(
        entries,
        if count > 1 {
            format!("Source {} of {count}", target.index + 1)
        } else {
            "Source".to_owned()
        },
    );
    add(entries, "id", target.target.id.clone());
    let locator = target.target.locator.as_ref().map(ToString::to_string);
    add(entries, "locator", locator.unwrap_or_default());
    add(entries, "cited words", target.target.quote.clone().unwrap_or_default());
    source(state, (&target.target.id, target.resolution), entries);
    match target.resolution {
        Resolution::Found(passage) => found(state, passage, entries),
        Resolution::Missing(missing) => trouble(entries, "unresolved", missing.message.clone()),
        Resolution::Pending(_) => add(entries, "passage", "searching …"),
    }
    for score in scores(&state.inspection.case, view.index, target.index) {
        add(entries, "score", score);
    }
    for reason in reasons(&state.inspection.case, view.index, target.index) {
        add(entries, "reason", reason.text);
    }
    if state.conceals_target(view.index, target.index) {
        add(entries, "evidence", "blind review: evidence is shown after your verdict");
    } else {
        evidence(state, view, target, entries);
    }
}

fn source(state: &State, (id, resolution): (&str, &Resolution), entries: &mut Vec<DetailEntry>) {
    let Some(source) = state.inspection.source_of(resolution) else { return };
    if source.id != id {
        add(entries, "own id", source.id.clone());
    }
    add(entries, "title", source.title.clone().unwrap_or_default());
    add(entries, "address", source.url.clone().unwrap_or_default());
    for address in &source.also_at {
        add(entries, "also at", address.clone());
    }
    if let Some(origin) = &source.origin {
        let path = origin.path.display();
        let line = resolution.passage().and_then(|passage| {
            line_in_file(source, state.inspection.store(passage.source)?, passage.span.start)
        });
        let line = line.unwrap_or(origin.first_line);
        // The lines of a document are those of the text extracted from it.
        let is_text = source.extracted_from.is_none();
        add(entries, "file", if is_text { format!("{path}:{line}") } else { path.to_string() });
    }
    add(entries, "updated", source.updated.clone().unwrap_or_default());
    add(entries, "retrieval score", source.score.map(|it| it.to_string()).unwrap_or_default());
    for (key, value) in &source.metadata {
        add(entries, key, value.clone());
    }
    add(entries, "extracted from", source.extracted_from.unwrap_or_default());
    add(entries, "encoding", source.encoding.unwrap_or_default());
    for note in &source.notes {
        add(entries, "note", note.clone());
    }
}

fn found(state: &State, passage: &Passage, entries: &mut Vec<DetailEntry>) {
    let place = state.inspection.place_of(passage.source, passage.span);
    let place = place.map(|place| format!("{place}, ")).unwrap_or_default();
    add(entries, "found", format!("{place}{}; {}", bytes(passage.span), found_by(passage.how)));
    if passage.normalised {
        add(entries, "matched", "ignoring blanks and hyphens");
    }
    for doubt in &passage.doubts {
        add(entries, "doubt", doubt.as_ref());
    }
    if let Some(store) = state.inspection.store(passage.source) {
        add(entries, "passage", store.read(passage.span, MAX_PASSAGE));
    }
}

fn evidence(
    state: &State,
    view: &CitationView<'_>,
    target: &TargetView<'_>,
    entries: &mut Vec<DetailEntry>,
) {
    let Some(evidence) = target.evidence else {
        add(entries, "evidence", "nothing to compare");
        return;
    };
    let text = &state.inspection.case.response.text;
    let words = |spans: &[Span]| {
        let words: Vec<&str> = spans.iter().filter_map(|span| span.slice(text)).collect();
        words.join(", ")
    };
    heading(entries, "Evidence");
    if evidence.words.of > 0 {
        add(entries, "words", format!("{} of {}", evidence.words.matched, evidence.words.of));
    }
    add(entries, "in the passage", words(&evidence.words.in_claim));
    let is_number = |span: &Span| evidence.numbers.iter().any(|it| it.span.overlaps(*span));
    let missing = evidence.words.missing.iter().copied().filter(|span| !is_number(span));
    add(entries, "not in it", words(&missing.collect::<Vec<_>>()));
    for one in &evidence.words.akin {
        let claim = one.claim.slice(text).unwrap_or_default();
        add(entries, "similar", format!("{claim} ~ {}", one.word));
    }
    for number in &evidence.numbers {
        let passage = number.passage.as_ref().map(|it| format!(" · passage {it}"));
        let note = number.note.as_ref().map(|it| format!(" ({it})"));
        let (passage, note) = (passage.unwrap_or_default(), note.unwrap_or_default());
        let text = format!("{}: {}{passage}{note}", number.claim, number.status.name());
        add(entries, "number", text);
    }
    for quote in &evidence.quotes {
        let note = quote.note.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
        let text =
            format!("{} \u{201c}{}\u{201d}{note}", quote.status.name(), one_line(&quote.text));
        add(entries, "quote", text);
    }
    let is_weak = is_weak(&state.inspection, view.index);
    let about = (view.index, target.index);
    if let Some(compared) = EvidenceText::of(&state.inspection, about, is_weak) {
        let better = compared.better().map(|line| line.text).unwrap_or_default();
        let place = better.strip_prefix("better match ").unwrap_or(&better);
        add(entries, "better match", place);
    }
    add(entries, "location", evidence.place.name());
    add(entries, "support", format!("{:.1} %: {SUPPORT}", 100.0 * evidence.support));
    add(entries, "support from", evidence.features.support.describe().join(" · "));
    if let Some(decision) = &evidence.features.decision {
        add(entries, "place from", features(decision.named().into_iter()));
        add(entries, "", "shares of the claim, then probabilities");
    }
}

/// Explains the support of a claim.
const SUPPORT: &str =
    "the probability that the passage supports the claim, by a model that knows words, not meaning";

fn features(features: impl Iterator<Item = (&'static str, f64)>) -> String {
    // Without the sign of a value that is shown as zero.
    let rounded = |value: f64| if value.abs() < 0.0005 { 0.0 } else { value };
    let features: Vec<String> =
        features.map(|(name, value)| format!("{name} {:.3}", rounded(value))).collect();
    features.join(" · ")
}

/// Adds all decisions on the selected subject, by all reviewers, oldest first.
fn verdicts(state: &State, entries: &mut Vec<DetailEntry>) {
    let subjects = state.review.subjects().iter().enumerate();
    let own = subjects.filter(|(index, subject)| match subject.what {
        SubjectPart::Cited { citation, .. } => Some(citation) == state.selected,
        SubjectPart::Uncited(_) => Some(*index) == state.subject() && state.selected.is_none(),
    });
    let own: Vec<_> = own.map(|(_, subject)| subject.fingerprint).collect();
    let ledger = state.review.ledger.entries();
    let about = |id: &crate::review::EventId| {
        ledger.iter().find(|entry| entry.id == *id).is_some_and(|entry| match &entry.event {
            Event::Judged(judgement) => own.contains(&judgement.fingerprint),
            _ => false,
        })
    };
    let mut history = Vec::new();
    for entry in ledger {
        let text = match &entry.event {
            Event::Judged(judgement) if own.contains(&judgement.fingerprint) => decided(judgement),
            Event::Undone { of } if about(of) => "undone".to_owned(),
            Event::Redone { of } if about(of) => "redone".to_owned(),
            _ => continue,
        };
        let is_own = !state.review.blind || entry.reviewer == state.review.reviewer;
        if is_own {
            history.push((entry.reviewer.clone(), format!("{} · {text}", entry.at)));
        }
    }
    if !history.is_empty() {
        heading(entries, "Verdicts");
    }
    for (reviewer, text) in history {
        add(entries, &reviewer, text);
    }
}
