//! `PaperQA`: keys of papers with pages in round brackets, `(lund2021tidesofnordby pages 3-4)`.
//!
//! Spec: the prompts and the formatted answers of `Future-House/paper-qa`. A key has the first author, the
//! year and words of the title; newer ones are `pqac-0a1b2c3d`, without pages. Several are divided by
//! commas or semicolons. The references below a formatted answer, `1. (lund2021tidesofnordby pages 3-4):
//! Lund, A. Tides.`, are the sources.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::locator;
use crate::model::{Citation, IdFrom, Source, Target};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "paper-qa",
    title: "text of PaperQA, with keys of papers and pages",
    recognised_by: "`(lund2021tidesofnordby pages 3-4)`, `(pqac-0a1b2c3d)`",
    sources_from: "the references below the answer, then the files given, by key (`--source KEY=PATH`)",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    mixes: true,
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let key = "[a-zA-Z][a-zA-Z'-]{1,40}[0-9]{4}[a-zA-Z]{0,60}";
    let pages = r"pages?\s{1,3}[0-9]{1,5}(?:[-\x{2013}][0-9]{1,5})?";
    let more = r"(?:,\s{1,3}[0-9]{1,5}[-\x{2013}][0-9]{1,5})*";
    let cited = format!(r"{key}\s{{1,3}}{pages}{more}|pqac-[0-9a-f]{{8}}");
    Regex::new(&format!(r"\(((?:{cited})(?:[,;]\s{{1,3}}(?:{cited}))*)\)")).expect("it is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains(" page") && !text.contains("(pqac-") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let inner = |found: &regex::Captures<'_>| vec![found[1].to_owned()];
    let mut found = TextMarks::default();
    for mut citation in apps::marks(text, &MARK, "paper", inner) {
        let cited: Vec<Target> = citation.targets.iter().flat_map(|it| targets(&it.id)).collect();
        citation.targets = cited;
        match reference(text, &citation) {
            Some(source) if found.sources.iter().any(|own: &Source| own.id == source.id) => {}
            Some(source) => found.sources.push(source),
            None => found.citations.push(citation),
        }
    }
    found
}

/// Returns the targets of what is in the brackets.
fn targets(inner: &str) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for item in inner.split([',', ';']).map(str::trim) {
        let (key, pages) = item.split_once(char::is_whitespace).unwrap_or((item, ""));
        if key.starts_with(|c: char| c.is_ascii_digit()) {
            // More pages of the key before.
            let id = targets.last().map(|last| last.id.clone()).unwrap_or_default();
            targets.push(Target {
                id,
                locator: locator::read(&format!("p. {key}")),
                ..Target::default()
            });
            continue;
        }
        let pages = pages.trim_start_matches(char::is_alphabetic).trim();
        let locator = locator::read(&format!("p. {pages}")).filter(|_| !pages.is_empty());
        targets.push(Target { id: key.to_owned(), locator, ..Target::default() });
    }
    targets
}

/// Returns the source of an entry below the answer: `1. (key pages 3-4): Lund, A. Tides.`
fn reference(text: &str, citation: &Citation) -> Option<Source> {
    let span = citation.anchor.span;
    let line = text.get(..span.start)?.rsplit('\n').next()?.trim();
    let number = line.strip_suffix('.')?;
    let title = text.get(span.end..)?.lines().next()?.strip_prefix(':')?.trim();
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| Source {
        id: citation.targets.first().map(|it| it.id.clone()).unwrap_or_default(),
        id_from: IdFrom::Text,
        title: Some(title.to_owned()),
        ..Source::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn keys_have_pages() {
        let text = "It rose (lund2021tides pages 3-4). It fell (lund2021tides pages 3-4, 7-8; moe2019a\npage 2), \
                    then (pqac-0a1b2c3d). Not (Lund 2021 pages 3-4) or `(lund2021tides pages 3-4)`.\n\n\
                    References\n\n1. (lund2021tides pages 3-4): Lund, A. Tides. 2021.\n";
        let found = read(text, &Families::default());
        let expected = [
            "(lund2021tides pages 3-4)=lund2021tides pp. 3-4",
            "(lund2021tides pages 3-4, 7-8; moe2019a\npage 2)=lund2021tides pp. 3-4+lund2021tides pp. 7-8+moe2019a p. 2",
            "(pqac-0a1b2c3d)=pqac-0a1b2c3d",
        ];
        assert_eq!(described(&found.citations), expected);
        assert_eq!(found.sources[0].title.as_deref(), Some("Lund, A. Tides. 2021."));
    }
}
