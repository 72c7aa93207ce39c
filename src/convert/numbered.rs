//! `numbered`: `[1]` in the text and a list of the sources at its end, or the references themselves
//! in brackets. A number has its locator with it, `[1, L8-L13; 2]`, as pincite reads them.

use super::blanks::{apart, blank_after, blank_before};
use super::escapes::escape_numbers;
use super::references::{is_written, item, with_list};
use super::wording::{CitationMark, Layout, Wording};
use super::{Conversion, Fact, ReferencePlace};

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "numbered",
    title: "Markdown with numbers, [1], and a list of sources",
    extension: "md",
    holds: &[Fact::Citations, Fact::Titles, Fact::Addresses],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| number.to_string());
    wording.lose_places(|_, _, target| target.locator.as_ref().is_some_and(is_written));
    if wording.options.references == ReferencePlace::Inline {
        let words = |mark: &CitationMark| match wording.in_words(mark).as_str() {
            "" => String::new(),
            words => format!("{}({words})", apart(wording, mark)),
        };
        return wording.edited(&Layout::READERS, words).text;
    }
    let layout = Layout { escape: Some(escape_numbers), ..Layout::READERS };
    let edited = wording.edited(&layout, |mark| {
        let targets: Vec<String> = wording.targets(mark).map(|(n, it)| item(n, it)).collect();
        if targets.is_empty() {
            return String::new();
        }
        let after = blank_after(wording, mark);
        format!("{}[{}]{after}", blank_before(wording, mark), targets.join("; "))
    });
    let line = |number| format!("[{number}] {}", wording.reference(number));
    let list: Vec<String> = (1..=wording.cited.len()).map(line).collect();
    with_list(&edited.text, Some("## References"), &list)
}
