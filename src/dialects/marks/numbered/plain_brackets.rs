//! Brackets that are no marks: of links to the pages of a wiki (`[[tides]]`, among which `[[3]]` is a page as well),
//! those that an escape makes plain text (`\[1]`), those in quotation marks, entries of lists in escaped texts,
//! the values of parts (`Batch 1: [1, 2]`), intervals from zero on (`[0,4]`, `[4,7]`), and numbers of files in one line.

use crate::dialects::marks::numbered::marks::{Form, Mark, text_before};
use crate::dialects::shared::context_ids::is_file;

/// The minimum number of links with words that show that a text is of a wiki.
const MIN_LINKS: usize = 3;

/// The maximum length of the name of a page, in bytes.
const MAX_NAME: usize = 120;

/// Removes numbers in the brackets of such links from the marks of a text that has several links with words, and
/// numbers that link to the further pages of a list: `[2](https://pier.example/news/page/2/)`.
pub(super) fn remove_pages(text: &str, marks: &mut Vec<Mark>) {
    marks.retain(|mark| !leads_on(mark));
    let is_page = |mark: &Mark| {
        mark.url.is_none() && mark.span.slice(text).is_some_and(|it| it.starts_with("[["))
    };
    let numbers = marks.iter().filter(|mark| is_page(mark)).count();
    if numbers == 0 {
        return;
    }
    let wanted = MIN_LINKS.max(numbers / 2);
    if links(text).take(wanted).count() == wanted {
        marks.retain(|mark| !is_page(mark));
    }
}

/// True for a number that links to the page of a list with this number.
fn leads_on(mark: &Mark) -> bool {
    let (Some(url), [(number, last)]) = (mark.url.as_deref(), mark.items.as_slice()) else {
        return false;
    };
    let page = url.trim_end_matches('/').strip_suffix(&number.to_string());
    number == last && page.is_some_and(|it| it.ends_with("/page/") || it.ends_with("page="))
}

/// Returns the names of pages that links with words lead to.
fn links(text: &str) -> impl Iterator<Item = &str> {
    memchr::memmem::find_iter(text.as_bytes(), b"[[").filter_map(|at| {
        let inner = text.get(at + 2..)?;
        let near = inner.get(..inner.floor_char_boundary(MAX_NAME))?;
        let (name, after) = near.split_once("]]")?;
        let is_name = name.starts_with(char::is_alphabetic) && !name.contains(['[', '\n', ':']);
        (is_name && !after.starts_with('(')).then_some(name)
    })
}

/// Removes marks of which only the first bracket is escaped, unless the text has no others and one of them is
/// after a sentence, at one of these `stops`: elsewhere the escape says that a bracket cites nothing.
pub(super) fn remove_escaped(text: &str, marks: &mut Vec<Mark>, stops: &[char]) {
    let is_half = |mark: &Mark| {
        let written = mark.span.slice(text).unwrap_or_default();
        written.starts_with("\\[") && !written.ends_with("\\]")
    };
    let ends_sentence = |mark: &Mark| {
        text.get(..mark.span.start).is_some_and(|before| before.trim_end().ends_with(stops))
    };
    if !(marks.iter().all(is_half) && marks.iter().any(ends_sentence)) {
        marks.retain(|mark| !is_half(mark));
    }
}

/// Removes all marks of a text if they are intervals from zero on, each of which begins where the one before it ends.
pub(super) fn remove_intervals(text: &str, marks: &mut Vec<Mark>) {
    let pair = |mark: &Mark| match mark.items.as_slice() {
        &[(first, _), (last, _)] => {
            let is_close = mark.span.slice(text).is_some_and(|written| !written.contains(' '));
            (mark.form == Form::Bracket && mark.url.is_none() && is_close).then_some((first, last))
        }
        _ => None,
    };
    let pairs: Option<Vec<(u64, u64)>> = marks.iter().map(pair).collect();
    let mut reached = 0;
    let goes_on = |&(first, last): &(u64, u64)| std::mem::replace(&mut reached, last) == first;
    if pairs.is_some_and(|pairs| pairs.len() > 1 && pairs.iter().all(goes_on)) {
        marks.clear();
    }
}

/// True for the values of a numbered part, alone after its colon: `Batch 1: [1, 2]`.
pub(super) fn is_part(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start);
    let after = text.get(mark.span.end..).unwrap_or_default();
    let name = before.trim_end_matches([' ', '*', '`']).strip_suffix(':');
    let name = name.map(|name| name.trim_end_matches(['*', '`']));
    mark.is_group()
        && name.is_some_and(|name| name.ends_with(|c: char| c.is_ascii_digit()))
        && after.trim_start_matches([' ', '`', '*']).starts_with(['\n', '\r'])
}

/// True if several marks `[0]` open round brackets of marks: `at noon ([0], [2])`. A model that is shown documents
/// from 0 cites so.
pub(super) fn count_from_zero(text: &str, marks: &[Mark]) -> bool {
    const MIN_ZEROS: usize = 3;
    let opens = |mark: &&Mark| {
        let after = text.get(mark.span.end..).unwrap_or_default();
        mark.items.as_slice() == [(0, 0)]
            && text_before(text, mark.span.start).ends_with(" (")
            && after.starts_with([')', ','])
    };
    marks.iter().filter(opens).count() >= MIN_ZEROS
}

/// True for a mark that is named and not used, `footnotes like "[1]"`, and for an entry of a list in a text whose
/// line breaks are escaped, `\n[1]: https://…`.
pub(super) fn is_named(before: &str, after: &str) -> bool {
    let opens = before.strip_suffix('"').is_some_and(|it| it.ends_with([' ', '(']));
    let is_entry = before.ends_with("\\n") && after.starts_with(": http");
    opens && after.starts_with('"') || is_entry
}

/// True for a number before the name of a file in a list in one line: `In the folder: [1] a.pdf; [2] b.pdf`.
pub(super) fn counts_file(text: &str, mark: &Mark) -> bool {
    let before = text_before(text, mark.span.start).trim_end();
    let after = text.get(mark.span.end..).and_then(|after| after.strip_prefix(' '));
    let name = after.unwrap_or_default().split_whitespace().next().unwrap_or_default();
    mark.form == Form::Bracket
        && before.ends_with([':', ';'])
        && is_file(name.trim_end_matches([';', ',', '.']))
}
