//! A line of a list of sources: its place, and the number or bullet that it begins with.

use crate::dialects::marks::numbered::{letters, raised};
use crate::dialects::shared::list_address;
use crate::text::Span;
use crate::text::list_heading::heading;

/// A line with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    pub(crate) start: usize,
    pub(crate) text: &'t str,
}

impl Line<'_> {
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// True if it is an address and nothing else.
    pub(crate) fn is_address(&self) -> bool {
        let text = self.text.trim().trim_matches(['<', '>']);
        ["https://", "http://"].iter().any(|scheme| text.starts_with(scheme))
            && !text.contains(char::is_whitespace)
    }
}

/// The beginning of an entry's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// `[1] …`, `【1】…`.
    Bracket,
    /// `1. …`.
    Ordinal,
    /// `¹ …`, `<sup>1</sup> …`, `① …`, `(1) …`.
    Raised,
    /// `- …`.
    Bullet,
}

/// Returns the beginning of a line that is an entry, its number, and the rest.
pub(crate) fn lead(line: &str) -> Option<(Lead, Option<String>, &str)> {
    let line = line.trim_start().trim_start_matches(['>', ' ']);
    if let Some(row) = line.strip_prefix('|') {
        return table_row(row);
    }
    let bullet = ["- ", "* ", "• ", "+ "].iter().find_map(|mark| line.strip_prefix(mark));
    let body = without_anchors(bullet.unwrap_or(line)).trim_start_matches(['*', '_', ' ']);
    // Most lines begin with a word, and no number of an entry does.
    if body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return bullet.map(|rest| (Lead::Bullet, None, rest));
    }
    if let Some((id, rest)) = mapped(body) {
        return Some((Lead::Bracket, Some(id), rest));
    }
    // `\[[3](https://…)\]`, as some programs write Markdown.
    let shown = || bracketed(body.strip_prefix("\\[")?);
    if let Some((id, rest)) = bracketed(body).or_else(shown) {
        return Some((Lead::Bracket, Some(id), rest));
    }
    if let Some((number, rest)) = raised::leading(body).or_else(|| raised::leading_round(body)) {
        return Some((Lead::Raised, Some(number.to_string()), rest));
    }
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=4).contains(&digits)
        && let Some((number, rest)) = body.split_at_checked(digits)
        && let Some(rest) = rest.strip_prefix(['.', ')', '、', '．'])
        && (rest.starts_with([' ', '\t', '[', '*']) || !rest.is_ascii())
    {
        return Some((Lead::Ordinal, Some(plain_number(number)), rest));
    }
    // `1: https://…`
    if (1..=4).contains(&digits)
        && let Some((number, rest)) = body.split_at_checked(digits)
        && let Some(rest) = rest.strip_prefix(": ").filter(|rest| rest.starts_with("http"))
    {
        return Some((Lead::Ordinal, Some(plain_number(number)), rest));
    }
    // `[1. Timetable](https://…)`
    let linked = body.strip_prefix('[').and_then(|label| {
        let digits = label.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) =
            label.split_at_checked(digits).filter(|_| (1..=3).contains(&digits))?;
        (rest.starts_with(". ") && rest.contains("](http")).then(|| plain_number(number))
    });
    if let Some(number) = linked {
        return Some((Lead::Ordinal, Some(number), body));
    }
    bullet.map(|rest| (Lead::Bullet, None, rest))
}

/// Returns a line without the empty elements that it begins with, which links of a converted paper lead to:
/// `<span id="page-9-2"></span>[1] …`.
fn without_anchors(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some((tag, close)) =
        [("<span ", "</span>"), ("<a ", "</a>")].into_iter().find(|it| rest.starts_with(it.0))
    {
        let after = rest.strip_prefix(tag).and_then(|inner| inner.split_once('>'));
        let Some(after) = after.and_then(|(_, after)| after.strip_prefix(close)) else { break };
        rest = after.trim_start();
    }
    rest
}

/// Returns a line of HTML without the tags of blocks that it begins with: `<li><p>[1] …`, `</li>`.
pub(super) fn without_block_tags(line: &str) -> &str {
    const MAX_TAG: usize = 200;
    const BLOCKS: [&str; 7] = ["p", "li", "ul", "ol", "br", "div", "dd"];
    let mut rest = line;
    while let Some(tag) = rest.trim_start_matches([' ', '\t']).strip_prefix('<') {
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let length = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let is_block = name.get(..length).is_some_and(|name| BLOCKS.contains(&name));
        let near = tag.get(..tag.floor_char_boundary(MAX_TAG)).unwrap_or(tag);
        let Some(end) = near.find('>').filter(|_| is_block) else { break };
        rest = tag.get(end + 1..).unwrap_or_default();
    }
    rest
}

/// Returns the first reference of a wiki page without the link of its section, which programs that extract the
/// text of pages write on its line: `[edit]- ^ Timetable`.
pub(super) fn without_edit_link(line: &str) -> &str {
    let inner = line.strip_prefix('[').and_then(|inner| inner.split_once("]- "));
    let is_link = |label: &str| label.starts_with(char::is_alphabetic) && !label.contains('[');
    let entry = inner.filter(|(label, entry)| is_link(label) && entry.starts_with(['^', '↑']));
    entry.map_or(line, |(_, entry)| {
        line.get(line.len() - entry.len() - "- ".len()..).unwrap_or(line)
    })
}

/// True for a heading of a page, whose tags are code: `<h2>Sources</h2>`.
pub(super) fn is_heading_of_page(text: &str, line: &Line<'_>, code: &[Span]) -> bool {
    let is_heading = || heading(line.text).is_some_and(|(level, _)| level < 7);
    let around = || code.get(code.partition_point(|span| span.start <= line.start).checked_sub(1)?);
    let is_tag =
        || around().and_then(|span| span.slice(text)).is_some_and(|tag| tag.starts_with("<h"));
    line.text.starts_with("<h") && is_heading() && is_tag()
}

/// Reads an entry that is written as data: `{id: 3, title: "Timetable", url: "https://…"}`.
fn mapped(body: &str) -> Option<(String, &str)> {
    let inner = body.strip_prefix('{')?.trim_start();
    let rest = ["id:", "\"id\":", "'id':"].iter().find_map(|key| inner.strip_prefix(key))?;
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = rest.split_at_checked(digits).filter(|_| (1..=4).contains(&digits))?;
    let rest = rest.trim_start().strip_prefix(',')?;
    Some((plain_number(number), rest.trim_end().trim_end_matches('}').trim_start()))
}

/// Reads a row of a table whose first cell is a number: `| [21] | … |`, `| 21 | … |`.
fn table_row(row: &str) -> Option<(Lead, Option<String>, &str)> {
    let (cell, rest) = row.split_once('|')?;
    let cell = cell.trim().trim_matches(['*', '_']);
    let bracketed = bracketed(cell).filter(|(_, after)| after.trim().is_empty());
    let plain = (1..=4).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit());
    let number = bracketed.map(|(id, _)| id).or_else(|| plain.then(|| plain_number(cell)))?;
    Some((Lead::Bracket, Some(number), rest))
}

/// Reads `[1]`, `【1】`, `［1］`, `[^1]`, `[[1]](…)`, `\[1\]` or `[\[1\]](…)` at the start; also
/// returns the text after it.
pub(crate) fn bracketed(body: &str) -> Option<(String, &str)> {
    let doubled = ["[[", "[\\[", "\\["].iter().find_map(|open| body.strip_prefix(open));
    let inner = doubled.or_else(|| body.strip_prefix(['[', '【', '［']))?;
    let inner = inner.strip_prefix('^').unwrap_or(inner);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (number, rest) = inner.split_at_checked(digits)?;
    if let Some((name, rest)) = letters::name(inner)
        && let Some(rest) = rest.strip_prefix(']')
    {
        return Some((name.to_owned(), rest));
    }
    let doubled = ["]]", "\\]]", "\\]"].iter().find_map(|close| rest.strip_prefix(close));
    let rest = doubled.or_else(|| rest.strip_prefix([']', '】', '］']))?;
    Some((
        plain_number(number),
        without_back_link(rest).trim_start_matches(['*', '_']).trim_start_matches([':', '：']),
    ))
}

/// Returns the words of a note without the link to its mark: `(#_ftnref1) Timetable`.
fn without_back_link(rest: &str) -> &str {
    let Some(inner) = rest.strip_prefix('(').filter(|inner| inner.starts_with('#')) else {
        return rest;
    };
    let link = inner.split_once(')').filter(|(url, _)| list_address::is_back_link(url));
    link.map_or(rest, |(_, words)| words)
}

pub(crate) fn plain_number(digits: &str) -> String {
    let plain = digits.trim_start_matches('0');
    if plain.is_empty() { "0".to_owned() } else { plain.to_owned() }
}
