//! Open Notebook: `[source:abc123]`, `[note:x, source_insight:y]`.
//!
//! Spec: `frontend/src/lib/utils/source-references.tsx` and the prompts of `lfnovo/open-notebook`. The
//! kind is part of the id, as its search returns it; `insight:` is short for `source_insight:`.
//!
//! # Incomplete support
//!
//! The code was available, but no recording. References outside brackets, which the app links too, are left as
//! words.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "open-notebook",
    title: "text of Open Notebook, with ids in brackets",
    recognised_by: "`[source:abc123]`, `[note:…]`, `[source_insight:…]`",
    sources_from: "the files given, by id (`--source source:abc123=PATH`)",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let id = "(?:source_insight|insight|note|source):[a-zA-Z0-9_]{3,64}";
    Regex::new(&format!(r"\[{{1,2}}({id}(?:\s*,\s*{id}){{0,20}})\]{{1,2}}"))
        .expect("the pattern is sound")
});

/// True if an id is one that a database gave: it has letters and digits.
fn is_random(id: &str) -> bool {
    let name = id.split_once(':').map_or(id, |(_, name)| name);
    name.len() >= 8 || name.bytes().any(|byte| byte.is_ascii_digit())
}

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("source:") && !text.contains("note:") && !text.contains("insight:") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let ids = |found: &regex::Captures<'_>| {
        let list = found.get(1).map_or("", |list| list.as_str());
        let ids = list.split(',').map(str::trim).map(|id| match id.strip_prefix("insight:") {
            Some(name) => format!("source_insight:{name}"),
            None => id.to_owned(),
        });
        let ids: Vec<String> = ids.collect();
        if ids.iter().any(|id| is_random(id)) { ids } else { Vec::new() }
    };
    let citations = apps::marks(text, &MARK, "source", ids);
    TextMarks { citations, ..TextMarks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn ids_keep_their_kind() {
        let text =
            "It rose [source:abc123], [note:n12, insight:x34]. Not [source:page] or `[note:n12]`.";
        let found = read(text, &Families::default()).citations;
        let expected = [
            "[source:abc123]=source:abc123",
            "[note:n12, insight:x34]=note:n12+source_insight:x34",
        ];
        assert_eq!(described(&found), expected);
    }
}
