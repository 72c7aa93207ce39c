//! Notes on links that are not read as citations, and on lists of sources that nothing cites.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::bare::{after_decimals, bare, may_have_bare};
use crate::dialects::marks::numbered::entries::Entry;
use crate::dialects::marks::numbered::link_places::is_in_sentence;
use crate::dialects::marks::numbered::links::{FAMILY, Pages, all, pictured};
use crate::dialects::marks::numbered::list::{self, List};
use crate::dialects::marks::numbered::marks::text_before;
use crate::dialects::marks::numbered::spans::merged;
use crate::dialects::shared::code::Code;
use crate::model::{AnchorKind, Case};
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Minimum number of such links that are noted beside citations of another kind.
const MIN_BESIDE: usize = 2;

/// Minimum number of links on lines of their own that are noted.
const MIN_ALONE: usize = 3;

/// Minimum number of bare numbers after sentences that are noted.
const MIN_RAISED: usize = 5;

/// Returns a note on bare numbers after sentences beside citations.
pub(crate) fn note_raised(case: &Case) -> Option<String> {
    let (text, citations) = (case.response.text.as_str(), &case.response.citations);
    if citations.is_empty() || !may_have_bare(text, MIN_RAISED) {
        return None;
    }
    let read = citations.iter().filter(|it| it.anchor.kind == AnchorKind::Marker);
    let read = SpanSet::new(read.map(|it| it.anchor.span));
    let mut left = bare(text, &Code::of(text).into_spans());
    left.retain(|mark| !read.overlaps(mark.span));
    // Fewer than the citations may be other numbers.
    if left.len() <= citations.len() {
        left.retain(|mark| follows_word(text, mark.span.start));
    }
    let numbers = count(left.len(), "number");
    let is_noted = left.len() >= MIN_RAISED;
    is_noted.then(|| format!("{numbers} after sentences may be citations: not read"))
}

/// True for the place of a number directly after a full stop and a word: `the trend.1`, but not `2043.2`.
fn follows_word(text: &str, at: usize) -> bool {
    let before = text_before(text, at).trim_end_matches(['"', '”', '’', '*', '_']);
    let said = before.strip_suffix(['.', '!', '?', '。']);
    said.is_some_and(|said| said.ends_with(|c: char| c.is_alphabetic() || ")]\"”".contains(c)))
}

/// Returns a note on numbers of sources after decimals, in a text that cites by bare numbers.
pub(crate) fn note_after_decimals(case: &Case) -> Option<String> {
    let (text, citations) = (case.response.text.as_str(), &case.response.citations);
    let is_bare = |raw: &str| raw.starts_with(|c: char| c.is_ascii_digit());
    if !citations.iter().any(|it| it.family == "number" && is_bare(&it.raw)) {
        return None;
    }
    let known: BTreeSet<u64> = case.sources.iter().filter_map(|it| it.id.parse().ok()).collect();
    let read = SpanSet::new(citations.iter().map(|it| it.anchor.span));
    let mut left = after_decimals(text);
    left.retain(|(span, number)| known.contains(number) && !read.overlaps(*span));
    let (first, _) = left.first()?;
    let first = first.slice(text)?;
    Some(format!(
        "{} after a decimal, such as in `{first}`, may be {}: not read",
        count(left.len(), "number"),
        if left.len() == 1 { "a citation" } else { "citations" },
    ))
}

/// Returns a note on links inside sentences that are not read, which may be meant as citations.
pub(crate) fn note_links(case: &Case) -> Option<String> {
    let text = case.response.text.as_str();
    if !text.contains("](http") {
        return None;
    }
    let code = Code::of(text).into_spans();
    let list = list::find(text, &code);
    let is_beside = !case.response.citations.is_empty();
    // A counted list of links may as well be what the text is about.
    let is_of_sources = is_beside || list.heading.is_some() || rows(&list).is_some();
    let mut closed = if is_of_sources { list.spans() } else { Vec::new() };
    closed.extend(code);
    closed.extend(case.response.citations.iter().map(|citation| citation.anchor.span));
    closed.extend(case.response.citations.iter().filter_map(|citation| citation.written_in(text)));
    closed.retain(|span| !span.is_empty());
    let closed = merged(closed);
    // Pages that the text itself cites by links are no results of a search.
    let is_linked = case.response.citations.iter().any(|it| it.family == FAMILY);
    let given = case.sources.iter().filter(|_| !is_linked);
    let known: Pages<'_> = given.filter_map(|it| it.url.as_deref()).collect();
    let mut links = all(text, &closed, &Pages::new());
    links.retain(|link| !known.contains(link.url.as_str()));
    if !is_beside
        && links.len() >= MIN_ALONE
        && !links.iter().any(|it| is_in_sentence(text, it.span))
    {
        let first = one_line(links.first()?.span.slice(text)?);
        let number = count(links.len(), "link");
        return Some(format!(
            "{number} on lines of their own not read as citations, such as `{first}`: `--family link` \
             reads all links"
        ));
    }
    links.retain(|link| is_in_sentence(text, link.span));
    let is_enough = !is_beside || is_linked || links.len() >= MIN_BESIDE;
    let first = links.first().filter(|_| is_enough)?;
    let first = one_line(first.span.slice(text)?);
    let number = count(links.len(), "link");
    Some(format!(
        "{number} in sentences not read as citations, such as `{first}`: `--family link` reads all links"
    ))
}

/// Returns a note on links whose label holds a picture or several lines.
pub(crate) fn note_pictured(text: &str) -> Option<String> {
    let pages = if text.contains("](http") { pictured(text) } else { Vec::new() };
    let first = one_line(pages.first()?);
    (pages.len() >= MIN_ALONE).then(|| {
        format!(
            "{} with pictures or several lines in their labels not read as citations, such as `{first}`",
            count(pages.len(), "link")
        )
    })
}

/// Returns a note on a list of sources in a text without citations: below a heading, or of addresses with
/// numbers in brackets.
pub(crate) fn note_list(text: &str) -> Option<String> {
    // A list in the fields before the text counts here.
    let list = list::find_beside(text, &Code::of(text).into_spans(), 0);
    let sources = count(list.entries.len(), "source");
    let Some(heading) = list.heading.as_ref().filter(|_| !list.entries.is_empty()) else {
        return rows(&list);
    };
    let heading = one_line(heading.trim_matches(|c: char| !c.is_alphanumeric()));
    Some(format!("{sources} listed under \u{201c}{heading}\u{201d} that no mark in the text cites"))
}

/// Returns a note on addresses with numbers in brackets, without a heading, in a text without citations.
pub(crate) fn note_rows(text: &str) -> Option<String> {
    let list = list::find(text, &Code::of(text).into_spans());
    rows(&list).filter(|_| list.heading.is_none())
}

fn rows(list: &List) -> Option<String> {
    let is_numbered = |entry: &Entry| entry.in_brackets && entry.url.is_some();
    let are_numbered = list.entries.len() >= MIN_ALONE && list.entries.iter().all(is_numbered);
    let sources = count(list.entries.len(), "source");
    are_numbered.then(|| format!("{sources} listed that no mark in the text cites"))
}
