//! Cherry Studio: Markdown copied out of the app or exported by it.
//!
//! Spec: the app's source (`utils/citation.ts`). A mark is `[<sup
//! data-citation='{"number":1,"url":"…","title":"…","content":"…"}'>1</sup>](url)`, its JSON
//! written with HTML entities; if a source has no address, the link is empty or missing, and newer
//! versions only have the number: `<sup data-citation='1'>1</sup>`. Models and other versions write
//! `[<sup>1</sup>](url)` and `[cite:1]`.
//!
//! # Incomplete support
//!
//! The JSON has only a snippet of the source. A number without JSON or address stays a number. In a
//! text that has only `[cite:1]`, these are the tags of the Gemini app.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::Value;

use crate::dialects::dialect::{Dialect, Kind};
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::dialects::shared::apps;
use crate::dialects::shared::markers::Families;
use crate::dialects::shared::source_fields::{Absent, Shown, SourceFields};
use crate::dialects::shared::text_marks::TextMarks;
use crate::input::json::parse;
use crate::model::{Citation, Source};
use crate::text::address;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "cherry-studio",
    title: "Markdown copied out of Cherry Studio",
    recognised_by: "`<sup data-citation='…'>1</sup>` or `[<sup>1</sup>](url)` in the text",
    sources_from: "the JSON and the address in each mark, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Text { detect, read, read_numbered: None },
    ..Dialect::DEFAULTS
};

const NAMES: SourceFields = SourceFields {
    texts: &["content"],
    titles: &["title"],
    urls: &["url"],
    scores: &[],
    shown: Shown::Named(&["type"]),
    absent: Absent::Reason(ADDRESS_ONLY),
    ..SourceFields::APP
};

/// A mark: its JSON or number, the number shown, the address; or the number in `[cite:1]`.
static MARK: LazyLock<Regex> = LazyLock::new(|| {
    let data = r#"\sdata-citation=(?:'(?<single>[^'<>]*)'|"(?<double>[^"<>]*)")"#;
    let shown = r"(?<shown>[0-9]{1,6})</sup>";
    let bare = data.replace("<single>", "<single2>").replace("<double>", "<double2>");
    let alone = format!(r"<sup{bare}\s*>(?<alone>[0-9]{{1,6}})</sup>");
    let url = r"\((?<url>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)\)";
    let linked = format!(r"\[<sup(?:{data})?\s*>{shown}\](?:{url})?");
    Regex::new(&format!(r"{linked}|{alone}|\[cite:(?<cite>[0-9]{{1,6}})\]"))
        .expect("the pattern is sound")
});

fn detect(text: &str, _: &Families) -> Option<String> {
    if !text.contains("<sup") {
        return None;
    }
    let marks = read(text, &Families::default()).citations;
    let raised = marks.iter().filter(|mark| mark.raw.contains("<sup")).count();
    (raised > 0).then(|| count(raised, "raised number"))
}

fn read(text: &str, _: &Families) -> TextMarks {
    let citations: Vec<Citation> =
        apps::marks(text, &MARK, "number", |found| number(found).into_iter().collect());
    let mut sources: BTreeMap<u64, Source> = BTreeMap::new();
    let starts: Vec<usize> = citations.iter().map(|it| it.anchor.span.start).collect();
    for found in MARK.captures_iter(text) {
        let is_mark = found.get(0).is_some_and(|mark| starts.binary_search(&mark.start()).is_ok());
        let Some(number) = number(&found).filter(|_| is_mark) else { continue };
        let (Some(source), Ok(place)) = (source(&found, number.clone()), number.parse()) else {
            continue;
        };
        // Only one of several marks may have the JSON.
        let known = sources.entry(place).or_insert_with(|| source.clone());
        if known.text.why_not().is_some() {
            *known = source;
        }
    }
    TextMarks { citations, sources: sources.into_values().collect(), ..TextMarks::default() }
}

/// Returns the number that a mark shows.
fn number(found: &Captures<'_>) -> Option<String> {
    let names = ["shown", "alone", "cite"];
    let digits = names.iter().find_map(|name| found.name(name))?.as_str();
    Some(digits.parse::<u64>().ok()?.to_string())
}

/// Returns the source `id` described in a mark; `None` if the mark only has a number.
fn source(found: &Captures<'_>, id: String) -> Option<Source> {
    let names = ["single", "double", "single2", "double2"];
    let data = names.iter().find_map(|name| found.name(name));
    let data = data.and_then(|data| match parse(&unescaped(data.as_str())).ok()?.value {
        Value::Object(fields) => Some(fields),
        _ => None,
    });
    let link = found.name("url").map(|url| url.as_str()).filter(|url| address::is_address(url));
    if data.is_none() && link.is_none() {
        return None;
    }
    let mut source = NAMES.source_with_id(&data.unwrap_or_default(), id);
    source.url = source.url.or_else(|| link.map(str::to_owned));
    source.excerpt = source.text.why_not().is_none();
    source.repeated = source.excerpt;
    Some(source)
}

/// Returns a text without the entities in which the app writes JSON into an attribute.
fn unescaped(text: &str) -> String {
    let entities =
        [("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">")];
    let plain = entities.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    // Last, or `&amp;lt;` would become `<`.
    plain.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SourceText;

    fn found(text: &str) -> TextMarks {
        read(text, &Families::default())
    }

    #[test]
    fn a_mark_carries_its_source_as_escaped_json() {
        let json = "{&quot;number&quot;:2,&quot;url&quot;:&quot;https://a.example/?a=1&amp;amp;b&quot;,\
                    &quot;title&quot;:&quot;It&#39;s &lt;so&gt;&quot;,&quot;content&quot;:&quot;It is.&quot;}";
        let text = format!("So [<sup data-citation='{json}'>2</sup>](https://a.example/?a=1).");
        let read = found(&text);
        assert_eq!(read.citations[0].targets[0].id, "2");
        let source = &read.sources[0];
        assert_eq!((source.id.as_str(), source.title.as_deref()), ("2", Some("It's <so>")));
        assert_eq!(source.url.as_deref(), Some("https://a.example/?a=1&amp;b"));
        assert_eq!(source.text, SourceText::Inline("It is.".into()));
        assert!(source.excerpt);
    }

    #[test]
    fn every_other_spelling() {
        let text = "A [<sup>1</sup>](https://a.example/x_(y)) B <sup data-citation='3'>3</sup> \
                    C [cite:4] D [<sup data-citation='5'>5</sup>]() E `<sup data-citation='6'>6</sup>` \
                    F m<sup>2</sup>";
        let read = found(text);
        let raw: Vec<&str> = read.citations.iter().map(|it| it.raw.as_str()).collect();
        assert_eq!(
            raw,
            [
                "[<sup>1</sup>](https://a.example/x_(y))",
                "<sup data-citation='3'>3</sup>",
                "[cite:4]",
                "[<sup data-citation='5'>5</sup>]()"
            ]
        );
        assert_eq!(read.sources.len(), 1);
        assert_eq!(read.sources[0].url.as_deref(), Some("https://a.example/x_(y)"));
        assert_eq!(detect("Squared: m<sup>2</sup>.", &Families::default()), None);
    }
}
