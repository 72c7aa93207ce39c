//! Papers as the Semantic Scholar interfaces and Ai2 `ScholarQA` give them, by corpus id.
//!
//! Spec: the Academic Graph API (`corpusId`, `externalIds.CorpusId`, `title`, `abstract`, `authors`)
//! and `allenai/ai2-scholarqa-lib` (`corpus_id`, `sentences[].text` with `section_title`). The text is
//! the abstract and the passages that were found, in their order in the paper.

use serde_json::{Map, Value};

use crate::cases::lists::list::{List, doi_address, first, with_abstract};
use crate::input::Record;
use crate::input::container::Shape;
use crate::model::{IdFrom, Source, SourceText};

pub(crate) const LIST: List = List {
    name: "papers",
    title: "papers of Semantic Scholar or Ai2 ScholarQA",
    recognised_by: "objects with `title` and a corpus id (`corpus_id`, `externalIds.CorpusId`)",
    read,
};

fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    let papers: Vec<&Value> = match payload.shape {
        Shape::Array => payload.documents.iter().collect(),
        Shape::Document => match payload.document()? {
            whole if whole.get("data").is_some_and(Value::is_array) => {
                whole.get("data")?.as_array()?.iter().collect()
            }
            one => vec![one],
        },
        Shape::Stream => return None,
    };
    let sources: Option<Vec<Source>> =
        papers.into_iter().map(|paper| source(paper.as_object()?)).collect();
    sources.filter(|sources| !sources.is_empty())
}

fn source(paper: &Map<String, Value>) -> Option<Source> {
    let ids = paper.get("externalIds").and_then(Value::as_object);
    let id = first(paper, &["corpus_id", "corpusId"])
        .or_else(|| first(ids?, &["CorpusId"]))
        .filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))?;
    let title = first(paper, &["title"])?;
    let open = paper.get("openAccessPdf").and_then(Value::as_object);
    let open = open.and_then(|pdf| first(pdf, &["url"]));
    let doi = ids.and_then(|ids| first(ids, &["DOI"])).map(|doi| doi_address(&doi));
    let mut addresses = first(paper, &["url"]).into_iter().chain(doi).chain(open);
    let people = paper.get("authors").and_then(Value::as_array);
    let people: Vec<&str> = people
        .into_iter()
        .flatten()
        .filter_map(|one| one.as_str().or_else(|| one.get("name")?.as_str()))
        .collect();
    let facts = [
        ("authors", Some(people.join(", "))),
        ("year", first(paper, &["year"])),
        ("venue", first(paper, &["venue"])),
    ];
    let fact = |(key, value): (&str, Option<String>)| {
        Some((key.to_owned(), value.filter(|value| !value.is_empty())?))
    };
    let mut source = Source {
        id,
        id_from: IdFrom::Text,
        title: Some(title),
        url: addresses.next(),
        also_at: addresses.collect(),
        metadata: facts.into_iter().filter_map(fact).collect(),
        ..Source::default()
    };
    let summary = first(paper, &["abstract"]);
    let passages = passages(paper, summary.as_deref().unwrap_or_default());
    if passages.is_empty() {
        with_abstract(&mut source, summary);
    } else {
        let text: Vec<String> = summary.into_iter().chain(passages).collect();
        source.text = SourceText::Inline(text.join("\n\n").into());
        source.notes.push("abstract and retrieved passages only".to_owned());
    }
    Some(source)
}

/// Returns the passages that were found, in their order in the paper; those of the abstract are
/// left out.
fn passages(paper: &Map<String, Value>, summary: &str) -> Vec<String> {
    let found = paper.get("sentences").and_then(Value::as_array);
    let mut passages: Vec<(u64, String)> = Vec::new();
    for passage in found.into_iter().flatten().filter_map(Value::as_object) {
        let Some(text) = first(passage, &["text"]) else { continue };
        if summary.contains(&text) || passages.iter().any(|(_, known)| *known == text) {
            continue;
        }
        let at = passage.get("char_start_offset").and_then(Value::as_u64).unwrap_or(u64::MAX);
        passages.push((at, text));
    }
    passages.sort_by_key(|(at, _)| *at);
    passages.into_iter().map(|(_, text)| text).collect()
}
