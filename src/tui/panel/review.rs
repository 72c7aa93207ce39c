//! The review in words: in the head, below the passage, in the foot.

use crate::review::decided;
use crate::review::{CarriedStanding, Judgement, SubjectPart};
use crate::tui::state::{OwnVerdict, State};

/// Returns the verdict recorded, and its citation, by the number in its chip.
pub fn describe_judgement(state: &State, judgement: &Judgement) -> String {
    let said = decided(judgement);
    let said = if said.is_empty() { "no verdict".to_owned() } else { said };
    let mut subjects = state.review.subjects().iter();
    let what = subjects.find(|it| it.fingerprint == judgement.fingerprint).map(|it| it.what);
    let number = match what {
        Some(SubjectPart::Cited { citation, .. }) => Some(citation + 1),
        Some(SubjectPart::Uncited(_)) => None,
        None => judgement.citation,
    };
    match (number, judgement.target) {
        (Some(citation), None | Some(1)) => format!("{citation}: {said}"),
        (Some(citation), Some(target)) => format!("{citation}, source {target}: {said}"),
        (None, _) => format!("sentence: {said}"),
    }
}

/// Returns the number of a subject's citation, as in its chip, and the source if it has several.
pub fn subject_label(state: &State, subject: usize) -> String {
    citation_label(state, subject).unwrap_or_else(|| "sentence".to_owned())
}

/// Returns the number of the citation that a subject is about, and that of the source if it is not the first;
/// `None` for a sentence.
pub fn citation_label(state: &State, subject: usize) -> Option<String> {
    match state.review.subjects().get(subject)?.what {
        SubjectPart::Cited { citation, target: 0 } => Some((citation + 1).to_string()),
        SubjectPart::Cited { citation, target } => {
            Some(format!("{}, source {}", citation + 1, target + 1))
        }
        SubjectPart::Uncited(_) => None,
    }
}

/// Returns the verdict on the subject selected, and whether it still holds.
pub fn verdict_line(state: &State) -> Option<(String, bool)> {
    let own: &OwnVerdict = state.review.own(state.subject()?)?;
    let decided = decided(&own.judgement);
    let label = if own.judgement.verdict.is_some() { "verdict" } else { "no verdict:" };
    Some(match own.standing {
        CarriedStanding::Same => (format!("{label} {decided}"), false),
        CarriedStanding::SourceChangedElsewhere => {
            (format!("{label} {decided} · the source changed elsewhere since"), false)
        }
        CarriedStanding::SourceChanged => (format!("! the source changed since: {decided}"), true),
        CarriedStanding::ClaimChanged => (format!("! the claim changed since: {decided}"), true),
    })
}

/// Returns `5 of 36 judged`; empty before a review is begun.
pub fn review_progress(state: &State) -> Option<String> {
    if state.review.settles() {
        let (settled, all) = state.review.settled();
        return Some(format!("{settled} of {all} settled"));
    }
    let (judged, all) = state.review.progress();
    let begun = state.review.on || judged > 0 || !state.review.ledger.entries().is_empty();
    let gone = match state.review.gone {
        0 => String::new(),
        gone => format!(", {gone} gone"),
    };
    let hidden = if state.review.hides_reviewed { ", hidden" } else { "" };
    (begun && all > 0).then(|| format!("{judged} of {all} judged{hidden}{gone}"))
}

/// Returns `2 NOT SAVED`, if there are unsaved entries.
pub fn unsaved_label(state: &State) -> Option<String> {
    let unsaved = state.review.unsaved;
    match unsaved {
        0 => None,
        count if state.review.read_only => Some(format!("{count} NOT SAVED, READ-ONLY")),
        count => Some(format!("{count} NOT SAVED")),
    }
}
