//! A decision in a few words.

use super::{Judgement, Verdict};

/// Returns a verdict with its reasons and its note, in a few words.
pub fn decided(judgement: &Judgement) -> String {
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
