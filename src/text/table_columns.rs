//! The columns of tables in Markdown that are headed by a word for sources.

use super::Span;
use super::list_heading;

/// Returns the cells below the heads that name sources, such as `Source` or `References`, in order.
pub(crate) fn labelled_cells(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    // The columns of the table, by their places in a row.
    let mut columns: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if !line.contains('|') {
            columns.clear();
            continue;
        }
        let row = cells(line, at);
        if columns.is_empty() {
            let heads = row
                .iter()
                .enumerate()
                .filter(|(_, cell)| cell.slice(text).is_some_and(list_heading::heads_cells));
            columns = heads.map(|(column, _)| column).collect();
            continue;
        }
        found.extend(columns.iter().filter_map(|column| row.get(*column)));
    }
    found
}

/// Returns the cells of a row of a table, whose line begins at `start`, without the blanks around
/// them.
fn cells(line: &str, start: usize) -> Vec<Span> {
    let row = line.trim_end();
    let row = row.strip_suffix('|').unwrap_or(row);
    let inner = row.trim_start().strip_prefix('|').unwrap_or(row);
    let mut at = start + row.len() - inner.len();
    let mut cells = Vec::new();
    for cell in inner.split('|') {
        let begins = at + cell.len() - cell.trim_start().len();
        cells.push(Span::new(begins, begins + cell.trim().len()));
        at += cell.len() + 1;
    }
    cells
}
