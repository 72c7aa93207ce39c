//! `open-webui`: messages of the app, `[1]` in the text and the source records next to it.
//!
//! A record's chunk is the whole text of its source. The app joins adjacent marks, so marks of
//! different citations have a blank between them. It numbers its chips by name, so names that
//! several sources share are followed by their id.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::blanks::{blank_after, blank_before};
use super::escapes::escape_numbers;
use super::losses::Fact;
use super::wording::{Layout, Wording};
use super::{Conversion, wire};

/// The entry in the table of conversions.
pub(super) const CONVERSION: Conversion = Conversion {
    name: "open-webui",
    title: "Open WebUI: messages with [1] and their sources",
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
    wording.lose_ids(|number| number.to_string());
    let is_own = wording.inspection.case.format.name == CONVERSION.name;
    let layout = Layout { escape: Some(escape_numbers), labels_cards: !is_own, ..Layout::READERS };
    let edited = wording.edited(&layout, |mark| {
        let groups = mark.distinct().into_iter().map(|number| format!("[{number}]"));
        let groups = groups.collect::<Vec<_>>().concat();
        if groups.is_empty() {
            return groups;
        }
        let after = blank_after(wording, mark);
        format!("{}{groups}{after}", blank_before(wording, mark))
    });
    wording.lose_places(|_, _, _| false);
    wording.lose_merged(|mark| mark.distinct().len());
    let mut records: Vec<Value> = Vec::new();
    for number in 1..=wording.cited.len() {
        let source = number.checked_sub(1).and_then(|at| wording.cited.get(at)?.source);
        records.push(record(wording, source, &wording.name(number), number));
    }
    let cited: BTreeSet<usize> = wording.cited.iter().filter_map(|it| it.source).collect();
    let uncited = wording.sources().into_iter().filter(|index| !cited.contains(index));
    for index in uncited {
        let name = wording.inspection.source_name(index);
        let title = wording.inspection.case.sources.get(index).and_then(|it| it.title.clone());
        records.push(record(wording, Some(index), &title.unwrap_or(name), records.len() + 1));
    }
    distinguish(&mut records);
    let case = &wording.inspection.case;
    let question = case.question.as_ref().map(|it| json!({"role": "user", "content": it}));
    let answer = json!({"role": "assistant", "content": edited.text, "sources": records});
    let messages: Vec<Value> = question.into_iter().chain([answer]).collect();
    wire::json(&json!({"title": case.id, "messages": messages}))
}

/// Returns the record of a source, or, for an id without a source, one without text that keeps its
/// number.
fn record(wording: &Wording<'_>, index: Option<usize>, name: &str, number: usize) -> Value {
    let source = index.and_then(|index| wording.inspection.case.sources.get(index));
    let id = match (source, wording.cited.get(number.wrapping_sub(1))) {
        (Some(source), _) if !source.id.is_empty() => source.id.clone(),
        (_, Some(cited)) => cited.id.clone(),
        _ => name.to_owned(),
    };
    let mut own = wire::object([
        ("source", Some(Value::from(format!("{number}:{id}")))),
        ("name", Some(Value::from(name))),
        ("url", source.and_then(|it| it.url.clone()).map(Value::from)),
        ("updated", source.and_then(|it| it.updated.clone()).map(Value::from)),
    ]);
    for (key, value) in source.map_or(&[][..], |source| &source.metadata) {
        own.entry(key.clone()).or_insert_with(|| Value::from(value.as_str()));
    }
    let text = index.and_then(|index| wording.text_of(index));
    let text = text.as_ref().map_or("", |text| &text.text);
    let score = source.and_then(|it| it.score).map(|score| json!([score]));
    Value::Object(wire::object([
        ("source", Some(json!({"id": id, "name": name}))),
        ("document", Some(json!([text]))),
        ("metadata", Some(json!([own]))),
        ("distances", score),
    ]))
}

/// Gives sources of one name their number after it.
fn distinguish(records: &mut [Value]) {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (record, number) in records.iter_mut().zip(1..) {
        let Some(Value::String(name)) = record.pointer_mut("/metadata/0/name") else { continue };
        if names.contains(name) {
            *name = format!("{name} ({number})");
        }
        names.insert(name.clone());
    }
}
