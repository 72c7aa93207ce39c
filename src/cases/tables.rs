//! Tables of answers: the rows of an evaluation, and the columns of several systems.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::cases::rows;
use crate::cases::text_role::{TextRole, role_of};
use crate::dialects::Dialect;
use crate::dialects::evaluation::open_rag_eval;
use crate::dialects::evaluation::rows::{are_columns, unanswered};
use crate::dialects::lookup::{RECOGNIZERS, detect};
use crate::dialects::shared::markers::Families;
use crate::input::record::TextOrigin;
use crate::input::{Input, Record, json, table};
use crate::text::Span;
use crate::text::prose::{count, ticked};

/// The number of rows that decide if a table holds answers.
const ROWS_PROBED: usize = 50;

/// Minimum number of texts of a column without a known name that cite.
const MIN_CITED: usize = 2;

/// Minimum number of words of an answer in a column without a known name.
const MIN_WORDS: usize = 6;

/// Returns the rows of a table of answers, such as the results of an evaluation; any other table by its
/// extension as text; `None` for any other file.
pub(super) fn in_table(
    input: &Input,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Option<Input> {
    let extension = ["csv", "tsv"].into_iter().find(|it| input.has_extension(&[it]));
    let delimiter = delimiter(input, extension)?;
    let (rows, places): (Vec<Value>, Vec<Span>) =
        table::placed_rows(input.whole(), delimiter).ok()?.into_iter().unzip();
    let opened = in_rows(input, rows, extension, forced, families)?;
    if input.part_of().is_some() {
        return Some(opened);
    }
    let origin = |label: &str| Some(TextOrigin::Row(*places.get(row_of(label)?)?, delimiter));
    Some(opened.with_origins(origin))
}

/// Returns the label of a row: the head is the first one.
fn label_of(row: usize) -> String {
    format!("row {}", row + 2)
}

/// Returns the row of a label, which may have the name of a column too.
fn row_of(label: &str) -> Option<usize> {
    let number = label.strip_prefix("row ")?.split(' ').next()?;
    number.parse::<usize>().ok()?.checked_sub(2)
}

/// Returns the rows of a table that are answers, like [`in_table`].
fn in_rows(
    input: &Input,
    mut rows: Vec<Value>,
    extension: Option<&str>,
    forced: Option<&'static Dialect>,
    families: &Families,
) -> Option<Input> {
    let named = families.fields().is_some();
    let has_several = |row: &Value| row.as_object().is_some_and(|fields| fields.len() > 1);
    if !named {
        rows = rows.into_iter().map(table::with_plain_names).collect();
    }
    if !rows.iter().any(has_several) {
        return None;
    }
    if !named && rows::known(&rows).is_some() {
        extension?;
        let why = "its columns are those of sources";
        return Some(table_as_text(input, rows.len(), why));
    }
    let lines = rows.len();
    let rows = if named { rows.into_iter().enumerate().collect() } else { table::joined(rows) };
    let number = rows.len();
    let label = |(at, row): (usize, Value)| {
        let runs = if named { vec![row] } else { open_rag_eval::runs(row) };
        let name = label_of(at);
        runs.into_iter().map(move |row| (name.clone(), row.to_string()))
    };
    let all: Vec<(String, String)> = rows.into_iter().flat_map(label).collect();
    let whole = input.enclosing(&all);
    let is_answer = |(_, text): &(String, String)| {
        let record = Record::new(&whole, text, None, &RECOGNIZERS);
        named || detect(&record, families).is_some()
    };
    // If every answer is empty, only the head names their column.
    let head = table::head(input.whole()).map(|(_, names)| names).filter(|it| are_columns(it));
    if forced.is_none() && !all.iter().take(ROWS_PROBED).any(is_answer) {
        extension?;
        if let Some(opened) = by_columns(input, &all, families) {
            return Some(opened);
        }
        if head.is_none() {
            let why = "no column is known to hold an answer";
            return Some(table_as_text(input, number, why));
        }
    }
    let (kept, left) = with_unanswered(all, head, forced.is_some(), is_answer);
    let mut opened = input.enclosing(&kept);
    let rows = count(number, "row");
    opened.notes.push(match left {
        0 => format!("opened a table of {rows}"),
        _ => format!("opened a table of {rows}; {left} without question and answer left out"),
    });
    if number < lines {
        opened
            .notes
            .push(format!("{} with a passage each joined by question", count(lines, "line")));
    }
    Some(opened)
}

/// Returns the rows of a table that are answers, and those with a question whose answer is empty, as in JSON
/// Lines; and the number of the others, which are returned too with `all_kept`.
fn with_unanswered(
    rows: Vec<(String, String)>,
    head: Option<Vec<String>>,
    all_kept: bool,
    is_answer: impl Fn(&(String, String)) -> bool,
) -> (Vec<(String, String)>, usize) {
    let cells = |text: &str| match json::parse(text).ok()?.value {
        Value::Object(cells) => Some(cells),
        _ => None,
    };
    let all = rows.len();
    let names = rows.iter().filter_map(|(_, text)| cells(text)).flatten().map(|(name, _)| name);
    let mut columns: BTreeSet<String> = names.collect();
    columns.extend(head.into_iter().flatten());
    let kept = |row: (String, String)| {
        if is_answer(&row) {
            return Some(row);
        }
        match unanswered(cells(&row.1)?, &columns) {
            Some(unanswered) => Some((row.0, Value::Object(unanswered).to_string())),
            None => all_kept.then_some(row),
        }
    };
    let kept: Vec<_> = rows.into_iter().filter_map(kept).collect();
    let left = all - kept.len();
    (kept, left)
}

/// Returns the character between the cells of a table of answers, or of any other by its extension: under another
/// name, and on standard input, the names of its columns decide.
fn delimiter(input: &Input, extension: Option<&str>) -> Option<u8> {
    let are_known = |names: &[String]| {
        are_columns(names) || names.iter().any(|name| open_rag_eval::is_column(name))
    };
    let head = table::head(input.whole()).filter(|(_, names)| are_known(names));
    head.map(|(delimiter, _)| delimiter).or_else(|| table::delimiter(extension?))
}

/// Returns the whole text of a table, with a note.
fn table_as_text(input: &Input, number: usize, why: &str) -> Input {
    let mut as_text = input.clone();
    let rows = count(number, "row");
    let hint = "`--fields answer=COLUMN` names the answers";
    as_text.notes.push(format!("a table of {rows} read as text: {why}; {hint}"));
    as_text
}

/// Returns the cells of the columns whose texts cite, as the answers of several systems to the question of their
/// row; `None` if there is no such column.
fn by_columns(input: &Input, rows: &[(String, String)], families: &Families) -> Option<Input> {
    let parsed = |(_, text): &(String, String)| match json::parse(text).ok()?.value {
        Value::Object(cells) => Some(cells),
        _ => None,
    };
    let cells: Vec<Map<String, Value>> = rows.iter().filter_map(parsed).collect();
    let cites = |text: &str| {
        text.split_whitespace().nth(MIN_WORDS).is_some()
            && role_of(input, text, None, families) == TextRole::Cited
    };
    // The number of texts of each column, and of those that cite.
    let mut columns: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (name, value) in cells.iter().take(ROWS_PROBED).flatten() {
        let (all, cited) = columns.entry(name.as_str()).or_default();
        *all += 1;
        *cited += usize::from(value.as_str().is_some_and(cites));
    }
    let is_answer = |name: &str| {
        columns.get(name).is_some_and(|(all, cited)| *cited >= MIN_CITED && cited * 2 >= *all)
    };
    let names: Vec<&str> = columns.keys().copied().filter(|name| is_answer(name)).collect();
    if names.is_empty() || names.len() == columns.len() {
        return None;
    }
    // In a column that is mostly filled, an empty cell is an empty answer.
    let probed = cells.len().min(ROWS_PROBED);
    let is_filled = |name: &str| columns.get(name).is_some_and(|(all, _)| all * 2 >= probed);
    let (mut answers, mut empty) = (Vec::new(), 0);
    for ((label, _), row) in rows.iter().zip(&cells) {
        let asked = row.iter().find(|(name, value)| !is_answer(name) && is_question(value));
        for name in names.iter().copied() {
            let answer = row.get(name).cloned();
            empty += usize::from(answer.is_none() && !is_filled(name));
            let default = || is_filled(name).then(|| Value::from(""));
            let Some(answer) = answer.or_else(default) else { continue };
            let mut case = Map::new();
            case.insert("answer".to_owned(), answer);
            case.extend(asked.map(|(_, asked)| ("question".to_owned(), asked.clone())));
            case.entry("question").or_insert_with(|| json!(label));
            answers.push((format!("{label} {name}"), Value::Object(case).to_string()));
        }
    }
    let mut opened = input.enclosing(&answers);
    let (rows, columns) = (count(rows.len(), "row"), ticked(names, 4));
    opened.notes.push(format!("opened a table of {rows}: the texts of {columns} cite"));
    if empty > 0 {
        opened.notes.push(format!("{} without an answer left out", count(empty, "cell")));
    }
    Some(opened)
}

/// True for a text of several words.
fn is_question(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.split_whitespace().nth(2).is_some())
}
