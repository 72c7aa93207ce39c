//! Lines of text folded into rows.

use crate::tui::chip::Standing;
use crate::tui::layout::Row;
use crate::tui::role::Role;

pub(in crate::tui) fn fold(lines: &[(Role, String)], width: u16) -> Vec<Row> {
    let mut rows = Vec::new();
    for (role, text) in lines {
        let mut row = Row::default();
        row.decorate(text, *role);
        let mut indent = Row::default();
        if ["! ", "? ", Standing::NoText.sign()].iter().any(|sign| text.starts_with(sign)) {
            indent.decorate("  ", Role::Text);
        }
        rows.extend(row.wrap(&Row::default(), &indent, usize::from(width.max(1))));
    }
    rows
}
