//! The answers of Dr. Tulu, Ai2's model for deep research: claims in `<cite id="…">`; and those of
//! `WebWeaver`, with the namespace of its model: `<qwen:cite id="id_3">`.
//!
//! Spec: the system prompt in its published code. The ids are those of the snippets and pages that
//! the tools returned; several are separated by commas. If the whole trajectory was kept, the
//! sources are in the text before the answer; they are folded, and no marks are read in them.
//!
//! ```text
//! <snippet id=S_1>It rained on Monday.</snippet>
//! <answer>It was wet: <cite id="S_1">it rained on Monday</cite>.</answer>
//! ```
//!
//! # Incomplete support
//!
//! Calls of tools and thoughts between them stay in the text. HTML's own `<cite id=…>` is a mark
//! only if a snippet has that id, or if the id begins with `S_` or `W_`; with a namespace, every one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{
    Anchor, AnchorKind, Card, Citation, IdFrom, Problem, ProblemKind, Source, Target,
};
use crate::sources::with_divisions;
use crate::text::Span;

/// The name of the dialect.
pub(crate) const DR_TULU: &str = "dr-tulu";

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: DR_TULU,
    title: "an answer of Dr. Tulu or WebWeaver, with the snippets that its tools returned or without",
    recognised_by: "`<cite id=\"S_1,S_2\">`, `<qwen:cite id=\"id_1\">` around a claim",
    sources_from: "`<snippet id=…>` and `<webpage id=…>` in the text, or its own list if it has all numbers of `id_3`; then the files given",
    units: "none: tags are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static SOURCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?s)<(?:snippet|webpage)\s+id\s*=\s*["']?([^"'>\s]+)["']?[^>]*>(.*?)</(?:snippet|webpage)>"#,
    )
    .expect("the pattern is sound")
});

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"<([a-z]{1,16}:)?cite\s+id\s*=\s*["']?([^"'<>]+?)["']?\s*>|</(?:[a-z]{1,16}:)?cite\s*>"#,
    )
    .expect("the pattern is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("<cite") && !text.contains(":cite") {
        return None;
    }
    apps::evidence_of(&read_marks(text).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    read_marks(text)
}

fn read_marks(text: &str) -> TextMarks {
    let mut marks = TextMarks::default();
    let mut ids = BTreeSet::new();
    for found in SOURCE.captures_iter(text) {
        let (Some(whole), Some(id), Some(body)) = (found.get(0), found.get(1), found.get(2)) else {
            continue;
        };
        let label = Some(format!("[source {}]", id.as_str()));
        let span = Span::from(whole.range());
        marks.cards.push(Card { family: "snippet".to_owned(), span, label, known: true });
        if ids.insert(id.as_str()) {
            let id = id.as_str().to_owned();
            let mut source = Source { id, id_from: IdFrom::Text, ..Source::default() };
            with_divisions(&mut source, body.as_str().trim());
            marks.sources.push(source);
        }
    }
    let is_own = |id: &str| ids.contains(id) || id.starts_with("S_") || id.starts_with("W_");
    let sources: Vec<Span> = marks.cards.iter().map(|card| card.span).collect();
    let code = Code::of(text);
    let mut open: Option<(Span, Vec<String>)> = None;
    for tag in TAG.captures_iter(text) {
        let Some(span) = tag.get(0).map(|whole| Span::from(whole.range())) else { continue };
        if Span::any_contains(&sources, span.start) || code.overlaps(span) {
            continue;
        }
        let Some(list) = tag.get(2) else {
            if let Some((opening, ids)) = open.take() {
                marks.cards.extend([hidden(opening), hidden(span)]);
                let claim = Span::new(opening.end, span.start);
                marks.citations.push(citation(text, opening, claim, ids, None));
            }
            continue;
        };
        let named = list.as_str().split([',', ' ']).map(str::trim).filter(|id| !id.is_empty());
        let named: Vec<String> = named.map(str::to_owned).collect();
        if let Some((opening, ids)) = open.take() {
            marks.cards.push(hidden(opening));
            marks.citations.push(unclosed(text, opening, ids));
        }
        if tag.get(1).is_some() || named.iter().any(|id| is_own(id)) {
            open = Some((span, named));
        }
    }
    if let Some((opening, ids)) = open {
        marks.cards.push(hidden(opening));
        marks.citations.push(unclosed(text, opening, ids));
    }
    marks.cards.sort_by_key(|card| card.span.start);
    marks
}

fn citation(
    text: &str,
    tag: Span,
    claim: Span,
    ids: Vec<String>,
    problem: Option<Problem>,
) -> Citation {
    let kind = if claim.is_empty() { AnchorKind::Point } else { AnchorKind::Claim };
    Citation {
        family: "cite id".to_owned(),
        raw: tag.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind, span: claim },
        targets: ids.into_iter().map(|id| Target { id, ..Target::default() }).collect(),
        problem,
        ..Citation::default()
    }
}

/// Reads a mark without an end, which covers no known text.
fn unclosed(text: &str, tag: Span, ids: Vec<String>) -> Citation {
    let message = "the tag is never closed: the claim is unknown";
    let problem = Problem::new(ProblemKind::Unclosed, message);
    citation(text, tag, Span::at(tag.end), ids, Some(problem))
}

fn hidden(span: Span) -> Card {
    Card { family: "cite id".to_owned(), span, label: None, known: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let described = |citation: &Citation| {
            let ids: Vec<&str> = citation.targets.iter().map(|it| it.id.as_str()).collect();
            let claim = citation.anchor.span.slice(text).unwrap();
            format!(
                "{claim}={}{}",
                ids.join("+"),
                if citation.problem.is_some() { "!" } else { "" }
            )
        };
        let found: Vec<String> = read_marks(text).citations.iter().map(described).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_tag_wraps_its_claim_and_names_sources() {
        check("So <cite id=\"S_1, W_2\">it is</cite>.", &["it is=S_1+W_2"]);
        check(
            "So <cite id=S_1>it is</cite>, <cite id='S_2'>too</cite>.",
            &["it is=S_1", "too=S_2"],
        );
        check("<snippet id=a>x <cite id=\"a\">y</cite></snippet><cite id=\"a\">z</cite>", &["z=a"]);
    }

    #[test]
    fn what_is_damaged_or_of_another_kind() {
        check("A <cite id=\"S_1\">b <cite id=\"S_2\">c</cite>", &["=S_1!", "c=S_2"]);
        check("A <cite id=\"S_1\">b", &["=S_1!"]);
        check("See <cite id=\"novel\">Dune</cite> and `<cite id=\"S_1\">x</cite>`.", &[]);
        check("<cite index=\"1-2\">x</cite> </cite>", &[]);
    }

    #[test]
    fn snippets_are_sources_once() {
        let text = "<snippet id=\"S_1\">It rained.</snippet>\n<snippet id=S_1>Again.</snippet>";
        let marks = read_marks(text);
        assert_eq!((marks.sources.len(), marks.cards.len()), (1, 2));
        assert_eq!(marks.sources[0].id, "S_1");
    }
}
