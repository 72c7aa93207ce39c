//! Lists of sources without a heading: lines that count, with addresses or at the end of the text, and single
//! lines of numbered links.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::dialects::marks::numbered::entries::{Entry, MAX_CONTINUED, MIN_RUN, entries, found_in};
use crate::dialects::marks::numbered::letters;
use crate::dialects::marks::numbered::line::{Lead, Line, lead};
use crate::dialects::marks::numbered::raised;
use crate::dialects::shared::list_address::title_and_url;
use crate::text::Span;
use crate::text::list_heading::{heading, is_label, is_name};

/// Minimum number of lines with numbers at their beginning that are rows of a program.
const MIN_ROWS: usize = 8;

/// Maximum length of the words before a list in one line, in bytes.
const MAX_LABEL: usize = 64;

/// The tag of a raised number in a converted document.
const RAISED: &str = "<sup>";

/// Returns the lists without headings: lines of these kinds that count from 1, with an address in or
/// below each. If the text above cites them, the lines may end with their numbers instead.
pub(super) fn runs(lines: &[Line<'_>], kinds: &[Lead]) -> Vec<Vec<Entry>> {
    let (mut lists, mut index, mut above) = (Vec::new(), 0, 0);
    while index < lines.len() {
        let start = index;
        index += 1;
        let Some((kind, 1, _)) = numbered_by_itself(lines, start) else { continue };
        if !kinds.contains(&kind) {
            continue;
        }
        let mut run = Run::of(lines, start, kind, &numbered_with_address);
        let wide = Run::of(lines, start, kind, &numbered_by_itself);
        let rows = lines.get(start..wide.end).unwrap_or_default();
        let is_whole = wide.last == wide.count && wide.count > run.count;
        if is_whole && rows.iter().any(|line| line.text.contains("://")) {
            // Each list serves the text since the one before, so that no line is searched twice.
            let text = lines.get(above..start).unwrap_or_default();
            above = wide.end;
            if have_cited(text, &(1..=wide.last).collect()) {
                run = wide;
            }
        }
        index = index.max(run.end);
        let is_dense = kind == Lead::Bracket || run.last == run.count;
        if run.count >= MIN_RUN as u64 && is_dense {
            lists.push(entries(lines.get(start..run.end).unwrap_or_default()));
        }
    }
    lists
}

/// Lines that count on.
struct Run {
    /// The index after the last line.
    end: usize,
    last: u64,
    count: u64,
}

impl Run {
    /// Returns the lines from `start` that are entries of one kind.
    fn of(lines: &[Line<'_>], start: usize, kind: Lead, entry: &ReadEntry) -> Self {
        let mut run = Self { end: start, last: 0, count: 0 };
        loop {
            match entry(lines, run.end) {
                Some((own, number, end)) if own == kind && run.goes_on(kind, number) => {
                    (run.last, run.count, run.end) = (number, run.count + 1, end);
                }
                _ if run.count > 0
                    && lines.get(run.end).is_some_and(|it| it.is_blank() || it.is_address()) =>
                {
                    run.end += 1;
                }
                _ => return run,
            }
        }
    }

    /// True for the number of a next line: a higher one, and in brackets also the same again and the place of the
    /// line, after one with a wrong number (`[1]`, `[2]`, `[10]`, `[4]`).
    fn goes_on(&self, kind: Lead, number: u64) -> bool {
        let is_misnumbered = number == self.last || number == self.count + 1;
        number > self.last || kind == Lead::Bracket && number > 1 && is_misnumbered
    }
}

/// A function that returns kind and number of the entry at an index, and the index after it.
type ReadEntry = dyn Fn(&[Line<'_>], usize) -> Option<(Lead, u64, usize)>;

/// Returns the lists in one line each, as chats end a part of an answer: `Sources: [1](https://…) [2](https://…)`.
/// They count from 1, and most of their numbers are cited above without links.
pub(super) fn in_one_line(lines: &[Line<'_>]) -> Vec<Vec<Entry>> {
    let (mut lists, mut from) = (Vec::new(), 0);
    for (index, line) in lines.iter().enumerate() {
        let label = line.text.split_once(':').map_or("", |(label, _)| label);
        if !line.text.contains("[1](") || !is_name(label.trim_matches([' ', '*', '_', '#', '>'])) {
            continue;
        }
        let linked = linked(line);
        let numbers = linked.iter().map(|entry| entry.id.as_deref());
        let is_counted =
            (1_usize..).zip(numbers).all(|(number, id)| id == Some(&number.to_string()));
        // Each serves the text since the line before, so that no line is searched twice.
        let above = lines.get(from..index).unwrap_or_default();
        from = index + 1;
        if is_counted && linked.len() >= MIN_RUN && are_cited(above, linked.len() as u64) {
            lists.push(linked);
        }
    }
    lists
}

/// Returns the lists of titles in one line each, as models close an answer: `Sources: [1] Timetable; [2] Fares`,
/// `【来源】[1] …；[2] …`, or a part of it: `Source: [3] Ferry log`. Their numbers rise, each has words, and those above
/// cite most of them.
pub(super) fn titles_in_one_line(lines: &[Line<'_>]) -> Vec<Vec<Entry>> {
    let (mut lists, mut from) = (Vec::new(), 0);
    for (index, line) in lines.iter().enumerate() {
        let Some(entries) = titled(line) else { continue };
        // Each serves the text since the line before, so that no line is searched twice.
        let above = lines.get(from..index).unwrap_or_default();
        from = index + 1;
        let numbers = entries.iter().filter_map(|entry| entry.id.as_ref()?.parse().ok()).collect();
        if have_cited(above, &numbers) {
            lists.push(entries);
        }
    }
    lists
}

/// Returns the titles of a line after a word for sources; `None` if it is not such a list.
fn titled(line: &Line<'_>) -> Option<Vec<Entry>> {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[\[【]([0-9]{1,3})[\]】]").expect("the pattern is sound"));
    // Most lines have no such word before their first mark.
    line.text.find(['[', '【']).filter(|open| *open <= MAX_LABEL)?;
    let first = MARK.find(line.text)?.start();
    let label = line.text.get(..first).filter(|label| label.len() <= MAX_LABEL)?;
    let name = label.trim_matches(|c: char| !c.is_alphanumeric());
    (label.contains([':', '：', '】']) && is_label(name)).then_some(())?;
    let marks: Vec<Captures<'_>> = MARK.captures_iter(line.text).collect();
    let ends = marks.iter().skip(1).filter_map(|mark| Some(mark.get(0)?.start()));
    let ends = ends.chain([line.text.len()]);
    let mut entries: Vec<Entry> = Vec::new();
    let mut last = 0_u64;
    for (mark, end) in marks.iter().zip(ends) {
        let (whole, id) = (mark.get(0)?, mark.get(1)?);
        let number = id.as_str().parse::<u64>().ok().filter(|number| *number > last)?;
        let words = line
            .text
            .get(whole.end()..end)?
            .trim_end_matches([' ', ';', '；', ',', '，', '、', '|']);
        // `[1](https://…)` is a linked number; a place after the only one, `[1], p. 3`, is that of a claim.
        let is_named = words.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '`');
        (!words.starts_with('(') && (marks.len() > 1 || is_named)).then_some(())?;
        let (title, url) = title_and_url(words);
        (title.is_some() || url.is_some()).then_some(())?;
        last = number;
        let span = Span::new(line.start + whole.start(), line.start + end);
        let id = Some(number.to_string());
        entries.push(Entry { id, title, url, span, in_brackets: true, ..Entry::default() });
    }
    Some(entries)
}

/// Returns the numbered links of a line as the entries of a list.
fn linked(line: &Line<'_>) -> Vec<Entry> {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\[([0-9]{1,3})\]\(([a-z]{2,8}://[^\s()]+)\)").expect("the pattern is sound")
    });
    let entry = |link: Captures<'_>| {
        let (whole, id, url) = (link.get(0)?, link.get(1)?, link.get(2)?);
        Some(Entry {
            id: Some(id.as_str().to_owned()),
            title: None,
            url: Some(url.as_str().to_owned()),
            locator: None,
            span: Span::new(line.start + whole.start(), line.start + whole.end()),
            in_brackets: true,
            text: None,
        })
    };
    LINK.captures_iter(line.text).filter_map(entry).collect()
}

/// Returns the kind and number of the entry at `index` if it has an address, and the index after it.
fn numbered_with_address(lines: &[Line<'_>], index: usize) -> Option<(Lead, u64, usize)> {
    let line = lines.get(index)?;
    let (kind, id, _) = lead(line.text)?;
    let number = id?.parse().ok()?;
    if line.text.contains("://") {
        let is_cited = kind == Lead::Ordinal
            && (ends_with_cited_host(line.text) || cites_with_linked_numbers(line.text, number));
        return (!is_cited).then_some((kind, number, index + 1));
    }
    let below = lines.iter().enumerate().skip(index + 1).find(|(_, line)| !line.is_blank());
    below.filter(|(_, line)| line.is_address()).map(|(at, _)| (kind, number, at + 1))
}

/// Returns the same for an entry that has an address or ends with its number in brackets: `5. Timetable [5]`.
fn numbered_by_itself(lines: &[Line<'_>], index: usize) -> Option<(Lead, u64, usize)> {
    let own = || {
        let line = lines.get(index)?;
        let (kind, id, _) = lead(line.text).filter(|(kind, ..)| *kind == Lead::Ordinal)?;
        let id = id?;
        let ends = line.text.trim_end().ends_with(&format!(" [{id}]"));
        ends.then_some((kind, id.parse().ok()?, index + 1))
    };
    numbered_with_address(lines, index).or_else(own)
}

/// True for a line that ends with a link in round brackets which is called by its host: a step or a claim
/// of the text, `1. It leaves at noon. ([pier.example](https://pier.example/times))`, and no source.
fn ends_with_cited_host(line: &str) -> bool {
    static CITED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\(\[[^\s\[\]()]+\.[a-z]{2,20}\]\([a-z]{2,8}://[^\s]+\)\)[.;,*_\s]*$")
            .expect("the pattern is sound")
    });
    CITED.is_match(line)
}

/// True for a line whose addresses are all those of linked numbers after words, which are not its own:
/// `2. It leaves at noon [5](https://pier.example/times).`
fn cites_with_linked_numbers(line: &str, own: u64) -> bool {
    static LINK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"\[([0-9]{1,3})\]\([a-z]{2,8}://[^\s()]+(?: "[^"\n]*")?\)"#)
            .expect("the pattern is sound")
    });
    if !line.contains("](") {
        return false;
    }
    let (mut addresses, mut is_other) = (0, false);
    for link in LINK.captures_iter(line) {
        let (Some(whole), Some(number)) = (link.get(0), link.get(1)) else { continue };
        let before = line.get(..whole.start()).unwrap_or_default();
        if addresses == 0 && !before.contains(char::is_alphabetic) {
            return false;
        }
        addresses += 1;
        is_other |= number.as_str().parse() != Ok(own);
    }
    is_other && line.matches("://").count() == addresses
}

/// Lines `[1] …` that end the text, without any heading. They have addresses, or say that they are
/// sources.
pub(super) fn trailing(lines: &[Line<'_>]) -> Vec<Entry> {
    let mut from = lines.len();
    let mut last = (u64::MAX, None);
    let mut addresses = 0_usize;
    let mut count = 0_usize;
    // The lines below a row that go on it, and true if one of them has an address.
    let (mut below, mut is_below) = (0, false);
    for (index, line) in lines.iter().enumerate().rev() {
        // An indented line goes on the one above it.
        if line.text.starts_with("    ") || line.is_blank() && below == 0 {
            continue;
        }
        let Some((kind, id, words)) = lead(line.text) else {
            below += 1;
            is_below |= line.text.contains("://");
            if below > MAX_CONTINUED || line.is_blank() || is_heading(line) {
                break;
            }
            continue;
        };
        let number = id.as_deref().and_then(letters::order).filter(|_| kind == Lead::Bracket);
        let Some(number) = number.filter(|number| *number < last) else { break };
        let words = words.trim_start();
        let says = words.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("source:"))
            || found_in(words).is_some();
        addresses += usize::from(line.text.contains("://") || is_below || says);
        (from, last, count) = (index, number, count + 1);
        (below, is_below) = (0, false);
    }
    let last = last.0;
    let is_addressed = addresses * 2 >= count.max(1) && (count > 1 || addresses > 0);
    let above = lines.get(..from).unwrap_or_default();
    if is_addressed || last == 1 && are_cited(above, count as u64) && !are_rows(above) {
        entries(lines.get(from..).unwrap_or_default())
    } else {
        Vec::new()
    }
}

/// True for a heading of Markdown.
fn is_heading(line: &Line<'_>) -> bool {
    heading(line.text).is_some_and(|(level, _)| level < 7)
}

/// Lines `¹ …`, `① …` or `(1) …` that end the text and count from 1, without any heading, and are cited above.
pub(super) fn raised_below(lines: &[Line<'_>]) -> Vec<Entry> {
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
    let has_mark = |line: &Line<'_>| sign.is_some_and(|sign| raised::has_mark(line.text, sign));
    if last == 1 && above.iter().any(has_mark) { entries(below) } else { Vec::new() }
}

/// Returns the notes between the paragraphs of a text, as a converted document has those at the feet of its pages: lines
/// `<sup>1</sup> …` whose numbers rise, each below its mark. Notes that count anew on each page are none.
pub(super) fn raised_between(lines: &[Line<'_>]) -> Vec<Entry> {
    let mut cited: BTreeSet<u64> = BTreeSet::new();
    let (mut notes, mut last) = (Vec::new(), 0);
    for line in lines.iter().filter(|line| line.text.contains(RAISED)) {
        let number = lead(line.text).filter(|(lead, ..)| *lead == Lead::Raised);
        let number = number.and_then(|(_, id, _)| id?.parse::<u64>().ok());
        match number.filter(|number| line.text.starts_with(RAISED) && cited.contains(number)) {
            Some(number) if number <= last => return Vec::new(),
            Some(number) => {
                notes.extend(entries(std::slice::from_ref(line)));
                last = number;
            }
            None => cited.extend(line.text.split(RAISED).skip(1).filter_map(|rest| {
                rest.split_once("</sup>").and_then(|(number, _)| number.parse::<u64>().ok())
            })),
        }
    }
    if notes.len() < MIN_RUN { Vec::new() } else { notes }
}

/// True if the lines above a list of that many titles have most of its numbers in brackets.
fn are_cited(above: &[Line<'_>], count: u64) -> bool {
    count >= MIN_RUN as u64 && have_cited(above, &(1..=count).collect())
}

/// True if numbers in brackets only begin lines, as in what a program lists again and again.
fn are_rows(lines: &[Line<'_>]) -> bool {
    let leads = |line: &&Line<'_>| line.text.trim_start().starts_with('[');
    let is_within = |line: &Line<'_>| {
        let mut opens = memchr::memchr_iter(b'[', line.text.trim_start().as_bytes());
        opens.any(|at| at > 0)
    };
    lines.iter().filter(leads).count() >= MIN_ROWS && !lines.iter().any(is_within)
}

/// True if the lines have most of these numbers in brackets.
pub(super) fn have_cited(above: &[Line<'_>], numbers: &BTreeSet<u64>) -> bool {
    let number = |at: usize, line: &Line<'_>| {
        let inner = line.text.get(at + 1..)?;
        let end = inner.bytes().position(|byte| !byte.is_ascii_digit())?;
        let number = inner.get(..end)?.parse::<u64>().ok()?;
        let after = inner.get(end..)?;
        let after = after.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(after);
        let is_one = after.starts_with([']', ',', '\\']) && numbers.contains(&number);
        is_one.then_some(number)
    };
    let cited: BTreeSet<u64> = above
        .iter()
        .flat_map(|line| {
            let opens = memchr::memchr_iter(b'[', line.text.as_bytes());
            opens.filter_map(|at| number(at, line)).collect::<Vec<u64>>()
        })
        .collect();
    cited.len() * 2 > numbers.len()
}
