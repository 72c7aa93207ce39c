//! The head and the foot: one line each, never folded; what does not fit is dropped from the
//! right, whole words at a time.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::OffsetReading;
use crate::tui::chip::Standing;
use crate::tui::commands::{COMMANDS, find, lookout};
use crate::tui::keymap::Section;
use crate::tui::layout::row::Row;
use crate::tui::panel::fold::one_line;
use crate::tui::panel::question::question_row;
use crate::tui::panel::reread::reread_status;
use crate::tui::panel::review::{review_progress, unsaved_label};
use crate::tui::role::Role;
use crate::tui::state::focus::Focus;
use crate::tui::state::list::Kind;
use crate::tui::state::screen::{Mode, State};
use crate::tui::state::search::Search;
use crate::tui::theme::Theme;
use crate::tui::view::paint::{put, words};

/// Draws the head: case, format, where one is, what is wrong.
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

/// The parts of the head, the most needed first.
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
        let told = |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}"));
        parts.extend(told(state.digest.unresolved, Standing::Trouble.word()));
        parts.extend(told(state.digest.without_text, Standing::NoText.word()));
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
    // Last, as what is missed least on a narrow screen.
    parts.extend(inspection.case.format.reading.as_ref().map(offsets));
    parts.retain(|part| !part.is_empty());
    parts
}

/// How offsets were read, in the fewest words.
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
        let told = state.search().map(|search| format!("  {}", counts(search))).unwrap_or_default();
        words(buffer, area, &format!(" /{}▏{told}", prompt.words), Role::Text, theme);
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
        row.decorate(&format!(" {} ", search.told()), Role::Text);
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
    search.told().rsplit(" · ").next().unwrap_or_default().to_owned()
}

/// The keys worth showing, those of use now first.
pub fn hints(state: &State) -> Vec<Row> {
    let section = match state.mode {
        Mode::Browse | Mode::Ask(_) | Mode::SaveAs(_) => Section::Browse,
        Mode::List(_) => Section::List,
        Mode::Prompt(_) => Section::Prompt,
        Mode::Note(_) => Section::Note,
    };
    let wanted = wanted(state, section);
    let available = |name: &str| find(name).is_some_and(|command| (command.available)(state));
    let mut hints = Vec::new();
    for (name, label) in wanted.iter().filter(|(name, _)| available(name)) {
        let Some(key) = state.keymap.keys_of(section, name).next() else { continue };
        let mut hint = Row::default();
        hint.decorate(" ", Role::Text);
        hint.decorate(key, Role::Key);
        hint.decorate(&format!(" {label} "), Role::Muted);
        hints.push(hint);
    }
    debug_assert!(wanted.iter().all(|(name, _)| COMMANDS.iter().any(|c| c.name == *name)));
    hints
}

/// Commands and what the foot calls them.
pub fn wanted(state: &State, section: Section) -> Vec<(&'static str, &'static str)> {
    match section {
        Section::Browse if state.search().is_some() => {
            vec![("next", "next match"), ("previous-match", "previous"), ("clear", "end search")]
        }
        Section::Browse if state.source.browsing => vec![
            ("clear", "back to the passage"),
            ("search", "search"),
            ("sources", "sources"),
            ("keys", "keys"),
            ("quit", "quit"),
        ],
        Section::Browse => vec![
            ("next", "next"),
            ("previous", "previous"),
            ("next-unresolved", lookout(state).word()),
            ("next-finding", "finding"),
            ("show-better", "better match"),
            ("next-target", "next source"),
            ("switch-pane", other_pane(state)),
            ("keys", "keys"),
            ("save", "save"),
            ("undo", "undo"),
            ("search", "search"),
            ("citations", "citations"),
            ("sources", "sources"),
            ("cases", "cases"),
            ("toggle-raw", "raw"),
            ("notes", "notes"),
            ("quit", "quit"),
        ],
        Section::List if is_list(state, Kind::Reasons) => {
            vec![("list-accept", "tick"), ("close", "done")]
        }
        Section::List if is_list(state, Kind::Cases) => {
            vec![("list-accept", "go there"), ("close", "back"), ("list-sort", "other order")]
        }
        Section::List => {
            vec![("list-accept", "go there"), ("close", "back"), ("list-sort", "worst first")]
        }
        Section::Prompt => vec![],
        Section::Note => vec![
            ("note-save", "save"),
            ("note-cancel", "leave as a draft"),
            ("note-edit", "your editor"),
        ],
    }
}

pub(in crate::tui) fn is_list(state: &State, kind: Kind) -> bool {
    matches!(&state.mode, Mode::List(list) if list.kind == kind)
}

pub(in crate::tui) fn other_pane(state: &State) -> &'static str {
    match state.focus {
        Focus::Response => "source",
        Focus::Source => "response",
    }
}
