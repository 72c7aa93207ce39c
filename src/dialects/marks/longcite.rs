//! `LongCite`: statements that cite numbered sentences of one document.
//!
//! Spec: `vllm_inference.py` and `LongBench-Cite/pred_sft.py` of `THUDM/LongCite`.
//!
//! ```text
//! <statement>It rained all week.<cite>[5-8][12-12]</cite></statement>
//! ```
//!
//! The prompt numbers the sentences of the document from 0 as `<C0>`, `<C1>` and so on; both ends
//! are inclusive. Without that numbering (`splited_context`, or the document with its `<C…>` marks
//! after the answer), the numbers are blocks of a source that only the prompt divides.
//!
//! # Incomplete support
//!
//! The code was available, but no recording. The JSON that the library makes of an answer
//! (`statements_with_citations`) is not read; a row with the tagged text in `prediction` is,
//! without the words that its statements repeat.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{
    Anchor, AnchorKind, Card, Citation, Division, DivisionKind, IdFrom, Locator, Source,
    SourceText, Target,
};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "longcite",
    title: "LongCite: statements that cite sentences of one document",
    recognised_by: "`<statement>…<cite>[5-8]</cite></statement>`",
    sources_from: "sentences after `<C0>`, `<C1>` in the text; then the file given",
    units: "sentences of the document from 0, both ends inclusive",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

/// The id of the only document.
const DOCUMENT: &str = "1";

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"<statement>|</statement>|<cite>([\[\]0-9 ,\x{2013}-]*)</cite>")
        .expect("the pattern is sound")
});

static RANGE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[([0-9]{1,7})(?: ?[-\x{2013}] ?([0-9]{1,7}))?\]").expect("the pattern is sound")
});

static SENTENCE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"<C([0-9]{1,7})>").expect("the pattern is sound"));

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("<statement>") || !text.contains("<cite>") {
        return None;
    }
    let found = read_marks(text);
    (!found.citations.is_empty())
        .then(|| format!("{} with `<cite>`", count(found.citations.len(), "statement")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    read_marks(text)
}

fn read_marks(text: &str) -> TextMarks {
    let mut found = TextMarks::default();
    let document = document(text);
    let end = document.as_ref().map_or(text.len(), |(span, _)| span.start);
    if let Some((span, source)) = document {
        let label = Some("[the document]".to_owned());
        found.cards.push(Card { family: "document".to_owned(), span, label, known: true });
        found.sources.push(source);
    }
    let mut claim = 0;
    let mut uncited = 0;
    for tag in TAG.captures_iter(text.get(..end).unwrap_or_default()) {
        let Some(span) = tag.get(0).map(|whole| Span::from(whole.range())) else { continue };
        let (family, label) = ("cite".to_owned(), None);
        found.cards.push(Card { family, span, label, known: true });
        let Some(list) = tag.get(1) else {
            claim = span.end;
            continue;
        };
        let targets: Vec<Target> =
            RANGE.captures_iter(list.as_str()).filter_map(|range| target(&range)).collect();
        if targets.is_empty() {
            uncited += 1;
            continue;
        }
        let span_of_claim = Span::new(claim.min(span.start), span.start);
        let kind = if span_of_claim.is_empty() { AnchorKind::Point } else { AnchorKind::Claim };
        found.citations.push(Citation {
            family: "cite".to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind, span: span_of_claim },
            targets,
            ..Citation::default()
        });
        claim = span.end;
    }
    if uncited > 0 {
        found.notes.push(format!("{} without a citation", count(uncited, "statement")));
    }
    found.cards.sort_by_key(|card| card.span.start);
    found
}

fn target(range: &regex::Captures<'_>) -> Option<Target> {
    let first = range.get(1)?.as_str().parse().ok()?;
    let last = range.get(2).map_or(Some(first), |last| last.as_str().parse().ok())?;
    let locator = Some(Locator::Blocks { first, last });
    Some(Target { id: DOCUMENT.to_owned(), locator, ..Target::default() })
}

/// Returns the document with numbered sentences, after the answer.
fn document(text: &str) -> Option<(Span, Source)> {
    let marks: Vec<(usize, usize, u64)> = SENTENCE
        .captures_iter(text)
        .filter_map(|it| {
            Some((it.get(0)?.start(), it.get(0)?.end(), it.get(1)?.as_str().parse().ok()?))
        })
        .collect();
    let from = text.rfind("</statement>")?;
    let first = marks.iter().position(|(start, ..)| *start > from)?;
    let marks = marks.get(first..).filter(|marks| marks.len() > 1)?;
    let mut source = Source { id: DOCUMENT.to_owned(), id_from: IdFrom::Text, ..Source::default() };
    let mut whole = String::new();
    for (index, (_, end, number)) in marks.iter().enumerate() {
        let next = marks.get(index + 1).map_or(text.len(), |(start, ..)| *start);
        let start = whole.len();
        whole.push_str(text.get(*end..next).unwrap_or_default());
        let (kind, span) = (DivisionKind::Block, Span::new(start, whole.len()));
        source.divisions.push(Division { kind, number: *number, span, file_line: 0 });
    }
    source.text = SourceText::Inline(whole.into());
    Some((Span::new(marks.first()?.0, text.len()), source))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn a_statement_is_the_claim_of_its_sentences() {
        let text = "<statement>It rained.<cite>[5-8][12]</cite></statement>\n<statement>So.<cite></cite></statement>";
        let found = read_marks(text);
        let expected = ["<cite>[5-8][12]</cite>=1 blocks 5-8+1 block 12"];
        assert_eq!(described(&found.citations), expected);
        assert_eq!(found.citations[0].anchor.span.slice(text), Some("It rained."));
        assert_eq!(found.notes, ["1 statement without a citation"]);
    }

    #[test]
    fn the_document_behind_the_answer_is_its_source() {
        let text = "<statement>Wet.<cite>[1-1]</cite></statement>\n\n<C0>Dry first. <C1>Then rain.";
        let found = read_marks(text);
        assert_eq!(found.sources[0].text, SourceText::Inline("Dry first. Then rain.".into()));
        assert_eq!(found.sources[0].divisions[1].number, 1);
        assert!(detect("<cite>[1]</cite>", &Families::default()).is_none());
    }
}
