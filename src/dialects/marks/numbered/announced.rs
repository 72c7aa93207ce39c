//! Lines that name sources and their addresses without a link: `**Source:** https://example.org/a`,
//! `**Source:** Handbook` with `**Link:** https://…` below, `It rose. Sources: https://… ; https://…`,
//! `Sources:` above lines with an address each.

use crate::dialects::marks::numbered::introduced::announces;
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::front_matter::front_matter;
use crate::dialects::shared::list_address::{address_at, title_and_url};
use crate::text::Span;
use crate::text::list_heading;
use crate::text::prose::{count, one_line};
use crate::text::span_set::SpanSet;

/// Words before the address of the line above, in lower case.
const ADDRESSES: &[&str] = &["link", "url", "address", "adresse", "链接"];

/// The minimum number of such lines that cite, or that are noted without an address.
const MIN_LINES: usize = 2;

/// Words that announce sources after a sentence: `It rose. Sources: https://…`
const BEHIND: &[&str] = &["Sources:", "Source:", "Quellen:", "Quelle:", "Fuentes:", "Fuente:"];

/// Maximum length of the words before an address in a list, in bytes.
const MAX_TITLE: usize = 160;

/// Words that announce sources, with the sources after them and in the lines below.
#[derive(Debug)]
pub(super) struct Announced {
    /// From the first word to the end of the last source.
    pub(super) span: Span,
    /// The first line.
    line: Span,
    pub(super) pages: Vec<Page>,
}

impl Announced {
    /// True if words of a text are before these and none after.
    fn ends(&self, text: &str) -> bool {
        let is_said =
            |part: Option<&str>| part.is_some_and(|it| it.contains(char::is_alphanumeric));
        is_said(text.get(..self.span.start)) && !is_said(text.get(self.span.end..))
    }
}

/// A page that such words announce.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) title: Option<String>,
    pub(super) url: String,
}

/// Returns such announcements with addresses. If there is only one, it cites where it names one page and
/// ends the text.
pub(super) fn find(text: &str, closed: &[Span]) -> Vec<Announced> {
    let mut all = announced(text);
    all.retain(|own| !own.pages.is_empty() && !inside(closed, own.span.start));
    let ends = |own: &Announced| own.pages.len() == 1 && own.ends(text);
    if all.len() >= MIN_LINES || all.iter().any(ends) { all } else { Vec::new() }
}

/// Returns a note on announced sources outside of code and of `read`, citations and lists: on those with
/// addresses, or on names if there are several or if nothing else is read and one ends the text.
pub(crate) fn note(text: &str, read: &[Span]) -> Option<String> {
    let (all, are_pages) = unread(text, read);
    let ends = || read.is_empty() && all.iter().any(|own| own.ends(text));
    (all.len() >= MIN_LINES || are_pages || ends()).then(|| describe(&lines(text, &all)))?
}

/// Returns a note on the sources that texts of one file announce, if there are several.
pub(crate) fn note_in<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let lines: Vec<String> = texts.flat_map(|text| lines(text, &unread(text, &[]).0)).collect();
    (lines.len() >= MIN_LINES).then(|| describe(&lines))?
}

fn describe(lines: &[String]) -> Option<String> {
    let first = lines.first()?;
    let name = if lines.len() == 1 { "names" } else { "name" };
    let number = count(lines.len(), "line");
    Some(format!("{number} that {name} a source not read, such as `{first}`"))
}

/// Returns the announced sources outside of code and of `read`, and true if they have addresses.
fn unread(text: &str, read: &[Span]) -> (Vec<Announced>, bool) {
    let mut all = announced(text);
    let code = Code::of(text);
    let read = SpanSet::new(read.iter().copied());
    // Names of files are often written as code.
    let is_elsewhere = |span: Span| code.contains(span.start) || read.overlaps(span);
    all.retain(|own| !is_elsewhere(own.span));
    let are_pages = all.iter().any(|own| !own.pages.is_empty());
    all.retain(|own| !are_pages || !own.pages.is_empty());
    (all, are_pages)
}

/// Returns the lines of announced sources without emphasis.
fn lines(text: &str, all: &[Announced]) -> Vec<String> {
    let line = |own: &Announced| {
        let line = one_line(&own.line.slice(text)?.replace('*', "").replace("__", ""));
        Some(line.trim_matches(['_', ' ']).to_owned())
    };
    all.iter().filter_map(line).collect()
}

/// Returns the announcements of a text, also those that only name their sources.
fn announced(text: &str) -> Vec<Announced> {
    let mut found: Vec<Announced> = Vec::new();
    let mut start = front_matter(text);
    // The lines below an announcement, until one that is no source.
    let mut is_open = false;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let begin = start;
        start += line.len();
        let own = line.trim();
        let at = begin + line.len() - line.trim_start().len();
        if let Some((from, words)) = beginning(line) {
            let line = Span::new(begin + from, at + own.len());
            let pages = pages(words);
            // Links cite as such.
            is_open = !words.contains("](");
            if is_open && (!words.is_empty() || from == line.start - begin) {
                found.push(Announced { span: line, line, pages });
            }
            continue;
        }
        let Some(last) = found.last_mut().filter(|_| is_open && !own.is_empty()) else {
            is_open &= !own.is_empty();
            continue;
        };
        let is_address = |word: &str| {
            let word = word.trim_end_matches([':', '：']).trim();
            ADDRESSES.contains(&word)
        };
        let below = match words_after(line, is_address) {
            Some(words) => pages(words),
            None => entry(own).into_iter().collect(),
        };
        is_open = !below.is_empty();
        if is_open {
            last.span.end = at + own.len();
            last.pages.extend(below);
        }
    }
    found.retain(|own| !own.pages.is_empty() || own.line.slice(text).is_some_and(has_name));
    found
}

/// True for an announcement with words after its colon.
fn has_name(line: &str) -> bool {
    let after = line.split_once([':', '：']).map_or("", |(_, after)| after);
    after.contains(char::is_alphanumeric)
}

/// Returns the place in a line at which it announces sources, and the words after: at its beginning, or
/// after a sentence.
fn beginning(line: &str) -> Option<(usize, &str)> {
    if !line.contains([':', '：']) {
        return None;
    }
    let indent = line.len() - line.trim_start().len();
    if let Some(words) = words_after(line, announces) {
        return Some((indent, words));
    }
    let bare = line.trim().trim_start_matches(['*', '_', '>', '-', ' ']);
    let alone = bare.replace(['*', '_'], "").to_lowercase();
    let is_name = || list_heading::is_heading_of_list(&alone) && !bare.starts_with('#');
    if alone.ends_with([':', '：']) && (announces(&alone) || is_name()) {
        return Some((indent, ""));
    }
    let after = |word: &&str| {
        let (before, words) = line.rsplit_once(word)?;
        let said = before.trim_end_matches([' ', '*', '_', '(']);
        let is_said = said.len() < before.len() && said.ends_with(['.', '!', '?', '”', '"', ')']);
        let at = before.trim_end_matches(['*', '_']).len();
        is_said.then(|| (at, words.trim_start_matches(['*', '_', ' ']).trim_end()))
    };
    BEHIND.iter().find_map(after)
}

/// Returns the pages in words such as `Timetable: https://… ; https://…`.
fn pages(words: &str) -> Vec<Page> {
    let mut found = Vec::new();
    let mut rest = words;
    while let Some(at) = ["https://", "http://"].iter().filter_map(|it| rest.find(it)).min() {
        let Some((before, after)) = rest.split_at_checked(at) else { break };
        let url = address_at(after);
        if url.is_empty() {
            break;
        }
        let title = before.rsplit([';', '\n']).next().unwrap_or(before);
        let title = title.strip_prefix(" and ").unwrap_or(title);
        let title = title.trim_matches(|c: char| c.is_whitespace() || ",:*_-–—(".contains(c));
        let title = Some(title).filter(|it| it.len() > 1 && it.len() <= MAX_TITLE);
        found.push(Page { title: title.map(str::to_owned), url: url.to_owned() });
        rest = after.get(url.len()..).unwrap_or_default();
    }
    if let [only] = found.as_mut_slice()
        && only.title.is_none()
    {
        only.title = title_and_url(words).0;
    }
    found
}

/// Returns the page of a line below an announcement: an address, perhaps after a bullet and a title.
fn entry(line: &str) -> Option<Page> {
    let body = line.trim_start_matches(['-', '*', '+', '•', '–', ' ']);
    // Numbers are for marks to name.
    if body.starts_with('[') || body.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut pages = pages(body);
    let only = if pages.len() == 1 { pages.pop()? } else { return None };
    let (before, after) = body.split_once(only.url.as_str())?;
    let is_end = !after.contains(char::is_alphanumeric);
    (is_end && before.len() <= MAX_TITLE && !before.contains("](")).then_some(only)
}

/// Returns the words after the first word of a line and its colon, if it `fits` in lower case.
fn words_after(line: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
    const MAX_WORD: usize = 24;
    let line = line.trim_start_matches([' ', '*', '_', '>', '-', '\t']).trim_end();
    let head = line.get(..line.floor_char_boundary(MAX_WORD)).unwrap_or_default();
    let at = head.find([':', '：'])?;
    let colon = head.get(at..)?.chars().next()?.len_utf8();
    let word = line.get(..at + colon)?.replace(['*', '_'], "").to_lowercase();
    let rest = line.get(at + colon..)?.trim_start_matches(['*', '_', ' ']);
    (fits(&word) && !rest.is_empty()).then_some(rest)
}

/// True for a line that may be one.
pub(super) fn is_one(line: &str) -> bool {
    beginning(line).is_some()
}
