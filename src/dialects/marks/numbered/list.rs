//! The list of sources that a text gives itself: below a heading, at its end, or as definitions.
//!
//! Several things make one: lines under a heading such as `## References`, which may be headings themselves
//! ([`mod@super::heading_rows`]); without any heading, lines that count from 1 and have addresses; lines `[1] …`
//! that end the text, which have addresses or are cited above; notes ([`mod@super::notes_below`]); items of HTML that
//! numbers link to ([`mod@super::page_notes`]); `[1]: url` and `[^1]: …` anywhere. Of several headings the last one
//! with entries counts, unless the lists count on, which makes them one, or their numbers mean different sources: then
//! each list serves the text above it, or its own part of the text ([`mod@super::parts`]). The numbers of a list are
//! not citations.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::numbered::definitions::{
    below, continued, definition, is_heading_of_sources, placed,
};
use crate::dialects::marks::numbered::entries::{Entry, MAX_CONTINUED, addressed, entries, quoted};
use crate::dialects::marks::numbered::excerpts;
use crate::dialects::marks::numbered::fields::{field_end, may_be_counted, named_rows};
use crate::dialects::marks::numbered::heading_rows;
use crate::dialects::marks::numbered::line::{
    Lead, Line, is_heading_of_page, lead, without_block_tags, without_edit_link,
};
use crate::dialects::marks::numbered::links;
use crate::dialects::marks::numbered::marks::{self, Mark};
use crate::dialects::marks::numbered::notes_below::notes_below;
use crate::dialects::marks::numbered::page_notes::page_notes;
use crate::dialects::marks::numbered::parts::{self, Part};
use crate::dialects::marks::numbered::printed::printed;
use crate::dialects::marks::numbered::several::{
    Headed, are_apart, count_on, has_numbers, is_numbered, with_others,
};
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::marks::numbered::unheaded;
use crate::dialects::marks::numbered::works::{MIN_WORKS, is_file, is_work};
use crate::dialects::marks::numbered::{authored, block_list};
use crate::dialects::shared::front_matter::front_matter;
use crate::dialects::shared::list_address;
use crate::text::Span;
use crate::text::list_heading::{heading, is_heading_of_list, is_name, names_conversation};

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
    /// True if some footnote has an address or a place, links to a note, names a file, or is below a
    /// heading for sources: else footnotes are remarks.
    pub(crate) footnotes_cite: bool,
    /// The ends of the lists, where the text has several that give one number to different sources.
    pub(crate) sections: Vec<usize>,
    /// The parts of the text of which each has a list of its own or none, where it has several lists.
    pub(crate) parts: Vec<Part>,
    /// The places at which the answers begin in a text of several.
    pub(crate) answers: Vec<usize>,
    /// The lines of other lists, whose numbers are no citations either.
    pub(crate) others: Vec<Span>,
    /// The indexes of the lists in `sections` that are not those of the marks which they would serve.
    pub(super) foreign: BTreeSet<usize>,
}

impl List {
    /// Returns the id of the source that a number means at a place of the text: with several lists, each
    /// serves its own part of the text, or else the text above it. Below the last there is none.
    pub(crate) fn id_at(&self, number: &str, at: usize) -> String {
        match self.section_at(at) {
            Some(section) => in_section(number, section),
            None => format!("{number} (no list)"),
        }
    }

    /// False for a place in a part without a list, in a text whose parts have lists of their own.
    pub(crate) fn serves(&self, at: usize) -> bool {
        self.section_at(at).is_some()
    }

    /// Returns the index of the list that serves a place of the text.
    fn section_at(&self, at: usize) -> Option<usize> {
        let section = if self.parts.is_empty() {
            let section = self.sections.partition_point(|end| *end <= at);
            Some(section).filter(|section| *section == 0 || *section < self.sections.len())
        } else {
            parts::at(&self.parts, at).and_then(|part| part.list)
        };
        section.filter(|section| !self.foreign.contains(section))
    }

    /// Finds the lists that lack most of the numbers of the marks they would serve: they are those of other texts.
    pub(super) fn find_foreign(&mut self, marks: &[Mark]) {
        const MIN_LACKING: usize = 4;
        const MIN_TIMES: usize = 2;
        if self.sections.len() < 2 {
            return;
        }
        let known: BTreeSet<&str> =
            self.entries.iter().filter_map(|entry| entry.id.as_deref()).collect();
        let mut numbers: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
        for mark in marks.iter().filter(|mark| mark.url.is_none()) {
            if let Some(section) = self.section_at(mark.span.start) {
                let own = mark.items.iter().flat_map(|(first, last)| [*first, *last]);
                numbers.entry(section).or_default().extend(own);
            }
        }
        let is_foreign = |(section, numbers): &(usize, BTreeSet<u64>)| {
            let has =
                |number: &&u64| known.contains(in_section(&number.to_string(), *section).as_str());
            let found = numbers.iter().filter(has).count();
            let lacking = numbers.len() - found;
            lacking >= MIN_LACKING && lacking > found * MIN_TIMES
        };
        self.foreign = numbers.into_iter().filter(is_foreign).map(|(section, _)| section).collect();
    }

    /// Returns the addresses listed below a heading.
    pub(crate) fn pages(&self) -> BTreeSet<&str> {
        let entries = self.entries.iter().filter(|_| self.heading.is_some());
        entries.filter_map(|entry| Some(links::page_and_words(entry.url.as_deref()?).0)).collect()
    }

    /// Returns the number, from 1, of the answer that holds a place; `None` in a text of one.
    pub(crate) fn answer_at(&self, at: usize) -> Option<usize> {
        Some(self.answers.partition_point(|start| *start <= at))
            .filter(|_| !self.answers.is_empty())
    }

    /// Returns the numbers of the entries, as marks have them.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        let number = |entry: &Entry| entry.id.as_ref()?.split(' ').next()?.parse().ok();
        self.entries.iter().filter_map(number)
    }

    /// Returns the numbers of the list; its places where it has none.
    pub(crate) fn counted(&self) -> BTreeSet<u64> {
        if self.is_unnumbered() {
            return (1..=self.entries.len() as u64).collect();
        }
        self.numbers().collect()
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

    /// True if the list is far longer than the marks count, so that its places are not their numbers.
    pub(crate) fn is_beyond(&self, marks: &[Mark]) -> bool {
        const MIN_LENGTH: u64 = 12;
        const MIN_TIMES: u64 = 3;
        let numbers = marks.iter().flat_map(|mark| &mark.items).map(|(first, _)| *first);
        let length = self.entries.len() as u64;
        length >= MIN_LENGTH && numbers.max().is_some_and(|last| length > last * MIN_TIMES)
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
pub(super) fn in_section(number: &str, section: usize) -> String {
    if section == 0 { number.to_owned() } else { format!("{number} (list {})", section + 1) }
}

/// Returns the list of a text, and the number of entries of one without numbers that is far longer than its
/// marks count. A list that the marks do not count is none.
pub(super) fn of_marks(text: &str, code: &[Span]) -> (List, usize) {
    let mut list = find(text, code);
    let mut uncounted = 0;
    if list.is_unnumbered() {
        let marks = marks::scan(text, code);
        if list.is_beyond(&marks) {
            uncounted = list.entries.len();
        }
        if uncounted > 0 || list.is_outnumbered(&marks) {
            (list.entries, list.heading) = (Vec::new(), None);
        }
    }
    if list.heading.is_none()
        && authored::says_entries(text, &list.entries)
        && marks::scan(text, code).is_empty()
    {
        list = List { answers: list.answers, ..List::default() };
    }
    (list, uncounted)
}

/// Finds the list of `text`; nothing inside the sorted spans of `code` counts.
pub(crate) fn find(text: &str, code: &[Span]) -> List {
    find_beside(text, code, front_matter(text))
}

/// Finds the list of `text` of which the first bytes are `fields`, whose lists may be no list of its marks.
pub(super) fn find_beside(text: &str, code: &[Span], fields: usize) -> List {
    let mut start = 0;
    let lines: Vec<Line<'_>> = text
        .split_inclusive('\n')
        .map(|line| {
            start += line.len();
            let text = without_edit_link(without_block_tags(line));
            Line { start: start - text.len(), text }
        })
        .filter(|line| {
            !inside(code, line.start)
                || is_indented_entry(text, line, code)
                || is_heading_of_page(text, line, code)
        })
        .collect();
    let mut list = List { answers: parts::answers(&lines), ..List::default() };
    if let Some(entries) = page_notes(text, code) {
        return List { entries, ..list };
    }
    let mut lists = headed(&lines, fields);
    let is_numbered = lists.iter().flat_map(|(_, entries)| entries).any(|entry| entry.id.is_some());
    if !is_numbered {
        // Bullets under a heading are no list of marks if lines with brackets are.
        let kinds: &[Lead] =
            if lists.is_empty() { &[Lead::Bracket, Lead::Ordinal] } else { &[Lead::Bracket] };
        let mut unheaded = unheaded::runs(&lines, kinds);
        if unheaded.is_empty() && !lists.is_empty() {
            unheaded.push(unheaded::trailing(&lines));
        }
        unheaded.retain(|entries| !entries.is_empty());
        if !unheaded.is_empty() {
            lists = unheaded.into_iter().map(|entries| (None, entries)).collect();
        }
    }
    let lists = with_others(&lines, lists);
    add(&lines, lists, &mut list);
    if list.entries.is_empty() {
        list.entries = quoted(text);
    }
    if list.entries.is_empty() {
        add(&lines, printed(&lines), &mut list);
    }
    if list.entries.is_empty() {
        (list.heading, list.entries) = notes_below(&lines).unwrap_or_default();
    }
    if list.entries.is_empty() {
        list.entries = unheaded::trailing(&lines);
    }
    if list.entries.is_empty() {
        list.entries = heading_rows::counted(&lines);
    }
    if list.entries.is_empty() {
        list.entries = unheaded::raised_below(&lines);
    }
    if list.entries.is_empty() {
        list.entries = unheaded::raised_between(&lines);
    }
    definitions(&lines, &mut list);
    block_list::add(text, code, &mut list.entries);
    list.others.extend(excerpts::add(&lines, &mut list.entries));
    list
}

/// True for an entry of a list that a page was copied with: indented, which makes it code in Markdown.
fn is_indented_entry(text: &str, line: &Line<'_>, code: &[Span]) -> bool {
    let is_entry = || {
        line.text.contains("://")
            && lead(line.text.trim_start()).is_some_and(|(lead, ..)| lead == Lead::Bracket)
    };
    let is_fenced = || {
        let around = code.iter().find(|span| span.start <= line.start && line.start < span.end);
        let block = around.and_then(|span| span.slice(text)).unwrap_or_default();
        block.contains("```") || block.contains("~~~")
    };
    line.text.starts_with([' ', '\t']) && is_entry() && !is_fenced()
}

/// Returns the entries under each heading that has some.
fn headed(lines: &[Line<'_>], fields: usize) -> Vec<Headed> {
    let mut index = 0;
    let mut lists: Vec<Headed> = Vec::new();
    while let Some(line) = lines.get(index) {
        index += 1;
        let Some((level, words)) = heading(line.text).filter(|(_, words)| is_name(words)) else {
            continue;
        };
        let in_fields = line.start < fields;
        let rows = heading_rows::below(lines.get(index..).unwrap_or_default());
        if let Some(last) = rows.last().filter(|_| !in_fields) {
            index = lines.partition_point(|line| line.start < last.span.end);
            lists.push((Some(words.to_owned()), rows));
            continue;
        }
        let end = if in_fields { field_end(lines, index) } else { region_end(lines, index, level) };
        let region = lines.get(index..end).unwrap_or_default();
        if level > 6 && !begins_soon(region) {
            continue;
        }
        let mut entries = if in_fields { named_rows(region) } else { Vec::new() };
        if entries.is_empty() {
            entries = self::entries(region);
        }
        if entries.is_empty() {
            entries = addressed(region);
        }
        if !entries.is_empty() && (!in_fields || may_be_counted(&entries)) {
            lists.push((Some(words.to_owned()), entries));
        }
        index = end.max(index);
    }
    let is_in_text = |list: &Headed| list.1.iter().any(|entry| entry.span.start >= fields);
    if lists.iter().any(|list| is_in_text(list) && is_numbered(list)) {
        lists.retain(is_in_text);
    }
    lists
}

/// True if a list begins in the first lines of a region: a word by itself may head a column as well.
fn begins_soon(region: &[Line<'_>]) -> bool {
    const MAX_BEFORE: usize = 3;
    let mut first = region.iter().filter(|line| !line.is_blank()).take(MAX_BEFORE);
    first.any(|line| lead(line.text).is_some() || line.text.contains("://"))
}

/// Adds the last of several lists, or all if each is numbered for a text of its own.
fn add(lines: &[Line<'_>], mut lists: Vec<Headed>, list: &mut List) {
    if are_apart(&lists) {
        let begin = |(_, entries): &Headed| entries.first().map(|entry| entry.span.start);
        let begins: Vec<usize> = lists.iter().filter_map(begin).collect();
        let numbered: Vec<bool> = lists.iter().map(is_numbered).collect();
        list.parts = parts::of(lines, &begins, &numbered);
        let (numbered, unnumbered): (Vec<_>, Vec<_>) = lists.into_iter().partition(is_numbered);
        list.others = unnumbered.into_iter().flat_map(|(_, it)| it).map(|it| it.span).collect();
        let end = |entries: &[Entry]| entries.last().map_or(0, |entry| entry.span.end);
        list.sections = numbered.iter().map(|(_, entries)| end(entries)).collect();
        list.heading = numbered.first().and_then(|(words, _)| words.clone());
        for (section, (_, entries)) in numbered.into_iter().enumerate() {
            let id = |id: String| in_section(&id, section);
            let named = |entry: Entry| Entry { id: entry.id.map(id), ..entry };
            list.entries.extend(entries.into_iter().map(named));
        }
    } else if count_on(&lists) {
        list.heading = lists.iter().find_map(|(words, _)| words.clone());
        let numbered = lists.into_iter().filter(is_numbered);
        list.entries = numbered.flat_map(|(_, entries)| entries).collect();
    } else {
        // A line that announces a list counts only where no heading names one.
        let is_named = |(words, _): &Headed| words.as_deref().is_some_and(is_heading_of_list);
        let last = lists.iter().rposition(is_named).or(lists.len().checked_sub(1));
        // The addresses that a program puts below a report do not replace the numbers that the report gives.
        let is_counted = |list: &Headed| is_named(list) && is_numbered(list) && list.1.len() > 1;
        let has_numbers = last.and_then(|last| lists.get(last)).is_some_and(has_numbers);
        let last = lists.iter().rposition(is_counted).filter(|_| !has_numbers).or(last);
        let Some((words, entries)) = last.map(|last| lists.remove(last)) else { return };
        if words.as_deref().is_some_and(names_conversation)
            && let ([first, ..], [.., last]) = (entries.as_slice(), entries.as_slice())
        {
            list.parts = parts::between_rules(lines, first.span.start);
            list.sections = vec![last.span.end; usize::from(!list.parts.is_empty())];
        }
        (list.heading, list.entries) = (words, entries);
        let other = lists.into_iter().flat_map(|(_, entries)| entries);
        list.others = other.filter(|it| it.in_brackets).map(|it| it.span).collect();
    }
}

/// Finds the end of the list under a heading of `level`: the next heading as high, or a rule.
fn region_end(lines: &[Line<'_>], from: usize, level: usize) -> usize {
    let (mut begun, mut entered, mut blank) = (false, false, false);
    let mut last = None;
    for (index, line) in lines.iter().enumerate().skip(from) {
        let trimmed = line.text.trim();
        let own = lead(line.text);
        // Words over a list that are no heading of Markdown rule it as far as it goes, no further.
        let is_prose = level > 6
            && (entered && blank)
            && !trimmed.is_empty()
            && own.is_none()
            && !line.text.starts_with([' ', '\t'])
            && !trimmed.contains("://");
        if is_prose && !goes_on(lines, index, last) {
            return index;
        }
        blank = trimmed.is_empty();
        entered |= own.is_some() || trimmed.contains("://");
        last = own.and_then(number_of).or(last);
        let rule = trimmed.len() >= 3
            && trimmed.bytes().all(|byte| matches!(byte, b'-' | b'*' | b'_' | b'='));
        let higher = heading(trimmed).is_some_and(|(own, _)| own < 7 && own <= level);
        let other = heading(trimmed).is_some_and(|(_, words)| is_name(words)) && begun;
        if (rule && begun) || higher || other {
            return index;
        }
        begun |= !trimmed.is_empty() && !rule;
    }
    lines.len()
}

/// Returns the number of an entry such as `12. Timetable` or `[12] Timetable`.
fn number_of((lead, id, _): (Lead, Option<String>, &str)) -> Option<u64> {
    id.filter(|_| matches!(lead, Lead::Ordinal | Lead::Bracket))?.parse().ok()
}

/// True if the entry after `last` is near: a page of a document ended in the middle of an entry.
fn goes_on(lines: &[Line<'_>], index: usize, last: Option<u64>) -> bool {
    let Some(next) = last.and_then(|last| last.checked_add(1)) else { return false };
    let below = lines.iter().skip(index + 1).filter(|line| !line.is_blank());
    let below = below.take(MAX_CONTINUED).filter_map(|line| lead(line.text));
    let mut numbers = below.filter_map(number_of);
    numbers.next() == Some(next)
}

/// Adds `[1]: url "title"` and `[^1]: words`, anywhere.
fn definitions(lines: &[Line<'_>], list: &mut List) {
    // Another list may hold definitions; only those of the list itself are entries already.
    let mut listed: Vec<Span> = list.entries.iter().map(|entry| entry.span).collect();
    listed.sort_unstable();
    let mut known: BTreeSet<String> =
        list.entries.iter().filter_map(|entry| entry.id.clone()).collect();
    let is_under_heading = list.heading.as_deref().is_some_and(is_heading_of_sources);
    let mut works = 0;
    for (index, line) in lines.iter().enumerate() {
        let Some((id, footnote, words)) = definition(line.text) else { continue };
        let below_it = lines.get(index + 1..).unwrap_or_default();
        let more = if footnote { continued(words, below_it) } else { None };
        let (words, end) = match &more {
            Some((words, end)) => (words.as_str(), *end),
            None => (words, line.span().end),
        };
        works += usize::from(footnote && is_work(words));
        let (title, url) = list_address::title_and_url(words);
        let url = url.or_else(|| below(below_it).filter(|_| footnote));
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
            list.footnotes_cite |= url.is_some()
                || locator.is_some()
                || list_address::note(words).is_some()
                || is_file(words)
                || is_under_heading && inside(&listed, line.start);
            list.footnotes.insert(id.clone());
        } else {
            list.definitions.insert(id.clone());
        }
        if !inside(&listed, line.start) && known.insert(id.clone()) {
            let (span, in_brackets) = (Span::new(line.start, end), true);
            list.entries.push(Entry {
                id: Some(id),
                title,
                url,
                locator,
                span,
                in_brackets,
                text: None,
            });
        }
    }
    if !list.definitions.is_empty() {
        // Marks mean the definitions, and not bullets, which may cite them as well.
        list.entries.retain(|entry| entry.id.is_some());
    }
    list.footnotes_cite |= works >= MIN_WORKS && works * 2 >= list.footnotes.len();
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
