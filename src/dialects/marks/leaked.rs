//! Marks of chat apps and of their prompts that leaked into a text.
//!
//! Spec: none; collected from texts that people pasted. The marks are `[citation:3]` and
//! `[[citation:1]]` (`DeepSeek`'s and Lepton's prompts; numbers count pages from 1), `[3,6](@ref)`
//! (Tencent), `[web:1]`, `[web:15–22]`, `[post:42]`, `[attached_file:1]` and the like (Perplexity,
//! Grok), `<grok:render …>` and `<grok-card …>` with a citation (Grok), `(pqac-0f650d59)`
//! (`PaperQA`). Their lists of sources stayed in the app: the marks can be counted and removed, and
//! resolved if files are given, or if the text lists all pages of `[web:1]` itself. Grok's other cards (pictures) are not citations.
//!
//! Other marks of apps have separate dialects: `oaicite` and `【…】`, `[cite: 1]`, private-use
//! markers, `[^1^]` and `^[1]^`.

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The name of the dialect.
pub(crate) const LEAKED: &str = "leaked";

/// Returns the note on such marks without the app's list of sources.
pub(crate) fn without_list(marks: usize) -> String {
    let marks = count(marks, "mark");
    format!("{marks} of an app, whose list of sources did not come with the text")
}

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: LEAKED,
    title: "text pasted from DeepSeek, Perplexity, Grok, Tencent or PaperQA, with their marks",
    recognised_by: "`[citation:3]`, `[web:1]`, `<grok:render …>`, `[3,6](@ref)`, `(pqac-0f650d59)`",
    sources_from: "the text's own list if it has all pages of `[web:1]`, else the files given; the numbers mean lists inside the app",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

/// The longest mark, in bytes.
const MAX_LENGTH: usize = 600;

/// The words before a number in Perplexity's marks.
const TOOLS: &[&str] = &[
    "web",
    "search",
    "attached_file",
    "page",
    "chart",
    "memory",
    "conversation_history",
    "generated_image",
    "file",
    "post",
    "x_post",
    "news",
    "image",
];

/// The maximum number of ids in a range; of a longer one, only the two ends count.
const MAX_RANGE_LENGTH: u64 = 100;

/// Dashes between the two ends of a range.
const DASHES: [char; 6] = ['-', '–', '—', '‑', '−', '~'];

/// The text of a citation, or of a card of the app.
#[derive(Debug, PartialEq)]
enum Mark {
    Cited(&'static str, Vec<String>),
    Card(String),
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let marks = marks(text);
    let cited = |(mark, span): &(Mark, Span)| match mark {
        Mark::Cited(..) => span.slice(text),
        Mark::Card(_) => None,
    };
    let first = marks.iter().find_map(cited)?;
    let number = marks.iter().filter_map(cited).count();
    let first: String = first.chars().take(40).collect();
    Some(format!("{} such as `{}`", count(number, "mark"), crate::text::prose::one_line(&first)))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    for (mark, span) in marks(text) {
        match mark {
            Mark::Cited(family, ids) => found.citations.push(Citation {
                family: family.to_owned(),
                raw: span.slice(text).unwrap_or_default().to_owned(),
                anchor: Anchor { kind: AnchorKind::Marker, span },
                targets: ids.into_iter().map(|id| Target { id, ..Target::default() }).collect(),
                ..Citation::default()
            }),
            Mark::Card(family) => {
                found.cards.push(Card { family, span, label: None, known: true });
            }
        }
    }
    if !found.citations.is_empty() {
        found.notes.push(without_list(found.citations.len()));
    }
    found
}

/// The minimum number of marks in blocks of code that are noted.
const MIN_IN_CODE: usize = 2;

/// Returns a note on marks of Perplexity and Grok in blocks of code, as in a table that an app put into one.
pub(crate) fn note_in_code(text: &str) -> Option<String> {
    if !text.contains("```") && !text.contains("\n    ") {
        return None;
    }
    let mut found = all_marks(text);
    found.retain(|(mark, _)| matches!(mark, Mark::Cited("tool" | "citation", _)));
    if found.is_empty() {
        return None;
    }
    let code = Code::of(text);
    // Code within a sentence names a mark.
    let is_block = |(_, span): &(Mark, Span)| {
        let block = code.at(span.start).and_then(|code| code.slice(text));
        block.is_some_and(|block| block.trim_end().contains('\n'))
    };
    found.retain(is_block);
    let (_, first) = found.first().filter(|_| found.len() >= MIN_IN_CODE)?;
    let marks = count(found.len(), "mark");
    Some(format!("{marks} in code not read as citations, such as `{}`", first.slice(text)?))
}

/// Returns the marks outside of code, in order.
fn marks(text: &str) -> Vec<(Mark, Span)> {
    let mut found = all_marks(text);
    if !found.is_empty() {
        let code = Code::of(text);
        found.retain(|(_, span)| !code.contains(span.start));
    }
    found
}

/// Returns the marks of a text, in order.
fn all_marks(text: &str) -> Vec<(Mark, Span)> {
    let mut found = Vec::new();
    let mut at = 0;
    let opening = |rest: &str| memchr::memchr3(b'[', b'<', b'(', rest.as_bytes());
    while let Some(next) = text.get(at..).and_then(opening) {
        let start = at + next;
        let rest = text.get(start..).unwrap_or_default();
        match mark_at(rest) {
            Some((mark, length)) => {
                at = start + length;
                found.push((mark, Span::new(start, at)));
            }
            None => at = start + 1,
        }
    }
    found
}

fn mark_at(rest: &str) -> Option<(Mark, usize)> {
    let rest = rest.get(..rest.floor_char_boundary(MAX_LENGTH))?;
    if rest.starts_with('[') {
        return prompted(rest).or_else(|| referenced(rest)).or_else(|| tool(rest));
    }
    if rest.starts_with("<grok") {
        return grok(rest);
    }
    paper_qa(rest)
}

/// Reads `[citation:3]`, `[[citation:1]]`, `[citation:1, 2]`.
fn prompted(rest: &str) -> Option<(Mark, usize)> {
    let doubled = rest.starts_with("[[");
    let (open, close) = if doubled { ("[[citation:", "]]") } else { ("[citation:", "]") };
    let (inner, after) = rest.strip_prefix(open)?.split_once(close)?;
    Some((Mark::Cited("citation", numbers(inner)?), rest.len() - after.len()))
}

/// Reads `[3,6](@ref)`. Without digits it is a link of Julia's documentation.
fn referenced(rest: &str) -> Option<(Mark, usize)> {
    let (inner, after) = rest.strip_prefix('[')?.split_once("](@ref)")?;
    Some((Mark::Cited("ref", numbers(inner)?), rest.len() - after.len()))
}

fn numbers(inner: &str) -> Option<Vec<String>> {
    let number = |part: &str| {
        let part = part.trim();
        let plain = (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.to_owned())
    };
    inner.split([',', '，', '、']).map(number).collect()
}

/// Reads `[web:1]`, `[web:1, attached_file:2]`.
fn tool(rest: &str) -> Option<(Mark, usize)> {
    let (inner, after) = rest.strip_prefix('[')?.split_once(']')?;
    if after.starts_with(['(', ':']) {
        return None;
    }
    let mut ids = Vec::new();
    let mut last = None;
    for part in inner.split(',') {
        let part = part.trim();
        // `[web:1, 2]`: the second number is of the same tool.
        let (tool, number) = part.split_once(':').or_else(|| Some((last?, part)))?;
        let (tool, number) = (tool.trim_end(), number.trim_start());
        if !TOOLS.contains(&tool) {
            return None;
        }
        last = Some(tool);
        ids.extend(range(number)?.into_iter().map(|number| format!("{tool}:{number}")));
    }
    Some((Mark::Cited("tool", ids), rest.len() - after.len()))
}

/// Returns the numbers in `15` and `15–22`.
fn range(text: &str) -> Option<Vec<u64>> {
    let number = |text: &str| numbers(text).and_then(|it| it.first()?.parse::<u64>().ok());
    let Some((first, last)) = text.split_once(DASHES) else { return Some(vec![number(text)?]) };
    let (first, last) = (number(first)?, number(last)?);
    Some(match last.checked_sub(first) {
        Some(0..MAX_RANGE_LENGTH) => (first..=last).collect(),
        _ => vec![first, last],
    })
}

/// Reads `<grok:render … type="render_inline_citation"><argument
/// name="citation_id">37</argument></grok:render>` and `<grok-card data-id="…"
/// data-type="citation_card"></grok-card>`.
fn grok(rest: &str) -> Option<(Mark, usize)> {
    let (element, close) = [("grok:render", "</grok:render>"), ("grok-card", "</grok-card>")]
        .into_iter()
        .find(|(element, _)| rest.strip_prefix('<').is_some_and(|it| it.starts_with(element)))?;
    let (whole, after) = rest.split_once(close)?;
    let length = rest.len() - after.len();
    let id = if element == "grok-card" {
        let (_, id) = whole.split_once("data-id=\"")?;
        id.split('"').next()
    } else {
        whole.split_once("citation_id\">").and_then(|(_, id)| id.split('<').next())
    };
    let cites = whole.contains("citation");
    Some(match id.map(str::trim).filter(|id| cites && !id.is_empty()) {
        Some(id) => (Mark::Cited("grok", vec![id.to_owned()]), length),
        None => (Mark::Card(element.to_owned()), length),
    })
}

/// Reads `(pqac-0f650d59)`, `(pqac-0f650d59, pqac-1a2b3c4d)`.
fn paper_qa(rest: &str) -> Option<(Mark, usize)> {
    let (inner, after) = rest.strip_prefix('(')?.split_once(')')?;
    let key = |part: &str| {
        let part = part.trim();
        let key = part.strip_prefix("pqac-")?;
        let fits = key.len() == 8 && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| part.to_owned())
    };
    let keys: Option<Vec<String>> = inner.split([',', ';']).map(key).collect();
    Some((Mark::Cited("context", keys?), rest.len() - after.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let described = |citation: &Citation| {
            let ids: Vec<&str> = citation.targets.iter().map(|it| it.id.as_str()).collect();
            format!("{} {}", citation.family, ids.join("+"))
        };
        let found = read(text, &Families::default());
        assert_eq!(found.citations.iter().map(described).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn marks_of_the_apps() {
        check(
            "A [citation:3][citation:5]. B [[citation:1]].",
            &["citation 3", "citation 5", "citation 1"],
        );
        check("C [3,6](@ref)。", &["ref 3+6"]);
        check(
            "D [web:15–17] [post:42] [web:1, 2]",
            &["tool web:15+web:16+web:17", "tool post:42", "tool web:1+web:2"],
        );
        check("D [web:1][attached_file:2, web:3]", &["tool web:1", "tool attached_file:2+web:3"]);
        check("E (pqac-0f650d59, pqac-1a2b3c4d).", &["context pqac-0f650d59+pqac-1a2b3c4d"]);
        check(
            "F<grok:render card_id=\"a1\" card_type=\"citation_card\" type=\"render_inline_citation\">\n\
             <argument name=\"citation_id\">37</argument>\n</grok:render> \
             <grok-card data-id=\"c0ffee\" data-type=\"citation_card\"></grok-card>",
            &["grok 37", "grok c0ffee"],
        );
    }

    #[test]
    fn pictures_of_grok_are_cards() {
        let text = "<grok:render type=\"render_searched_image\"><argument name=\"image_id\">x</argument></grok:render>";
        let found = read(text, &Families::default());
        assert_eq!((found.citations.len(), found.cards.len()), (0, 1));
        assert_eq!(detect(text, &Families::default()), None);
    }

    #[test]
    fn what_only_looks_like_one() {
        for text in [
            "See [`sum`](@ref) and [x](@ref).",
            "[citation needed] [web:x] [web:1](https://a.example) [foo:1]",
            "[web:1]: https://a.example",
            "`[citation:3]`",
            "(pqac-1) (pqac-0f650d59 and more)",
            "[citation:",
            "<grok:render>",
        ] {
            assert_eq!(detect(text, &Families::default()), None, "{text}");
        }
    }
}
