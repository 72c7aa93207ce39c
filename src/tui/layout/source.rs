//! A source as rows: its lines, with the numbers that its locators count.
//!
//! Items are byte offsets of store rows, so a file of any size is laid out from the few lines in
//! view. The gutter is not part of the rows, because it changes with the selection. The text after
//! the main content of a page is one item while it is folded.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::evidence::texts::MAX_ALL_TEXTS;
use crate::inspect::Inspection;
use crate::model::{Division, DivisionKind, Source};
use crate::sources::Store;
use crate::text::Span;
use crate::tui::colours::Colours;
use crate::tui::layout::row::{GlyphStyle, Row};
use crate::tui::layout::row_cache::RowCache;
use crate::tui::layout::source_table::SourceTable;
use crate::tui::layout::{Flow, RowPlace};
use crate::tui::role::Role;

/// Bytes a line is taken to have while lines are not counted yet, to size the number column.
const TYPICAL_LINE: usize = 40;

/// Returns the cells of the number column for numbers up to this one: a blank apart from the mark of
/// another citation, and the digits.
fn number_cells(number: u64) -> usize {
    (1 + number.to_string().len()).max(3)
}

/// A source ready to be laid out at one width.
#[derive(Debug)]
pub struct SourceFlow {
    /// Index of the source in the case.
    pub source: usize,
    /// Its text.
    pub store: Arc<Store>,
    inspection: Arc<Inspection>,
    number_width: usize,
    has_pages: bool,
    width: usize,
    wrap: bool,
    tab_width: u16,
    colours: Rc<Colours>,
    rows: RowCache,
    /// The table laid out last.
    table: RefCell<Option<Rc<SourceTable>>>,
    /// The start of the text after the main content.
    rest: Option<usize>,
    /// True if the rest is folded.
    folded: bool,
}

impl SourceFlow {
    /// Returns the flow of a source; `None` if no text is available.
    pub fn new(inspection: &Arc<Inspection>, source: usize) -> Option<Self> {
        let store = inspection.store(source)?;
        let own = inspection.case.sources.get(source)?;
        let labels = own.divisions.iter().filter(|other| other.kind != DivisionKind::Page);
        let largest = labels.map(|division| division.number).max();
        let guess =
            || store.line_count_at_a_glance().unwrap_or((store.len() / TYPICAL_LINE) as u64);
        let has_blocks = own.divisions.iter().any(is_block);
        let number_width = number_cells(largest.unwrap_or_else(guess)) + usize::from(has_blocks);
        Some(Self {
            source,
            store: Arc::clone(store),
            inspection: Arc::clone(inspection),
            number_width,
            has_pages: own.pages().next().is_some(),
            width: 1,
            wrap: true,
            tab_width: 0,
            colours: Rc::default(),
            rows: RowCache::default(),
            table: RefCell::default(),
            rest: rest_of(inspection, source, store),
            folded: true,
        })
    }

    /// Returns the item that represents the folded rest of the page.
    pub fn fold(&self) -> Option<usize> {
        self.rest.filter(|_| self.folded)
    }

    /// Returns true if there is a rest to fold.
    pub fn has_rest(&self) -> bool {
        self.rest.is_some()
    }

    /// Folds or unfolds the rest.
    pub fn set_folded(&mut self, folded: bool) {
        self.rows.clear();
        self.folded = folded;
    }

    /// Unfolds the rest if `span` reaches into it; the whole text is seen by its beginning.
    pub fn unfold_for(&mut self, span: Span) {
        let reaches =
            |rest: usize| span.start >= rest || rest < span.end && span.end < self.store.len();
        if self.fold().is_some_and(reaches) {
            self.set_folded(false);
        }
    }

    /// Sets the cells between tab stops.
    pub fn set_tab_width(&mut self, tab_width: u16) {
        if self.tab_width != tab_width {
            self.rows.clear();
        }
        self.tab_width = tab_width;
    }

    /// Sets the parameters of the layout; discards rows laid out with others.
    pub fn set(&mut self, width: usize, wrap: bool) {
        let width = width.saturating_sub(self.gutter()).max(1);
        if (self.width, self.wrap) != (width, wrap) {
            self.rows.clear();
        }
        (self.width, self.wrap) = (width, wrap);
    }

    /// Sets colours that arrived.
    pub fn set_colours(&mut self, colours: Rc<Colours>) {
        self.rows.clear();
        self.colours = colours;
    }

    /// Replaces the inspection by one with more results for the same case.
    pub fn set_inspection(&mut self, inspection: &Arc<Inspection>) {
        self.inspection = Arc::clone(inspection);
    }

    /// Updates the layout after the lines are counted. The number column only grows, and only if it
    /// has to, so that the text stays in place.
    pub fn update_number_width(&mut self) {
        self.rows.clear();
        self.number_width = self.number_width.max(self.last_number().map_or(0, number_cells));
    }

    /// Cells of the gutter: a mark, the number column, a blank or two. Numbers of up to three digits
    /// have the same gutter, so that the text stays in place while lines are counted.
    pub fn gutter(&self) -> usize {
        self.number_width.max(4) + 2
    }

    /// Returns the gutter's text for the item: the printed label, else the line on its page, else
    /// the physical line; empty for lines without a number.
    pub fn number(&self, item: usize) -> String {
        let divisions = self.divisions();
        let Some(row) = self.store.row_at(item) else { return String::new() };
        if row.continued || self.fold() == Some(item) {
            return String::new();
        }
        if let Some(page) = self.page_at(item) {
            if page.span.is_empty() {
                return String::new();
            }
            let above = self.store.line_at(page.span.start);
            let line = row.line.zip(above).map(|(line, above)| line.saturating_sub(above) + 1);
            return line.map(|line| line.to_string()).unwrap_or_default();
        }
        let starts_here =
            |division: &&Division| (row.span.start..row.next).contains(&division.span.start);
        let from = divisions.partition_point(|division| division.span.start < row.span.start);
        let division = divisions.get(from).filter(starts_here);
        let labelled_lines = divisions.iter().any(|other| other.kind == DivisionKind::Line);
        match division {
            Some(division) if division.kind == DivisionKind::Line => division.number.to_string(),
            Some(division) => format!("B{}", division.number),
            None if labelled_lines => String::new(),
            None => row.line.map(|line| line.to_string()).unwrap_or_default(),
        }
    }

    /// Returns the numbers of the first and the last block of a source whose locators count blocks.
    pub fn blocks(&self) -> Option<(u64, u64)> {
        let mut blocks = self.divisions().iter().filter(|other| is_block(other));
        let first = blocks.next()?.number;
        Some((first, blocks.next_back().map_or(first, |last| last.number)))
    }

    /// Returns the number of the block that byte `offset` is in.
    pub fn block_at(&self, offset: usize) -> Option<u64> {
        let blocks = self.divisions().iter().filter(|other| is_block(other));
        let last = blocks.take_while(|block| block.span.start <= offset).last()?;
        Some(last.number)
    }

    /// Returns the page that byte `offset` lies on; `None` for a source without pages.
    pub fn page_at(&self, offset: usize) -> Option<&Division> {
        self.own().filter(|_| self.has_pages)?.page_at(offset)
    }

    /// Returns the number of rows of an item above its text: the rule over a page's first line.
    pub fn rules(&self, item: usize) -> usize {
        usize::from(self.page_at(item).is_some_and(|page| page.span.start == item))
    }

    /// Returns the rule above a page: its number, its label, a note if it has no text.
    fn rule(&self, page: &Division) -> Row {
        let mut words = vec![format!("p. {}", page.number)];
        let remarks = self.own().map(|own| own.page_remarks(page.number)).unwrap_or_default();
        words.extend(remarks.into_iter().map(str::to_owned));
        let mut row = Row::default();
        row.decorate(&format!("── {} ", words.join(" · ")), Role::Muted);
        let width = self.width + self.gutter();
        row.decorate(&"─".repeat(width.saturating_sub(row.width())), Role::Muted);
        row.cut(0, width)
    }

    /// Returns the largest number in the gutter: the last label, else the last physical line;
    /// `None` while the lines are not counted.
    pub fn last_number(&self) -> Option<u64> {
        let lines = self.divisions().iter().filter(|other| other.kind == DivisionKind::Line);
        lines.map(|division| division.number).max().or_else(|| self.store.line_count_at_a_glance())
    }

    /// True if the lines are counted in the background without a request: only if that reads no
    /// more than would be read anyway.
    pub fn is_counted_unasked(&self) -> bool {
        self.store.len() <= MAX_ALL_TEXTS
    }

    /// Returns true if `item` is beyond the lines counted so far.
    pub fn is_past_count(&self, item: usize) -> bool {
        self.store.line_at(item).is_none()
    }

    /// Returns the width of the number column.
    pub fn number_width(&self) -> usize {
        self.number_width
    }

    /// Returns the bytes of an item, including the line end.
    pub fn span(&self, item: usize) -> Span {
        if self.fold() == Some(item) {
            return Span::new(item, self.store.len());
        }
        self.store.row_at(item).map_or(Span::at(item), |row| Span::new(row.span.start, row.next))
    }

    /// Returns the numbers of the first and the last line of a range, as far as the gutter has
    /// them.
    pub fn line_numbers(&self, range: Span) -> (Option<u64>, Option<u64>) {
        let number = |offset: usize| {
            let item = self.place_of(offset)?.item;
            self.number(item).parse().ok()
        };
        (number(range.start), number(range.end.saturating_sub(1).max(range.start)))
    }

    /// Returns the row that shows byte `offset`, or the nearest one.
    pub fn place_of(&self, offset: usize) -> Option<RowPlace> {
        if let Some(item) = self.fold().filter(|rest| *rest <= offset) {
            return Some(RowPlace { item, row: 0 });
        }
        let item = self.store.row_holding(offset)?.span.start;
        let rows = self.rows(item);
        let shows = |row: &Row| row.glyphs().any(|(_, glyph)| glyph.span.contains(offset));
        let row = rows.iter().position(shows).unwrap_or_else(|| self.rules(item));
        Some(RowPlace { item, row })
    }

    /// Returns the number of rows that bytes of it take, counted up to one more than `limit`.
    pub fn rows_of(&self, span: Span, limit: usize) -> usize {
        let first = self.place_of(span.start);
        let last = self.place_of(span.end.saturating_sub(1).max(span.start));
        let (Some(first), Some(last)) = (first, last) else { return 0 };
        super::Window::distance(self, first, last, limit) + 1
    }

    fn own(&self) -> Option<&Source> {
        self.inspection.case.sources.get(self.source)
    }

    fn folded_words(&self, rest: usize) -> String {
        let lines = self.store.line_count().zip(self.store.line_at(rest));
        let count = lines.map_or(0, |(all, first)| (all + 1).saturating_sub(first));
        match count {
            0 => "▸ more: navigation and the like".to_owned(),
            1 => "▸ 1 more line: navigation and the like".to_owned(),
            _ => format!("▸ {count} more lines: navigation and the like"),
        }
    }

    fn divisions(&self) -> &[Division] {
        self.own().map_or(&[], |source| &source.divisions)
    }

    /// Returns the table that a line belongs to, if it belongs to one.
    fn table_at(&self, item: usize) -> Option<Rc<SourceTable>> {
        let known = self.table.borrow().clone().filter(|table| table.contains(item));
        if known.is_some() {
            return known;
        }
        let is_document = self.own().is_some_and(|own| own.extracted_from.is_some());
        let table = Rc::new(SourceTable::around(&self.store, item, is_document)?);
        *self.table.borrow_mut() = Some(Rc::clone(&table));
        Some(table)
    }

    fn lay_out(&self, item: usize) -> Vec<Row> {
        let mut line = Row::with_tabs(self.tab_width);
        if self.fold() == Some(item) {
            line.decorate(&self.folded_words(item), Role::Muted);
            return vec![line];
        }
        let plain =
            if self.rest.is_some_and(|rest| rest <= item) { Role::Muted } else { Role::Text };
        if let Some(row) = self.store.row_at(item) {
            let faithful = row.text.len() == row.span.len();
            for (part, role) in self.colours.cut(row.span) {
                let inside = part.start - row.span.start..part.end - row.span.start;
                if let Some(text) = row.text.get(inside).filter(|_| faithful) {
                    line.text(text, part.start, GlyphStyle::from(role.unwrap_or(plain)));
                } else {
                    line.replaced(&row.text, row.span, plain.into());
                    break;
                }
            }
        }
        let width = if self.wrap { self.width } else { usize::MAX };
        let rows = match self.table_at(item) {
            Some(table) => table.rows(item, &line, width),
            None => line.wrap(&Row::default(), &Row::default(), width),
        };
        let page = self.page_at(item).filter(|page| page.span.start == item);
        page.map(|page| self.rule(page)).into_iter().chain(rows).collect()
    }
}

fn is_block(division: &Division) -> bool {
    !matches!(division.kind, DivisionKind::Line | DivisionKind::Page)
}

/// Returns the row at which the text after the main content begins.
pub fn rest_of(inspection: &Inspection, source: usize, store: &Store) -> Option<usize> {
    let main_end = inspection.case.sources.get(source)?.outline.main_end?;
    let rest = store.row_holding(main_end)?.span.start;
    (0 < rest && rest < store.len()).then_some(rest)
}

impl Flow for SourceFlow {
    fn first(&self) -> Option<usize> {
        self.store.row_at(0).map(|row| row.span.start)
    }

    fn last(&self) -> Option<usize> {
        if let Some(rest) = self.fold() {
            return Some(rest);
        }
        self.store.row_holding(self.store.len()).map(|row| row.span.start)
    }

    fn next(&self, item: usize) -> Option<usize> {
        if self.fold().is_some_and(|rest| rest <= item) {
            return None;
        }
        let next = self.store.row_at(item)?.next;
        self.store.row_at(next).map(|row| row.span.start)
    }

    fn previous(&self, item: usize) -> Option<usize> {
        self.store.row_before(item).map(|row| row.span.start)
    }

    fn rows(&self, item: usize) -> Rc<Vec<Row>> {
        self.rows.rows(item, || self.lay_out(item))
    }
}
