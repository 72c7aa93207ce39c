//! `links`: Markdown links behind the claims, `[1](address)`, as the `add_citations` of Gemini's
//! documentation puts them in.
//!
//! An address leads to the words that are cited where it can: by a text fragment, by the page of a
//! PDF. A source without address keeps its number.

use super::wording::{Layout, Wording};
use super::{Conversion, Fact};

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "links",
    title: "Markdown with a link behind each claim: [1](address)",
    extension: "md",
    holds: &[Fact::Citations, Fact::Addresses],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    wording.tell_ids(|number| number.to_string());
    let edited = wording.edited(&Layout::READERS, |mark| {
        let links: Vec<String> = wording
            .targets(mark)
            .enumerate()
            .map(|(at, (number, _))| match wording.link(mark.citation, at) {
                Some(link) => format!("[{number}]({})", link.address),
                None => format!("[{number}]"),
            })
            .fold(Vec::new(), |mut distinct, link| {
                if !distinct.contains(&link) {
                    distinct.push(link);
                }
                distinct
            });
        let comma = if mark.follows && !links.is_empty() { ", " } else { "" };
        format!("{comma}{}", links.join(", "))
    });
    let mut located = Vec::new();
    for (mark, at, ..) in wording.all_targets() {
        if wording.link(mark.citation, at).is_some_and(|link| link.located) {
            located.push((mark.citation, at));
        }
    }
    wording.tell_places(|citation, target, _| located.contains(&(citation, target)));
    wording.tell_unlinked();
    edited.text
}
