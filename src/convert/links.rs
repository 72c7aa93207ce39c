//! `links`: Markdown links after the claims, `[1](address)`, like those of `add_citations` in
//! Gemini's documentation.
//!
//! If possible, an address leads to the cited words: by a text fragment, or by the page of a PDF. A
//! source without an address keeps its number and place, `[2, p. 3]`, and is named in a list at the end.

use std::collections::{BTreeMap, BTreeSet};

use super::blanks::mark_off;
use super::references::{is_written, item, with_list};
use super::wording::{Layout, Wording};
use super::{Conversion, Fact};
use crate::text::SafeText;
use crate::text::prose::one_line;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "links",
    title: "Markdown with a link after each claim: [1](address)",
    extension: "md",
    holds: &[Fact::Citations, Fact::Titles, Fact::Addresses],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.lose_ids(|number| number.to_string());
    let mut to = BTreeMap::new();
    for (mark, at, ..) in wording.all_targets() {
        to.extend(wording.link(mark, at).map(|link| ((mark.citation, at), link)));
    }
    let edited = wording.edited(&Layout::READERS, |mark| {
        let links: Vec<String> = wording
            .targets(mark)
            .enumerate()
            .map(|(at, (number, target))| match to.get(&(mark.citation, at)) {
                Some(link) => format!("[{number}]({}{})", link.address, title(wording, number)),
                None => format!("[{}]", item(number, target)),
            })
            .fold(Vec::new(), |mut distinct, link| {
                if !distinct.contains(&link) {
                    distinct.push(link);
                }
                distinct
            });
        let comma = match (mark.follows, links.as_slice()) {
            (_, []) => "",
            (true, _) => ", ",
            (false, _) => mark_off(wording, mark),
        };
        format!("{comma}{}", links.join(", "))
    });
    let unlinked: BTreeSet<usize> = wording
        .all_targets()
        .into_iter()
        .filter(|(mark, at, ..)| !to.contains_key(&(mark.citation, *at)))
        .map(|(_, _, number, _)| number)
        .collect();
    wording.lose_places(|citation, at, target| match to.get(&(citation, at)) {
        Some(link) => link.located,
        None => target.locator.as_ref().is_some_and(is_written),
    });
    wording.lose_unlinked();
    let line = |number: &usize| format!("[{number}] {}", wording.reference(*number));
    let list: Vec<String> = unlinked.iter().map(line).collect();
    with_list(&edited.text, Some("## Sources"), &list)
}

/// Returns the title of a source as the title of a link, with a blank before.
fn title(wording: &Wording<'_>, number: usize) -> String {
    let Some(title) = wording.source(number).and_then(|source| source.title.as_deref()) else {
        return String::new();
    };
    let mut out = String::from(" \"");
    for c in SafeText::new(&one_line(title)).as_str().chars() {
        match c {
            '"' | '(' | ')' | '[' | ']' | '&' | '<' | '>' | '\\' | '`' => {
                out.extend(["&#", &u32::from(c).to_string(), ";"]);
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
