//! Sources in tables: rows of vector stores, of JSON Lines and of CSV, with the columns that the user
//! names.

use std::path::{Path, PathBuf};

use crate::cases::companions::lists_in;
use crate::cases::files;
use crate::cases::rows::{self, Columns};
use crate::dialects::shared::markers::Fields;
use crate::error::{Error, Result, Why};
use crate::input::table;
use crate::model::{Source, SourceText};
use crate::sources::{Loaded, SPLIT_BYTES, files as within, gate};

/// The columns that `--fields` names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NamedColumns {
    /// Those of tables of sources.
    pub(super) of_sources: Option<Columns>,
    /// Those of the rows of an evaluation.
    pub(super) of_answers: Option<Fields>,
}

/// Reads the value of `--fields`: `id=doc_id,text=chunk`, `answer=output`.
pub(super) fn parse(text: &str) -> Result<NamedColumns, Why> {
    let mut answers = Fields::default();
    let mut sources = Vec::new();
    for part in text.split(',') {
        let (field, column) = part.split_once('=').unwrap_or((part, ""));
        if column.trim().is_empty() {
            return Err(format!("`{part}` names no column; expected FIELD=COLUMN").into());
        }
        let answer = match field.trim() {
            "answer" => &mut answers.answer,
            "question" => &mut answers.question,
            "contexts" => &mut answers.contexts,
            _ => {
                sources.push(part);
                continue;
            }
        };
        *answer = Some(column.trim().to_owned());
    }
    let of_sources =
        if sources.is_empty() { None } else { Some(Columns::parse(&sources.join(","))?) };
    Ok(NamedColumns { of_sources, of_answers: Some(answers).filter(|it| *it != Fields::default()) })
}

/// Returns the sources in those of `files` that are tables, requests or result lists, and takes
/// these out.
pub(super) fn take_sources(
    files: &mut Vec<PathBuf>,
    columns: Option<&Columns>,
) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut others = Vec::new();
    for path in files.drain(..) {
        sources.extend(lists_within(&path));
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

/// Returns the entries of the bibliographies and tables of pages in a folder; empty for a file.
fn lists_within(folder: &Path) -> Vec<Source> {
    let mut listed = Vec::new();
    if !folder.is_dir() {
        return listed;
    }
    for path in within(folder) {
        listed.extend(list_at(&path).unwrap_or_default());
    }
    listed
}

/// Returns the entries of a bibliography or table of pages; `None` for any other file.
fn list_at(path: &Path) -> Option<Vec<Source>> {
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.len() <= SPLIT_BYTES as u64);
    let is_list = is_small && files::looks_like_payload(path);
    // A file that cannot be read is noted where it is loaded.
    is_list.then(|| files::read(&path.to_string_lossy()).ok())?.and_then(|input| lists_in(&input))
}

/// Divides the files of folders that are lists of documents, each with a name and a text, in lines or
/// in one JSON list. Any other file stays one source.
pub(super) fn open_lists(mut loaded: Loaded) -> Loaded {
    let listed = |source: &Source| {
        let SourceText::File(path) = &source.text else { return None };
        let extension = extension(path);
        let is_lines = ["jsonl", "ndjson"].contains(&extension.as_str());
        let is_list = source.id.is_empty() && (is_lines || extension == "json");
        let text = gate::read_text(path, SPLIT_BYTES as u64).ok().filter(|_| is_list)?;
        // The object of a file of data may have a name and a text too.
        if !is_lines && !rows::is_list(&text, false) {
            return None;
        }
        let documents = rows::known(&rows::in_json(&text).ok()?)?;
        let is_named = |it: &Source| !it.id.is_empty() || it.title.is_some();
        documents.iter().all(is_named).then_some(documents)
    };
    // Their entries came before, from the folder.
    let is_list = |source: &Source| match &source.text {
        SourceText::File(path) => source.id.is_empty() && list_at(path).is_some(),
        _ => false,
    };
    loaded.sources.retain(|source| !is_list(source));
    let all = std::mem::take(&mut loaded.sources).into_iter();
    loaded.sources = all.flat_map(|own| listed(&own).unwrap_or_else(|| vec![own])).collect();
    loaded
}

/// Returns the sources in the rows of a file; `None` for a file that is not a table, or a JSON file
/// whose columns have the usual names.
fn sources_in_rows(path: &Path, columns: Option<&Columns>) -> Result<Option<Vec<Source>>> {
    let extension = extension(path);
    let delimiter = table::delimiter(&extension);
    let is_json = columns.is_some() && ["json", "jsonl", "ndjson"].contains(&extension.as_str());
    if delimiter.is_none() && !is_json {
        return Ok(None);
    }
    let name = path.to_string_lossy();
    let text = &gate::read_text(path, SPLIT_BYTES as u64)?;
    let failed = |why: Why| {
        Error::new("read the sources in", name.clone(), why)
            .hint("`--fields id=COLUMN,text=COLUMN` names its columns")
    };
    let rows = match delimiter {
        Some(delimiter) => table::rows(text, delimiter),
        None => rows::in_json(text),
    };
    match (columns, rows) {
        (Some(columns), rows) => {
            rows.and_then(|rows| rows::with_columns(&rows, columns)).map(Some).map_err(failed)
        }
        // A table without the usual columns is a text.
        (None, rows) => Ok(rows.ok().and_then(|rows| rows::known(&rows))),
    }
}

/// Fails for a list of objects that would be read as text although it is data.
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
        let text = &gate::read_text(path, SPLIT_BYTES as u64)?;
        if rows::is_list(text, is_lines) {
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

fn extension(path: &Path) -> String {
    path.extension().map(|own| own.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}
