//! The foot: one line, which grows over the panes for a question or a message that needs more.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::tui::commands::{COMMANDS, find, standing_of_next_unresolved};
use crate::tui::keymap::{Key, Section};
use crate::tui::layout::Row;
use crate::tui::panel::question::{answer_at, question_rows};
use crate::tui::role::Role;
use crate::tui::state::list::ListKind;
use crate::tui::state::{Focus, Mode, Search, State, Topic};
use crate::tui::theme::Theme;
use crate::tui::view::paint::{clear, put};

/// The maximum number of rows of a question.
const QUESTION_ROWS: usize = 2;

/// Draws the foot: an input, a question, a message, the search, or the keys that would do something
/// now. What needs more than one row is drawn over the last rows of the panes, until the next key.
pub fn foot(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    draw_foot(&foot_rows(state, usize::from(area.width)), theme, area, buffer);
}

/// Draws rows with the last one in `area`.
pub fn draw_foot(rows: &[Row], theme: Theme, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let above = u16::try_from(rows.len().saturating_sub(1)).unwrap_or(0).min(area.y);
    let all = Rect { y: area.y - above, height: area.height + above, ..area };
    clear(buffer, all);
    for (y, row) in (all.y..all.bottom()).zip(rows) {
        put(buffer, Rect { y, height: 1, ..area }, row, |_| None, theme);
    }
}

fn foot_rows(state: &State, width: usize) -> Vec<Row> {
    let max_rows = max_rows(state.size.1);
    if let Mode::Prompt(prompt) = &state.mode {
        let scope = if prompt.in_sources { " all sources " } else { " " };
        let search = state.search().filter(|_| !prompt.in_sources);
        let mut counted = Row::default();
        if let Some(search) = search {
            counted.decorate(&format!("  {} ", counts(search)), Role::Text);
        }
        let after = [counted].into_iter().chain(hints(state)).collect();
        return vec![input_row(&format!("{scope}/"), (&prompt.words, Role::Text), after, width)];
    }
    if let Mode::SaveAs(prompt) = &state.mode {
        let why = prompt.error.as_deref().map(|why| format!("NOT SAVED: {why}"));
        let rows = why.map(|why| message_rows(&why, Role::Trouble, (width, max_rows)));
        let role = if prompt.is_suggested { Role::Muted } else { Role::Text };
        let name = (prompt.path.as_str(), role);
        let input = input_row(" save verdicts in: ", name, hints(state), width);
        return rows.unwrap_or_default().into_iter().chain([input]).collect();
    }
    if let Some(question) = state.question() {
        return question_rows(state, question, (width, max_rows.min(QUESTION_ROWS)));
    }
    if let Some(message) = &state.message {
        let role = if message.trouble { Role::Trouble } else { Role::Text };
        return message_rows(&message.text, role, (width, max_rows));
    }
    let mut row = lead(state);
    for hint in hints(state) {
        if row.width() + hint.width() <= width {
            row.append(&hint);
        } else {
            break;
        }
    }
    vec![row]
}

/// Returns the part of the line before the keys.
fn lead(state: &State) -> Row {
    let mut row = Row::default();
    if let Some(search) = state.search() {
        row.decorate(&format!(" {} ", search.describe()), Role::Text);
    }
    row
}

/// Returns the key whose hint is at a place of the foot, if the foot shows hints only, or a question.
pub fn key_at(state: &State, at: Position) -> Option<Key> {
    let foot = state.areas().foot;
    let (column, width) = (usize::from(at.x), usize::from(foot.width));
    if matches!(state.mode, Mode::Prompt(_) | Mode::SaveAs(_)) {
        return None;
    }
    if state.question().is_some() {
        let rows = foot_rows(state, width);
        let below = usize::from(foot.bottom().checked_sub(at.y).filter(|rows| *rows > 0)?);
        let row = rows.get(rows.len().checked_sub(below)?)?;
        return parsed(&answer_at(row, column)?);
    }
    if state.message.is_some() || !foot.contains(at) {
        return None;
    }
    let mut end = lead(state).width();
    for (key, label) in keys_with_labels(state) {
        let start = end;
        end += hint(key, label).width();
        if end > width || column < start {
            return None;
        }
        if column < end {
            return parsed(key);
        }
    }
    None
}

/// Returns a key by its name on the screen.
fn parsed(key: &str) -> Option<Key> {
    Key::parse(key).or_else(|| Key::parse(&format!("<{key}>")))
}

/// Returns the maximum number of rows of the foot on a screen of `height` rows.
pub fn max_rows(height: u16) -> usize {
    usize::from(height / 4).clamp(1, 3)
}

/// Returns a message in at most `max_rows` rows of `width` cells; `…` stands for words that do not fit.
pub fn message_rows(text: &str, role: Role, (width, max_rows): (usize, usize)) -> Vec<Row> {
    let (mut row, mut blank) = (Row::default(), Row::default());
    row.decorate(text, role);
    blank.decorate(" ", role);
    let mut rows = row.wrap(&blank, &blank, width.max(2));
    if rows.len() > max_rows {
        rows.truncate(max_rows);
        if let Some(last) = rows.last_mut() {
            *last = last.cut_words(width.saturating_sub(1));
            last.decorate("…", role);
        }
    }
    rows
}

/// Returns the row of an input: the end of what is typed and the hints that fit after it.
fn input_row(lead: &str, (typed, role): (&str, Role), mut after: Vec<Row>, width: usize) -> Row {
    /// Hints leave at least this many cells to what is typed.
    const MIN_INPUT: usize = 24;
    let (mut row, mut text) = (Row::default(), Row::default());
    row.decorate(lead, Role::Text);
    text.decorate(typed, role);
    let own = row.width() + 1;
    let mut room = 0;
    loop {
        let hints: usize = after.iter().map(Row::width).sum();
        room = width.saturating_sub(own + hints).max(room);
        if text.width() <= room || room >= MIN_INPUT || after.pop().is_none() {
            break;
        }
    }
    if text.width() > room {
        row.decorate("…", Role::Muted);
        text = text.cut(text.width() + 1 - room.max(1), room);
    }
    row.append(&text);
    row.decorate("▏", Role::Text);
    for hint in &after {
        row.append(hint);
    }
    row
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
    keys_with_labels(state).into_iter().map(|(key, label)| hint(key, label)).collect()
}

fn keys_with_labels(state: &State) -> Vec<(&str, &'static str)> {
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
        .filter_map(|(name, label)| Some((state.keymap.keys_of(section, name).next()?, label)))
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
        Mode::SaveAs(prompt) => (Section::Prompt, save_labels(prompt.quits)),
        Mode::Browse | Mode::Ask(_) => (Section::Browse, browse_labels(state)),
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

fn save_labels(quits: bool) -> Vec<(&'static str, &'static str)> {
    let save = if quits { "save and quit" } else { "save" };
    vec![("prompt-accept", save), ("prompt-cancel", "back"), ("erase-all", "erase")]
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
    if state.search().is_some_and(|search| search.done && search.matches.is_empty()) {
        return vec![("search", "search again"), ("clear", "end search"), ("keys", "keys")];
    }
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
        let mut labels = [verdicts, REVIEW].concat();
        name_better(state, &mut labels);
        return labels;
    }
    let mut labels = vec![
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
    ];
    name_better(state, &mut labels);
    labels
}

/// Names what the key for the better match does while one is shown.
fn name_better(state: &State, labels: &mut [(&'static str, &'static str)]) {
    let Some(shown) = state.source.better else { return };
    let count = state.evidence().map_or(0, |evidence| evidence.better.len());
    let what = if shown + 1 < count { "next better match" } else { "cited passage" };
    labels.iter_mut().filter(|(name, _)| *name == "show-better").for_each(|it| it.1 = what);
}

fn other_pane(state: &State) -> &'static str {
    match state.focus {
        Focus::Response => "source",
        Focus::Source => "response",
    }
}
