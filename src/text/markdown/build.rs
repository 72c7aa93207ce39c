//! Turns the parser's events into blocks and runs.
//!
//! The parser gives a range with each event. Most text is a slice of the copy and becomes a source
//! run; text that the parser made up (entities, spaces for a tab) becomes a replacement.

use pulldown_cmark::{CodeBlockKind, Event, OffsetIter, Options, Parser, Tag, TagEnd};

use super::{Block, BlockKind, RunStyle, RunText};
use crate::text::Span;

/// Returns the events of a masked copy with their bytes.
pub(super) fn events(copy: &str) -> OffsetIter<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    Parser::new_ext(copy, options).into_offset_iter()
}

/// Returns the blocks of a masked copy, of any size, tables not yet measured.
pub(super) fn blocks(copy: &str) -> Vec<Block> {
    let mut builder = Builder { copy, ..Builder::default() };
    for (event, range) in events(copy) {
        builder.take(event, Span::from(range));
    }
    builder.close();
    builder.blocks
}

/// The block being built; its text comes from `inline.rs`.
#[derive(Default)]
pub(super) struct Builder<'t> {
    pub(super) copy: &'t str,
    blocks: Vec<Block>,
    /// The block that runs are added to.
    pub(super) opened: Option<Block>,
    pub(super) quote_depth: usize,
    /// The open lists from outside in, with the next number of the ordered ones.
    lists: Vec<Option<u64>>,
    /// The bullet of an item without a block yet, and its place.
    bullet: Option<(String, usize)>,
    /// The `[^1]:` of a definition of which no block was seen yet.
    footnote: Option<Span>,
    pub(super) nesting: Nesting,
    /// End of the last run; runs never start before it.
    pub(super) last_end: usize,
}

/// Number of times each inline style is open; Markdown allows bold within bold.
#[derive(Default)]
pub(super) struct Nesting {
    bold: usize,
    italic: usize,
    struck: usize,
    link: usize,
}

impl Nesting {
    pub(super) fn style(&self) -> RunStyle {
        RunStyle {
            bold: self.bold > 0,
            italic: self.italic > 0,
            struck: self.struck > 0,
            code: false,
            link: self.link > 0,
        }
    }
}

impl Builder<'_> {
    fn take(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, span),
            Event::Text(text) | Event::Html(text) => self.text(&text, span),
            Event::Code(_) => self.code(span),
            Event::InlineHtml(_) => self.pieces(span, self.nesting.style()),
            Event::SoftBreak => self.push(span, RunText::SoftBreak, self.nesting.style()),
            Event::HardBreak => self.push(span, RunText::HardBreak, self.nesting.style()),
            Event::TaskListMarker(_) => self.task(span),
            Event::Rule => {
                self.open(BlockKind::Rule, span);
                self.close();
            }
            // Math is not enabled: dollar signs in an answer are mostly money.
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {
                self.push(span, RunText::Source, self.nesting.style());
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>, span: Span) {
        match tag {
            Tag::Paragraph => self.open(BlockKind::Paragraph, span),
            Tag::Heading { level, .. } => self.open(BlockKind::Heading(level as u8), span),
            Tag::CodeBlock(kind) => {
                self.open(BlockKind::Code { language: language(&kind) }, span);
            }
            Tag::HtmlBlock => self.open(BlockKind::Html, span),
            Tag::TableHead => self.open_row(true, span),
            Tag::TableRow => self.open_row(false, span),
            Tag::TableCell => self.open_cell(span),
            Tag::BlockQuote(_) => {
                self.close();
                self.quote_depth += 1;
            }
            Tag::List(first) => {
                self.close();
                self.flush_pending(span.start);
                self.lists.push(first);
            }
            Tag::Item => self.open_item(span),
            Tag::FootnoteDefinition(_) => self.open_footnote(span),
            Tag::Emphasis => self.nesting.italic += 1,
            Tag::Strong => self.nesting.bold += 1,
            Tag::Strikethrough => self.nesting.struck += 1,
            Tag::Link { .. } => self.nesting.link += 1,
            Tag::Table(_)
            | Tag::Image { .. }
            | Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::TableHead
            | TagEnd::TableRow => {
                self.reach(span.end);
                self.close();
            }
            TagEnd::BlockQuote(_) => {
                self.close();
                self.quote_depth = self.quote_depth.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.close();
                self.lists.pop();
            }
            TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.close();
                self.flush_pending(span.end);
            }
            TagEnd::Emphasis => self.nesting.italic = self.nesting.italic.saturating_sub(1),
            TagEnd::Strong => self.nesting.bold = self.nesting.bold.saturating_sub(1),
            TagEnd::Strikethrough => self.nesting.struck = self.nesting.struck.saturating_sub(1),
            TagEnd::Link => self.nesting.link = self.nesting.link.saturating_sub(1),
            TagEnd::Table
            | TagEnd::TableCell
            | TagEnd::Image
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
        // Inline markup reaches past the last run: `**` and a link's address belong to the block.
        self.reach_inline(tag, span.end);
    }

    fn reach_inline(&mut self, tag: TagEnd, end: usize) {
        use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong};
        if matches!(tag, Emphasis | Strong | Strikethrough | Link | Image) {
            self.reach(end);
        }
    }

    fn open_item(&mut self, span: Span) {
        self.close();
        let bullet = match self.lists.last_mut() {
            Some(Some(number)) => {
                let bullet = format!("{number}.");
                *number = number.saturating_add(1);
                bullet
            }
            _ => "-".to_owned(),
        };
        self.bullet = Some((bullet, span.start));
    }

    fn open_footnote(&mut self, span: Span) {
        self.close();
        let definition = span.slice(self.copy).unwrap_or_default();
        self.footnote = definition
            .find("]:")
            .map(|colon| Span::new(span.start, span.start + colon + "]:".len()));
    }

    fn open_row(&mut self, head: bool, span: Span) {
        self.open(BlockKind::TableRow { head, widths: Vec::new() }, span);
    }

    fn open_cell(&mut self, span: Span) {
        let first = self.opened.as_ref().is_none_or(
            |row| matches!(&row.kind, BlockKind::TableRow { widths, .. } if widths.is_empty()),
        );
        if !first {
            self.push(Span::at(span.start), RunText::Cell, RunStyle::default());
        }
        if let Some(Block { kind: BlockKind::TableRow { widths, .. }, .. }) = &mut self.opened {
            widths.push(0);
        }
    }

    /// Opens a block; closes the open one (the text of a tight list item has no end event).
    pub(super) fn open(&mut self, kind: BlockKind, span: Span) {
        self.close();
        let is_text = kind == BlockKind::Paragraph;
        if !is_text && let Some(label) = self.footnote.take() {
            self.label_block(label);
        }
        let (bullet, start) = match self.bullet.take() {
            Some((bullet, at)) => (Some(bullet), at),
            None => (None, span.start),
        };
        let start = self.footnote.map_or(start, |label| label.start.min(start));
        let gap_above = self.gap_above(start, &kind);
        self.opened = Some(Block {
            kind,
            span: Span::new(start, span.end.min(span.start)),
            quote_depth: self.quote_depth,
            list_depth: self.lists.len(),
            bullet,
            gap_above,
            runs: Vec::new(),
        });
        if let Some(label) = self.footnote.take() {
            let blank = Span::new(label.start, span.start);
            let joined = self.copy.get(label.end..span.start).is_some_and(|s| s.trim().is_empty());
            let shown = if joined { blank } else { label };
            self.push(shown, RunText::Source, RunStyle::default());
        }
    }

    /// Adds a footnote's label if its definition does not start with text.
    fn label_block(&mut self, label: Span) {
        self.open(BlockKind::Paragraph, label);
        self.push(label, RunText::Source, RunStyle::default());
        self.close();
    }

    /// Adds a block for an item or a definition without one.
    fn flush_pending(&mut self, end: usize) {
        if let Some((_, at)) = &self.bullet {
            let span = Span::new(*at, end);
            self.open(BlockKind::Paragraph, span);
            self.reach(end);
            self.close();
        }
        if let Some(label) = self.footnote.take() {
            self.label_block(label);
        }
    }

    /// Closes the open block; its span ends before the line ends after it.
    fn close(&mut self) {
        if let Some(mut block) = self.opened.take() {
            let slice = block.span.slice(self.copy).unwrap_or_default();
            block.span.end = block.span.start + slice.trim_end().len();
            if let Some(last) = block.runs.last() {
                block.span.end = block.span.end.max(last.span.end);
            }
            self.blocks.push(block);
        }
    }

    /// Extends the open block to `end`.
    pub(super) fn reach(&mut self, end: usize) {
        if let Some(block) = &mut self.opened {
            block.span.end = block.span.end.max(end);
        }
    }

    /// True if there is a gap above a block. Rows of one table touch; two blocks in lists are
    /// separated if the author left a blank line; all others are separated.
    fn gap_above(&self, start: usize, kind: &BlockKind) -> bool {
        let Some(previous) = self.blocks.last() else { return false };
        if let BlockKind::TableRow { head: false, .. } = kind {
            return false;
        }
        if previous.list_depth == 0 || self.lists.is_empty() {
            return true;
        }
        let between = self.copy.get(previous.span.end..start).unwrap_or_default();
        let lines = between.bytes().filter(|&byte| byte == b'\n').count();
        lines.max(between.bytes().filter(|&byte| byte == b'\r').count()) > 1
    }
}

/// Returns the first word of an info string; `rust,ignore` is Rust. A masked span ends the word
/// too, since its filler is commas.
fn language(kind: &CodeBlockKind<'_>) -> Option<String> {
    let CodeBlockKind::Fenced(info) = kind else { return None };
    let word = info.split([' ', '\t', ',']).find(|word| !word.is_empty())?;
    Some(word.to_owned())
}
