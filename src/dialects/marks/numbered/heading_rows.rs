//! Rows of a list that are headings, `### [2] Timetable`, each above the fields or the words of a source:
//! `**URL:** https://…`, `- URL: https://…`, `Harbour office. *Timetable*, 2024.`

use crate::dialects::marks::numbered::entries::{Entry, MAX_CONTINUED, MIN_RUN};
use crate::dialects::marks::numbered::line::{Line, bracketed};
use crate::dialects::marks::numbered::unheaded::have_cited;
use crate::dialects::shared::list_address::title_and_url;
use crate::text::Span;
use crate::text::list_heading::{heading, is_name};

/// Maximum number of lines below a row that are searched for its address.
const MAX_FIELDS: usize = 6;

/// Returns the rows below the heading of a list, if it begins with one. Rules and other headings may be between
/// them, since an excerpt has those of its page.
pub(super) fn below(lines: &[Line<'_>]) -> Vec<Entry> {
    let mut first = lines.iter().filter(|line| !line.is_blank()).take(MAX_CONTINUED);
    if first.any(|line| row(line).is_some()) { rising(lines) } else { Vec::new() }
}

/// Returns rows that are below no heading of a list: several that count from 1 and are cited above, each with an
/// address.
pub(super) fn counted(lines: &[Line<'_>]) -> Vec<Entry> {
    let first = lines.iter().position(|line| row(line).is_some()).unwrap_or(lines.len());
    let (above, below) = lines.split_at(first);
    let entries = rising(below);
    let is_next = |(place, entry): (usize, &Entry)| {
        entry.url.is_some() && entry.id.as_ref().is_some_and(|id| *id == place.to_string())
    };
    let are_counted = entries.len() >= MIN_RUN && (1..).zip(&entries).all(is_next);
    let numbers = (1..=entries.len() as u64).collect();
    if are_counted && have_cited(above, &numbers) { entries } else { Vec::new() }
}

/// Returns the number of a row and the words after it.
pub(super) fn row<'t>(line: &Line<'t>) -> Option<(u64, &'t str)> {
    let (_, words) = heading(line.text).filter(|(level, _)| *level < 7)?;
    let (number, words) = bracketed(words.trim_start_matches(['*', '_']))?;
    Some((number.parse().ok()?, words.trim()))
}

/// Returns the rows whose numbers rise, up to the heading of another list.
fn rising(lines: &[Line<'_>]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut last = None;
    for (index, line) in lines.iter().enumerate() {
        match row(line) {
            Some((number, words)) if last.is_none_or(|last| last < number) => {
                last = Some(number);
                let below = lines.get(index + 1..).unwrap_or_default();
                let own = entry(number, words, line, below);
                if own.title.is_some() || own.url.is_some() {
                    entries.push(own);
                }
            }
            Some(_) => break,
            None if last.is_some() && is_heading_of_list(line) => break,
            None => {}
        }
    }
    entries
}

fn is_heading_of_list(line: &Line<'_>) -> bool {
    heading(line.text).is_some_and(|(level, words)| level < 7 && is_name(words))
}

/// Returns the source of a row: its title is that of the heading, or else in the lines below.
fn entry(number: u64, words: &str, row: &Line<'_>, below: &[Line<'_>]) -> Entry {
    let is_field = |line: &&Line<'_>| heading(line.text).is_none_or(|(level, _)| level > 6);
    let fields = below.iter().take_while(is_field).filter(|line| !line.is_blank());
    let (mut title, mut url) = title_and_url(words);
    let mut end = row.span().end;
    if title.is_none() && url.is_none() {
        let mut joined = String::new();
        for line in fields.take(MAX_CONTINUED) {
            joined.push_str(line.text.trim());
            joined.push(' ');
            end = line.span().end;
            if line.text.contains("://") {
                break;
            }
        }
        (title, url) = title_and_url(joined.trim_start_matches(['-', '*', ' ']));
    } else if url.is_none() {
        let addressed = |line: &Line<'_>| Some((title_and_url(line.text).1?, line.span().end));
        if let Some((address, field_end)) = fields.take(MAX_FIELDS).find_map(addressed) {
            (url, end) = (Some(address), field_end);
        }
    }
    let span = Span::new(row.start, end);
    Entry { id: Some(number.to_string()), title, url, span, in_brackets: true, ..Entry::default() }
}

#[cfg(test)]
mod tests {
    use crate::dialects::marks::numbered::list::find;

    /// Compares each entry as `id|title|url`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let plain = |part: &Option<String>| part.clone().unwrap_or_default();
        let found = find(text, &[]).entries;
        let rows = found.iter().map(|it| [&it.id, &it.title, &it.url].map(plain).join("|"));
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_row_may_be_a_heading_above_its_fields() {
        check(
            "It sails [1, 2]. It is dear [3].\n\n---\n\n## Sources\n\n\
             ### [1] Timetable (Harbour office, 2024)\n**Paper:** \"When it sails\"\n\
             **URL:** https://pier.example/times\n**Finding:** It sails at noon.\n\n---\n\n\
             ### [2] Ferry log\n- Path: `log.md`\n- Type: `note`\n\n#### Excerpt\n\n\
             # Ferry log ## Noon https://other.example\n\n\
             ### [3] Fares\n\nHarbour office, *Fares*, 2023.\n<https://pier.example/fares>\n\n\
             ## Method\n\n1. Read the log\n2. Count\n",
            &[
                "1|Timetable (Harbour office, 2024)|https://pier.example/times",
                "2|Ferry log|",
                "3|Fares|https://pier.example/fares",
            ],
        );
    }

    #[test]
    fn the_words_of_a_row_may_be_below_its_heading() {
        check(
            "It sails [1].\n\n# References\n#### [1]\nPier, A.: Timetable. https://pier.example/times\n\
             #### [2]\nPier, B.: Fares. Harbour office (2023)\n#### [5] [Log](https://pier.example/log)\n",
            &[
                "1|Pier, A.: Timetable.|https://pier.example/times",
                "2|Pier, B.: Fares. Harbour office (2023)|",
                "5|Log|https://pier.example/log",
            ],
        );
    }

    #[test]
    fn rows_without_a_heading_over_them_count_and_have_addresses() {
        let text = "It sails [1]. It is dear [3].\n\n###### [1] https://pier.example/times\n\
                    ###### [2] https://pier.example/fares\n### [3] Log\n**URL:** https://pier.example/log\n";
        let rows = [
            "1||https://pier.example/times",
            "2||https://pier.example/fares",
            "3|Log|https://pier.example/log",
        ];
        check(text, &rows);
        check(&text.replace("[2]", "[4]"), &[]);
        check(
            "### [1] Call\n\nferry\n\n### [2] Result\n\nIt sails.\n\n### [3] Answer\n\nNoon.\n",
            &[],
        );
    }
}
