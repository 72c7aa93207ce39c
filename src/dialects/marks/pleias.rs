//! Pleias-RAG: quotations in `<ref name="1">…</ref>` after the text they support.
//!
//! Spec: `RAGWithCitations.py` and the README of `Pleias/Pleias-RAG-Library`.
//!
//! ```text
//! It rained for a week <ref name="<|source_id|>1">rain fell on each of the seven days</ref>.
//! ```
//!
//! The number is that of a source, from 1; the words between the tags are quoted from it and not
//! part of the answer. Wikis use the same tag for notes; there, a number is rare as a name, and
//! there are no source tokens.
//!
//! # Incomplete support
//!
//! The code was available, but no recording. The sections of the raw output before `<|answer_start|>` are
//! folded away.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::cited::Cited;
use crate::dialects::shared::code::Code;
use crate::dialects::shared::excerpts::Excerpts;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::statements::cites;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{Anchor, AnchorKind, Card, Citation, IdFrom, Source};
use crate::sources::with_divisions;
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "pleias",
    title: "text of Pleias-RAG, with quotations in reference tags",
    recognised_by: "`<ref name=\"1\">words of the source</ref>`",
    sources_from: "`<|source_start|>` in the text, else the quoted words; then the files given",
    units: "none: tags are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static TAG: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?s)<ref name="(?:<\|source_id\|>)?\s?([0-9]{1,4})">((?:[^<]|<[^r])*?)</ref>"#)
        .expect("the pattern is sound")
});

static SOURCE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?s)<\|source_start\|><\|source_id(?:_start)?\|>\s?([0-9]{1,4})(?:<\|source_id_end\|>)?(.*?)<\|source_end\|>")
        .expect("the pattern is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("<ref name=\"") {
        return None;
    }
    let found: Vec<&str> = TAG.find_iter(text).map(|it| it.as_str()).collect();
    let own = found.iter().any(|it| it.contains("<|source_id|>"));
    // A wiki has templates and links in its notes, and headings between equals signs.
    let wiki = ["{{", "[[", "\n==", "<references", "<ref>"].iter().any(|it| text.contains(it));
    (!found.is_empty() && (own || !wiki))
        .then(|| format!("{} such as `<ref name=\"1\">`", count(found.len(), "tag")))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let mut found = TextMarks::default();
    let code = Code::of(text);
    let answer = text.find("<|answer_start|>").map_or(0, |at| at + "<|answer_start|>".len());
    if answer > 0 {
        found.cards.push(Card {
            family: "analysis".to_owned(),
            span: Span::new(0, answer),
            label: Some("[analysis]".to_owned()),
            known: true,
        });
    }
    for given in SOURCE.captures_iter(text) {
        let (Some(id), Some(body)) = (given.get(1), given.get(2)) else { continue };
        let (id, id_from) = (id.as_str().to_owned(), IdFrom::Text);
        let mut source = Source { id, id_from, ..Source::default() };
        with_divisions(&mut source, body.as_str().trim());
        found.sources.push(source);
    }
    let mut excerpts = Excerpts::new(false, &found.sources);
    for tag in TAG.captures_iter(text) {
        let (Some(whole), Some(number), Some(words)) = (tag.get(0), tag.get(1), tag.get(2)) else {
            continue;
        };
        let span = Span::from(whole.range());
        if code.overlaps(span) || span.start < answer {
            continue;
        }
        let id = number.as_str().trim_start_matches('0');
        let mut cited: Cited = cites(if id.is_empty() { "0" } else { id }, None, None);
        cited.target.quote = Some(words.as_str().trim().to_owned()).filter(|it| !it.is_empty());
        excerpts.add(&mut cited, &found.sources);
        found.citations.push(Citation {
            family: "ref".to_owned(),
            raw: whole.as_str().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: vec![cited.target],
            ..Citation::default()
        });
    }
    excerpts.finish(&mut found.sources, &mut found.notes);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;
    use crate::model::SourceText;

    #[test]
    fn a_tag_that_is_not_closed_takes_no_other() {
        let text =
            "It rained <ref name=\"1\">rain fell, then not <ref name=\"2\">dry <b>again</b></ref>.";
        let found = read(text, &Families::default());
        let quotes: Vec<_> =
            found.citations.iter().map(|it| it.targets[0].quote.as_deref()).collect();
        assert_eq!(quotes, [Some("dry <b>again</b>")]);
    }

    #[test]
    fn a_tag_quotes_a_source() {
        let text = "It rained <ref name=\"<|source_id|>1\">rain fell</ref>, then not <ref name=\"2\">dry</ref>.";
        let found = read(text, &Families::default());
        let ids: Vec<&str> = found.citations.iter().map(|it| it.targets[0].id.as_str()).collect();
        assert_eq!(ids, ["1", "2"]);
        assert_eq!(found.citations[0].targets[0].quote.as_deref(), Some("rain fell"));
        assert_eq!(found.sources[0].text, SourceText::Inline("rain fell".into()));
        assert_eq!(described(&found.citations)[1], "<ref name=\"2\">dry</ref>=2");
    }

    #[test]
    fn notes_of_a_wiki_are_none() {
        let wiki = "It rained.<ref name=\"1\">{{cite web|url=x}}</ref>";
        assert_eq!(detect(wiki, &Families::default()), None);
    }
}
