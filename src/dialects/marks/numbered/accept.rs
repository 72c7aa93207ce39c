//! Selects the citations among the marks that could be citations.
//!
//! With a list of sources every mark counts that code, arrays, intervals and years do not explain.
//! Without one the text must show that it is cited so: several different small numbers, or one at
//! the end of a sentence.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::data;
use crate::dialects::marks::numbered::indexes::{self, variable};
use crate::dialects::marks::numbered::log_lines::{lines_of_processes, opens_log_line};
use crate::dialects::marks::numbered::marks::{Form, Mark, text_before};
use crate::dialects::marks::numbered::plain_brackets;
use crate::text::Span;

/// The largest number that counts without a list.
const MAX_UNLISTED: u64 = 999;

/// The largest number that counts although the list does not reach so far.
const MAX_BEYOND: u64 = 9999;

/// The largest number of a lone mark without a list.
const MAX_ALONE: u64 = 20;

/// The minimum number of words with `[0]` after them that show that it cites.
const MIN_ZERO_CITED: usize = 3;

/// Length of the text examined after a mark, in bytes.
const LOOK_AHEAD: usize = 512;

/// Words after which a bracket is a value.
const BEFORE_VALUES: &[&str] = &[
    "interval",
    "intervals",
    "range",
    "ranges",
    "array",
    "arrays",
    "list",
    "lists",
    "vector",
    "tuple",
    "set",
    "is",
    "are",
    "returns",
    "return",
    "returned",
    "equals",
    "equal",
    "gives",
    "yields",
    "becomes",
    "like",
    "matched",
    "expected",
    "got",
    "predicted",
    "to",
    "of",
    "be",
    "shape",
    "index",
    "indices",
    "element",
    "elements",
    "size",
    "值",
    "区间",
    "数组",
];

/// Words for a source: a number after one shows that the text is cited by numbers.
const SOURCES: &[&str] = &[
    "context",
    "document",
    "source",
    "passage",
    "reference",
    "excerpt",
    "snippet",
    "chunk",
    "article",
    "paper",
    "study",
];

/// Signs before the first words of a line: bullets, and states of the steps of a plan.
const LEADS: &str = " \t-*>•…✓✔✗✘☐☑○●";

/// Verbs for what a source does.
const SAYING: &[&str] = &[
    "states",
    "says",
    "specifies",
    "mentions",
    "notes",
    "shows",
    "indicates",
    "describes",
    "explains",
    "confirms",
    "reports",
    "requires",
    "permits",
    "allows",
    "defines",
    "provides",
    "outlines",
];

/// Characters that end a sentence.
const STOPS: [char; 6] = ['.', '。', '!', '！', '?', '？'];

/// Names of arrays that are ordinary words too: with a mark after them that closes a sentence they
/// are such words.
const ARRAYS: &[&str] = &["list", "items", "data"];

/// Returns the marks that are citations; `listed` are the numbers that name a source.
pub(crate) fn accept(text: &str, mut marks: Vec<Mark>, listed: &BTreeSet<u64>) -> Vec<Mark> {
    plain_brackets::remove_pages(text, &mut marks);
    plain_brackets::remove_escaped(text, &mut marks, &STOPS);
    plain_brackets::remove_intervals(text, &mut marks);
    let looks: Vec<Look> = looks(text, &marks, listed);
    let is_listed = |mark: &Mark| numbers(mark).any(|number| listed.contains(&number));
    let cites = |mark: &Mark| !mark.names.is_empty() || is_listed(mark);
    let known = marks.iter().zip(&looks).any(|(mark, look)| cites(mark) && *look != Look::Value);
    let from = u64::from(!plain_brackets::count_from_zero(text, &marks));
    let judge: &dyn Fn(&Mark, Look) -> bool = if known {
        &|mark, look| in_listed(mark, look, listed)
    } else if shows_itself(text, &marks, &looks) {
        &|mark, look| in_unlisted(text, mark, look, from)
    } else {
        return marks.into_iter().filter(|mark| mark.url.is_some()).collect();
    };
    let kept = marks.into_iter().zip(looks).filter(|(mark, look)| judge(mark, *look));
    kept.map(|(mark, _)| mark).collect()
}

/// The role that the words around a mark give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// A citation, if the text has any.
    Fair,
    /// It directly follows a word: a citation in a text that is cited by numbers.
    Glued,
    /// It begins a line, follows a word for values, or is a group: a citation where a list has it.
    Doubtful,
    /// It directly follows a word that might be a variable, `x[1]`: a citation if a list has it, or
    /// if it closes a part of a sentence of a text that has others.
    Index,
    /// An index, an array, an interval.
    Value,
}

fn looks(text: &str, marks: &[Mark], listed: &BTreeSet<u64>) -> Vec<Look> {
    let logged = if marks.is_empty() { Vec::new() } else { lines_of_processes(text) };
    let zero_cites = listed.contains(&0) && is_zero_cited(text, marks);
    let indexed = indexes::indexed(text, zero_cites);
    let mut looks: Vec<Look> = Vec::with_capacity(marks.len());
    let mut end = usize::MAX;
    for mark in marks {
        let touching = end == mark.span.start;
        let look = match looks.last() {
            Some(before) if touching => *before,
            _ if plain_brackets::is_part(text, mark)
                || Span::any_contains(&logged, mark.span.start) =>
            {
                Look::Value
            }
            _ if (is_label(text, mark)
                || is_tally(text, mark)
                || plain_brackets::counts_file(text, mark))
                && !numbers(mark).any(|number| listed.contains(&number)) =>
            {
                Look::Value
            }
            _ => look(text, mark, &indexed),
        };
        looks.push(look);
        end = mark.span.end;
    }
    looks
}

/// True for a number that begins a heading, `## 【10】Fees`, and for one with zeros before it that begins a line or is in
/// an item of a checklist: `[001] Fees`, `- [ ] The figure of [001] is right`.
fn is_label(text: &str, mark: &Mark) -> bool {
    let digits = mark.span.slice(text).and_then(|mark| mark.strip_prefix(['[', '【']));
    let digits = digits.and_then(|digits| digits.strip_prefix('0')).unwrap_or_default();
    let line = text_before(text, mark.span.start).rsplit('\n').next().unwrap_or_default();
    let is_lead = |c: char| c.is_ascii_digit() || " \t>#*+-.)".contains(c);
    let words = line.trim_start_matches(is_lead);
    let begins = words.is_empty();
    let has_zeros = digits.starts_with(|c: char| c.is_ascii_digit());
    has_zeros && (begins || ["[ ]", "[x]", "[X]"].iter().any(|boxed| words.starts_with(boxed)))
        || begins && line.starts_with('#')
}

/// True for a number before the words of a cell: `| [17] Nordby, Holm, … |` counts what the cell lists.
fn is_tally(text: &str, mark: &Mark) -> bool {
    let (before, after) = around(text, mark);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let words = after.strip_prefix(' ').unwrap_or_default();
    let is_row = line.starts_with('|') || line.len() == before.len();
    mark.form == Form::Bracket
        && is_row
        && line.trim_end().ends_with('|')
        && words.starts_with(char::is_alphanumeric)
}

/// True if several words have `[0]` directly after them, none of which is a name of a program: `[0]` is
/// the first source, and not an index.
fn is_zero_cited(text: &str, marks: &[Mark]) -> bool {
    let mut words = BTreeSet::new();
    for mark in marks.iter().filter(|mark| mark.items.as_slice() == [(0, 0)]) {
        let (before, after) = around(text, mark);
        let word = variable(before);
        if !word.is_empty() && before.ends_with(word) {
            if may_be_index(before, after) {
                return false;
            }
            words.insert(word);
        }
    }
    words.len() >= MIN_ZERO_CITED
}

/// True for one large number: `[352,000]`.
fn is_amount(mark: Option<&str>) -> bool {
    let inner = mark.and_then(|mark| mark.strip_prefix('[')?.strip_suffix(']'));
    let mut groups = inner.unwrap_or_default().split(',').skip(1).peekable();
    let is_group =
        |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    groups.peek().is_some() && groups.all(is_group)
}

/// True after a label for pages, `**Page**: [4]`, or a short word for them, `стр.[12, 21]`: the numbers are those
/// of pages.
fn follows_page(before: &str) -> bool {
    const SHORT: [&str; 4] = ["стр.", "pp.", "pág.", "págs."];
    const PAGES: [&str; 9] =
        ["page", "pages", "seite", "seiten", "página", "páginas", "페이지", "ページ", "页码"];
    let is_short = |word: &&str| {
        let rest = before.trim_end().strip_suffix(word);
        rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '.'))
    };
    if SHORT.iter().any(is_short) {
        return true;
    }
    let label = before.trim_end_matches([' ', '*', '_']).strip_suffix([':', '：']);
    let label = label.unwrap_or_default().trim_end_matches(['*', '_']);
    let word = label.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    PAGES.contains(&word.to_lowercase().as_str())
}

fn look(text: &str, mark: &Mark, indexed: &BTreeSet<&str>) -> Look {
    let (before, after) = around(text, mark);
    let bulleted = before.ends_with("- ") || before.ends_with("* ");
    let line_start = before.trim_end_matches(|c: char| LEADS.contains(c));
    let line_start = line_start.is_empty() || line_start.ends_with('\n');
    match mark.form {
        Form::Wide if line_start => return Look::Doubtful,
        Form::Bracket => {}
        _ => return Look::Fair,
    }
    // `,"[117]",` and `,"[117, 119], [120]",` are cells of a table.
    let is_quoted = before.ends_with('"') && before.trim_end_matches('"').ends_with([',', '\n']);
    let is_cell =
        is_quoted || data::is_cell(before, after) || plain_brackets::is_named(before, after);
    if is_cell || opens_log_line(before) || follows_page(before) || is_amount(mark.span.slice(text))
    {
        return Look::Value;
    }
    let glued =
        before.ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '>'));
    let is_index = indexed.contains(indexes::name(before));
    // `font-[600]` is a class of a style sheet.
    let is_class =
        before.strip_suffix('-').is_some_and(|it| it.ends_with(|c: char| c.is_ascii_lowercase()));
    let is_expression = glued && is_expression(after) || indexes::is_step(before, after);
    if is_index || is_class || is_expression {
        return Look::Value;
    }
    if glued && may_be_index(before, after) {
        return Look::Index;
    }
    let group = mark.is_group();
    // `C++ [16]` is a name.
    let said = before.trim_end();
    let value = said.ends_with(['=', '∈', '×', '<', '+']) && !said.ends_with("++");
    if value || (group && before.trim_end().ends_with([':', '('])) {
        return if value { Look::Value } else { Look::Doubtful };
    }
    let word = before.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let word = word.to_lowercase();
    let array = glued && ARRAYS.contains(&word.as_str());
    let is_value = array || BEFORE_VALUES.contains(&word.as_str());
    if group && matches!(word.as_str(), "interval" | "array" | "vector" | "区间" | "数组") {
        return Look::Value;
    }
    // `range [1,10]` is an interval, `the price range [1, 2]` cites.
    let is_close = mark.span.slice(text).is_some_and(|mark| !mark.contains(' '));
    if group && is_close && word == "range" {
        return Look::Value;
    }
    // `- [1] states that …` is a sentence, `- [1] Report` the entry of a list.
    let goes_on = bulleted && after.trim_start().starts_with(char::is_lowercase);
    let entry = line_start && after.starts_with(' ') && !goes_on;
    match (is_value || group || entry, glued) {
        (true, _) => Look::Doubtful,
        (false, true) => Look::Glued,
        (false, false) => Look::Fair,
    }
}

/// True if there is code after a bracket that follows a word: `arr[1].len()`, `x[2] = 3`.
fn is_expression(after: &str) -> bool {
    after.starts_with(['=', '(', '{'])
        || after.trim_start().starts_with("= ")
        || after
            .strip_prefix('.')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// True if the word before a bracket may be the name of an array.
fn may_be_index(before: &str, after: &str) -> bool {
    let word = variable(before);
    // `9 m/s[1]`: a unit is as short as a variable.
    let unit = before.strip_suffix(word).is_some_and(|before| before.ends_with('/'));
    let short = word.len() < 2 && !unit;
    // `$295[28]` is a price.
    let price =
        word.strip_prefix('$').is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let code = word.contains('_')
        || word.contains('$') && !price && !word.ends_with(|c: char| c.is_ascii_digit())
        || word.contains('.')
            && !word.ends_with('.')
            && word.bytes().all(|byte| !byte.is_ascii_digit());
    let array = matches!(word, "args" | "arr" | "argv")
        || ARRAYS.contains(&word) && !closes_sentence(after);
    short || code || array
}

/// True if a mark is at the end of a part of a sentence.
fn closes_part(after: &str) -> bool {
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']'));
    rest.is_empty()
        || rest.starts_with([',', ';', ':', '\n', '\r', '。', '，'])
        || closes_sentence(after)
}

/// True if there are only other marks between a mark and the end of its sentence or line.
fn closes_sentence(after: &str) -> bool {
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']'));
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(['\n', '\r']);
    let stopped = rest.strip_prefix(STOPS);
    ends(rest) || stopped.is_some_and(|rest| ends(rest) || rest.starts_with(' '))
}

fn around<'t>(text: &'t str, mark: &Mark) -> (&'t str, &'t str) {
    let end = mark.span.end;
    let limit = text.floor_char_boundary(end.saturating_add(LOOK_AHEAD));
    (text_before(text, mark.span.start), text.get(end..limit).unwrap_or_default())
}

fn numbers(mark: &Mark) -> impl Iterator<Item = u64> {
    mark.items.iter().flat_map(|(first, last)| [*first, *last])
}

fn is_year(number: u64) -> bool {
    (1900..=2099).contains(&number)
}

/// True if a mark counts in a text with known sources.
fn in_listed(mark: &Mark, look: Look, listed: &BTreeSet<u64>) -> bool {
    if mark.form == Form::Footnote || mark.url.is_some() {
        return true;
    }
    let any = numbers(mark).any(|number| listed.contains(&number));
    let odd = |number: u64| number == 0 || is_year(number) || number > MAX_BEYOND;
    let strange = numbers(mark).any(|number| !listed.contains(&number) && odd(number));
    match look {
        Look::Fair | Look::Glued => !strange,
        Look::Doubtful => !strange && (any || mark.form == Form::Wide),
        Look::Index => !strange && any,
        Look::Value => false,
    }
}

/// True if a mark counts in a text that shows that it is cited by numbers, `from` 0 or 1.
fn in_unlisted(text: &str, mark: &Mark, look: Look, from: u64) -> bool {
    let fits = |number: u64| (from..=MAX_UNLISTED).contains(&number);
    let defined = mark.form == Form::Reference;
    let is_meant = match look {
        Look::Value => false,
        Look::Index => closes_part(around(text, mark).1),
        Look::Fair | Look::Glued | Look::Doubtful => true,
    };
    mark.url.is_some() || (is_meant && !defined && numbers(mark).all(fits))
}

/// True if single marks alone show that a text is cited by numbers.
fn shows_itself(text: &str, marks: &[Mark], looks: &[Look]) -> bool {
    let single = |mark: &&Mark| mark.items.len() == 1 && mark.form != Form::Reference;
    let mut different = BTreeSet::new();
    for (mark, _) in marks.iter().zip(looks).filter(|(_, look)| **look == Look::Fair) {
        let Some(&(first, last)) = mark.items.first().filter(|_| single(&mark)) else { continue };
        if first != last || !(1..=MAX_UNLISTED).contains(&first) {
            continue;
        }
        different.insert(first);
        let is_shown = ends_sentence(text, mark)
            || ends_line(text, mark)
            || ends_clause(text, mark)
            || follows_source(text, mark)
            || is_quoted(text, mark);
        if different.len() > 1 || (first <= MAX_ALONE && is_shown) {
            return true;
        }
    }
    glued_sentences(text, marks, looks)
}

/// True if a mark follows a word for a source: `context [1]`.
fn follows_source(text: &str, mark: &Mark) -> bool {
    let (before, _) = around(text, mark);
    let before = before.strip_suffix(' ').unwrap_or_default();
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    SOURCES.contains(&word.to_lowercase().as_str())
}

/// True if the words around a mark say what its source says, `[3] states that`, `as stated in [3] that`, or if
/// it is alone in round brackets, `at noon ([3])`.
fn is_quoted(text: &str, mark: &Mark) -> bool {
    let (before, after) = around(text, mark);
    let Some(rest) = after.strip_prefix(' ') else {
        return before.ends_with(" (") && after.starts_with(')');
    };
    let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    SAYING.contains(&word) || word == "that" && before.ends_with(" in ")
}

/// True if marks attached to words count, because two different ones close sentences.
fn glued_sentences(text: &str, marks: &[Mark], looks: &[Look]) -> bool {
    let glued = marks.iter().zip(looks).filter(|(_, look)| **look == Look::Glued);
    let closing = glued.filter(|(mark, _)| ends_sentence(text, mark));
    let numbers: BTreeSet<u64> = closing
        .filter_map(|(mark, _)| match mark.items.as_slice() {
            [(first, last)] if first == last => Some(*first),
            _ => None,
        })
        .filter(|number| (1..=MAX_UNLISTED).contains(number))
        .collect();
    numbers.len() > 1
}

/// True for signs that close the last word of a sentence: quotation marks, code, currencies.
fn is_closing(c: char) -> bool {
    matches!(
        c,
        ')' | '"' | '”' | '“' | '’' | '\'' | '»' | '」' | '`' | '%' | ']' | '*' | '€' | '£' | '$'
    )
}

/// True if a mark after a blank is directly before a comma that is followed by words.
fn ends_clause(text: &str, mark: &Mark) -> bool {
    let (before, after) = around(text, mark);
    let follows_word = before.strip_suffix(' ').is_some_and(|it| it.ends_with(char::is_alphabetic));
    let behind = after.strip_prefix(", ").or_else(|| after.strip_prefix("; "));
    follows_word && behind.is_some_and(|it| it.starts_with(char::is_alphabetic))
}

/// The minimum number of words before a mark that ends a line without a full stop.
const MIN_LINE: usize = 3;

/// True if a mark after words and a blank ends its line, as in an answer of one sentence without a full stop.
fn ends_line(text: &str, mark: &Mark) -> bool {
    let (before, after) = around(text, mark);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let bare = line.strip_suffix(' ').unwrap_or_default();
    let is_alone = after.trim_end().is_empty() || after.starts_with(['\n', '\r']);
    is_alone
        && !bare.contains(['=', '{', '}'])
        && bare.ends_with(|c: char| c.is_alphanumeric() || is_closing(c))
        && bare.split(' ').filter(|word| word.contains(char::is_alphabetic)).count() >= MIN_LINE
}

/// True if a mark is directly before or after the end of a sentence.
fn ends_sentence(text: &str, mark: &Mark) -> bool {
    let (before, after) = around(text, mark);
    let words = before.trim_end();
    let follows_word = words.ends_with(|c: char| c.is_alphanumeric() || is_closing(c));
    let blank_next = after.is_empty() || after.starts_with(char::is_whitespace);
    (after.starts_with(STOPS) && follows_word) || (words.ends_with(STOPS) && blank_next)
}
