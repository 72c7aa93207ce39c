//! The pages and files that a conversation names, each once.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{content_type, list, role, text};
use crate::formats::attach::plain_address;
use crate::formats::chats::Turn;
use crate::model::{IdFrom, Source, SourceText};
use crate::sources::{split, with_divisions};

/// The sources so far, in the order in which they are named.
#[derive(Debug, Default)]
pub(super) struct Sources {
    /// The sources.
    pub(super) all: Vec<Source>,
    by_id: BTreeMap<String, usize>,
    /// By address; the first of several with one.
    by_page: BTreeMap<String, usize>,
}

impl Sources {
    /// What the tools of the conversation and the answer itself list.
    pub(super) fn of(turn: &Turn<'_>) -> Self {
        let mut sources = Self::default();
        for group in list(turn.message, "/metadata/search_result_groups") {
            sources.entries(group);
        }
        for message in &turn.chat.messages {
            if role(message) == "tool" {
                for group in list(message, "/metadata/search_result_groups") {
                    sources.entries(group);
                }
            }
        }
        sources
    }

    fn entries(&mut self, group: &Value) {
        for entry in list(group, "/entries") {
            self.add(page(entry, ref_id(entry.get("ref_id"))));
        }
    }

    /// Adds a source, or what is new about one that is there already; its id.
    pub(super) fn add(&mut self, mut source: Source) -> String {
        if source.id.is_empty()
            && let Some(url) = &source.url
        {
            let same = self.by_page.get(&plain_address(url)).and_then(|at| self.all.get(*at));
            source.id = same.map_or_else(|| url.clone(), |known| known.id.clone());
        }
        if source.id.is_empty() {
            source.id = source.title.clone().unwrap_or_default();
        }
        source.id_from = IdFrom::Text;
        let id = source.id.clone();
        if id.is_empty() {
            return id;
        }
        let new = self.all.len();
        let at = *self.by_id.entry(id.clone()).or_insert(new);
        if let Some(url) = &source.url {
            self.by_page.entry(plain_address(url)).or_insert(at);
        }
        match self.all.get_mut(at) {
            Some(known) => merge(known, source),
            None => self.all.push(source),
        }
        id
    }

    /// Whether there is a source of that id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// Gives the sources the texts that tools fetched. What no answer names stands behind.
    pub(super) fn fetch(&mut self, turn: &Turn<'_>) {
        let mut fetched = Vec::new();
        for message in turn.chat.messages.iter().filter(|message| role(message) == "tool") {
            fetched.extend(from_tool(message));
        }
        let address = |source: &Source| source.url.as_deref().map(plain_address);
        let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, source) in self.all.iter().enumerate() {
            if let Some(page) = address(source) {
                named.entry(page).or_default().push(at);
            }
        }
        for page in fetched {
            let mut same =
                address(&page).and_then(|page| named.get(&page)).cloned().unwrap_or_default();
            same.extend(self.by_id.get(&page.id));
            if same.is_empty() {
                self.add(page);
                continue;
            }
            for known in same {
                if let Some(known) = self.all.get_mut(known) {
                    merge(known, page.clone());
                }
            }
        }
    }
}

/// Takes over what is not known yet; a whole text stands above a snippet.
fn merge(known: &mut Source, other: Source) {
    known.title = known.title.take().or(other.title);
    known.url = known.url.take().or(other.url);
    for pair in other.metadata {
        if !known.metadata.contains(&pair) {
            known.metadata.push(pair);
        }
    }
    let better = match (&known.text, &other.text) {
        (_, SourceText::Absent(_)) => false,
        (SourceText::Absent(_), _) => true,
        _ => known.excerpt && !other.excerpt,
    };
    if better {
        known.text = other.text;
        known.excerpt = other.excerpt;
        known.divisions = other.divisions;
    }
}

/// A page as search results and references describe it.
pub(super) fn page(entry: &Value, id: Option<String>) -> Source {
    let field = |name: &str| {
        let value = entry.get(name).and_then(Value::as_str);
        value.filter(|text| !text.trim().is_empty()).map(str::to_owned)
    };
    let mut source = Source {
        id: id.unwrap_or_default(),
        title: field("title"),
        url: field("url"),
        ..Source::default()
    };
    source.metadata.extend(field("attribution").map(|name| ("attribution".to_owned(), name)));
    if let Some(snippet) = field("snippet") {
        source.text = SourceText::Inline(Arc::from(snippet));
        source.excerpt = true;
    } else {
        let why = "the export names the page only; pass its text with `--source ID=PATH`";
        source.text = SourceText::Absent(why.to_owned());
    }
    source
}

/// `turn0search3` for `{"turn_index": 0, "ref_type": "search", "ref_index": 3}`; a text as it is.
pub(super) fn ref_id(value: Option<&Value>) -> Option<String> {
    let value = value?;
    if let Some(text) = value.as_str() {
        return Some(text.to_owned());
    }
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    let kind = value.get("ref_type")?.as_str()?;
    Some(format!("turn{}{kind}{}", number("turn_index")?, number("ref_index")?))
}

/// The sources that a tool's message holds: a page it fetched, or files as they were told to the
/// model.
fn from_tool(message: &Value) -> Vec<Source> {
    let Some(content) = message.get("content") else { return Vec::new() };
    let field = |name: &str| content.get(name).and_then(Value::as_str);
    let body = match content_type(message) {
        "tether_quote" | "sonic_webpage" => field("text").or_else(|| field("snippet")),
        "tether_browsing_display" => field("result"),
        "text" | "multimodal_text" => {
            return split(&text(message).0, None).unwrap_or_default();
        }
        _ => None,
    };
    let Some(body) = body.filter(|body| !body.trim().is_empty()) else { return Vec::new() };
    let id = ref_id(content.get("ref_id"));
    let mut source = Source {
        id: id.unwrap_or_default(),
        title: field("title").map(str::to_owned),
        url: field("url").filter(|url| url.contains("://")).map(str::to_owned),
        ..Source::default()
    };
    if content_type(message) == "tether_browsing_display" && source.title.is_none() {
        source.title = Some(
            field("summary").filter(|it| !it.is_empty()).unwrap_or("browser display").to_owned(),
        );
    }
    source.metadata.extend(field("domain").map(|name| ("domain".to_owned(), name.to_owned())));
    with_divisions(&mut source, body);
    vec![source]
}
