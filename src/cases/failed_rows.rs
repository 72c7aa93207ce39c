//! The rows of lists of answers that failed before they had an answer: cases that cannot be read.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::dialects::evaluation::rows::rows_within;
use crate::input::failed_row::{has_failed, is_failed_row, stated_error};
use crate::input::json::join;
use crate::text::prose::count;

/// The answers in a document, by their paths, with the rows beside them that failed.
pub(super) struct WithFailedRows {
    pub(super) answers: Vec<(String, String)>,
    /// The number of the other items of their lists, which are left out.
    left_out: usize,
}

impl WithFailedRows {
    /// Returns a note on the items that are left out.
    pub(super) fn note(&self) -> Option<String> {
        let left_out = count(self.left_out, "other item");
        (self.left_out > 0).then(|| format!("{left_out} of the list of answers left out"))
    }
}

/// The items that count as failed rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failed {
    /// Those that may have failed before they became an answer.
    Possibly,
    /// Those that say so themselves.
    Stated,
}

/// Adds the rows of the lists that hold `answers`, by their paths, that failed before they had an answer.
///
/// The lists are the one whose item is an answer, and the outermost around it. Without a list, they are the
/// entries of an object by their keys.
pub(super) fn with_failed_rows(
    document: &Value,
    answers: Vec<(String, String)>,
    which: Failed,
) -> WithFailedRows {
    let (answers, inner) = added(document, answers, which, &|path| {
        let (list, index) = path.strip_suffix(']')?.rsplit_once('[')?;
        Some((list, index.parse().ok()?))
    });
    let (answers, outer) = added(document, answers, which, &|path| {
        let (list, rest) = path.split_once('[')?;
        Some((list, rest.split_once(']')?.0.parse().ok()?))
    });
    WithFailedRows { answers: with_failed_entries(document, answers), left_out: inner.max(outer) }
}

/// Returns the list that a path leads through, and the place in it.
type Level<'l> = &'l dyn Fn(&str) -> Option<(&str, usize)>;

/// Adds the failed rows of the lists at one level. Returns the number of the other items too.
fn added(
    document: &Value,
    answers: Vec<(String, String)>,
    which: Failed,
    level: Level<'_>,
) -> (Vec<(String, String)>, usize) {
    // The places of the answers in each list, and the number of answers that are still to come.
    let mut lists: BTreeMap<String, (BTreeSet<usize>, usize)> = BTreeMap::new();
    for (list, index) in answers.iter().filter_map(|(path, _)| level(path)) {
        let (answered, coming) = lists.entry(list.to_owned()).or_default();
        answered.insert(index);
        *coming += 1;
    }
    let mut left_out = 0;
    let mut failed: BTreeMap<String, BTreeMap<usize, String>> = BTreeMap::new();
    for (list, (answered, _)) in &lists {
        let items = at_path(document, list).and_then(Value::as_array);
        let items = items.map(Vec::as_slice).unwrap_or_default();
        let rows = failed_rows(items, answered, which);
        left_out += items.len().saturating_sub(answered.len() + rows.len());
        let rows = rows.into_iter().map(|(index, item)| (index, item.to_string()));
        failed.insert(list.clone(), rows.collect());
    }
    let mut all = Vec::with_capacity(answers.len());
    for (path, text) in answers {
        if let Some((list, index)) = level(&path)
            && let Some(rows) = failed.get_mut(list)
        {
            let rest = rows.split_off(&index);
            push(&mut all, list, std::mem::replace(rows, rest));
            let coming = lists.get_mut(list).map(|(_, coming)| {
                *coming = coming.saturating_sub(1);
                *coming
            });
            let is_last = coming == Some(0);
            let after = if is_last { std::mem::take(rows) } else { BTreeMap::new() };
            let list = list.to_owned();
            all.push((path, text));
            push(&mut all, &list, after);
        } else {
            all.push((path, text));
        }
    }
    (all, left_out)
}

fn push(all: &mut Vec<(String, String)>, list: &str, rows: BTreeMap<usize, String>) {
    all.extend(rows.into_iter().map(|(index, text)| (format!("{list}[{index}]"), text)));
}

/// Returns the failed rows of a list with answers at the places `answered`; none if most items that do not
/// say that they failed are something else.
fn failed_rows<'v>(
    items: &'v [Value],
    answered: &BTreeSet<usize>,
    which: Failed,
) -> Vec<(usize, &'v Value)> {
    let (own, others): (Vec<_>, Vec<_>) =
        items.iter().enumerate().partition(|(index, _)| answered.contains(index));
    let stated = others.iter().filter(|(_, item)| says_failed(item)).count();
    if answered.len() * 2 + stated < items.len() {
        return Vec::new();
    }
    let objects = own.iter().filter_map(|(_, item)| item.as_object());
    let keys: BTreeSet<String> = objects.flat_map(|object| object.keys().cloned()).collect();
    let is_failed = |item: &Value| match which {
        // One that holds answers only repeats some.
        Failed::Possibly => is_failed_row(item, &keys) && rows_within(item).is_empty(),
        Failed::Stated => says_failed(item),
    };
    others.into_iter().filter(|(_, item)| is_failed(item)).collect()
}

/// True if an item says that it failed, or an object in it names an error: `{"data": {"error": …}}`.
fn says_failed(item: &Value) -> bool {
    let mut inside = item.as_object().into_iter().flat_map(Map::values);
    has_failed(item) || inside.any(|value| stated_error(value).is_some())
}

/// Adds the failed entries of objects that hold several answers by their keys: `{"a": {…}, "b": {"error": …}}`.
fn with_failed_entries(
    document: &Value,
    mut answers: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let parent = |path: &str| match path.rsplit_once('.') {
        Some((parent, key)) => (parent.to_owned(), key.to_owned()),
        None => (String::new(), path.to_owned()),
    };
    let mut objects: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, _) in answers.iter().filter(|(path, _)| !path.contains('[') && !path.is_empty()) {
        let (object, key) = parent(path);
        objects.entry(object).or_default().insert(key);
    }
    for (path, answered) in objects {
        let object = at_path(document, &path).and_then(Value::as_object);
        let Some(object) = object.filter(|_| answered.len() > 1) else { continue };
        for (key, item) in failed_entries(object, &answered) {
            answers.push((join(&path, key), item.to_string()));
        }
    }
    answers
}

/// Returns the entries of an object that say that they failed. `null` and `{}` do so only among answers.
fn failed_entries<'v>(
    object: &'v Map<String, Value>,
    answered: &BTreeSet<String>,
) -> Vec<(&'v String, &'v Value)> {
    let others = object.iter().filter(|(key, _)| !answered.contains(*key));
    let others: Vec<_> = others.collect();
    let are_rows = others.iter().all(|(_, item)| has_failed(item));
    let names_error = |item: &Value| item.as_object().is_some_and(|fields| !fields.is_empty());
    let is_failed = |item: &Value| has_failed(item) && (are_rows || names_error(item));
    others.into_iter().filter(|(_, item)| is_failed(item)).collect()
}

/// Returns the value at a path: `runs[0].results`; the empty one is the document itself.
fn at_path<'v>(document: &'v Value, path: &str) -> Option<&'v Value> {
    let mut parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    parts.try_fold(document, |value, part| match part.strip_suffix(']') {
        Some(index) => value.get(index.parse::<usize>().ok()?),
        None => value.get(part),
    })
}
