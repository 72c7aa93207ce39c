//! Headings of Markdown as named places, in the spelling of forges: `## Fees & terms` is
//! `#fees--terms`, and a second one `#fees--terms-1` (github.com, "Section links").

use std::collections::BTreeMap;

use crate::model::Anchored;
use crate::text::Span;
use crate::text::markdown::heading_name;

/// Returns the sections of a text under their headings' names, in order. A section ends before the
/// next heading of its level or a higher one.
pub(super) fn sections(text: &str) -> Vec<Anchored> {
    let mut sections: Vec<(usize, Anchored)> = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    // Those that no heading has ended yet, by their index.
    let mut open: Vec<usize> = Vec::new();
    let mut fence = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let bare = line.trim();
        let marks = |mark: char| bare.chars().take_while(|c| *c == mark).count();
        let own = ['`', '~'].into_iter().find(|mark| marks(*mark) > 2);
        if fence.is_some() || own.is_some() {
            fence = match (fence, own) {
                (None, own) => own,
                (Some(mark), own) if own == Some(mark) => None,
                (fence, _) => fence,
            };
            continue;
        }
        let level = marks('#');
        let words = bare.get(level..).unwrap_or_default();
        if !(1..=6).contains(&level) || !words.starts_with([' ', '\t']) || line.starts_with("    ")
        {
            continue;
        }
        while let Some(last) = open.last().copied()
            && let Some((outer, section)) = sections.get_mut(last)
            && *outer >= level
        {
            section.span.end = at;
            open.pop();
        }
        let name = heading_name(words.trim().trim_end_matches('#'));
        let again = seen.entry(name.clone()).and_modify(|count| *count += 1).or_default();
        let name = if *again > 0 { format!("{name}-{again}") } else { name };
        open.push(sections.len());
        sections.push((level, Anchored { name, span: Span::new(at, text.len()) }));
    }
    sections.into_iter().map(|(_, section)| section).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_their_sections() {
        let text = "# Policy\nAll.\n\n## Fees & `terms` ##\n5 %\n```\n# no heading\n```\n### Deep\nx\n\
                    ## Fees & terms\n7 %\n#none\n";
        let found: Vec<(String, &str)> = sections(text)
            .into_iter()
            .map(|it| (it.name, it.span.slice(text).unwrap().trim_end().lines().last().unwrap()))
            .collect();
        let own = |name: &str, last| (name.to_owned(), last);
        assert_eq!(
            found,
            [
                own("policy", "#none"),
                own("fees--terms", "x"),
                own("deep", "x"),
                own("fees--terms-1", "#none"),
            ]
        );
    }
}
