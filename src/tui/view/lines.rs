//! The head and the foot: one line each, never folded. Words that do not fit are dropped from the
//! right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::OffsetReading;
use crate::tui::chip::Standing;
use crate::tui::commands::{COMMANDS, find, standing_of_next_unresolved};
use crate::tui::keymap::Section;
use crate::tui::layout::Row;
use crate::tui::panel::fold::one_line;
use crate::tui::panel::question::question_row;
use crate::tui::panel::reread::reread_status;
use crate::tui::panel::review::{review_progress, unsaved_label};
use crate::tui::role::Role;
use crate::tui::state::list::ListKind;
use crate::tui::state::{Focus, Mode, Search, State, Topic};
use crate::tui::theme::Theme;
use crate::tui::view::paint::{put, words};

/// Draws the head: case, format, position, faults.
pub fn head(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    words(buffer, area, &" ".repeat(usize::from(area.width)), Role::HeadLine, theme);
    let mut row = Row::default();
    let parts = head_parts(state);
    let mut room = usize::from(area.width);
    for (index, part) in parts.iter().enumerate() {
        let text = if index == 0 { format!(" {part}") } else { format!(" · {part}") };
        let alarm = index == 0 && state.review.unsaved > 0;
        let mut piece = Row::default();
        piece.decorate(&text, if alarm { Role::Trouble } else { Role::HeadLine });
        if piece.width() > room {
            if index == 0 {
                row.append(&piece.cut(0, room));
            }
            break;
        }
        room -= piece.width();
        row.append(&piece);
    }
    put(buffer, area, &row, |_| None, theme);
}

/// Returns the parts of the head, most important first.
pub fn head_parts(state: &State) -> Vec<String> {
    let inspection = &state.inspection;
    let total = inspection.case.response.citations.len();
    let mut parts: Vec<String> = unsaved_label(state).into_iter().collect();
    let narrow = state.size.0 < 60;
    let count = match state.selected {
        Some(selected) => format!("{} of {total}", selected + 1),
        None if total == 0 => "no citations".to_owned(),
        None => format!("{total} citations"),
    };
    if narrow {
        parts.push(count.clone());
    }
    let mut case = one_line(&inspection.case.id);
    if state.batch.count > 1 {
        case = format!("{case} [{}]", state.place_in_queue());
    } else if !case.starts_with(&state.batch.file) {
        // Ids that services give out say less than the file.
        parts.push(one_line(&state.batch.file));
    }
    if !case.is_empty() {
        parts.push(case);
    }
    if !narrow {
        parts.push(inspection.case.format.name.to_owned());
        parts.push(count);
    }
    parts.extend(review_progress(state));
    parts.extend(reread_status(state));
    if state.loading {
        parts.push("reading on …".to_owned());
    } else {
        let counted = |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}"));
        parts.extend(counted(state.digest.unresolved, Standing::Trouble.word()));
        parts.extend(counted(state.digest.without_text, Standing::NoText.word()));
    }
    if state.digest.misplaced > 0 && !state.conceals_any() {
        parts.push(format!("{} with a better match", state.digest.misplaced));
    }
    let findings = inspection.findings.iter().filter(|it| state.shows_finding(it)).count();
    if findings > 0 {
        parts.push(crate::text::prose::count(findings, "finding"));
    }
    if state.conceals() {
        parts.push("blind".to_owned());
    }
    let notes = inspection.case.notes.len();
    if notes > 0 {
        parts.push(crate::text::prose::count(notes, "note"));
    }
    // Last, because it is missed least on a narrow screen.
    parts.extend(inspection.case.format.reading.as_ref().map(offsets));
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the reading of offsets in as few words as possible.
pub fn offsets(reading: &OffsetReading) -> String {
    let end = if reading.inclusive { ", end inclusive" } else { "" };
    format!("offsets: {}s{end}", reading.unit.noun())
}

/// Draws the foot: the prompt, a message, the search, or the keys that would do something now.
pub fn foot(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    if let Mode::Prompt(prompt) = &state.mode {
        let mut row = Row::default();
        let scope = if prompt.in_sources { " all sources " } else { " " };
        row.decorate(&format!("{scope}/{}▏", prompt.words), Role::Text);
        let search = state.search().filter(|_| !prompt.in_sources);
        if let Some(search) = search {
            row.decorate(&format!("  {}", counts(search)), Role::Text);
        }
        row.decorate("  ", Role::Text);
        let all = hints(state).into_iter().fold(row, |mut row, hint| {
            row.append(&hint);
            row
        });
        let row = if all.width() <= usize::from(area.width) {
            all
        } else {
            all.cut(0, usize::from(area.width))
        };
        put(buffer, area, &row, |_| None, theme);
        return;
    }
    if let Mode::SaveAs(prompt) = &state.mode {
        words(buffer, area, &format!(" save verdicts in: {}▏", prompt.path), Role::Text, theme);
        return;
    }
    if let Mode::Ask(question) = state.mode {
        let row = question_row(state, question, usize::from(area.width));
        put(buffer, area, &row, |_| None, theme);
        return;
    }
    if let Some(message) = &state.message {
        let role = if message.trouble { Role::Trouble } else { Role::Text };
        words(buffer, area, &format!(" {}", message.text), role, theme);
        return;
    }
    let mut row = Row::default();
    if let Some(search) = state.search() {
        row.decorate(&format!(" {} ", search.describe()), Role::Text);
    }
    for hint in hints(state) {
        if row.width() + hint.width() <= usize::from(area.width) {
            row.append(&hint);
        } else {
            break;
        }
    }
    put(buffer, area, &row, |_| None, theme);
}

pub(in crate::tui) fn counts(search: &Search) -> String {
    search.describe().rsplit(" · ").next().unwrap_or_default().to_owned()
}

/// Returns a key with its effect.
pub fn hint(key: &str, label: &str) -> Row {
    let mut hint = Row::default();
    hint.decorate(" ", Role::Text);
    hint.decorate(key, Role::Key);
    hint.decorate(&format!(" {label} "), Role::Muted);
    hint
}

/// Returns the keys to show, the most useful first.
pub fn hints(state: &State) -> Vec<Row> {
    let (section, labels) = labels(state);
    debug_assert!(labels.iter().all(|(name, _)| COMMANDS.iter().any(|c| c.name == *name)));
    // The keys of the detail work the same, whatever is below it.
    let is_detail = matches!(state.mode, Mode::Detail(_));
    let available = |name: &str| {
        is_detail && !["next-match-inside", "show-earlier", "detail"].contains(&name)
            || find(name).is_some_and(|command| (command.available)(state))
    };
    let labels = labels.into_iter().filter(|(name, _)| available(name));
    labels
        .filter_map(|(name, label)| Some(hint(state.keymap.keys_of(section, name).next()?, label)))
        .collect()
}

/// Returns the active part of the key table, and its commands with their labels in the foot.
fn labels(state: &State) -> (Section, Vec<(&'static str, &'static str)>) {
    match &state.mode {
        Mode::List(list) => (Section::List, list_labels(list.kind)),
        Mode::Note(_) => (Section::Note, NOTE.to_vec()),
        Mode::Prompt(prompt) => (Section::Prompt, prompt_labels(prompt.in_sources)),
        Mode::Detail(detail) => {
            let other = match detail.topic {
                Topic::Citation => ("show-earlier", "then and now"),
                Topic::Past => ("detail", "detail"),
            };
            (Section::Browse, [DETAIL, &[other]].concat())
        }
        Mode::Browse | Mode::Ask(_) | Mode::SaveAs(_) => (Section::Browse, browse_labels(state)),
    }
}

const NOTE: &[(&str, &str)] =
    &[("note-save", "save"), ("note-cancel", "leave as a draft"), ("note-edit", "your editor")];

const DETAIL: &[(&str, &str)] = &[
    ("clear", "close"),
    ("down", "down"),
    ("up", "up"),
    ("copy-passage", "copy this row"),
    ("next", "next citation"),
    ("previous", "previous"),
    ("next-match-inside", "next match"),
];

const RANGE: &[(&str, &str)] = &[
    ("down", "longer"),
    ("up", "shorter"),
    ("wrong-place", "these are the right lines"),
    ("clear", "end the selection"),
];

const VERDICTS: &[(&str, &str)] = &[
    ("supports", "supports"),
    ("partly", "partly"),
    ("does-not-support", "no"),
    ("contradicts", "contradicts"),
    ("wrong-place", "other place"),
    ("cannot-tell", "can't tell"),
];

const OF_SENTENCE: &[(&str, &str)] = &[("needs-citation", "needs a citation"), ("fine", "fine")];

const REVIEW: &[(&str, &str)] = &[
    ("keys", "keys"),
    ("next-unreviewed", "next open"),
    ("show-earlier", "then and now"),
    ("show-better", "better match"),
    ("next-match-inside", "next match"),
    ("note", "note"),
    ("undo", "undo"),
    ("save", "save"),
    ("detail", "detail"),
    ("next", "next"),
    ("previous", "previous"),
    ("cases", "cases"),
    ("search", "search"),
    ("quit", "quit"),
];

fn prompt_labels(in_sources: bool) -> Vec<(&'static str, &'static str)> {
    if in_sources {
        vec![
            ("prompt-accept", "list matches"),
            ("prompt-scope", "this pane"),
            ("prompt-cancel", "back"),
        ]
    } else {
        vec![("prompt-accept", "done"), ("prompt-scope", "all sources"), ("prompt-cancel", "back")]
    }
}

fn list_labels(kind: ListKind) -> Vec<(&'static str, &'static str)> {
    let (accept, close) = match kind {
        ListKind::Reasons => ("tick", "done"),
        ListKind::Keys => ("run", "back"),
        _ => ("go there", "back"),
    };
    let sort = if kind == ListKind::Cases { "other order" } else { "worst first, or in order" };
    vec![("list-accept", accept), ("close", close), ("list-sort", sort)]
}

fn browse_labels(state: &State) -> Vec<(&'static str, &'static str)> {
    if state.search().is_some() {
        return vec![
            ("next", "next match"),
            ("previous-match", "previous"),
            ("clear", "end search"),
        ];
    }
    if state.source.range.is_some() {
        return RANGE.to_vec();
    }
    if state.source.browsing {
        return vec![
            ("clear", "back to the passage"),
            ("search", "search"),
            ("search-sources", "all sources"),
            ("sources", "sources"),
            ("keys", "keys"),
            ("quit", "quit"),
        ];
    }
    if state.review.on && state.subject().is_some() {
        let verdicts = if state.sentence().is_some() { OF_SENTENCE } else { VERDICTS };
        return [verdicts, REVIEW].concat();
    }
    vec![
        ("next", "next"),
        ("previous", "previous"),
        ("show-earlier", "then and now"),
        ("next-unresolved", standing_of_next_unresolved(state).word()),
        ("next-finding", "finding"),
        ("show-better", "better match"),
        ("next-match-inside", "next match"),
        ("next-target", "next source"),
        ("switch-pane", other_pane(state)),
        ("keys", "keys"),
        ("save", "save"),
        ("detail", "detail"),
        ("undo", "undo"),
        ("search", "search"),
        ("citations", "citations"),
        ("sources", "sources"),
        ("cases", "cases"),
        ("toggle-raw", "raw"),
        ("notes", "notes"),
        ("quit", "quit"),
    ]
}

fn other_pane(state: &State) -> &'static str {
    match state.focus {
        Focus::Response => "source",
        Focus::Source => "response",
    }
}
