//! Tables of values with commas or tabs between them.

use std::collections::BTreeSet;

use csv::ReaderBuilder;
use serde_json::{Map, Value};

use crate::error::Why;
use crate::text::Span;

/// Maximum length of the name of a column, in bytes.
const MAX_NAME: usize = 60;

/// Returns the character between the cells of a file with this extension; `None` for no table.
pub(crate) fn delimiter(extension: &str) -> Option<u8> {
    match extension {
        "csv" => Some(b','),
        "tsv" => Some(b'\t'),
        _ => None,
    }
}

/// Maximum length of a head, in bytes; a longer line is the text of something else.
const MAX_HEAD: usize = 16 * 1024;

/// Characters between cells, the most usual first.
const DELIMITERS: [u8; 3] = [b',', b'\t', b';'];

/// Returns the character between the cells of the first line of a text, and the names in these cells as
/// programs spell them; `None` if the line does not divide into short cells that are all different,
/// or is JSON.
pub(crate) fn head(text: &str) -> Option<(u8, Vec<String>)> {
    let text = text.trim_start_matches('\u{feff}');
    let line = text.get(..text.floor_char_boundary(MAX_HEAD + 1))?.lines().next()?;
    if line.len() > MAX_HEAD || line.starts_with(['{', '[']) {
        return None;
    }
    let named = |delimiter: u8| {
        let mut builder = ReaderBuilder::new();
        let mut reader = builder.delimiter(delimiter).from_reader(line.as_bytes());
        let head = reader.headers().ok()?;
        let names: Vec<String> = head.iter().map(|name| plain(name.trim())).collect();
        let (mut seen, short) =
            (BTreeSet::new(), |name: &String| !name.is_empty() && name.len() <= MAX_NAME);
        let are_names = names.len() > 1 && names.iter().all(short);
        (are_names && names.iter().all(|name| seen.insert(name))).then_some((delimiter, names))
    };
    DELIMITERS.into_iter().filter_map(named).max_by_key(|(_, names)| names.len())
}

/// Returns the rows of a table as objects of texts, by the names in its head; empty cells are left
/// out.
///
/// Fails for a row with more cells than the head.
pub(crate) fn rows(text: &str, delimiter: u8) -> Result<Vec<Value>, Why> {
    Ok(placed_rows(text, delimiter)?.into_iter().map(|(row, _)| row).collect())
}

/// Returns the rows of a table like [`rows`], each with its place in the text.
pub(crate) fn placed_rows(text: &str, delimiter: u8) -> Result<Vec<(Value, Span)>, Why> {
    let whole = text;
    let text = text.trim_start_matches('\u{feff}');
    let before = whole.len() - text.len();
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.delimiter(delimiter).flexible(true).from_reader(text.as_bytes());
    let head = reader.headers().map_err(Why::of)?.clone();
    let mut rows = Vec::new();
    let mut row = csv::StringRecord::new();
    let byte = |position: &csv::Position| usize::try_from(position.byte()).unwrap_or_default();
    while reader.read_record(&mut row).map_err(Why::of)? {
        if row.len() > head.len() {
            let line = row.position().map_or(0, csv::Position::line);
            let why = format!("line {line} has {} cells, its head {}", row.len(), head.len());
            return Err(why.into());
        }
        let cells = head.iter().zip(&row).filter(|(_, cell)| !cell.trim().is_empty());
        let fields: Map<String, Value> =
            cells.map(|(name, cell)| (name.trim().to_owned(), Value::from(cell))).collect();
        if !fields.is_empty() {
            let (start, end) = (row.position().map_or(0, byte), byte(reader.position()));
            // Empty lines before a row are no part of it.
            let own = text.get(start..end).unwrap_or_default();
            let blank = own.len() - own.trim_start_matches(['\r', '\n']).len();
            let place = Span::new(start + blank, end.max(start + blank)).shifted(before);
            rows.push((Value::Object(fields), place));
        }
    }
    Ok(rows)
}

/// Columns of a table that has a line for each passage: its text, its id, and what the lines of one
/// answer have in common. A snippet is one beside the name of its file.
const PASSAGES: [&str; 4] = ["passage", "passage_text", "chunk", "chunk_text"];
const SNIPPET: &str = "snippet";
const PASSAGE_IDS: [&str; 2] = ["passage_id", "chunk_id"];
const FILES: [&str; 2] = ["filename", "file_name"];
const COMMON: [&str; 6] = ["query_id", "question_id", "qid", "query_run", "query", "question"];

/// Returns the rows with their numbers from 0, lines that hold one passage each of the same answer as
/// one row with `contexts`.
pub(crate) fn joined(rows: Vec<Value>) -> Vec<(usize, Value)> {
    let has = |key: &&str| rows.iter().any(|row| row.get(*key).is_some());
    let snippet = || [SNIPPET].into_iter().find(|key| has(key) && FILES.iter().any(has));
    let text = PASSAGES.into_iter().find(|key| has(key)).or_else(snippet);
    let Some(text) = text.filter(|_| COMMON.iter().any(has) && !has(&"contexts")) else {
        return rows.into_iter().enumerate().collect();
    };
    let mut joined: Vec<(usize, Value)> = Vec::new();
    for (number, mut row) in rows.into_iter().enumerate() {
        let Some(fields) = row.as_object_mut() else { continue };
        let mut context = Map::new();
        context.extend(fields.remove(text).map(|text| ("text".to_owned(), text)));
        let files = FILES.iter().filter(|_| text == SNIPPET);
        let ids: Vec<_> =
            PASSAGE_IDS.iter().chain(files).filter_map(|key| fields.remove(*key)).collect();
        let ids = ids.into_iter();
        for id in ids.filter_map(|id| Some(id.as_str()?.trim_matches(['[', ']']).to_owned())) {
            context.entry("id").or_insert(Value::from(id));
        }
        let same = |own: &Value| {
            COMMON.iter().all(|key| own.get(*key) == row.get(*key)) && has_same_answer(own, &row)
        };
        if !joined.last().is_some_and(|(_, last)| same(last)) {
            joined.push((number, row.clone()));
        }
        let Some((_, Value::Object(last))) = joined.last_mut() else { continue };
        for (key, value) in row.as_object().into_iter().flatten() {
            last.entry(key).or_insert_with(|| value.clone());
        }
        let contexts = last.entry("contexts").or_insert_with(|| Value::Array(Vec::new()));
        if let Some(contexts) = contexts.as_array_mut().filter(|_| context.contains_key("text")) {
            contexts.push(Value::Object(context));
        }
    }
    joined
}

/// True unless two rows hold different answers, as those of several systems to one query.
fn has_same_answer(own: &Value, row: &Value) -> bool {
    let fields = row.as_object().into_iter().flatten();
    let mut answers = fields.filter(|(key, _)| {
        let key = key.to_lowercase();
        ["answer", "response"].iter().any(|word| key == *word || key.ends_with(&format!("_{word}")))
    });
    answers.all(|(key, value)| own.get(key).is_none_or(|known| known == value))
}

/// Returns a row with the names of its columns in the spelling of programs: `Model Answer` becomes
/// `model_answer`, and camel case stays.
pub(crate) fn with_plain_names(row: Value) -> Value {
    match row {
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (plain(&name), value)).collect()
        }
        other => other,
    }
}

fn plain(name: &str) -> String {
    let camel = name.starts_with(char::is_lowercase) && !name.contains(' ');
    if camel { name.to_owned() } else { name.to_lowercase().replace([' ', '-'], "_") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn quoted_cells_hold_anything() {
        let text = "\u{feff}id,Model Answer\r\n1,\"a, \"\"b\"\"\nc\"\r\n\r\n2,d\r\n3,";
        let expected = [
            json!({"id": "1", "model_answer": "a, \"b\"\nc"}),
            json!({"id": "2", "model_answer": "d"}),
            json!({"id": "3"}),
        ];
        let read: Vec<Value> =
            rows(text, b',').unwrap().into_iter().map(with_plain_names).collect();
        assert_eq!(read, expected);
        assert_eq!(rows("a\tB\n1\t2", b'\t').unwrap(), [json!({"a": "1", "B": "2"})]);
    }

    #[test]
    fn a_row_has_its_place() {
        let text = "\u{feff}id,a\r\n1,\"b\nc\"\r\n\r\n,\r\n2,d";
        let rows = placed_rows(text, b',').unwrap();
        let places: Vec<&str> = rows.iter().filter_map(|(_, place)| place.slice(text)).collect();
        assert_eq!(
            places.iter().map(|row| row.trim_end()).collect::<Vec<_>>(),
            ["1,\"b\nc\"", "2,d"]
        );
    }

    #[test]
    fn the_first_line_names_the_columns() {
        let names = |text: &str| {
            head(text).map(|(delimiter, names)| (char::from(delimiter), names.join(" ")))
        };
        let own = |delimiter, names: &str| Some((delimiter, names.to_owned()));
        assert_eq!(names("id,Model Answer\n1,\"a\nb\""), own(',', "id model_answer"));
        assert_eq!(names("\u{feff}question;answer, long\r\n"), own(';', "question answer,_long"));
        assert_eq!(names("question\tanswer\n"), own('\t', "question answer"));
        assert_eq!(names("answer\n"), None);
        assert_eq!(names("a,,b\n"), None);
        assert_eq!(names("a,a\n"), None);
        assert_eq!(names("[1],a\n"), None);
        assert_eq!(names(&format!("a,{}\n", "b,".repeat(MAX_HEAD))), None);
    }

    #[test]
    fn damaged_tables_end() {
        assert_eq!(rows("a,b\n1,\"open", b',').unwrap(), [json!({"a": "1", "b": "open"})]);
        let why = rows("a,b\n1,2,3", b',').unwrap_err();
        assert_eq!(why.to_string(), "line 2 has 3 cells, its head 2");
        assert!(rows("", b',').unwrap().is_empty());
    }
}
