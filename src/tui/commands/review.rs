//! Judging: verdicts, notes, from one open subject to the next.

use crate::review::Verdict;
use crate::tui::actions::note::{close_note, hand_over_note, open_note};
use crate::tui::actions::subjects::next_open;
use crate::tui::actions::verdicts::{decide, ready_subject, toggle_range, undo};
use crate::tui::commands::shared::{Command, Group, always, open_list, open_unjudged};
use crate::tui::state::effect::Effect;
use crate::tui::state::list::Kind;
use crate::tui::state::screen::State;

pub(super) const SUPPORTS: Command = Command {
    group: Group::Review,
    name: "supports",
    summary: "verdict: the passage supports the claim",
    available: is_cited,
    run: |state| decide(state, Verdict::Supports),
};

pub(super) const PARTLY: Command = Command {
    group: Group::Review,
    name: "partly",
    summary: "verdict: it supports a part of the claim",
    available: is_cited,
    run: |state| decide(state, Verdict::Partly),
};

pub(super) const DOES_NOT_SUPPORT: Command = Command {
    group: Group::Review,
    name: "does-not-support",
    summary: "verdict: it does not support the claim",
    available: is_cited,
    run: |state| decide(state, Verdict::DoesNotSupport),
};

pub(super) const CONTRADICTS: Command = Command {
    group: Group::Review,
    name: "contradicts",
    summary: "verdict: it contradicts the claim",
    available: is_cited,
    run: |state| decide(state, Verdict::Contradicts),
};

pub(super) const WRONG_PLACE: Command = Command {
    group: Group::Review,
    name: "wrong-place",
    summary: "verdict: another place supports it (the better match, or the selected lines)",
    available: is_cited,
    run: |state| decide(state, Verdict::WrongPlace),
};

pub(super) const CANNOT_TELL: Command = Command {
    group: Group::Review,
    name: "cannot-tell",
    summary: "verdict: cannot tell",
    available: is_cited,
    run: |state| decide(state, Verdict::CannotTell),
};

pub(super) const NEEDS_CITATION: Command = Command {
    group: Group::Review,
    name: "needs-citation",
    summary: "verdict on a sentence without a citation: it needs one",
    available: |state| state.sentence().is_some(),
    run: |state| decide(state, Verdict::NeedsCitation),
};

pub(super) const FINE: Command = Command {
    group: Group::Review,
    name: "fine",
    summary: "verdict on a sentence without a citation: it needs none",
    available: |state| state.sentence().is_some(),
    run: |state| decide(state, Verdict::Fine),
};

pub(super) const NEXT_UNREVIEWED: Command = Command {
    group: Group::Review,
    name: "next-unreviewed",
    summary: "next citation or uncited sentence without a verdict, then the next case",
    available: always,
    run: |state| if next_open(state, true) { Vec::new() } else { open_unjudged(state) },
};

pub(super) const UNDO: Command = Command {
    group: Group::Review,
    name: "undo",
    summary: "undo the last verdict",
    available: |state| !state.review.ledger.entries().is_empty(),
    run: |state| undo(state, false),
};

pub(super) const REDO: Command = Command {
    group: Group::Review,
    name: "redo",
    summary: "redo the verdict undone last",
    available: |state| !state.review.ledger.entries().is_empty(),
    run: |state| undo(state, true),
};

pub(super) const HIDE_REVIEWED: Command = Command {
    group: Group::Review,
    name: "hide-reviewed",
    summary: "hide reviewed citations, or show them again",
    available: |state| !state.inspection.case.response.citations.is_empty(),
    run: |state| {
        state.review.hides_reviewed = !state.review.hides_reviewed;
        state.say(if state.review.hides_reviewed {
            "reviewed citations are hidden"
        } else {
            "reviewed citations are shown"
        });
        Vec::new()
    },
};

pub(super) const SAVE: Command = Command {
    group: Group::Review,
    name: "save",
    summary: "save unsaved verdicts, in another file if need be",
    available: |state| state.review.unsaved > 0 || state.review.refused.is_some(),
    run: |_| vec![Effect::Save],
};

pub(super) const SELECT_LINES: Command = Command {
    group: Group::Review,
    name: "select-lines",
    summary: "select lines of the source, for the verdict “wrong place”",
    available: |state| state.source.flow.is_some(),
    run: |state| {
        toggle_range(state);
        Vec::new()
    },
};

pub(super) const REASONS: Command = Command {
    group: Group::Review,
    name: "reasons",
    summary: "tick reasons that go with the verdict",
    available: |state| state.subject().is_some(),
    run: |state| {
        if ready_subject(state).is_none() {
            return Vec::new();
        }
        state.review.reasons_for = state.review.just_judged.take();
        open_list(state, Kind::Reasons)
    },
};

pub(super) const NOTE: Command = Command {
    group: Group::Review,
    name: "note",
    summary: "write a note on the citation",
    available: always,
    run: |state| {
        open_note(state);
        Vec::new()
    },
};

pub(super) const NOTE_SAVE: Command = Command {
    group: Group::InNote,
    name: "note-save",
    summary: "save the note",
    available: always,
    run: |state| close_note(state, true),
};

pub(super) const NOTE_EDIT: Command = Command {
    group: Group::InNote,
    name: "note-edit",
    summary: "write the note in your editor",
    available: always,
    run: |state| hand_over_note(state),
};

pub(super) const NOTE_CANCEL: Command = Command {
    group: Group::InNote,
    name: "note-cancel",
    summary: "close the note; what was typed stays as a draft",
    available: always,
    run: |state| close_note(state, false),
};

pub(super) fn is_cited(state: &State) -> bool {
    state.selected.is_some()
}
