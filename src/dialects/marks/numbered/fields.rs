//! The fields before the text of a Markdown file: `sources: …` there is the origin of the file, and not the list
//! that its marks count, unless it has numbers or addresses.

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::line::Line;
use crate::text::Span;

/// Returns the line after those of a field.
pub(super) fn field_end(lines: &[Line<'_>], from: usize) -> usize {
    let rest = lines.get(from..).unwrap_or_default();
    let is_next = |line: &Line<'_>| !line.text.starts_with([' ', '\t', '-']) && !line.is_blank();
    let ends = |line: &Line<'_>| is_next(line) || line.text.starts_with("---");
    from + rest.iter().position(ends).unwrap_or(rest.len())
}

/// True if the marks of a text may count the entries of a field: each has a number or an address, and no id of
/// another number.
pub(super) fn may_be_counted(entries: &[Entry]) -> bool {
    (1_u64..).zip(entries).all(|(place, entry)| {
        let words = entry.title.as_deref().unwrap_or_default().trim_start_matches(['"', '\'']);
        let stated = words.strip_prefix("id: ").map(|id| id.split(' ').next().unwrap_or(id));
        let has_number = entry.id.is_some() || words.starts_with(&format!("[{place}]"));
        (has_number || entry.url.is_some()) && stated.is_none_or(|id| id == place.to_string())
    })
}

/// Returns the rows of a field that name their parts, `- id: 2` above `  title: Timetable` and `  url: https://…`, if
/// their numbers are their places.
pub(super) fn named_rows(region: &[Line<'_>]) -> Vec<Entry> {
    let indent = |line: &Line<'_>| line.text.len() - line.text.trim_start_matches(' ').len();
    let outer = region.first().map(indent);
    let mut rows: Vec<Entry> = Vec::new();
    for line in region.iter().filter(|line| !line.is_blank()) {
        let item =
            line.text.trim_start().strip_prefix("- ").filter(|_| Some(indent(line)) == outer);
        if item.is_some() {
            rows.push(Entry { span: line.span(), ..Entry::default() });
        }
        let Some(row) = rows.last_mut() else { return rows };
        row.span = Span::new(row.span.start, line.span().end);
        let Some((name, value)) = item.unwrap_or(line.text).split_once(": ") else { continue };
        let value = value.trim().trim_matches(['"', '\'']).to_owned();
        match name.trim() {
            "id" | "n" | "number" | "ref" => row.id = Some(value),
            "title" | "name" if !value.is_empty() => row.title = Some(value),
            "url" | "link" if value.contains("://") => row.url = Some(value),
            _ => {}
        }
    }
    let is_next = |(place, row): (usize, &Entry)| {
        row.id.as_ref().is_some_and(|id| *id == place.to_string())
            && (row.title.is_some() || row.url.is_some())
    };
    if (1..).zip(&rows).all(is_next) { rows } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::dialects::marks::numbered::list::find;

    #[test]
    fn rows_of_a_field_may_name_their_parts() {
        let row = |number: usize, name: &str| {
            format!(
                "  - id: {number}\n    title: \"{name}: a list\"\n    publication: Pier\n    author: \"\"\n    \
                 date: 2024-03-01\n    tags:\n      - pier\n    url: \"https://pier.example/{name}\"\n"
            )
        };
        let fields =
            format!("title: Ferries\nsources:\n{}{}order: 3\n", row(1, "times"), row(2, "fares"));
        let text = format!("---\n{fields}---\nIt sails [1]. It is dear [2].\n");
        let listed = |text: &str| -> Vec<String> {
            let entries = find(text, &[]).entries;
            entries
                .into_iter()
                .map(|it| [it.id, it.title, it.url].map(Option::unwrap_or_default).join("|"))
                .collect()
        };
        let expected = [
            "1|times: a list|https://pier.example/times",
            "2|fares: a list|https://pier.example/fares",
        ];
        assert_eq!(listed(&text), expected);
        let own =
            "\n## Sources\n\n1. Times, https://pier.example/t\n2. Fares, https://pier.example/f\n";
        let expected = ["1|Times|https://pier.example/t", "2|Fares|https://pier.example/f"];
        assert_eq!(listed(&format!("{text}{own}")), expected);
    }
}
