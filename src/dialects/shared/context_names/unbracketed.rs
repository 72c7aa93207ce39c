//! Names without brackets: in lists of sources, in the column `Source` of a table, after a dash at the
//! end of a line, and after `Source:` at its beginning.

use super::{Bracket, Names};
use crate::text::Span;
use crate::text::list_heading::{self, SourceList, lists};
use crate::text::table_columns::labelled_cells;

/// The lists of sources that close a text, and what they name without brackets.
pub(super) struct Closing {
    pub(super) lists: Vec<Span>,
    pub(super) names: Vec<Bracket>,
}

/// Returns the lists of sources that close a text, and the names without brackets in the others:
/// lines such as `Source: handbook.md` below what they support.
pub(super) fn listed(names: &Names<'_>, text: &str) -> (Closing, Vec<Bracket>) {
    let all = lists(text);
    let is_only = all.iter().filter(|list| list.is_labelled).count() == 1;
    let end = text.trim_end().len();
    let closes = |list: &SourceList| !list.is_labelled || is_only && list.span.end == end;
    let mut closing = Closing { lists: Vec::new(), names: Vec::new() };
    let mut beside = Vec::new();
    for list in all {
        let own = names_in(names, text, &list);
        if closes(&list) {
            closing.lists.push(list.span);
            closing.names.extend(own);
        } else {
            beside.extend(own);
        }
    }
    (closing, beside)
}

/// Returns the names in the columns of tables that are headed `Source`.
pub(super) fn in_columns(names: &Names<'_>, text: &str) -> Vec<Bracket> {
    let cells = labelled_cells(text).into_iter();
    cells.filter_map(|cell| entry(names, text, cell)).collect()
}

/// Returns the names at the ends of lines after a dash or a word for sources: `It rose — handbook.md`,
/// `It rose. *Source: handbook.md*`.
pub(super) fn at_ends_of_lines(names: &Names<'_>, text: &str) -> Vec<Bracket> {
    const DASHES: [&str; 3] = ["\u{2014} ", "\u{2013} ", "-- "];
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let end = line.trim_end().len();
        let dash = |dash: &&str| line.rfind(*dash).map(|own| own + dash.len());
        let after = DASHES.iter().filter_map(dash).chain(behind_label(line)).max();
        if let Some(after) = after.filter(|own| *own < end) {
            let name = Span::new(at + after, at + end);
            let whole = |own: &Bracket| own.span.end == name.end;
            found.extend(entry(names, text, name).filter(whole));
        }
    }
    found
}

/// Returns the end of a word for sources with its colon inside a line, and of the blanks after it.
fn behind_label(line: &str) -> Option<usize> {
    let colon = line.rfind(':')?;
    let (before, after) = line.split_at_checked(colon)?;
    let word = before.rsplit([' ', '*', '_', '(']).next()?;
    let is_inside = before.len() > word.len();
    let blanks = after.len() - after.trim_start_matches([':', ' ', '*', '_']).len();
    (is_inside && list_heading::is_label(word)).then_some(colon + blanks)
}

/// Returns the names without brackets in a list: of each line, or between commas.
fn names_in(names: &Names<'_>, text: &str, list: &SourceList) -> Vec<Bracket> {
    let words = list.span.slice(text).unwrap_or_default();
    if list.is_labelled
        && let Some(whole) = entry(names, text, list.span)
    {
        return vec![whole];
    }
    let separators: &[char] = if list.is_labelled { &[',', ';'] } else { &['\n'] };
    let mut at = list.span.start;
    let mut found = Vec::new();
    for part in words.split(separators) {
        found.extend(entry(names, text, Span::new(at, at + part.len())));
        at += part.len() + 1;
    }
    found
}

/// Reads an entry of a list: a name, alone or before words about it.
fn entry(names: &Names<'_>, text: &str, span: Span) -> Option<Bracket> {
    const ENDS: [&str; 5] = [" \u{2014}", " \u{2013}", " - ", ": ", " ("];
    let entry = span.slice(text)?;
    let body = entry.trim_start();
    let bullet = body.strip_prefix(['-', '*', '+', '•', '–']).map(str::trim_start);
    let body = bullet.filter(|rest| body.len() > rest.len() + 1).unwrap_or(body);
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let counted = body.get(digits..).filter(|rest| digits > 0 && rest.starts_with(['.', ')']));
    let body = counted.map_or(body, |rest| rest.trim_start_matches(['.', ')', ' ']));
    let start = span.end - body.len();
    let whole = body.trim_end();
    let ends = ENDS.iter().filter_map(|end| whole.find(end));
    [Some(whole.len()), ends.min()].into_iter().flatten().find_map(|len| {
        let words = whole.get(..len)?;
        let meant = names.meant(words.trim_matches(['`', '*', '_', '"', '.']), false)?;
        Some(Bracket { span: Span::new(start, start + len), meant, is_wording: false })
    })
}
