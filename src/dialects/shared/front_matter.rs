//! The fields before the text of a Markdown file: `title: …` between lines `---`.

/// Returns the length of the lines between `---` that a Markdown file may begin with.
pub(crate) fn front_matter(text: &str) -> usize {
    let inside = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    let is_field = |line: &str| line.contains(':') || line.starts_with([' ', '-', '#']);
    let fields = inside.map(|(fields, _)| fields).filter(|it| it.lines().all(is_field));
    fields.map_or(0, |fields| fields.len() + "---\n\n---\n".len())
}
