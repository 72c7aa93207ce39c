//! Brackets that name a paper: `[269936543 | Sajun et al. | 2024 | Citations: 31]`.
//!
//! Spec: none; the form is that of `allenai/ai2-scholarqa-lib` and of answers written by its
//! prompt. The first field is the paper's corpus id at Semantic Scholar, by which papers next to
//! the answer are matched; authors and year are the label. `[LLM MEMORY | 2024]` says that there is
//! no source: it is a card and not a citation.
//!
//! # Incomplete support
//!
//! `(Sajun et al., 2024)`, which its final report has instead, is read only above a list of references
//! ([`author_year`](crate::dialects::marks::author_year)).

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::code::Code;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, Target};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "named-brackets",
    title: "text of Ai2 ScholarQA, with papers named in brackets",
    recognised_by: "`[269936543 | Sajun et al. | 2024 | Citations: 31]`",
    sources_from: "papers given as JSON, by corpus id, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

/// The longest mark, in bytes.
const MAX_LENGTH: usize = 400;

/// A mark, and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark<'t> {
    /// Corpus id, authors and year.
    Paper([&'t str; 3]),
    /// A citation of the model's memory.
    Memory(&'t str),
}

fn detect(text: &str, _: &Families) -> Option<String> {
    let marks = marks(text);
    let papers = marks.iter().filter(|(mark, _)| matches!(mark, Mark::Paper(_)));
    let number = papers.clone().count();
    let (_, span) = papers.clone().next()?;
    let first = span.slice(text).unwrap_or_default();
    Some(format!("{} such as `{first}`", count(number, "mark")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    for (mark, span) in marks(text) {
        match mark {
            Mark::Paper([id, authors, year]) => found.citations.push(Citation {
                family: "paper".to_owned(),
                raw: span.slice(text).unwrap_or_default().to_owned(),
                anchor: Anchor { kind: AnchorKind::Marker, span },
                targets: vec![Target { id: id.to_owned(), ..Target::default() }],
                label: Some(format!("{authors} {year}")),
                ..Citation::default()
            }),
            Mark::Memory(year) => found.cards.push(Card {
                family: "memory".to_owned(),
                span,
                label: Some(format!("[the model's memory, {year}]")),
                known: true,
            }),
        }
    }
    if !found.cards.is_empty() {
        let marks = count(found.cards.len(), "mark");
        found.notes.push(format!("{marks} from the model's own memory, without a source"));
    }
    found
}

/// Returns the marks outside of code, in order.
fn marks(text: &str) -> Vec<(Mark<'_>, Span)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('[')) {
        let start = at + next;
        at = start + 1;
        let rest = text.get(at..).unwrap_or_default();
        let limit = rest.get(..rest.floor_char_boundary(MAX_LENGTH)).unwrap_or_default();
        let Some(end) = limit.find(['[', ']', '\n']) else { continue };
        let inner = limit.get(..end).unwrap_or_default();
        let closed = limit.get(end..).is_some_and(|rest| rest.starts_with(']'));
        if let Some(mark) = mark(inner).filter(|_| closed) {
            at += end + 1;
            found.push((mark, Span::new(start, at)));
        }
    }
    if !found.is_empty() {
        let code = Code::of(text);
        found.retain(|(_, span)| !code.contains(span.start));
    }
    found
}

fn mark(inner: &str) -> Option<Mark<'_>> {
    let fields: Vec<&str> = inner.split('|').map(str::trim).collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match *fields.as_slice() {
        [memory, year] if memory.eq_ignore_ascii_case("LLM MEMORY") => Some(Mark::Memory(year)),
        [id, authors, year, ref rest @ ..] => {
            let cited = match rest {
                [] => true,
                [cited] => cited.strip_prefix("Citations:").is_some_and(|n| is_number(n.trim())),
                _ => false,
            };
            let fits = is_number(id) && id.len() <= 18 && !authors.is_empty() && cited;
            fits.then_some(Mark::Paper([id, authors, year]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_and_memory_differ() {
        let text =
            "A [7 | Moll et al. | 2019 | Citations: 3] b [LLM MEMORY | 2024]. C [8 | Ö | n.d.]";
        let found = read(text, &Families::default());
        let cited: Vec<_> = found.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
        assert_eq!(cited, ["7", "8"]);
        assert_eq!(found.citations[0].label.as_deref(), Some("Moll et al. 2019"));
        assert_eq!(found.cards[0].family, "memory");
        assert!(found.notes[0].starts_with("1 mark from"), "{:?}", found.notes);
    }

    #[test]
    fn tables_and_links_are_none() {
        for text in [
            "| a | b |\n|---|---|\n| [x] | [1] |",
            "[a | b | c]",
            "[1 | b | 2 | 3]",
            "`[7 | M | 2019]`",
            "[7 | M\n| 2019]",
            "[7 | M | 2019",
        ] {
            assert_eq!(detect(text, &Families::default()), None, "{text}");
        }
    }
}
