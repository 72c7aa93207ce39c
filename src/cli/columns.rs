//! Sources in tables: rows of vector stores, of JSON Lines and of CSV, with the columns that the user
//! names.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cases::files;
use crate::cases::rows::{self, Columns};
use crate::error::{Error, Result};
use crate::input::json::parse;
use crate::model::Source;
use crate::review::exchange;

/// Returns the sources in those of `files` that are tables, requests or result lists, and takes
/// these out.
pub(super) fn take_sources(
    files: &mut Vec<PathBuf>,
    columns: Option<&Columns>,
) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut others = Vec::new();
    for path in files.drain(..) {
        if let Some(found) = sources_in_rows(&path, columns)? {
            sources.extend(found);
            continue;
        }
        let mut one = vec![path];
        sources.extend(files::take_companions(&mut one)?);
        others.append(&mut one);
    }
    *files = others;
    Ok(sources)
}

/// Returns the sources in the rows of a file; `None` for a file that is no table, or a JSON file
/// whose columns have the usual names.
fn sources_in_rows(path: &Path, columns: Option<&Columns>) -> Result<Option<Vec<Source>>> {
    let delimiter = match extension(path).as_str() {
        "csv" => Some(b','),
        "tsv" => Some(b'\t'),
        "json" | "jsonl" | "ndjson" if columns.is_some() => None,
        _ => return Ok(None),
    };
    let name = path.to_string_lossy();
    let input = files::read(&name)?;
    let text = input.whole();
    let failed = |why: String| {
        Error::new("read the sources in", name.clone(), why)
            .hint("`--fields id=COLUMN,text=COLUMN` names its columns")
    };
    let rows = match delimiter {
        Some(delimiter) => exchange::rows(text, delimiter),
        None => json_rows(text),
    };
    match (columns, rows) {
        (Some(columns), rows) => {
            rows.and_then(|rows| rows::with_columns(&rows, columns)).map(Some).map_err(failed)
        }
        // A table without the usual columns is a text.
        (None, rows) => Ok(rows.ok().and_then(|rows| rows::known(&rows))),
    }
}

/// Fails for a list of objects that would be read as a text although nobody reads it as one.
pub(super) fn refuse_data(files: &[PathBuf]) -> Result<()> {
    for path in files {
        let is_lines = match extension(path).as_str() {
            "jsonl" | "ndjson" => true,
            "json" => false,
            _ => continue,
        };
        if !path.is_file() || !files::begins_as_json(path) {
            continue;
        }
        let name = path.to_string_lossy();
        let input = files::read(&name)?;
        let text = input.whole();
        let whole = if is_lines { text.lines().next().unwrap_or_default() } else { text };
        let Ok(parsed) = parse(whole) else { continue };
        let is_list = rows::rows(&parsed.value)
            .is_some_and(|rows| rows.first().is_some_and(|row| is_lines || *row != parsed.value));
        if is_list {
            let why = "it is a list of objects that is not known as one of sources";
            let hint = format!(
                "name its columns, such as `--fields id=doc_id,text=chunk`, or read it as one text \
                 with `--source ID={name}`"
            );
            return Err(Error::new("read the sources in", name.clone(), why).hint(hint));
        }
    }
    Ok(())
}

fn json_rows(text: &str) -> Result<Vec<Value>, String> {
    if let Ok(whole) = parse(text) {
        return rows::rows(&whole.value).ok_or_else(|| "it holds no rows".to_owned());
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let values = lines.map(|(at, line)| {
        let parsed = parse(line).map_err(|fault| format!("line {}: {}", at + 1, fault.why))?;
        Ok(parsed.value)
    });
    values.collect()
}

fn extension(path: &Path) -> String {
    path.extension().map(|own| own.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
