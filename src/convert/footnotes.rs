//! `footnotes`: `[^1]` in the text, and at its end a note for each cited place, `[^1]: Title,
//! L8-L13`; or, with inline references, Pandoc's inline notes, `^[Title, L8-L13, <address>]`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::blanks::mark_off;
use super::edits::Edit;
use super::references::with_list;
use super::wording::{CitationMark, Layout, Wording};
use super::{Conversion, Fact, ReferencePlace};
use crate::locator;
use crate::text::Span;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "footnotes",
    title: "Markdown with footnotes: [^1]",
    extension: "md",
    holds: &[Fact::Citations, Fact::Titles, Fact::Addresses],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| number.to_string());
    let layout = Layout { escape: Some(escape_footnotes), ..Layout::READERS };
    if wording.options.references == ReferencePlace::Inline {
        let edited = wording.edited(&layout, |mark| match wording.in_words(mark).as_str() {
            "" => String::new(),
            words => format!("^[{words}]"),
        });
        return edited.text;
    }
    let mut notes = Notes::default();
    let edited = wording.edited(&layout, |mark| {
        let marks = notes.of(wording, mark).into_iter().map(|note| format!("[^{note}]"));
        let marks = marks.collect::<Vec<_>>().concat();
        let blank = if marks.is_empty() { "" } else { mark_off(wording, mark) };
        format!("{blank}{marks}")
    });
    let line = |(at, (number, place)): (usize, &(usize, String))| {
        format!("[^{}]: {}", at + 1, wording.reference_at(*number, place))
    };
    let lines: Vec<String> = notes.order.iter().enumerate().map(line).collect();
    // Without a heading, notes that have neither an address nor a place are remarks.
    let is_plain = |(number, place): &(usize, String)| {
        wording.page(*number).is_none() && locator::read(place).is_none()
    };
    let heading = notes.order.iter().all(is_plain).then_some("## References");
    let mut seen = Notes::default();
    let distinct: BTreeMap<usize, usize> =
        wording.marks.iter().map(|mark| (mark.citation, seen.of(wording, mark).len())).collect();
    wording.lose_merged(|mark| distinct.get(&mark.citation).copied().unwrap_or_default());
    wording.lose_places(|_, _, _| true);
    with_list(&edited.text, heading, &lines)
}

/// The notes: a source with the place that is cited in it, in the order of first use.
#[derive(Debug, Default)]
struct Notes {
    order: Vec<(usize, String)>,
    numbers: BTreeMap<(usize, String), usize>,
}

impl Notes {
    /// Returns the numbers of the notes of a mark, each once.
    fn of(&mut self, wording: &Wording<'_>, mark: &CitationMark) -> Vec<usize> {
        let mut own = Vec::new();
        for (number, target) in wording.targets(mark) {
            let place = target.locator.as_ref().map(ToString::to_string).unwrap_or_default();
            let key = (number, place);
            let next = self.order.len() + 1;
            let note = *self.numbers.entry(key.clone()).or_insert(next);
            if note == next {
                self.order.push(key);
            }
            if !own.contains(&note) {
                own.push(note);
            }
        }
        own
    }
}

/// Escapes footnotes of the text itself.
fn escape_footnotes(text: &str) -> Vec<Edit> {
    static NOTES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[\^[^\]\n]{1,66}\]|\^\[").expect("the pattern is sound"));
    let notes = NOTES.find_iter(text).map(|found| found.start());
    let open = notes.filter(|at| !text.get(..*at).unwrap_or_default().ends_with('\\'));
    open.map(|at| Edit { span: Span::at(at), with: "\\".to_owned() }).collect()
}
