//! `case`: pincite's own case, one JSON object: the response with markers, and its sources.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::edits::{Edit, apply};
use super::escapes::escape_numbers;
use super::losses::Fact;
use super::wording::{Layout, Wording};
use super::{Conversion, wire};
use crate::model::{Division, DivisionKind, Source};
use crate::text::Span;

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "case",
    title: "pincite's own case: the response with markers, and its sources",
    extension: "json",
    holds: &[
        Fact::Question,
        Fact::Citations,
        Fact::Titles,
        Fact::Addresses,
        Fact::Texts,
        Fact::Ranks,
        Fact::Metadata,
        Fact::Uncited,
    ],
    write,
};

fn write(wording: &mut Wording<'_>) -> String {
    // Marks other than the markers are read too.
    let escape: fn(&str) -> Vec<Edit> = escape_numbers;
    let layout = Layout { escape: Some(escape), drops_list: true, ..Layout::default() };
    let (text, ids) = wording.with_markers(layout);
    let case = &wording.inspection.case;
    let mut whole = Map::new();
    whole.insert("id".to_owned(), json!(case.id));
    whole.extend(case.question.as_ref().map(|it| ("question".to_owned(), json!(it))));
    whole.insert("response".to_owned(), json!(text));
    let named = wording.cited.iter().zip(ids).filter_map(|(cited, id)| Some((cited.source?, id)));
    let mut named: BTreeMap<usize, String> = named.collect();
    let sources = (0..case.sources.len()).map(|index| source(wording, index, named.remove(&index)));
    whole.insert("sources".to_owned(), sources.collect());
    wire::json(&Value::Object(whole))
}

fn source(wording: &Wording<'_>, index: usize, id: Option<String>) -> Value {
    let mut out = Map::new();
    let Some(source) = wording.inspection.case.sources.get(index) else { return Value::Null };
    let id = id.or_else(|| Some(source.id.clone()).filter(|id| !id.is_empty()));
    // A marker cannot have every id: the original one names the source.
    let renamed =
        || Some(source.id.clone()).filter(|own| !own.is_empty() && id.as_ref() != Some(own));
    let title = source.title.clone().or_else(renamed);
    let mut put = |key: &str, value: Option<Value>| {
        out.extend(value.map(|value| (key.to_owned(), value)));
    };
    put("id", id.map(Value::from));
    put("title", title.map(Value::from));
    put("url", source.url.clone().map(Value::from));
    put("score", source.score.map(Value::from));
    let updated = source.updated.iter().map(|it| ("Updated".to_owned(), Value::from(it.as_str())));
    let pairs =
        source.metadata.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str())));
    let metadata: Map<String, Value> = updated.chain(pairs).collect();
    put("metadata", Some(metadata).filter(|it| !it.is_empty()).map(Value::Object));
    put("text", wording.text_of(index).map(|text| Value::from(labelled(&text.text, source))));
    Value::Object(out)
}

/// Returns the text with the printed line labels by which it is cited.
fn labelled(text: &str, source: &Source) -> String {
    let is_label = |it: &&Division| it.kind == DivisionKind::Line;
    let edits = source
        .divisions
        .iter()
        .filter(is_label)
        .map(|line| Edit { span: Span::at(line.span.start), with: format!("[L{}] ", line.number) });
    apply(text, edits.collect()).text
}
