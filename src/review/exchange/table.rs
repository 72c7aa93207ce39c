//! Decisions as a table for spreadsheets, one row a decision.
//!
//! A cell never begins with a character that makes a spreadsheet take it for a formula, nor does a part
//! of it that a spreadsheet would make a cell of its own, because it divides rows at semicolons: there is a
//! `'` in front, which reading takes off again. Lists are words as a shell writes them.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{Imported, renamed};
use crate::error::Why;
use crate::review::{Entry, JudgementInEntry};
use crate::text::SafeText;
use crate::text::safe::unescape;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnType {
    Text,
    Number,
    Flag,
    List,
}

/// The columns: the path of each in the JSON of an entry.
const COLUMNS: &[(&str, ColumnType)] = &[
    ("reviewer", ColumnType::Text),
    ("at", ColumnType::Text),
    ("case", ColumnType::Text),
    ("citation", ColumnType::Number),
    ("target", ColumnType::Number),
    ("verdict", ColumnType::Text),
    ("blind_verdict", ColumnType::Text),
    ("passage", ColumnType::Text),
    ("claim", ColumnType::Text),
    ("cited", ColumnType::Text),
    ("source", ColumnType::Text),
    ("reasons", ColumnType::List),
    ("note", ColumnType::Text),
    ("place.source", ColumnType::Text),
    ("place.first_line", ColumnType::Number),
    ("place.last_line", ColumnType::Number),
    ("place.start", ColumnType::Number),
    ("place.end", ColumnType::Number),
    ("rules", ColumnType::List),
    ("saw_evidence", ColumnType::Flag),
    ("seconds", ColumnType::Number),
    ("dialect", ColumnType::Text),
    ("adjudicates", ColumnType::List),
    ("scope.targets", ColumnType::Number),
    ("scope.cited", ColumnType::Number),
    ("scope.uncited", ColumnType::Number),
    ("scope.asked", ColumnType::Number),
    ("fingerprint.claim", ColumnType::Text),
    ("fingerprint.locator", ColumnType::Text),
    ("fingerprint.source", ColumnType::Text),
    ("id", ColumnType::Text),
];

/// The columns that every decision needs.
const NEEDED: &[&str] = &[
    "reviewer",
    "at",
    "verdict",
    "fingerprint.claim",
    "fingerprint.locator",
    "fingerprint.source",
    "id",
];

/// Returns a text as a cell that no spreadsheet takes for a formula and no terminal acts on;
/// reading the cell restores the text.
pub fn cell(text: &str) -> String {
    let safe = SafeText::multiline(text).into_string();
    let mut cell = String::with_capacity(safe.len());
    for (at, part) in parts(&safe).enumerate() {
        if is_formula(at, part) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    cell
}

fn text_of(cell: &str) -> String {
    let unguarded = |(at, part): (usize, &str)| {
        let rest = part.strip_prefix('\'').filter(|rest| is_formula(at, rest));
        rest.unwrap_or(part).to_owned()
    };
    unescape(&parts(cell).enumerate().map(unguarded).collect::<String>())
}

/// Divides a cell where a spreadsheet for a language with decimal commas begins another one: it divides
/// rows at semicolons, and quotes inside such a row mean nothing.
fn parts(cell: &str) -> impl Iterator<Item = &str> {
    cell.split_inclusive([';', '\n'])
}

/// True if a spreadsheet could read the part at an index of a cell as a formula, ignoring guard
/// characters. Some also take the wide forms of the characters.
fn is_formula(at: usize, part: &str) -> bool {
    let text = part.trim_start_matches('\'');
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || at == 0 && text.starts_with(['\t', '\r', '\n'])
}

/// Writes decisions as CSV with a head.
pub fn csv<'l>(
    decisions: impl IntoIterator<Item = JudgementInEntry<'l>>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(COLUMNS.iter().map(|(path, _)| path))?;
    for (entry, _) in decisions {
        let json = serde_json::to_value(entry)?;
        writer.write_record(COLUMNS.iter().map(|(path, _)| {
            let value = path.split('.').try_fold(&json, |value, name| value.get(name));
            value.map(shown).unwrap_or_default()
        }))?;
    }
    writer.flush()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => cell(text),
        Value::Array(items) => {
            cell(&shell_words::join(items.iter().map(|item| item.as_str().unwrap_or_default())))
        }
        other => other.to_string(),
    }
}

/// Reads CSV that [`csv()`] wrote, whatever a spreadsheet did to the order of its columns and
/// however many it added.
///
/// Fails when a column is missing that no decision is without. A row that cannot be read costs only
/// itself.
pub fn read_csv(text: &str, reviewer: Option<&str>) -> Result<Imported, Why> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let head = reader.headers().map_err(Why::of)?.clone();
    let place = |name: &str| head.iter().position(|column| column.trim() == name);
    let missing: Vec<&str> = NEEDED.iter().copied().filter(|name| place(name).is_none()).collect();
    if !missing.is_empty() {
        let names = crate::text::prose::ticked(missing, 10);
        return Err(format!("no column {names}").into());
    }
    let columns: Vec<(usize, &str, ColumnType)> = COLUMNS
        .iter()
        .filter_map(|&(path, kind)| place(path).map(|index| (index, path, kind)))
        .collect();
    let mut imported = Imported::default();
    for record in reader.records() {
        let read = record.map_err(|error| (line_of(error.position()), Why::of(error))).and_then(
            |record| {
                let line = line_of(record.position());
                row(&record, &columns)
                    .and_then(|entry| renamed(entry, reviewer))
                    .map_err(|why| (line, why))
            },
        );
        match read {
            Ok(entry) => imported.entries.push(entry),
            Err(failed) => imported.failed.push(failed),
        }
    }
    Ok(imported)
}

fn line_of(position: Option<&csv::Position>) -> u64 {
    position.map_or(0, csv::Position::line)
}

fn row(record: &csv::StringRecord, columns: &[(usize, &str, ColumnType)]) -> Result<Entry, Why> {
    let mut entry = Map::new();
    // Empty cells in these columns are empty texts; the others may be left out.
    for (name, text) in [("id", ""), ("reviewer", ""), ("event", "judged")] {
        entry.insert(name.to_owned(), Value::from(text));
    }
    for &(index, path, kind) in columns {
        let cell = record.get(index).unwrap_or_default();
        if cell.is_empty() {
            continue;
        }
        let value =
            value(cell, kind).ok_or_else(|| format!("invalid value `{cell}` for `{path}`"))?;
        match path.split_once('.') {
            None => {
                entry.insert(path.to_owned(), value);
            }
            Some((parent, name)) => {
                let parent = entry.entry(parent).or_insert_with(|| Value::Object(Map::new()));
                if let Some(parent) = parent.as_object_mut() {
                    parent.insert(name.to_owned(), value);
                }
            }
        }
    }
    if let Some(Value::Object(place)) = entry.get_mut("place") {
        for (name, empty) in
            [("source", Value::from("")), ("first_line", Value::Null), ("last_line", Value::Null)]
        {
            place.entry(name).or_insert(empty);
        }
    }
    serde_json::from_value(Value::Object(entry)).map_err(Why::of)
}

fn value(cell: &str, kind: ColumnType) -> Option<Value> {
    let text = text_of(cell);
    match kind {
        ColumnType::Text => Some(Value::from(text)),
        ColumnType::Flag => match text.to_lowercase().as_str() {
            "true" => Some(Value::from(true)),
            "false" => Some(Value::from(false)),
            _ => None,
        },
        ColumnType::Number => match text.parse::<u64>() {
            Ok(number) => Some(Value::from(number)),
            Err(_) => text.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
        },
        ColumnType::List => shell_words::split(&text).ok().map(Value::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Event, Judgement, RightPlace, Scope, Verdict};

    /// Collects the paths of the leaves of a JSON value.
    fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let path =
                        if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    leaves(value, &path, found);
                }
            }
            _ => found.push(path.to_owned()),
        }
    }

    #[test]
    fn every_field_of_a_decision_has_a_column() {
        let text = || "x".to_owned();
        let judgement = Judgement {
            citation: Some(1),
            target: Some(1),
            cited: text(),
            source: text(),
            dialect: text(),
            verdict: Some(Verdict::Supports),
            reasons: vec![text()],
            note: text(),
            place: Some(RightPlace::default()),
            rules: vec![text()],
            blind_verdict: Some(Verdict::Partly),
            passage: Some(crate::review::Hash::default()),
            seconds: Some(1.5),
            adjudicates: vec![crate::review::EventId(text())],
            scope: Some(Scope::default()),
            ..Judgement::default()
        };
        let entry = Entry::new("ann", Event::Judged(Box::new(judgement)));
        let mut found = Vec::new();
        leaves(&serde_json::to_value(&entry).unwrap(), "", &mut found);
        found.retain(|path| path != "event");
        found.sort_unstable();
        let mut columns: Vec<&str> = COLUMNS.iter().map(|(path, _)| *path).collect();
        columns.sort_unstable();
        assert_eq!(found, columns);
    }

    #[test]
    fn cells_are_no_formulas_and_come_back() {
        for text in
            ["=1+1", "+1", "-1", "@a", "\tx", "\rx", "\nx", "'=1", "''=1", "'tis", "a=b", "＝1", ""]
        {
            for before in ["", "a;", "a\n\n", ";", ";;", "=;'"] {
                let text = format!("{before}{text}");
                let cell = cell(&text);
                for part in cell.split([';', '\n']) {
                    assert!(!part.starts_with(['=', '+', '-', '@', '\t', '\r', '＝']), "{cell:?}");
                }
                assert_eq!(text_of(&cell), text);
            }
        }
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("'tis"), "'tis");
        assert_eq!(cell("a;=1"), "a;'=1");
    }
}
