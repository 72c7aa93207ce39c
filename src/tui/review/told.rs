//! The review in words: in the head, below the passage, in the foot.

use super::Own;
use crate::review::{Judgement, Standing, Verdict, What};
use crate::tui::state::State;

/// What a decision says, in a few words.
pub(super) fn decided(judgement: &Judgement) -> String {
    let mut parts = Vec::new();
    if let Some(verdict) = judgement.verdict {
        let kind = verdict.kind();
        parts.push(format!("{} {}", kind.sign, kind.title));
    }
    let changed = |first: &Verdict| Some(*first) != judgement.verdict;
    if let Some(first) = judgement.blind_verdict.filter(changed) {
        parts.push(format!("blind: {} {}", first.kind().sign, first.kind().title));
    }
    if let Some(place) = &judgement.place {
        let lines = match (place.first_line, place.last_line) {
            (Some(first), Some(last)) if first != last => format!(" L{first}-L{last}"),
            (Some(first), _) => format!(" L{first}"),
            _ => String::new(),
        };
        parts.push(format!("right: {}{lines}", place.source));
    }
    if !judgement.reasons.is_empty() {
        parts.push(judgement.reasons.join(", "));
    }
    if !judgement.note.is_empty() {
        let note = judgement.note.split_whitespace().collect::<Vec<_>>().join(" ");
        parts.push(format!("\u{201c}{note}\u{201d}"));
    }
    parts.join(" · ")
}

impl State {
    /// What was recorded, and about which citation, by the number in its chip.
    pub(super) fn told(&self, judgement: &Judgement) -> String {
        let said = decided(judgement);
        let said = if said.is_empty() { "no verdict".to_owned() } else { said };
        let mut subjects = self.review.subjects().iter();
        let what = subjects.find(|it| it.fingerprint == judgement.fingerprint).map(|it| it.what);
        let number = match what {
            Some(What::Cited { citation, .. }) => Some(citation + 1),
            Some(What::Uncited(_)) => None,
            None => judgement.citation,
        };
        match (number, judgement.target) {
            (Some(citation), None | Some(1)) => format!("{citation}: {said}"),
            (Some(citation), Some(target)) => format!("{citation}, source {target}: {said}"),
            (None, _) => format!("sentence: {said}"),
        }
    }

    /// What was decided about the subject selected, and whether it still holds.
    pub fn verdict_line(&self) -> Option<(String, bool)> {
        let own: &Own = self.review.own(self.subject()?)?;
        let decided = decided(&own.judgement);
        Some(match own.standing {
            Standing::Same => (format!("verdict {decided}"), false),
            Standing::SourceChangedElsewhere => {
                (format!("verdict {decided} · the source changed elsewhere since"), false)
            }
            Standing::SourceChanged => (format!("! the source changed since: {decided}"), true),
            Standing::ClaimChanged => (format!("! the claim changed since: {decided}"), true),
        })
    }

    /// `5 of 36 judged`; empty before the first decision.
    pub fn judged_told(&self) -> Option<String> {
        if self.review.settles() {
            let (settled, all) = self.review.settled();
            return Some(format!("{settled} of {all} settled"));
        }
        let (judged, all) = self.review.progress();
        let begun = judged > 0 || !self.review.ledger.entries().is_empty();
        let gone = match self.review.gone {
            0 => String::new(),
            gone => format!(", {gone} gone"),
        };
        let hidden = if self.review.hides_judged { ", hidden" } else { "" };
        (begun && all > 0).then(|| format!("{judged} of {all} judged{hidden}{gone}"))
    }

    /// `2 NOT SAVED`, when something is not.
    pub fn unsaved_told(&self) -> Option<String> {
        let unsaved = self.review.unsaved;
        let read_only = self.review.refused.is_some();
        match unsaved {
            0 => None,
            count if read_only => Some(format!("{count} NOT SAVED, READ-ONLY")),
            count => Some(format!("{count} NOT SAVED")),
        }
    }
}
