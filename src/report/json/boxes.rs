//! The boxes on pages that a format states.

#[cfg(feature = "schemas")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::model::PageBox;

/// A rectangle on a page, from the page's upper left corner.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(JsonSchema))]
pub(super) struct JsonBox {
    /// From 1.
    page: u64,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    /// `page` (parts of its width and height), `points`, `inches`, `pixels` or `unknown`.
    unit: &'static str,
}

impl From<&PageBox> for JsonBox {
    fn from(own: &PageBox) -> Self {
        let &PageBox { page, left, top, right, bottom, unit } = own;
        Self { page, left, top, right, bottom, unit: unit.name() }
    }
}
