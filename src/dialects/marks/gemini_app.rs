//! Text copied out of the Gemini app: `[cite_start]claim[cite: 1, 2]`.
//!
//! No specification is public; read are the forms seen in the wild: `[cite: 1]`, `[cite: 1, 2]`,
//! `[cite: 230-234]`, `[cite_start]` before a claim and the rare `[cite_end]` after it. Where the
//! start is there the citation covers the claim and its tags are hidden; where it is not, the tag
//! itself is the mark. The numbers mean pieces inside the app.
//!
//! *Incomplete support.* Tags in code stay as text: the app leaves them there by mistake, and code
//! that has them for its own reasons must not change. A range of more than [`MAX_IN_RANGE`]
//! numbers stays one id.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Problem, ProblemKind, Target};
use crate::text::prose::count;
use crate::text::{Span, list_heading};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "gemini-app",
    title: "text copied out of the Gemini app",
    recognised_by: "`[cite_start]` or `[cite: 1]` in the text",
    sources_from: "the files given; the numbers mean pieces inside the app",
    units: "none: tags are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The maximum length of a range whose numbers become separate ids.
const MAX_IN_RANGE: u64 = 100;

/// A tag, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag<'t> {
    Start,
    End,
    /// The text between `[cite:` and `]`.
    Cite(&'t str),
}

/// The longest tag, in bytes.
const MAX_TAG: usize = 2000;

fn detect(text: &str, _: &Families) -> Option<String> {
    let tags = tags(text);
    let starts = tags.iter().filter(|(tag, _)| *tag == Tag::Start).count();
    let cites = tags.iter().filter(|(tag, _)| matches!(tag, Tag::Cite(_))).count();
    match (starts, cites) {
        (0, 0) => None,
        (0, cites) => Some(count(cites, "`[cite: …]` tag")),
        (starts, 0) => Some(count(starts, "`[cite_start]` tag")),
        (starts, cites) => {
            Some(format!("{} and {}", count(starts, "`[cite_start]`"), count(cites, "`[cite: …]`")))
        }
    }
}

/// Returns a note on tags in code, which stay there.
pub(crate) fn note_in_code(text: &str) -> Option<String> {
    let mut tags = all_tags(text);
    if tags.is_empty() {
        return None;
    }
    let code = Code::of(text);
    tags.retain(|(tag, span)| matches!(tag, Tag::Cite(_)) && code.contains(span.start));
    let first = tags.first()?.1.slice(text)?;
    let tags = count(tags.len(), "tag");
    Some(format!("{tags} in code not read as citations, such as `{first}`"))
}

/// Returns the tags of a text that are not in code, in order.
fn tags(text: &str) -> Vec<(Tag<'_>, Span)> {
    let mut found = all_tags(text);
    if !found.is_empty() {
        let code = Code::of(text);
        found.retain(|(_, span)| !code.contains(span.start));
    }
    found
}

/// Returns the tags of a text, in order.
fn all_tags(text: &str) -> Vec<(Tag<'_>, Span)> {
    let mut found = Vec::new();
    for at in memchr::memmem::find_iter(text.as_bytes(), b"[cite") {
        let rest = text.get(at..text.floor_char_boundary(at + MAX_TAG)).unwrap_or_default();
        let Some(end) =
            rest.find([']', '\n']).filter(|end| rest.as_bytes().get(*end) == Some(&b']'))
        else {
            continue;
        };
        let tag = match rest.get(..=end) {
            Some("[cite_start]") => Tag::Start,
            Some("[cite_end]") => Tag::End,
            Some(tag) => match tag.strip_prefix("[cite:").and_then(|rest| rest.strip_suffix(']')) {
                // `[cite:@holm2019]` is Org's.
                Some(body) if !body.contains('@') => Tag::Cite(body),
                _ => continue,
            },
            None => continue,
        };
        found.push((tag, Span::new(at, at + end + 1)));
    }
    found
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    let lists: Vec<Span> = list_heading::lists(text).into_iter().map(|list| list.span).collect();
    let mut listed = 0;
    let mut open: Option<usize> = None;
    let mut ended: Option<Span> = None;
    let mut unused = 0;
    for (tag, span) in tags(text) {
        let is_listed = Span::any_contains(&lists, span.start);
        match tag {
            Tag::Start if is_listed => found.cards.push(hidden("cite_start", span)),
            Tag::Cite(_) if is_listed => {
                listed += 1;
                found.cards.push(hidden("cite", span));
            }
            Tag::Start => {
                unused += usize::from(open.replace(span.end).is_some());
                ended = None;
                found.cards.push(hidden("cite_start", span));
            }
            Tag::End => {
                ended = open.take().map(|start| Span::new(start, span.start)).or(ended);
                found.cards.push(hidden("cite_end", span));
            }
            Tag::Cite(body) => {
                let claim = open.take().map(|start| Span::new(start, span.start));
                let claim = claim.or(ended.take()).map(|claim| without_tags(text, claim));
                let anchor = match claim.filter(|claim| !claim.is_empty()) {
                    Some(claim) => {
                        found.cards.push(hidden("cite", span));
                        Anchor { kind: AnchorKind::Claim, span: claim }
                    }
                    None => Anchor { kind: AnchorKind::Marker, span },
                };
                let raw = span.slice(text).unwrap_or_default();
                found.citations.push(citation(raw, body, anchor));
            }
        }
    }
    if listed > 0 {
        let tags = count(listed, "`[cite: …]` tag");
        found.notes.push(format!("{tags} in the list of sources not read as citations"));
    }
    unused += usize::from(open.is_some());
    if unused > 0 {
        found
            .notes
            .push(format!("{} without a `[cite: …]` after it", count(unused, "`[cite_start]`")));
    }
    found
}

/// Returns a claim without blanks at its ends.
fn without_tags(text: &str, claim: Span) -> Span {
    let words = claim.slice(text).unwrap_or_default();
    let blank = words.len() - words.trim_start().len();
    let start = claim.start + blank;
    Span::new(start, start + words.trim().len())
}

/// Returns a card for a tag of which nothing is shown.
fn hidden(family: &str, span: Span) -> Card {
    Card { family: family.to_owned(), span, label: None, known: true }
}

fn citation(raw: &str, body: &str, anchor: Anchor) -> Citation {
    let mut targets = Vec::new();
    let mut problem = None;
    for piece in body.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        match numbers(piece) {
            Ok(ids) => targets.extend(ids.into_iter().map(target)),
            Err(message) => {
                problem = Some(Problem::new(ProblemKind::ReversedRange, message));
                targets.push(target(piece.to_owned()));
            }
        }
    }
    if targets.is_empty() {
        let message = "the tag holds no number";
        problem = Some(Problem::new(ProblemKind::NoId, message));
    }
    Citation {
        family: "cite".to_owned(),
        raw: raw.to_owned(),
        anchor,
        targets,
        problem,
        ..Citation::default()
    }
}

fn target(id: String) -> Target {
    Target { id, ..Target::default() }
}

/// Returns the ids of `7`, `3-5` or any other word.
fn numbers(piece: &str) -> Result<Vec<String>, String> {
    let ends = piece.split_once(['-', '\u{2013}']).and_then(|(first, last)| {
        Some((first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?))
    });
    match ends {
        Some((first, last)) if last < first => {
            Err(format!("the range {first} to {last} ends before it starts"))
        }
        Some((first, last)) if last - first < MAX_IN_RANGE => {
            Ok((first..=last).map(|number| number.to_string()).collect())
        }
        _ => Ok(vec![piece.to_owned()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(text: &str) -> TextMarks {
        read(text, &Families::default())
    }

    fn shown(text: &str) -> Vec<(AnchorKind, String, String)> {
        let words = |citation: Citation| {
            let ids: Vec<String> = citation.targets.into_iter().map(|target| target.id).collect();
            let Anchor { kind, span } = citation.anchor;
            (kind, span.slice(text).unwrap().to_owned(), ids.join(" "))
        };
        read_all(text).citations.into_iter().map(words).collect()
    }

    fn is(kind: AnchorKind, words: &str, ids: &str) -> (AnchorKind, String, String) {
        (kind, words.to_owned(), ids.to_owned())
    }

    #[test]
    fn a_start_makes_a_claim_and_its_absence_a_marker() {
        let text = "[cite_start]Käse ist alt. [cite: 1, 3-5] Brot auch [cite: 2].";
        let claim = is(AnchorKind::Claim, "Käse ist alt.", "1 3 4 5");
        assert_eq!(shown(text), [claim, is(AnchorKind::Marker, "[cite: 2]", "2")]);
        assert_eq!(read_all(text).cards.len(), 2);
    }

    #[test]
    fn an_end_closes_the_claim() {
        let text = "[cite_start]Ja[cite_end], so ist es [cite: 4].";
        assert_eq!(shown(text), [is(AnchorKind::Claim, "Ja", "4")]);
    }

    #[test]
    fn code_keeps_its_tags() {
        assert_eq!(detect("```\n[cite_start]x = 1 [cite: 2]\n```\n", &Families::default()), None);
        let text = "[cite_start]a `b[cite: 1]` c [cite: 2]";
        assert_eq!(shown(text), [is(AnchorKind::Claim, "a `b[cite: 1]` c", "2")]);
    }

    #[test]
    fn tags_in_a_list_of_sources_cite_nothing() {
        let text = "It is so [cite: 1].\n\n## Works cited\n\n\
            * [cite_start]Rates, [https://a.example/r](https://a.example/r) [cite: 289]\n\
            * [cite_start]Terms, [https://a.example/t](https://a.example/t) [cite: 290]\n";
        let found = read_all(text);
        assert_eq!(shown(text), [is(AnchorKind::Marker, "[cite: 1]", "1")]);
        assert_eq!(
            found.notes,
            ["2 `[cite: …]` tags in the list of sources not read as citations"]
        );
    }

    #[test]
    fn odd_tags_are_reported() {
        let found = read_all("[cite_start]a [cite_start]b[cite: 9-3] [cite: ] [cite_start]");
        let problems: Vec<_> =
            found.citations.iter().map(|c| c.problem.as_ref().map(|p| p.kind)).collect();
        assert_eq!(problems, [Some(ProblemKind::ReversedRange), Some(ProblemKind::NoId)]);
        assert_eq!(found.notes, ["2 `[cite_start]`s without a `[cite: …]` after it"]);
        assert_eq!(shown("[cite: 1-9000] [cite: x.pdf]").len(), 2);
    }
}
