//! Lays out text as rows, incrementally.
//!
//! A [`Flow`] is a text divided into items (the blocks of a response, the lines of a source) that
//! can be laid out one by one. Only the visible part is ever laid out, so length does not matter;
//! [`Window`] keeps the position.

mod block;
mod inlines;
pub mod response;
pub mod row;
mod row_cache;
pub mod source;
mod source_table;
mod table;
pub mod window;

use std::rc::Rc;

pub use response::ResponseFlow;
pub use row::{Glyph, GlyphStyle, Row};
pub use source::SourceFlow;
pub use window::{RowPlace, Window};

/// A text that is laid out item by item. Items are named by numbers that grow along the text.
pub trait Flow {
    /// Returns the first item; `None` if there is none.
    fn first(&self) -> Option<usize>;
    /// Returns the last item.
    fn last(&self) -> Option<usize>;
    /// Returns the item after `item`.
    fn next(&self, item: usize) -> Option<usize>;
    /// Returns the item before `item`.
    fn previous(&self, item: usize) -> Option<usize>;
    /// Returns the rows of `item`, at least one.
    fn rows(&self, item: usize) -> Rc<Vec<Row>>;
}
