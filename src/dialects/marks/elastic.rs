//! Elastic's AI assistant: `{reference(abc12)}` after the text it supports, alone or in a stored
//! conversation.
//!
//! Spec: the content references of `x-pack/solutions/security` in `elastic/kibana`, its Markdown parser
//! and the pruning of references.
//!
//! ```text
//! The host was isolated.{reference(ccaSI)}
//! ```
//!
//! An id is made for one answer; its target is next to the message, in `contentReferences`.
//!
//! # Incomplete support
//!
//! The code was available, but no recording. The references next to a message name alerts, entries
//! and pages, never their text: pass it with `--source ID=PATH`.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::text_marks::TextMarks;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "elastic",
    title: "text of Elastic's AI assistant",
    recognised_by: "`{reference(abc12)}`",
    sources_from: "the files given, by id (`--source abc12=PATH`)",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"!?\{reference\(([0-9a-zA-Z_-]{1,64}(?:\s*,\s*[0-9a-zA-Z_-]{1,64}){0,20})\)\}")
        .expect("the pattern is sound")
});

fn detect(text: &str, families: &Families) -> Option<String> {
    if !text.contains("{reference(") {
        return None;
    }
    apps::evidence_of(&read(text, families).citations)
}

fn read(text: &str, _: &Families) -> TextMarks {
    let ids = |found: &regex::Captures<'_>| {
        let list = found.get(1).map_or("", |list| list.as_str());
        list.split(',').map(|id| id.trim().to_owned()).collect()
    };
    let citations = apps::marks(text, &MARK, "reference", ids);
    TextMarks { citations, ..TextMarks::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::shared::testing::described;

    #[test]
    fn a_reference_has_an_id() {
        let text = "It was isolated.{reference(ccaSI)}\nNot `{reference(x)}` or {reference()}.";
        let found = read(text, &Families::default()).citations;
        assert_eq!(described(&found), ["{reference(ccaSI)}=ccaSI"]);
    }
}
