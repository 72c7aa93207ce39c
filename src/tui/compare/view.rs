//! The two halves and the rows below them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Compare, FOOT_ROWS};
use crate::report::compare::reference;
use crate::review::compare::{CitationChange, Difference};
use crate::text::SafeText;
use crate::tui::keymap::Section;
use crate::tui::layout::row::Row;
use crate::tui::role::Role;
use crate::tui::state::State;
use crate::tui::theme::Theme;
use crate::tui::view::paint::{put, words};
use crate::tui::view::{lines, response, source};

/// Smaller than this in either direction, there is only a sentence.
const MIN_SIZE: (u16, u16) = (40, 10);

/// The keys that the last row names, by command.
const HINTS: &[(&str, &str)] = &[
    ("next", "next change"),
    ("previous", "previous"),
    ("next-target", "next citation of it"),
    ("switch-pane", "passages"),
    ("toggle-raw", "raw"),
    ("quit", "quit"),
];

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
    for (side, width) in compare.sides.iter().zip(compare.halves()) {
        half(side, Rect { x, y: 0, width, height: rows }, theme, buffer);
        x += width;
    }
    let line = |y| Rect { x: 0, y, width, height: 1 };
    words(buffer, line(rows), &" ".repeat(usize::from(width)), Role::HeadLine, theme);
    words(buffer, line(rows), &format!(" {}", what(compare)), Role::HeadLine, theme);
    let (mut told, mut blank) = (Row::default(), Row::default());
    told.decorate(&details(compare), Role::Text);
    blank.decorate(" ", Role::Text);
    let told = told.wrap(&blank, &blank, usize::from(width));
    for (y, row) in (rows + 1..height - 1).zip(&told) {
        put(buffer, line(y), row, |_| None, theme);
    }
    words(buffer, line(height - 1), &format!(" {}", foot(compare)), Role::Muted, theme);
    theme.paint_ground(buffer);
}

/// Draws one response and its passage as the inspector does, into its part of the screen.
fn half(side: &State, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let mut own = Buffer::empty(Rect::new(0, 0, side.size.0, side.size.1));
    let areas = side.areas();
    lines::head(side, theme, areas.head, &mut own);
    response::draw(side, theme, &areas, &mut own);
    source::draw(side, theme, &areas, &mut own);
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

/// `2 of 8 · lost, reworded`.
fn what(compare: &Compare) -> String {
    let Some(change) = compare.change() else {
        return format!("no difference; {} citations unchanged", compare.unchanged);
    };
    let mut names: Vec<&str> = change.differences().into_iter().map(Difference::name).collect();
    names.dedup();
    format!("{} of {} · {}", compare.at + 1, compare.changes.len(), names.join(", "))
}

/// What became of the citation looked at.
fn details(compare: &Compare) -> String {
    let Some(change) = compare.change() else { return String::new() };
    let Some(citation) = change.citations.get(compare.citation) else { return String::new() };
    let [before, after] = &compare.sides;
    let told = |side: &State, cited| reference(&side.inspection, cited);
    let references = [
        citation.before.map(|cited| told(before, cited)),
        citation.after.map(|cited| told(after, cited)),
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

/// The keys, or what there is to say.
fn foot(compare: &Compare) -> String {
    if let Some(message) = &compare.message {
        return message.clone();
    }
    let hints = HINTS.iter().filter_map(|(command, label)| {
        let key = compare.keymap.keys_of(Section::Browse, command).next()?;
        Some(format!("{key} {label}"))
    });
    hints.collect::<Vec<_>>().join("  ")
}
