//! Citation tags of Claude that leaked into the text: `<cite index="1-17,1-18">claim</cite>`.
//!
//! Spec: none is published; the forms are those of issue reports and of texts pasted from the app.
//! The tag wraps the claim. `index` lists `DOCUMENT-SENTENCE` or `DOCUMENT-FIRST:LAST`, parted by
//! commas. The tag may be called `antml:cite`, its quotes may be escaped (in JSON that a model
//! wrote) or typographic, and its `<` may have become `(` or `{`. The tags are hidden as cards; the
//! claim between them is the citation. HTML's own `<cite>` has no `index` and is left alone.
//!
//! # Incomplete support
//!
//! The splitter that counts the sentences is not published, and documents begin at 0 in some texts
//! and at 1 in others: the passage cannot be located, which is reported. A tag that is never closed
//! ends before the next such tag, or with its paragraph.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::{Families, read_response};
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Locator, Problem, ProblemKind, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "claude-inline",
    title: "text with Claude's own citation tags",
    recognised_by: "`<cite index=\"1-17\">` or `antml:cite`, also when its `<` was lost",
    sources_from: "the files given",
    units: "sentences, which cannot be located",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The longest list of sentences that is read, in bytes.
const MAX_INDEX: usize = 4096;

fn detect(text: &str, _: &Families) -> Option<String> {
    tags(text).any(|tag| tag.index.is_some()).then(|| "tags such as `<cite index=…>`".to_owned())
}

fn read(text: &str, families: &Families) -> TextMarks {
    let tags: Vec<Tag<'_>> = tags(text).collect();
    let masked: Vec<Span> = tags.iter().map(|tag| tag.span).collect();
    let code = Code::beside(text, &masked);
    let mut found = TextMarks::default();
    // The tags that are open, all in one paragraph.
    let mut open: Vec<&Tag<'_>> = Vec::new();
    let mut paragraph_end = end_of_paragraph(text, 0);
    for tag in tags.iter().filter(|tag| !code.overlaps(tag.span)) {
        if tag.span.start > paragraph_end {
            found.citations.extend(unclosed(text, &open, paragraph_end));
            open.clear();
            paragraph_end = end_of_paragraph(text, tag.span.end);
        }
        match (tag.index, open.pop()) {
            (Some(_), before) => open.extend(before.into_iter().chain([tag])),
            (None, Some(opening)) => {
                let claim = Span::new(opening.span.end, tag.span.start);
                found.citations.push(citation(text, opening, claim, None));
            }
            // The end of an HTML element of the same name.
            (None, None) => continue,
        }
        found.cards.push(card(tag.span));
    }
    found.citations.extend(unclosed(text, &open, paragraph_end));
    let others = read_response(text.to_owned(), families);
    found.citations.extend(others.citations);
    found.cards.extend(others.cards);
    found.citations.sort_by_key(|citation| (citation.anchor.span.end, citation.anchor.span.start));
    found.cards.sort_by_key(|card| card.span.start);
    let number = found.citations.iter().filter(|citation| citation.family == "cite index").count();
    if number > 0 {
        found.notes.push(format!(
            "{} by sentence numbers, whose splitter is not published: the passage cannot be \
             located, and documents may count from 0 or from 1",
            count(number, "citation")
        ));
    }
    found
}

/// An opening tag with its list, or a closing one.
#[derive(Debug, Clone, Copy)]
struct Tag<'t> {
    span: Span,
    index: Option<&'t str>,
}

/// Returns the tags of a text, in order.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let found = memchr::memchr3(b'<', b'(', b'{', text.as_bytes().get(at..)?)?;
            let start = at + found;
            let rest = text.get(start..)?;
            if let Some((length, index)) = opening(rest).or_else(|| closing(rest)) {
                at = start + length;
                return Some(Tag { span: Span::new(start, at), index });
            }
            at = start + 1;
        }
    })
}

/// Returns the length and list of an opening tag at the start of `text`.
fn opening(text: &str) -> Option<(usize, Option<&str>)> {
    let rest = text.get(1..)?;
    let rest = rest.strip_prefix("antml:").unwrap_or(rest).strip_prefix("cite")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let rest = rest.strip_prefix("index")?.trim_start().strip_prefix('=')?.trim_start();
    let rest = quoted(rest)?;
    let length = rest.find(|c: char| !(c.is_ascii_digit() || "-:,\u{2013} ".contains(c)))?;
    let (index, rest) = rest.split_at_checked(length)?;
    if !index.contains(|c: char| c.is_ascii_digit()) || length > MAX_INDEX {
        return None;
    }
    let rest = quoted(rest)?.trim_start().strip_prefix(['>', ')', '}'])?;
    Some((text.len() - rest.len(), Some(index)))
}

/// Returns the text after a quotation mark, plain, escaped or typographic.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start_matches('\\');
    text.strip_prefix("&quot;").or_else(|| text.strip_prefix(['"', '\'', '\u{201c}', '\u{201d}']))
}

/// Returns the length of a closing tag at the start of `text`.
fn closing(text: &str) -> Option<(usize, Option<&str>)> {
    let rest = text.get(1..)?.trim_start_matches('\\').strip_prefix('/')?;
    let rest = rest.strip_prefix("antml:").unwrap_or(rest).strip_prefix("cite")?;
    let rest = rest.trim_start().strip_prefix(['>', ')', '}'])?;
    Some((text.len() - rest.len(), None))
}

fn citation(text: &str, tag: &Tag<'_>, claim: Span, problem: Option<Problem>) -> Citation {
    let kind = if claim.is_empty() { AnchorKind::Point } else { AnchorKind::Claim };
    let entries = tag.index.unwrap_or_default().split(',').map(str::trim);
    let targets = entries.filter(|entry| !entry.is_empty()).map(|entry| {
        let (document, sentences) = entry.split_once(['-', '\u{2013}']).unwrap_or((entry, ""));
        let noun = if sentences.contains(':') { "sentences" } else { "sentence" };
        let locator = (!sentences.is_empty())
            .then(|| Locator::Unreadable(format!("{noun} {}", sentences.replace(':', "\u{2013}"))));
        Target { id: format!("document {}", document.trim()), locator, ..Target::default() }
    });
    Citation {
        family: "cite index".to_owned(),
        raw: tag.span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind, span: claim },
        targets: targets.collect(),
        problem,
        ..Citation::default()
    }
}

/// Returns the offset of the empty line after `from`, or of the end of the text.
fn end_of_paragraph(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    ["\n\n", "\n\r\n"]
        .iter()
        .filter_map(|end| rest.find(end))
        .min()
        .map_or(text.len(), |length| from + length)
}

/// Reads tags without an end: the claim of each reaches to the next of them, or to the end of the
/// paragraph.
fn unclosed(text: &str, open: &[&Tag<'_>], paragraph_end: usize) -> Vec<Citation> {
    let ends = open.iter().skip(1).map(|next| next.span.start).chain([paragraph_end]);
    let read = |(tag, end): (&&Tag<'_>, usize)| {
        let message = "the tag is never closed; the claim is taken to reach to the next one, or to the end of its paragraph";
        let problem = Problem::new(ProblemKind::Unclosed, message);
        let claim = Span::new(tag.span.end, end.max(tag.span.end));
        citation(text, tag, claim, Some(problem))
    };
    open.iter().zip(ends).map(read).collect()
}

/// Returns a card for a known tag of which nothing is shown.
fn card(span: Span) -> Card {
    Card { family: "cite index".to_owned(), span, label: None, known: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str) -> Vec<(&str, Vec<String>)> {
        assert!(detect(text, &Families::default()).is_some(), "{text}");
        let found = read(text, &Families::default());
        let claims = found.citations.iter().map(|citation| {
            let at = |target: &Target| match &target.locator {
                Some(locator) => format!("{}, {locator}", target.id),
                None => target.id.clone(),
            };
            let targets = citation.targets.iter().map(at).collect();
            (citation.anchor.span.slice(text).unwrap(), targets)
        });
        claims.collect()
    }

    #[test]
    fn every_spelling_wraps_its_claim() {
        for text in [
            "So <cite index=\"1-17,0-2:4\">it is</cite>.",
            "So (cite index=\"1-17,0-2:4\">it is</cite>.",
            "So <cite index=\"1-17,0-2:4\">it is</cite>.",
            "So {antml:cite index=\"1-17,0-2:4\"}it is{/antml:cite}.",
            "{\"a\": \"So <cite index=\\\"1-17,0-2:4\\\">it is<\\/cite>.\"}",
        ] {
            let ids =
                ["document 1, sentence 17", "document 0, sentences 2\u{2013}4"].map(str::to_owned);
            assert_eq!(claims(text), [("it is", ids.to_vec())], "{text}");
        }
    }

    #[test]
    fn an_unclosed_tag_ends_with_its_paragraph() {
        let text = "<cite index=\"2-1\">One.\n\nTwo <cite index=\"2-3\">three</cite>.";
        let found = read(text, &Families::default());
        assert_eq!(claims(text)[0].0, "One.");
        assert_eq!(claims(text)[1].0, "three");
        assert!(found.citations[0].problem.is_some() && found.citations[1].problem.is_none());
        assert_eq!(found.cards.len(), 3);
        let text =
            "<cite index=\"2-1\">One. <cite index=\"2-2\">Two</cite>. <cite index=\"2-3\">Three.";
        let all: Vec<&str> = claims(text).into_iter().map(|(claim, _)| claim).collect();
        assert_eq!(all, ["Two", "One. <cite index=\"2-2\">Two</cite>. ", "Three."]);
    }

    #[test]
    fn html_and_code_are_left_alone() {
        for text in ["<cite>A Book</cite>", "(cite indexes)", "see (cite) and {cite index}"] {
            assert!(detect(text, &Families::default()).is_none(), "{text}");
        }
        let text = "`<cite index=\"1-1\">x</cite>` and <cite>A Book</cite>";
        assert!(read(text, &Families::default()).citations.is_empty());
    }
}
