//! The surroundings of a block: lead-ins and looks.

use unicode_width::UnicodeWidthStr as _;

use super::row::{GlyphStyle, Row};
use crate::text::markdown::{Block, BlockKind, Run};
use crate::tui::role::Role;

/// Returns true if a chip needs a blank before it: the line does not end in a blank, a bracket that
/// opens, a wide character or another chip.
pub(super) fn ends_in_word(line: &Row) -> bool {
    let is_apart = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '{');
    line.last_glyph().is_some_and(|(text, glyph)| {
        glyph.chip.is_none() && !text.chars().any(is_apart) && text.width() < 2
    })
}

pub(super) fn look_of(run: &Run, block: &Block) -> GlyphStyle {
    let role = if run.style.code {
        Role::Code
    } else if run.style.link {
        Role::Link
    } else if matches!(block.kind, BlockKind::Heading(_) | BlockKind::TableRow { head: true, .. }) {
        Role::Heading
    } else if matches!(block.kind, BlockKind::Html) {
        Role::Muted
    } else if block.quote_depth > 0 {
        Role::Quote
    } else {
        Role::Text
    };
    GlyphStyle { role, bold: run.style.bold, italic: run.style.italic, struck: run.style.struck }
}

pub(super) fn quote_lead(depth: usize) -> Row {
    let mut row = Row::default();
    row.decorate(&"▏ ".repeat(depth), Role::Muted);
    row
}

/// Returns the lead-in before the first row and before the further rows of a block.
pub(super) fn leads(block: &Block) -> (Row, Row) {
    let mut first = quote_lead(block.quote_depth);
    let mut rest = first.clone();
    if let BlockKind::Heading(level) = block.kind {
        first.decorate(&format!("{} ", "#".repeat(usize::from(level))), Role::Muted);
        rest.decorate(&" ".repeat(usize::from(level) + 1), Role::Text);
    }
    if block.list_depth > 0 {
        let indent = "  ".repeat(block.list_depth - 1);
        let bullet = block.bullet.as_deref().unwrap_or_default();
        let pad = bullet.width().max(1) + 1;
        first.decorate(&indent, Role::Text);
        if bullet.is_empty() {
            first.decorate(&" ".repeat(pad), Role::Text);
        } else {
            first.decorate(&format!("{bullet} "), Role::Muted);
        }
        rest.decorate(&indent, Role::Text);
        rest.decorate(&" ".repeat(pad), Role::Text);
    }
    if matches!(block.kind, BlockKind::Code { .. }) {
        first.decorate("  ", Role::Text);
        rest.decorate("  ", Role::Text);
    }
    (first, rest)
}
