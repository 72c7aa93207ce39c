//! The fields before the text of a Markdown file: `sources: …` there is the origin of the file, and not the list
//! that its marks count, unless it has numbers or addresses.

use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::line::Line;

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
