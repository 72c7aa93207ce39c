//! References to lines of code, as agents, reviews and design records write them: `src/app.rs:42`.
//!
//! Read are
//!
//! - `src/app.rs:42`, `src/app.rs:42:7`, `src/app.rs:42-50`, `src/app.rs:4,9-12`, `src/app.rs#L42-L50`,
//!   with or without backticks;
//! - `L42–50 of src/app.rs`, `lines 42-50 in src/app.rs`, `src/app.rs (lines 42-50)`, `src/app.rs, line 42`;
//! - `src/app.rs:4, 9, 12`, `src/app.rs:4 and 9`, `src/app.rs:4/9`, and lines without a path, `(:42-50)`, of the file that
//!   the section names last before them;
//! - Markdown links with such targets, `[parser](src/app.rs#L42)`, and `Sources: [src/app.rs:1-4]()`;
//! - `file:///…#L42` and permalinks of GitHub, GitLab, Gitea and Bitbucket;
//! - paths from the root of a file system, `/home/me/app/src/app.rs:42`, and those of Windows, `src\app.rs:42`,
//!   where the checkout has the file;
//! - symbols of files that the checkout has: `Foo::bar in src/app.rs`, `` `parse` in `src/app.rs` ``;
//! - fences that begin ` ```12:15:src/app.rs `, and `<cite path="src/app.rs" start="12" end="15" />`.
//!
//! A path has a folder and an extension; one without a folder counts where the checkout has such a
//! file, or the text names it with its folder elsewhere. Times, ratios, ports, addresses of the web,
//! compiler messages and stack traces are no citations, and neither is text inside a fence.
//!
//! Of a file of code, the comments and docstrings are read.
//!
//! # Incomplete support
//!
//! A path may not hold blanks or letters outside ASCII.

mod comments;
mod context;
mod fenced;
mod locator;
mod path;
mod pathless;
mod scan;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::dialects::dialect::{CODE_REFERENCES, Dialect, Kind};
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Citation, Locator, Problem, ProblemKind, Response, Target};
use crate::sources::is_code_path;
use crate::text::Span;
use crate::text::prose::count;
use crate::text::span_set::SpanSet;

pub use locator::respelled;
pub use path::renamed;
pub(crate) use path::{fixed_name, repository, revision};

/// The entry in the table of dialects.
pub const DIALECT: Dialect = Dialect {
    name: CODE_REFERENCES,
    title: "text or Markdown that cites lines of code",
    recognised_by: "`src/app.rs:42`, `src/app.rs#L42-L50`, `lines 4-9 of src/app.rs`, permalinks",
    sources_from: "the checkout around the text, or below `--root`; the files given",
    units: "none: references are in the text; lines from 1",
    kind: Kind::Text { detect, read, read_numbered: None },
    of_code,
    ..Dialect::DEFAULTS
};

/// The family of these citations, whose ids are paths in a checkout.
pub const FAMILY: &str = "code";

/// Length of the text that is examined to recognize it, in bytes.
const MAX_LOOK: usize = 1024 * 1024;

/// A reference in the text.
#[derive(Debug, Clone, PartialEq)]
struct Reference {
    span: Span,
    /// A link whose words belong to the sentence: only its end is the citation.
    is_link: bool,
    path: String,
    /// First and last line, as written.
    lines: Vec<(u64, u64)>,
    /// The symbol that is cited instead of lines.
    symbol: Option<String>,
    /// The code in a separate fence.
    quote: Option<String>,
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let head = text.get(..text.floor_char_boundary(MAX_LOOK))?;
    let found = scan::references(head, None);
    let first = found.first()?.span.slice(text)?.to_owned();
    Some(match found.len() {
        1 => format!("the code reference {first}"),
        count => format!("{count} code references such as {first}"),
    })
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut citations = citations(text, None);
    citations.extend(named_again(text, &citations));
    citations.sort_by_key(|citation| citation.anchor.span);
    let notes =
        pathless_note(&citations).into_iter().chain(fenced::note(text, &citations)).collect();
    TextMarks { citations, notes, ..TextMarks::default() }
}

/// Returns a note on lines without a path, which are taken to belong to the file named last.
fn pathless_note(citations: &[Citation]) -> Option<String> {
    let pathless = || citations.iter().filter(|citation| is_pathless(citation));
    let first = pathless().next()?;
    let places = count(pathless().count(), "place");
    let (raw, path) = (first.raw.trim_matches('`'), &first.targets.first()?.id);
    Some(format!(
        "{places} without a path read as lines of the file named last before, such as `{raw}` of `{path}`"
    ))
}

/// True for lines without a path: `:400-403`.
fn is_pathless(citation: &Citation) -> bool {
    citation.raw.trim_start_matches('`').starts_with(':')
}

/// Returns the places in a text that are lines without a path, such as `(:400-403)`, and that none of the
/// citations reads.
pub(crate) fn pathless_in(text: &str, cited: &[Citation]) -> Vec<Span> {
    let read = SpanSet::new(cited.iter().map(|citation| citation.anchor.span));
    let places = pathless::places(text).into_iter().map(|(span, _)| span);
    places.filter(|span| !read.overlaps(*span)).collect()
}

/// Returns the references to files that the text names with their folder elsewhere, and without one
/// here: `app.rs:42` beside `src/app.rs:7`.
fn named_again(text: &str, cited: &[Citation]) -> Vec<Citation> {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for target in cited.iter().flat_map(|citation| &citation.targets) {
        if let Some((_, name)) = target.id.rsplit_once('/') {
            folders.entry(name).or_default().insert(&target.id);
        }
    }
    folders.retain(|_, paths| paths.len() == 1);
    if folders.is_empty() {
        return Vec::new();
    }
    let path = |name: &str| folders.get(name).and_then(|paths| paths.first().copied());
    let is_named = |name: &str| path(name).is_some();
    let mut found = unread(text, &is_named, cited);
    for target in found.iter_mut().flat_map(|citation| &mut citation.targets) {
        if let Some(path) = path(&target.id) {
            path.clone_into(&mut target.id);
        }
    }
    found
}

/// Returns the references to files that `exists` knows and that are not among the `cited` ones.
pub(crate) fn unread(text: &str, exists: Exists<'_>, cited: &[Citation]) -> Vec<Citation> {
    // A link is only a point at its end; its words name the file once more.
    let whole = |citation: &Citation| {
        let end = citation.anchor.span.end;
        Span::new(end.saturating_sub(citation.raw.len()), end)
    };
    let mut taken: Vec<Span> = cited.iter().map(whole).collect();
    taken.sort_unstable();
    let mut found = citations(text, Some(exists));
    found.retain(|own| {
        let span = whole(own);
        let next = taken.partition_point(|it| it.start < span.end);
        let last = next.checked_sub(1).and_then(|at| taken.get(at));
        last.is_none_or(|last| !last.overlaps(span))
    });
    found
}

/// Reads the comments of a file of code.
fn of_code(path: &str, code: &str) -> Option<Response> {
    let comments::Comments { text, margins } = comments::comments(path, code)?;
    let mut citations = citations(&text, None);
    citations.retain(|citation| !is_pathless(citation));
    Some(Response { citations, text, cards: margins })
}

/// Returns the part of the file at `path` that is read: its comments if it is code, else all of it.
pub fn as_read<'t>(path: &str, text: &'t str) -> Cow<'t, str> {
    let comments = comments::comments(path, text);
    comments.map_or(Cow::Borrowed(text), |comments| Cow::Owned(comments.text))
}

/// Returns true if a text, or the comments of the file of code at `path`, may cite code: a name without
/// a folder counts if it looks like a file. A lock file records citations and makes none.
pub fn may_cite(path: &str, text: &str) -> bool {
    if path.rsplit('/').next() == Some("citations.lock") {
        return false;
    }
    let is_file = |name: &str| name.contains('.') && is_code_path(name);
    !scan::references(&as_read(path, text), Some(&is_file)).is_empty()
}

/// Returns true if a checkout has a file of this path.
pub type Exists<'e> = &'e dyn Fn(&str) -> bool;

/// Returns the citations of code in a text. Where the checkout is known, a path without a folder
/// counts if it has such a file, and a permalink only then: others lead to other projects.
pub fn citations(text: &str, exists: Option<Exists<'_>>) -> Vec<Citation> {
    scan::references(text, exists).into_iter().map(|found| citation(text, found)).collect()
}

fn citation(text: &str, found: Reference) -> Citation {
    let Reference { span, is_link, path, lines, symbol, quote } = found;
    let problem = lines.iter().find_map(|(first, last)| match (first, last) {
        (0, _) => Some((ProblemKind::LineZero, "lines count from 1")),
        (first, last) if last < first => {
            Some((ProblemKind::ReversedRange, "the range ends before it starts"))
        }
        _ => None,
    });
    let target = |(first, last): &(u64, u64)| Target {
        id: path.clone(),
        locator: Some(Locator::Lines { first: *first, last: *last }),
        quote: quote.clone(),
        ..Target::default()
    };
    let symbol = symbol.map(|symbol| Target {
        id: path.clone(),
        locator: Some(Locator::Fragment(symbol)),
        ..Target::default()
    });
    let anchor = if is_link {
        Anchor { kind: AnchorKind::Point, span: Span::new(span.end, span.end) }
    } else {
        Anchor { kind: AnchorKind::Marker, span }
    };
    Citation {
        family: FAMILY.to_owned(),
        raw: span.slice(text).unwrap_or_default().to_owned(),
        anchor,
        targets: lines.iter().map(target).chain(symbol).collect(),
        problem: problem.map(|(kind, message)| Problem::new(kind, message)),
        ..Citation::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns each citation as `path locator…`.
    fn found(text: &str) -> Vec<String> {
        let exists =
            |path: &str| ["Makefile", "app.rs", "src/app.rs", "pyproject.toml"].contains(&path);
        let citations = citations(text, Some(&exists));
        let show = |citation: &Citation| {
            let id = citation.targets[0].id.clone();
            citation
                .targets
                .iter()
                .fold(id, |all, target| format!("{all} {}", target.locator.as_ref().unwrap()))
        };
        citations.iter().map(show).collect()
    }

    #[test]
    fn every_form_is_read() {
        for (text, expected) in [
            ("See src/app.rs:42 for it.", "src/app.rs L42"),
            ("See `src/app.rs:42:7`.", "src/app.rs L42"),
            ("See ``src/app.rs:42-50``.", "src/app.rs L42-L50"),
            ("See `src/app.rs:42\u{2013}50`.", "src/app.rs L42-L50"),
            ("See `src/app.rs:4,9-12`.", "src/app.rs L4 L9-L12"),
            ("See `src/app.rs:485,554`.", "src/app.rs L485 L554"),
            ("See `src/app.rs:110/208/378`.", "src/app.rs L110 L208 L378"),
            ("See `src/app.rs:4, 9, 12-14`.", "src/app.rs L4 L9 L12-L14"),
            ("It is unchecked (src/app.rs:4, 9).", "src/app.rs L4 L9"),
            ("See src/app.rs:4, 9, 12.", "src/app.rs L4 L9 L12"),
            ("See src/app.rs:4, 9. Then stop.", "src/app.rs L4 L9"),
            ("See src/app.rs:42, 7 of them.", "src/app.rs L42"),
            ("`src/app.rs` panics (`:40-43`).", "src/app.rs L40-L43"),
            ("See src/app.rs#L42.", "src/app.rs L42"),
            ("See src/app.rs#L42-L50, then go on.", "src/app.rs L42-L50"),
            ("See src/app.rs#L42C3-L50C9", "src/app.rs L42-L50"),
            ("It is in L42\u{2013}50 of src/app.rs today.", "src/app.rs L42-L50"),
            ("It is in lines 42 to 50 of `src/app.rs`.", "src/app.rs L42-L50"),
            ("It is in src/app.rs (lines 42-50).", "src/app.rs L42-L50"),
            ("It is in `src/app.rs`, line 42.", "src/app.rs L42"),
            ("It is in `src/app.rs` lines 42-50.", "src/app.rs L42-L50"),
            ("见 `src/app.rs` 第 42-50 行。", "src/app.rs L42-L50"),
            ("src/app.rs（第 42 行）有错误", "src/app.rs L42"),
            ("src/app.rs の42〜50行目です", "src/app.rs L42-L50"),
            ("The [parser](src/app.rs#L42-L50) does.", "src/app.rs L42-L50"),
            ("The [parser](../src/app.rs:42) does.", "../src/app.rs L42"),
            ("Sources: [src/app.rs:1-4]()", "src/app.rs L1-L4"),
            ("See https://github.com/o/r/blob/0a1b2c3/src/app.rs#L5-L7.", "src/app.rs L5-L7"),
            ("See https://gitlab.com/o/g/r/-/blob/main/src/app.rs#L5-7", "src/app.rs L5-L7"),
            ("See https://codeberg.org/o/r/src/commit/0a1b2c3/src/app.rs#L5", "src/app.rs L5"),
            ("See https://bitbucket.org/o/r/src/0a1b2c3/src/app.rs#lines-5:7", "src/app.rs L5-L7"),
            ("See file:///work/r/src/app.rs#L32-L42", "/work/r/src/app.rs L32-L42"),
            ("So it is.\n\n```12:15:src/app.rs\nfn a() {}\n```\n", "src/app.rs L12-L15"),
            ("So it is.\n\n```rust\n// src/app.rs:12-15\nfn a() {}\n```\n", "src/app.rs L12-L15"),
            (
                "So it is.\n\n```python\n# src/app.py 第 12-15 行\na = 1\n```\n",
                "src/app.py L12-L15",
            ),
            ("So <cite path=\"src/app.rs\" start=\"12\" end=\"15\" />", "src/app.rs L12-L15"),
            ("See Makefile:12.", "Makefile L12"),
            ("See `app.rs:12`.", "app.rs L12"),
            ("See .github/workflows/ci.yml:7", ".github/workflows/ci.yml L7"),
            ("It is `parse_line` in `src/app.rs`.", "src/app.rs #parse_line"),
            ("It is `parse_line()` (`src/app.rs`).", "src/app.rs #parse_line"),
            ("It is Store::open in src/app.rs.", "src/app.rs #Store::open"),
            ("See `Store.open` from src/app.rs, too", "src/app.rs #Store.open"),
            ("See `parse` in `src/app.rs:42`.", "src/app.rs L42"),
            ("It throws (`opencode .../src/acp/agent.ts:580`).", ".../src/acp/agent.ts L580"),
            ("After `npm test`, see `src/app.rs:42`.", "src/app.rs L42"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
        let several = found("Both do ([src/a.rs:4, src/b.rs:9]).");
        assert_eq!(several, ["src/a.rs L4", "src/b.rs L9"]);
    }

    #[test]
    fn what_looks_alike_is_no_citation() {
        for text in [
            "It starts at 12:05 and ends at 13:30:10.",
            "A ratio of 3:1, as in 16:9.",
            "Open localhost:8080 or http://localhost:8080/app/index.html:80.",
            "Open https://example.org/src/app.js:42 now.",
            "Open example.org/src/app.js:42 now.",
            "C:\\src\\app.rs:42",
            "C:/src/app.rs:42",
            "::1 and fe80::1:2 and [2001:db8::1]:443",
            "    at handler (src/app.js:42:7)",
            "  File \"src/app.py\", line 42, in run",
            "  --> src/app.rs:4:5",
            "thread 'main' panicked at src/app.rs:4:5:",
            "src/app.rs:4:5: error: expected one of",
            "other.rs:12 has no folder",
            "src/app:12 has no extension",
            "It is `src/app.rs:4,000` bytes long.",
            "image repo/name.v2:1.4.2",
            "/usr/lib/app.rs:42",
            "```\nsee src/app.rs:42\n```",
            "src/app.rs:42abc",
            "user@host.com:22/path.txt",
            "the book of lines 4 to 9 in poetry",
            "It is in src/app.rs.\nL3 rainfall is another level.",
            "see src/app.rs:NN",
            "It panics (`:40-43`).",
            "In `src/app.rs` it is so.\n\n## More\n\nIt panics (`:40-43`).",
            "It listens on a port of `src/app.rs` (`:8080`) and `:80`.",
            "See https://github.com/o/other/blob/0a1b2c3/src/other.rs#L5.",
            "It is `parse_line` in `src/gone.rs`.",
            "It is parse_line in src/app.rs.",
            "Both `it` in `src/app.rs` and `app.rs` in `src/app.rs`",
            "`cargo test` in `src/app.rs`",
            "Set `line_length` in `pyproject.toml`.",
            "Run `bundle exec rspec spec/ruby/chat_spec.rb:42` for one example.",
            "$ pytest tests/test_a.py:12",
            "Write links as `crate/path.rs:L123` or ``path/to/file.rs:L123``.",
            "See `https://github.com/OWNER/REPO/blob/FULL_SHA/path/to/file.py#L10-L15`.",
            "[core]: https://github.com/o/r/blob/0a1b2c3/src/app.rs#L5",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn backticks_belong_to_the_reference_and_words_of_links_do_not() {
        let text = "The [`parse`](src/app.rs#L4) and `src/app.rs:9` here.";
        let all = citations(text, None);
        assert_eq!(all[0].anchor.kind, AnchorKind::Point);
        assert_eq!(all[0].raw, "[`parse`](src/app.rs#L4)");
        assert_eq!(all[1].anchor.span.slice(text), Some("`src/app.rs:9`"));
        let link = "[src/app.rs:4](src/app.rs#L4)";
        let all = citations(link, None);
        assert_eq!((all.len(), all[0].anchor.span.slice(link)), (1, Some(link)));
        let fence = citations("```1:2:src/a.rs\nx = 1\n```\n", None);
        assert_eq!(fence[0].targets[0].quote.as_deref(), Some("x = 1"));
    }

    #[test]
    fn permalinks_count_where_no_checkout_is_known() {
        let text = "See https://github.com/o/r/blob/0a1b2c3/src/other.rs#L5.";
        assert_eq!(citations(text, None).len(), 1);
        assert_eq!(citations(text, Some(&|_| false)).len(), 0);
    }

    #[test]
    fn many_references_on_one_line_are_read_in_time() {
        let text = "`src/app.rs:42`,".repeat(20_000);
        let begun = std::time::Instant::now();
        assert_eq!(citations(&text, None).len(), 20_000);
        assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    }

    #[test]
    fn a_file_named_with_its_folder_once_is_cited_without_it() {
        let text = "See [app.rs:4](src/app.rs#L4). ### `app.rs:9-12` is dead, as is `b.rs:7`.\n\
                    Both a/c.rs:1 and b/c.rs:2 are not c.rs:3.";
        let found = read(text, &Families::default()).citations;
        let show = |it: &Citation| {
            format!("{} {}", it.targets[0].id, it.targets[0].locator.as_ref().unwrap())
        };
        let found: Vec<String> = found.iter().map(show).collect();
        assert_eq!(found, ["src/app.rs L4", "src/app.rs L9-L12", "a/c.rs L1", "b/c.rs L2"]);
    }

    #[test]
    fn odd_lines_are_problems() {
        let kind = |text: &str| {
            let citation = citations(text, None).remove(0);
            citation.problem.map(|problem| problem.kind)
        };
        assert_eq!(kind("src/a.rs:0"), Some(ProblemKind::LineZero));
        assert_eq!(kind("src/a.rs:9-4"), Some(ProblemKind::ReversedRange));
        assert_eq!(kind("src/a.rs:4-9"), None);
    }
}
