//! A cache of rows, so that moving about in a text lays little out anew.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::row::Row;

/// Maximum number of items; more are laid out again when needed.
const MAX: usize = 256;

/// The rows of some items of a flow.
#[derive(Debug, Default)]
pub(super) struct RowCache(RefCell<BTreeMap<usize, Rc<Vec<Row>>>>);

impl RowCache {
    /// Returns the rows of an item, laid out by `lay_out` unless they are cached.
    pub(super) fn rows(&self, item: usize, lay_out: impl FnOnce() -> Vec<Row>) -> Rc<Vec<Row>> {
        if let Some(rows) = self.0.borrow().get(&item) {
            return Rc::clone(rows);
        }
        let rows = Rc::new(lay_out());
        let mut cached = self.0.borrow_mut();
        if cached.len() >= MAX {
            cached.clear();
        }
        cached.insert(item, Rc::clone(&rows));
        rows
    }

    pub(super) fn forget(&self, item: usize) {
        self.0.borrow_mut().remove(&item);
    }

    /// Forgets all.
    pub(super) fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}
