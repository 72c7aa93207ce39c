//! Numbered links of a page as text browsers print it: `the [2]ferry timetable`, `[3]https://…`, above a list of bare
//! addresses, `   2. https://…`. Such numbers are before the words of their links, and cite nothing.

use crate::dialects::marks::numbered::list::List;
use crate::dialects::marks::numbered::marks::{Form, Mark, text_before};

/// The share of the marks that are before the words of a link, as one of this many is not: a picture has no words.
const MIN_SHARE: usize = 4;

/// True if the marks of a text are the links of a printed page.
pub(super) fn are_links(text: &str, list: &List, marks: &[Mark]) -> bool {
    let is_printed = |mark: &&Mark| mark.form == Form::Bracket && is_before_words(text, mark);
    let is_row = || list.entries.iter().all(|entry| entry.span.slice(text).is_some_and(is_address));
    let others = marks.len() - marks.iter().filter(is_printed).count();
    !marks.is_empty()
        && list.heading.is_some()
        && !list.entries.is_empty()
        && others * MIN_SHARE <= marks.len()
        && is_row()
}

/// True for a mark that only blanks or an opening sign part from what is before it, and nothing from what follows.
fn is_before_words(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start).chars().next_back();
    let after = text.get(mark.span.end..).and_then(|after| after.chars().next());
    mark.url.is_none()
        && before.is_none_or(|c| c.is_whitespace() || "#(<\"“|".contains(c))
        && after.is_some_and(|c| c.is_alphanumeric() || "<\"“$".contains(c))
}

/// True for an indented row of a number and an address alone.
fn is_address(row: &str) -> bool {
    let row = row.trim_end();
    let words = row.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit());
    let address = words.strip_prefix(". ").map(str::trim_start).unwrap_or_default();
    row.starts_with("  ") && address.contains(':') && !address.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use crate::dialects::marks::numbered::read;
    use crate::dialects::shared::markers::Families;

    #[track_caller]
    fn check(text: &str, citations: usize) {
        let found = read(text, &Families::default());
        assert_eq!(found.citations.len(), citations, "{text}");
    }

    #[test]
    fn numbered_links_of_a_printed_page_cite_nothing() {
        let list = "\nReferences\n\n   Visible links\n   1. https://pier.example/\n   2. https://pier.example/times\n  \
                    10. mailto:office@pier.example\n";
        check(
            &format!(
                "   #[1]Home\n\n   The [2]ferry timetable is at <[10]office@pier.example>.\n{list}"
            ),
            0,
        );
        check(&format!("   The ferry[1] sails at noon[2].\n{list}"), 2);
        let titled = list.replace("https://pier.example/times", "Times https://pier.example/times");
        check(&format!("   The [1]ferry and the [2]timetable.\n{titled}"), 2);
    }
}
