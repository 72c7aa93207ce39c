//! `links`: Markdown links after the claims, `[1](address)`, like those of `add_citations` in
//! Gemini's documentation.
//!
//! If possible, an address leads to the cited words: by a text fragment, or by the page of a PDF. A
//! source without an address keeps its number.

use std::collections::BTreeMap;

use super::blanks::mark_off;
use super::wording::{Layout, Wording};
use super::{Conversion, Fact};
use crate::text::SafeText;
use crate::text::prose::{count, one_line};

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
            .map(|(at, (number, _))| match to.get(&(mark.citation, at)) {
                Some(link) => format!("[{number}]({}{})", link.address, title(wording, number)),
                None => format!("[{number}]"),
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
    wording.lose_places(|citation, target, _| {
        to.get(&(citation, target)).is_some_and(|link| link.located)
    });
    let untitled = (1..=wording.cited.len())
        .filter(|&number| wording.page(number).is_none())
        .filter(|&number| wording.source(number).is_some_and(|it| it.title.is_some()));
    let untitled = untitled.count();
    wording.losses.add("title", untitled, |n| format!("the titles of {}", count(n, "source")));
    wording.lose_unlinked();
    edited.text
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
