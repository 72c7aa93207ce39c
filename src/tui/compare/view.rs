//! The two halves and the rows below them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Compare, FOOT_ROWS, HINTS, Half, Side, is_available};
use crate::report::compare::reference;
use crate::review::compare::{CitationChange, Difference};
use crate::text::SafeText;
use crate::tui::keymap::Section;
use crate::tui::layout::Row;
use crate::tui::role::Role;
use crate::tui::state::search::NOT_FOUND;
use crate::tui::state::{Mode, State};
use crate::tui::theme::Theme;
use crate::tui::view::paint::{put, words};
use crate::tui::view::{self, head, lines, popup, response, source};

/// The keys that the last row names while the list of commands is open, by command.
const LIST_HINTS: &[(&str, &str)] = &[("list-accept", "run"), ("close", "back")];

/// The keys that the last row names while a search is on, by command.
const SEARCH_HINTS: &[(&str, &str)] =
    &[("next", "next match"), ("previous-match", "previous"), ("clear", "end search")];

/// The minimum size; a smaller screen only shows a sentence.
const MIN_SIZE: (u16, u16) = (40, 10);

/// Draws the whole screen.
pub fn draw(compare: &Compare, theme: Theme, buffer: &mut Buffer) {
    let (width, height) = compare.size;
    if width < MIN_SIZE.0 || height < MIN_SIZE.1 {
        let area = Rect { height: 1, ..*buffer.area() };
        words(buffer, area, "pincite diff needs 40x10 cells", Role::Text, theme);
        return;
    }
    let rows = height - FOOT_ROWS;
    let mut x = 0;
    for (half, width) in compare.halves.iter().zip(compare.widths()) {
        draw_half(&half.state, Rect { x, y: 0, width, height: rows }, theme, buffer);
        x += width;
    }
    let line = |y| Rect { x: 0, y, width, height: 1 };
    words(buffer, line(rows), &" ".repeat(usize::from(width)), Role::HeadLine, theme);
    words(buffer, line(rows), &format!(" {}", summary(compare)), Role::HeadLine, theme);
    let (mut text, mut blank) = (Row::default(), Row::default());
    text.decorate(&details(compare), Role::Text);
    blank.decorate(" ", Role::Text);
    for (y, row) in (rows + 1..height - 1).zip(&text.wrap(&blank, &blank, usize::from(width))) {
        put(buffer, line(y), row, |_| None, theme);
    }
    if let Some(list) = &compare.list {
        let state = &compare.half(compare.judged()).state;
        popup::draw(state, compare.size, list, theme, buffer);
    }
    foot(compare, line(height - 1), theme, buffer);
    theme.paint_ground(buffer);
}

/// Draws one response and its passage as the inspector does, into its part of the screen.
fn draw_half(side: &State, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let mut own = Buffer::empty(Rect::new(0, 0, side.size.0, side.size.1));
    let areas = side.areas();
    head::draw(side, theme, areas.head, &mut own);
    response::draw(side, theme, &areas, &mut own);
    source::draw(side, theme, &areas, &mut own);
    view::draw_over(side, theme, &mut own);
    for y in 0..area.height {
        for x in 0..area.width {
            if let (Some(cell), Some(drawn)) =
                (buffer.cell_mut((area.x + x, area.y + y)), own.cell((x, y)))
            {
                cell.clone_from(drawn);
            }
        }
    }
}

/// Returns a summary such as `2 of 8 · lost, reworded`.
fn summary(compare: &Compare) -> String {
    let Some(change) = compare.change() else {
        return format!("no difference; {} citations unchanged", compare.unchanged);
    };
    let mut names: Vec<&str> = change.differences().into_iter().map(Difference::name).collect();
    names.dedup();
    format!("{} of {} · {}", compare.at + 1, compare.changes.len(), names.join(", "))
}

/// Returns the changes of the current citation.
fn details(compare: &Compare) -> String {
    let Some(change) = compare.change() else { return String::new() };
    let Some(citation) = change.citations.get(compare.citation) else { return String::new() };
    let [before, after] = &compare.halves;
    let reference = |half: &Half, cited| reference(&half.state.inspection, cited);
    let references = [
        citation.before.map(|cited| reference(before, cited)),
        citation.after.map(|cited| reference(after, cited)),
    ];
    let references: Vec<String> = references.into_iter().flatten().collect();
    let all = change.citations.len();
    let place =
        if all > 1 { format!("{} of {all} · ", compare.citation + 1) } else { String::new() };
    let parts = [format!("{}: {}", citation.fate.name(), references.join(" → "))];
    let parts: Vec<String> = parts.into_iter().chain(reasons(citation)).collect();
    SafeText::new(&format!("{place}{}", parts.join(" · "))).to_string()
}

/// Verdicts and support, before and after.
fn reasons(citation: &CitationChange) -> Vec<String> {
    let flips = citation.flips.iter().map(|flip| {
        format!(
            "{}: {} → {}",
            flip.reviewer_after,
            flip.before.kind().title,
            flip.after.kind().title
        )
    });
    let aspects = citation.aspects.iter();
    let aspects = aspects.map(|it| format!("{}: {} → {}", it.name, it.before, it.after));
    flips.chain(aspects).collect()
}

/// Draws the last row: a question, an input, a message, or the keys.
fn foot(compare: &Compare, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let prompt = &compare.half(Side::Before).state;
    let typing = Some(prompt).filter(|state| matches!(state.mode, Mode::Prompt(_)));
    if let Some(state) = compare.asking().or(typing) {
        return lines::foot(state, theme, area, buffer);
    }
    if let Some(message) = &compare.message {
        let size = (usize::from(area.width), lines::max_rows(compare.size.1));
        let rows = lines::message_rows(message, Role::Text, size);
        return lines::draw_foot(&rows, theme, area, buffer);
    }
    let state = &compare.half(compare.judged()).state;
    let mut row = Row::default();
    if compare.list.is_some() {
        for (command, label) in LIST_HINTS {
            let key = compare.keymap.keys_of(Section::List, command).next();
            row.append(&key.map(|key| lines::hint(key, label)).unwrap_or_default());
        }
        return put(buffer, area, &row.cut_words(usize::from(area.width)), |_| None, theme);
    }
    let searches = compare.halves.iter().filter_map(|half| half.state.search());
    let found: Vec<String> = searches.clone().map(lines::counts).collect();
    if let Some(search) = searches.map(|search| search.words.as_str()).next() {
        row.decorate(&format!(" /{search} · {} ", found.join(" │ ")), Role::Text);
        let is_found = found.iter().any(|found| found != NOT_FOUND);
        for (command, label) in SEARCH_HINTS.iter().filter(|it| is_found || it.0 == "clear") {
            let key = compare.keymap.keys_of(Section::Browse, command).next();
            row.append(&key.map(|key| lines::hint(key, label)).unwrap_or_default());
        }
        return put(buffer, area, &row.cut_words(usize::from(area.width)), |_| None, theme);
    }
    for (command, label) in HINTS.iter().filter(|(name, _)| is_available(name, state)) {
        let Some(key) = compare.keymap.keys_of(Section::Browse, command).next() else { continue };
        row.append(&lines::hint(key, label));
    }
    put(buffer, area, &row.cut_words(usize::from(area.width)), |_| None, theme);
}
