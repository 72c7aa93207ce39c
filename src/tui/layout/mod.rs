//! From text to rows, a little at a time.
//!
//! A [`Flow`] is a text cut into items (the blocks of a response, the lines of a source) that can
//! be laid out one by one. Only what is visible is ever laid out, so no length of text is special;
//! [`Window`] keeps the place in it.

mod block;
pub mod response;
pub mod row;
mod row_cache;
pub mod source;
mod source_table;
mod table;
pub mod window;

use std::rc::Rc;

use row::Row;

pub use window::{Place, Window};

/// A text that is laid out item by item. Items are named by numbers that grow along the text.
pub trait Flow {
    /// The first item; `None` when there is nothing.
    fn first(&self) -> Option<usize>;
    /// The last item.
    fn last(&self) -> Option<usize>;
    /// The item behind `item`.
    fn next(&self, item: usize) -> Option<usize>;
    /// The item before `item`.
    fn previous(&self, item: usize) -> Option<usize>;
    /// The rows of `item`, at least one.
    fn rows(&self, item: usize) -> Rc<Vec<Row>>;
}
