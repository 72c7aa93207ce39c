//! The places that a list of sources states beside their names: `{"source": "guide.pdf", "page": 9}`.

use crate::locator;
use crate::model::{Citation, Locator, Source};
use crate::text::markdown::heading_name;

/// Fields for a page, the surest first: a label is what people see on it.
const PAGES: &[&str] = &["page_label", "page_number", "page_num", "page_no", "page", "pages"];

/// Fields for the first of several pages or lines, each with the one for the last.
const PAGE_ENDS: (&[&str], &[&str]) =
    (&["page_start", "start_page", "first_page"], &["page_end", "end_page", "last_page"]);
const LINE_ENDS: (&[&str], &[&str]) =
    (&["line_start", "start_line", "first_line"], &["line_end", "end_line", "last_line"]);

/// Fields for lines.
const LINES: &[&str] = &["lines", "line_range", "line"];

/// Fields for the heading of a part.
const SECTIONS: &[&str] = &["section", "section_title", "heading"];

/// All these fields, which a list of cited sources keeps of its entries.
pub(crate) const FIELDS: &[&str] = &[
    "page_label",
    "page_number",
    "page_num",
    "page_no",
    "page",
    "pages",
    "page_start",
    "start_page",
    "first_page",
    "page_end",
    "end_page",
    "last_page",
    "line_start",
    "start_line",
    "first_line",
    "line_end",
    "end_line",
    "last_line",
    "lines",
    "line_range",
    "line",
    "section",
    "section_title",
    "heading",
    "anchor",
    "chunk",
    "chunk_id",
    "chunk_index",
    "document",
    "document_name",
    "article_number",
    "clause_number",
    "section_number",
    "chapter_number",
    "paragraph_number",
    "loc",
    "location",
    "locator",
];

/// Gives targets without a place that of their source, if the source has no text: a text given with it
/// is already the cited piece. Returns a note if the pages are counted from 0.
pub(crate) fn add(citations: &mut [Citation], sources: &[Source]) -> Option<String> {
    // A program that counts pages from 0 says so by the first of them.
    let from_zero = sources.iter().any(|source| {
        stated(source, PAGES).is_some_and(|page| page == "0")
            || stated(source, PAGE_ENDS.0).is_some_and(|page| page == "0")
    });
    let mut shifted = false;
    for target in citations.iter_mut().flat_map(|citation| &mut citation.targets) {
        if target.locator.is_some() {
            continue;
        }
        let named = sources.iter().find(|source| !source.id.is_empty() && source.id == target.id);
        let counted = || {
            let number = target.id.parse::<usize>().ok()?.checked_sub(1)?;
            sources.get(number).filter(|_| sources.iter().all(|source| source.id.is_empty()))
        };
        let own = named.or_else(counted).filter(|source| source.text.why_not().is_some());
        target.locator = own.and_then(place);
        if let Some(Locator::Pages { first, last }) = &mut target.locator
            && from_zero
        {
            (*first, *last) = (first.saturating_add(1), last.saturating_add(1));
            shifted = true;
        }
    }
    shifted.then(|| "the pages of the list are counted from 0".to_owned())
}

/// Returns the place that the fields of a source state.
pub(crate) fn place(source: &Source) -> Option<Locator> {
    let pages = || read(source, PAGES, PAGE_ENDS, "p. ");
    let lines = || read(source, LINES, LINE_ENDS, "lines ");
    let fragment = || stated(source, &["anchor"]).filter(|it| it.starts_with('#'));
    lines().or_else(pages).or_else(|| section(source)).or_else(|| locator::read(fragment()?))
}

fn read(
    source: &Source,
    whole: &[&str],
    (first, last): (&[&str], &[&str]),
    word: &str,
) -> Option<Locator> {
    let own = || {
        let stated = stated(source, whole)?;
        locator::read(stated).or_else(|| locator::read(&format!("{word}{stated}")))
    };
    let between = || {
        let first = stated(source, first)?;
        let last = stated(source, last).unwrap_or(first);
        locator::read(&format!("{word}{first}-{last}"))
    };
    own().or_else(between)
}

/// Returns the heading of the part of a Markdown file, the innermost of several.
fn section(source: &Source) -> Option<Locator> {
    let name = |name: &str| {
        let ends = [".md", ".markdown", ".mdx", ".qmd"];
        ends.iter().any(|end| name.to_lowercase().ends_with(end))
    };
    let is_markdown = name(&source.id) || source.title.as_deref().is_some_and(name);
    let words = stated(source, SECTIONS).filter(|_| is_markdown)?;
    let heading = heading_name(words.rsplit(['>', '›', '→']).next()?.trim());
    (!heading.is_empty()).then_some(Locator::Fragment(heading))
}

fn stated<'s>(source: &'s Source, keys: &[&str]) -> Option<&'s str> {
    keys.iter().find_map(|key| {
        let own = source.metadata.iter().find(|(own, _)| own == key);
        own.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    })
}
