//! Finds `LibreChat`'s marks in a text: see [`crate::dialects::marks::librechat`].

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::shared::code::Code;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Target};
use crate::text::Span;

/// Maximum number of characters between a claim and its mark.
const GAP: usize = 5;

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let anchor =
        r"(?:\x{e202}|\\?ue202)turn([0-9]{1,9})(search|news|image|video|ref|file)([0-9]{1,9})";
    Regex::new(&format!(
        r"(?P<anchor>{anchor})|(?P<open>\x{{e200}}|\\ue200|\bue200)|(?P<close>\x{{e201}}|\\ue201|\bue201)|(?P<claim>\x{{e203}}|\\ue203|\bue203)|(?P<end>\x{{e204}}|\\ue204|\bue204)|(?P<junk>\x{{e206}}|\\ue206|\bue206)"
    ))
    .expect("the pattern is sound")
});

/// The kinds of token.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Anchor(String),
    Open,
    Close,
    Claim,
    End,
    Junk,
}

/// Returns the tokens outside code, in order.
fn tokens(text: &str) -> Vec<(Span, Token)> {
    let code = Code::of(text);
    let token = |found: regex::Captures<'_>| {
        let span = Span::from(found.get(0)?.range());
        if code.overlaps(span) {
            return None;
        }
        let is = |name: &str| found.name(name).is_some();
        let part = |number: usize| found.get(number).map_or("", |part| part.as_str());
        let token = match () {
            () if is("anchor") => {
                let number = |digits: &str| digits.parse::<u64>().unwrap_or_default();
                let (turn, place) = (number(part(2)), number(part(4)));
                Token::Anchor(format!("turn{turn}{}{place}", part(3)))
            }
            () if is("open") => Token::Open,
            () if is("close") => Token::Close,
            () if is("claim") => Token::Claim,
            () if is("end") => Token::End,
            () => Token::Junk,
        };
        Some((span, token))
    };
    TOKEN.captures_iter(text).filter_map(token).collect()
}

/// Returns the places of the marks that name a source.
pub(crate) fn anchors(text: &str) -> Vec<Span> {
    let is_anchor = |(_, token): &(Span, Token)| matches!(token, Token::Anchor(_));
    tokens(text).into_iter().filter(is_anchor).map(|(span, _)| span).collect()
}

/// Returns the citations in a text; characters without a meaning are cards without a label.
pub(crate) fn marks(text: &str) -> TextMarks {
    let tokens = tokens(text);
    let mut found = TextMarks::default();
    let mut rest = tokens.as_slice();
    // The claim that was closed last, with the end of its closing token.
    let mut claim: Option<(Span, usize)> = None;
    let mut opened: Option<Span> = None;
    while let Some(((span, token), after)) = rest.split_first() {
        rest = after;
        let mark = match token {
            Token::Claim => {
                opened = Some(*span);
                found.cards.push(hidden(*span));
                continue;
            }
            Token::End => {
                let inner = opened.take().map(|open| Span::new(open.end, span.start));
                claim = inner.map(|inner| (inner, span.end));
                found.cards.push(hidden(*span));
                continue;
            }
            Token::Junk | Token::Close => {
                found.cards.push(hidden(*span));
                continue;
            }
            Token::Anchor(id) => (*span, vec![id.clone()]),
            Token::Open => {
                let group = group(text, *span, rest);
                rest = rest.get(group.taken..).unwrap_or_default();
                if group.ids.is_empty() {
                    found.cards.push(hidden(group.span));
                    continue;
                }
                (group.span, group.ids)
            }
        };
        let near = claim.take().filter(|(_, end)| {
            let between = text.get(*end..mark.0.start).unwrap_or_default();
            between.chars().count() <= GAP
        });
        if near.is_some() {
            found.cards.push(hidden(mark.0));
        }
        found.citations.push(citation(text, mark, near.map(|(claim, _)| claim)));
    }
    found
}

/// A group that opened at `open`: its ids, its span, and how many tokens it takes.
struct Group {
    ids: Vec<String>,
    span: Span,
    taken: usize,
}

fn group(text: &str, open: Span, tokens: &[(Span, Token)]) -> Group {
    let mut group = Group { ids: Vec::new(), span: open, taken: 0 };
    for (span, token) in tokens {
        let between = text.get(group.span.end..span.start).unwrap_or_default();
        if !between.chars().all(|c| c.is_whitespace() || c == ',') {
            break;
        }
        match token {
            Token::Anchor(id) => group.ids.push(id.clone()),
            Token::Close => {
                group.span.end = span.end;
                group.taken += 1;
                break;
            }
            _ => break,
        }
        group.span.end = span.end;
        group.taken += 1;
    }
    group
}

fn hidden(span: Span) -> Card {
    Card { family: "librechat".to_owned(), span, label: None, known: true }
}

fn citation(text: &str, (span, ids): (Span, Vec<String>), claim: Option<Span>) -> Citation {
    let raw = span.slice(text).unwrap_or_default().to_owned();
    let anchor = match claim {
        Some(span) => Anchor { kind: AnchorKind::Claim, span },
        None => Anchor { kind: AnchorKind::Marker, span },
    };
    Citation {
        family: "librechat".to_owned(),
        raw,
        anchor,
        targets: ids.into_iter().map(|id| Target { id, ..Target::default() }).collect(),
        ..Citation::default()
    }
}
