//! Judging: verdicts, notes, from one open subject to the next.

use crate::review::Verdict;
use crate::tui::actions::next_case::open_unjudged;
use crate::tui::actions::note::{close_note, hand_over_note, open_note};
use crate::tui::actions::subjects::next_open;
use crate::tui::actions::verdicts::{decide, prepare_subjects, ready_subject, toggle_range, undo};
use crate::tui::commands::shared::{Command, Group, open_list};
use crate::tui::state::list::ListKind;
use crate::tui::state::{Effect, State};

pub(super) const SUPPORTS: Command =
    Command::new(Group::Review, "supports", "verdict: the passage supports the claim")
        .when(is_cited)
        .run(|state| decide(state, Verdict::Supports));

pub(super) const PARTLY: Command =
    Command::new(Group::Review, "partly", "verdict: it supports a part of the claim")
        .when(is_cited)
        .run(|state| decide(state, Verdict::Partly));

pub(super) const DOES_NOT_SUPPORT: Command =
    Command::new(Group::Review, "does-not-support", "verdict: it does not support the claim")
        .when(is_cited)
        .run(|state| decide(state, Verdict::DoesNotSupport));

pub(super) const CONTRADICTS: Command =
    Command::new(Group::Review, "contradicts", "verdict: it contradicts the claim")
        .when(is_cited)
        .run(|state| decide(state, Verdict::Contradicts));

pub(super) const WRONG_PLACE: Command = Command::new(
    Group::Review,
    "wrong-place",
    "verdict: another place supports it (the better match, or the selected lines)",
)
.when(is_cited)
.run(|state| decide(state, Verdict::WrongPlace));

pub(super) const CANNOT_TELL: Command =
    Command::new(Group::Review, "cannot-tell", "verdict: cannot tell")
        .when(is_cited)
        .run(|state| decide(state, Verdict::CannotTell));

pub(super) const NEEDS_CITATION: Command = Command::new(
    Group::Review,
    "needs-citation",
    "verdict on a sentence without a citation: it needs one",
)
.when(|state| state.sentence().is_some())
.run(|state| decide(state, Verdict::NeedsCitation));

pub(super) const FINE: Command =
    Command::new(Group::Review, "fine", "verdict on a sentence without a citation: it needs none")
        .when(|state| state.sentence().is_some())
        .run(|state| decide(state, Verdict::Fine));

pub(super) const NEXT_UNREVIEWED: Command = Command::new(
    Group::Review,
    "next-unreviewed",
    "next citation or uncited sentence without a verdict, then the next case",
)
.run(|state| {
    let is_known = state.batch.failed.is_none();
    if is_known && !prepare_subjects(state) {
        return;
    }
    if !is_known || !next_open(state, true) {
        open_unjudged(state);
    }
});

pub(super) const UNDO: Command = Command::new(Group::Review, "undo", "undo the last verdict")
    .when(|state| !state.review.ledger.entries().is_empty())
    .run(|state| undo(state, false));

pub(super) const REDO: Command =
    Command::new(Group::Review, "redo", "redo the verdict undone last")
        .when(|state| !state.review.ledger.entries().is_empty())
        .run(|state| undo(state, true));

pub(super) const HIDE_REVIEWED: Command =
    Command::new(Group::Review, "hide-reviewed", "hide reviewed citations, or show them again")
        .when(|state| !state.inspection.case.response.citations.is_empty())
        .run(|state| {
            state.review.hides_reviewed = !state.review.hides_reviewed;
            state.notify(if state.review.hides_reviewed {
                "reviewed citations are hidden"
            } else {
                "reviewed citations are shown"
            });
        });

pub(super) const SAVE: Command =
    Command::new(Group::Review, "save", "save unsaved verdicts, in another file if need be")
        .when(|state| state.review.unsaved > 0 || state.review.refused.is_some())
        .run(|state| state.request(Effect::Save));

pub(super) const SELECT_LINES: Command = Command::new(
    Group::Review,
    "select-lines",
    "select lines of the source, for the verdict “wrong place”",
)
.when(|state| state.source.flow.is_some())
.run(toggle_range);

pub(super) const REASONS: Command =
    Command::new(Group::Review, "reasons", "tick reasons that go with the verdict")
        .when(|state| state.subject().is_some())
        .run(|state| {
            let Some(selected) = ready_subject(state) else { return };
            let subject = state.review.just_judged.take().unwrap_or(selected);
            state.review.reasons_for = Some(subject);
            open_list(state, ListKind::Reasons);
        });

pub(super) const NOTE: Command =
    Command::new(Group::Review, "note", "write a note on the citation").run(open_note);

pub(super) const NOTE_SAVE: Command =
    Command::new(Group::InNote, "note-save", "save the note").run(|state| close_note(state, true));

pub(super) const NOTE_EDIT: Command =
    Command::new(Group::InNote, "note-edit", "write the note in your editor").run(hand_over_note);

pub(super) const NOTE_CANCEL: Command =
    Command::new(Group::InNote, "note-cancel", "close the note; what was typed stays as a draft")
        .run(|state| close_note(state, false));

pub(super) fn is_cited(state: &State) -> bool {
    state.selected.is_some()
}
