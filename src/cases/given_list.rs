//! Entries of a text that pair a number with the name of a given file, in forms that are no list of
//! sources: without a heading, in one line, in a table, in a block of code.
//!
//! Such an entry decides which file a number means. If the text names a given file in another way beside a
//! cited number that is not its place, the order of the files says nothing about the numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::cases::fit::{FILE, is_file};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::model::{Card, Case, Citation, IdFrom, Source, SourceText};
use crate::sources::is_code_path;
use crate::text::Span;

/// The maximum distance between a number and a name that are said to be beside each other, in bytes.
const MAX_DISTANCE: usize = 120;

/// A number and the name of a file, in a text.
struct Pair<'t> {
    number: &'t str,
    name: &'t str,
    span: Span,
}

/// The names of given files in a text.
struct Names<'t> {
    pairs: Vec<Pair<'t>>,
    /// True if a name is nearest to a cited number that is not its place, in a form that is not read.
    is_unread: bool,
}

/// Gives the numbers of a text the files that it pairs with them, and returns true if the order of the
/// files does not say which file a number means.
pub(super) fn join(case: &mut Case, files: &[Source]) -> bool {
    let targets = case.response.citations.iter().flat_map(|citation| &citation.targets);
    let is_number = |id: &&str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let cited: BTreeSet<String> =
        targets.map(|target| target.id.as_str()).filter(is_number).map(str::to_owned).collect();
    if cited.is_empty() || files.is_empty() {
        return false;
    }
    let Names { pairs, is_unread } = names_in(&case.response.text, files, &cited);
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for pair in &pairs {
        named.entry(pair.number).or_default().insert(pair.name);
    }
    let in_list = |span: Span| pairs.iter().any(|pair| pair.span.overlaps(span));
    let mut citations = case.response.citations.iter();
    let is_used = citations.any(|it| {
        let mut targets = it.targets.iter();
        !in_list(it.anchor.span) && targets.any(|target| named.contains_key(target.id.as_str()))
    });
    // Several lists number their sources anew.
    let is_divided = case.sources.iter().any(|source| source.id.ends_with(')'));
    if !is_used || is_divided {
        return is_unread || !pairs.is_empty();
    }
    let lists: Vec<Span> = pairs.iter().map(|pair| pair.span).collect();
    // Two files under one number: neither is known to be meant.
    let decided = named.into_iter().filter(|(_, names)| names.len() == 1);
    let decided = decided.flat_map(|(number, names)| names.into_iter().map(move |it| (number, it)));
    let decided: Vec<(String, String)> =
        decided.map(|(number, name)| (number.to_owned(), name.to_owned())).collect();
    let (marks, kept): (Vec<Citation>, Vec<Citation>) =
        std::mem::take(&mut case.response.citations)
            .into_iter()
            .partition(|it| lists.iter().any(|list| list.overlaps(it.anchor.span)));
    case.response.citations = kept;
    case.response.cards.extend(marks.into_iter().map(head));
    for (number, name) in decided {
        name_file(case, &number, &name);
    }
    true
}

/// Returns the mark of an entry, which cites nothing.
fn head(mark: Citation) -> Card {
    Card { family: "head".to_owned(), span: mark.anchor.span, label: Some(mark.raw), known: true }
}

/// Keeps given files from being matched by their order.
pub(super) fn refuse_order(case: &mut Case) {
    for source in case.sources.iter_mut().filter(|source| is_file(source)) {
        source.uncounted = true;
    }
}

/// Adds the name of its file to the source of a number.
fn name_file(case: &mut Case, number: &str, name: &str) {
    let field = (FILE.to_owned(), name.to_owned());
    if let Some(own) = case.sources.iter_mut().find(|source| source.id == number) {
        // An address decides by itself.
        if own.url.is_none() && own.text.why_not().is_some() {
            own.metadata.push(field);
        }
        return;
    }
    case.sources.push(Source {
        id: number.to_owned(),
        id_from: IdFrom::Text,
        title: Some(name.to_owned()),
        metadata: vec![field],
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    });
}

/// Finds the names of files in a text, and the numbers beside them.
fn names_in<'t>(text: &'t str, files: &[Source], cited: &BTreeSet<String>) -> Names<'t> {
    let mut found = Names { pairs: Vec::new(), is_unread: false };
    let folded = text.to_ascii_lowercase();
    let mut spans: BTreeMap<Span, usize> = BTreeMap::new();
    for (place, file) in files.iter().enumerate().filter(|(_, file)| is_file(file)) {
        let path = file.origin.as_ref().map(|origin| origin.path.as_path());
        let name = path.and_then(|path| path.file_name()?.to_str()).unwrap_or_default();
        // A file of code is mentioned as often as cited.
        if !name.contains('.') || is_code_path(name) {
            continue;
        }
        let name = name.to_ascii_lowercase();
        let places = folded.match_indices(name.as_str());
        let places = places.map(|(at, _)| Span::new(at, at + name.len()));
        let whole = places.filter(|span| is_whole(text, *span));
        spans.extend(whole.map(|span| (span, place + 1)));
    }
    let mut pair_end = 0;
    for (span, place) in spans {
        let before = text.get(..span.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let after = text.get(span.end..).unwrap_or_default();
        let rest = after.lines().next().unwrap_or_default();
        let from = line_start.max(pair_end);
        if let Some(pair) = pair(text, from, span, rest) {
            pair_end = span.end;
            found.pairs.push(pair);
        } else {
            let line = Span::new(line_start, span.end + rest.len());
            let beside = number_beside(text, line, span, cited);
            // `As policy.md says [1]` fits the order if that is the first file.
            found.is_unread |= beside.is_some_and(|number| number != place.to_string());
        }
    }
    found
}

/// True if a name in a text is not a part of a longer one; folders may come before it.
fn is_whole(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default().chars().next_back();
    let mut after = text.get(span.end..).unwrap_or_default().chars();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let next = after.next();
    let goes_on = next == Some('.') && after.next().is_some_and(char::is_alphanumeric);
    !before.is_some_and(|c| is_part(c) || c == '.') && !next.is_some_and(is_part) && !goes_on
}

/// Returns the pair of a name and the number before it in its line, which begins at `from` or after
/// another pair.
fn pair<'t>(text: &'t str, from: usize, name: Span, rest: &str) -> Option<Pair<'t>> {
    static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)(?:^|[,;:|]|\s{2})[\s>|*_#-]*",
            r"(?:(?:sources?|documents?|docs?|files?|refs?|references?|notes?|footnotes?|citations?)\s*)?",
            r"(?:\[\^?([0-9]{1,3})\]|\(([0-9]{1,3})\)|<sup>\[?([0-9]{1,3})\]?</sup>|([0-9]{1,3}))",
            r"[\s:.)|=*_–—-]+(?:see\s+|file:?\s+|source:?\s+|title:?\s+)?[\[`*_“‘(<\x22]*$"
        ))
        .expect("the pattern is sound")
    });
    static BEHIND: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)^[\]`*_”’)>\x22]*(?:\([^()]*\))?[`*_]*\s*(?:$|[,;.|:(\[#–—<@-]|",
            r"lines?\b|pages?\b|pp?\.|l\.?\s?[0-9]|section\b|§|and\b|[0-9]{1,3}[.)])"
        ))
        .expect("the pattern is sound")
    });
    // A title between the number and the name, in a row of a table or after a number in brackets.
    static TITLED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"^\s*(?:\|\s*\[?([0-9]{1,3})\]?\.?\s*\|(?:[^|]*\|)*\s*|",
            r"(?:[-*>]\s+)*\[\^?([0-9]{1,3})\][:.]?\s[^.\[\]]{1,80}[(–—,:-]\s*)[\[`*_“\x22]*$"
        ))
        .expect("the pattern is sound")
    });
    let before = text.get(from..name.start)?;
    let folders = before.rfind(|c: char| c.is_whitespace() || "[](){}|,;:*`<>\"“”".contains(c));
    let folders = folders.map_or(0, |at| at + before.get(at..).map_or(0, first_len));
    let folders = if before.ends_with(['/', '\\']) { folders } else { before.len() };
    let lead = before.get(..folders)?;
    let found = BEFORE.captures(lead).or_else(|| TITLED.captures(lead));
    let found = found.filter(|_| BEHIND.is_match(rest))?;
    let number = (1..=4).find_map(|group| found.get(group))?;
    // `1. policy.md: refunds are paid [2]` is an item of the answer.
    let is_bare = found.get(4).is_some();
    if is_bare && has_mark(rest) {
        return None;
    }
    let start = found.get(0)?.start();
    Some(Pair {
        number: text.get(from + number.start()..from + number.end())?,
        name: text.get(from + folders..name.end)?,
        span: Span::new(from + start, name.end),
    })
}

fn first_len(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// True if a text has a number in brackets.
fn has_mark(text: &str) -> bool {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\[\^?[0-9]{1,3}[\],]").expect("the pattern is sound"));
    MARK.is_match(text)
}

/// Returns the cited number that is nearest to a name in its line.
fn number_beside<'t>(
    text: &'t str,
    line: Span,
    name: Span,
    cited: &BTreeSet<String>,
) -> Option<&'t str> {
    let first = text.floor_char_boundary(name.start.saturating_sub(MAX_DISTANCE)).max(line.start);
    let last = text.floor_char_boundary(name.end + MAX_DISTANCE).min(line.end);
    let (before, after) = (text.get(first..name.start)?, text.get(name.end..last)?);
    let is_number = |word: &&str| cited.contains(*word);
    let apart = |c: char| !c.is_alphanumeric();
    let before = before.rsplit(apart).find(is_number).map(|it| (offset(before, it), it));
    let after = after.split(apart).find(is_number).map(|it| (offset(after, it), it));
    let gap = before.map(|(at, it)| (name.start - first - at - it.len(), it));
    gap.into_iter().chain(after).min().map(|(_, number)| number)
}

/// Returns the place of a part of a text in it, in bytes.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}
