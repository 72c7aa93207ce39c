//! A user's own marks: what a regular expression with named groups finds in a text.
//!
//! The groups are `id`, which every pattern has, and perhaps `locator` and `claim`. A match is one
//! citation of one source. With a `claim` that took part the citation covers the claim, and what
//! the match holds before and behind it is hidden; without one the whole match is the mark. The
//! locator is read as people write one (`L8-L13`, `p. 3`, `12:05`: see [`crate::locator`]).
//!
//! The engine's time is linear in the text whatever the pattern is, and a pattern that would take
//! more than [`MAX_BYTES`] once it is compiled is refused.

use regex::{Regex, RegexBuilder};

use crate::dialects::marks::markers::Families;
use crate::dialects::{Dialect, InText, Reader};
use crate::error::{Error, Result};
use crate::input::Record;
use crate::locator;
use crate::model::{Anchor, AnchorKind, Card, Citation, Locator, Problem, ProblemKind, Target};
use crate::text::prose::count;
use crate::text::{Span, markdown};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pattern",
    title: "text or Markdown with marks of your own",
    recognised_by: "a regular expression given as `--pattern` or in `pincite.toml`",
    sources_from: "`[citations.sources]` in `pincite.toml`, `--source ID=PATH`, the files given",
    units: "none: marks stand in the text",
    reader: Reader::Text { detect, read },
};

/// How large a compiled pattern may be.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// What is worth trying for a pattern without an `id`.
const NO_ID: &str = concat!(
    r"such as `\[\[(?<id>\w+)(?: (?<locator>[\w-]+))?\]\]`; ",
    "brackets that are meant as such need a backslash"
);

/// The groups that a pattern may have.
const GROUPS: [&str; 3] = ["id", "locator", "claim"];

/// A regular expression that finds citations.
#[derive(Debug, Clone)]
pub struct Pattern {
    regex: Regex,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// Compiles `text`.
    ///
    /// Fails with the place in the pattern, in characters from 1, when it is no regular expression,
    /// has a named group that means nothing here, or has no group `id`; and when it is too large or
    /// matches where nothing stands.
    pub fn new(text: &str) -> Result<Self> {
        let error = |why: String| Error::new("use", format!("the pattern `{text}`"), why);
        let place = |offset: usize| {
            let before = text.get(..offset).unwrap_or(text).chars().count();
            format!("character {}", before + 1)
        };
        if let Err(fault) = regex_syntax::Parser::new().parse(text) {
            let (why, offset) = match &fault {
                regex_syntax::Error::Parse(it) => (it.kind().to_string(), it.span().start.offset),
                regex_syntax::Error::Translate(it) => {
                    (it.kind().to_string(), it.span().start.offset)
                }
                _ => (fault.to_string(), 0),
            };
            return Err(error(why).at(place(offset)).hint(hint(text)));
        }
        let regex =
            RegexBuilder::new(text).size_limit(MAX_BYTES).build().map_err(|_too_large| {
                error(format!("it takes more than {} MiB", MAX_BYTES >> 20))
                    .hint("smaller repetitions, such as `{1,100}` for `{1,10000}`")
            })?;
        let unknown = regex.capture_names().flatten().find(|name| !GROUPS.contains(name));
        if let Some(name) = unknown {
            let offset = text.find(&format!("<{name}>")).map_or(0, |at| at + 1);
            return Err(error(format!("it has a group `{name}`, which means nothing here"))
                .at(place(offset))
                .hint(
                    "the groups are `id`, `locator` and `claim`; `(?:…)` groups without a name",
                ));
        }
        if regex.capture_names().flatten().all(|name| name != "id") {
            return Err(error("it has no group `id`".to_owned()).hint(NO_ID));
        }
        if regex.is_match("") {
            return Err(error("it matches where nothing stands".to_owned())
                .hint("let it ask for at least one character of the mark"));
        }
        Ok(Self { regex })
    }

    /// The pattern as it was written.
    pub fn as_str(&self) -> &str {
        self.regex.as_str()
    }

    /// Whether it matches anywhere in `text`.
    pub fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The first match in `text`, and how many there are.
    fn looked_up<'t>(&self, text: &'t str) -> Option<(&'t str, usize)> {
        let first = self.regex.find(text)?;
        Some((first.as_str(), self.regex.find_iter(text).count()))
    }
}

/// What is worth trying for a pattern that does not compile.
fn hint(text: &str) -> &'static str {
    if text.contains("(?=")
        || text.contains("(?!")
        || text.contains("(?<=")
        || text.contains("(?<!")
    {
        "there is no looking ahead or behind: put what surrounds the mark into the pattern"
    } else {
        r"brackets that are meant as such need a backslash: `\[\[(?<id>\w+)\]\]`"
    }
}

/// A text is only read this way when a pattern is given, which [`crate::cases::batch`] sees to.
fn detect(_: &str) -> Option<String> {
    None
}

/// Why a text is in the user's own dialect; `None` without a pattern or a match.
pub(crate) fn reason(text: &str, families: &Families) -> Option<String> {
    let (first, matches) = families.pattern()?.looked_up(text)?;
    let shown: String = first.chars().take(60).collect();
    let more = if shown.len() < first.len() { "…" } else { "" };
    Some(format!("{} of your pattern, the first is `{shown}{more}`", count(matches, "mark")))
}

/// The user's own marks come before every other dialect of marks in running text.
pub(crate) fn before_others(
    record: &Record<'_>,
    families: &Families,
    recognised: (&'static Dialect, String),
) -> (&'static Dialect, String) {
    match reason(record.text, families) {
        Some(reason) if recognised.0.beginning_reads() => (&DIALECT, reason),
        _ => recognised,
    }
}

pub(crate) fn read(text: &str, families: &Families) -> InText {
    let mut found = InText::default();
    let Some(pattern) = families.pattern() else {
        found.notes.push("no pattern is given: `--pattern` or `pincite.toml` gives one".to_owned());
        return found;
    };
    let mut code = markdown::code_spans(text, &[]);
    code.sort_unstable();
    for captures in pattern.regex.captures_iter(text) {
        let group = |name: &str| captures.name(name).map(|it| Span::new(it.start(), it.end()));
        let Some(mark) = captures.get(0).map(|it| Span::new(it.start(), it.end())) else {
            continue;
        };
        if mark.is_empty() {
            continue;
        }
        let claim = group("claim").filter(|claim| !claim.is_empty());
        let (kind, span) =
            claim.map_or((AnchorKind::Marker, mark), |claim| (AnchorKind::Claim, claim));
        if claim.is_some() {
            let around = [Span::new(mark.start, span.start), Span::new(span.end, mark.end)];
            found.cards.extend(around.into_iter().filter(|it| !it.is_empty()).map(hidden));
        }
        let before = code.partition_point(|code| code.start <= mark.start).checked_sub(1);
        let in_code = before.and_then(|at| code.get(at)).is_some_and(|code| code.overlaps(mark));
        let words = |span: Option<Span>| span.and_then(|span| span.slice(text)).map(str::trim);
        let id = words(group("id")).filter(|id| !id.is_empty());
        let locator = words(group("locator")).filter(|locator| !locator.is_empty());
        found.citations.push(Citation {
            family: "pattern".to_owned(),
            raw: mark.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind, span },
            targets: id.map(|id| target(id, locator)).into_iter().collect(),
            problem: id.is_none().then(|| Problem {
                kind: ProblemKind::NoId,
                message: "the pattern's group `id` is empty here".to_owned(),
            }),
            in_code,
            ..Citation::default()
        });
    }
    found.citations.sort_by_key(|citation| citation.anchor.span);
    found
}

fn target(id: &str, locator: Option<&str>) -> Target {
    let read = |text| locator::read(text).unwrap_or_else(|| Locator::Unreadable(text.to_owned()));
    Target { id: id.to_owned(), locator: locator.map(read), ..Target::default() }
}

/// What a match holds beside its claim, shown as nothing.
fn hidden(span: Span) -> Card {
    Card { family: "pattern".to_owned(), span, label: None, known: true }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DOUBLE: &str = r"\[\[(?<id>[\w-]+)(?: (?<locator>[^\]]+))?\]\]";

    fn found(pattern: &str, text: &str) -> InText {
        read(text, &Families::default().with_pattern(Pattern::new(pattern).unwrap()))
    }

    #[test]
    fn a_match_is_a_citation_with_id_and_locator() {
        let text = "Refunds take five days. [[handbook L8-L13]] So do füße. [[faq]]";
        let read = found(DOUBLE, text);
        let told: Vec<_> = read
            .citations
            .iter()
            .map(|it| (it.raw.as_str(), it.targets[0].id.as_str(), it.targets[0].locator.clone()))
            .collect();
        let lines = Locator::Lines { first: 8, last: 13 };
        assert_eq!(
            told,
            [("[[handbook L8-L13]]", "handbook", Some(lines)), ("[[faq]]", "faq", None)]
        );
        for citation in &read.citations {
            assert_eq!(citation.anchor.kind, AnchorKind::Marker);
            assert_eq!(citation.anchor.span.slice(text), Some(citation.raw.as_str()));
        }
    }

    #[test]
    fn a_claim_is_covered_and_what_surrounds_it_hidden() {
        let text = "Well: <c src=a>five days</c>. Next.";
        let read = found(r"<c src=(?<id>\w+)>(?<claim>[^<]*)</c>", text);
        let citation = &read.citations[0];
        assert_eq!(citation.anchor.kind, AnchorKind::Claim);
        assert_eq!(citation.anchor.span.slice(text), Some("five days"));
        let cards: Vec<_> = read.cards.iter().map(|card| card.span.slice(text).unwrap()).collect();
        assert_eq!(cards, ["<c src=a>", "</c>"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_and_kept() {
        let read = found(r"\{(?<id>\w*)(?:@(?<locator>\w+))?\}", "One {a@chapter} two {}.");
        assert_eq!(
            read.citations[0].targets[0].locator,
            Some(Locator::Unreadable("chapter".to_owned()))
        );
        assert_eq!(read.citations[1].problem.as_ref().map(|it| it.kind), Some(ProblemKind::NoId));
    }

    #[test]
    fn marks_in_code_are_marked_as_standing_there() {
        let read = found(DOUBLE, "As in `[[a]]` and [[b]].");
        let in_code: Vec<bool> = read.citations.iter().map(|it| it.in_code).collect();
        assert_eq!(in_code, [true, false]);
    }

    #[test]
    fn a_bad_pattern_is_told_with_its_place() {
        let told = |pattern: &str| {
            let error = Pattern::new(pattern).unwrap_err();
            (error.to_string(), error.advice().unwrap_or_default().to_owned())
        };
        let cases = [
            (r"\[\[(?<id>\w+", "unclosed group", "character 5"),
            ("ä[ö(?<id>x", "unclosed character class", "character 2"),
            ("[[(?<id>x)]]", "no group `id`", ""),
            (r"(?<id>\w+)(?=x)", "look-around", "character 11"),
            (r"(?<id>\w+)(?<line>\d+)", "`line`", "character 14"),
            (r"\w+", "no group `id`", ""),
            (r"(?<id>\w*)", "matches where nothing stands", ""),
            (r"(?<id>\w{1000}{1000})", "more than 4 MiB", ""),
        ];
        for (pattern, why, place) in cases {
            let (error, hint) = told(pattern);
            assert!(error.contains(why) && error.contains(place), "{pattern}: {error}");
            assert!(!hint.is_empty(), "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn any_text_and_any_pattern_are_read(pattern in "\\PC{0,12}(?<id>\\PC{1,4})\\PC{0,6}", text in "\\PC{0,60}") {
            if let Ok(pattern) = Pattern::new(&pattern) {
                let read = read(&text, &Families::default().with_pattern(pattern));
                for citation in &read.citations {
                    prop_assert!(citation.anchor.span.slice(&text).is_some());
                }
            }
        }
    }
}
