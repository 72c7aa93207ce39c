//! Finding references in running text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::context::{Fence, fences, is_argument, is_log, last_before, last_of};
use super::locator::{behind_colon, of_fragment};
use super::path::{drive_before, is_foreign, is_path, is_path_byte, of_permalink};
use super::{Exists, Reference, pathless};
use crate::sources::{is_code_path, is_data_path};
use crate::text::Span;

/// The longest code of a fence that is compared, in bytes.
const MAX_QUOTE: usize = 8 * 1024;

/// The longest part of a text in which lines in words and their path are searched, in bytes: more than
/// twice the length of a path.
const MAX_WORDS: usize = 2048;

/// Signs that begin a comment on a line of its own.
pub(super) const COMMENTS: [&str; 7] = ["//", "#", "--", ";", "%", "/*", "<!--"];

/// Minimum length of a symbol, in bytes.
const MIN_SYMBOL: usize = 3;

/// The characters of a path.
const PATH: &str = r"[A-Za-z0-9_.@+~/\\-]+";

/// Spaces between words; all those of Unicode take ten times as long to compile.
const SPACE: &str = r"[ \t\r\n\x{a0}]";

/// `lines 4 to 9 of PATH`, `L4–9 in PATH`, at the beginning of a text.
static LINES_OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let range = r"(?:[Ll]ines?\s+|L)([0-9]{1,7})(?:\s*(?:[-\x{2010}\x{2013}\x{2014}]|to|and)\s*L?([0-9]{1,7}))?";
    let words = format!(r"^{range}\s+(?:of|in)\s+`{{0,2}}({PATH})(?:`{{1,2}}|\b)");
    Regex::new(&words.replace(r"\s", SPACE)).ok()
});

/// `PATH (lines 4-9)`, `PATH, line 4`, at the beginning of a text.
static PATH_LINES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let range =
        r"(?:[Ll]ines?\s+|L)([0-9]{1,7})(?:\s*[-\x{2010}\x{2013}\x{2014}]\s*L?([0-9]{1,7}))?";
    let words = format!(r"^`{{0,2}}({PATH})`{{0,2}}(?:\s*\({range}\)|,?\s+{range}\b)");
    Regex::new(&words.replace(r"\s", SPACE)).ok()
});

/// `PATH 第 4-9 行`, `PATH の4〜9行目`, at the beginning of a text.
static PATH_ROWS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let range = r"第?\s*([0-9]{1,7})(?:\s*(?:[-\x{2010}\x{2013}\x{2014}~～〜至到]|から)\s*([0-9]{1,7}))?\s*行";
    let words = format!(r"^`{{0,2}}({PATH})`{{0,2}}\s*[的の(（]?\s*{range}");
    Regex::new(&words.replace(r"\s", SPACE)).ok()
});

/// `` `Foo::bar` in `PATH` ``, `` `bar()` (`PATH`) ``, `Foo::bar in PATH`.
static SYMBOL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"[A-Za-z_]\w+(?:(?:::|\.|#|->)[A-Za-z_]\w*)*";
    let bare = r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+";
    let symbol = format!(r"(?:`({name})(?:\(\)|!)?`|\b({bare})(?:\(\)|!)?)");
    Regex::new(&format!(r"{symbol}\s+(?:(?:in|of|from)\s+|\()(`?)({PATH})(`?)")).ok()
});

/// `<cite path="…" … />`.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"<cite\s[^<>]*\bpath="([^"<>]+)"[^<>]*>"#).ok());

/// Returns all references of a text, in order, none inside another.
pub(super) fn references(text: &str, exists: Option<Exists<'_>>) -> Vec<Reference> {
    let fences = fences(text);
    let scan = Scan { text, exists };
    let mut all: Vec<Reference> = fences.iter().filter_map(|fence| scan.fence(fence)).collect();
    // Parts that are not searched for references, by their beginning.
    let mut taken: BTreeMap<usize, usize> =
        fences.iter().map(|fence| (fence.span.start, fence.span.end)).collect();
    // The longer forms come first, because they hold the shorter ones.
    for found in
        [scan.tags(), scan.links(), scan.addresses(), scan.in_words(), scan.plain(), scan.symbols()]
    {
        for one in found {
            let before = taken.range(..one.span.end).next_back();
            let is_taken = before.is_some_and(|(_, end)| *end > one.span.start);
            if !is_taken && !is_log(text, one.span) && !is_argument(text, one.span) {
                taken.insert(one.span.start, one.span.end);
                all.push(one);
            }
        }
    }
    all.sort_by_key(|one| one.span);
    let pathless = scan.pathless(&all);
    all.extend(pathless.into_iter().filter(|one| {
        let before = taken.range(..one.span.end).next_back();
        before.is_none_or(|(_, end)| *end <= one.span.start)
    }));
    all.sort_by_key(|one| one.span);
    all
}

struct Scan<'t> {
    text: &'t str,
    exists: Option<Exists<'t>>,
}

impl Scan<'_> {
    fn is_path(&self, path: &str) -> bool {
        is_path(path, &|path| self.is_known(path))
    }

    fn is_known(&self, path: &str) -> bool {
        self.exists.is_some_and(|exists| exists(path))
    }

    /// Returns a reference to a path, if it may be one. Backticks around it belong to it.
    fn reference(&self, span: Span, path: &str, lines: Vec<(u64, u64)>) -> Option<Reference> {
        let path = path.strip_prefix("./").unwrap_or(path);
        self.is_path(path).then(|| Reference {
            span: self.with_backticks(span),
            is_link: false,
            path: path.to_owned(),
            lines,
            symbol: None,
            quote: None,
        })
    }

    fn with_backticks(&self, span: Span) -> Span {
        let before = self.text.get(..span.start).unwrap_or_default();
        let after = self.text.get(span.end..).unwrap_or_default();
        let count = before.len() - before.trim_end_matches('`').len();
        let closing = after.len() - after.trim_start_matches('`').len();
        if count > 0 && count == closing {
            Span::new(span.start - count, span.end + count)
        } else {
            span
        }
    }

    /// ` ```12:15:src/app.rs `, or a comment that heads the code: `# src/app.rs:12-15`.
    fn fence(&self, fence: &Fence) -> Option<Reference> {
        self.named_fence(fence).or_else(|| self.headed_fence(fence))
    }

    /// Code below such a comment is often shortened, so it is no quote.
    fn headed_fence(&self, fence: &Fence) -> Option<Reference> {
        let code = fence.inner.slice(self.text)?;
        let line = code.lines().next()?;
        let comment = COMMENTS.iter().find_map(|sign| line.trim_start().strip_prefix(sign))?;
        let words = comment.trim_end_matches(['*', '/', '-', '>', ' ', '\t']).trim_start();
        let at = fence.inner.start + line.find(words).filter(|_| !words.is_empty())?;
        let scan = Scan { text: words, exists: self.exists };
        let found = scan.in_words().into_iter().chain(scan.plain()).next()?;
        let is_whole = found.span == Span::new(0, words.len());
        is_whole.then(|| Reference { span: found.span.shifted(at), ..found })
    }

    fn named_fence(&self, fence: &Fence) -> Option<Reference> {
        let info = fence.info.slice(self.text)?;
        let (first, rest) = info.split_once(':')?;
        let (last, path) = rest.split_once(':')?;
        let line = |text: &str| text.parse().ok().filter(|_| text.len() <= 7);
        let lines = vec![(line(first)?, line(last)?)];
        let code = fence.inner.slice(self.text)?.trim_end();
        let quote = Some(code.to_owned()).filter(|code| code.len() <= MAX_QUOTE);
        let found = self.reference(fence.info, path.trim(), lines)?;
        Some(Reference { span: fence.info, quote: quote.filter(|code| !code.is_empty()), ..found })
    }

    fn tags(&self) -> Vec<Reference> {
        if !self.text.contains("<cite") {
            return Vec::new();
        }
        let tags = TAG.iter().flat_map(|regex| regex.captures_iter(self.text));
        let found = tags.filter_map(|tag| {
            let whole = tag.get(0)?;
            let number = |name: &str| {
                let (_, rest) = whole.as_str().split_once(&format!(" {name}=\""))?;
                rest.split_once('"')?.0.parse().ok()
            };
            let first = number("start")?;
            let lines = vec![(first, number("end").unwrap_or(first))];
            self.reference(Span::new(whole.start(), whole.end()), tag.get(1)?.as_str(), lines)
        });
        found.collect()
    }

    /// Returns Markdown links whose target, or whose words if that is empty, is a reference.
    fn links(&self) -> Vec<Reference> {
        let found = links(self.text).filter_map(|(span, words, target)| {
            let target = if target.is_empty() { words } else { target };
            let (path, lines) = self.read(target)?;
            let is_web = target.starts_with("http");
            if is_web && self.exists.is_some_and(|exists| !exists(&path)) {
                return None;
            }
            let found = self.reference(span, &path, lines)?;
            let says_path = words.contains('/') || self.read(words.trim_matches('`')).is_some();
            let says_lines = words.trim_start_matches(['L', 'l']).starts_with(char::is_numeric);
            let is_link = !says_path && !says_lines && words.contains(char::is_alphabetic);
            Some(Reference { span, is_link, ..found })
        });
        found.collect()
    }

    fn addresses(&self) -> Vec<Reference> {
        let found = addresses(self.text).filter_map(|span| {
            let address = span.slice(self.text)?;
            let (path, lines) = self.read(address)?;
            let is_web = !address.starts_with("file:");
            if is_web && self.exists.is_some_and(|exists| !exists(&path)) {
                return None;
            }
            let end = span.start + address.trim_end_matches(['-', ':']).len();
            self.reference(Span::new(span.start, end), &path, lines)
        });
        found.collect()
    }

    /// Returns the path and lines of a text that is only a reference.
    fn read(&self, whole: &str) -> Option<(String, Vec<(u64, u64)>)> {
        if let Some((address, fragment)) = whole.split_once('#') {
            let (lines, _) = of_fragment(fragment)?;
            if let Some(path) = address.strip_prefix("file://") {
                return Some((path.to_owned(), lines));
            }
            let path = if address.contains("://") { of_permalink(address)?.0 } else { address };
            return Some((path.to_owned(), lines));
        }
        let (path, rest) = whole.split_once(':')?;
        let (lines, len) = behind_colon(rest)?;
        (len == rest.len() && self.is_path(path)).then(|| (path.to_owned(), lines))
    }

    /// Lines in words, before or after a path.
    fn in_words(&self) -> Vec<Reference> {
        let counted: Vec<usize> = counted_lines(self.text).collect();
        let before = at_places(self.text, LINES_OF.as_ref(), counted.iter().copied());
        let before = before.filter_map(|found| self.words(&found, 3, [1, 2]));
        let paths = counted.iter().filter_map(|at| path_before(self.text, *at));
        let after = at_places(self.text, PATH_LINES.as_ref(), paths).filter_map(|found| {
            let range = if found.captures.get(2).is_some() { [2, 3] } else { [4, 5] };
            self.words(&found, 1, range)
        });
        let rows = self.text.match_indices('行').filter_map(|(at, _)| path_of_rows(self.text, at));
        let rows = at_places(self.text, PATH_ROWS.as_ref(), rows);
        let rows = rows.filter_map(|found| self.words(&found, 1, [2, 3]));
        before.chain(after).chain(rows).collect()
    }

    fn words(&self, found: &Found<'_>, path: usize, range: [usize; 2]) -> Option<Reference> {
        let Found { at, captures } = found;
        let (whole, path) = (captures.get(0)?, captures.get(path)?);
        let number = |group: Option<regex::Match<'_>>| group?.as_str().parse::<u64>().ok();
        let [from, to] = range;
        let (first, last) = (number(captures.get(from))?, number(captures.get(to)));
        let cut = path.as_str().trim_end_matches(['.', '-']);
        // `See src/a.rs. L3 rainfall …`: a stop ends the sentence.
        let ends_sentence = path.as_str().ends_with('.');
        if ends_sentence && captures.get(from)?.start() > path.start() {
            return None;
        }
        let end = if path.end() == whole.end() { path.start() + cut.len() } else { whole.end() };
        let before = self.text.get(..at + path.start())?;
        let drive = drive_before(before, cut);
        let (from, to) = (before.len() - drive, before.len() + cut.len());
        let start = match drive {
            0 => at + whole.start(),
            _ => self.text.get(..from)?.trim_end_matches('`').len(),
        };
        let cut = self.text.get(from..to).filter(|cut| self.is_alone(from, cut))?;
        let span = Span::new(start, at + end);
        self.reference(span, cut, vec![(first, last.unwrap_or(first))])
    }

    /// Returns references such as `PATH:42` and `PATH#L42`.
    fn plain(&self) -> Vec<Reference> {
        let bytes = self.text.as_bytes();
        let mut found = Vec::new();
        for at in memchr::memchr2_iter(b':', b'#', bytes) {
            let Some(rest) = self.text.get(at + 1..) else { continue };
            let lines = match bytes.get(at) {
                Some(b':') => behind_colon(rest),
                _ => of_fragment(rest),
            };
            let Some((lines, len)) = lines else { continue };
            let before = bytes.get(..at).unwrap_or_default();
            let path = before.iter().rev().take_while(|byte| is_path_byte(**byte)).count();
            let Some((before, path)) =
                self.text.get(..at).and_then(|it| it.split_at_checked(at - path))
            else {
                continue;
            };
            let start = before.len() - drive_before(before, path);
            let Some(path) = self.text.get(start..at).filter(|path| self.is_alone(start, path))
            else {
                continue;
            };
            found.extend(self.reference(Span::new(start, at + 1 + len), path, lines));
        }
        found
    }

    /// Returns the lines without a path in sections that name a file before them.
    fn pathless(&self, all: &[Reference]) -> Vec<Reference> {
        let places = pathless::places(self.text);
        if places.is_empty() {
            return Vec::new();
        }
        let named: Vec<Span> = ticked_paths(self.text).collect();
        let sections: Vec<usize> = memchr::memmem::find_iter(self.text.as_bytes(), "\n#").collect();
        let found = places.into_iter().filter_map(|(span, lines)| {
            let section =
                last_before(&sections, |at| *at < span.start).copied().unwrap_or_default();
            let cited = last_before(all, |one| one.span.end <= span.start);
            let cited = cited.filter(|one| one.span.start >= section);
            let cited = cited.map(|one| (one.span, one.path.as_str()));
            let ticked = last_before(&named, |one| one.end <= span.start);
            let ticked = ticked.filter(|one| one.start >= section);
            let ticked = ticked.and_then(|one| Some((*one, one.slice(self.text)?)));
            let ticked = ticked.filter(|(_, path)| self.is_path(path));
            let (_, path) = cited.into_iter().chain(ticked).max_by_key(|(span, _)| span.start)?;
            let (path, span) = (path.to_owned(), self.with_backticks(span));
            Some(Reference { span, is_link: false, path, lines, symbol: None, quote: None })
        });
        found.collect()
    }

    /// Symbols in files of code that the checkout has; the path is the reference.
    fn symbols(&self) -> Vec<Reference> {
        let Some(exists) = self.exists else { return Vec::new() };
        // Compiling the pattern takes longer than reading a text without any symbol.
        if !self.text.contains('`') && !self.text.contains("::") {
            return Vec::new();
        }
        let all = SYMBOL.iter().flat_map(|regex| regex.captures_iter(self.text));
        let found = all.filter_map(|found| {
            let symbol = found.get(1).or(found.get(2))?.as_str();
            let (open, path, close) = (found.get(3)?, found.get(4)?, found.get(5)?);
            let cut = path.as_str().trim_end_matches(['.', '-', '/']);
            let end = path.start() + cut.len();
            let rest = self.text.get(end..)?;
            let goes_on =
                rest.starts_with([':', '#', '/']) || rest.starts_with(char::is_alphanumeric);
            let is_ticked = open.is_empty() == close.is_empty();
            // A name of a language or of a file is no symbol.
            let is_name = symbol.len() >= MIN_SYMBOL && !is_code_path(symbol);
            // "Set `name` in package.json" speaks of a key, often of somebody else's file.
            let is_file = is_code_path(cut) && !is_data_path(cut) && exists(cut);
            if goes_on || !is_ticked || !is_name || !is_file {
                return None;
            }
            let found = self.reference(Span::new(path.start(), end), cut, Vec::new())?;
            Some(Reference { symbol: Some(symbol.to_owned()), ..found })
        });
        found.collect()
    }

    /// Returns true if a path that begins at `start` is not the end of something longer.
    fn is_alone(&self, start: usize, path: &str) -> bool {
        let before = last_of(self.text, start);
        let last = before.chars().next_back();
        let joined = last.is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, ':' | '/' | '\\' | '%' | '$' | '{' | '}' | '&' | '=')
        });
        let run = before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '<' | '`'));
        let in_address = run.into_iter().next().is_some_and(|run| run.contains("://"));
        !joined && !in_address && (!is_foreign(path) || self.is_known(path))
    }
}

/// Returns the words in backticks that may be paths.
fn ticked_paths(text: &str) -> impl Iterator<Item = Span> {
    memchr::memchr_iter(b'`', text.as_bytes()).filter_map(move |at| {
        let rest = text.get(at + 1..)?;
        let len = rest.bytes().take_while(|byte| is_path_byte(*byte)).count();
        let is_ticked = len > 0 && rest.get(len..)?.starts_with('`');
        is_ticked.then(|| Span::new(at + 1, at + 1 + len))
    })
}

/// Returns each `[words](target)` of a text: its span, words and target, which may be empty and have
/// no brackets.
fn links(text: &str) -> impl Iterator<Item = (Span, &str, &str)> {
    memchr::memmem::find_iter(text.as_bytes(), "](").filter_map(move |at| {
        let (before, after) = (text.get(..at)?, text.get(at + 2..)?);
        let (start, open) = before.rmatch_indices(['[', ']', '\n']).next()?;
        let (len, close) =
            after.match_indices(|c: char| matches!(c, '(' | ')') || c.is_whitespace()).next()?;
        let (words, target) = (before.get(start + 1..)?, after.get(..len)?);
        let is_link = open == "[" && close == ")";
        is_link.then(|| (Span::new(start, at + 3 + len), words, target))
    })
}

/// Returns the bytes of each address of a page or file that has a fragment.
fn addresses(text: &str) -> impl Iterator<Item = Span> {
    // An address without a fragment has none inside it either.
    let mut done = 0;
    memchr::memmem::find_iter(text.as_bytes(), "://").filter_map(move |at| {
        let before = text.get(done..at)?;
        let scheme = ["https", "http", "file"].into_iter().find(|it| before.ends_with(it))?;
        let after = text.get(at + 3..)?;
        let ends = |c: char| c.is_whitespace() || "<>()[]\"'`#".contains(c);
        let len = after.find(ends).unwrap_or(after.len());
        done = at + 3 + len;
        let fragment = after.get(len..)?.strip_prefix('#').filter(|_| len > 0)?;
        let ends = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, ':' | '-'));
        let more = fragment.find(ends).unwrap_or(fragment.len());
        (more > 0).then(|| {
            done += 1 + more;
            Span::new(at - scheme.len(), done)
        })
    })
}

/// A match of a pattern at a place of the text.
struct Found<'t> {
    /// The beginning of the part that it was searched in.
    at: usize,
    captures: Captures<'t>,
}

/// Returns the matches of a pattern that begin at `places`, which are in order, none inside another.
fn at_places<'t>(
    text: &'t str,
    pattern: Option<&'static Regex>,
    places: impl Iterator<Item = usize>,
) -> impl Iterator<Item = Found<'t>> {
    let mut end = 0;
    places.filter_map(move |at| {
        let part = text.get(at..text.floor_char_boundary(at + MAX_WORDS)).filter(|_| at >= end)?;
        let captures = pattern?.captures(part)?;
        end = at + captures.get(0)?.end();
        Some(Found { at, captures })
    })
}

/// Returns the beginning of the path, with its backticks, that ends before `lines 4` at `at`; `None`
/// if there is none.
fn path_before(text: &str, at: usize) -> Option<usize> {
    let from = text.floor_char_boundary(at.saturating_sub(MAX_WORDS / 2));
    let before = text.get(from..at)?;
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{a0}');
    let ticks = |text: &str| text.bytes().rev().take(2).take_while(|byte| *byte == b'`').count();
    let before = before.strip_suffix('(').unwrap_or(before).trim_end_matches(is_space);
    let before = before.strip_suffix(',').unwrap_or(before);
    let before = before.get(..before.len() - ticks(before))?;
    let path = before.bytes().rev().take_while(|byte| is_path_byte(*byte)).count();
    let before = before.get(..before.len() - path)?;
    (path > 0).then(|| from + before.len() - ticks(before))
}

/// Returns the place of the path before `第 4-9 行`, whose last sign is at `at`.
fn path_of_rows(text: &str, at: usize) -> Option<usize> {
    let from = text.floor_char_boundary(at.saturating_sub(MAX_WORDS / 2));
    let is_range = |c: char| c.is_ascii_digit() || " \u{a0}-\u{2010}–—~～〜至到から第".contains(c);
    let path = text.get(from..at)?.trim_end_matches(is_range);
    let path = path.trim_end_matches([' ', '的', 'の', '(', '（']);
    path_before(text, from + path.len())
}

/// Returns the places of words such as `lines 4` and `L4` in a text; locators of private-use markers
/// are no words.
fn counted_lines(text: &str) -> impl Iterator<Item = usize> {
    let is_joined = |before: &str| {
        before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '\u{e202}'))
    };
    let places = memchr::memchr2_iter(b'L', b'l', text.as_bytes());
    places.filter(move |at| {
        let (Some(before), Some(after)) = (text.get(..*at), text.get(at + 1..)) else {
            return false;
        };
        let number = if let Some(rest) = after.strip_prefix("ine") {
            let rest = rest.strip_prefix('s').unwrap_or(rest);
            rest.trim_start().len() < rest.len() && starts_with_digit(rest.trim_start())
        } else {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            rest.len() < after.len() && !rest.starts_with(['\u{e201}', '\u{e202}'])
        };
        number && !is_joined(before)
    })
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn links_are_those_of_the_pattern(text in r"[\[\]()a é\n]{0,24}") {
            let pattern = Regex::new(r"\[([^\[\]\n]*)\]\(([^()\s]*)\)").unwrap();
            let expected: Vec<_> = pattern
                .captures_iter(&text)
                .map(|it| it.extract())
                .map(|(_, [words, target])| (words, target))
                .collect();
            let found: Vec<_> = links(&text).map(|(_, words, target)| (words, target)).collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn addresses_are_those_of_the_pattern(
            parts in proptest::collection::vec(
                prop::sample::select(vec!["http", "https", "file", "://", "#", "a", "é", " ", ":", "-", "("]),
                0..14,
            )
        ) {
            let text = parts.concat();
            let pattern =
                Regex::new(r#"(?:https?|file)://[^\s<>()\[\]"'`#]+#[A-Za-z0-9:-]+"#).unwrap();
            let expected: Vec<Span> =
                pattern.find_iter(&text).map(|it| Span::from(it.range())).collect();
            prop_assert_eq!(addresses(&text).collect::<Vec<_>>(), expected);
        }

        #[test]
        fn lines_in_words_are_those_of_the_patterns(
            parts in proptest::collection::vec(
                prop::sample::select(vec!["line", "Lines", "L", "4", " ", "-", " of ", " in ", "a.rs", "(", ")", ",", "`", "é"]),
                0..14,
            )
        ) {
            let text = parts.concat();
            let everywhere = |pattern: &Option<Regex>| {
                let words = pattern.as_ref().unwrap().as_str().strip_prefix('^').unwrap().to_owned();
                let words = if words.starts_with('`') { words } else { format!(r"\b{words}") };
                let pattern = Regex::new(&words).unwrap();
                pattern.find_iter(&text).map(|it| it.range()).collect::<Vec<_>>()
            };
            let whole = |found: Found<'_>| {
                let range = found.captures.get(0).unwrap().range();
                found.at + range.start..found.at + range.end
            };
            let lines = at_places(&text, LINES_OF.as_ref(), counted_lines(&text));
            prop_assert_eq!(lines.map(whole).collect::<Vec<_>>(), everywhere(&LINES_OF));
            let paths = counted_lines(&text).filter_map(|at| path_before(&text, at));
            let paths = at_places(&text, PATH_LINES.as_ref(), paths);
            prop_assert_eq!(paths.map(whole).collect::<Vec<_>>(), everywhere(&PATH_LINES));
        }
    }

    #[test]
    fn markers_count_no_lines() {
        let places = |text: &str| counted_lines(text).collect::<Vec<_>>();
        let marker = "Open. \u{e200}cite\u{e202}turn0file0\u{e202}L1-L2\u{e201} All 24.";
        assert!(places(marker).is_empty());
        assert_eq!(places("See lines 4 to 9 of src/a.rs."), [4]);
    }
}
