//! The list of sources that a text gives itself: below a heading, at its end, or as definitions.
//!
//! Four things make one: lines under a heading such as `## References`; without any heading, lines
//! that count from 1 and have addresses; lines `[1] …` that end the text, which have addresses or are
//! cited above; `[1]: url` and `[^1]: …`
//! anywhere. Of several headings the last one with entries counts. The numbers of a list are not
//! citations.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::numbered::line::{Lead, Line, bracketed, lead, plain_number};
use crate::dialects::marks::numbered::marks::Mark;
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address;
use crate::locator;
use crate::model::Locator;
use crate::text::Span;
use crate::text::list_heading::{heading, is_heading_of_list, is_name};

/// The most lines that go on an entry.
const MAX_CONTINUED: usize = 3;

/// The fewest lines with addresses that are a list without a heading.
const MIN_RUN: usize = 3;

/// One listed source.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Entry {
    /// Its number or name; `None` for one that is only a bullet.
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) url: Option<String>,
    /// The place in the source that a footnote states: `[^1]: Handbook, L8-L13`.
    pub(crate) locator: Option<Locator>,
    /// Its lines, as bytes of the text.
    pub(crate) span: Span,
    /// True if its number is in brackets.
    pub(crate) in_brackets: bool,
}

/// All that a text lists.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct List {
    pub(crate) entries: Vec<Entry>,
    /// The words over it, if it has a heading.
    pub(crate) heading: Option<String>,
    /// Ids of the `[1]: url` definitions.
    pub(crate) definitions: BTreeSet<String>,
    /// Ids of the `[^1]: …` definitions.
    pub(crate) footnotes: BTreeSet<String>,
    /// Numbers whose definition leads to an issue or a change of that number: no sources.
    pub(crate) issues: BTreeSet<String>,
    /// True if some footnote has an address, a place, or links to a note: else footnotes are remarks.
    pub(crate) footnotes_cite: bool,
    /// The ends of the lists, where the text has several that give one number to different sources.
    pub(crate) sections: Vec<usize>,
    /// The lines of other lists, whose numbers are no citations either.
    pub(crate) others: Vec<Span>,
}

impl List {
    /// Returns the id of the source that a number means at a place of the text: with several lists, each
    /// serves the text above it.
    pub(crate) fn id_at(&self, number: &str, at: usize) -> String {
        let section = self.sections.partition_point(|end| *end <= at);
        let section = section.min(self.sections.len().saturating_sub(1));
        in_section(number, section)
    }

    /// Returns the numbers of the entries, as marks have them.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        let number = |entry: &Entry| entry.id.as_ref()?.split(' ').next()?.parse().ok();
        self.entries.iter().filter_map(number)
    }

    /// True if there are entries, and none has a number.
    pub(crate) fn is_unnumbered(&self) -> bool {
        !self.entries.is_empty() && self.entries.iter().all(|entry| entry.id.is_none())
    }

    /// True if the marks count further than the list, so that they mean another.
    pub(crate) fn is_outnumbered(&self, marks: &[Mark]) -> bool {
        const MIN_BEYOND: usize = 2;
        let length = self.entries.len() as u64;
        let is_beyond = |mark: &&Mark| mark.items.iter().any(|(first, _)| *first > length);
        marks.iter().filter(is_beyond).count() >= MIN_BEYOND
    }

    /// Returns the lines of the list, in order.
    pub(crate) fn spans(&self) -> Vec<Span> {
        let entries = self.entries.iter().map(|entry| entry.span);
        let mut spans: Vec<Span> = entries.chain(self.others.iter().copied()).collect();
        spans.sort_unstable();
        spans
    }
}

/// Returns the id of a source in one of several lists.
fn in_section(number: &str, section: usize) -> String {
    if section == 0 { number.to_owned() } else { format!("{number} (list {})", section + 1) }
}

/// Finds the list of `text`; nothing inside the sorted spans of `code` counts.
pub(crate) fn find(text: &str, code: &[Span]) -> List {
    let mut start = 0;
    let lines: Vec<Line<'_>> = text
        .split_inclusive('\n')
        .map(|line| {
            let found = Line { start, text: line };
            start += line.len();
            found
        })
        .filter(|line| !inside(code, line.start))
        .collect();
    let mut list = List::default();
    let mut lists = headed(&lines);
    let is_numbered = lists.iter().flat_map(|(_, entries)| entries).any(|entry| entry.id.is_some());
    if !is_numbered {
        // Bullets under a heading are no list of marks if lines with brackets are.
        let kinds: &[Lead] =
            if lists.is_empty() { &[Lead::Bracket, Lead::Ordinal] } else { &[Lead::Bracket] };
        let runs = runs(&lines, kinds);
        lists = if runs.is_empty() { lists } else { runs };
    }
    add(lists, &mut list);
    if list.entries.is_empty() {
        trailing(&lines, &mut list);
    }
    if list.entries.is_empty() {
        raised_below(&lines, &mut list);
    }
    definitions(&lines, &mut list);
    list
}

/// The words over a list, and its entries.
type Headed = (Option<String>, Vec<Entry>);

/// Returns the entries under each heading that has some.
fn headed(lines: &[Line<'_>]) -> Vec<Headed> {
    let mut index = 0;
    let mut lists: Vec<Headed> = Vec::new();
    while let Some(line) = lines.get(index) {
        index += 1;
        let Some((level, words)) = heading(line.text).filter(|(_, words)| is_name(words)) else {
            continue;
        };
        let end = region_end(lines, index, level);
        let region = lines.get(index..end).unwrap_or_default();
        if level > 6 && !begins_soon(region) {
            continue;
        }
        let mut entries = entries(region);
        if entries.is_empty() {
            entries = addressed(region);
        }
        if !entries.is_empty() {
            lists.push((Some(words.to_owned()), entries));
        }
        index = end.max(index);
    }
    lists
}

/// True if a list begins in the first lines of a region: a word by itself may head a column as well.
fn begins_soon(region: &[Line<'_>]) -> bool {
    const MAX_BEFORE: usize = 3;
    let mut first = region.iter().filter(|line| !line.is_blank()).take(MAX_BEFORE);
    first.any(|line| lead(line.text).is_some() || line.text.contains("://"))
}

/// Returns the entries that lost their numbers or bullets in a copy: lines with a title and an address
/// each, until a line without one.
fn addressed(region: &[Line<'_>]) -> Vec<Entry> {
    let lines = region.iter().filter(|line| !line.is_blank());
    let entry = |line: &Line<'_>| {
        let (title, url) = list_address::title_and_url(line.text);
        Some(Entry { url: Some(url?), title: Some(title?), span: line.span(), ..Entry::default() })
    };
    let entries: Vec<Entry> = lines.map_while(entry).collect();
    if entries.len() < MIN_RUN { Vec::new() } else { entries }
}

/// Returns the lists without headings: lines of these kinds that count from 1, with an address in or
/// below each.
fn runs(lines: &[Line<'_>], kinds: &[Lead]) -> Vec<Headed> {
    let (mut lists, mut index) = (Vec::new(), 0);
    while index < lines.len() {
        let (kind, number, _) = numbered_with_address(lines, index).unwrap_or((Lead::Bullet, 0, 0));
        if number != 1 || !kinds.contains(&kind) {
            index += 1;
            continue;
        }
        let (start, mut last, mut count) = (index, 0, 0);
        loop {
            match numbered_with_address(lines, index) {
                Some((own, number, end)) if own == kind && number > last => {
                    (last, count, index) = (number, count + 1, end);
                }
                _ if count > 0
                    && lines.get(index).is_some_and(|it| it.is_blank() || it.is_address()) =>
                {
                    index += 1;
                }
                _ => break,
            }
        }
        let is_dense = kind == Lead::Bracket || last == count;
        if count >= MIN_RUN as u64 && is_dense {
            lists.push((None, entries(lines.get(start..index).unwrap_or_default())));
        }
    }
    lists
}

/// Returns the kind and number of the entry at `index` if it has an address, and the index after it.
fn numbered_with_address(lines: &[Line<'_>], index: usize) -> Option<(Lead, u64, usize)> {
    let line = lines.get(index)?;
    let (kind, id, _) = lead(line.text)?;
    let number = id?.parse().ok()?;
    if line.text.contains("://") {
        return Some((kind, number, index + 1));
    }
    let below = lines.iter().enumerate().skip(index + 1).find(|(_, line)| !line.is_blank());
    below.filter(|(_, line)| line.is_address()).map(|(at, _)| (kind, number, at + 1))
}

/// Adds the last of several lists, or all if each is numbered for the text above it.
fn add(mut lists: Vec<Headed>, list: &mut List) {
    if are_apart(&lists) {
        let end = |entries: &[Entry]| entries.last().map_or(0, |entry| entry.span.end);
        list.sections = lists.iter().map(|(_, entries)| end(entries)).collect();
        list.heading = lists.first().and_then(|(words, _)| words.clone());
        for (section, (_, entries)) in lists.into_iter().enumerate() {
            let id = |id: String| in_section(&id, section);
            let named = |entry: Entry| Entry { id: entry.id.map(id), ..entry };
            list.entries.extend(entries.into_iter().map(named));
        }
    } else {
        // A line that announces a list counts only where no heading names one.
        let is_named = |(words, _): &Headed| words.as_deref().is_some_and(is_heading_of_list);
        let last = lists.iter().rposition(is_named).or(lists.len().checked_sub(1));
        let Some((words, entries)) = last.map(|last| lists.remove(last)) else { return };
        (list.heading, list.entries) = (words, entries);
        let other = lists.into_iter().flat_map(|(_, entries)| entries);
        list.others = other.filter(|it| it.in_brackets).map(|it| it.span).collect();
    }
}

/// True if there are several numbered lists with addresses, or with titles behind brackets, and a number
/// means different pages in them.
fn are_apart(lists: &[Headed]) -> bool {
    let mut pages: BTreeMap<&str, &str> = BTreeMap::new();
    let mut differ = false;
    for entry in lists.iter().flat_map(|(_, entries)| entries) {
        let Some(id) = &entry.id else { return false };
        let title = entry.title.as_ref().filter(|_| entry.in_brackets);
        let Some(url) = entry.url.as_ref().or(title) else { continue };
        let first = pages.entry(id).or_insert(url);
        differ |= *first != url;
    }
    differ && lists.len() > 1
}

/// Finds the end of the list under a heading of `level`: the next heading as high, or a rule.
fn region_end(lines: &[Line<'_>], from: usize, level: usize) -> usize {
    let (mut begun, mut entered, mut blank) = (false, false, false);
    for (index, line) in lines.iter().enumerate().skip(from) {
        let trimmed = line.text.trim();
        // Words over a list that are no heading of Markdown rule it as far as it goes, no further.
        let is_prose = level > 6
            && (entered && blank)
            && !trimmed.is_empty()
            && lead(line.text).is_none()
            && !line.text.starts_with([' ', '\t'])
            && !trimmed.contains("://");
        if is_prose {
            return index;
        }
        blank = trimmed.is_empty();
        entered |= lead(line.text).is_some();
        let rule = trimmed.len() >= 3
            && trimmed.bytes().all(|byte| matches!(byte, b'-' | b'*' | b'_' | b'='));
        let higher =
            trimmed.starts_with('#') && heading(trimmed).is_some_and(|(own, _)| own <= level);
        let other = heading(trimmed).is_some_and(|(_, words)| is_name(words)) && begun;
        if (rule && begun) || higher || other {
            return index;
        }
        begun |= !trimmed.is_empty() && !rule;
    }
    lines.len()
}

/// Returns the entries of a region: the numbered ones, or the bullets if nothing is numbered.
fn entries(region: &[Line<'_>]) -> Vec<Entry> {
    let numbered =
        region.iter().any(|line| lead(line.text).is_some_and(|(lead, ..)| lead != Lead::Bullet));
    let mut entries: Vec<Entry> = Vec::new();
    let mut rest = String::new();
    let mut continued = usize::MAX;
    // The first entry of the line: `[3] [6] Title` is several.
    let mut first = 0;
    for line in region {
        let wanted = lead(line.text).filter(|(lead, ..)| numbered != (*lead == Lead::Bullet));
        if let Some((lead, id, mut words)) = wanted {
            finish(&mut entries, first, &rest);
            first = entries.len();
            let in_brackets = lead == Lead::Bracket;
            entries.push(Entry { id, span: line.span(), in_brackets, ..Entry::default() });
            while let Some((id, behind)) = bracketed(after_link(words).trim_start())
                && (behind.starts_with(char::is_whitespace) || own_link(behind).is_some())
            {
                // Each number of a row may have a link of its own.
                if let Some(last) = entries.last_mut() {
                    last.url = own_link(words).map(|(url, _)| url.to_owned());
                }
                entries.push(Entry { id: Some(id), span: line.span(), ..Entry::default() });
                words = behind;
            }
            words.trim().clone_into(&mut rest);
            continued = 0;
        } else if continued < MAX_CONTINUED && !line.is_blank() && !is_heading(line.text)
            || line.is_address() && !rest.contains("://")
        {
            rest.push(' ');
            rest.push_str(line.text.trim());
            for entry in entries.iter_mut().skip(first) {
                entry.span.end = line.span().end;
            }
            continued = continued.saturating_add(1);
        } else if line.is_blank() || is_heading(line.text) {
            continued = usize::MAX;
        }
    }
    finish(&mut entries, first, &rest);
    entries
}

/// Returns the address of a link that `words` begin with, and the text behind it: `(https://…) Title`.
fn own_link(words: &str) -> Option<(&str, &str)> {
    let inner = words.strip_prefix('(').filter(|inner| inner.starts_with("http"))?;
    let url = list_address::target(inner)?;
    let behind = inner.get(inner.find(url)? + url.len()..)?;
    Some((url, behind.split_once(')')?.1))
}

/// Returns `words` without a link that they begin with.
fn after_link(words: &str) -> &str {
    own_link(words).map_or(words, |(_, behind)| behind)
}

/// True for a heading of Markdown.
fn is_heading(line: &str) -> bool {
    heading(line).is_some_and(|(level, _)| level < 7)
}

/// Reads the words of the last entries, from `first` on.
fn finish(entries: &mut [Entry], first: usize, rest: &str) {
    let (title, url) = list_address::title_and_url(rest);
    for entry in entries.iter_mut().skip(first) {
        entry.title.clone_from(&title);
        entry.url = entry.url.take().or_else(|| url.clone());
    }
}

/// Lines `[1] …` that end the text, without any heading. They have addresses, or say that they are
/// sources.
fn trailing(lines: &[Line<'_>], list: &mut List) {
    let mut from = lines.len();
    let mut last = u64::MAX;
    let mut addresses = 0_usize;
    let mut count = 0_usize;
    for (index, line) in lines.iter().enumerate().rev() {
        // An indented line goes on the one above it.
        if line.is_blank() || line.text.starts_with("    ") {
            continue;
        }
        let found = lead(line.text).filter(|(lead, ..)| *lead == Lead::Bracket);
        let number = found.as_ref().and_then(|(_, id, _)| id.as_ref()?.parse::<u64>().ok());
        let Some(number) = number.filter(|number| *number < last) else { break };
        let words = found.map_or("", |(_, _, words)| words.trim_start());
        let says = words.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("source:"));
        addresses += usize::from(line.text.contains("://") || says);
        (from, last, count) = (index, number, count + 1);
    }
    let is_addressed = addresses * 2 >= count.max(1) && (count > 1 || addresses > 0);
    let above = lines.get(..from).unwrap_or_default();
    if is_addressed || last == 1 && are_cited(above, count as u64) {
        list.entries = entries(lines.get(from..).unwrap_or_default());
    }
}

/// Lines `¹ …` or `(1) …` that end the text and count from 1, without any heading, and are cited above.
fn raised_below(lines: &[Line<'_>], list: &mut List) {
    let number = |line: &Line<'_>| {
        let (_, id, _) = lead(line.text).filter(|(lead, ..)| *lead == Lead::Raised)?;
        id?.parse::<u64>().ok()
    };
    let (mut from, mut last) = (lines.len(), u64::MAX);
    for (index, line) in lines.iter().enumerate().rev().filter(|(_, line)| !line.is_blank()) {
        let Some(number) = number(line).filter(|number| *number < last) else { break };
        (from, last) = (index, number);
    }
    let (above, below) = lines.split_at(from);
    let sign = below.first().and_then(|line| line.text.trim_start().chars().next());
    if last == 1 && above.iter().any(|line| sign.is_some_and(|sign| line.text.contains(sign))) {
        list.entries = entries(below);
    }
}

/// True if the lines above a list of that many titles have most of its numbers in brackets.
fn are_cited(above: &[Line<'_>], count: u64) -> bool {
    let number = |at: usize, line: &Line<'_>| {
        let inner = line.text.get(at + 1..)?;
        let end = inner.bytes().position(|byte| !byte.is_ascii_digit())?;
        let number = inner.get(..end)?.parse::<u64>().ok()?;
        (inner.get(end..)?.starts_with([']', ',']) && number <= count).then_some(number)
    };
    let cited: BTreeSet<u64> = above
        .iter()
        .flat_map(|line| {
            let opens = memchr::memchr_iter(b'[', line.text.as_bytes());
            opens.filter_map(|at| number(at, line)).collect::<Vec<u64>>()
        })
        .collect();
    count >= MIN_RUN as u64 && cited.len() as u64 * 2 > count
}

/// Adds `[1]: url "title"` and `[^1]: words`, anywhere.
fn definitions(lines: &[Line<'_>], list: &mut List) {
    let listed = list.spans();
    let mut known: BTreeSet<String> =
        list.entries.iter().filter_map(|entry| entry.id.clone()).collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((id, footnote, words)) = definition(line.text) else { continue };
        let (title, url) = list_address::title_and_url(words);
        let url = url.or_else(|| below(lines.get(index + 1..)?).filter(|_| footnote));
        let (title, locator) = match title.as_deref().filter(|_| footnote).and_then(placed) {
            Some((name, locator)) => (name, Some(locator)),
            None => (title, None),
        };
        let Some(address) = url.as_deref().or(footnote.then_some("")) else { continue };
        if address.ends_with(&format!("/{id}")) {
            list.issues.insert(id);
            continue;
        }
        if footnote {
            list.footnotes_cite |=
                url.is_some() || locator.is_some() || list_address::note(words).is_some();
            list.footnotes.insert(id.clone());
        } else {
            list.definitions.insert(id.clone());
        }
        if !inside(&listed, line.start) && known.insert(id.clone()) {
            let (span, in_brackets) = (line.span(), true);
            list.entries.push(Entry { id: Some(id), title, url, locator, span, in_brackets });
        }
    }
}

/// Returns the first address in the indented lines that go on a footnote.
fn below(lines: &[Line<'_>]) -> Option<String> {
    let own = lines.iter().take_while(|line| line.text.starts_with("  ") && !line.is_blank());
    let mut own = own.take(MAX_CONTINUED).filter(|line| line.text.contains("://"));
    own.find_map(|line| list_address::title_and_url(line.text).1)
}

/// Splits a title from the place after it: `Handbook, L8-L13`.
fn placed(words: &str) -> Option<(Option<String>, Locator)> {
    if let Some(locator) = locator::read(words) {
        return Some((None, locator));
    }
    let (name, place) = words.rsplit_once(", ")?;
    Some((Some(name.to_owned()), locator::read(place)?))
}

/// Returns id, true for a footnote, and words of a definition. Only numbers define links here.
fn definition(line: &str) -> Option<(String, bool, &str)> {
    let inner = line.trim_start_matches(' ').strip_prefix('[')?;
    if line.len() - inner.len() > 4 {
        return None;
    }
    let (id, words) = inner.split_once("]:")?;
    if let Some(name) = id.strip_prefix('^') {
        let fine = !name.is_empty() && name.len() <= 64 && !name.contains(['[', ']', ' ']);
        return fine.then(|| (name.to_owned(), true, words.trim()));
    }
    let number = (1..=4).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
    number.then(|| (plain_number(id), false, words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares each entry as `id|title|url`.
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let plain = |part: &Option<String>| part.clone().unwrap_or_default();
        let found: Vec<String> = find(text, &[])
            .entries
            .iter()
            .map(|entry| {
                format!("{}|{}|{}", plain(&entry.id), plain(&entry.title), plain(&entry.url))
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn entries_in_their_forms() {
        check(
            "Text.\n\n## Sources\n\n[1] A title: https://a.example/x  \n\
             [2] [Two [b]](https://b.example/q_(r))\n- [3] https://c.example/ - Drei\n",
            &[
                "1|A title|https://a.example/x",
                "2|Two [b]|https://b.example/q_(r)",
                "3|Drei|https://c.example/",
            ],
        );
        check(
            "**参考文献**\n1. [甲](https://a.example)\n2. 乙 — https://b.example\n\n---\n3. no",
            &["1|甲|https://a.example", "2|乙|https://b.example"],
        );
        check("References:\n\n- handbook.md\n- policy.md\n", &["|handbook.md|", "|policy.md|"]);
    }

    #[test]
    fn numbers_may_be_in_escaped_brackets() {
        check(
            "Sources:\n- \\[[3](https://a.example)\\] [A](https://a.example/x)\n",
            &["3|A|https://a.example/x"],
        );
    }

    #[test]
    fn a_title_may_be_on_the_line_above_its_address() {
        check("# Quellen\n[1] Satzung\nhttps://a.example\n", &["1|Satzung|https://a.example"]);
    }

    #[test]
    fn lines_at_the_end_need_no_heading() {
        check(
            "It is so [1].\n\n[1] https://a.example - A\n[2] https://b.example - B\n",
            &["1|A|https://a.example", "2|B|https://b.example"],
        );
        check("It is so.\n[1] is what I say.\n[2] too.\n", &[]);
    }

    #[test]
    fn lines_that_count_with_addresses_need_no_heading() {
        let list = "1. Satzung - Amt, https://a.example\n2. Haushalt, https://b.example\n\
                    3. Plan, https://c.example\n";
        let text = format!("Es ist so.[1, 2] Und so.[3]\n-----\n{list}");
        check(
            &text,
            &[
                "1|Satzung - Amt|https://a.example",
                "2|Haushalt|https://b.example",
                "3|Plan|https://c.example",
            ],
        );
        check(&list.replace(", https://b.example", ""), &[]);
        check(
            "[1] A page\n\nhttps://a.example\n\n[2] [4] B page\n\nhttps://b.example\n\n\
             [3] C page\n\nhttps://c.example\n\n**More text**\n\nIt goes on.\n",
            &[
                "1|A page|https://a.example",
                "2|B page|https://b.example",
                "4|B page|https://b.example",
                "3|C page|https://c.example",
            ],
        );
    }

    #[test]
    fn each_list_without_a_heading_serves_the_text_above_it() {
        let lines = |host: &str| -> String {
            ["[1](https://X/a)\n", "[2](https://X/b)\n", "[3](https://X/c)\n"]
                .concat()
                .replace('X', host)
        };
        let text =
            format!("One [1].\n\n{}\nTwo [1].\n\n{}", lines("a.example"), lines("b.example"));
        let found = find(&text, &[]);
        assert_eq!((found.entries.len(), found.sections.len()), (6, 2));
    }

    #[test]
    fn definitions_stand_anywhere() {
        check(
            "[1]: https://a.example \"A\"\n\nText[^n].\n\n[^n]: See https://b.example.\n",
            &["1|A|https://a.example", "n|See|https://b.example"],
        );
    }

    #[test]
    fn the_last_heading_with_entries_counts() {
        check(
            "## Sources\n1. old\n\n## Rest\ntext\n\n## 9. References\n[1] new\n## End\n[2] x\n",
            &["1|new|"],
        );
    }
}
