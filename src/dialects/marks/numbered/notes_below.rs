//! Notes below a text, `**Notes**` above rows `[1] …`, whose numbers are those of its marks. Most are words of its
//! author, so that the heading alone is none of sources.

use crate::dialects::marks::numbered::entries::entries;
use crate::dialects::marks::numbered::line::{Lead, Line, lead};
use crate::dialects::marks::numbered::several::Headed;
use crate::dialects::marks::numbered::unheaded::have_cited;
use crate::text::list_heading::heading;

/// Headings of notes, in lower case.
const HEADINGS: &[&str] =
    &["note", "notes", "anmerkungen", "notas", "remarques", "примечания", "注", "注释", "脚注"];

/// Maximum length of a line with such a heading, in bytes.
const MAX_HEADING: usize = 40;

/// Returns the notes of a text if they are in one place, count from 1, and are cited above.
pub(super) fn notes_below(lines: &[Line<'_>]) -> Option<Headed> {
    let mut places = (0..lines.len()).filter(|index| begins_notes(lines, *index));
    let index = places.next().filter(|_| places.next().is_none())?;
    let (_, words) = heading(lines.get(index)?.text)?;
    let below = lines.get(index + 1..)?;
    let end = below.iter().position(ends_notes).unwrap_or(below.len());
    let notes = entries(below.get(..end)?);
    let numbers = notes.iter().filter_map(|note| note.id.as_ref()?.parse().ok()).collect();
    have_cited(lines.get(..index)?, &numbers).then(|| (Some(words.to_owned()), notes))
}

/// True for a heading of Markdown and for a rule.
fn ends_notes(line: &Line<'_>) -> bool {
    line.text.trim() == "---" || heading(line.text).is_some_and(|(level, _)| level < 7)
}

/// True for the heading of notes above the row `[1] …`.
fn begins_notes(lines: &[Line<'_>], index: usize) -> bool {
    let line = lines.get(index).map_or("", |line| line.text.trim());
    let words = heading(line).filter(|_| line.len() <= MAX_HEADING).map(|(_, words)| words);
    let name = words.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    let mut below = lines.iter().skip(index + 1).filter(|line| !line.is_blank());
    let is_first = |row: &Line<'_>| {
        lead(row.text)
            .is_some_and(|(lead, id, _)| lead == Lead::Bracket && id.as_deref() == Some("1"))
    };
    HEADINGS.contains(&name.to_lowercase().as_str()) && below.next().is_some_and(is_first)
}

#[cfg(test)]
mod tests {
    use crate::dialects::marks::numbered::list::find;

    #[test]
    fn notes_below_a_text_are_the_list_of_its_marks() {
        let listed = |text: &str| -> Vec<String> {
            let entries = find(text, &[]).entries;
            entries
                .into_iter()
                .map(|it| [it.id, it.title].map(Option::unwrap_or_default).join("|"))
                .collect()
        };
        let notes = "**Notes**\n\n [1] It also sails in winter.\n\n [2] Harbour office, letter of May 2021.\n";
        let text = "It sails [1]. It is dear [2].\n\n";
        let expected = ["1|It also sails in winter.", "2|Harbour office, letter of May 2021."];
        assert_eq!(listed(&format!("{text}{notes}")), expected);
        assert_eq!(listed(&format!("{text}{notes}\n## More\n\nMore text.\n")), expected);
        assert!(listed(&format!("It sails.\n\n{notes}")).is_empty());
        assert!(listed(&format!("{text}{notes}\n{text}{notes}")).is_empty());
    }
}
