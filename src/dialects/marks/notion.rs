//! Notion AI: addresses as footnotes, `[^https://www.notion.so/…]`.
//!
//! Spec: none; the form is that of answers copied from the app. The address is the id; no footnote of
//! that name is defined below.
//!
//! # Incomplete support
//!
//! No recording was available.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;
use crate::model::{IdFrom, Source, SourceText};

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "notion",
    title: "text of Notion AI, with addresses as footnotes",
    recognised_by: "`[^https://…]`",
    sources_from: "the addresses, without text; then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[\^((?:https?|notion)://[^\]\s]+)\]").expect("the pattern is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("[^http") && !text.contains("[^notion:") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let ids = |found: &regex::Captures<'_>| {
        found.get(1).map(|url| url.as_str().to_owned()).into_iter().collect()
    };
    let citations = apps::marks(text, &MARK, "page", ids);
    let mut sources: Vec<Source> = Vec::new();
    for target in citations.iter().flat_map(|citation| &citation.targets) {
        if !sources.iter().any(|own| own.id == target.id) {
            sources.push(Source {
                id: target.id.clone(),
                id_from: IdFrom::Text,
                url: Some(target.id.clone()),
                text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
                ..Source::default()
            });
        }
    }
    TextMarks { citations, sources, ..TextMarks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn an_address_is_the_id() {
        let text = "It rose[^https://a.example/x]. Not `[^https://b.example]` or [^1].";
        let found = read(text, &Families::default());
        assert_eq!(described(&found.citations), ["[^https://a.example/x]=https://a.example/x"]);
        assert_eq!(found.sources.len(), 1);
    }
}
