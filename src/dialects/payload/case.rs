//! pincite's own case: a response and its sources in one JSON object.
//!
//! ```json
//! {"id": "case-7", "question": "…", "response": "… markers …",
//!  "sources": [{"id": "turn0file0", "title": "…", "url": "…", "text": "…", "score": 0.83,
//!               "metadata": {"Updated": "2026-03-01"}, "earlier": "…"}]}
//! ```
//!
//! The response is searched for markers, else for the marks of any other text dialect; a source's
//! text is searched for printed labels. Only `response` is required; unknown fields are ignored.
//! `earlier` is a source's text at the time of the response, and shows how the cited lines changed
//! since. A source without `id` keeps its position in the list, so that it can still be matched by
//! position.

use serde_json::Value;

use crate::dialects::dialect::{CASE, Dialect, Kind, TextReader};
use crate::dialects::shared::contexts::{are_texts, has_contexts};
use crate::dialects::shared::cursor::Cursor;
use crate::dialects::shared::linked;
use crate::dialects::shared::markers::read_response;
use crate::error::Result;
use crate::history::trace;
use crate::input::Record;
use crate::input::container::Element;
use crate::input::json::{Reader, kind};
use crate::model::{Case, IdFrom, Locator, Past, Response, Source, SourceText, lines_of};
use crate::sources::with_divisions;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: CASE,
    title: "pincite's own case, alone or as JSON Lines",
    recognised_by: "an object with `response`, alone or with one of `sources`, `id`, `question`",
    sources_from: "`sources[]`, then the files given",
    units: "none: marks are in the text",
    kind: Kind::Payload { detect, read },
    element: |value| {
        let sources = value.get("sources").is_some_and(Value::is_array);
        let asked = value.get("question").is_some_and(Value::is_string);
        let says = value.get("response").is_some_and(Value::is_string);
        Element::response_if((sources || asked) && says)
    },
    ..Dialect::DEFAULTS
};

/// Fields that hold an answer in objects of other formats.
const ANSWERS: [&str; 6] =
    ["answer", "final_answer", "generated_answer", "output", "output_text", "completion"];

fn detect(record: &Record<'_>) -> Option<String> {
    let object = record.object()?;
    let sources = object.get("sources").is_some_and(|it| it.is_array() && !are_texts(it));
    let response = object.get("response")?;
    let others: Vec<String> = ["sources", "id", "question"]
        .iter()
        .filter(|key| object.get(**key).is_some_and(|value| !are_texts(value)))
        .map(|key| format!("`{key}`"))
        .collect();
    let alone = object.len() == 1;
    // Ragas uses the same name for its answer; its contexts have a field of their own.
    let is_ours = || response.is_string() && (alone || !others.is_empty()) && !has_contexts(object);
    let ours = sources || is_ours();
    ours.then(|| match others.as_slice() {
        [] => "an object with `response` alone".to_owned(),
        _ => format!("an object with `response`, {}", others.join(", ")),
    })
}

fn read(record: &Record<'_>, text_reader: &TextReader<'_>) -> Result<Case> {
    let (value, mended) = record.parsed().map_err(|fault| record.json_error(fault))?;
    let Some(object) = value.as_object() else {
        return Err(record.error(format!("a case should be an object but is {}", kind(value))));
    };
    if !object.contains_key("response") {
        return Err(record.error("the case has no `response`"));
    }
    let mut reader = Reader::new(mended);
    let cursor = Cursor::new(object, "");
    let mut case = Case {
        id: cursor.id(&mut reader, "id").unwrap_or_default(),
        question: cursor.string(&mut reader, "question"),
        ..Case::default()
    };
    let text = cursor.string(&mut reader, "response").unwrap_or_default();
    let mut earlier: Vec<(String, String)> = Vec::new();
    for (index, value) in cursor.list(&mut reader, "sources").iter().enumerate() {
        let path = format!("sources[{index}]");
        let Some(fields) = Cursor::of(&mut reader, value, path.clone()) else {
            let text = SourceText::Unreadable(format!("`{path}` is {}", kind(value)));
            case.sources.push(Source { text, ..Source::default() });
            continue;
        };
        let source = source(&mut reader, &fields);
        let text = fields.string(&mut reader, "earlier");
        earlier.extend(text.map(|text| (source.id.clone(), text)));
        case.sources.push(source);
    }
    case.notes = reader.notes;
    let is_other = |key: &&&str| {
        object.get(**key).and_then(Value::as_str).is_some_and(|other| {
            let other = other.trim();
            !other.is_empty() && other != text.trim()
        })
    };
    if let Some(key) = ANSWERS.iter().find(is_other) {
        case.notes
            .push(format!("`response` is read as the answer; `{key}` has another text, not read"));
    }
    let mut found = text_reader.read_among(&text, &mut case.sources);
    linked::join(&mut found, &mut case.sources);
    if found.citations.is_empty() {
        case.response = read_response(text, text_reader.families);
    } else {
        case.response = Response { text, citations: found.citations, cards: found.cards };
        case.sources.append(&mut found.sources);
        case.notes.append(&mut found.notes);
    }
    for (id, text) in &earlier {
        add_past(&mut case, id, text);
    }
    Ok(case)
}

/// Adds what became of the lines cited of a source, which was this text when they were cited.
fn add_past(case: &mut Case, id: &str, earlier: &str) {
    let source = case.sources.iter().find(|source| source.id == id);
    let Some(SourceText::Inline(now)) = source.map(|source| source.text.clone()) else { return };
    let targets = case.response.citations.iter_mut().flat_map(|citation| &mut citation.targets);
    for target in targets.filter(|target| target.id == id) {
        let Some(Locator::Lines { first, last }) = target.locator else { continue };
        let lines = lines_of(earlier, first, last);
        let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else {
            continue;
        };
        let past = Past {
            lines,
            fate: trace(earlier, (first, last), &now),
            locked: None,
            cited_in: None,
            removed_in: None,
            now_in: None,
            path_now: None,
            is_pinned: false,
            now: String::new(),
        };
        target.past = Some(Box::new(past.with_now(&now)));
    }
}

fn source(reader: &mut Reader, fields: &Cursor<'_>) -> Source {
    let id = fields.id(reader, "id").unwrap_or_default();
    let mut source = Source {
        id_from: if id.is_empty() { IdFrom::Position } else { IdFrom::Text },
        id,
        title: fields.string(reader, "title"),
        url: fields.string(reader, "url"),
        score: fields.number(reader, "score"),
        metadata: fields.pairs(reader, "metadata"),
        ..Source::default()
    };
    let updated = source.metadata.iter().position(|(key, _)| key.eq_ignore_ascii_case("updated"));
    source.updated = updated.map(|index| source.metadata.remove(index).1);
    if let Some(text) = fields.string(reader, "text") {
        with_divisions(&mut source, &text);
    }
    source
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::open;
    use crate::dialects::shared::markers::Families;
    use crate::input::Input;

    fn read_one(text: &str) -> Case {
        let input = Input::new("case.json", text.as_bytes().to_vec());
        open(input, None, &Families::default()).unwrap().read(0).unwrap()
    }

    #[test]
    fn a_whole_case_is_read() {
        let case = read_one(
            r#"{"id": 7, "question": "q?", "response": "r", "unknown": {}, "sources": [
                {"id": "turn0file0", "title": "T", "url": "https://x.example", "text": "one\ntwo",
                 "score": 0.5, "metadata": {"Updated": "2026-03-01", "pages": 3}}]}"#,
        );
        assert_eq!((case.id.as_str(), case.question.as_deref()), ("7", Some("q?")));
        let source = &case.sources[0];
        assert_eq!(source.id_from, IdFrom::Text);
        assert_eq!(source.updated.as_deref(), Some("2026-03-01"));
        assert_eq!(source.metadata, [("pages".to_owned(), "3".to_owned())]);
        assert_eq!(source.score, Some(0.5));
        assert!(matches!(&source.text, SourceText::Inline(text) if &**text == "one\ntwo"));
    }

    #[test]
    fn another_answer_beside_the_response_is_noted() {
        let note = "`response` is read as the answer; `answer` has another text, not read";
        let case = read_one(r#"{"response": "r [1]", "answer": "s", "sources": []}"#);
        assert!(case.notes.iter().any(|it| it == note), "{:?}", case.notes);
        let case = read_one(r#"{"response": "r [1]", "answer": "r [1]\n", "sources": []}"#);
        assert!(!case.notes.iter().any(|it| it.contains("another text")), "{:?}", case.notes);
    }

    #[test]
    fn the_marks_of_other_dialects_are_read_too() {
        let case = read_one(
            r#"{"id": "7", "response": "Five days. [2] It says so.\u3010F:a.md\u2020L3\u3011",
                "sources": [{"text": "one"}, {"text": "two"}]}"#,
        );
        let ids = case.response.citations.iter().map(|citation| citation.targets[0].id.as_str());
        assert_eq!(ids.collect::<Vec<_>>(), ["2", "a.md"]);
        let case = read_one(
            r#"{"id": "8", "response": "Five [2] days.", "sources": [{"text": "one"}, {"text": "two"}]}"#,
        );
        assert_eq!(case.response.citations[0].targets[0].id, "2");
        assert_eq!(case.format.name, "case");
    }

    #[test]
    fn wrong_types_cost_only_their_field() {
        let case = read_one(
            r#"{"response": 3, "sources": [{"id": "a", "score": "high", "text": null}, "what"]}"#,
        );
        assert_eq!(case.sources.len(), 2);
        assert_eq!(
            case.notes,
            [
                "`response` should be a text but is a number",
                "`sources[0].score` should be a number but is a text",
                "`sources[1]` should be an object but is a text",
                "no citation found",
            ]
        );
    }

    #[test]
    fn a_response_alone_is_a_case_if_it_is_a_text() {
        let case = read_one(r#"{"response": "Five [2] days."}"#);
        assert_eq!((case.format.name, case.response.text.as_str()), ("case", "Five [2] days."));
        let input = Input::new("x.json", br#"{"response": {"output": []}}"#.to_vec());
        assert!(open(input, None, &Families::default()).is_err());
    }
}
