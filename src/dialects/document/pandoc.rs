//! Citations of Pandoc's Markdown, also those of Quarto, R Markdown and Org.
//!
//! Spec: the section "Citation syntax" of Pandoc's manual. `[see @doe99, pp. 33-35; also @smith04]`
//! is one citation of two sources; `[-@doe99]` leaves out the author; `@doe99 [p. 3]` is part of
//! the sentence; `@{odd key}` may contain any character. A bare number after a key is a page. Keys
//! are those of a bibliography (`.bib`, CSL JSON) passed with the text. Org writes `[cite:@doe99]`, and a style
//! as `[cite/t:@doe99]`.
//!
//! `@` in addresses of mail, in code, after a letter, and in `[@name](url)` or `[@name]: url` cites
//! nothing, nor do attributes in `XPath` (`[@class="page"]`) and cross references (`@fig-map`, `@sec:one`). In a sentence, `@key` counts only where
//! it has a digit or brackets cite it too: names of people on forges look the same.
//!
//! # Incomplete support
//!
//! A bibliography in the text's own head (`references:`) is not read. Of `pp. 33-35, 38`, each
//! range is the locator of a separate target.

use std::collections::BTreeSet;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Card, Citation, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pandoc",
    title: "Markdown with Pandoc's citations",
    recognised_by: "`[@key]`, `[@key, p. 3; @other]`, `[cite:@key]`, with a digit in a key, a locator, or twice",
    sources_from: "a bibliography given (`.bib`, CSL JSON), its files and pages given too",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The longest citation in brackets, in bytes.
const MAX_LENGTH: usize = 2000;

/// Beginnings of keys that refer to parts of the document itself.
const REFERENCES: &[&str] =
    &["fig", "tbl", "eq", "sec", "lst", "thm", "lem", "cor", "prp", "def", "exm", "exr"];

/// A citation as written in the text.
#[derive(Debug, PartialEq)]
struct Mark {
    span: Span,
    targets: Vec<Target>,
    bracketed: bool,
}

impl Mark {
    /// Returns the words after keys, between commas and semicolons.
    fn words<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let raw = self.span.slice(text).unwrap_or_default();
        raw.trim_end_matches(']').split([',', ';', '[']).filter(|words| !words.contains('@'))
    }
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let marks = marks(text)?;
    let brackets: Vec<&Mark> = marks
        .iter()
        .filter(|mark| mark.bracketed && !mark.targets.iter().any(is_package))
        .collect();
    let is_sure = |mark: &&&Mark| {
        mark.targets.iter().any(|target| target.locator.is_some() || has_digit(&target.id))
    };
    let first = brackets.iter().find(is_sure).or(brackets.get(1))?;
    let first = first.span.slice(text).unwrap_or_default();
    Some(format!("{} such as `{first}`", count(marks.len(), "citation")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let marks = marks(text).unwrap_or_default();
    let words = marks.iter().flat_map(|mark| mark.words(text));
    let notes = locator::not_looked_up(words).into_iter().collect();
    let citation = |mark: Mark| Citation {
        family: "key".to_owned(),
        raw: mark.span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span: mark.span },
        targets: mark.targets,
        ..Citation::default()
    };
    let citations = marks.into_iter().map(citation).collect();
    TextMarks { citations, notes, cards: head(text).into_iter().collect(), ..TextMarks::default() }
}

/// Returns the YAML head of a document, which no reader sees: from `---` to `---` or `...`.
fn head(text: &str) -> Option<Card> {
    let first = text.split_inclusive('\n').next().filter(|line| line.trim_end() == "---")?;
    let mut end = first.len();
    for line in text.get(end..)?.split_inclusive('\n') {
        end += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            let end = end - (line.len() - line.trim_end().len());
            let family = "head".to_owned();
            return Some(Card { family, span: Span::new(0, end), label: None, known: true });
        }
    }
    None
}

/// True if a key looks like a package: `@angular/core`.
fn is_package(target: &Target) -> bool {
    target.id.matches('/').count() == 1 && !target.id.contains(':')
}

fn has_digit(key: &str) -> bool {
    key.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns the citations of a text, in order; `None` if it has no `@`.
fn marks(text: &str) -> Option<Vec<Mark>> {
    memchr::memchr(b'@', text.as_bytes())?;
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find(['[', '@'])) {
        let start = at + found;
        let touching = marks.last().is_some_and(|mark: &Mark| mark.span.end == start);
        match mark_at(text, start, touching) {
            Some(mark) => {
                at = mark.span.end;
                marks.push(mark);
            }
            None => at = start + 1,
        }
    }
    let in_brackets: BTreeSet<String> = marks
        .iter()
        .filter(|mark| mark.bracketed)
        .flat_map(|mark| mark.targets.iter().map(|target| target.id.clone()))
        .collect();
    let shown = !in_brackets.is_empty();
    marks.retain(|mark| {
        let counts = |target: &Target| has_digit(&target.id) || in_brackets.contains(&target.id);
        mark.bracketed || shown && mark.targets.iter().all(counts)
    });
    if !marks.is_empty() {
        let code = Code::of(text);
        marks.retain(|mark| !code.contains(mark.span.start));
    }
    Some(marks)
}

/// Returns the citation at `start`; `touching` when another one ends there.
fn mark_at(text: &str, start: usize, touching: bool) -> Option<Mark> {
    let before = text.get(..start)?.chars().next_back();
    let rest = text.get(start..)?;
    if before == Some('\\') {
        return None;
    }
    if rest.starts_with('[') {
        let (targets, length) = bracketed(rest)?;
        let after = rest.get(length..).unwrap_or_default();
        let linked = after.starts_with('(')
            || after.starts_with('[') && !after.starts_with("[@")
            || after.starts_with(':') && starts_line(text, start)
            || !touching && before.is_some_and(|c| matches!(c, '!' | ']' | '['));
        let span = Span::new(start, start + length);
        return (!linked).then_some(Mark { span, targets, bracketed: true });
    }
    let glued = |c: char| c.is_alphanumeric() || matches!(c, '@' | '/' | '.' | '_' | '-' | ':');
    if before.is_some_and(glued) {
        return None;
    }
    let (key, mut length) = key(rest)?;
    let after = rest.get(length..).unwrap_or_default();
    let (targets, more) = located(&key, after).unwrap_or_else(|| (vec![target(&key)], 0));
    length += more;
    Some(Mark { span: Span::new(start, start + length), targets, bracketed: false })
}

fn starts_line(text: &str, start: usize) -> bool {
    text.get(..start).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
}

/// Returns the targets of `[…]` at the start of `rest`, and its length; `None` if a part has no
/// key.
fn bracketed(rest: &str) -> Option<(Vec<Target>, usize)> {
    let (inner, length) = in_brackets(rest)?;
    let mut targets = Vec::new();
    for item in without_command(inner).split(';') {
        targets.extend(item_targets(item)?);
    }
    Some((targets, length))
}

/// Returns the keys of a citation of Org: `@doe99` of `cite:@doe99` and of `cite/t:@doe99`.
fn without_command(inner: &str) -> &str {
    let rest = inner.strip_prefix("cite").and_then(|rest| rest.split_once(':'));
    let is_style = |style: &str| {
        style.is_empty() || style.starts_with('/') && !style.contains(char::is_whitespace)
    };
    rest.filter(|(style, _)| is_style(style)).map_or(inner, |(_, keys)| keys)
}

/// Returns the text between `[` and the next `]`, and the length with both; there is no bracket and
/// no blank line inside.
fn in_brackets(rest: &str) -> Option<(&str, usize)> {
    let inner = rest.strip_prefix('[')?;
    let limit = inner.get(..inner.floor_char_boundary(MAX_LENGTH))?;
    let end = limit.find(['[', ']']).filter(|end| limit.as_bytes().get(*end) == Some(&b']'))?;
    let inner = limit.get(..end)?;
    (!["\n\n", "\n\r\n"].iter().any(|end| inner.contains(end))).then_some((inner, end + 2))
}

/// Reads `see -@key, pp. 33-35, 38 and passim`: a target, and one more for each further range.
fn item_targets(item: &str) -> Option<Vec<Target>> {
    let starts = |at: &usize| {
        let mut before = item.get(..*at).unwrap_or_default().chars().rev();
        match before.next() {
            // `contains(@class, "page")` is a call.
            Some('(') => before.next().is_none_or(|c| !c.is_alphanumeric()),
            before => before.is_none_or(|c| c.is_whitespace() || matches!(c, '-' | '"' | '“')),
        }
    };
    let at = item.match_indices('@').map(|(at, _)| at).find(starts)?;
    let rest = item.get(at..)?;
    let (key, length) = key(rest)?;
    let suffix = rest.get(length..)?.trim_start();
    // `[@class="page"]` chooses elements in `XPath`.
    if suffix.starts_with('=') {
        return None;
    }
    let suffix = suffix.strip_prefix(',').unwrap_or(suffix).trim_start();
    let suffix = match suffix.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        Some((inner, _)) => inner,
        None => suffix,
    };
    Some(with_locators(&key, suffix))
}

/// Returns a target for each place that the words after a key name; one without a place where they
/// name none.
fn with_locators(key: &str, suffix: &str) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for part in suffix.split(',') {
        let Some(locator) = locator::read_in_document(part) else { break };
        targets.push(Target { locator: Some(locator), ..target(key) });
    }
    if targets.is_empty() { vec![target(key)] } else { targets }
}

/// Returns the ` [p. 3]` after a key in a sentence, and its length.
fn located(key: &str, behind: &str) -> Option<(Vec<Target>, usize)> {
    let blank = usize::from(behind.starts_with(' '));
    let (inner, length) = in_brackets(behind.get(blank..)?)?;
    let after = behind.get(blank + length..)?;
    if inner.contains('@') || after.starts_with(['(', '[']) {
        return None;
    }
    let targets = with_locators(key, inner);
    targets.iter().all(|target| target.locator.is_some()).then_some((targets, blank + length))
}

/// Returns the key after the `@` at the start of `rest`, and the length of both; `None` for a
/// reference to a part of the document.
fn key(rest: &str) -> Option<(String, usize)> {
    let inner = rest.strip_prefix('@')?;
    if let Some(braced) = inner.strip_prefix('{') {
        let limit = braced.get(..braced.floor_char_boundary(MAX_LENGTH))?;
        let (key, _) = limit.split_once('}')?;
        let fine = !key.trim().is_empty() && !key.contains(['\n', '{']);
        return fine.then(|| (key.to_owned(), key.len() + 3));
    }
    if !inner.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut end = 0;
    let mut open = false;
    for (at, c) in inner.char_indices().take(MAX_LENGTH) {
        if c.is_alphanumeric() || c == '_' {
            end = at + c.len_utf8();
            open = false;
        } else if ":.#$%&-+?<>~/".contains(c) && !open {
            // One sign inside a key; after it, it is the sentence's.
            open = true;
        } else {
            break;
        }
    }
    let key = inner.get(..end)?;
    let part = key.split(['-', ':']).next().unwrap_or_default();
    let refers = part.len() < key.len() && REFERENCES.contains(&part);
    (!refers).then(|| (key.to_owned(), end + 1))
}

fn target(key: &str) -> Target {
    Target { id: key.to_owned(), ..Target::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = read(text, &Families::default()).citations;
        assert_eq!(described(&found), expected, "{text}");
    }

    #[test]
    fn the_forms_of_the_manual() {
        check(
            "Blah [see @doe99, pp. 33-35; also @smith04, chap. 1] b [-@doe99].",
            &[
                "[see @doe99, pp. 33-35; also @smith04, chap. 1]=doe99 pp. 33-35+smith04",
                "[-@doe99]=doe99",
            ],
        );
        check("@smith04 says [@doe99].", &["@smith04=smith04", "[@doe99]=doe99"]);
        check(
            "@smith04 [p. 33] says; [@a:b.c/d-2{p. 3}, x].",
            &["@smith04 [p. 33]=smith04 p. 33", "[@a:b.c/d-2{p. 3}, x]=a:b.c/d-2 p. 3"],
        );
        check(
            "[@{https://x.example/a?b=1, c}, 33, 38-39 and *passim*]",
            &[
                "[@{https://x.example/a?b=1, c}, 33, 38-39 and *passim*]=https://x.example/a?b=1, c p. 33",
            ],
        );
        check("So [@doe99 pp. 33, 38].", &["[@doe99 pp. 33, 38]=doe99 p. 33+doe99 p. 38"]);
        check("So [@doe99].", &["[@doe99]=doe99"]);
        check("Über [@müller2019; @ö_b].", &["[@müller2019; @ö_b]=müller2019+ö_b"]);
    }

    #[test]
    fn the_head_is_hidden() {
        let head = |text: &str| head(text).map(|card| card.span.end);
        assert_eq!(head("---\ntitle: x\n...\n\nA"), Some(16));
        assert_eq!((head("---\ntitle: x\n"), head("A\n---\nb\n---\n")), (None, None));
    }

    #[test]
    fn what_only_looks_like_a_citation() {
        check("Mail a@b.example or [x@y9.example].", &[]);
        check("`[@doe99]` and\n\n    [@doe99]\n", &[]);
        check("[@doe99](https://x.example) [@doe99][1] [x][@doe99] \\[@doe99]", &[]);
        check("[@doe99]: https://x.example", &[]);
        check("[@fig-map; @sec:one] and @fig-map9", &[]);
        check("//div[@class=\"page\"]/a[@id='p9' and @href]", &[]);
        check("//div[contains(@class, \"p9\")]", &[]);
        check("By @anna, see [@doe99] and @bob and @doe99.", &["[@doe99]=doe99", "@doe99=doe99"]);
        for text in [
            "Ask @anna.",
            "Use [@angular/core] or [@types/node18] here.",
            "a@b.c1 [@]",
            "[see 9; @doe99]",
        ] {
            assert_eq!(detect(text, &Families::default()), None, "{text}");
        }
    }
}
