//! The list of sources of an answer that an app keeps as JSON in a message beside it: `[{"id": 1, "title": …, "url": …}]`.

use serde_json::{Value, json};

/// The minimum number of rows of such a list.
const MIN_ROWS: usize = 2;

/// Returns the rows that a text beside the only cited one of a document gives, if exactly one does.
pub(super) fn list_beside(all: &[(String, String)], cited: &[(String, String)]) -> Option<Value> {
    let [(path, _)] = cited else { return None };
    let beside = all.iter().filter(|(other, _)| place(other) == place(path));
    let mut lists = beside.filter_map(|(_, text)| rows(text));
    lists.next().filter(|_| lists.next().is_none())
}

/// Returns the texts; if there is only one, with the sources in `list`.
pub(super) fn join(list: Option<Value>, mut texts: Vec<(String, String)>) -> Vec<(String, String)> {
    if let (Some(list), [(_, answer)]) = (list, texts.as_mut_slice()) {
        *answer = json!({"answer": answer, "sources": list}).to_string();
    }
    texts
}

/// Returns a path without the places in lists: texts of the same place are beside each other.
fn place(path: &str) -> String {
    path.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Reads rows with numbers from 1 on, a title and an address, without what else the app keeps of a page.
fn rows(text: &str) -> Option<Value> {
    if !text.starts_with("[{") {
        return None;
    }
    let list: Vec<Value> = serde_json::from_str(text).ok()?;
    let first = list.first()?.get("id")?.as_u64()?;
    if list.len() < MIN_ROWS || first != 1 {
        return None;
    }
    let row = |row: &Value| {
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        let id = usize::try_from(row.get("id")?.as_u64()?).ok()?;
        let (title, url, words) = (text("title"), text("url"), text("digest"));
        let is_page =
            (1..=list.len()).contains(&id) && !title.trim().is_empty() && url.starts_with("http");
        let page = json!({"id": id, "title": title, "url": url});
        let excerpt = json!({"id": id, "title": title, "url": url, "snippet": words});
        is_page.then_some(if words.trim().is_empty() { page } else { excerpt })
    };
    list.iter().map(row).collect()
}
