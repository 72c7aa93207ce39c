//! Passages that a text quotes under labels as the sources of its marks: `[PASSAGE 2] The pier is old.` above
//! `It is old [2].` In a text of several items, each has the passages that it begins with.

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::list::{List, in_section};
use crate::dialects::marks::numbered::parts::Part;
use crate::dialects::shared::labelled_passages::Passage;

/// Adds the passages with numbers to the list of a text. Returns false if there are none. Of several groups, one
/// of a single passage may be a sentence of an answer: what follows it has no list.
pub(super) fn add(text: &str, passages: &[Passage], list: &mut List) -> bool {
    let numbered: Vec<(usize, &Passage)> =
        passages.iter().filter_map(|passage| Some((passage.number?, passage))).collect();
    let groups: Vec<&[(usize, &Passage)]> = numbered.chunk_by(|_, (next, _)| *next != 1).collect();
    let mut section = 0;
    for group in &groups {
        let is_listed = groups.len() == 1 || group.len() > 1;
        if let ([(_, first), ..], [.., (_, last)]) = (group, group)
            && groups.len() > 1
        {
            let own = is_listed.then_some(section);
            list.parts.push(Part { start: first.span.start, list: own });
            list.sections.extend(own.map(|_| last.span.end));
        }
        for (number, passage) in group.iter().filter(|_| is_listed) {
            let id = Some(in_section(&number.to_string(), section));
            let (span, text) = (passage.span, Some(passage.words(text).to_owned()));
            list.entries.push(Entry { id, text, span, in_brackets: true, ..Entry::default() });
        }
        section += usize::from(is_listed);
    }
    !list.entries.is_empty()
}
