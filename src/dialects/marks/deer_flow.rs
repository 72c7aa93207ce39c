//! `DeerFlow`: links called citations, `[citation:Harbour times](https://…)`.
//!
//! Spec: the prompts of `bytedance/deer-flow` ask for this form after each claim. The address is the
//! id. The list of plain links that closes a report cites nothing more.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{IdFrom, Source, SourceText};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "deer-flow",
    title: "text of DeerFlow, with links called citations",
    recognised_by: "`[citation:…](https://…)`",
    sources_from: "the addresses, without text; then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[citation:\s*([^\[\]\n]*)\]\((https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)")
        .expect("the pattern is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("[citation:") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let ids = |found: &Captures<'_>| {
        found.get(2).map(|url| url.as_str().to_owned()).into_iter().collect()
    };
    let citations = apps::marks(text, &MARK, "page", ids);
    let mut sources: Vec<Source> = Vec::new();
    for found in citations.iter().filter_map(|citation| MARK.captures(&citation.raw)) {
        let part = |at: usize| found.get(at).map(|part| part.as_str().trim().to_owned());
        let Some(url) = part(2).filter(|url| !sources.iter().any(|own| own.id == *url)) else {
            continue;
        };
        sources.push(Source {
            id: url.clone(),
            id_from: IdFrom::Text,
            title: part(1).filter(|title| !title.is_empty()),
            url: Some(url),
            text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
            ..Source::default()
        });
    }
    TextMarks { citations, sources, ..TextMarks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn an_address_is_the_id() {
        let text = "It rose [citation:Harbour](https://a.example/x_(y)). Not [x](https://b.example) \
                    or `[citation:C](https://c.example)`.";
        let found = read(text, &Families::default());
        assert_eq!(
            described(&found.citations),
            ["[citation:Harbour](https://a.example/x_(y))=https://a.example/x_(y)"]
        );
        assert_eq!(found.sources[0].title.as_deref(), Some("Harbour"));
    }
}
