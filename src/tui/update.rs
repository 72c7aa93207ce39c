//! From an event to a command or a typed character, and to its effects.

use std::time::Instant;

use crossterm::event::{Event, KeyEventKind, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use crate::tui::actions::detail::{press_in_detail, renew_detail};
use crate::tui::actions::guide::guide;
use crate::tui::actions::moves::{resize, wheel};
use crate::tui::actions::note::{write_in_note, write_note};
use crate::tui::actions::pointer::{drag, is_double_click, press, release, select_in_gutter};
use crate::tui::actions::questions::{answer, type_file_name, type_in_file_name};
use crate::tui::actions::queue::close_list;
use crate::tui::actions::search::{list_due_hits, search_prompt};
use crate::tui::actions::select::select;
use crate::tui::actions::settle::settle;
use crate::tui::commands::{COMMANDS, Command, Group, accept, find};
use crate::tui::keymap::{Key, Section};
use crate::tui::state::list::{List, ListKind};
use crate::tui::state::review::Seeking;
use crate::tui::state::{Effect, Focus, ListRow, Mode, Question, State};
use crate::tui::view;

/// Commands that are about the citation just judged, right after the verdict.
const ABOUT_THE_LAST: &[&str] = &["note", "reasons"];

/// The row of a command that cannot be run from the list of commands.
const NOT_FROM_HERE: usize = usize::MAX;

/// Rows a turn of the wheel moves.
const WHEEL: isize = 3;

/// Handles an event from the terminal; returns what it requests of the world outside.
pub fn update(state: &mut State, event: &Event) -> Vec<Effect> {
    let before = state.selected;
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => press_key(state, (*key).into()),
        Event::Mouse(mouse) => point(state, *mouse),
        Event::Resize(width, height) => resize(state, (*width, *height)),
        Event::Paste(text) if matches!(state.mode, Mode::Note(_)) => {
            write_note(state, &text.replace("\r\n", "\n").replace('\r', "\n"));
        }
        Event::Paste(text) => one_line(text).chars().for_each(|c| type_character(state, c)),
        Event::Key(_) | Event::FocusGained | Event::FocusLost => {}
    }
    let effects = drain_effects(state);
    list_due_hits(state);
    settle(state);
    renew_detail(state);
    guide(state, before);
    effects
}

/// Carries out effects that concern commands; returns the others, for the loop.
fn drain_effects(state: &mut State) -> Vec<Effect> {
    let mut left = Vec::new();
    for effect in std::mem::take(&mut state.effects) {
        match effect {
            Effect::ShowKeys => state.mode = Mode::List(List::new(ListKind::Keys, keys(state))),
            Effect::Run(NOT_FROM_HERE) => {
                state.notify("this command works only in a list, a search or a note");
            }
            Effect::Run(index) => {
                if let Some(command) = COMMANDS.get(index) {
                    (command.run)(state);
                }
                left.extend(drain_effects(state));
            }
            effect => left.push(effect),
        }
    }
    left
}

/// Returns pasted text with a blank for each line break, so that words stay apart.
fn one_line(text: &str) -> String {
    text.replace("\r\n", " ").replace(['\r', '\n'], " ")
}

/// Returns a row for each command of the panes, by topic, then the keys for typing and for lists.
pub fn keys(state: &State) -> Vec<ListRow> {
    let sections = [Section::Browse, Section::List, Section::Prompt, Section::Note];
    let mut commands: Vec<(usize, &Command)> = COMMANDS.iter().enumerate().collect();
    commands.sort_by_key(|(_, command)| command.group);
    let mut rows = Vec::new();
    for (index, command) in commands {
        let keys = |section: &Section| {
            let keys: Vec<&str> = state.keymap.keys_of(*section, command.name).collect();
            keys.join(" ")
        };
        let Some(keys) = sections.iter().map(keys).find(|keys| !keys.is_empty()) else { continue };
        let runs = command.group < Group::InList;
        let columns = vec![command.group.title().to_owned(), keys, command.summary.to_owned()];
        let keywords = command.name.to_owned();
        let index = if runs { index } else { NOT_FROM_HERE };
        let muted = !runs || !(command.available)(state);
        rows.push(ListRow { index, columns, muted, keywords, ..ListRow::default() });
    }
    rows
}

fn press_key(state: &mut State, key: Key) {
    state.message = None;
    end_search_for_open(state);
    let is_answer = state.question().is_some_and(|question| answer(state, question, key));
    if is_answer || press_in_detail(state, key) {
        return;
    }
    let section = match state.mode {
        Mode::Browse | Mode::Detail(_) | Mode::Ask(_) => Section::Browse,
        Mode::List(_) => Section::List,
        Mode::Prompt(_) => Section::Prompt,
        Mode::Note(_) => Section::Note,
        Mode::SaveAs(_) => return type_file_name(state, key),
    };
    if section == Section::Browse && count_digit(state, key) {
        return;
    }
    let command = state.keymap.command(section, key).and_then(find);
    if !command.is_some_and(|command| ABOUT_THE_LAST.contains(&command.name)) {
        state.review.just_judged = None;
    }
    match (command, key.character()) {
        (Some(command), _) => (command.run)(state),
        (None, _) if section == Section::Note => write_in_note(state, key),
        (None, Some(c)) if section != Section::Browse => type_character(state, c),
        (None, Some(c)) => {
            let keys = state.key("keys");
            state.warn(format!("`{c}` is not bound: `{keys}` shows all keys"));
        }
        (None, None) => {}
    }
    state.count = None;
}

/// Ends a search for the next case with something open: whoever does something is not moved.
fn end_search_for_open(state: &mut State) {
    if let Seeking::HereOrFrom(_) = state.review.seeking {
        state.review.seeking = Seeking::No;
    }
}

/// Takes a digit as part of a count; 0 only after another digit.
fn count_digit(state: &mut State, key: Key) -> bool {
    let digit = key.character().and_then(|c| c.to_digit(10));
    match (digit, state.count) {
        (Some(digit), count) if digit > 0 || count.is_some() => {
            let next = count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            state.count = Some(next);
            state.notify(next.to_string());
            true
        }
        _ => false,
    }
}

fn point(state: &mut State, mouse: MouseEvent) {
    let at = Position::new(mouse.column, mouse.row);
    match mouse.kind {
        MouseEventKind::ScrollDown => turn(state, at, WHEEL),
        MouseEventKind::ScrollUp => turn(state, at, -WHEEL),
        MouseEventKind::Down(MouseButton::Left) => {
            let is_double = is_double_click(state, at, Instant::now());
            // A key that is clicked on twice is pressed twice.
            let is_key = view::lines::key_at(state, at).is_some();
            if is_double && !is_key { double_click(state, at) } else { click(state, at) }
        }
        MouseEventKind::Drag(MouseButton::Left) => drag(state, at),
        MouseEventKind::Up(MouseButton::Left) => release(state),
        _ => {}
    }
}

fn turn(state: &mut State, at: Position, rows: isize) {
    match &mut state.mode {
        Mode::List(list) => return list.step(rows),
        Mode::Detail(detail) => return detail.step(rows),
        _ => {}
    }
    let areas = state.areas();
    // On the head and the foot, the wheel moves the pane with the keys.
    let pane = if areas.response_frame.contains(at) {
        Focus::Response
    } else if areas.source_frame.contains(at) {
        Focus::Source
    } else {
        state.focus
    };
    wheel(state, pane, rows);
}

/// Opens everything about the citation that the first click selected.
fn double_click(state: &mut State, at: Position) {
    if select_in_gutter(state, at) {
        return;
    }
    let areas = state.areas();
    let is_in_pane = areas.response_frame.contains(at) || areas.source_frame.contains(at);
    match find("detail").filter(|_| is_in_pane) {
        Some(command) => (command.run)(state),
        None => click(state, at),
    }
}

fn click(state: &mut State, at: Position) {
    if let Some(key) = view::lines::key_at(state, at) {
        return press_key(state, key);
    }
    state.message = None;
    end_search_for_open(state);
    if state.question().is_some_and(|question| question != Question::Quit) {
        // What is clicked on may not be what the question is about.
        state.end_question();
    }
    if let Mode::List(list) = &mut state.mode {
        let Some(row) = view::popup::row_at(state.size, list, at) else {
            return close_list(state);
        };
        list.cursor = row;
        accept(state);
        return;
    }
    if let Mode::Detail(_) = &state.mode {
        state.mode = Mode::Browse;
        return;
    }
    if press(state, at) {
        return;
    }
    let areas = state.areas();
    if areas.response_frame.contains(at) {
        state.focus = Focus::Response;
        if let Some(citation) = view::response::chip_at(state, at) {
            select(state, citation, 0);
            return;
        }
        let row = at.y.checked_sub(areas.response.y).map(usize::from);
        if let Some(visible) = row.and_then(|row| state.response_window.at(row)) {
            state.response_window.cursor = visible.place;
        }
    } else if areas.source_frame.contains(at) {
        state.focus = Focus::Source;
        if select_in_gutter(state, at) {
            return;
        }
        let row = at.y.checked_sub(areas.source.y).map(usize::from);
        if let Some(visible) = row.and_then(|row| state.source.window.at(row)) {
            state.source.window.cursor = visible.place;
        }
    }
}

/// Adds a character to the search, or to a list's filter.
fn type_character(state: &mut State, c: char) {
    match &mut state.mode {
        Mode::Prompt(prompt) => {
            prompt.words.push(c);
            search_prompt(state);
        }
        Mode::List(list) if list.kind == ListKind::Reasons && c == ' ' => accept(state),
        Mode::List(list) => {
            let filter = format!("{}{c}", list.filter);
            list.set_filter(filter);
        }
        Mode::SaveAs(prompt) => type_in_file_name(prompt, c),
        Mode::Browse | Mode::Note(_) | Mode::Detail(_) | Mode::Ask(_) => {}
    }
}
