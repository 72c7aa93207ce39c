//! Excerpts of listed sources in a text, each a quotation below a heading with the number of its source:
//! `#### [1] Excerpt:` above `> The ferry leaves at noon.`

use std::collections::BTreeMap;

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::heading_rows::row;
use crate::dialects::marks::numbered::line::Line;
use crate::text::Span;
use crate::text::list_heading::heading;

/// Words of such a heading, in lower case.
const EXCERPTS: &[&str] = &["excerpt", "passage", "quote", "snippet", "text"];

/// Gives the entries of a list the excerpts below them as their texts, and returns the places of these.
pub(super) fn add(lines: &[Line<'_>], all: &mut [Entry]) -> Vec<Span> {
    let mut places = Vec::new();
    let mut entries: Vec<(usize, usize)> =
        all.iter().enumerate().map(|(index, entry)| (entry.span.start, index)).collect();
    entries.sort_unstable();
    let mut entries = entries.into_iter().peekable();
    let mut above: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, line) in lines.iter().enumerate() {
        while let Some((_, entry)) = entries.next_if(|(start, _)| *start <= line.start) {
            let id = all.get(entry).and_then(|entry| entry.id.as_deref());
            let number = id.and_then(|id| id.split(' ').next()?.parse().ok());
            above.extend(number.map(|number| (number, entry)));
        }
        let Some(number) = excerpted(line) else { continue };
        let Some((text, end)) = quoted(lines.get(index + 1..).unwrap_or_default()) else {
            continue;
        };
        let entry = above.get(&number).and_then(|entry| all.get_mut(*entry));
        let Some(entry) = entry.filter(|entry| entry.text.is_none()) else { continue };
        // The heading is no title of a source.
        if entry.span.start == line.start {
            entry.title = None;
        }
        entry.text = Some(text);
        places.push(Span::new(line.start, end));
    }
    places
}

/// Returns the number of a heading over an excerpt.
fn excerpted(line: &Line<'_>) -> Option<u64> {
    // Most lines are no headings.
    let (number, words) = line.text.starts_with('#').then(|| row(line))??;
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    EXCERPTS.iter().any(|own| words.eq_ignore_ascii_case(own)).then_some(number)
}

/// Returns the words of the quotation that lines begin with, and its end. Its further lines need no sign.
fn quoted(lines: &[Line<'_>]) -> Option<(String, usize)> {
    let is_heading = |line: &Line<'_>| heading(line.text).is_some_and(|(level, _)| level < 7);
    let goes_on = |line: &&Line<'_>| !line.is_blank() && !is_heading(line);
    let mut own = lines.iter().skip_while(|line| line.is_blank());
    let first = own.next()?;
    let mut words = first.text.trim_start().strip_prefix('>')?.trim().to_owned();
    let mut end = first.span().end;
    for line in own.take_while(goes_on) {
        words.push('\n');
        words.push_str(line.text.trim_start().trim_start_matches('>').trim());
        end = line.span().end;
    }
    (!words.is_empty()).then_some((words, end))
}
