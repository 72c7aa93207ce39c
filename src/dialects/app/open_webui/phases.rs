//! Answers in phases, as Qwen's chat exports them: `content_list[]` with the text of each phase, and in the
//! phase `answer` the pages that its numbers mean, `extra.deep_research.references[]`.

use serde_json::Value;

use crate::dialects::dialect::TextReader;
use crate::dialects::shared::absent::ADDRESS_ONLY;
use crate::input::json::Reader;
use crate::model::{Case, IdFrom, Response, Source, SourceText};

/// The phase that holds the answer.
const ANSWER: &str = "answer";

/// Returns the phases of a message.
fn phases(message: &Value) -> &[Value] {
    message.get("content_list").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn is_answer(phase: &Value) -> bool {
    phase.get("phase").is_some_and(|name| name == ANSWER)
}

/// Returns the text of the answer; that of all phases if none is called so.
pub(super) fn text(message: &Value) -> String {
    let phases = phases(message);
    let content = |phase: &Value| Some(phase.get("content")?.as_str()?.to_owned());
    let own: Vec<String> =
        phases.iter().filter(|phase| is_answer(phase)).filter_map(content).collect();
    let texts = if own.is_empty() { phases.iter().filter_map(content).collect() } else { own };
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<String>>().join("\n\n")
}

/// Returns the pages that the numbers of the answer mean.
pub(super) fn references(message: &Value) -> &[Value] {
    let found = phases(message).iter().filter(|phase| is_answer(phase)).find_map(listed);
    found.map(Vec::as_slice).unwrap_or_default()
}

fn listed(phase: &Value) -> Option<&Vec<Value>> {
    phase.get("extra")?.get("deep_research")?.get("references")?.as_array()
}

/// Returns the case of an answer that lists its pages; `None` for another.
pub(super) fn case(
    message: &Value,
    text_reader: &TextReader<'_>,
    reader: &mut Reader,
) -> Option<Case> {
    let mut sources = sources(message, reader);
    if sources.is_empty() {
        return None;
    }
    let text = text(message);
    let found = text_reader.read_among(&text, &mut sources);
    sources.extend(found.sources);
    let response = Response { text, citations: found.citations, cards: found.cards };
    Some(Case { response, sources, notes: found.notes, ..Case::default() })
}

/// Returns these pages as sources: their descriptions are no text of them.
fn sources(message: &Value, reader: &mut Reader) -> Vec<Source> {
    let mut sources = Vec::new();
    for (index, reference) in references(message).iter().enumerate() {
        let path = format!("references[{index}]");
        let Some(number) = reference.get("index_number").and_then(Value::as_u64) else {
            reader.notes.push(format!("{path} has no `index_number`: left out"));
            continue;
        };
        let field = |name: &str| reference.get(name).and_then(Value::as_str).map(str::to_owned);
        sources.push(Source {
            id: number.to_string(),
            id_from: IdFrom::Text,
            title: field("title").filter(|title| !title.is_empty()),
            url: field("url").filter(|url| !url.is_empty()),
            text: SourceText::Absent(ADDRESS_ONLY.to_owned()),
            ..Source::default()
        });
    }
    sources
}
