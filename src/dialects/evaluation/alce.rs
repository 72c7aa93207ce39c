//! Runs of ALCE: answers with `[1]` to the documents of their question.
//!
//! Spec: the result files and `eval.py` of `princeton-nlp/ALCE`: `{"args", "data": [{"question",
//! "output", "docs": [{"title", "text", "id"}]}]}`, or such an item by itself or as a line. Numbers
//! count the item's `docs` from 1, whatever `id` says. Marks are read as its scorer does, by
//! `\[\d+`: a mark that is never closed counts, as do numbers in code and years in brackets.
//! `output` may be a list, one text a sample: each is a case.
//!
//! # Incomplete support
//!
//! The scorer cuts an output at its first line end, and counts at most three marks of a sentence
//! and only the first number of `[1, 2]`; here all of them count, and groups are noted. Reference
//! answers and their claims are not read.

use serde_json::{Map, Value};

use crate::dialects::dialect::{Dialect, Item, Kind, TextReader};
use crate::dialects::shared::contexts::source;
use crate::error::Result;
use crate::input::Record;
use crate::input::container::Payload;
use crate::input::json::id as id_of;
use crate::model::{
    Anchor, AnchorKind, Case, Citation, IdFrom, Problem, ProblemKind, Response, Source, Target,
};
use crate::text::Span;
use crate::text::prose::count;

/// The entry in the table of formats.
pub const DIALECT: Dialect = Dialect {
    name: "alce",
    title: "ALCE: runs of answers with numbered documents",
    recognised_by: "`data` of objects with `question`, `output` and `docs`, or one such object",
    sources_from: "`docs`, by their places from 1",
    units: "none: marks are in the text",
    kind: Kind::Archive { detect, divide, read },
    ..Dialect::DEFAULTS
};

/// The longest group of numbers in one bracket, in bytes.
const MAX_LENGTH: usize = 200;

fn detect(record: &Record<'_>) -> Option<String> {
    let document = record.payload()?.document()?;
    let runs = items(document).filter(|item| is_item(item)).count();
    match (runs, document.get("data")) {
        (0, _) => None,
        (_, Some(_)) => Some(format!("`data` of {} with `output` and `docs`", count(runs, "item"))),
        (_, None) => Some("an object with `question`, `output` and `docs`".to_owned()),
    }
}

/// Returns the items of a run; a document that is one is its own.
fn items(document: &Value) -> impl Iterator<Item = &Value> {
    let data = document.get("data").and_then(Value::as_array);
    data.into_iter().flatten().chain(data.is_none().then_some(document))
}

fn is_item(item: &Value) -> bool {
    let docs = item.get("docs").and_then(Value::as_array);
    let documents = docs.is_some_and(|docs| docs.iter().all(Value::is_object));
    let question = item.get("question").is_some_and(Value::is_string);
    documents && question && !outputs(item).is_empty()
}

/// Returns the outputs of an item: one, or one a sample.
fn outputs(item: &Value) -> Vec<&str> {
    match item.get("output") {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(samples)) => samples.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// An output: index of its item, and of itself if the item has several.
type Sample = (usize, Option<usize>);

fn samples(record: &Record<'_>) -> Vec<Sample> {
    let document = record.payload().and_then(Payload::document);
    let items = document.into_iter().flat_map(items).enumerate();
    let samples = items.flat_map(|(index, item)| {
        let number = outputs(item).len();
        (0..number).map(move |at| (index, (number > 1).then_some(at)))
    });
    samples.collect()
}

fn divide(record: &Record<'_>) -> Vec<Item> {
    Item::of_whole(record, record.together(samples).len())
}

fn read(record: &Record<'_>, _: &TextReader<'_>) -> Result<Case> {
    let document = record.payload().and_then(Payload::document);
    let sample = record.together(samples).get(record.item).and_then(|(index, sample)| {
        let item = document.into_iter().flat_map(items).nth(*index)?;
        Some((item, *sample, outputs(item).into_iter().nth(sample.unwrap_or_default())?))
    });
    let Some((item, sample, text)) = sample else {
        return Err(record.error("the run has no such output"));
    };
    let Some(fields) = item.as_object() else {
        return Err(record.error("an item of a run should be a JSON object"));
    };
    let citations = marks(text);
    let grouped = citations.iter().filter(|citation| citation.targets.len() > 1).count();
    let mut notes = Vec::new();
    if grouped > 0 {
        notes.push(format!(
            "{} of several numbers: ALCE's own scorer counts only the first of each",
            count(grouped, "mark")
        ));
    }
    Ok(Case {
        id: id(fields, sample),
        question: fields.get("question").and_then(Value::as_str).map(str::to_owned),
        response: Response { text: text.to_owned(), citations, ..Response::default() },
        sources: documents(fields),
        notes,
        ..Case::default()
    })
}

/// Returns the item's id, with the number of its sample from 1; empty if it has none.
fn id(item: &Map<String, Value>, sample: Option<usize>) -> String {
    let id = ["sample_id", "id", "qid"].iter().find_map(|key| id_of(item, key));
    match (id, sample) {
        (Some(id), Some(sample)) => format!("{id}#{}", sample + 1),
        (id, _) => id.unwrap_or_default(),
    }
}

/// Returns the documents by their positions; their own ids are kept as well.
fn documents(item: &Map<String, Value>) -> Vec<Source> {
    let docs = item.get("docs").and_then(Value::as_array);
    let placed = |(index, doc): (usize, &Value)| {
        let mut source = source(doc);
        let own = std::mem::replace(&mut source.id, (index + 1).to_string());
        source.metadata.extend((!own.is_empty()).then(|| ("id".to_owned(), own)));
        source.id_from = IdFrom::Text;
        source
    };
    docs.into_iter().flatten().enumerate().map(placed).collect()
}

/// Returns the marks of an output, in order.
fn marks(text: &str) -> Vec<Citation> {
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('[')) {
        let start = at + found;
        at = start + 1;
        let inner = text.get(at..).unwrap_or_default();
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        let Some(first) = inner.get(..digits).filter(|first| !first.is_empty()) else { continue };
        let group = group(inner);
        let (ids, length) = group.unwrap_or_else(|| (vec![first], digits));
        at += length;
        let problem = group_is_open(inner, length)
            .then(|| Problem::new(ProblemKind::Unclosed, "the mark is opened but never closed"));
        let span = Span::new(start, at);
        marks.push(Citation {
            family: "number".to_owned(),
            raw: span.slice(text).unwrap_or_default().to_owned(),
            anchor: Anchor { kind: AnchorKind::Marker, span },
            targets: ids.into_iter().map(target).collect(),
            problem,
            ..Citation::default()
        });
    }
    marks
}

/// Returns the numbers up to the closing bracket, and the number of bytes including it; `None` if
/// there is any other text in between.
fn group(inner: &str) -> Option<(Vec<&str>, usize)> {
    let limit = inner.get(..inner.floor_char_boundary(MAX_LENGTH))?;
    let end = limit.find(']')?;
    let ids: Vec<&str> = limit.get(..end)?.split([',', ';']).map(str::trim).collect();
    let is_number = |id: &&str| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    ids.iter().all(is_number).then_some((ids, end + 1))
}

/// True if the group does not end with its bracket.
fn group_is_open(inner: &str, length: usize) -> bool {
    !inner.get(..length).is_some_and(|taken| taken.ends_with(']'))
}

fn target(digits: &str) -> Target {
    let plain = digits.trim_start_matches('0');
    let id = if plain.is_empty() { "0" } else { plain };
    Target { id: id.to_owned(), ..Target::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_as_the_scorer_does() {
        let found: Vec<String> = marks("A [1][2]. B [3 and C [4, 05]; a[0] in [2017] [x] [6](u)[")
            .iter()
            .map(|mark| {
                let ids: Vec<&str> = mark.targets.iter().map(|target| target.id.as_str()).collect();
                format!(
                    "{}={}{}",
                    mark.raw,
                    ids.join("+"),
                    if mark.problem.is_some() { "!" } else { "" }
                )
            })
            .collect();
        assert_eq!(
            found,
            ["[1]=1", "[2]=2", "[3=3!", "[4, 05]=4+5", "[0]=0", "[2017]=2017", "[6]=6"]
        );
    }
}
