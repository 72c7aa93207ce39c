//! The lines of a text that declare its sources.

use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::marks::named_sources::names::{Form, Naming, name};
use crate::dialects::marks::named_sources::ranges::range;
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::list_address::title_and_url;
use crate::model::{IdFrom, Source, SourceText};
use crate::text::Span;
use crate::text::list_heading::{heading, is_name};

/// The longest name of a source, in bytes.
const MAX_LENGTH: usize = 240;

/// The longest words of a declaration that are a title; longer ones are the passage itself.
const MAX_TITLE: usize = 200;

/// A line that declares a source.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(crate) span: Span,
    pub(crate) id: String,
    words: String,
}

/// Returns the source that a line declares: a title with an address, or the passage itself.
pub(crate) fn source(declared: &Declared) -> Source {
    let (title, url) = title_and_url(&declared.words);
    let mut source =
        Source { id: declared.id.clone(), id_from: IdFrom::Text, url, ..Source::default() };
    let passage = quoted_sentence(&declared.words)
        .or_else(|| Some(declared.words.as_str()).filter(|words| words.len() > MAX_TITLE));
    if let Some(passage) = passage.filter(|_| source.url.is_none()) {
        source.text = SourceText::Inline(passage.into());
        (source.excerpt, source.repeated) = (true, true);
    } else {
        source.title = title;
        source.text = SourceText::Absent(ADDRESS_ONLY.to_owned());
    }
    source
}

/// Returns the words of a declaration that is a quotation of a sentence and nothing else; one of few words may be a
/// title.
fn quoted_sentence(words: &str) -> Option<&str> {
    const MIN_WORDS: usize = 8;
    const QUOTES: [(char, char); 4] =
        [('"', '"'), ('\u{201c}', '\u{201d}'), ('«', '»'), ('„', '“')];
    let inner = QUOTES
        .iter()
        .find_map(|(open, close)| words.trim().strip_prefix(*open)?.strip_suffix(*close))?;
    let is_sentence = inner.ends_with(['.', '!', '?', '…']) && !inner.contains(['"', '\u{201d}']);
    (is_sentence && inner.split_whitespace().count() >= MIN_WORDS).then_some(inner)
}

/// Returns the lines that declare cited sources: they begin with a name, and continue with its
/// description.
pub(crate) fn declarations(
    text: &str,
    naming: &Naming<'_>,
    cited: &BTreeSet<String>,
) -> Vec<Declared> {
    let mut declared: Vec<Declared> = Vec::new();
    let mut rows: Vec<Declared> = Vec::new();
    let (mut start, mut headed) = (0, false);
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        if let Some((level, words)) = heading(line)
            && (is_name(words) || level < 7)
        {
            headed = is_name(words) || is_list(words);
            continue;
        }
        if let Some((id, words)) = row(line, naming).filter(|(id, _)| cited.contains(id)) {
            rows.push(Declared { span, id, words });
            continue;
        }
        let outer = |c: char| c.is_whitespace() || "-*+>•_".contains(c);
        let body = line.trim_start_matches(outer).trim_end();
        let Some((named, colon, words)) = lead(body, headed) else { continue };
        let name = name(named);
        let ids = match &name {
            Some(name) => naming.ids(name),
            None if headed => range(named).unwrap_or_default(),
            None => continue,
        };
        let is_file = name.is_some_and(|name| name.form == Form::File);
        if let [id] = ids.as_slice()
            && (headed || colon && !is_file)
            && cited.contains(id)
        {
            declared.push(Declared { span, id: id.clone(), words: words.to_owned() });
        }
    }
    declared.extend(only_rows(rows, &declared));
    declared
}

/// True if a text has gaps to be filled in: `**Website:** [URL]`, `[Assessment of prices]`.
pub(super) fn is_template(text: &str) -> bool {
    const MIN_GAPS: usize = 4;
    const MAX_GAP: usize = 60;
    let gap = |at: usize| {
        let inner = text.get(at + 1..)?;
        let near = inner.get(..inner.floor_char_boundary(MAX_GAP)).unwrap_or(inner);
        let (words, _) = near.split_once(']')?;
        let after = inner.get(words.len() + 1..)?;
        let is_words =
            words.len() > 2 && words.chars().all(|c| c.is_alphabetic() || " /,'".contains(c));
        (is_words && !after.starts_with(['(', '[', ':'])).then_some(())
    };
    memchr::memchr_iter(b'[', text.as_bytes()).filter_map(gap).take(MIN_GAPS).count() == MIN_GAPS
}

/// Returns the rows of lists below a heading for sources that hold nothing but a name in brackets:
/// `- [Source 1]`, as templates have them.
pub(super) fn bare_rows(text: &str) -> Vec<Span> {
    let mut rows = Vec::new();
    let (mut start, mut headed) = (0, false);
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if let Some((level, words)) = heading(line)
            && (is_name(words) || level < 7)
        {
            headed = is_name(words) || is_list(words);
            continue;
        }
        let words = line.trim();
        let name = words.trim_start_matches(|c: char| c.is_ascii_digit() || "-*+•.) ".contains(c));
        let is_only =
            name.len() < words.len() && name.find(']').is_some_and(|end| end + 1 == name.len());
        if headed && is_only && name.starts_with('[') {
            rows.push(Span::new(at, at + line.len()));
        }
    }
    rows
}

/// Returns the rows of tables that alone declare their source: others cite it.
fn only_rows(rows: Vec<Declared>, declared: &[Declared]) -> Vec<Declared> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for one in rows.iter().chain(declared) {
        *counts.entry(one.id.clone()).or_default() += 1;
    }
    rows.into_iter().filter(|row| counts.get(&row.id) == Some(&1)).collect()
}

/// Returns the id and the description of a source in the row of a table: `| S01 | Timetable | https://… |`.
fn row(line: &str, naming: &Naming<'_>) -> Option<(String, String)> {
    let mut cells = line.trim().strip_prefix('|')?.split('|').map(str::trim);
    let first = cells.next()?.trim_matches(['*', '`', '[', ']', ' ']);
    let name = name(first).filter(|name| name.form == Form::Letter)?;
    let [id] = <[String; 1]>::try_from(naming.ids(&name)).ok()?;
    let cells: Vec<&str> = cells.filter(|cell| !cell.is_empty()).collect();
    let title = cells.first()?;
    let address = cells.iter().skip(1).find(|cell| cell.contains("://"));
    Some((id, [title, *address.unwrap_or(&"")].join(" ").trim_end().to_owned()))
}

/// True for headings such as `Ranked sources`.
fn is_list(words: &str) -> bool {
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    let last = words.rsplit(' ').next().unwrap_or_default();
    words.len() <= 40 && ["sources", "references"].iter().any(|own| last.eq_ignore_ascii_case(own))
}

/// Returns a line's name of a source, whether a colon or dash follows, and the words after it.
/// Below a heading a number is a name (`3. …`).
fn lead(body: &str, headed: bool) -> Option<(&str, bool, &str)> {
    const DASHES: [char; 6] = [':', '=', '-', '\u{2013}', '\u{2014}', '|'];
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = match body.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None if headed && digits > 0 => {
            let (number, rest) = body.split_at_checked(digits)?;
            (number, rest.strip_prefix(['.', ')'])?)
        }
        None => {
            let end = body.find([':', '*', '\u{2013}', '\u{2014}', '|'])?;
            body.split_at_checked(end)?
        }
    };
    let rest = rest.trim_start_matches(['*', '_', ' ']);
    let words = rest.trim_start_matches(DASHES).trim_start_matches(['*', ' ']);
    let words = words.trim_start_matches(DASHES).trim();
    let colon = rest.starts_with(DASHES);
    (!words.is_empty() && name.len() <= MAX_LENGTH).then_some((name.trim(), colon, words))
}
