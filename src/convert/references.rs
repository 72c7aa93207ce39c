//! References to a source: title, address, and places in it.

use super::escapes::escaped;
use super::wording::{CitationMark, Wording};
use crate::model::{Locator, Target};
use crate::text::{SafeText, address};

impl Wording<'_> {
    /// Returns the source with a number as the words of a Markdown list: `Title: address`. The id
    /// replaces a missing title.
    pub(super) fn reference(&self, number: usize) -> String {
        self.reference_at(number, "")
    }

    /// Returns the same with a place in the source, as one note has it: `Title, L8-L13: address`.
    pub(super) fn reference_at(&self, number: usize, place: &str) -> String {
        let name = escaped(&self.name(number));
        let place = if place.is_empty() { String::new() } else { format!(", {}", escaped(place)) };
        match self.written_address(number) {
            Some(url) if url == self.name(number) => format!("{url}{place}"),
            // Of two addresses a reader takes the first.
            Some(url) if name.contains("://") => format!("[{name}]({url}){place}"),
            Some(url) => format!("{name}{place}: {url}"),
            None => format!("{name}{place}"),
        }
    }

    /// Returns the address of a source for readers: as a link if that is allowed, else as text.
    fn written_address(&self, number: usize) -> Option<String> {
        let refused = || {
            let url = self.source(number)?.url.as_deref()?;
            let shown = SafeText::new(url).into_string();
            Some(format!("`{}`", shown.replace('`', "'")))
        };
        self.page(number).or_else(refused)
    }

    /// Returns the places in the source with a number that a mark points at: `L8-L13`, `p. 3`.
    pub(super) fn places(&self, mark: &CitationMark, number: usize) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        for (_, target) in self.targets(mark).filter(|(own, _)| *own == number) {
            let place = target.locator.as_ref().map(ToString::to_string);
            if let Some(place) = place.filter(|place| !places.contains(place)) {
                places.push(place);
            }
        }
        places
    }

    /// Returns the inline form of a mark: `(Title, L8-L13, <address>; …)`.
    pub(super) fn in_words(&self, mark: &CitationMark) -> String {
        let one = |number: usize| {
            let places = self.places(mark, number).into_iter().map(|place| escaped(&place));
            let url = self.written_address(number).filter(|url| *url != self.name(number));
            let url =
                url.map(|url| if address::is_linkable(&url) { format!("<{url}>") } else { url });
            let name = match self.written_address(number) {
                Some(own) if own == self.name(number) => format!("<{own}>"),
                _ => escaped(&self.name(number)),
            };
            [name].into_iter().chain(places).chain(url).collect::<Vec<_>>().join(", ")
        };
        mark.distinct().into_iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

/// Returns a number with its locator.
pub(super) fn item(number: usize, target: &Target) -> String {
    match target.locator.as_ref().filter(|locator| is_written(locator)) {
        Some(locator) => format!("{number}, {locator}"),
        None => number.to_string(),
    }
}

/// True if a locator can follow a number.
pub(super) fn is_written(locator: &Locator) -> bool {
    match locator {
        Locator::Lines { .. }
        | Locator::Pages { .. }
        | Locator::Blocks { .. }
        | Locator::Time { .. } => true,
        Locator::Fragment(_) => {
            let shown = locator.to_string();
            shown.len() < 100 && !shown.contains([']', ',', ';', ' ', '\n']) && shown.is_ascii()
        }
        Locator::Chars { .. } | Locator::Unreadable(_) => false,
    }
}

/// Returns a text with lines of a list after it, each in its own paragraph.
pub(super) fn with_list(text: &str, heading: Option<&str>, lines: &[String]) -> String {
    if lines.is_empty() {
        return text.to_owned();
    }
    let mut out = text.trim_end().to_owned();
    out.extend(heading.map(|heading| format!("\n\n{heading}")));
    for line in lines {
        out.push_str("\n\n");
        out.push_str(line);
    }
    out.push('\n');
    out
}
