//! `markers`: the citation guide's private-use markers, one a citation.

use super::Conversion;
use super::losses::Fact;
use super::wording::Wording;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "markers",
    title: "text with the citation guide's markers, as OpenAI's models write them",
    extension: "md",
    holds: &[Fact::Citations],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.with_markers().0
}
