//! Text as Cohere's models write it, with the citation tags that the interface takes out.
//!
//! Spec: the vendor's open parser of model output. A tag wraps the claim, in two spellings:
//!
//! ```text
//! <co: 0,1>claim</co: 0,1>            the documents 0 and 1
//! <co>claim</co: 0:[1,2],1:[0]>       results 1 and 2 of call 0, result 0 of call 1
//! ```
//!
//! All numbers count from 0. Programs that took the tags for HTML left `<co: 0="">claim</co:>`. The
//! tags, and the words in `<|…|>` that open and close parts of the output, are hidden as cards; the
//! claim between the tags is the citation.
//!
//! # Incomplete support
//!
//! The text does not identify the documents behind the numbers: given files are numbered in their
//! order. Thinking between `<|START_THINKING|>` and its end stays as text.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::{Families, read_response};
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{
    Anchor, AnchorKind, Card, Citation, IdFrom, Problem, ProblemKind, Source, SourceText, Target,
};
use crate::text::Span;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "cohere-tags",
    title: "text of Cohere's models with their citation tags",
    recognised_by: "`<co: 0>claim</co: 0>` or `<co>claim</co: 0:[1]>` in the text",
    sources_from: "the files given, in the order of the numbers",
    units: "none: tags are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// An opening tag with its documents or none, a closing one, or a word of the model's own.
static TAGS: LazyLock<Regex> = LazyLock::new(|| {
    let list = r#"[ \t]*([0-9]+(?:=\\?"\\?")?(?:[ \t,:\[\]]+[0-9]+(?:=\\?"\\?")?)*\]?)?[ \t,]*"#;
    let tags = format!(r"<co(?::{list})?>|</co:{list}>|<\|[A-Z_]{{3,40}}\|>");
    Regex::new(&tags).expect("the pattern is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    // Most texts have none, and need not wait until the pattern is compiled.
    if !text.contains("<co") && !text.contains("</co") {
        return None;
    }
    let mut tags = TAGS.captures_iter(text);
    let is_cited = |tag: &regex::Captures<'_>| tag.get(1).or_else(|| tag.get(2)).is_some();
    tags.any(|tag| is_cited(&tag)).then(|| "tags such as `<co: 0>` or `</co: 0:[1]>`".to_owned())
}

/// A tag, and the numbers in it as they are written.
#[derive(Debug, Clone, Copy)]
struct Tag<'t> {
    span: Span,
    numbers: &'t str,
    closes: bool,
}

fn read(text: &str, families: &Families) -> TextMarks {
    let all: Vec<Tag<'_>> = tags(text);
    let masked: Vec<Span> = all.iter().map(|tag| tag.span).collect();
    let code = Code::beside(text, &masked);
    let mut found = TextMarks::default();
    let mut open: Vec<Tag<'_>> = Vec::new();
    let mut astray = 0;
    for tag in all.into_iter().filter(|tag| !code.overlaps(tag.span)) {
        let card = Card { family: "co".to_owned(), span: tag.span, label: None, known: true };
        found.cards.push(card);
        let is_word = tag.span.slice(text).is_some_and(|tag| tag.starts_with("<|"));
        match (tag.closes, open.pop()) {
            (false, before) => open.extend(before.into_iter().chain((!is_word).then_some(tag))),
            (true, Some(opening)) => {
                let numbers = if tag.numbers.is_empty() { opening.numbers } else { tag.numbers };
                let claim = Span::new(opening.span.end, tag.span.start);
                found.citations.push(citation(text, opening.span, claim, numbers, None));
            }
            (true, None) => astray += 1,
        }
    }
    for tag in open {
        let message = "its tag is never closed: what it covers is not known";
        let problem = Some(Problem::new(ProblemKind::Unclosed, message));
        let claim = Span::at(tag.span.end);
        found.citations.push(citation(text, tag.span, claim, tag.numbers, problem));
    }
    if astray > 0 {
        let noun = if astray == 1 { "closing tag" } else { "closing tags" };
        found.notes.push(format!("{astray} {noun} without an opening one"));
    }
    if text.contains("Grounded answer:") {
        let note = "the cited answer follows `Grounded answer:`; before it is the same uncited";
        found.notes.push(note.to_owned());
    }
    found.sources = sources(&found.citations);
    let others = read_response(text.to_owned(), families);
    found.citations.extend(others.citations);
    found.cards.extend(others.cards);
    found.citations.sort_by_key(|citation| (citation.anchor.span.end, citation.anchor.span.start));
    found.cards.sort_by_key(|card| card.span.start);
    found
}

fn tags(text: &str) -> Vec<Tag<'_>> {
    let tag = |captures: regex::Captures<'_>| {
        let whole = captures.get(0)?;
        let numbers = captures.get(1).or_else(|| captures.get(2));
        let span = Span::new(whole.start(), whole.end());
        let numbers = numbers.map_or(Span::at(whole.end()), |it| Span::new(it.start(), it.end()));
        let closes = whole.as_str().starts_with("</");
        Some(Tag { span, numbers: numbers.slice(text).unwrap_or_default(), closes })
    };
    TAGS.captures_iter(text).filter_map(tag).collect()
}

fn citation(
    text: &str,
    opening: Span,
    claim: Span,
    numbers: &str,
    problem: Option<Problem>,
) -> Citation {
    let targets: Vec<Target> =
        ids(numbers).into_iter().map(|id| Target { id, ..Target::default() }).collect();
    let without = || {
        let message = "its tags name no document";
        targets.is_empty().then_some(Problem::new(ProblemKind::NoId, message))
    };
    Citation {
        family: "co".to_owned(),
        raw: opening.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor {
            kind: if claim.is_empty() { AnchorKind::Point } else { AnchorKind::Claim },
            span: claim,
        },
        problem: problem.or_else(without),
        targets,
        ..Citation::default()
    }
}

/// Returns the ids of `0,1`: documents; of `0:[1,2],1:[0]`: results, each as its call and its
/// place.
fn ids(numbers: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut call: Option<&str> = None;
    let mut rest = numbers;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let from = rest.get(start..).unwrap_or_default();
        let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let Some((number, after)) = from.split_at_checked(end) else { break };
        let next = after.trim_start();
        if next.starts_with(':') {
            call = Some(number);
        } else {
            let id = call
                .map_or_else(|| format!("document {number}"), |call| format!("{call}:{number}"));
            if seen.insert(id.clone()) {
                ids.push(id);
            }
            call = call.filter(|_| !next.starts_with(']'));
        }
        rest = after;
    }
    ids
}

/// Returns the documents that the tags name, in the order of their numbers.
fn sources(citations: &[Citation]) -> Vec<Source> {
    let named: BTreeSet<(usize, &str)> = citations
        .iter()
        .flat_map(|citation| &citation.targets)
        .map(|target| (target.id.len(), target.id.as_str()))
        .collect();
    let why = |id: &str| match id.strip_prefix("document ") {
        Some(_) => "the text names it by number only; pass the documents in their order".to_owned(),
        None => {
            format!("the text names it by call and result only; pass it as `--source {id}=FILE`")
        }
    };
    let source = |(_, id): (usize, &str)| Source {
        id: id.to_owned(),
        id_from: IdFrom::Text,
        text: SourceText::Absent(why(id)),
        ..Source::default()
    };
    named.into_iter().map(source).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(String, Vec<String>)> {
        let words = |citation: Citation| {
            let ids = citation.targets.into_iter().map(|target| target.id).collect();
            (citation.anchor.span.slice(text).unwrap().to_owned(), ids)
        };
        read(text, &Families::default()).citations.into_iter().map(words).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let owned = |(words, ids): &(&str, &[&str])| {
            ((*words).to_owned(), ids.iter().map(|id| (*id).to_owned()).collect())
        };
        assert_eq!(shown(text), expected.iter().map(owned).collect::<Vec<_>>(), "{text}");
        assert!(detect(text, &Families::default()).is_some(), "{text}");
    }

    #[test]
    fn both_spellings_wrap_their_claims() {
        check(
            "So <co: 0,1>it is</co: 0,1>, <co: 2>yes</co: 2>.",
            &[("it is", &["document 0", "document 1"]), ("yes", &["document 2"])],
        );
        check("<co>It is</co: 0:[1,2],1:[0]>.", &[("It is", &["0:1", "0:2", "1:0"])]);
        check("<co: 0,>It</co: 0>", &[("It", &["document 0"])]);
    }

    #[test]
    fn tags_that_were_taken_for_html_are_read() {
        check(r#"<co: 0="">It is</co:>."#, &[("It is", &["document 0"])]);
        check(r#"<co: 0="" 1="">It</co: 0="" 1="">"#, &[("It", &["document 0", "document 1"])]);
    }

    #[test]
    fn tags_inside_others_and_unclosed_ones_keep_their_places() {
        check(
            "<co: 0>a <co: 1>b</co: 1> c</co: 0> <co: 2>d",
            &[
                ("b", &["document 1"]),
                ("a <co: 1>b</co: 1> c", &["document 0"]),
                ("", &["document 2"]),
            ],
        );
        let found = read("a</co: 0>", &Families::default());
        assert_eq!(found.notes, ["1 closing tag without an opening one"]);
    }

    #[test]
    fn words_of_the_model_are_hidden_and_code_stays() {
        let text = "<|START_RESPONSE|><co>a</co: 0:[0]> `<co: 0>`<|END_RESPONSE|>";
        assert_eq!(read(text, &Families::default()).cards.len(), 4);
        assert_eq!(shown(text).len(), 1);
        assert_eq!(detect("<co>1</co> <|im_end|> carbon <co>", &Families::default()), None);
    }
}
