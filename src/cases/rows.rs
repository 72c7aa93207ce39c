//! Rows of vector stores and tables as sources: results of Chroma, Pinecone, Qdrant, Weaviate,
//! Elasticsearch, pgvector and pandas, dumped documents of `LangChain` and nodes of `LlamaIndex`,
//! and plain lists of objects with an id and a text.
//!
//! Each shape is converted to a list of flat objects. The usual names of columns are known; users
//! can name others ([`Columns`]).

use serde_json::{Map, Value};

use crate::dialects::shared::documents;
use crate::error::Why;
use crate::input::Record;
use crate::input::container::Shape;
use crate::input::json::parse;
use crate::model::Source;
use crate::text::prose::{either, ticked};

/// Columns that hold the text, the surest first.
const TEXTS: &[&str] = &[
    "text",
    "content",
    "page_content",
    "pageContent",
    "chunk_text",
    "chunk",
    "document",
    "passage",
    "body",
    "snippet",
    "paragraph",
];

/// Columns that hold the id, the surest first.
const IDS: &[&str] =
    &["id", "_id", "id_", "uuid", "doc_id", "document_id", "chunk_id", "node_id", "key"];

/// Objects inside a row whose fields are the row's.
const INNER: &[&str] = &["payload", "properties", "fields", "_source", "_additional", "cmetadata"];

/// Columns for machines.
const VECTORS: &[&str] =
    &["vector", "vectors", "values", "embedding", "embeddings", "sparse_values", "distance"];

/// Fields of objects that are not sources: messages, answers, questions.
const OTHERS: &[&str] = &[
    "role",
    "response",
    "answer",
    "output",
    "messages",
    "choices",
    "citations",
    "question",
    "docs",
    "sources",
    "candidates",
    "prompt",
    "query",
    "input",
];

/// The names of the columns of a table, if they are not the usual ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns(Vec<(&'static str, String)>);

/// The possible contents of a column.
const FIELDS: [&str; 5] = ["id", "text", "title", "url", "score"];

impl Columns {
    /// Reads `id=doc_id,text=chunk`.
    pub fn parse(text: &str) -> Result<Self, Why> {
        let pair = |pair: &str| {
            let (field, column) =
                pair.split_once('=').ok_or("expected FIELD=COLUMN, such as text=chunk")?;
            let known = FIELDS.into_iter().find(|known| *known == field.trim());
            let known = known.ok_or_else(|| {
                let of_answers = ["answer", "question", "contexts"];
                let known = either(FIELDS.into_iter().chain(of_answers));
                format!("unknown field `{field}`; expected {known}")
            })?;
            Ok((known, column.trim().to_owned()))
        };
        text.split(',').map(pair).collect::<Result<_, Why>>().map(Self)
    }

    /// Renames the columns of a row; fails if one is missing.
    fn rename(&self, row: &mut Map<String, Value>, number: usize) -> Result<(), Why> {
        for (field, column) in &self.0 {
            if row.get(column).is_none_or(Value::is_null) && *field != "text" && *field != "id" {
                continue;
            }
            let Some(value) = row.remove(column) else {
                let columns = ticked(row.keys().map(String::as_str).collect::<Vec<_>>(), 12);
                return Err(
                    format!("row {number} has no column `{column}`; it has {columns}").into()
                );
            };
            row.insert((*field).to_owned(), value);
        }
        Ok(())
    }
}

/// Keys of documents that have an answer next to its sources.
const ANSWERS: [&str; 5] = ["citations", "extractions", "generation_id", "message", "response_id"];

/// Returns the sources in a record that is a row or a list of rows; `None` for any other.
pub(crate) fn read(record: &Record<'_>) -> Option<Vec<Source>> {
    let payload = record.payload()?;
    let rows = match payload.shape {
        Shape::Array => payload.documents.clone(),
        Shape::Document => {
            let document = payload.document()?;
            let is_answer =
                |it: &Map<String, Value>| ANSWERS.iter().any(|key| it.contains_key(*key));
            if document.as_object().is_some_and(is_answer) {
                return None;
            }
            rows(document)?
        }
        Shape::Stream => return None,
    };
    known(&rows)
}

/// Returns the sources in rows with the usual columns; `None` if some row has another form.
pub fn known(rows: &[Value]) -> Option<Vec<Source>> {
    let sources: Option<Vec<Source>> = rows
        .iter()
        .map(|row| {
            let object =
                row.as_object().filter(|row| OTHERS.iter().all(|key| !row.contains_key(*key)))?;
            source(flat(object))
        })
        .collect();
    sources.filter(|sources| !sources.is_empty())
}

/// Returns the sources in rows with these columns.
pub fn with_columns(rows: &[Value], columns: &Columns) -> Result<Vec<Source>, Why> {
    if rows.is_empty() {
        return Err("it has no rows".into());
    }
    let each = rows.iter().zip(1..).map(|(row, number)| {
        let object = row.as_object().ok_or_else(|| format!("row {number} is not an object"))?;
        let mut fields = flat(object);
        if let Some(Value::Object(inner)) = fields.get("metadata").cloned() {
            for (key, value) in inner {
                fields.entry(key).or_insert(value);
            }
        }
        columns.rename(&mut fields, number)?;
        source(fields).ok_or_else(|| format!("row {number} has no text").into())
    });
    each.collect()
}

/// Returns the rows of a document, whatever they are wrapped in.
pub fn rows(value: &Value) -> Option<Vec<Value>> {
    if let Value::Array(rows) = value {
        return Some(rows.clone());
    }
    let object = value.as_object()?;
    if let Some(rows) = chroma(object) {
        return Some(rows);
    }
    let list = |path: &str| value.pointer(path).and_then(Value::as_array).cloned();
    let lists = [
        "/matches",
        "/result/hits",
        "/result/points",
        "/result",
        "/points",
        "/objects",
        "/hits/hits",
        "/vectors",
        "/documents",
        "/source_documents",
        "/nodes",
        "/source_nodes",
        "/results",
        "/rows",
        "/records",
        "/chunks",
    ];
    if let Some(rows) = lists.iter().find_map(|path| list(path)) {
        return Some(rows);
    }
    // Pinecone groups fetched records by id, Weaviate by class.
    let by_name = object.get("vectors").or_else(|| value.pointer("/data/Get"));
    let Some(by_name) = by_name.and_then(Value::as_object) else {
        return Some(vec![value.clone()]);
    };
    let rows = by_name.values().flat_map(|one| match one {
        Value::Array(rows) => rows.clone(),
        row => vec![row.clone()],
    });
    Some(rows.collect())
}

/// Returns the rows of a JSON document or of JSON Lines.
pub fn in_json(text: &str) -> Result<Vec<Value>, Why> {
    if let Ok(whole) = parse(text) {
        return rows(&whole.value).ok_or_else(|| "it holds no rows".into());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let values = lines.map(|(at, line)| {
        let parsed = parse(line).map_err(|fault| format!("line {}: {}", at + 1, fault.why))?;
        Ok(parsed.value)
    });
    values.collect()
}

/// True if a text is a list of rows: of JSON Lines, if the first one is an object.
pub fn is_list(text: &str, is_lines: bool) -> bool {
    let whole = if is_lines { text.lines().next().unwrap_or_default() } else { text };
    let Ok(parsed) = parse(whole) else { return false };
    rows(&parsed.value)
        .is_some_and(|rows| rows.first().is_some_and(|row| is_lines || *row != parsed.value))
}

/// Returns the rows of Chroma, which gives columns: of a query, a list of each.
fn chroma(object: &Map<String, Value>) -> Option<Vec<Value>> {
    let ids = object.get("ids")?.as_array()?;
    let texts = object.get("documents")?.as_array()?;
    if ids.iter().any(Value::is_array) {
        let query = |at: usize| {
            let columns = ["ids", "documents", "metadatas"].into_iter();
            let own =
                columns.filter_map(|key| Some((key.to_owned(), object.get(key)?.get(at)?.clone())));
            chroma(&own.collect())
        };
        let queries: Option<Vec<Vec<Value>>> = (0..ids.len()).map(query).collect();
        let mut rows: Vec<Value> = Vec::new();
        for row in queries?.into_iter().flatten() {
            if rows.iter().all(|known| known.get("id") != row.get("id")) {
                rows.push(row);
            }
        }
        return Some(rows);
    }
    let metadata = object.get("metadatas").and_then(Value::as_array);
    let row = |(at, (id, text)): (usize, (&Value, &Value))| {
        let mut row = Map::new();
        row.insert("id".to_owned(), id.clone());
        row.insert("text".to_owned(), text.clone());
        let own = metadata.and_then(|all| all.get(at)).filter(|own| own.is_object());
        row.extend(own.map(|own| ("metadata".to_owned(), own.clone())));
        Value::Object(row)
    };
    Some(ids.iter().zip(texts).enumerate().map(row).collect())
}

/// Returns the fields of a row, those of the objects inside it among them.
fn flat(row: &Map<String, Value>) -> Map<String, Value> {
    let mut fields = Map::new();
    for inner in INNER.iter().filter_map(|key| row.get(*key)?.as_object()) {
        fields.extend(inner.clone());
    }
    let own = row.iter().filter(|(key, value)| {
        let is_inner = INNER.contains(&key.as_str()) && value.is_object();
        !is_inner && !VECTORS.contains(&key.as_str())
    });
    fields.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    // LlamaIndex keeps a whole node as a text of JSON, in the row or in its metadata.
    let node = fields
        .remove("_node_content")
        .or_else(|| fields.get_mut("metadata")?.as_object_mut()?.remove("_node_content"));
    if let Some(Value::Object(node)) =
        node.as_ref().and_then(Value::as_str).and_then(|json| Some(parse(json).ok()?.value))
    {
        for key in ["text", "metadata"] {
            if let Some(value) = node.get(key).filter(|value| !value.is_null()) {
                fields.entry(key).or_insert_with(|| value.clone());
            }
        }
    }
    fields
}

/// Returns the source of a row; `None` if no column is known to be its text.
fn source(mut row: Map<String, Value>) -> Option<Source> {
    if !row.contains_key("kwargs") && !row.contains_key("node") {
        let inner = row.get("metadata").and_then(Value::as_object);
        let is_text = |key: &&&str| {
            let own = row.get(**key).or_else(|| inner?.get(**key));
            own.is_some_and(Value::is_string)
        };
        let column = *TEXTS.iter().find(is_text)?;
        let text = row
            .remove(column)
            .or_else(|| row.get_mut("metadata")?.as_object_mut()?.remove(column))?;
        row.insert("text".to_owned(), text);
        let id = IDS.iter().find(|key| row.get(**key).is_some_and(|id| !id.is_null()));
        let id = id.and_then(|key| row.remove(*key));
        row.extend(id.map(|id| ("id".to_owned(), id)));
    }
    if let Some(certainty) = row.remove("certainty") {
        row.entry("score").or_insert(certainty);
    }
    documents::fields(&Value::Object(row)).map(|fields| documents::source(&fields))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(value: &Value, expected: &[(&str, &str)]) {
        let found = rows(value).and_then(|rows| known(&rows)).unwrap_or_default();
        let text = |source: &Source| match &source.text {
            crate::model::SourceText::Inline(text) => text.to_string(),
            other => format!("{other:?}"),
        };
        let found: Vec<(String, String)> =
            found.iter().map(|source| (source.id.clone(), text(source))).collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(found, expected, "{value}");
    }

    #[test]
    fn rows_of_every_store() {
        let (t, u) = ("Five days.", "Six.");
        let both = [("a", t), ("b", u)];
        for value in [
            json!({"ids": ["a", "b"], "documents": [t, u], "metadatas": [{"page": 1}, null]}),
            json!({"ids": [["a", "b"], ["b"]], "documents": [[t, u], [u]], "distances": [[1, 2], [1]]}),
            json!({"matches": [{"id": "a", "score": 0.9, "values": [], "metadata": {"text": t}},
                {"id": "b", "score": 0.8, "metadata": {"text": u}}]}),
            json!({"vectors": {"a": {"id": "a", "values": [1], "metadata": {"text": t}},
                "b": {"id": "b", "values": [1], "metadata": {"text": u}}}}),
            json!({"result": {"hits": [{"_id": "a", "_score": 1, "fields": {"chunk_text": t}},
                {"_id": "b", "_score": 1, "fields": {"chunk_text": u}}]}}),
            json!({"result": [{"id": "a", "score": 0.9, "payload": {"text": t}},
                {"id": "b", "payload": {"page_content": u, "metadata": {"source": "y"}}}], "status": "ok"}),
            json!({"result": {"points": [{"id": "a", "payload": {"document": t}},
                {"id": "b", "payload": {"document": u}}]}}),
            json!({"data": {"Get": {"Chunk": [{"text": t, "_additional": {"id": "a", "certainty": 0.9}},
                {"text": u, "_additional": {"id": "b", "distance": 0.2}}]}}}),
            json!({"objects": [{"class": "C", "id": "a", "properties": {"content": t}},
                {"class": "C", "id": "b", "properties": {"content": u}}]}),
            json!({"hits": {"hits": [{"_id": "a", "_source": {"body": t}}, {"_id": "b", "_source": {"body": u}}]}}),
            json!([{"id": "a", "content": t, "embedding": "[0.1]", "metadata": {}},
                {"id": "b", "content": u, "metadata": {}}]),
            json!([{"id": "a", "page_content": t, "metadata": {"source": "x"}, "type": "Document"},
                {"id": "b", "page_content": u, "metadata": {}}]),
            json!([{"node": {"id_": "a", "text": t, "metadata": {}}, "score": 0.8},
                {"node": {"id_": "b", "text": u, "metadata": {}}, "score": 0.1}]),
            json!([{"id": "a", "metadata": {"_node_content": "{\"text\": \"Five days.\"}"}},
                {"id": "b", "metadata": {"_node_content": "{\"text\": \"Six.\"}"}}]),
            json!([{"doc_id": "a", "chunk": t, "n": 1}, {"doc_id": "b", "chunk": u, "n": 2}]),
        ] {
            check(&value, &both);
        }
    }

    #[test]
    fn what_is_no_source_is_none() {
        for value in [
            json!({"debug": true}),
            json!([1, 2]),
            json!([{"role": "user", "content": "x"}]),
            json!([{"question": "q", "output": "x", "text": "y"}]),
            json!([{"id": "a", "text": "x"}, {"id": "b"}]),
            json!([]),
        ] {
            check(&value, &[]);
        }
    }

    #[test]
    fn columns_are_named() {
        let rows = [json!({"k": "a", "t": "Five.", "metadata": {"w": "https://a.example"}})];
        let columns = Columns::parse("id=k, text=t,url=w").unwrap();
        let found = with_columns(&rows, &columns).unwrap();
        assert_eq!(
            (found[0].id.as_str(), found[0].url.as_deref()),
            ("a", Some("https://a.example"))
        );
        let missing = with_columns(&rows, &Columns::parse("text=x").unwrap()).unwrap_err();
        assert_eq!(
            missing.as_str(),
            "row 1 has no column `x`; it has `k`, `t`, `metadata` and `w`"
        );
        Columns::parse("name=x").unwrap_err();
    }
}
