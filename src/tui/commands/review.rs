//! Judging: verdicts, notes, from one open subject to the next.

use super::{Command, always};
use crate::review::Verdict;
use crate::tui::state::State;

pub(super) const SUPPORTS: Command = Command {
    name: "supports",
    summary: "verdict: the passage supports the claim",
    available: is_cited,
    run: |state| state.decide(Verdict::Supports),
};

pub(super) const PARTLY: Command = Command {
    name: "partly",
    summary: "verdict: it supports a part of the claim",
    available: is_cited,
    run: |state| state.decide(Verdict::Partly),
};

pub(super) const DOES_NOT_SUPPORT: Command = Command {
    name: "does-not-support",
    summary: "verdict: it does not support the claim",
    available: is_cited,
    run: |state| state.decide(Verdict::DoesNotSupport),
};

pub(super) const CONTRADICTS: Command = Command {
    name: "contradicts",
    summary: "verdict: it contradicts the claim",
    available: is_cited,
    run: |state| state.decide(Verdict::Contradicts),
};

pub(super) const WRONG_PLACE: Command = Command {
    name: "wrong-place",
    summary: "verdict: the claim stands elsewhere (the better place, or the lines selected)",
    available: is_cited,
    run: |state| state.decide(Verdict::WrongPlace),
};

pub(super) const CANNOT_TELL: Command = Command {
    name: "cannot-tell",
    summary: "verdict: cannot be told",
    available: is_cited,
    run: |state| state.decide(Verdict::CannotTell),
};

pub(super) const NEEDS_CITATION: Command = Command {
    name: "needs-citation",
    summary: "verdict on a sentence without a citation: it needs one",
    available: |state| state.sentence().is_some(),
    run: |state| state.decide(Verdict::NeedsCitation),
};

pub(super) const FINE: Command = Command {
    name: "fine",
    summary: "verdict on a sentence without a citation: it needs none",
    available: |state| state.sentence().is_some(),
    run: |state| state.decide(Verdict::Fine),
};

pub(super) const NEXT_UNREVIEWED: Command = Command {
    name: "next-unreviewed",
    summary: "next citation or uncited sentence without a verdict",
    available: always,
    run: |state| {
        state.next_open(true);
        Vec::new()
    },
};

pub(super) const UNDO: Command = Command {
    name: "undo",
    summary: "take the last decision back",
    available: |state| !state.review.ledger.entries().is_empty(),
    run: |state| state.undo(false),
};

pub(super) const REDO: Command = Command {
    name: "redo",
    summary: "bring the decision taken back last back",
    available: |state| !state.review.ledger.entries().is_empty(),
    run: |state| state.undo(true),
};

pub(super) const NOTE: Command = Command {
    name: "note",
    summary: "write a note on the citation",
    available: always,
    run: |state| {
        state.open_note();
        Vec::new()
    },
};

pub(super) const NOTE_SAVE: Command = Command {
    name: "note-save",
    summary: "keep the note",
    available: always,
    run: |state| state.close_note(true),
};

pub(super) const NOTE_CANCEL: Command = Command {
    name: "note-cancel",
    summary: "leave the note as it was",
    available: always,
    run: |state| state.close_note(false),
};

fn is_cited(state: &State) -> bool {
    state.selected.is_some()
}
