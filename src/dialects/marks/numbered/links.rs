//! Texts cited by plain links: `… as reported ([example.org](https://example.org/a)).`
//!
//! Links are everywhere, so the rule is narrow. A link cites if it is in its own round brackets or
//! after the end of a sentence, and leads to a page; so does one that is labelled only with the
//! host and ends a sentence, unless it is a part of it (`from [example.org](https://…).`). A text is
//! cited by links if two or more of them cite, at least one of these names its page's host, is called
//! `source`, has `utm_source=` or is introduced, or three are in round brackets, and they are at least
//! half of all links to pages; or if its only link is in round brackets and names its host.
//!
//! Some links cite wherever they are: those that name words of a page (`#:~:text=…`); those of HTML that are
//! raised, `<sup><a href="…">Timetable</a></sup>`; those to a page
//! that the text lists under a heading; two or more that
//! are introduced by words (`Source:`, `according to`) or by the head of their column or row; and two or more
//! that are only a letter, `[A](https://…)`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::dialects::marks::numbered::anchors::{self, RaisedLink};
use crate::dialects::marks::numbered::authored;
use crate::dialects::marks::numbered::below::below_labels;
use crate::dialects::marks::numbered::introduced::{announces, follows_words, is_announced_alone};
use crate::dialects::marks::numbered::link_places::{
    cites, ends_cell, ends_part, is_copied, is_in_brackets, is_in_sentence, is_in_square_brackets,
    is_led_to, joined,
};
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address;
use crate::text::Span;
use crate::text::list_heading;
use crate::text::prose::one_line;

/// A link that cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// From `[` to `)`.
    pub(crate) span: Span,
    pub(crate) label: String,
    pub(crate) url: String,
}

/// The family of citations by links: if it is among the families chosen, all links cite.
pub(crate) const FAMILY: &str = "link";

/// The addresses that the text lists as its sources.
pub(super) type Pages<'l> = BTreeSet<&'l str>;

/// Beginning of the words of a page that an address names.
const TEXT_FRAGMENT: &str = ":~:text=";

/// Returns the address of a page and the words that an address names in it, as a fragment.
pub(super) fn page_and_words(url: &str) -> (&str, Option<&str>) {
    let parts = url.split_once('#').filter(|(_, part)| part.contains(TEXT_FRAGMENT));
    parts.map_or((url, None), |(page, part)| (page, Some(part)))
}

impl Link {
    /// Returns the address of its page and the words that it names in it, as a fragment.
    pub(crate) fn page_and_words(&self) -> (&str, Option<&str>) {
        page_and_words(&self.url)
    }

    fn names_words(&self) -> bool {
        self.page_and_words().1.is_some()
    }
}

/// Returns the links of `text` to pages, without images.
pub(super) fn all(text: &str, closed: &[Span], _: &Pages<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("](http")) {
        let middle = at + found;
        at = middle + 2;
        let Some((link, image)) = link(text, middle) else { continue };
        if !image && !inside(closed, link.span.start) {
            at = link.span.end;
            links.push(link);
        }
    }
    let raised = anchors::raised(text, closed).into_iter();
    links.extend(raised.map(|RaisedLink { span, label, url }| Link { span, label, url }));
    links.sort_by_key(|link| link.span);
    links
}

/// Returns the links that cite in a text cited by marks: those that are only a letter, if there are two,
/// and those that name words of a page or lead to one that is listed.
pub(super) fn beside_marks(text: &str, closed: &[Span], listed: &Pages<'_>) -> Vec<Link> {
    let mut links = all(text, closed, listed);
    let lettered = links.iter().filter(|link| is_letter(&link.label)).count();
    links.retain(|link| {
        cites_anywhere(text, link, listed) || lettered > 1 && is_letter(&link.label)
    });
    links
}

/// True for a link that names words of a page or is raised, or leads to a page that the text lists and is not an
/// entry of a list itself.
fn cites_anywhere(text: &str, link: &Link, listed: &Pages<'_>) -> bool {
    let page = link.page_and_words().0;
    let is_listed = || spellings(page).iter().any(|page| listed.contains(&**page));
    let is_raised = || text.get(link.span.start..).is_some_and(|link| link.starts_with('<'));
    link.names_words() || is_raised() || is_listed() && !fills_line(text, link.span)
}

/// Returns the spellings of the address of one page: as it is, and with or without a slash at its end.
pub(super) fn spellings(page: &str) -> [Cow<'_, str>; 2] {
    let other = match page.strip_suffix('/') {
        Some(bare) => Cow::Borrowed(bare),
        None => Cow::Owned(format!("{page}/")),
    };
    [Cow::Borrowed(page), other]
}

/// True if a link is alone after a bullet or a number, or after these and the name of what it leads to.
fn fills_line(text: &str, span: Span) -> bool {
    let before = crate::dialects::marks::numbered::marks::text_before(text, span.start);
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    // Only the first link of a line looks for its end.
    let ends = || text.get(span.end..)?.lines().next().map(|after| after.trim().is_empty());
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let ordinal = number.strip_prefix(['.', ')']).filter(|_| number.len() < line.len());
    let behind = ordinal.or_else(|| line.strip_prefix(['-', '*', '+', '•']));
    behind.is_some_and(|name| name.is_empty() || is_label(name)) && ends().unwrap_or(true)
}

/// True for a name with a colon, `**Timetable**:` or the page of a wiki, `[[Timetable]]:`, that does not announce a
/// source.
fn is_label(name: &str) -> bool {
    const MAX_LABEL: usize = 60;
    let name = name.trim();
    let bare = name.trim_matches(['*', '_', ' ']);
    let is_page = name.starts_with("[[") && bare.trim_end_matches([':', '：']).ends_with("]]");
    (is_page || name.len() <= MAX_LABEL && name.starts_with("**"))
        && bare.ends_with([':', '：'])
        && !announces(&bare.replace('*', "").to_lowercase())
}

/// True for the label of a link that stands for a note.
fn is_letter(label: &str) -> bool {
    matches!(label.as_bytes(), [b'A'..=b'Z'])
}

/// Returns the citing links of `text`; empty if it is not cited by links.
pub(super) fn find(text: &str, closed: &[Span], listed: &Pages<'_>) -> Vec<Link> {
    let lettered = beside_marks(text, closed, listed);
    if lettered.iter().any(|link| is_letter(&link.label)) {
        return lettered;
    }
    let mut cells = source_cells(text);
    cells.extend(below_labels(text));
    cells.sort_unstable();
    let (mut round, mut introduced) = (0_usize, 0_usize);
    let mut sure = false;
    // Each with true for a link that cites wherever it is.
    let mut links: Vec<(Link, bool)> = Vec::new();
    let mut every = without_questions(text, without_changes(all(text, closed, listed)));
    let is_row = |link: &Link| {
        !link.names_words() && !inside(&cells, link.span.start) && fills_line(text, link.span)
    };
    if every.iter().filter(|link| is_row(link)).count() >= MIN_ROWS {
        every.retain(|link| !is_row(link));
    }
    let count = every.len();
    let by_author =
        authored::labels(&every.iter().map(|link| link.label.as_str()).collect::<Vec<_>>());
    let mut others: Vec<Link> = Vec::new();
    for link in every {
        let before = links.last().filter(|(last, _)| joined(text, last.span, link.span));
        let named = names_host(&link);
        let is_introduced = cites_anywhere(text, &link, listed)
            || counted(link.label.trim()).is_some() && named
            || follows_words(text, link.span)
            || by_author.contains(&link.label) && is_in_sentence(text, link.span)
            || inside(&cells, link.span.start)
            || before.is_some_and(|(_, introduced)| *introduced);
        let is_touching = before.is_some();
        if is_introduced
            || is_touching
            || cites(text, link.span)
            || named && ends_part(text, link.span) && !is_led_to(text, link.span)
            || named && is_copied(text, link.span)
            || is_host_word(&link) && ends_cell(text, link.span)
        {
            sure |= named || is_introduced || is_called_source(&link);
            round += usize::from(is_in_brackets(text, link.span) && !names_change(&link));
            introduced += usize::from(is_introduced);
            links.push((link, is_introduced));
        } else {
            others.push(link);
        }
    }
    let is_alone = |span| is_in_brackets(text, span) || is_announced_alone(text, span);
    let only = count == 1 && links.first().is_some_and(|(it, _)| is_alone(it.span));
    let sure = sure || round >= MIN_ROUND;
    let enough = sure && (links.len() > 1 && links.len() * 2 >= count || only);
    if !enough {
        links.retain(|(link, is_introduced)| {
            cites_anywhere(text, link, listed) || *is_introduced && introduced >= MIN_INTRODUCED
        });
    }
    let mut links: Vec<Link> = links.into_iter().map(|(link, _)| link).collect();
    if enough {
        add_again(text, others, &mut links);
    }
    links
}

/// Returns the links of a text without those that explain names, if there are several.
fn without_questions(text: &str, mut links: Vec<Link>) -> Vec<Link> {
    if links.iter().filter(|link| asks_about(text, link)).count() >= MIN_ROWS {
        links.retain(|link| !asks_about(text, link));
    }
    links
}

/// True for a link that asks about the name before it, as pages explain their tools:
/// `Tidebook ([What is Tidebook?](https://…))`.
fn asks_about(text: &str, link: &Link) -> bool {
    let asking = ["What is ", "What are "];
    let asked = asking.iter().find_map(|words| link.label.strip_prefix(words)?.strip_suffix('?'));
    let before = crate::dialects::marks::numbered::marks::text_before(text, link.span.start);
    let before = before.trim_end_matches([' ', '(', '*', '_']);
    asked.is_some_and(|name| before.ends_with(name.strip_prefix("the ").unwrap_or(name)))
}

/// Returns the links of a text without those to changes, if it is a list of these.
fn without_changes(mut links: Vec<Link>) -> Vec<Link> {
    let changes = links.iter().filter(|link| names_change(link)).count();
    if changes >= MIN_ROUND && changes * 2 >= links.len() {
        links.retain(|link| !names_change(link));
    }
    links
}

/// Adds the other links in sentences and cells to pages that a text cites elsewhere, and those in square brackets
/// where most that cite are.
fn add_again(text: &str, mut others: Vec<Link>, links: &mut Vec<Link>) {
    let cited: Pages<'_> = links.iter().map(|link| link.url.as_str()).collect();
    // An address that is printed as a label is an entry of a list.
    let is_again = |link: &Link| !link.label.contains("://") && cited.contains(link.url.as_str());
    let is_square = |link: &Link| is_in_square_brackets(text, link.span);
    let are_square = links.iter().filter(|link| is_square(link)).count() * 2 > links.len();
    others.retain(|link| {
        is_again(link) && is_in_sentence(text, link.span) || are_square && is_square(link)
    });
    links.append(&mut others);
    links.sort_by_key(|link| link.span);
}

/// The minimum number of links alone after bullets that are a list of pages.
const MIN_ROWS: usize = 3;

/// The minimum number of links with words before them that cite in a text with many other links.
const MIN_INTRODUCED: usize = 2;

/// The minimum number of links in round brackets that cite whatever they are called.
const MIN_ROUND: usize = 3;

/// True for a link that is called by the hash of the commit or the number of the issue that it leads to, as
/// lists of changes have it.
fn names_change(link: &Link) -> bool {
    let label = link.label.trim();
    let is_hash = |label: &str| {
        (7..=40).contains(&label.len()) && label.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let number = label.strip_prefix('#').or_else(|| label.strip_prefix('!')).unwrap_or_default();
    let parts = |name: &str| link.url.split('/').rev().take(2).any(|part| part == name);
    let is_commit = is_hash(label) && ["commit", "commits"].into_iter().any(parts);
    let ends = !number.is_empty() && link.url.ends_with(&format!("/{number}"));
    is_commit || ends && ["issues", "pull", "merge_requests"].into_iter().any(parts)
}

/// Labels of links that cite, in lower case.
const LABELS: &[&str] = &[
    "source",
    "sources",
    "src",
    "ref",
    "reference",
    "quelle",
    "fuente",
    "fonte",
    "来源",
    "來源",
    "出典",
];

/// True for a link called `source`.
fn is_called_source(link: &Link) -> bool {
    let label = link.label.trim().to_lowercase();
    LABELS.contains(&label.as_str())
}

/// Returns the cells of a text that are below a word for a source in the head of their table, or in a row
/// that begins with one.
fn source_cells(text: &str) -> Vec<Span> {
    let (mut cells, mut columns) = (Vec::new(), Vec::new());
    let (mut start, mut is_table) = (0, false);
    for line in text.split_inclusive('\n') {
        let row = line.trim_start().strip_prefix('|');
        let Some(row) = row else {
            start += line.len();
            is_table = false;
            continue;
        };
        let mut at = start + line.len() - row.len();
        start += line.len();
        if !is_table {
            columns = row.split('|').map(list_heading::heads_cells).collect();
        }
        let mut is_labelled = false;
        for (place, cell) in row.split('|').enumerate() {
            let of_sources = is_labelled || columns.get(place).is_some_and(|is_label| *is_label);
            if of_sources && is_table {
                cells.push(Span::new(at, at + cell.len()));
            }
            is_labelled |= place == 0 && list_heading::heads_cells(cell);
            at += cell.len() + 1;
        }
        is_table = true;
    }
    cells
}

/// Returns the link whose `](` is at `middle`, and whether it is an image.
fn link(text: &str, middle: usize) -> Option<(Link, bool)> {
    let before = crate::dialects::marks::numbered::marks::text_before(text, middle);
    let (open, label) = opened(before)?;
    if label.is_empty() || label.contains(']') {
        return None;
    }
    let inner = text.get(middle + 2..)?;
    let (url, length) = list_address::target_and_end(inner)?;
    let end = middle + 2 + length;
    let start = middle - (before.len() - open);
    let image = before.get(..open)?.ends_with('!');
    let span = Span::new(start, end);
    let label = match label.contains('\n') {
        true if is_broken_label(label) && is_in_sentence(text, span) => one_line(label),
        true => return None,
        false => label.to_owned(),
    };
    Some((Link { span, label, url: url.to_owned() }, image))
}

/// True for a label that goes on in the next line, and not for one that holds an item of a list or a paragraph.
fn is_broken_label(label: &str) -> bool {
    const MAX_LABEL: usize = 400;
    let mut lines = label.trim().lines().map(str::trim_start);
    let is_item = |line: &str| line.starts_with(['-', '*', '+', '#', '|', '>', '•']);
    label.len() <= MAX_LABEL && !lines.any(|line| line.is_empty() || is_item(line))
}

/// Returns the place of the bracket that opens the label at the end of a text, and the label without
/// brackets that Markdown shows: `[\\[harbour.example\\]`.
fn opened(before: &str) -> Option<(usize, &str)> {
    if let Some(inner) = before.strip_suffix("\\]") {
        let open = inner.rfind("[\\[")?;
        return Some((open, inner.get(open + "[\\[".len()..)?));
    }
    let open = before.rfind('[')?;
    Some((open, before.get(open + 1..)?))
}

/// Returns the addresses of links whose label holds a picture or several lines, as the pages that an app lists
/// are copied: `[![](icon) harbour.example Timetable](https://…)`.
pub(super) fn pictured(text: &str) -> Vec<&str> {
    let mut pages = Vec::new();
    for middle in memchr::memmem::find_iter(text.as_bytes(), b"](http") {
        let before = crate::dialects::marks::numbered::marks::text_before(text, middle);
        // An icon, and a badge, which has no words.
        let is_icon = before.ends_with("![") || before.ends_with(')');
        let label = before.rfind('[').and_then(|open| before.get(open + 1..));
        let is_lost = label.is_none_or(|label| label.contains([']', '\n']));
        let is_unread = || opened(before).is_none_or(|(_, own)| own.contains([']', '\n']));
        if is_lost && !is_icon && is_unread() && link(text, middle).is_none() {
            pages.extend(text.get(middle + 2..).and_then(list_address::target));
        }
    }
    pages
}

/// True for `[reuters](https://www.reuters.com/…)` and `[reuters+2](…)`, as Perplexity copies.
fn is_host_word(link: &Link) -> bool {
    let url = link.url.split_once("://").map_or("", |(_, rest)| rest);
    let host = url.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    let label = link.label.trim().to_lowercase();
    let label = counted(&label).unwrap_or(&label);
    let parts: Vec<&str> = host.split('.').collect();
    let own = parts.split_last().map_or(&[][..], |(_, own)| own);
    let is_part = own.contains(&label) || label.contains('.') && host.starts_with(label);
    is_part && label.len() > 2 && label != "www"
}

/// Returns the word before the number of further pages: `reuters` of `reuters+2`.
fn counted(label: &str) -> Option<&str> {
    let (word, more) = label.rsplit_once('+')?;
    (!more.is_empty() && more.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
}

/// True for the name of a host that was cut in its middle: `harbouroff...example.org`.
fn is_shortened(label: &str, host: &str) -> bool {
    let parts = label.split_once("...").or_else(|| label.split_once('…'));
    parts.is_some_and(|(start, end)| {
        let host = host.strip_prefix("www.").unwrap_or(host);
        start.len() > 2 && end.contains('.') && host.starts_with(start) && host.ends_with(end)
    })
}

/// True if a link is called by the host it leads to, or was copied from a chat window.
fn names_host(link: &Link) -> bool {
    let url = link.url.split_once("://").map_or("", |(_, rest)| rest);
    let host = url.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    let label = link.label.trim().to_lowercase();
    let plain = label.strip_prefix("www.").unwrap_or(&label);
    let named = plain.contains('.') && (host == label || host.ends_with(plain));
    named
        || is_shortened(plain, &host)
        || is_host_word(link)
        || link.url.contains("utm_source=chatgpt.com")
        || link.url.contains("utm_source=openai")
}
