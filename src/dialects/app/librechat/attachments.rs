//! The targets of a message's marks: the results of its web searches, and files.
//!
//! | kind in the mark | list of a web search |
//! |---|---|
//! | `search` | `organic` |
//! | `news` | `topStories` |
//! | `image` | `images` |
//! | `video` | `videos` |
//! | `ref`, `file` | `references` |
//!
//! Searches in files are counted from 0 on their own, so the first of them and the first web search
//! are both turn 0; in the app one of them overwrites the other. Here both are kept and, where a mark
//! could mean either, both are offered. Files with one `fileId` are one source, counted once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use crate::dialects::shared::passages::Passages;
use crate::input::json::{list, text};
use crate::model::{IdFrom, Source, SourceText, Target};
use crate::text::address;

const LISTS: &[(&str, &str)] = &[
    ("search", "organic"),
    ("news", "topStories"),
    ("image", "images"),
    ("video", "videos"),
    ("ref", "references"),
];

const NO_PAGE: &str = "the export gives its address only; pass the saved page with `--source`";
const NO_FILE: &str = "the export names the file only; pass it with `--source` to see the passage";

/// The sources of a message.
#[derive(Debug, Default)]
pub(crate) struct Attached {
    pub(crate) sources: Vec<Source>,
    ids: BTreeSet<String>,
    /// Marks that could mean a page or a file.
    unclear: BTreeSet<String>,
}

impl Attached {
    /// Reads the attachments of a message.
    pub(crate) fn of(attachments: &[Value]) -> Self {
        let mut attached = Self::default();
        let mut files = 0;
        for attachment in attachments {
            if let Some(search) = attachment.get("web_search").filter(|it| it.is_object()) {
                attached.web(search);
            }
            if let Some(search) = attachment.get("file_search").filter(|it| it.is_object()) {
                attached.files(files, list(search, "sources"));
                files += 1;
            }
        }
        attached.ids = attached.sources.iter().map(|source| source.id.clone()).collect();
        attached
    }

    fn web(&mut self, search: &Value) {
        let turn = search.get("turn").and_then(Value::as_u64).unwrap_or(0);
        for (kind, key) in LISTS {
            for (place, entry) in list(search, key).iter().enumerate() {
                self.sources.push(page(entry, format!("turn{turn}{kind}{place}")));
            }
        }
    }

    fn files(&mut self, turn: u64, entries: &[Value]) {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        let mut files: Vec<(Source, Passages)> = Vec::new();
        for entry in entries {
            let file = text(entry, "fileId");
            let at = known.get(file).copied().unwrap_or(files.len());
            if at == files.len() {
                files.push((named(entry, format!("turn{turn}file{at}")), Passages::default()));
                if !file.is_empty() {
                    known.insert(file, at);
                }
            }
            if let Some((source, passages)) = files.get_mut(at) {
                join(source, passages, entry);
            }
        }
        self.sources.extend(files.into_iter().map(|(mut source, passages)| {
            passages.finish(&mut source);
            source
        }));
    }

    /// Adds the targets of marks: `file` and `ref` mean a file, or a reference of a web search.
    pub(crate) fn point(&mut self, targets: &mut Vec<Target>) {
        let mut more = Vec::new();
        for target in targets.iter_mut() {
            let has = |id: &str| self.ids.contains(id);
            let Some((file, page)) = kinds(&target.id) else { continue };
            match (has(&file), has(&page)) {
                (true, true) => {
                    self.unclear.insert(target.id.clone());
                    let other = if target.id == file { page } else { file };
                    more.push(Target { id: other, ..Target::default() });
                }
                (true, false) => target.id = file,
                (false, true) => target.id = page,
                (false, false) => {}
            }
        }
        targets.extend(more);
    }

    /// Returns notes on unclear marks.
    pub(crate) fn notes(&self) -> Vec<String> {
        let note = |id: &String| {
            format!(
                "`{id}` can mean a file or a page: searches in files and in the web are both \
                 counted from 0; both are offered"
            )
        };
        self.unclear.iter().map(note).collect()
    }
}

/// Returns the ids that a mark of the kind `file` or `ref` can mean: a file's, and a page's.
fn kinds(id: &str) -> Option<(String, String)> {
    let rest = id.strip_prefix("turn")?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let turn = rest.strip_suffix(after)?;
    let place = after.strip_prefix("file").or_else(|| after.strip_prefix("ref"))?;
    Some((format!("turn{turn}file{place}"), format!("turn{turn}ref{place}")))
}

/// Adds the data of one entry to a file: pages, score, text.
fn join(source: &mut Source, passages: &mut Passages, entry: &Value) {
    let relevance = entry.get("relevance").and_then(Value::as_f64);
    source.score = match (source.score, relevance) {
        (Some(own), Some(other)) => Some(own.max(other)),
        (own, other) => own.or(other),
    };
    for page in list(entry, "pages") {
        source.metadata.push(("page".to_owned(), page.to_string()));
    }
    passages.add(text(entry, "content"));
}

/// Returns the source of a file that is only known by its name.
fn named(entry: &Value, id: String) -> Source {
    let file = text(entry, "fileId");
    let title = Some(text(entry, "fileName")).filter(|name| !name.is_empty());
    let mut source = Source {
        id,
        id_from: IdFrom::Text,
        title: title.map(str::to_owned),
        text: SourceText::Absent(NO_FILE.to_owned()),
        ..Source::default()
    };
    if !file.is_empty() {
        source.metadata.push(("file id".to_owned(), file.to_owned()));
    }
    source
}

fn page(entry: &Value, id: String) -> Source {
    let first = |keys: &[&str]| {
        let found = keys.iter().map(|key| text(entry, key)).find(|text| !text.trim().is_empty());
        found.map(str::to_owned)
    };
    let url = first(&["link", "url", "imageUrl"]).filter(|url| address::is_address(url));
    let mut source = Source {
        id,
        id_from: IdFrom::Text,
        title: first(&["title", "name"]),
        url,
        updated: first(&["date"]),
        text: SourceText::Absent(NO_PAGE.to_owned()),
        ..Source::default()
    };
    source.metadata.extend(first(&["attribution"]).map(|name| ("attribution".to_owned(), name)));
    let content = text(entry, "content");
    if !content.trim().is_empty() {
        source.text = SourceText::Inline(Arc::from(content));
        return source;
    }
    let mut passages = Passages::default();
    passages.add(text(entry, "snippet"));
    for highlight in list(entry, "highlights") {
        passages.add(highlight.as_str().unwrap_or_else(|| text(highlight, "text")));
    }
    passages.finish(&mut source);
    source
}
