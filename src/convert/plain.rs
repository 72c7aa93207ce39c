//! `plain`: the response without citations, as `pincite strip` prints it.
//!
//! Blanks before a marker of the citation guide stay, as the guide's helper leaves them.

use super::Conversion;
use super::wording::{Layout, Wording};

/// The entry in the table of conversions.
pub const CONVERSION: Conversion = Conversion {
    name: "plain",
    title: "the response without citations",
    extension: "md",
    holds: &[],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.bare(&Layout { drops_list: false, keeps_blanks: true, ..Layout::READERS }).text
}
