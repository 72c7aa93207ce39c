//! The response as rows: either lightly rendered Markdown with a chip for every citation, or the
//! raw text with each marker's characters made visible.

use std::rc::Rc;
use std::sync::Arc;

use crate::inspect::Inspection;
use crate::model::Anchor;
use crate::report::cut::{Cut, Inline, InlineKind, raw_lines};
use crate::text::markdown::{Block, BlockKind, Run, RunText};
use crate::text::{Span, lines};
use crate::tui::chip::ChipSign;
use crate::tui::colours::Colours;
use crate::tui::layout::block::{leads, quote_lead};
use crate::tui::layout::inlines::Inlines;
use crate::tui::layout::row::Row;
use crate::tui::layout::row_cache::RowCache;
use crate::tui::layout::table::{Grid, card};
use crate::tui::layout::{Flow, RowPlace};
use crate::tui::role::Role;

/// The number of items, backwards from the citation's place, that are searched for its chip.
const CHIP_ITEMS: usize = 4;

/// A response cut into blocks, ready to be laid out at one width.
#[derive(Debug)]
pub struct ResponseFlow {
    inlines: Inlines,
    lines: Option<Vec<Span>>,
    width: usize,
    wrap: bool,
    tab_width: u16,
    rows: RowCache,
}

impl ResponseFlow {
    /// Returns the flow of a response that was taken apart.
    pub fn new(inspection: Arc<Inspection>, cut: Cut) -> Self {
        let inlines = Inlines {
            inspection,
            cut,
            colours: Rc::default(),
            selected: None,
            signs: Rc::default(),
            marks: Rc::default(),
        };
        let rows = RowCache::default();
        Self { inlines, lines: None, width: 1, wrap: true, tab_width: 0, rows }
    }

    /// Sets the cells between tab stops.
    pub fn set_tab_width(&mut self, tab_width: u16) {
        if self.tab_width != tab_width {
            self.rows.clear();
        }
        self.tab_width = tab_width;
    }

    /// Sets the parameters of the layout; discards rows laid out with others.
    pub fn set(&mut self, width: usize, wrap: bool, selected: Option<usize>) {
        let width = width.max(1);
        if (self.width, self.wrap) != (width, wrap) {
            self.rows.clear();
        } else if self.inlines.selected != selected {
            for citation in [self.inlines.selected, selected].into_iter().flatten() {
                for item in self.items_of(citation) {
                    self.rows.forget(item);
                }
            }
        }
        (self.width, self.wrap, self.inlines.selected) = (width, wrap, selected);
    }

    /// Returns true if its rows are laid out with these parameters.
    pub fn is_laid_out_for(&self, width: usize, wrap: bool, selected: Option<usize>) -> bool {
        (self.width, self.wrap, self.inlines.selected) == (width.max(1), wrap, selected)
    }

    /// Sets the signs of the chips, by citation.
    pub fn set_signs(&mut self, signs: &Rc<Vec<ChipSign>>) {
        if self.inlines.signs != *signs {
            self.rows.clear();
            self.inlines.signs = Rc::clone(signs);
        }
    }

    /// Sets which citations are marked as changed.
    pub fn set_marks(&mut self, marks: &Rc<Vec<bool>>) {
        if self.inlines.marks != *marks {
            self.rows.clear();
            self.inlines.marks = Rc::clone(marks);
        }
    }

    /// Shows the raw text, or the rendered one.
    pub fn set_raw(&mut self, raw: bool) {
        if raw == self.lines.is_some() {
            return;
        }
        self.rows.clear();
        self.lines = raw.then(|| raw_lines(&self.inlines.inspection.case.response.text));
    }

    /// Sets colours that arrived.
    pub fn set_colours(&mut self, colours: Rc<Colours>) {
        self.rows.clear();
        self.inlines.colours = colours;
    }

    /// Returns the language words and text spans of the code blocks from one item to another.
    pub fn code_blocks(&self, first: usize, last: usize) -> Vec<(&str, Vec<Span>)> {
        if self.is_raw() {
            return Vec::new();
        }
        let blocks = self
            .inlines
            .cut
            .blocks
            .get(first..=last.min(self.inlines.cut.blocks.len().saturating_sub(1)));
        let code = blocks.unwrap_or_default().iter().filter_map(|block| match &block.kind {
            BlockKind::Code { language: Some(language) } => {
                let spans = block.runs.iter().map(|run| run.span).collect();
                Some((language.as_str(), spans))
            }
            _ => None,
        });
        code.collect()
    }

    /// Replaces the inspection by one with more results for the same case.
    pub fn set_inspection(&mut self, inspection: &Arc<Inspection>) {
        self.rows.clear();
        self.inlines.inspection = Arc::clone(inspection);
    }

    /// Returns the text of some bytes as it is read: without marks of Markdown and of citations.
    pub fn read_text(&self, span: Span) -> String {
        let text = self.inlines.text();
        let mut shown = String::new();
        let blocks = self.inlines.cut.blocks.iter().filter(|block| block.span.overlaps(span));
        for run in blocks.flat_map(|block| &block.runs).filter(|run| run.span.overlaps(span)) {
            match &run.text {
                RunText::Source => {
                    let parts = self.inlines.cut.parts(run.span);
                    for (part, _) in parts.into_iter().filter(|(_, inline)| inline.is_none()) {
                        let part = Span::new(part.start.max(span.start), part.end.min(span.end));
                        let part = Some(part).filter(|part| part.start < part.end);
                        shown.push_str(part.and_then(|part| part.slice(text)).unwrap_or_default());
                    }
                }
                RunText::Replaced(text) => shown.push_str(text),
                RunText::SoftBreak | RunText::HardBreak | RunText::Cell => shown.push(' '),
            }
        }
        shown
    }

    /// Returns true if an item is a block of code, whose line breaks are its own.
    pub fn is_code(&self, item: usize) -> bool {
        let block = self.inlines.cut.blocks.get(item).filter(|_| !self.is_raw());
        block.is_some_and(|block| matches!(block.kind, BlockKind::Code { .. }))
    }

    /// Returns true if the raw text is shown.
    pub fn is_raw(&self) -> bool {
        self.lines.is_some()
    }

    /// Returns the item that holds byte `offset`, or the nearest one before it.
    pub fn item_at(&self, offset: usize) -> Option<usize> {
        let count = match &self.lines {
            Some(lines) => lines.partition_point(|line| line.start <= offset),
            None => self.inlines.cut.blocks.partition_point(|block| block.span.start <= offset),
        };
        (self.len() > 0).then(|| count.saturating_sub(1))
    }

    /// Returns the items that may hold the chip of a citation, the likeliest first: if its place is
    /// inside markup, the chip follows the text before.
    fn items_of(&self, citation: usize) -> impl Iterator<Item = usize> + use<> {
        let citation = self.inlines.inspection.case.response.citations.get(citation);
        let last = citation.and_then(|citation| self.item_at(citation.anchor.shown_at()));
        last.into_iter().flat_map(|last| (0..=last).rev().take(CHIP_ITEMS))
    }

    /// Returns the row that shows byte `offset`, or the nearest one.
    pub fn place_of(&self, offset: usize) -> Option<RowPlace> {
        let item = self.item_at(offset)?;
        let rows = self.rows(item);
        let shows = |row: &Row| {
            row.glyphs().any(|(_, glyph)| {
                glyph.span.contains(offset) || glyph.span.start >= offset && !glyph.span.is_empty()
            })
        };
        let row = rows.iter().position(shows).unwrap_or(rows.len().saturating_sub(1));
        Some(RowPlace { item, row })
    }

    /// Returns the place of a citation's chip: after the claim, which may begin rows before.
    /// Without a chip, returns the start of the anchor.
    pub fn place_of_chip(&self, citation: usize, anchor: Anchor) -> Option<RowPlace> {
        let found = self.items_of(citation).find_map(|item| {
            let rows = self.rows(item);
            let row = rows.iter().position(|row| row.cells_of_chip(citation).is_some())?;
            Some(RowPlace { item, row })
        });
        found.or_else(|| self.place_of(anchor.span.start))
    }

    fn len(&self) -> usize {
        self.lines.as_ref().map_or(self.inlines.cut.blocks.len(), Vec::len)
    }

    fn lay_out(&self, item: usize) -> Vec<Row> {
        if let Some(lines) = &self.lines {
            return self.raw_rows(lines.get(item).copied().unwrap_or_default());
        }
        let above = item.checked_sub(1).and_then(|above| self.inlines.cut.blocks.get(above));
        match self.inlines.cut.blocks.get(item) {
            Some(block) => self.block_rows(item, block, above),
            None => vec![Row::default()],
        }
    }

    fn raw_rows(&self, span: Span) -> Vec<Row> {
        let mut line = Row::with_tabs(self.tab_width);
        let look = |inline: Option<Inline>| match inline.map(|inline| inline.what) {
            Some(InlineKind::Citation(index)) => (self.inlines.chip_role(index), Some(index)),
            Some(InlineKind::Card(_)) => (Role::Card, None),
            None => (Role::Text, None),
        };
        for (part, inline) in self.inlines.cut.parts(span) {
            let text = part.slice(self.inlines.text()).unwrap_or_default();
            match look(inline) {
                (role, Some(index)) => line.marker(text, part.start, role, index),
                (role, None) => line.text(text, part.start, role.into()),
            }
        }
        self.fold(&line, &Row::default(), &Row::default())
    }

    fn fold(&self, line: &Row, first: &Row, rest: &Row) -> Vec<Row> {
        if self.wrap {
            line.wrap(first, rest, self.width)
        } else {
            line.wrap(first, rest, usize::MAX)
        }
    }

    fn block_rows(&self, item: usize, block: &Block, above: Option<&Block>) -> Vec<Row> {
        let mut rows = Vec::new();
        let (first, rest) = leads(block);
        if block.gap_above {
            let depth = above.map_or(0, |above| above.quote_depth).min(block.quote_depth);
            rows.push(quote_lead(depth));
        }
        match &block.kind {
            BlockKind::Rule => {
                let mut row = first.clone();
                let width = self.width.saturating_sub(row.width());
                row.decorate(&"─".repeat(width), Role::Muted);
                rows.push(row);
            }
            BlockKind::TableRow { .. } => {
                rows.extend(self.table_rows(item, block, (&first, &rest)));
            }
            _ => {
                let lines = self.hard_lines(block);
                let mut lead = &first;
                for line in &lines {
                    rows.extend(self.fold(line, lead, &rest));
                    lead = &rest;
                }
            }
        }
        if rows.is_empty() {
            rows.push(first);
        }
        rows
    }

    /// Returns the block's text as unwrapped rows, one for each line that must stay one.
    fn hard_lines(&self, block: &Block) -> Vec<Row> {
        let mut lines = vec![Row::with_tabs(self.tab_width)];
        for run in &block.runs {
            if run.text == RunText::HardBreak {
                lines.push(Row::with_tabs(self.tab_width));
                continue;
            }
            if matches!(block.kind, BlockKind::Code { .. } | BlockKind::Html) {
                self.code_run(&mut lines, run);
            } else if let Some(line) = lines.last_mut() {
                self.inlines.run(line, run, block);
            }
        }
        if lines.len() > 1 && lines.last().is_some_and(Row::is_empty) {
            lines.pop();
        }
        lines
    }

    /// Lays out a run that may contain line ends.
    fn code_run(&self, lines: &mut Vec<Row>, run: &Run) {
        let text = run.span.slice(self.inlines.text()).unwrap_or_default();
        let mut at = run.span.start;
        for piece in text.split_inclusive('\n') {
            let span =
                lines::without_line_end(self.inlines.text(), Span::new(at, at + piece.len()));
            if let Some(line) = lines.last_mut() {
                self.inlines.source(line, span, Role::Code.into());
            }
            if piece.ends_with('\n') {
                lines.push(Row::with_tabs(self.tab_width));
            }
            at += piece.len();
        }
    }

    fn table_rows(&self, item: usize, block: &Block, (first, rest): (&Row, &Row)) -> Vec<Row> {
        let head = self.head_of(item);
        let own = widths(block).unwrap_or_default();
        let natural = head.and_then(widths).filter(|all| all.len() >= own.len()).unwrap_or(own);
        let room = if self.wrap { self.width.saturating_sub(first.width()) } else { usize::MAX };
        let grid = Grid::new(natural, room);
        let cells = self.cells(block);
        let is_head = matches!(block.kind, BlockKind::TableRow { head: true, .. });
        let goes_on = self
            .inlines
            .cut
            .blocks
            .get(item + 1)
            .is_some_and(|next| matches!(next.kind, BlockKind::TableRow { head: false, .. }));
        if grid.is_cards && !is_head && head.is_some() {
            let heads = head.map(|head| self.cell_words(head)).unwrap_or_default();
            let mut rows = card(&heads, &cells, self.width, first, rest);
            if goes_on {
                rows.push(line_below(rest, room.min(natural.iter().sum())));
            }
            return rows;
        }
        let mut rows = if grid.is_cards {
            let mut line = Row::default();
            for (index, cell) in cells.iter().enumerate() {
                if index > 0 {
                    line.decorate(" · ", Role::Muted);
                }
                line.append(cell);
            }
            line.wrap(first, rest, self.width)
        } else {
            grid.rows(&cells, first, rest)
        };
        if grid.is_cards {
            rows.push(line_below(rest, room.min(natural.iter().sum())));
        } else if is_head || grid.is_ruled && goes_on {
            let rule = grid.rule(rest);
            rows.push(rule.cut(0, if self.wrap { self.width } else { rule.width() }));
        }
        rows
    }

    /// Returns the cells of a row of a table, not folded.
    fn cells(&self, block: &Block) -> Vec<Row> {
        let mut cells = vec![Row::default()];
        for run in &block.runs {
            if run.text == RunText::Cell {
                cells.push(Row::default());
            } else if let Some(cell) = cells.last_mut() {
                self.inlines.run(cell, run, block);
            }
        }
        cells
    }

    /// Returns the words of each cell, without chips.
    fn cell_words(&self, block: &Block) -> Vec<String> {
        let words = |cell: &Row| {
            let glyphs = cell.glyphs().filter(|(_, glyph)| glyph.chip.is_none());
            glyphs.map(|(text, _)| text).collect::<String>().trim().to_owned()
        };
        self.cells(block).iter().map(words).collect()
    }

    /// Returns the head of the table that the row `item` belongs to.
    fn head_of(&self, item: usize) -> Option<&Block> {
        let above = self.inlines.cut.blocks.get(..=item)?.iter().rev();
        let mut rows = above.take_while(|block| matches!(block.kind, BlockKind::TableRow { .. }));
        rows.find(|block| matches!(block.kind, BlockKind::TableRow { head: true, .. }))
    }
}

/// Returns a line below a card.
fn line_below(lead: &Row, width: usize) -> Row {
    let mut line = lead.clone();
    line.decorate(&"─".repeat(width), Role::Muted);
    line
}

/// Returns the widths of the columns, as a row of a table has them.
fn widths(block: &Block) -> Option<&[usize]> {
    match &block.kind {
        BlockKind::TableRow { widths, .. } => Some(widths),
        _ => None,
    }
}

impl Flow for ResponseFlow {
    fn first(&self) -> Option<usize> {
        (self.len() > 0).then_some(0)
    }

    fn last(&self) -> Option<usize> {
        self.len().checked_sub(1)
    }

    fn next(&self, item: usize) -> Option<usize> {
        (item + 1 < self.len()).then_some(item + 1)
    }

    fn previous(&self, item: usize) -> Option<usize> {
        item.checked_sub(1)
    }

    fn rows(&self, item: usize) -> Rc<Vec<Row>> {
        self.rows.rows(item, || self.lay_out(item))
    }
}
