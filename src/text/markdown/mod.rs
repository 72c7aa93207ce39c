//! The structure of a Markdown response, with every piece of text traced to its bytes.
//!
//! Markers are masked before parsing, so that their content is never read as Markdown and offsets
//! still hold.

mod mask;
mod build;
mod elements;
pub mod html;
mod inline;
mod repair;
mod table;
mod split;

use super::Span;
pub use elements::{Element, ElementKind, elements};

/// A block that is laid out separately: a paragraph, a heading, one list item's paragraph, …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its kind.
    pub kind: BlockKind,
    /// Bytes of the response, markup included.
    pub span: Span,
    /// Number of block quotes around it.
    pub quote_depth: usize,
    /// Number of lists around it.
    pub list_depth: usize,
    /// `-` or `3.` on the first block of a list item.
    pub bullet: Option<String>,
    /// A blank row is shown above it (false between items of a tight list and between table rows).
    pub gap_above: bool,
    /// Its text in order; for a table row the cells' runs are parted by [`RunText::Cell`].
    pub runs: Vec<Run>,
}

/// The kinds of [`Block`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// A heading of level 1 to 6.
    Heading(u8),
    /// A fenced or indented code block with its language word, if any; runs hold whole lines.
    Code {
        /// The first word of the info string.
        language: Option<String>,
    },
    /// One row of a table.
    TableRow {
        /// True if it is the head row.
        head: bool,
        /// The width of each column in terminal cells, over the whole table.
        widths: Vec<usize>,
    },
    /// A thematic break.
    Rule,
    /// Raw HTML, shown as it is.
    Html,
}

/// A stretch of text in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The bytes of the response that it shows.
    pub span: Span,
    /// The text that is shown.
    pub text: RunText,
    /// Its style.
    pub style: RunStyle,
}

/// The content of a [`Run`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunText {
    /// The bytes of the span themselves.
    Source,
    /// Other text than the bytes: an entity's character, blanks for a tab.
    Replaced(String),
    /// A line break inside a paragraph that may be a blank.
    SoftBreak,
    /// A line break that stays one.
    HardBreak,
    /// The border between two table cells.
    Cell,
}

/// The inline styles of a [`Run`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent inline styles of Markdown")]
pub struct RunStyle {
    /// `**bold**`.
    pub bold: bool,
    /// `*italic*`.
    pub italic: bool,
    /// `~~struck~~`.
    pub struck: bool,
    /// `` `code` ``, or inside a code block.
    pub code: bool,
    /// Inside a link.
    pub link: bool,
}

/// Maximum bytes of text in a block before it is split.
///
/// A block is laid out whole whenever one of its rows is in view, so its size bounds the cost of a
/// frame. A longer one is cut into several of the same kind: at a line break if there is one in the
/// second half, otherwise at a blank, otherwise between two characters, but never inside a masked
/// span. Only the first part has the bullet and the gap; the parts of a table row become
/// paragraphs.
pub const BLOCK_LIMIT: usize = 16 * 1024;

/// The assumed width of a masked span in a table, in terminal cells: it is drawn as a chip such as
/// `[2 L8-L13]`, whose exact width is only known when citations are numbered.
pub const CHIP_CELLS: usize = 8;

/// Returns the blocks of `text`, in order, with the spans in `masked` treated as plain words.
///
/// `masked` must be sorted, not overlapping and on character boundaries of `text`.
///
/// The runs' spans ascend without overlap over all blocks and are on character boundaries. Every
/// masked span is inside runs, even where Markdown would not show it (a link's address, an info
/// string, a table cell too many): there it gets a run of its own. Definitions of link references
/// are shown as paragraphs, because an answer's list of sources is often written in that form, and
/// footnote references and definitions keep their `[^1]`.
///
/// A run of a code or HTML block is one line with its line end. Time is linear in the text.
pub fn parse(text: &str, masked: &[Span]) -> Vec<Block> {
    let copy = mask::masked_copy(text, masked);
    let mut blocks = build::blocks(&copy);
    repair::show_definitions(&mut blocks, &copy);
    repair::show_masked(&mut blocks, masked);
    table::measure(&mut blocks, text, masked);
    split::part_long_blocks(blocks, &copy, masked)
}

/// Returns `text` with each span of `masked` overwritten by as many bytes without a meaning in
/// Markdown.
///
/// `masked` as for [`parse`].
pub fn masked(text: &str, masked: &[Span]) -> String {
    mask::masked_copy(text, masked)
}

/// Returns the byte ranges of code spans and code blocks in `text`, with contents and fences.
///
/// `masked` as for [`parse`]. A mark after the fence that closes a block is no part of it: models
/// write `` ``` [2] ``, which closes nothing in Markdown and would swallow the rest of the text.
pub fn code_spans(text: &str, masked: &[Span]) -> Vec<Span> {
    if !may_have_code(text) {
        return Vec::new();
    }
    let after = mask::marks_behind_fences(text);
    let is_new = |mark: &&Span| !masked.iter().any(|span| span.overlaps(**mark));
    let mut all: Vec<Span> = masked.iter().chain(after.iter().filter(is_new)).copied().collect();
    all.sort_unstable();
    let code = elements(text, &all).into_iter().filter(|one| one.kind.is_code());
    code.map(|one| without_mark(text, one.span, &after)).collect()
}

/// Returns the name that a forge gives to a heading, for links to it: `fees--terms` for `Fees & terms`
/// (github.com, "Section links").
pub(crate) fn heading_name(words: &str) -> String {
    let mut name = String::new();
    for c in words.trim().to_lowercase().chars() {
        match c {
            ' ' => name.push('-'),
            '-' | '_' => name.push(c),
            c if c.is_alphanumeric() => name.push(c),
            _ => {}
        }
    }
    name
}

/// True if a text has what begins code: a backtick, a fence of tildes, or an indentation.
fn may_have_code(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2(b'`', b'\t', bytes).is_some()
        || ["~~~", "    "].iter().any(|it| memchr::memmem::find(bytes, it.as_bytes()).is_some())
}

/// Returns the code in `span` without the mark after its last fence.
fn without_mark(text: &str, span: Span, behind: &[Span]) -> Span {
    let last = behind.partition_point(|mark| mark.start < span.end);
    let mark = last.checked_sub(1).and_then(|at| behind.get(at)).filter(|mark| {
        let has_fence = text.get(span.start..mark.start).is_some_and(|code| code.contains('\n'));
        let after = text.get(mark.end..span.end.max(mark.end)).unwrap_or_default();
        has_fence && after.trim().is_empty()
    });
    mark.map_or(span, |mark| Span::new(span.start, mark.start))
}
