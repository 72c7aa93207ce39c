//! Marks in lenticular brackets, `【F:src/lib.rs†L1-L9】`, and the directives of the same programs.
//!
//! Spec: none published but the prompts and programs that write them; shapes were gathered from
//! committed answers. Read are
//!
//! - `【F:path†L1-L9】`: a file of a checkout, lines from 1 ([`FILE`]); also written
//!   `:codex-file-citation[codex-file-citation]{line_range_start=1 line_range_end=9 path=…}`;
//! - `【6†L8-L13】`, `【6†source】`, `【6†name.md†L1-L2】`, `【6†】`: a page of a browsing tool; its lines
//!   count from 0 in the tool's own display, so the display is needed as the source;
//! - `【abc123†L3-L9】`: a chunk of terminal output; `【4:0†source】`: a search result;
//!   `【turn2file1】`: a source's id;
//! - `[oaicite:2]`, `:contentReference[oaicite:2]{index=2}`, `[oai_citation:0‡Label](url)`.
//!
//! The same marks read in a wrong encoding (`„ÄêF:…‚Ä†L1„Äë`) are damaged citations: their targets
//! are those of the repaired bytes, and the text stays as it is ([`mojibake`]).
//!
//! # Incomplete support
//!
//! `【3†link text】` is a link of a tool's page, which is a card and not a citation unless it closes
//! a sentence. A page's text is never wrapped to reproduce its display, because another wrap would
//! give other lines.

mod body;
mod directive;
mod mark;
mod mojibake;

use std::collections::BTreeSet;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Problem, ProblemKind, Source, SourceText};
use crate::text::prose::{count, one_line};
use crate::text::{Span, markdown};
use body::Body;
pub use mark::FILE;
use mark::{MAX_LENGTH, Mark};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "lenticular",
    title: "text or Markdown with `【…†…】` marks or the related directives",
    recognised_by: "`【F:path†L1-L9】`, `【6†L8-L13】`, `【4:0†source】`, `:codex-file-citation`, `oaicite`",
    sources_from: "the checkout below `--root`, the files given",
    units: "none: marks are in the text; lines from 1 in files, from 0 in a tool's pages",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

fn detect(text: &str, _: &Families) -> Option<String> {
    let mut first = None;
    let mut definite = 0;
    scan(text, |mark| {
        if mark.is_definite {
            definite += 1;
            first = first.take().or_else(|| mark.span.slice(text).map(str::to_owned));
        }
    });
    let first = first?;
    Some(match definite {
        1 => format!("the mark `{first}`"),
        _ => format!("{definite} marks such as `{first}`"),
    })
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    let mut damaged = 0;
    let mut linked = BTreeSet::new();
    scan(text, |mark| {
        if mark.card {
            let family = mark.family.to_owned();
            found.cards.push(Card { family, span: mark.span, label: mark.label, known: true });
            return;
        }
        damaged += usize::from(is_mojibake(mark.problem.as_ref()));
        link(&mark, &mut linked, &mut found.sources);
        found.citations.push(citation(text, mark));
    });
    mark_code(text, &mut found.citations);
    if found.citations.is_empty()
        && let Some(card) = found.cards.first()
    {
        let marks = count(found.cards.len(), "mark");
        let first = one_line(card.span.slice(text).unwrap_or_default());
        found.notes.push(format!("{marks} such as `{first}` taken for links of a tool's page"));
    }
    if damaged > 0 {
        found.notes.push(format!(
            "{} in a wrong encoding (UTF-8 read as another); nothing was rewritten, the repaired \
             reading is what they are resolved by",
            if damaged == 1 { "1 mark is".to_owned() } else { format!("{damaged} marks are") }
        ));
    }
    found
}

fn is_mojibake(problem: Option<&Problem>) -> bool {
    problem.is_some_and(|problem| problem.kind == ProblemKind::Mojibake)
}

/// Adds a linked page as a source by its address, once.
fn link(mark: &Mark, linked: &mut BTreeSet<String>, sources: &mut Vec<Source>) {
    let (Some(url), Some(target)) = (&mark.url, &mark.target) else { return };
    if !linked.insert(target.id.clone()) {
        return;
    }
    sources.push(Source {
        id: target.id.clone(),
        id_from: crate::model::IdFrom::Text,
        title: mark.label.clone(),
        url: Some(url.clone()),
        text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
        ..Source::default()
    });
}

fn citation(text: &str, mark: Mark) -> Citation {
    Citation {
        family: mark.family.to_owned(),
        raw: mark.span.slice(text).unwrap_or_default().to_owned(),
        anchor: Anchor { kind: AnchorKind::Marker, span: mark.span },
        targets: mark.target.into_iter().collect(),
        label: mark.label,
        problem: mark.problem,
        ..Citation::default()
    }
}

/// The beginnings of marks.
const OPENINGS: [&str; 8] = [
    "【",
    "„Äê",
    "ã€",
    ":codex-file-citation",
    ":contentReference",
    "::contentReference",
    "[oaicite:",
    "[oai_citation",
];

/// Hands every mark of `text` to `take`, in order.
fn scan(text: &str, mut take: impl FnMut(Mark)) {
    // The first bytes of the openings: looking for bytes is four times as fast as for characters.
    let starts = |byte: &u8| matches!(byte, 0xe3 | 0xe2 | 0xc3 | b':' | b'[');
    let mut at = 0;
    while let Some(found) = text.as_bytes().get(at..).and_then(|rest| rest.iter().position(starts))
    {
        at += found;
        let rest = text.get(at..).unwrap_or_default();
        let may = OPENINGS.iter().any(|opening| rest.starts_with(opening));
        match may.then(|| mark_at(rest)).flatten() {
            Some(mut mark) => {
                mark.span = mark.span.shifted(at);
                at = mark.span.end.max(at + 1);
                if mark.card && names_page(text, &mark) {
                    mark.card = false;
                    mark.family = "page";
                }
                take(mark);
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

/// True if `【66†name】` closes a sentence: there it cites the page of that name. Elsewhere it is a
/// link in the output of a tool.
fn names_page(text: &str, mark: &Mark) -> bool {
    const STOPS: [char; 6] = ['.', '。', '!', '?', ';', ','];
    let (before, after) = (text.get(..mark.span.start), text.get(mark.span.end..));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    let after = after.trim_start_matches([' ', '\t']);
    let raw = mark.span.slice(text).unwrap_or_default();
    let begins_line = before.trim_end_matches([' ', '\t', '*', '-']).is_empty()
        || before.trim_end_matches([' ', '\t', '*', '-']).ends_with('\n');
    let ends =
        after.is_empty() || after.starts_with(STOPS) || after.starts_with(['\n', '\r', '【', '|']);
    let closed = before.trim_end().ends_with(STOPS) || before.ends_with('】');
    raw.matches('†').count() == 1 && !begins_line && (ends || closed)
}

/// Returns the mark at the start of `rest`, its span counted from there.
fn mark_at(rest: &str) -> Option<Mark> {
    if let Some(inner) = rest.strip_prefix('【') {
        return proper(rest, inner);
    }
    if rest.starts_with([':', '[']) {
        return directive::read(rest);
    }
    let (length, repaired) = mojibake::repaired(rest)?;
    let body = body::read(&repaired)?;
    let mut mark = marked(body, length);
    // A mark with a fault besides the wrong encoding keeps that problem as well.
    let also = mark.problem.take().map_or_else(String::new, |own| format!("; {}", own.message));
    mark.problem = Some(Problem::new(
        ProblemKind::Mojibake,
        format!("damaged: UTF-8 read in a wrong encoding; it says 【{repaired}】{also}"),
    ));
    mark.is_definite = true;
    Some(mark)
}

/// Returns a mark that begins with `【`; `inner` is the text after that.
fn proper(rest: &str, inner: &str) -> Option<Mark> {
    let limit = inner.get(..inner.floor_char_boundary(MAX_LENGTH)).unwrap_or_default();
    let stop = limit.find(['】', '【', '\n', '\r']).unwrap_or(limit.len());
    let words = limit.get(..stop)?;
    let after = limit.get(stop..).unwrap_or_default();
    let open = rest.len() - inner.len();
    if after.starts_with('】') {
        return Some(marked(body::read(words)?, open + stop + '】'.len_utf8()));
    }
    let to_end = stop == inner.len();
    let body = body::unclosed(words.trim_end(), to_end)?;
    let mut mark = marked(body, open + words.trim_end().len());
    mark.problem = Some(Problem::new(ProblemKind::Unclosed, "the mark is opened but never closed"));
    mark.card = false;
    Some(mark)
}

fn marked(body: Body, length: usize) -> Mark {
    Mark {
        span: Span::new(0, length),
        family: body.family,
        target: body.target,
        label: body.label,
        url: None,
        problem: body.problem,
        card: body.card,
        is_definite: body.is_definite,
    }
}

/// Finds the citations in code; one that is attached to a fence comes after it.
fn mark_code(text: &str, citations: &mut [Citation]) {
    if citations.is_empty() {
        return;
    }
    let spans: Vec<Span> = citations.iter().map(|citation| citation.anchor.span).collect();
    let copy = markdown::masked(text, &spans);
    let code = Code::of(&copy);
    for citation in citations {
        let span = citation.anchor.span;
        let is_glued = |code: Span| {
            let fenced = Span::new(code.start, span.end).slice(&copy);
            fenced.is_some_and(|code| code.trim_end().ends_with("```"))
        };
        citation.in_code = code.at(span.start).is_some_and(|code| !is_glued(code));
    }
}
