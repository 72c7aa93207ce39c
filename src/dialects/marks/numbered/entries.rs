//! The entries of a list of sources: one line or several with a number or a bullet each.

use std::collections::BTreeSet;

use crate::dialects::marks::numbered::line::{Lead, Line, bracketed, lead};
use crate::dialects::marks::numbered::marks::ORG_FOOTNOTE;
use crate::dialects::shared::list_address::{self, address_at, title_and_url};
use crate::model::Locator;
use crate::text::Span;
use crate::text::list_heading::heading;

/// The most lines that go on an entry.
pub(super) const MAX_CONTINUED: usize = 3;

/// The fewest lines with addresses that are a list without a heading.
pub(super) const MIN_RUN: usize = 3;

/// One listed source.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Entry {
    /// Its number or name; `None` for one that is only a bullet.
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) url: Option<String>,
    /// Words of the source: `[0] title: Timetable, snippet: It leaves at noon.`
    pub(crate) text: Option<String>,
    /// The place in the source that a footnote states: `[^1]: Handbook, L8-L13`.
    pub(crate) locator: Option<Locator>,
    /// Its lines, as bytes of the text.
    pub(crate) span: Span,
    /// True if its number is in brackets.
    pub(crate) in_brackets: bool,
}

/// Returns the quotes that a model wrote before its answer, as prompts of Claude ask for:
/// `<quote index="1">The ferry leaves at noon.</quote>`.
pub(super) fn quoted(text: &str) -> Vec<Entry> {
    const OPENING: &str = "<quote index=\"";
    const CLOSING: &str = "</quote>";
    let mut numbers = BTreeSet::new();
    let mut pieces = text.split(OPENING);
    let mut at = pieces.next().map_or(0, str::len);
    let mut entries = Vec::new();
    for piece in pieces {
        let start = at;
        at += OPENING.len() + piece.len();
        let digits = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = piece.get(..piece.len() - digits.len()).unwrap_or_default();
        let words = digits.strip_prefix("\">").and_then(|rest| rest.split_once(CLOSING));
        if let Some((words, rest)) = words.filter(|_| !number.is_empty())
            && numbers.insert(number)
        {
            let (id, text) = (Some(number.to_owned()), Some(words.trim().to_owned()));
            let span = Span::new(start, at - rest.len());
            entries.push(Entry { id, text, span, ..Entry::default() });
        }
    }
    entries
}

/// Returns the entries that lost their numbers or bullets in a copy: lines with a title and an address
/// each, until a line without one.
pub(super) fn addressed(region: &[Line<'_>]) -> Vec<Entry> {
    let lines = region.iter().filter(|line| !line.is_blank());
    let entry = |line: &Line<'_>| {
        // The definition of a footnote has a name of its own.
        if line.text.trim_start().starts_with("[^") || line.text.starts_with(ORG_FOOTNOTE) {
            return None;
        }
        let (title, url) = title_and_url(line.text);
        Some(Entry { url: Some(url?), title: Some(title?), span: line.span(), ..Entry::default() })
    };
    let entries: Vec<Entry> = lines.map_while(entry).collect();
    if entries.len() < MIN_RUN { Vec::new() } else { entries }
}

/// Returns the entries of a region: the numbered ones, or the bullets if nothing is numbered. Lines that
/// cite sources themselves are no entries.
pub(super) fn entries(region: &[Line<'_>]) -> Vec<Entry> {
    let region = addressed_bullets(region).unwrap_or(region);
    let numbered =
        region.iter().any(|line| lead(line.text).is_some_and(|(lead, ..)| lead != Lead::Bullet));
    let leading =
        |line: &&Line<'_>| lead(line.text).is_some_and(|(lead, ..)| lead != Lead::Bracket);
    let inner: Vec<InnerMark> =
        region.iter().filter(leading).filter_map(|line| inner_mark(line.text)).collect();
    if !inner.is_empty() && cite(&inner) {
        return Vec::new();
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut rest = String::new();
    let mut continued = usize::MAX;
    // The first entry of the line: `[3] [6] Title` is several.
    let mut first = 0;
    let mut counted = BTreeSet::new();
    for line in region {
        let wanted = lead(line.text).filter(|(lead, ..)| numbered != (*lead == Lead::Bullet));
        // `7. Archived from …` goes on an entry that was broken into lines.
        let wanted = wanted.filter(|(lead, id, _)| {
            *lead != Lead::Ordinal || id.as_ref().is_none_or(|id| is_next(id, &mut counted))
        });
        let wanted = wanted.filter(|(lead, _, words)| !is_year(*lead, words, &entries));
        if let Some((lead, id, mut words)) = wanted {
            finish(&mut entries, first, &rest);
            first = entries.len();
            let in_brackets = lead == Lead::Bracket;
            entries.push(Entry { id, span: line.span(), in_brackets, ..Entry::default() });
            // A definition has one number: `[^4]: [\[1\]](https://…)` begins with a link.
            let may_go_on = !line.text.trim_start().starts_with("[^");
            while may_go_on
                && let Some((id, after)) = bracketed(after_link(words).trim_start())
                && (after.starts_with(char::is_whitespace) || own_link(after).is_some())
            {
                // Each number of a row may have a link of its own.
                if let Some(last) = entries.last_mut() {
                    last.url = own_link(words).map(|(url, _)| url.to_owned());
                }
                entries.push(Entry { id: Some(id), span: line.span(), ..Entry::default() });
                words = after;
            }
            words.trim().clone_into(&mut rest);
            continued = 0;
        } else if is_cut(line.text) {
            continued = usize::MAX;
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

/// Returns the lines of a region up to the first ordinal number, if it begins with a bullet and an address:
/// what is counted below belongs to the text.
fn addressed_bullets<'r, 't>(region: &'r [Line<'t>]) -> Option<&'r [Line<'t>]> {
    let is = |line: &Line<'_>, kind: Lead| lead(line.text).is_some_and(|(lead, ..)| lead == kind);
    let first = region.iter().find(|line| lead(line.text).is_some())?;
    let begins = is(first, Lead::Bullet) && first.text.contains("://");
    let end = region.iter().position(|line| is(line, Lead::Ordinal)).filter(|_| begins)?;
    region.get(..end)
}

/// True for the number of an entry that is not counted yet, or that counts anew.
fn is_next(id: &str, counted: &mut BTreeSet<u64>) -> bool {
    let Ok(number) = id.parse() else { return true };
    if number <= 1 {
        counted.clear();
    }
    counted.insert(number)
}

/// A number in brackets inside a line.
struct InnerMark {
    number: u64,
    /// True if it ends the line: it may as well be the number of the line itself.
    is_last: bool,
}

/// Returns the last number in brackets inside a line without an address.
fn inner_mark(line: &str) -> Option<InnerMark> {
    if line.contains("://") {
        return None;
    }
    let open = line.rfind('[')?;
    let (number, after) = line.get(open + 1..)?.split_once(']')?;
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
    let said = line.get(..open)?.contains(char::is_alphabetic);
    (is_number && said && !after.starts_with(['(', '[', ':'])).then_some(())?;
    Some(InnerMark { number: number.parse().ok()?, is_last: after.trim().is_empty() })
}

/// True if such numbers cite sources, and do not number the lines that they end.
fn cite(marks: &[InnerMark]) -> bool {
    let different: BTreeSet<u64> = marks.iter().map(|mark| mark.number).collect();
    marks.iter().any(|mark| !mark.is_last) || different.len() < marks.len()
}

/// Returns the address of a link that `words` begin with, and the text after it: `(https://…) Title`.
fn own_link(words: &str) -> Option<(&str, &str)> {
    let inner = words.strip_prefix('(').filter(|inner| inner.starts_with("http"))?;
    let url = list_address::target(inner)?;
    let after = inner.get(inner.find(url)? + url.len()..)?;
    Some((url, after.split_once(')')?.1))
}

/// Returns `words` without a link that they begin with.
fn after_link(words: &str) -> &str {
    own_link(words).map_or(words, |(_, after)| after)
}

/// True for `2019.` on a line of its own, which ends the entry of a number in brackets.
fn is_year(lead: Lead, words: &str, entries: &[Entry]) -> bool {
    let goes_on = || entries.last().is_some_and(|entry| entry.in_brackets);
    lead == Lead::Ordinal && words.trim().is_empty() && goes_on()
}

/// True for a line that says that entries are left out: `... (14 more)`.
fn is_cut(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '*', '_']);
    let rest = line.strip_prefix("...").or_else(|| line.strip_prefix('…'));
    rest.is_some_and(|rest| rest.trim_start().starts_with(['(', '[']) || rest.contains(" more"))
}

/// True for a heading of Markdown.
fn is_heading(line: &str) -> bool {
    heading(line).is_some_and(|(level, _)| level < 7)
}

/// Labels in an entry that a program printed.
const TEXTS: &[&str] = &["snippet", "text", "content", "passage", "excerpt"];
const TITLES: &[&str] = &["title", "name", "source"];

/// Returns the fields of an entry that begins with one: `title: Timetable, snippet: It leaves at noon.`
fn labelled(words: &str) -> Vec<(&str, &str)> {
    let labels = || TEXTS.iter().chain(TITLES).chain(&["url", "id"]);
    let quotes = ['"', '\''];
    let label = |rest: &'_ str| {
        let rest = rest.strip_prefix(quotes).unwrap_or(rest);
        let after = |label: &&&str| rest.strip_prefix(**label);
        let names = |label: &&&str| {
            after(label).is_some_and(|it| it.strip_prefix(quotes).unwrap_or(it).starts_with(": "))
        };
        labels().find(names)
    };
    let words = words.trim();
    if label(words).is_none() {
        return Vec::new();
    }
    let after = words.match_indices(", ").map(|(at, comma)| at + comma.len());
    let mut starts: Vec<usize> = std::iter::once(0).chain(after).collect();
    let mut seen = BTreeSet::new();
    // The words of the text may hold such a label too, but not as the first of its kind.
    starts.retain(|at| {
        let rest = words.get(*at..).unwrap_or_default();
        label(rest).is_some_and(|label| seen.insert(*label))
    });
    let ends = starts.iter().skip(1).map(|at| at - 2).chain([words.len()]);
    let field = |(start, end): (&usize, usize)| {
        let (name, value) = words.get(*start..end)?.split_once(": ")?;
        Some((name.trim_matches(quotes), value.trim()))
    };
    starts.iter().zip(ends).filter_map(field).collect()
}

/// Returns the words and the title of `"It leaves at noon." found in "Timetable"`, as programs print the
/// citations of a response.
pub(super) fn found_in(words: &str) -> Option<(&str, &str)> {
    let quotes = ['"', '“', '”'];
    let quote = words.trim_start().strip_prefix(quotes)?;
    let (text, title) = quote.rsplit_once(" found in ")?;
    Some((text.strip_suffix(quotes)?.trim(), title.trim().trim_matches(quotes)))
}

/// Returns the title and the address of an entry that gives each under its name: `title: "…", url: "…"`.
fn written(fields: &[(&str, &str)]) -> Option<(Option<String>, Option<String>)> {
    let field = |name: &str| fields.iter().find(|(own, _)| *own == name);
    let value = |name: &str| Some(field(name)?.1.trim_matches(['"', '\'', ' ']));
    let title = value("title").filter(|title| !title.is_empty())?;
    let url = value("url").map(address_at).filter(|url| url.contains("://"))?;
    Some((Some(title.to_owned()), Some(url.to_owned())))
}

/// Returns an entry without its number in brackets at its end: `5. Timetable [5]`.
fn without_number<'t>(rest: &'t str, id: &str) -> &'t str {
    let inner = rest.trim_end().strip_suffix(']').and_then(|it| it.strip_suffix(id));
    inner.and_then(|it| it.strip_suffix(" [")).filter(|_| !id.is_empty()).unwrap_or(rest)
}

/// Returns the words of a reference of a wiki page without the links to its marks: `^ a b Timetable`.
fn without_links_to_marks(words: &str) -> &str {
    let Some(mut rest) = words.strip_prefix("^ ").or_else(|| words.strip_prefix("↑ ")) else {
        return words;
    };
    while let Some((letter, after)) = rest.split_once(' ')
        && letter.len() == 1
        && letter.starts_with(|c: char| c.is_ascii_lowercase())
    {
        rest = after;
    }
    rest
}

/// Reads the words of the last entries, from `first` on.
fn finish(entries: &mut [Entry], first: usize, rest: &str) {
    let rest = without_links_to_marks(rest);
    let id = entries.get(first).and_then(|entry| entry.id.as_deref());
    let rest = without_number(rest, id.unwrap_or_default());
    let labelled = labelled(rest);
    let field = |names: &[&str]| {
        let own = labelled.iter().find(|(name, _)| names.contains(name));
        own.map(|(_, value)| (*value).to_owned()).filter(|value| !value.is_empty())
    };
    let (text, title, url) = match (field(TEXTS), found_in(rest)) {
        (Some(text), _) => (Some(text), field(TITLES), field(&["url"])),
        (None, Some((text, title))) => (Some(text.to_owned()), Some(title.to_owned()), None),
        (None, None) => {
            let (title, url) = written(&labelled).unwrap_or_else(|| title_and_url(rest));
            (None, title, url)
        }
    };
    for entry in entries.iter_mut().skip(first) {
        entry.text.clone_from(&text);
        entry.title.clone_from(&title);
        entry.url = entry.url.take().or_else(|| url.clone());
    }
}
