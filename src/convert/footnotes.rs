//! `footnotes`: `[^1]` in the text and one note a source at its end; or, with references inline,
//! the notes of Pandoc that stand where they belong, `^[Title, L8-L13, <address>]`.
//!
//! A source has one number, so its note lists all places in it that are cited.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::blanks::mark_off;
use super::edits::Edit;
use super::references::with_list;
use super::wording::{Layout, Wording, escaped};
use super::{Conversion, Fact, Place};
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
    if wording.options.references == Place::Inline {
        let edited = wording.edited(&layout, |mark| match wording.in_words(mark).as_str() {
            "" => String::new(),
            words => format!("^[{words}]"),
        });
        return edited.text;
    }
    let edited = wording.edited(&layout, |mark| {
        let notes = mark.distinct().into_iter().map(|number| format!("[^{number}]"));
        let notes = notes.collect::<Vec<_>>().concat();
        let blank = if notes.is_empty() { "" } else { mark_off(wording, mark) };
        format!("{blank}{notes}")
    });
    let mut single = Vec::new();
    let mut lines = Vec::new();
    let all_places = wording.all_places();
    for number in 1..=wording.cited.len() {
        let places = all_places.get(&number).cloned().unwrap_or_default();
        single.push(places.len() < 2);
        let places: Vec<String> = places.iter().map(|place| escaped(place)).collect();
        let places =
            if places.is_empty() { String::new() } else { format!(" ({})", places.join(", ")) };
        lines.push(format!("[^{number}]: {}{places}", wording.reference(number)));
    }
    wording.lose_merged();
    let cited: BTreeMap<(usize, usize), usize> =
        wording.all_targets().iter().map(|(mark, at, n, _)| ((mark.citation, *at), *n)).collect();
    wording.lose_places(|citation, target, _| {
        let number = cited.get(&(citation, target));
        number.and_then(|number| single.get(number.checked_sub(1)?)).is_some_and(|one| *one)
    });
    with_list(&edited.text, None, &lines)
}

/// Footnotes of the text's own.
fn escape_footnotes(text: &str) -> Vec<Edit> {
    static NOTES: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[\^[^\]\n]{1,66}\]|\^\[").expect("the pattern is sound"));
    let notes = NOTES.find_iter(text).map(|found| found.start());
    let open = notes.filter(|at| !text.get(..*at).unwrap_or_default().ends_with('\\'));
    open.map(|at| Edit { span: Span::at(at), with: "\\".to_owned() }).collect()
}
