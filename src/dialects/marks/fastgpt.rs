//! The marks of `FastGPT`: `[65f0c3b2a1d4e5f60718293a](CITE)`, the same without `(CITE)`, and
//! `[quote:65f0c3b2a1d4e5f60718293a]` of older versions.
//!
//! What looks like the address of a link is the word CITE. The app puts it in where it lacks, but not
//! in front of another round bracket.

use std::sync::LazyLock;

use regex::Regex;

use crate::dialects::marks::markers::Families;
use crate::dialects::shared::apps;
use crate::dialects::{Dialect, InText, Reader};
use crate::model::Citation;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "fastgpt-text",
    title: "text copied out of FastGPT",
    recognised_by: "`[` 24 hexadecimal digits `](CITE)` in the text",
    sources_from: "the files given; `--source ID=PATH` gives the row that a mark means",
    units: "none: marks stand in the text",
    reader: Reader::Text { detect, read },
};

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\[(?:(?:quote|cite|引用)[:：]\s?)?([0-9a-fA-F]{24})\](?:\(CITE\))?")
        .expect("the pattern is sound")
});

fn detect(text: &str) -> Option<String> {
    // Most texts have none, and need not wait until the pattern is compiled.
    let is_id = |id: &[u8]| id.iter().all(u8::is_ascii_hexdigit);
    let ends_id = |end: usize| {
        let id = end.checked_sub(24).and_then(|start| text.as_bytes().get(start..end));
        id.is_some_and(is_id)
    };
    if !memchr::memchr_iter(b']', text.as_bytes()).any(ends_id) {
        return None;
    }
    let marks = marks(text);
    let first = marks.first()?;
    Some(format!("{} such as `{}`", count(marks.len(), "mark"), first.raw))
}

fn read(text: &str, _: &Families) -> InText {
    InText { citations: marks(text), ..InText::default() }
}

/// The marks in `text` outside code, in order.
pub(crate) fn marks(text: &str) -> Vec<Citation> {
    apps::marks(text, &MARK, "cite", |found| {
        let (Some(mark), Some(id)) = (found.get(0), found.get(1)) else { return Vec::new() };
        let behind = text.get(mark.end()..).unwrap_or_default();
        let linked = behind.starts_with('(') && !mark.as_str().ends_with(')');
        if linked { Vec::new() } else { vec![id.as_str().to_owned()] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_mark_is_a_word() {
        let id = "65f0c3b2a1d4e5f60718293a";
        let text = format!(
            "So [{id}](CITE)[{id}]. Or [quote:{id}]. Not `[{id}]`, [{id}](x.html), [{id}0], [65f0]."
        );
        let raw: Vec<String> = marks(&text).into_iter().map(|mark| mark.raw).collect();
        assert_eq!(raw, [format!("[{id}](CITE)"), format!("[{id}]"), format!("[quote:{id}]")]);
        assert!(marks(&text).iter().all(|mark| mark.targets[0].id == id));
    }
}
