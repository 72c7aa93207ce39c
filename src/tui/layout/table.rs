//! Tables: columns side by side, or one card per row if columns would become too narrow.

use super::row::Row;
use crate::tui::role::Role;

/// A column that would become narrower than this, in cells, makes cards of the rows.
const MIN_COLUMN: usize = 12;

/// Between two columns.
const BORDER: &str = " │ ";

/// The layout of the rows of a table, the same for all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    /// The width of each column.
    pub(super) widths: Vec<usize>,
    /// True if cells are folded, so that a rule has to part the rows.
    pub(super) is_ruled: bool,
    /// True if each row is a card.
    pub(super) is_cards: bool,
    /// For each column, true if its cells end at the right.
    pub(super) right: Vec<bool>,
}

impl Grid {
    /// Columns of `natural` widths in `room` cells: wide columns give way first.
    pub(super) fn new(natural: &[usize], room: usize) -> Self {
        let room = room.saturating_sub(3 * natural.len().saturating_sub(1));
        let widths = fit(natural, room);
        let is_ruled = widths != natural;
        let mut columns = widths.iter().zip(natural);
        let is_narrow = columns.any(|(width, natural)| width < natural && *width < MIN_COLUMN);
        Self { is_cards: is_narrow && natural.len() > 1, widths, is_ruled, right: Vec::new() }
    }

    pub(super) fn rows(&self, cells: &[Row], first: &Row, rest: &Row) -> Vec<Row> {
        let fold = |(cell, width): (&Row, &usize)| {
            cell.wrap(&Row::default(), &Row::default(), (*width).max(1))
        };
        let columns: Vec<Vec<Row>> = cells.iter().zip(&self.widths).map(fold).collect();
        let height = columns.iter().map(Vec::len).max().unwrap_or(1);
        let mut rows = Vec::new();
        for index in 0..height {
            let mut row = if index == 0 { first.clone() } else { rest.clone() };
            let last = columns.len().saturating_sub(1);
            for (column, (lines, width)) in columns.iter().zip(&self.widths).enumerate() {
                if column > 0 {
                    row.decorate(BORDER, Role::Muted);
                }
                let line = lines.get(index);
                let blanks = " ".repeat(width.saturating_sub(line.map_or(0, Row::width)));
                let is_right = self.right.get(column).copied().unwrap_or_default();
                if is_right {
                    row.decorate(&blanks, Role::Text);
                }
                if let Some(line) = line {
                    row.append(line);
                }
                if !is_right && column < last {
                    row.decorate(&blanks, Role::Text);
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Returns the rule below a row.
    pub(super) fn rule(&self, lead: &Row) -> Row {
        let mut rule = lead.clone();
        let lines: Vec<String> = self.widths.iter().map(|width| "─".repeat(*width)).collect();
        rule.decorate(&lines.join("─┼─"), Role::Muted);
        rule
    }
}

/// Returns the rows of a card: each cell after the head of its column.
pub(super) fn card(
    heads: &[String],
    cells: &[Row],
    room: usize,
    first: &Row,
    rest: &Row,
) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut lead = first;
    for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        let (mut begins, mut goes_on) = (lead.clone(), rest.clone());
        if let Some(head) = heads.get(column).filter(|head| !head.is_empty()) {
            begins.decorate(&format!("{head}: "), Role::Heading);
        }
        goes_on.decorate("  ", Role::Text);
        rows.extend(cell.wrap(&begins, &goes_on, room));
        lead = rest;
    }
    rows
}

/// Returns column widths that fit into `room` cells; wide columns shrink first.
fn fit(widths: &[usize], room: usize) -> Vec<usize> {
    let mut widths = widths.to_vec();
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max().filter(|width| **width > 4) else { break };
        *widest -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_widths_where_there_is_room() {
        let grid = Grid::new(&[10, 60, 20], 100);
        assert_eq!((grid.widths.as_slice(), grid.is_ruled), (&[10, 60, 20][..], false));
    }

    #[test]
    fn wide_columns_give_way_and_narrow_ones_make_cards() {
        let grid = Grid::new(&[10, 60, 20], 60);
        assert_eq!((grid.widths.as_slice(), grid.is_ruled), (&[10, 24, 20][..], true));
        assert!(!grid.is_cards);
        assert!(Grid::new(&[40, 60, 20, 30], 50).is_cards);
        assert!(!Grid::new(&[300], 8).is_cards, "a single column is text");
    }
}
