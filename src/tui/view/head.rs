//! The head: one line about the case, never folded. Names are shortened before anything that counts
//! or warns is dropped.

use std::cmp::Reverse;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::OffsetReading;
use crate::text::SafeText;
use crate::tui::chip::Standing;
use crate::tui::layout::Row;
use crate::tui::panel::reread::reread_status;
use crate::tui::panel::review::{review_progress, unsaved_label};
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::theme::Theme;
use crate::tui::view::paint::{put, words};

/// The cells between two parts.
const SEPARATOR: usize = 3;

/// Draws the head: case, format, position, faults.
pub fn draw(state: &State, theme: Theme, area: Rect, buffer: &mut Buffer) {
    words(buffer, area, &" ".repeat(usize::from(area.width)), Role::HeadLine, theme);
    let mut row = Row::default();
    let parts = head_parts(state, usize::from(area.width));
    for (index, (text, end)) in parts.iter().enumerate() {
        let alarm = index == 0 && state.review.unsaved > 0;
        let role = if alarm { Role::Trouble } else { Role::HeadLine };
        row.decorate(if index == 0 { " " } else { " · " }, role);
        row.safe(text, role);
        row.decorate(if text.as_str().is_empty() { end.trim_start() } else { end }, role);
    }
    put(buffer, area, &row.cut(0, usize::from(area.width)), |_| None, theme);
}

/// The text of a part, and its end.
type Fitted = (SafeText, String);

/// Returns the parts of the head that fit `width` cells.
fn head_parts(state: &State, width: usize) -> Vec<Fitted> {
    let (texts, is_whole) = fit(parts(state, true), width);
    if is_whole { texts } else { fit(parts(state, false), width).0 }
}

/// Returns all parts of the head; `with_units` tells two totals apart by their unit, since sentences
/// and further sources are judged too.
fn parts(state: &State, with_units: bool) -> Vec<HeadPart> {
    let inspection = &state.inspection;
    let unsaved = unsaved_label(state).map(|text| HeadPart::new(text, Worth::Progress));
    let mut parts: Vec<HeadPart> = unsaved.into_iter().collect();
    let narrow = state.size.0 < 60;
    let is_unreadable = state.batch.failed.is_some();
    let count =
        if is_unreadable { "cannot be read".to_owned() } else { place_of(state, with_units) };
    let count = HeadPart::new(count, Worth::Progress);
    if narrow {
        parts.push(count.clone());
    }
    let id = inspection.case.id.clone();
    // An unreadable case has no id.
    let case = if is_unreadable && id.is_empty() { state.batch.file.clone() } else { id };
    let is_batch = state.batch.count > 1;
    if !is_batch && !case.starts_with(&state.batch.file) {
        // Ids that services give out say less than the file.
        parts.push(HeadPart::name(state.batch.file.clone()));
    }
    let place = if is_batch { format!(" [{}]", state.place_in_queue()) } else { String::new() };
    parts.push(HeadPart { end: place, ..HeadPart::name(case) });
    if !narrow {
        parts.push(HeadPart::new(inspection.case.format.name, Worth::Format));
        parts.push(count);
    }
    let mut add = |texts: Vec<String>, worth| {
        parts.extend(texts.into_iter().map(|text| HeadPart::new(text, worth)));
    };
    add(review_progress(state).into_iter().chain(reread_status(state)).collect(), Worth::Progress);
    if state.loading {
        add(vec!["reading on …".to_owned()], Worth::Progress);
    } else {
        let counted = |count: usize, word: &str| (count > 0).then(|| format!("{count} {word}"));
        let unresolved = counted(state.digest.unresolved, Standing::Trouble.word());
        let without_text = counted(state.digest.without_text, Standing::NoText.word());
        add(unresolved.into_iter().chain(without_text).collect(), Worth::Fault);
    }
    if state.digest.misplaced > 0 && !state.conceals_any() {
        add(vec![format!("{} with a better match", state.digest.misplaced)], Worth::Fault);
    }
    let findings = inspection.findings.iter().filter(|it| state.shows_finding(it)).count();
    if findings > 0 {
        add(vec![crate::text::prose::count(findings, "finding")], Worth::Finding);
    }
    if state.conceals() {
        add(vec!["blind".to_owned()], Worth::Progress);
    }
    let notes = inspection.case.notes.len();
    if notes > 0 {
        add(vec![crate::text::prose::count(notes, "note")], Worth::Note);
    }
    // Last, because it is missed least on a narrow screen.
    add(inspection.case.format.reading.as_ref().map(offsets).into_iter().collect(), Worth::Note);
    parts
}

/// Returns the place of the selected citation among all, or their number.
fn place_of(state: &State, with_units: bool) -> String {
    let total = state.inspection.case.response.citations.len();
    let (_, all) = state.review.progress();
    match state.selected {
        Some(selected) if with_units && all != total && review_progress(state).is_some() => {
            format!("citation {} of {total}", selected + 1)
        }
        Some(selected) => format!("{} of {total}", selected + 1),
        None if total == 0 => "no citations".to_owned(),
        None => format!("{total} citations"),
    }
}

/// Returns the reading of offsets in as few words as possible.
fn offsets(reading: &OffsetReading) -> String {
    let end = if reading.inclusive { ", end inclusive" } else { "" };
    format!("offsets: {}s{end}", reading.unit.noun())
}

/// Importance of a part of the head: where room is short, the least important goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Note,
    Finding,
    Format,
    Name,
    Fault,
    Progress,
}

/// A part of the head.
#[derive(Debug, Clone)]
struct HeadPart {
    text: String,
    /// The end of a name, which stays when the name is shortened or dropped.
    end: String,
    worth: Worth,
    /// The cells for its text.
    cells: usize,
    is_shown: bool,
}

impl HeadPart {
    fn new(text: impl Into<String>, worth: Worth) -> Self {
        Self { text: text.into(), end: String::new(), worth, cells: 0, is_shown: false }
    }

    fn name(text: String) -> Self {
        Self::new(text, Worth::Name)
    }

    fn is_empty(&self) -> bool {
        self.text.is_empty() && self.end.is_empty()
    }

    fn text_width(&self) -> usize {
        SafeText::new(&self.text).width()
    }
}

/// Returns the parts that fit `width` cells, those that are missed most before others, and whether
/// that is all of them. Names are shortened.
fn fit(mut parts: Vec<HeadPart>, width: usize) -> (Vec<Fitted>, bool) {
    /// A longer name is shortened for the sake of any other part, in cells.
    const NAME: usize = 24;
    /// A name is left out rather than shown in fewer cells.
    const MIN_NAME: usize = 6;
    parts.retain(|part| !part.is_empty());
    for part in &mut parts {
        part.cells = part.text_width();
    }
    let mut by_worth: Vec<usize> = (0..parts.len()).collect();
    by_worth.sort_by_key(|index| parts.get(*index).map(|part| Reverse(part.worth)));
    // The first part has a blank before it instead of a separator.
    let mut room = width + SEPARATOR - 1;
    for index in by_worth {
        let Some(part) = parts.get_mut(index) else { continue };
        let around = SEPARATOR + SafeText::new(&part.end).width();
        let least = if part.worth == Worth::Name { part.cells.min(MIN_NAME) } else { part.cells };
        let is_first = room == width + SEPARATOR - 1;
        if around + least <= room || is_first {
            part.cells = part.cells.min(NAME.max(least)).min(room.saturating_sub(around));
            part.is_shown = true;
            room = room.saturating_sub(around + part.cells);
        } else if !part.end.is_empty() && around <= room {
            part.cells = 0;
            part.is_shown = true;
            room -= around;
        }
    }
    let mut is_whole = parts.iter().all(|part| part.is_shown);
    let shown = parts.into_iter().filter(|part| part.is_shown);
    let fitted = shown.map(|part| {
        let cells = part.text_width().min(part.cells + room);
        room -= cells - part.cells;
        is_whole &= cells == part.text_width();
        (SafeText::new(part.text.trim_start()).shortened(cells), part.end)
    });
    let texts = fitted.collect();
    (texts, is_whole)
}
