//! `markers`: the citation guide's private-use markers, one per citation.

use super::Conversion;
use super::losses::Fact;
use super::wording::{Layout, Wording};

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "markers",
    title: "text with the citation guide's markers, as OpenAI's models write them",
    extension: "md",
    holds: &[Fact::Citations],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.with_markers(Layout { drops_list: true, ..Layout::default() }).0
}
