//! Finding references in running text.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::context::{Fence, fences, is_argument, is_log, last_of};
use super::locator::{behind_colon, of_fragment};
use super::path::{is_path, is_path_byte, of_permalink};
use super::{Exists, Reference};
use crate::sources::{is_code_path, is_data_path};
use crate::text::Span;

/// The longest code of a fence that is compared, in bytes.
const MAX_QUOTE: usize = 8 * 1024;

/// Minimum length of a symbol, in bytes.
const MIN_SYMBOL: usize = 3;

/// The characters of a path.
const PATH: &str = r"[A-Za-z0-9_.@+~/-]+";

/// Spaces between words; all those of Unicode take ten times as long to compile.
const SPACE: &str = r"[ \t\r\n\x{a0}]";

/// Parts of a text of which one has to be there for lines in words.
const LINES: &[&str] =
    &["line", "Line", "L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9"];

/// `lines 4 to 9 of PATH`, `L4–9 in PATH`.
static LINES_OF: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let range = r"(?:\b[Ll]ines?\s+|\bL)([0-9]{1,7})(?:\s*(?:[-\x{2010}\x{2013}\x{2014}]|to|and)\s*L?([0-9]{1,7}))?";
    let words = format!(r"{range}\s+(?:of|in)\s+`{{0,2}}({PATH})(?:`{{1,2}}|\b)");
    Regex::new(&words.replace(r"\s", SPACE)).ok()
});

/// `PATH (lines 4-9)`, `PATH, line 4`.
static PATH_LINES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let range =
        r"(?:[Ll]ines?\s+|L)([0-9]{1,7})(?:\s*[-\x{2010}\x{2013}\x{2014}]\s*L?([0-9]{1,7}))?";
    let words = format!(r"`{{0,2}}({PATH})`{{0,2}}(?:\s*\({range}\)|,?\s+{range}\b)");
    Regex::new(&words.replace(r"\s", SPACE)).ok()
});

/// `` `Foo::bar` in `PATH` ``, `` `bar()` (`PATH`) ``, `Foo::bar in PATH`.
static SYMBOL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"[A-Za-z_]\w+(?:(?:::|\.|#|->)[A-Za-z_]\w*)*";
    let bare = r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+";
    let symbol = format!(r"(?:`({name})(?:\(\)|!)?`|\b({bare})(?:\(\)|!)?)");
    Regex::new(&format!(r"{symbol}\s+(?:(?:in|of|from)\s+|\()(`?)({PATH})(`?)")).ok()
});

/// `[words](target)`.
static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[([^\[\]\n]*)\]\(([^()\s]*)\)").ok());

/// `<cite path="…" … />`.
static TAG: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"<cite\s[^<>]*\bpath="([^"<>]+)"[^<>]*>"#).ok());

/// An address with a fragment.
static ADDRESS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?:https?|file)://[^\s<>()\[\]"'`#]+#[A-Za-z0-9:-]+"#).ok());

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
    all
}

struct Scan<'t> {
    text: &'t str,
    exists: Option<Exists<'t>>,
}

impl Scan<'_> {
    /// Returns a pattern if the text has one of the `parts`; compiling it takes longer than looking.
    fn regex(
        &self,
        regex: &'static LazyLock<Option<Regex>>,
        parts: &[&str],
    ) -> Option<&'static Regex> {
        parts.iter().any(|part| self.text.contains(part)).then(|| regex.as_ref()).flatten()
    }

    fn is_path(&self, path: &str) -> bool {
        is_path(path, &|path| self.exists.is_some_and(|exists| exists(path)))
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
        let behind = self.text.get(span.end..).unwrap_or_default();
        let count = before.len() - before.trim_end_matches('`').len();
        let closing = behind.len() - behind.trim_start_matches('`').len();
        if count > 0 && count == closing {
            Span::new(span.start - count, span.end + count)
        } else {
            span
        }
    }

    /// ` ```12:15:src/app.rs `.
    fn fence(&self, fence: &Fence) -> Option<Reference> {
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
        let tags = self
            .regex(&TAG, &["<cite"])
            .into_iter()
            .flat_map(|regex| regex.captures_iter(self.text));
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
        let links =
            self.regex(&LINK, &["]("]).into_iter().flat_map(|regex| regex.captures_iter(self.text));
        let found = links.filter_map(|link| {
            let (whole, words, target) = (link.get(0)?, link.get(1)?.as_str(), link.get(2)?);
            let target = if target.is_empty() { words } else { target.as_str() };
            let (path, lines) = self.read(target)?;
            let is_web = target.starts_with("http");
            if is_web && self.exists.is_some_and(|exists| !exists(&path)) {
                return None;
            }
            let span = Span::new(whole.start(), whole.end());
            let found = self.reference(span, &path, lines)?;
            let says_path = words.contains('/') || self.read(words.trim_matches('`')).is_some();
            let says_lines = words.trim_start_matches(['L', 'l']).starts_with(char::is_numeric);
            let is_link = !says_path && !says_lines && words.contains(char::is_alphabetic);
            Some(Reference { span, is_link, ..found })
        });
        found.collect()
    }

    fn addresses(&self) -> Vec<Reference> {
        let all =
            self.regex(&ADDRESS, &["://"]).into_iter().flat_map(|regex| regex.find_iter(self.text));
        let found = all.filter_map(|address| {
            let (path, lines) = self.read(address.as_str())?;
            let is_web = !address.as_str().starts_with("file:");
            if is_web && self.exists.is_some_and(|exists| !exists(&path)) {
                return None;
            }
            let end = address.start() + address.as_str().trim_end_matches(['-', ':']).len();
            self.reference(Span::new(address.start(), end), &path, lines)
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
        let before = self
            .regex(&LINES_OF, LINES)
            .into_iter()
            .flat_map(|regex| regex.captures_iter(self.text));
        let before = before.filter_map(|found| self.words(&found, 3, [1, 2]));
        let behind = self
            .regex(&PATH_LINES, LINES)
            .into_iter()
            .flat_map(|regex| regex.captures_iter(self.text));
        let behind = behind.filter_map(|found| {
            let range = if found.get(2).is_some() { [2, 3] } else { [4, 5] };
            self.words(&found, 1, range)
        });
        before.chain(behind).collect()
    }

    fn words(&self, found: &Captures<'_>, path: usize, range: [usize; 2]) -> Option<Reference> {
        let (whole, path) = (found.get(0)?, found.get(path)?);
        let number = |at: Option<regex::Match<'_>>| at?.as_str().parse::<u64>().ok();
        let [first, last] = range.map(|index| number(found.get(index)));
        let first = first?;
        let cut = path.as_str().trim_end_matches(['.', '-']);
        let end = if path.end() == whole.end() { path.start() + cut.len() } else { whole.end() };
        self.is_alone(path.start()).then_some(())?;
        let span = Span::new(whole.start(), end);
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
            let start = at - path;
            let Some(path) = self.text.get(start..at).filter(|_| self.is_alone(start)) else {
                continue;
            };
            found.extend(self.reference(Span::new(start, at + 1 + len), path, lines));
        }
        found
    }

    /// Symbols in files of code that the checkout has; the path is the reference.
    fn symbols(&self) -> Vec<Reference> {
        let Some(exists) = self.exists else { return Vec::new() };
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
    fn is_alone(&self, start: usize) -> bool {
        let before = last_of(self.text, start);
        let rest = self.text.get(start..).unwrap_or_default();
        let last = before.chars().next_back();
        let joined = last.is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, ':' | '/' | '\\' | '%' | '$' | '{' | '}' | '&' | '=')
        });
        let run = before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '<' | '`'));
        let in_address = run.into_iter().next().is_some_and(|run| run.contains("://"));
        !joined && !in_address && !rest.starts_with('/')
    }
}
