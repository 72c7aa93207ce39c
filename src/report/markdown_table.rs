//! Markdown tables.

use std::io::{self, Write};

/// Writes the header row and the line below it.
pub fn head(titles: &[&str], out: &mut dyn Write) -> io::Result<()> {
    row(titles, out)?;
    writeln!(out, "|{}", "---|".repeat(titles.len()))
}

/// Writes one row. A `|` inside a cell is escaped.
pub fn row(cells: &[&str], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "|")?;
    for cell in cells {
        write!(out, " {} |", cell.replace('|', "\\|").replace('\n', " "))?;
    }
    writeln!(out)
}
