//! The grammar of numbered marks, and the places if there are none.
//!
//! [`crate::dialects::marks::numbered::accept`] decides if a text is cited by such marks at all;
//! here, only brackets that belong to Markdown, mathematics or an address are refused.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::anchors;
use crate::dialects::marks::numbered::data;
use crate::dialects::marks::numbered::digits;
use crate::dialects::marks::numbered::spans::inside;
use crate::dialects::shared::list_address;
use crate::locator;
use crate::model::Locator;
use crate::text::Span;

/// The most digits of a number in a mark.
const MAX_DIGITS: usize = 9;

/// The most numbers and ranges that one mark lists.
const MAX_ITEMS: usize = 64;

/// Separators of the items of a mark.
const SEPARATORS: [char; 5] = [',', '，', ';', '；', '、'];

/// The largest linked number of several in one bracket.
const MAX_GROUPED: u64 = 999;

/// Maximum number of digits of a number in the place of an address.
const MAX_TARGET: usize = 3;

/// The beginning of a footnote of Org: `[fn:1]`.
pub(super) const ORG_FOOTNOTE: &str = "[fn:";

/// Length of the text examined before a mark, in bytes.
const LOOK_BACK: usize = 256;

/// A mark that may be a citation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    pub(crate) span: Span,
    pub(crate) form: Form,
    /// First and last number of each item; equal for a single number.
    pub(crate) items: Vec<(u64, u64)>,
    /// The locators of items, by their place in `items`: `[1, p. 3]`.
    pub(crate) located: Vec<(usize, Locator)>,
    /// The names in `[^name]` and `[2a, 2b]`, which are not numbers.
    pub(crate) names: Vec<String>,
    /// The words of a link.
    pub(crate) label: Option<String>,
    /// The address of a link.
    pub(crate) url: Option<String>,
}

impl Mark {
    /// Leaves only the number of `[words][1]`, which no definition makes a link.
    pub(super) fn forget_label(&mut self) {
        let label = self.label.take().filter(|_| self.form == Form::Reference);
        if let Some(label) = label {
            self.span.start += "[]".len() + label.len();
            self.form = Form::Bracket;
        }
    }

    /// True for several numbers, or a range of them.
    pub(crate) fn is_group(&self) -> bool {
        self.items.len() > 1 || self.items.iter().any(|(first, last)| first != last)
    }
}

/// The form of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `[1]`, `[1, 2]`, `[1-3]`, `[1, p. 3]`, `[¹]`, `\[1\]`.
    Bracket,
    /// `【1】`, `［1］`.
    Wide,
    /// `[^1]`, `[fn:1]`.
    Footnote,
    /// `[1](url)`, `[[1]](url)`, `[\[1\]](url)`.
    Link,
    /// `([label][1])`.
    Reference,
    /// `the trend.1`: a raised number that a copy made an ordinary one.
    Bare,
    /// `1` alone on the line after a sentence.
    Alone,
    /// `the trend.¹`, `the trend<sup>1</sup>`.
    Raised,
    /// `the trend (1)`.
    Round,
}

/// Returns the marks of `text` that begin outside the sorted spans of `closed`, in order.
pub(crate) fn scan(text: &str, closed: &[Span]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    // The highest number so far that is a link.
    let (mut at, mut highest) = (0, 0);
    // The first bytes of `[`, of `【`, and of `［`.
    let next = |at: usize| memchr::memchr3(b'[', 0xe3, 0xef, text.as_bytes().get(at..)?);
    while let Some(found) = next(at) {
        at += found;
        if !text.get(at..).is_some_and(|rest| rest.starts_with(['[', '【', '［'])) {
            at += 1;
            continue;
        }
        let ended = marks.last().is_some_and(|mark| mark.span.end == at);
        match mark_at(text, at, (ended, highest)).filter(|_| !inside(closed, at)) {
            Some(mark) => {
                at = mark.span.end;
                let linked = mark.items.iter().filter(|_| mark.url.is_some());
                highest = linked.fold(highest, |highest, (_, last)| highest.max(*last));
                marks.push(mark);
            }
            None => {
                at += text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            }
        }
    }
    marks
}

/// Makes `[444][2]` one mark with a label, where only the second number is defined as a link.
pub(super) fn label_by_numbers(text: &str, marks: &mut Vec<Mark>, defined: &BTreeSet<String>) {
    let number = |mark: &Mark| match (mark.form, mark.items.as_slice()) {
        (Form::Bracket, [(first, last)]) if first == last => Some(first.to_string()),
        _ => None,
    };
    let mut index = 1;
    while let (Some(label), Some(mark)) = (marks.get(index - 1), marks.get(index)) {
        let touch = label.span.end == mark.span.start;
        let names = number(label).zip(number(mark)).filter(|_| touch);
        if names.is_some_and(|(label, own)| !defined.contains(&label) && defined.contains(&own)) {
            let label = marks.remove(index - 1);
            if let Some(mark) = marks.get_mut(index - 1) {
                let words = label.span.slice(text).unwrap_or_default();
                mark.label = Some(words.trim_matches(['[', ']']).to_owned());
                mark.span.start = label.span.start;
                mark.form = Form::Reference;
            }
        }
        index += 1;
    }
}

/// Returns the mark at `at`; `touching` when another one ends there. Links count to `highest` above it.
fn mark_at(text: &str, at: usize, (touching, highest): (bool, u64)) -> Option<Mark> {
    let rest = text.get(at..)?;
    let before = text_before(text, at);
    if let Some(before) = before.strip_suffix('\\') {
        return escaped(rest, before, at);
    }
    let Some(mut mark) = grammar(rest) else { return number_as_target(rest, before, at) };
    mark.span = Span::new(at, at + mark.span.end);
    // `[[6,2,2]]` are the parameters of a code.
    let different: BTreeSet<_> = mark.items.iter().collect();
    let is_inner = rest.starts_with("[[") || before.ends_with('[');
    let is_in_address = in_address(before) && !follows_address(before);
    if is_in_address || is_inner && different.len() < mark.items.len() {
        return None;
    }
    let after = text.get(mark.span.end..).unwrap_or_default();
    if leads_back(after) {
        return None;
    }
    // `[1,1]ᵀ` is a vector.
    if after.starts_with(['ᵀ', 'ᴴ']) || after.starts_with("^T") || after.starts_with("^{T}") {
        return None;
    }
    if data::is_value(rest, before, after) {
        return None;
    }
    if mark.form == Form::Bracket && before.ends_with('^') && after.starts_with('^') {
        // `^[1]^`, as some models raise it: the signs are its own.
        mark.span = Span::new(at - 1, mark.span.end + 1);
        return Some(mark);
    }
    let reference = before.ends_with(']') && !touching && mark.form == Form::Bracket;
    if reference {
        return referenced(text, mark, before, after);
    }
    let image = before.ends_with('!') && after.starts_with(['(', '[']);
    let begins = before.is_empty() || before.ends_with('\n');
    if image || defines(before, after) || begins && rest.starts_with(ORG_FOOTNOTE) {
        return None;
    }
    let is_part = |mark: &Mark| {
        mark.url.as_deref().is_some_and(|url| data::names_part(data::near(text, at), rest, url))
    };
    let is_grouped = before.ends_with('[') || before.ends_with("), ");
    let most = if is_grouped { MAX_GROUPED } else { highest + 1 };
    let mut mark = linked(mark, after, most).filter(|mark| !is_part(mark))?;
    // `[Tides [7](#tides)](#tides)` is the page of a part in a table of contents.
    let is_page_of_part = mark.form == Form::Link
        && mark.url.is_none()
        && !before.ends_with('[')
        && text.get(mark.span.end..).is_some_and(|after| after.starts_with("](#"));
    if is_page_of_part {
        return None;
    }
    if mark.form == Form::Bracket
        && let Some((span, url)) = anchors::link(text, mark.span)
    {
        (mark.span, mark.form, mark.url) = (span, Form::Link, Some(url));
    }
    Some(mark)
}

/// Reads `[words](1)`: a number of a list in the place of an address.
fn number_as_target(rest: &str, before: &str, at: usize) -> Option<Mark> {
    let near = rest.get(..rest.floor_char_boundary(LOOK_BACK))?;
    let (label, after) = near.strip_prefix('[')?.split_once(']')?;
    let (digits, _) = after.strip_prefix('(')?.split_once(')')?;
    let is_number = (1..=MAX_TARGET).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    // `[reg_4](1)` names a part of a document.
    let is_label = label.contains(char::is_alphabetic) && !label.contains(['\n', '[', '_']);
    if !is_number || !is_label || before.ends_with('!') {
        return None;
    }
    let number = digits.parse().ok()?;
    let start = at + "[]".len() + label.len();
    let span = Span::new(start, start + "()".len() + digits.len());
    let (form, items, located) = (Form::Bracket, vec![(number, number)], Vec::new());
    let label = Some(label.to_owned());
    Some(Mark { span, form, items, located, names: Vec::new(), label, url: None })
}

/// Reads `\[1\]` or `\[1]`, as programs write Markdown that shows brackets; its first sign is before `at`.
fn escaped(rest: &str, before: &str, at: usize) -> Option<Mark> {
    let (items, behind) = items(rest.strip_prefix('[')?)?;
    // The second bracket alone needs no escape.
    let half = || behind.strip_prefix(']').filter(|after| !after.starts_with(['(', ']']));
    let after = behind.strip_prefix("\\]").or_else(half)?;
    let is_line = before.rsplit('\n').next().unwrap_or_default().trim().is_empty();
    let is_other = is_line && after.starts_with(':') || leads_back(after);
    if before.ends_with('\\') || in_address(before) || is_other {
        return None;
    }
    let span = Span::new(at - 1, at + rest.len() - after.len());
    let (names, label, url) = (Vec::new(), None, None);
    let (form, items, located) = (Form::Bracket, items.numbers, items.located);
    Some(Mark { span, form, items, located, names, label, url })
}

/// True after the number of a note, which links to the mark in the text: `[[1]](#_ftnref1)`.
fn leads_back(after: &str) -> bool {
    let link = after.trim_start_matches(['\\', ']']).strip_prefix('(');
    link.is_some_and(list_address::is_back_link)
}

/// Returns a mark with the link after it, if there is one; `None` for a link to anything but a
/// page, and for a high number above `most`: that of one of several in a bracket, `[[88](https://…), [107](https://…)]`,
/// or the next after the links above it.
fn linked(mut mark: Mark, after: &str, most: u64) -> Option<Mark> {
    let Some(inner) = after.strip_prefix('(').filter(|_| mark.form != Form::Wide) else {
        return Some(mark);
    };
    let Some((url, length)) = list_address::target_and_end(inner) else { return Some(mark) };
    let page = url.starts_with("http://") || url.starts_with("https://");
    // `[1] (see below)` has a blank; what touches is a link to a file or a word.
    if !(page || url.is_empty() || url.starts_with('#')) {
        return None;
    }
    // `[127](https://…/pull/127)`: the page's own number.
    let ends = |(first, _): &(u64, u64)| url.ends_with(&format!("/{first}"));
    let is_high = |number: u64| number > most.max(99);
    if mark.items.first().is_some_and(|item| is_high(item.0) || ends(item)) {
        return None;
    }
    mark.span.end += "(".len() + length;
    mark.form = Form::Link;
    mark.url = page.then(|| url.to_owned());
    Some(mark)
}

/// Reads `[label][1]`: a citation in round brackets, as chat windows copy it; otherwise one of a number
/// after words, which only a list of sources shows.
fn referenced(text: &str, mut mark: Mark, before: &str, after: &str) -> Option<Mark> {
    let open = before.rfind('[')?;
    let label = before.get(open + 1..before.len() - 1)?;
    let round = before.get(..open)?.ends_with('(') || after.starts_with(')');
    if label.is_empty() || label.contains(['\n', '[', ']']) || mark.items.len() != 1 {
        return None;
    }
    if !round {
        mark.label = Some(label.to_owned());
        return Some(mark);
    }
    mark.span.start -= before.len() - open;
    mark.form = Form::Reference;
    mark.label = Some(label.to_owned());
    text.is_char_boundary(mark.span.start).then_some(mark)
}

/// True if the mark defines a link or a footnote: `[1]: …` at the start of a line.
fn defines(before: &str, after: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    after.starts_with([':', '：']) && line.trim_matches([' ', '>', '-', '*']).is_empty()
}

/// Returns the text before `at`, as far as it is needed.
pub(crate) fn text_before(text: &str, at: usize) -> &str {
    let from = text.ceil_char_boundary(at.saturating_sub(LOOK_BACK));
    text.get(from..at).unwrap_or_default()
}

/// True if the end of `before` is inside an address.
pub(crate) fn in_address(before: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || !c.is_ascii() || matches!(c, ')' | '>' | '<' | '"');
    before.rsplit(ends).next().is_some_and(|word| word.contains("://"))
}

/// True after a label that is an address itself: `([https://pier.example]`.
fn follows_address(before: &str) -> bool {
    let label = before.strip_suffix(']').and_then(|label| label.rsplit_once("(["));
    label.is_some_and(|(_, label)| label.starts_with("http") && !label.contains(['[', ']', ' ']))
}

/// Reads a mark at the start of `rest`; its span counts from there.
fn grammar(rest: &str) -> Option<Mark> {
    let mark = |length: usize, form, items: Items, name: Option<&str>| Mark {
        span: Span::new(0, length),
        form,
        items: items.numbers,
        located: items.located,
        names: name.map(str::to_owned).into_iter().collect(),
        label: None,
        url: None,
    };
    if let Some(inner) = rest.strip_prefix("[[") {
        let (items, after) = items(inner)?;
        let after = after.strip_prefix("]]")?;
        return Some(mark(rest.len() - after.len(), Form::Bracket, items, None));
    }
    // `[\[1\]](url)`: a link whose brackets are shown.
    if let Some(inner) = rest.strip_prefix("[\\[") {
        let (items, after) = items(inner)?;
        let after = after.strip_prefix("\\]]").filter(|after| after.starts_with('('))?;
        return Some(mark(rest.len() - after.len(), Form::Bracket, items, None));
    }
    if let Some(inner) = rest.strip_prefix("[^").or_else(|| rest.strip_prefix(ORG_FOOTNOTE)) {
        let end = inner.as_bytes().iter().take(66).position(|byte| *byte == b']')?;
        let name = inner.get(..end)?;
        let name = name.strip_suffix('^').unwrap_or(name);
        let length = rest.len() - inner.len() + end + 1;
        let is_other = |c: char| c.is_whitespace() || c == '[';
        // `[fn:: words]` is a remark.
        let is_org = rest.starts_with(ORG_FOOTNOTE);
        return match items(name) {
            Some((items, "")) => Some(mark(length, Form::Footnote, items, None)),
            _ if name.is_empty() || name.contains(is_other) || is_org && name.contains(':') => None,
            _ => Some(mark(length, Form::Footnote, Items::default(), Some(name))),
        };
    }
    let inner = rest.strip_prefix(['[', '【', '［'])?;
    if let Some((number, after)) = digits::number(inner)
        && let Some(after) = after.strip_prefix(']')
    {
        let items = Items { numbers: vec![(number, number)], located: Vec::new() };
        return Some(mark(rest.len() - after.len(), Form::Bracket, items, None));
    }
    let (items, after) = items(inner)?;
    let after = after.strip_prefix([']', '】', '］'])?;
    let form = if rest.starts_with('[') { Form::Bracket } else { Form::Wide };
    Some(mark(rest.len() - after.len(), form, items, None))
}

/// The numbers of a mark, and any locators after them.
#[derive(Debug, Default, PartialEq)]
struct Items {
    numbers: Vec<(u64, u64)>,
    located: Vec<(usize, Locator)>,
}

/// Reads numbers and ranges with commas between them, each number with or without a locator after
/// it; also returns the rest.
fn items(text: &str) -> Option<(Items, &str)> {
    let mut items = Items::default();
    let mut rest = text;
    while items.numbers.len() < MAX_ITEMS {
        if let Some((locator, behind)) = located(rest)
            && let Some(index) = items.numbers.len().checked_sub(1)
            && items.numbers.last().is_some_and(|(first, last)| first == last)
            && items.located.last().is_none_or(|(other, _)| *other != index)
        {
            items.located.push((index, locator));
            match behind.strip_prefix(SEPARATORS) {
                Some(behind) => rest = behind,
                None => return Some((items, behind)),
            }
            continue;
        }
        let (first, behind) = number(rest.trim_start_matches([' ', '^']))?;
        rest = behind.trim_start_matches(' ');
        let range = rest.strip_prefix(['-', '–', '—', '−', '~', '～']);
        let last = range.and_then(|after| number(after.trim_start_matches([' ', '^'])));
        match last {
            Some((last, behind)) => {
                items.numbers.push((first, last));
                rest = behind.trim_start_matches(' ');
            }
            None if range.is_some() => return None,
            None => items.numbers.push((first, first)),
        }
        match rest.strip_prefix(SEPARATORS) {
            Some(behind) => rest = behind,
            None => return Some((items, rest)),
        }
    }
    None
}

/// Returns the locator at the start of `text`, up to the next separator or the mark's end, and the
/// rest. A bare number is not one: it is the next source.
fn located(text: &str) -> Option<(Locator, &str)> {
    let limit = text.get(..text.floor_char_boundary(locator::MAX_LENGTH))?;
    let end =
        limit.find(|c: char| SEPARATORS.contains(&c) || matches!(c, ']' | '】' | '］' | '\n'))?;
    let (words, after) = text.split_at_checked(end)?;
    Some((locator::read(words)?, after))
}

pub(super) fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > MAX_DIGITS {
        return None;
    }
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}

/// Returns formulas: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, none longer than a paragraph; sorted.
pub(crate) fn formulas(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    if memchr::memchr2(b'$', b'\\', text.as_bytes()).is_none() {
        return spans;
    }
    let mut start = 0;
    for paragraph in text.split_inclusive("\n\n") {
        if paragraph.contains(['$', '\\']) {
            paragraph_formulas(paragraph, start, &mut spans);
        }
        start += paragraph.len();
    }
    spans
}

fn paragraph_formulas(text: &str, base: usize, spans: &mut Vec<Span>) {
    // If a close was not found once, there is none further on either.
    let mut gone = [false; 4];
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['$', '\\'])) {
        at += found;
        let rest = text.get(at..).unwrap_or_default();
        let pairs = [("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")];
        let pair = pairs.iter().enumerate().find(|(_, (open, _))| rest.starts_with(open));
        let Some((kind, (open, close))) = pair.filter(|(kind, _)| gone.get(*kind) == Some(&false))
        else {
            at += 1;
            continue;
        };
        let body = rest.get(open.len()..).unwrap_or_default();
        let Some(end) = body.find(close) else {
            if let Some(gone) = gone.get_mut(kind) {
                *gone = true;
            }
            at += open.len();
            continue;
        };
        let inner = body.get(..end).unwrap_or_default();
        let after = body.get(end + 1..).unwrap_or_default();
        // `\[[2](https://…)\]` and `\[2\]` are marks between brackets that Markdown shows.
        let is_linked = inner.starts_with('[') && inner.contains("](http");
        if *open == "\\[" && (is_linked || items(inner).is_some_and(|(_, rest)| rest.is_empty())) {
            at += open.len();
            continue;
        }
        // Money is not a formula: a lone `$` opens before a letter or sign and closes after one,
        // and a price may have a mark after it.
        let price = inner.starts_with(|c: char| c.is_ascii_digit()) && inner.contains('[');
        let money = *open == "$"
            && (price
                || inner.starts_with(char::is_whitespace)
                || inner.ends_with(char::is_whitespace)
                || inner.is_empty()
                || inner.contains('\n')
                || after.starts_with(|c: char| c.is_ascii_digit()));
        if money {
            at += open.len();
            continue;
        }
        let length = open.len() + end + close.len();
        spans.push(Span::new(base + at, base + at + length));
        at += length;
    }
}
